"""The captions around the board never touch each other, however small it is."""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from loa_tk.control.game.session import Session
from loa_tk.control.main.scenes import value_bar
from loa_tk.model.games import all_games, find_game
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings
from test_view_board import board, show  # noqa: F401 - a fixture
from viewing import LOA, TEXT_SIZES, WIDE, settle


@pytest.mark.parametrize("size", TEXT_SIZES)
@pytest.mark.parametrize("key", all_games())
def test_the_value_never_runs_into_the_first_letter(board, root, key, size):  # noqa: F811
    """On the smallest board, whatever a position is worth, with the texts of the program."""
    board.look.change("light", size)
    root.geometry("340x300")
    settle(root)
    game = find_game(key)
    session = Session(Settings(game=key), Archive(Path("nowhere")))
    values = (0.0, 0.26, -3.56, 6.58, -88.6, 1234.5, game.utmost, -game.utmost)
    for value, bound in product(values, (0, 1, -1)):
        bar = value_bar(session, None, value, None, bound)
        wide = replace(WIDE, rows=game.rows, columns=game.columns, pieces={}, value=bar)
        show(board, wide)
        (number,) = (i for i in board.find_withtag("value") if board.type(i) == "text")
        letter = board.bbox(board.find_withtag("coordinates")[0])
        said = board.itemcget(number, "text")
        assert said and board.bbox(number)[2] <= letter[0], said


@pytest.mark.parametrize("key", all_games())
def test_a_shorter_value_claims_neither_a_draw_nor_a_win(key):
    """A file's evaluation may return anything."""
    game = find_game(key)
    session = Session(Settings(game=key), Archive(Path("nowhere")))
    for value in (0.3, -0.4, 0.99999 * game.utmost, -(game.utmost - 0.3)):
        for text in value_bar(session, None, value, None).brief:
            assert "wins" not in text and not text.endswith(("+0", " 0"))


@pytest.mark.parametrize(("value", "bound", "text", "whole"), [
    (2.45, 1, "Black ≥ +2.45", "B ≥ +2"), (2.45, -1, "Black ≤ +2.45", "B ≤ +3"),
    (-2.45, 1, "White ≤ +2.45", "W ≤ +3"), (-2.45, -1, "White ≥ +2.45", "W ≥ +2"),
    (0, 1, "Black ≥ 0", ""), (0, -1, "White ≥ 0", ""),
    (2.45, 0, "Black +2.45", "B +2"), (0, 0, "even", ""),
])  # fmt: skip
def test_a_bound_has_its_sign_for_the_side_that_it_names(value, bound, text, whole):
    session = Session(Settings(game="loa5"), Archive(Path("nowhere")))
    bar = value_bar(session, None, value, None, bound)
    assert bar.text == text and (not whole or whole in bar.brief)


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_coordinates_never_touch_each_other(board, root, size):  # noqa: F811
    board.look.change("light", size)
    left_out = set()
    for side in range(70, 330, 20):
        root.geometry(f"{side}x{side}")
        settle(root)
        show(board, replace(LOA, rows=8, columns=8, pieces={}, value=None, last=()))
        board.redraw()
        texts = board.find_withtag("coordinates")
        left_out.add(not texts)
        for along, first, last in ((0, texts[:8], 2), (1, texts[8:], 3)):
            places = sorted(board.bbox(one)[along : last + 1 : 2] for one in first)
            for (_, end), (start, _) in pairwise(places):
                assert end <= start + 4  # a line of digits has blank pixels above and below
    assert left_out == {True, False}
