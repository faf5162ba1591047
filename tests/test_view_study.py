"""The third card's pages, arrows, the position editor, lists and questions, in a real Tk."""

import sys
import tkinter as tk
from dataclasses import replace
from itertools import pairwise
from string import ascii_letters, digits

import pytest

from loa_tk.scenes.main import (
    AnalysisRow,
    AnalysisScene,
    Brush,
    EditorScene,
    GraphPoint,
    MoveLine,
    MoveWord,
    ReviewScene,
)
from loa_tk.scenes.pages import ListRow, ListScene
from loa_tk.view.board.lettering import SIGNS, lettering
from loa_tk.view.board.png_file import PAD, Paper, compose
from loa_tk.view.kit.dialogs import ListWindow, QuestionWindow
from loa_tk.view.kit.palette import PALETTES, contrast, rgb
from loa_tk.view.kit.theme import Look
from loa_tk.words import review as words
from patience import wait_until
from test_view_window import outside, resize, the_window, window  # noqa: F401 - fixtures
from viewing import CHECKERS, LOA, SCENE, TEXT_SIZES, image_of, pixel, settle, tags_in_order

REVIEW = ReviewScene(
    points=(
        GraphPoint("0", 0.5),
        GraphPoint("1", 0.8),
        GraphPoint("2", 0.1, True),
        GraphPoint("3"),
    ),
    lines=(
        MoveLine((MoveWord("", "1."), MoveWord("1", "c1-c3"), MoveWord("2", "a2-c2?", True))),
        MoveLine((MoveWord("", "1…"), MoveWord("4", "a3-b2")), 1),
        MoveLine((MoveWord("", "2."), MoveWord("3", "b1-b3"))),
    ),
    current="2",
    enabled=frozenset(("first", "previous", "next")),
)
MOVES = replace(SCENE, page="moves", review=REVIEW)
ANALYSIS = replace(
    SCENE,
    page="analysis",
    analysis=AnalysisScene(
        on=True,
        facts="depth 9 · 1.2 M nodes",
        rows=tuple(
            AnalysisRow(str(i), "+12.5", ("c1-c3", "a2-c2", "b1-b3") * 4) for i in (1, 2, 3)
        ),
        can_analyse_game=True,
    ),
)
SIDES = (Brush("first", "Black", "black"), Brush("second", "White", "white"))
EDITOR = EditorScene(
    brushes=(*SIDES, Brush("nothing", "Nothing")), brush="second", sides=SIDES, side="first"
)


def click(widget, x, y):
    widget.event_generate("<Button-1>", x=x, y=y)
    widget.event_generate("<ButtonRelease-1>", x=x, y=y)
    settle(widget)


def test_the_words_turn_the_pages(window):  # noqa: F811
    card = window.body.study
    for page in ("moves", "analysis", "log"):
        card._tabs[page].invoke()
        window.show(replace(MOVES, page=page))
        settle(window.root)
        shown = [name for name, part in card.pages.items() if part.winfo_ismapped()]
        assert shown == [page] and card._tabs[page].instate(["selected"])
    assert window.intents.said == [
        ("choose", "page", page) for page in ("moves", "analysis", "log")
    ]


@pytest.mark.parametrize("size", ((800, 560), (1000, 692), (1280, 800), (1600, 900)))
@pytest.mark.parametrize("text_size", (10, 14))
def test_the_words_of_the_pages_stay_where_they_are(window, size, text_size):  # noqa: F811
    card, seen = window.body.study, set()
    for page in ("log", "moves", "analysis"):
        window.show(replace(MOVES, page=page, text_size=text_size))
        resize(window, *size)
        tabs = card._tabs.values()
        seen.add(tuple((t["text"], t.winfo_rootx(), t.winfo_width()) for t in tabs))
        for tab in tabs:
            assert tab.winfo_reqwidth() <= tab.winfo_width()
            assert tab.winfo_rootx() + tab.winfo_width() <= card.winfo_rootx() + card.winfo_width()
    assert len(seen) == 1


def test_the_arrows_turn_the_pages(window):  # noqa: F811
    window.body.study._tabs["log"].focus_force()
    settle(window.root)
    for key, page in (("Right", "moves"), ("Left", "analysis")):
        window.root.focus_get().event_generate(f"<Key-{key}>")
        assert window.intents.said[-1] == ("choose", "page", page)
        window.body.study._tabs["log"].focus_force()
        settle(window.root)


