"""The board in a real Tk: every mark is right and in its place, redrawn only if changed."""

import tkinter as tk
from dataclasses import replace

import pytest

from loa_tk.model.bitboard import Grid
from loa_tk.model.games.breakthrough import texts as breakthrough
from loa_tk.model.games.lines_of_action import texts as lines
from loa_tk.model.games.mini_checkers import texts as checkers
from loa_tk.scenes.board import BoardScene, Glide
from loa_tk.view.board import canvas
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import BAR
from loa_tk.view.kit.palette import mix, rgb
from loa_tk.view.kit.theme import Look
from viewing import (
    CHECKERS,
    LOA,
    WIDE,
    WON,
    image_of,
    pixel,
    settle,
    settle_drawings,
    tags_in_order,
)

ORDER = (
    "squares", "coordinates", "value", "tints", "corners", "last", "halo", "links", "pieces",
    "rings", "cursor", "banner",
)  # fmt: skip


@pytest.fixture
def board(root):
    root.geometry("520x520+0+0")
    said = []
    board = Board(root, Look(root), said.append)
    board.said = said
    board.pack(fill="both", expand=True)
    settle(root)
    return board


def show(board, scene):
    board.show(scene)
    settle(board)


def at(board, square, tag):
    """Return the items of a layer whose centre is that of a square."""
    centre = board.geometry.centre(square)
    return [item for item in board.find_withtag(tag) if tuple(board.coords(item)) == centre]


def picture_at(board, square, tag):
    (item,) = at(board, square, tag)
    return image_of(board, item)


