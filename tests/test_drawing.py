"""Boards as SVG: well-formed, complete, named for people who cannot see them, our colours."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from loa_tk.model import drawing
from loa_tk.model.drawing import board_svg, description
from loa_tk.model.games import all_games
from loa_tk.model.notation import square_name
from loa_tk.view.kit.palette import LIGHT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=all_games().values(), ids=lambda game: game.key)
def game(request):
    return request.param


def test_every_piece_is_drawn_once_with_its_name_and_its_colour(game):
    root = ET.fromstring(board_svg(game, game.start))
    titles = Counter(title.text for title in root.iter(f"{SVG}title"))
    assert titles == Counter(
        f"{game.sides[side].name} {game.piece} on {square_name(square, game.columns)}"
        for square, side in game.pieces(game.start).items()
    )
    for group in root.iterfind(f".//{SVG}g[{SVG}title]"):
        name = group.find(f"{SVG}title").text.split()[0]
        assert group.find(f"{SVG}circle").get("fill") == LIGHT.discs[name].face


def test_the_picture_scales_and_is_described(game):
    root = ET.fromstring(board_svg(game, game.start))
    assert root.get("viewBox") and root.get("width") is None and root.get("height") is None
    assert root.get("role") == "img" and root.get("aria-label") == description(game, game.start)
    _, _, width, height = map(int, root.get("viewBox").split())
    for circle in root.iter(f"{SVG}circle"):
        assert 0 < float(circle.get("cx")) < width and 0 < float(circle.get("cy")) < height


def test_marks_and_arrows_are_added(game):
    move = game.moves(game.start)[0]
    path = game.path(game.start, move)
    plain, kinds = board_svg(game, game.start), ("last", "selected", "target", "capture")
    pictures = [board_svg(game, game.start, [(kind, path[0])]) for kind in kinds]
    pictures.append(board_svg(game, game.start, arrows=[path]))
    assert len({plain, *pictures}) == 6
    for picture in pictures:
        ET.fromstring(picture)
    assert board_svg(game, game.start, arrows=[()]) == plain  # a pass has no path


def test_the_colours_are_those_of_the_light_theme():
    assert drawing.BOARDS == {
        kind: (*LIGHT.squares(kind), LIGHT.mark_on(kind)) for kind in ("wood", "checkers")
    }
    for name, disc in LIGHT.discs.items():
        found = drawing.PIECES[name]
        assert (found.face, found.rim, found.groove, found.pip or None) == (
            disc.face, disc.rim, disc.groove, disc.pip,
        )  # fmt: skip
    assert (drawing.EDGE, drawing.MUTED, drawing.LAST, drawing.LAST_MARK, drawing.GAP) == (
        LIGHT.edge, LIGHT.muted, LIGHT.last, LIGHT.last_mark, LIGHT.gap,
    )  # fmt: skip


def test_a_position_in_words():
    game = all_games()["minicheckers"]
    assert description(game, game.start) == (
        "Mini-Checkers 6×6, blue to move; blue: a1, c1, e1, b2, d2, f2; red: a5, c5, e5, b6, d6, f6"
    )