def test_the_focus_goes_with_the_page_whoever_turns_it(window):  # noqa: F811
    card = window.body.study
    card._tabs["log"].focus_force()
    settle(window.root)
    window.show(ANALYSIS)  # by a key of the menu
    settle(window.root)
    assert window.root.focus_get() is card._tabs["analysis"]
    window.body.board.focus_force()
    settle(window.root)
    window.show(MOVES)
    settle(window.root)
    assert window.root.focus_get() is window.body.board


def test_the_move_list(window):  # noqa: F811
    window.show(MOVES)
    settle(window.root)
    text = window.body.study.pages["moves"].text
    assert text.get("1.0", "end-1c").splitlines() == [
        "  1. c1-c3    a2-c2?   ", "1… a3-b2 ", "  2. b1-b3    ",
    ]  # fmt: skip
    here = [str(place) for place in text.tag_ranges("here")]
    assert text.get(*here) == "a2-c2?"
    x, y, *_ = text.bbox("2.4")
    click(text, x + 2, y + 2)
    assert window.intents.said == [("choose", "move", "4")]
    x, y, *_ = text.bbox("1.0")  # a click beside the moves does nothing
    click(text, x + 1, y + 2)
    assert len(window.intents.said) == 1


@pytest.mark.parametrize(
    ("key", "name"),
    [("Home", "first"), ("Left", "previous"), ("Right", "next"), ("End", "last")],
)
def test_the_list_s_keys(window, key, name):  # noqa: F811
    window.show(MOVES)
    settle(window.root)
    window.body.study.pages["moves"].text.focus_force()
    settle(window.root)
    window.root.focus_get().event_generate(f"<Key-{key}>")
    assert window.intents.said == [("command", name)]


def test_the_comment_is_shown_and_written(window):  # noqa: F811
    resize(window, 1280, 800)
    window.show(replace(MOVES, review=replace(REVIEW, comment="One.")))
    settle(window.root)
    box = window.body.study.pages["moves"].comment
    assert box.winfo_ismapped() and box.content() == "One." and window.intents.said == []
    box.text.focus_force()
    settle(window.root)
    box.text.insert("end", " Two")
    settle(window.root)
    assert window.intents.said == [("choose", "comment", "One. Two")]
    window.show(replace(MOVES, review=replace(REVIEW, comment="One. Two")))
    settle(window.root)
    assert box.text.index("insert") == "1.8"  # what is being typed is left alone
    window.show(replace(MOVES, review=replace(REVIEW, comment="", current="0")))
    settle(window.root)
    assert box.content() == "" and len(window.intents.said) == 1


def test_keys_in_the_comment_stay_there(window):  # noqa: F811
    resize(window, 1280, 800)
    window.show(MOVES)
    settle(window.root)
    text = window.body.study.pages["moves"].comment.text
    text.focus_force()
    settle(window.root)
    for key in ("a", "Left", "space", "Return", "Up", "Home", "Control-Key-z", "Control-Key-y"):
        text.event_generate(f"<{key}>")
    settle(window.root)
    assert {said[0] for said in window.intents.said} <= {"choose"}
    assert all(said[1] == "comment" for said in window.intents.said)
    before, place = text.get("1.0", "end"), text.index("insert")
    for key, name in (("o", "open"), ("n", "new"), ("f", "flip")):  # Text has these keys, too
        window.intents.said.clear()
        text.event_generate(f"<Control-Key-{key}>")
        settle(window.root)
        assert window.intents.said == [("command", name)]
    assert (text.get("1.0", "end"), text.index("insert")) == (before, place)
    text.event_generate("<Escape>")
    settle(window.root)
    assert window.root.focus_get() is window.body.board


def test_a_low_window_has_no_room_for_comments(window):  # noqa: F811
    resize(window, 700, 420)
    window.show(MOVES)
    settle(window.root)
    moves = window.body.study.pages["moves"]
    seen = moves.text.winfo_height() // moves._look.line("mono")
    assert seen >= 3 or not moves.comment.winfo_ismapped()


def test_the_steps_at_the_right(window):  # noqa: F811
    window.show(MOVES)
    resize(window, 1280, 800)
    row = window.body.study._actions["moves"]
    assert row.winfo_ismapped()
    for button in row.winfo_children():
        button.invoke()
    assert window.intents.said == [("command", n) for n in ("first", "previous", "next")]