def test_the_pieces_stand_on_their_squares_in_their_colours(board):
    show(board, LOA)
    assert len(board.find_withtag("pieces")) == len(LOA.pieces)
    for square, kind in LOA.pieces.items():
        name, width, height = picture_at(board, square, "pieces")
        assert width == height == board.geometry.snap(board.geometry.cell * 0.8)
        face = rgb(board.look.palette.discs[kind].face)
        found = pixel(board, name, width // 2, height // 2)
        assert all(abs(a - b) <= 2 for a, b in zip(found, face, strict=True))


def test_squares_alternate_and_a1_is_dark(board):
    show(board, BoardScene(rows=5, columns=10, pieces={}))
    light, dark = board.look.palette.squares("wood")
    boxes = board.find_withtag("squares")
    g = board.geometry
    found = {}
    for item in boxes:
        x, y, right, _ = board.coords(item)
        if right - x == g.cell:
            found[g.square(x, y)] = board.itemcget(item, "fill")
    assert found == {s: dark for s in range(50) if sum(divmod(s, 10)) % 2 == 0}
    ground = [item for item in boxes if board.coords(item)[2] - board.coords(item)[0] == g.width]
    assert [board.itemcget(item, "fill") for item in ground] == [light]


def test_a_selected_piece_has_a_closed_ring_and_a_tinted_square(board):
    show(board, LOA)
    name, width, _ = picture_at(board, 2, "rings")
    middle, radius = width // 2, round(board.geometry.cell * 0.42)
    mark = rgb(board.look.palette.mark)
    for x, y in ((radius, 0), (-radius, 0), (0, radius), (0, -radius)):
        assert pixel(board, name, middle + x, middle + y) == mark
    assert pixel(board, name, middle, middle) is None
    tints = {board.itemcget(item, "fill") for item in board.find_withtag("tints")}
    light = board.look.palette.sq_light  # c1 is c + 1 = dark; its colour is mixed with the mark
    dark = board.look.palette.sq_dark
    assert mix(dark, board.look.palette.mark, 0.22) in tints
    assert light not in tints


def test_captures_are_arcs_and_targets_are_dots(board):
    show(board, LOA)
    mark = rgb(board.look.palette.mark)
    for square in LOA.captures:
        name, width, _ = picture_at(board, square, "rings")
        middle, radius = width // 2, round(board.geometry.cell * 0.42)
        assert pixel(board, name, middle + radius, middle) is None
        diagonal = round(radius * 0.7071)
        assert pixel(board, name, middle + diagonal, middle - diagonal) == mark
    for square in LOA.targets:
        name, width, _ = picture_at(board, square, "rings")
        assert width < board.geometry.cell * 0.35
        assert pixel(board, name, width // 2, width // 2) == mark


def test_the_last_move_has_brackets_on_both_squares_and_a_ring_where_the_piece_stood(board):
    show(board, LOA)
    brackets = [item for item in board.find_withtag("last") if board.type(item) == "rectangle"]
    g = board.geometry
    squares = [g.square(*board.coords(item)[:2]) for item in brackets]
    assert {s: squares.count(s) for s in squares} == {9: 8, 13: 8}
    assert {board.itemcget(item, "fill") for item in brackets} == {board.look.palette.last_mark}
    name, width, _ = picture_at(board, 9, "last")
    assert pixel(board, name, width // 2, width // 2) is None
    assert not at(board, 13, "last")


def test_on_the_checkers_board_marks_have_their_own_colour(board):
    show(board, CHECKERS)
    name, width, _ = picture_at(board, 28, "rings")
    assert pixel(board, name, width // 2, width // 2) == rgb(board.look.palette.checkers_mark)
    # Of the two pieces that may move one is selected; the other has a thin ring.
    assert len(at(board, 2, "rings")) == len(at(board, 14, "rings")) == 1
    # A board of the same size with other squares must not keep the old marks' colour.
    show(board, replace(CHECKERS, squares="wood"))
    name, width, _ = picture_at(board, 28, "rings")
    assert pixel(board, name, width // 2, width // 2) == rgb(board.look.palette.mark)


def test_links_are_drawn_rims_first_and_lie_under_the_discs(board):
    show(board, LOA)
    links = board.find_withtag("links")
    assert len(links) == 2 * len(LOA.links)
    # Two kinds: all rims before all fills.
    names = [image_of(board, item)[0] for item in links]
    rims, fills = names[: len(LOA.links)], names[len(LOA.links) :]
    assert not set(rims) & set(fills)


def test_a_winning_group_is_one_body_even_without_links(board):
    show(board, WON)
    halo = [image_of(board, item) for item in board.find_withtag("halo")]
    pairs = len(WON.bonds)
    assert len(halo) == len(WON.halo) + pairs
    assert len(board.find_withtag("links")) == 2 * pairs
    for name, width, height in halo:
        assert pixel(board, name, width // 2, height // 2) == rgb(board.look.palette.win)


def test_winners_that_are_no_group_are_not_linked(board):
    show(board, replace(WON, bonds=()))
    assert len(board.find_withtag("halo")) == len(WON.halo)
    assert not board.find_withtag("links")


def test_the_cursor_is_a_dashed_square(board):
    show(board, replace(LOA, cursor=7))
    below, above = board.find_withtag("cursor")
    assert board.itemcget(above, "dash") and not board.itemcget(below, "dash")
    x, y, right, bottom = board.coords(above)
    assert board.geometry.square(x, y) == board.geometry.square(right, bottom) == 7


@pytest.mark.parametrize("share", (0.0, 0.2, 0.5, 1.0))
def test_the_value_bar_is_divided_by_the_lower_side_s_share(board, share):
    show(board, replace(LOA, value=replace(LOA.value, share=share)))
    black = board.look.palette.discs["black"].face.lower()
    boxes = [i for i in board.find_withtag("value") if board.type(i) == "rectangle"]
    high = 0
    for item in boxes:
        _, top, _, bottom = board.coords(item)
        high += (bottom - top) * (board.itemcget(item, "fill").lower() == black)
    # The rounded ends, 7 px each, are pictures.
    assert high == pytest.approx(share * board.geometry.height, abs=15)
    texts = [i for i in board.find_withtag("value") if board.type(i) == "text"]
    assert [board.itemcget(i, "text") for i in texts] == ["+18"]


@pytest.mark.parametrize("theme", ("light", "dark", "contrast"))
@pytest.mark.parametrize("share", (0.0, 0.4, 1.0))
def test_the_value_bar_has_a_frame_of_one_pixel(board, theme, share):
    board.look.change(theme, 10)
    show(board, replace(LOA, value=replace(LOA.value, share=share)))
    boxes = [i for i in board.find_withtag("value") if board.type(i) == "rectangle"]
    ground, *fills = (board.coords(i) for i in boxes[:-2])  # the last two are the tick
    assert board.itemcget(boxes[0], "fill") == board.look.palette.edge
    for left, top, right, bottom in fills:
        assert (left, right) == (ground[0] + 1, ground[2] - 1) and bottom > top
    assert sum(bottom - top for _, top, _, bottom in fills) == ground[3] - ground[1]


@pytest.mark.parametrize("text", ("0", "+18", "−990 k", "loss 10"))
@pytest.mark.parametrize("width", (520, 700))
def test_the_number_is_centred_under_the_value_bar(board, root, width, text):
    root.geometry(f"{width}x520")
    settle(root)
    show(board, replace(LOA, value=replace(LOA.value, text=text)))
    (number,) = (i for i in board.find_withtag("value") if board.type(i) == "text")
    left, _, right, _ = board.bbox(number)
    middle = board.geometry.bar_x + board.geometry.px(BAR) / 2
    assert abs((left + right) / 2 - middle) <= 1 or 0 <= left + 1 <= 2
    letter = board.bbox(board.find_withtag("coordinates")[0])
    assert right + board.geometry.px(8) < letter[0]


def test_coordinates_follow_rows_and_columns_and_flipping(board):
    show(board, replace(WIDE, flipped=True))
    texts = board.find_withtag("coordinates")
    assert [board.itemcget(i, "text") for i in texts] == [*"abcdefghij", *"12345"]
    letters = [board.coords(i)[0] for i in texts[:10]]
    assert letters == sorted(letters, reverse=True)
    numbers = [board.coords(i)[1] for i in texts[10:]]
    assert numbers == sorted(numbers)
    show(board, replace(WIDE, coordinates=False))
    assert not board.find_withtag("coordinates")


@pytest.mark.parametrize("scene", (replace(LOA, cursor=7), replace(WON, cursor=7)))
def test_everything_is_drawn_in_its_order(board, scene):
    show(board, scene)
    # Change every layer once, so that each has also been drawn alone.
    show(board, replace(scene, selected=None, last=(3, 4), links=((1, 2),), cursor=8, captures=()))
    show(board, scene)
    ranks = [ORDER.index(tag) for tag in tags_in_order(board) if tag != "banner"]
    assert ranks == sorted(ranks)


def test_only_what_differs_is_drawn_anew(board):
    show(board, LOA)
    before = {tag: board.find_withtag(tag) for tag in ORDER}
    show(board, replace(LOA, selected=None, targets=(), captures=()))
    changed = {tag for tag in ORDER if board.find_withtag(tag) != before[tag]}
    assert changed == {"tints", "rings"}
    show(board, LOA)
    before = {tag: board.find_withtag(tag) for tag in ORDER}
    show(board, replace(LOA))
    assert {tag: board.find_withtag(tag) for tag in ORDER} == before


def test_a_move_leaves_the_other_pieces_alone(board):
    show(board, LOA)
    before = {square: at(board, square, "pieces") for square in LOA.pieces}
    moved = {s: k for s, k in LOA.pieces.items() if s != 2} | {12: "black"}
    show(board, replace(LOA, pieces=moved))
    assert not at(board, 2, "pieces") and at(board, 12, "pieces")
    for square in set(moved) - {12}:
        assert at(board, square, "pieces") == before[square]


def test_a_resize_redraws_once_and_drops_old_pictures(board, root):
    show(board, LOA)
    cells = set()
    for side in range(500, 800, 40):
        root.geometry(f"{side}x{side}")
        settle(root)
        board.redraw()
        cells.add(board.geometry.cell)
    kept = len(board._images)
    assert len(cells) > 5
    one_size = len({image_of(board, i)[0] for i in board.find_all() if board.type(i) == "image"})
    assert kept <= 3 * one_size


def test_the_board_is_redrawn_soon_after_a_resize(board, root, monkeypatch):
    show(board, LOA)
    old, soon = board.geometry.cell, canvas.SETTLED
    assert soon <= 100
    # However slow the machine is, the intermediate sizes follow each other faster than this.
    monkeypatch.setattr(canvas, "SETTLED", 3_600_000)
    for size in ("600x600", "700x700"):
        root.geometry(size)
        settle(root)
        assert board.winfo_width() > 590 and board.geometry.cell == old
    monkeypatch.setattr(canvas, "SETTLED", soon)
    root.geometry("760x760")
    settle_drawings(root)
    assert board.geometry.cell > old
    assert len(board.find_withtag("pieces")) == len(LOA.pieces)


def moved(scene, path, taken=()):
    pieces = dict(scene.pieces)
    kind = pieces.pop(path[0])
    for square, _ in taken:
        pieces.pop(square, None)
    return replace(
        scene, pieces={**pieces, path[-1]: kind}, last=path, selected=None, targets=(),
        captures=(), links=(), glide=Glide(path, taken),
    )  # fmt: skip


def test_a_move_glides_and_arrives(board):
    show(board, LOA)
    board.show(moved(LOA, (2, 10), ((10, "white"),)))
    # The piece is still moving, and the piece that it captures is still there.
    assert len(board.find_withtag("pieces")) == len(LOA.pieces)
    assert len(at(board, 10, "pieces")) == 1
    settle_drawings(board)
    assert not at(board, 2, "pieces")
    assert len(at(board, 10, "pieces")) == 1
    assert len(board.find_withtag("pieces")) == len(LOA.pieces) - 1


def test_a_glide_is_cut_short_by_the_next_move_but_not_by_a_mark(board):
    show(board, LOA)
    first = moved(LOA, (2, 12))
    board.show(first)
    board.show(replace(first, cursor=3))
    assert not at(board, 12, "pieces")
    second = moved(first, (20, 21))
    board.show(replace(second, glide=None))
    assert at(board, 12, "pieces") and at(board, 21, "pieces")
    settle_drawings(board)
    assert at(board, 12, "pieces") and at(board, 21, "pieces")


def test_the_winning_piece_does_not_arrive_before_it_sets_out(board, monkeypatch):
    """The banner lays out its button, which shows what has been drawn so far."""
    show(board, LOA)
    seen = []
    buttons = type(board._banner._buttons)
    lay_out = buttons.update_idletasks

    def noticed(self):
        seen.append(at(board, 12, "pieces"))
        lay_out(self)

    monkeypatch.setattr(buttons, "update_idletasks", noticed)
    board.show(replace(moved(LOA, (2, 12)), banner=WON.banner))
    assert seen and not any(seen)


def test_without_a_glide_a_move_is_there_at_once(board):
    show(board, LOA)
    board.show(replace(moved(LOA, (2, 12)), glide=None))
    assert at(board, 12, "pieces")


def banner_box(board):
    card = next(
        item for item in board.find_withtag("banner")
        if board.type(item) == "image" and board.itemcget(item, "anchor") == "nw"
        and image_of(board, item)[1] == min(board.geometry.width - 16, 560)
    )  # fmt: skip
    x, y = board.coords(card)
    _, width, height = image_of(board, card)
    return x, y, x + width, y + height


@pytest.mark.parametrize("flipped", (False, True))
def test_the_banner_keeps_off_the_winning_group(board, flipped):
    show(board, replace(WON, flipped=flipped))
    _, top, _, bottom = banner_box(board)
    g = board.geometry
    for square in WON.halo:
        _, y = g.centre(square)
        assert not top - g.cell * 0.42 < y < bottom + g.cell * 0.42
    assert (top < g.y + g.height / 2) == flipped


def test_where_a_group_reaches_both_rows_the_banner_takes_the_one_with_fewer(board):
    column = (2, 7, 12, 17, 22, 23)  # c1 to c5 and d5
    scene = replace(WON, pieces=dict.fromkeys(column, "black"), halo=column)
    show(board, scene)
    assert banner_box(board)[1] > board.geometry.y + board.geometry.height / 2


def test_a_low_board_has_its_banner_below(board):
    show(board, replace(WIDE, banner=WON.banner, last=(2, 12)))
    assert banner_box(board)[1] > board.geometry.y + board.geometry.height
    assert banner_box(board)[3] <= board.winfo_height()


def test_no_text_of_the_banner_is_ever_drawn_outside_its_card(board, monkeypatch):
    update, drawn = tk.Misc.update_idletasks, []

    def drawing(widget):
        drawn.extend(board.coords(i) for i in board.find_all() if board.type(i) == "text")
        update(widget)

    before = replace(WON, banner=None, coordinates=False, value=None)
    show(board, before)
    monkeypatch.setattr(tk.Misc, "update_idletasks", drawing)
    board.show(replace(before, banner=WON.banner))
    assert not drawn


def test_the_banner_s_buttons_and_its_text(board):
    show(board, WON)
    texts = [i for i in board.find_withtag("banner") if board.type(i) == "text"]
    assert [board.itemcget(i, "text") for i in texts] == [WON.banner.title, WON.banner.reason]
    (window,) = (i for i in board.find_withtag("banner") if board.type(i) == "window")
    buttons = board.nametowidget(board.itemcget(window, "window")).winfo_children()
    for button in buttons:
        button.invoke()
    assert board.said == ["new", "dismiss"]
    show(board, replace(WON, banner=None))
    assert not board.find_withtag("banner")


@pytest.mark.parametrize(
    "reason",
    (
        lines.connected("white", 12),
        lines.STUCK.format("White"),
        breakthrough.reached(Grid(8, 8), 1 << 9),
        breakthrough.reached(Grid(8, 8), 1 << 9 | 1 << 11 | 1 << 13),
        breakthrough.captured("white", 2, 3),
        checkers.CAPTURED.format("blue"),
        checkers.more_left("blue", "red", 6, 3),
        checkers.equally_many(3),
    ),
)
def test_the_usual_reasons_stand_beside_the_banner_s_buttons(board, root, reason):
    root.geometry("640x640")  # as in a new window
    settle(root)
    board.redraw()
    show(board, replace(WON, banner=replace(WON.banner, reason=reason)))
    _, text = (i for i in board.find_withtag("banner") if board.type(i) == "text")
    (window,) = (i for i in board.find_withtag("banner") if board.type(i) == "window")
    assert board.bbox(text)[2] < board.bbox(window)[0]
    assert board.bbox(text)[3] - board.bbox(text)[1] < 2 * board.look.line("body")


def test_on_a_small_board_the_banner_s_buttons_go_below_its_text(board, root):
    root.geometry("330x330")
    settle(root)
    board.redraw()
    show(board, WON)
    x, _, right, bottom = banner_box(board)
    for item in board.find_withtag("banner"):
        if board.type(item) in ("text", "window"):
            box = board.bbox(item)
            assert box[0] >= x and box[2] <= right and box[3] <= bottom
    (window,) = (i for i in board.find_withtag("banner") if board.type(i) == "window")
    for item in board.find_withtag("banner"):
        if board.type(item) == "text":
            assert board.bbox(item)[3] <= board.bbox(window)[1]


def test_a_draw_has_no_disc_in_its_banner(board):
    show(board, WON)
    with_disc = len(board.find_withtag("banner"))
    show(board, replace(WON, banner=replace(WON.banner, kind=None)))
    assert len(board.find_withtag("banner")) == with_disc - 1


@pytest.mark.parametrize("height", [520, 640])
def test_a_notice_lies_on_or_below_the_board_until_it_goes(root, board, height):
    root.geometry(f"520x{height}")
    settle(root)
    show(board, replace(CHECKERS, notice="Blue had no legal move and passed."))
    left, _, right, bottom = board.bbox("notice")
    assert left >= 0 and right <= board.winfo_width() and bottom <= board.winfo_height()
    (text,) = (item for item in board.find_withtag("notice") if board.type(item) == "text")
    assert board.itemcget(text, "text") == "Blue had no legal move and passed."
    show(board, CHECKERS)
    assert not board.find_withtag("notice")
    show(board, replace(WON, notice="Not beside a banner"))
    assert not board.find_withtag("notice")