def test_the_graph(window):  # noqa: F811
    window.show(MOVES)
    settle(window.root)
    graph = window.body.study.pages["moves"].graph
    assert len(graph.find_withtag("bar")) == 3 and len(graph.find_withtag("blunder")) == 1
    up, down = (graph.bbox(graph.find_withtag("bar")[i]) for i in (1, 2))
    assert up[3] <= down[1] + 2  # one above the middle, the other below
    band = graph.bbox(graph.find_withtag("here")[0])
    assert band[0] <= down[0] and down[2] <= band[2] + 2
    for number, point in enumerate(REVIEW.points):
        click(graph, sum(graph.span(number)) // 2, 20)
        assert window.intents.said[-1] == ("choose", "move", point.key)
    window.show(
        replace(MOVES, review=ReviewScene(points=(GraphPoint("0"),), lines=(), current="0"))
    )
    assert graph.find_withtag("note") and not graph.find_withtag("here")
    assert words.NO_MOVES_YET in window.body.study.pages["moves"].text.get("1.0", "end")


@pytest.mark.parametrize("theme", PALETTES)
def test_the_bar_of_the_position_on_the_board_is_louder_than_its_band(window, theme):  # noqa: F811
    window.show(replace(MOVES, theme=theme))
    settle(window.root)
    graph, surface = window.body.study.pages["moves"].graph, PALETTES[theme].surface
    left, right = graph.span(2)
    bar = next(i for i in graph.find_withtag("bar") if left <= graph.coords(i)[0] < right)
    x, y = (left + right) // 2, graph.coords(bar)[1] - 6  # in its slot, on the other side
    band = graph.find_overlapping(x, y, x, y)[-1]
    ground, loud = graph.itemcget(band, "fill"), graph.itemcget(bar, "fill")
    assert contrast(loud, surface) >= 3 and contrast(loud, ground) >= 3
    assert contrast(ground, surface) < 2


def test_a_long_game_s_graph_stays_inside(window):  # noqa: F811
    points = tuple(GraphPoint(str(i), i / 400) for i in range(400))
    window.show(replace(MOVES, review=ReviewScene(points=points, lines=(), current="399")))
    settle(window.root)
    graph = window.body.study.pages["moves"].graph
    assert graph.bbox("bar")[2] <= graph.winfo_width() + 1
    click(graph, graph.winfo_width() - 1, 20)
    assert window.intents.said[-1] == ("choose", "move", "399")


def test_the_analysis_page(window):  # noqa: F811
    window.show(ANALYSIS)
    settle(window.root)
    page = window.body.study.pages["analysis"]
    hidden = []
    for part in (page._facts, page._grid):
        part.bind("<Unmap>", hidden.append)
    window.show(replace(ANALYSIS, analysis=replace(ANALYSIS.analysis, facts="depth 12")))
    settle(window.root)
    assert page._facts["text"] == "depth 12" and not hidden  # they flickered in grey
    for rank, line, value in page._rows:
        assert str(rank["text"]) and str(value["text"]) == "+12.5"
        assert all(len(move) == 5 for move in str(line["text"]).split())  # whole moves only
    page.switch.invoke()
    page.game.invoke()
    assert window.intents.said == [("command", "analyse"), ("command", "analyse-game")]
    study = replace(ANALYSIS.analysis, rows=(), progress=0.4, progress_text="Position 2 of 5")
    window.show(replace(ANALYSIS, analysis=study))
    settle(window.root)
    assert page._study.winfo_ismapped() and not page.switch.winfo_ismapped()
    window.show(ANALYSIS)
    settle(window.root)
    assert not page._study.winfo_ismapped() and page.switch.winfo_ismapped()


def test_a_proved_analysis_wraps_its_lines_and_has_nothing_to_stop(window):  # noqa: F811
    proved = ("Proved: Black wins in 11 plies",)
    window.show(ANALYSIS)
    settle(window.root)
    page = window.body.study.pages["analysis"]
    assert page.switch["text"] == words.STOP_ANALYSIS
    window.show(replace(ANALYSIS, analysis=replace(ANALYSIS.analysis, proof=proved, ended=True)))
    settle(window.root)
    assert page.switch["text"] == words.HIDE_ANALYSIS
    assert page._facts["text"] == proved[0] and str(page._facts["style"]) == "Proved.TLabel"
    for (_, line, _), row in zip(page._rows, ANALYSIS.analysis.rows, strict=True):
        assert tuple(str(line["text"]).split()) == row.line  # all moves, in several lines
        assert "\n" in str(line["text"]) and line.winfo_reqwidth() <= line.winfo_width()


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_no_page_is_cut_off_in_the_smallest_window(window, size):  # noqa: F811
    quiet = replace(ANALYSIS, analysis=AnalysisScene(note=words.ANALYSIS_OFF))
    reason = "The game would be over: all the checkers of black form one group."
    edited = replace(SCENE, log_pane=False, editor=replace(EDITOR, reason=reason))
    proved = replace(ANALYSIS.analysis, proof=("Proved: Black wins in 11 plies",), ended=True)
    analysed = replace(ANALYSIS, analysis=proved)
    for scene in (SCENE, MOVES, quiet, analysed, edited):
        window.show(replace(scene, text_size=size))
        resize(window, 800, 600)
        resize(window, 800, 600)
        assert list(outside(window)) == []
        if scene is analysed:
            page = window.body.study.pages["analysis"]
            last = max(part.winfo_rooty() + part.winfo_height() for part in page._rows[-1])
            assert last <= page.switch.winfo_rooty()  # all three lines are seen
        if scene is MOVES:
            text = window.body.study.pages["moves"].text
            assert text.winfo_height() >= 2 * window.look.line("mono")
            assert text.bbox("here.first")
        for _ in range(2):
            resize(window, *window.look.smallest())
        assert list(outside(window)) == []


def test_copy_save_and_clear_are_in_a_menu_where_there_is_no_room(window):  # noqa: F811
    card = window.body.study
    window.show(SCENE)
    resize(window, 1280, 800)
    assert card._actions["log"].winfo_ismapped() and not card._more.winfo_ismapped()
    resize(window, 800, 600)
    assert card._more.winfo_ismapped() and not card._actions["log"].winfo_ismapped()
    for index in range(3):
        card._menu.invoke(index)
    assert window.intents.said == [
        ("command", name) for name in ("log-copy", "log-save", "log-clear")
    ]


def test_a_hint_is_an_arrow_without_a_number(window):  # noqa: F811
    window.show(replace(SCENE, board=replace(LOA, arrows=((2, 12, 0),))))
    board = window.body.board
    assert [board.type(item) for item in board.find_withtag("arrows")] == ["image"]


def test_arrows_lie_between_the_pieces_and_the_rings(window):  # noqa: F811
    arrows = ((2, 12, 1), (1, 13, 2), (15, 3, 3))
    window.show(replace(SCENE, board=replace(LOA, arrows=arrows)))
    board = window.body.board
    order = [tag for tag in tags_in_order(board) if tag in ("pieces", "arrows", "rings")]
    assert order == sorted(order, key=("pieces", "arrows", "rings").index)
    items = board.find_withtag("arrows")
    numbers = [board.itemcget(i, "text") for i in items if board.type(i) == "text"]
    assert sorted(numbers) == ["1", "2", "3"]
    name, width, height = image_of(board, items[2])  # the best move's: upright, drawn last
    assert height > width
    found = pixel(board, name, width // 2, height // 2)
    assert found is not None
    assert all(abs(a - b) < 3 for a, b in zip(found, rgb(PALETTES["light"].mark), strict=True))
    assert pixel(board, name, 0, 0) is None
    window.show(SCENE)
    assert not board.find_withtag("arrows")


def test_the_editor_s_card(window):  # noqa: F811
    window.show(replace(SCENE, editor=EDITOR, log_pane=False))
    settle(window.root)
    card = window.body.editor
    assert card.winfo_ismapped() and not window.body.players.winfo_ismapped()
    chosen = [button.instate(["selected"]) for button in card._brushes.buttons]
    assert chosen == [False, True, False]
    for theme, size in (("light", 10), ("dark", 14), ("contrast", 9)):
        window.look.change(theme, size)
        settle(window.root)
        buttons = (*card._brushes.buttons, *card._sides.buttons)
        assert len({(one.winfo_width(), one.winfo_height()) for one in buttons}) == 1
        assert len({one.winfo_rooty() for one in buttons}) == 1
    card._brushes.buttons[2].invoke()
    card._sides.buttons[1].invoke()
    card.ok.invoke()
    assert window.intents.said == [
        ("choose", "brush", "nothing"), ("choose", "to-move", "second"), ("command", "edit-done"),
    ]  # fmt: skip
    window.show(replace(SCENE, editor=replace(EDITOR, reason="No."), log_pane=False))
    assert card.ok.instate(["disabled"])
    window.show(SCENE)
    settle(window.root)
    assert not card.winfo_ismapped() and window.body.players.winfo_ismapped()
    assert window.body.players.winfo_rooty() == window.body.board.winfo_rooty()
    assert window.body.study.winfo_rooty() > window.body.thinking.winfo_rooty()


LIST = ListScene(
    title="Games", heads=("Date", "Game"),
    rows=(ListRow("", ("", "cannot")), ListRow("1", ("2001", "a")), ListRow("2", ("2002", "b"))),
    button="Open", note="A note.",
)  # fmt: skip


def test_a_list_gives_the_key_of_the_chosen_line(root):
    chosen = []
    found = ListWindow(root, Look(root), LIST, chosen.append)
    settle(root)
    assert found.tree.selection() == ("1",)  # the first row that can be chosen
    found.tree.selection_set("0")
    settle(root)
    assert found.button.instate(["disabled"])
    found._ok()
    assert chosen == [] and found.winfo_exists()
    found.tree.selection_set("2")
    settle(root)
    found.tree.focus_force()
    found.tree.event_generate("<Return>")
    settle(root)
    assert chosen == ["2"] and not found.winfo_exists()


def test_a_list_may_do_something_else_with_a_line(root):
    chosen, other = [], []
    scene = replace(LIST, other="Delete…")
    found = ListWindow(root, Look(root), scene, chosen.append, other.append)
    settle(root)
    found.second.invoke()
    found.tree.focus_force()
    found.tree.event_generate("<Delete>")
    assert other == ["1", "1"] and chosen == [] and found.winfo_exists()
    found.tree.selection_set("0")
    settle(root)
    assert found.second.instate(["disabled"])
    found.destroy()
    found = ListWindow(root, Look(root), LIST, chosen.append)
    settle(root)
    assert not found.second.winfo_ismapped()
    found.destroy()


def test_what_a_list_has_no_room_for_ends_in_an_ellipsis(root):
    text = "a very long name of a player who has many names, and of another who has more"
    scene = replace(LIST, rows=(ListRow("1", ("2001", text)),))
    found = ListWindow(root, Look(root), scene, print)
    settle(root)
    assert str(found.tree.item("0", "values")[1]).endswith("…")
    found.geometry("1500x300")
    wait_until(lambda: settle(root) or found.tree.item("0", "values")[1] == text)
    found.destroy()
    settle(root)


@pytest.mark.skipif(sys.platform == "win32", reason="an open menu of Windows takes every event")
def test_the_menu_of_the_log_keeps_the_keys_to_itself(window):  # noqa: F811
    """Opened by mouse, it left the arrows and Escape to the board behind it."""
    resize(window, 800, 600)
    window.show(replace(MOVES, page="log"))
    settle(window.root)
    card = window.body.study
    window.body.board.focus_force()
    settle(window.root)
    assert card._more.winfo_ismapped()
    for sequence in ("<Enter>", "<Button-1>", "<ButtonRelease-1>"):
        card._more.event_generate(sequence, x=5, y=5)
    wait_until(lambda: settle(window.root) or card._menu.winfo_ismapped(), "the menu")
    assert str(window.root.tk.call("focus")) == str(card._menu)
    card._menu.unpost()


def test_escape_chooses_nothing(root):
    chosen = []
    for make in (
        lambda: ListWindow(root, Look(root), LIST, chosen.append),
        lambda: QuestionWindow(root, Look(root), "Title", "Text " * 60, "On", chosen.append),
    ):
        found = make()
        settle(root)
        found.focus_force()
        found.event_generate("<Escape>")
        settle(root)
        assert chosen == [] and not found.winfo_exists()


def test_a_question_goes_on_once(root):
    told = []
    found = QuestionWindow(root, Look(root), "Title", "Text", "On", lambda: told.append(1))
    found.button.invoke()
    settle(root)
    assert told == [1] and not found.winfo_exists()


def ink(text, anchor):
    """Return the extent of a text on paper, across and down, written at 50, 50."""
    palette = PALETTES["light"]
    paper = Paper(100, 100, None, palette)
    paper.text(50, 50, text, "caption", "#000000", anchor)
    empty = bytes((*rgb(palette.window), 255))
    found = [
        (i, j)
        for j, row in enumerate(paper.finished())
        for i in range(100)
        if row[4 * i : 4 * i + 4] != empty
    ]
    across, down = zip(*found, strict=True)
    return min(across), max(across), min(down), max(down)


def test_lettering_stands_where_it_is_anchored():
    left, right, top, bottom = ink("8", "center")
    assert abs(left + right - 99) <= 2 and abs(top + bottom - 99) <= 2
    assert abs(ink("8", "e")[1] - 50) <= 2 and abs(ink("8", "nw")[0] - 50) <= 2
    left, right, top, _ = ink("a", "n")
    assert abs(left + right - 99) <= 2 and top >= 50
    assert set(ascii_letters + digits + "+\N{MINUS SIGN}.,") <= set(SIGNS)
    drawn = {sign: tuple(lettering(sign, 24, "#000000")) for sign in SIGNS}
    assert len(set(drawn.values())) == len(SIGNS) - 1  # only l and I are alike


@pytest.mark.parametrize("theme", PALETTES)
def test_the_picture_of_the_board_is_painted(window, theme):  # noqa: F811
    for scene in (replace(LOA, arrows=((2, 12, 1),), cursor=3), CHECKERS):
        window.show(replace(SCENE, board=scene, theme=theme))
        picture = tk.PhotoImage(master=window.root, data=window.image(), format="png")
        palette, cell = PALETTES[theme], 192
        assert picture.get(1, 1) == rgb(palette.window)
        width, height = picture.width(), picture.height()
        assert width > cell * scene.columns and height > cell * scene.rows
        # The middle of the first piece's disc; the board's right edge lies on the margin.
        square, kind = next((s, k) for s, k in scene.pieces.items() if k in ("black", "blue"))
        row, column = divmod(square, scene.columns)
        x = width - PAD - 2 - cell * (scene.columns - column) + cell // 2 + 20
        y = PAD + 1 + cell * (scene.rows - 1 - row) + cell // 2
        found, face = picture.get(x, y), rgb(palette.discs[kind].face)
        assert all(abs(a - b) <= 2 for a, b in zip(found, face, strict=True))


def test_the_tabs_are_equally_far_apart_and_the_chosen_one_is_underlined(window):  # noqa: F811
    card = window.body.study
    for page in (SCENE, MOVES, ANALYSIS):
        window.show(page)
        resize(window, 1000, 720)
        measure = window.look.fonts["bold"].measure
        tabs = list(card._tabs.values())
        for tab in tabs:
            font = card.tk.call("ttk::style", "lookup", "Tab.TButton", "-font", tab.state())
            assert str(font) == str(window.look.fonts["bold"])
        gaps = {
            right.winfo_x() - left.winfo_x() - measure(left["text"])
            for left, right in pairwise(tabs)
        }
        assert gaps == {window.look.s}
        (chosen,) = (tab for tab in tabs if tab.instate(["selected"]))
        mark = card._mark
        assert mark.winfo_width() == measure(chosen["text"])
        inset = (chosen.winfo_width() - mark.winfo_width()) // 2
        assert mark.winfo_rootx() == chosen.winfo_rootx() + inset


@pytest.mark.parametrize("text", ["0", "+100", "win in 11"])
def test_the_picture_of_the_board_has_margins(text):
    """The text below the value bar used to reach the picture's left edge, or beyond it."""
    palette = PALETTES["light"]
    rows = compose(replace(LOA, value=replace(LOA.value, text=text)), palette)
    ground, side = bytes((*rgb(palette.window), 255)), 4 * (PAD - 2)
    assert all(row[:side] == row[-side:] == ground * (PAD - 2) for row in rows)
    empty = ground * (len(rows[0]) // 4)
    assert rows[: PAD - 2] == rows[2 - PAD :] == [empty] * (PAD - 2)
    beside = 4 * (PAD + 16)
    assert any(row[:beside] != ground * (PAD + 16) for row in rows)
