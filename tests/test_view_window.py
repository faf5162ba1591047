"""The main window: it shows scenes, reports keys, cuts nothing off, changes its look live."""

import sys
import tkinter as tk
from dataclasses import fields, replace
from tkinter import ttk

import pytest

from loa_tk.control.main.commands import menu_bar
from loa_tk.scenes.board import Banner
from loa_tk.view.kit.palette import PALETTES, rgb
from loa_tk.view.kit.widgets import LEAST, MOST_LEAST, WIDEST
from loa_tk.view.main.body import KEYS
from loa_tk.view.main.window import MainWindow
from patience import wait_until
from viewing import (
    CHECKERS,
    IDLE,
    LIVE,
    LOA,
    SCENE,
    TEXT_SIZES,
    WIDE,
    WON,
    Recorder,
    entry,
    family,
    image_of,
    pixel,
    settle,
    settle_drawings,
)  # fmt: skip


@pytest.fixture(scope="module")
def the_window(display):
    """Return one window for all tests, as a user keeps it open; this saves 0.4 s for each test."""
    errors = []
    window = MainWindow(menu_bar(), lambda *error: errors.append(error))
    window.errors = errors
    window.intents = Recorder()
    window.attach(window.intents)
    window.show(SCENE)
    window.root.deiconify()
    yield window
    window.close()


@pytest.fixture
def window(the_window):
    the_window.clear_log()
    the_window.show(SCENE)
    resize(the_window, 1000, 720)
    the_window.body.board.focus_force()  # no window manager gives the window the focus
    settle(the_window.root)
    the_window.intents.said.clear()
    yield the_window
    assert not the_window.errors


def resize(window, width, height):
    """Give the window a size as the user sees it, with the menu bar.

    It may be smaller than the smallest one for its texts, as on a screen without room for that.
    """
    settle(window.root)
    window.root.minsize(1, 1)
    window.root.geometry(f"{width}x{height - window._bar.height()}")
    settle(window.root)
    window.body.board.redraw()
    settle(window.root)


def test_a_scene_is_shown_in_all_its_parts(window):
    assert window.root.title() == SCENE.title
    shown = {str(w["text"]) for w in family(window.root) if isinstance(w, ttk.Label)}
    assert {SCENE.status, SCENE.saved, IDLE.title, "Computer", "You"} <= shown
    assert window.body.board.scene == LOA
    window.show(replace(SCENE, title="Mini-Checkers", board=CHECKERS, thinking=LIVE))
    assert window.root.title() == "Mini-Checkers"
    assert window.body.board.geometry.rows == 6


def test_what_waits_for_the_drawing_comes_after_it(window):
    order = []
    window.root.after_idle(lambda: order.append("drawn"))  # as Tk's own drawing
    window.when_drawn(lambda: order.append("then"))
    window.root.update_idletasks()  # a scene that is being shown may do so
    assert order == ["drawn"]
    wait_until(lambda: window.root.update() or len(order) == 2)
    assert order == ["drawn", "then"]


def test_an_equal_scene_draws_nothing(window):
    before = window.body.board.find_all()
    window.show(replace(SCENE))
    window.show(replace(SCENE, thinking=LIVE, status="another"))
    assert window.body.board.find_all() == before


@pytest.mark.parametrize(
    ("key", "name"),
    (("Left", "left"), ("Right", "right"), ("Up", "up"), ("Down", "down"), ("Return", "enter"),
     ("space", "enter"), ("Escape", "escape")),
)  # fmt: skip
def test_the_board_s_keys(window, key, name):
    window.root.focus_get().event_generate(f"<Key-{key}>")
    assert window.intents.said == [("command", name)]


def test_enter_that_is_held_is_pressed_once(window):
    board = window.root.focus_get()
    board.event_generate("<KeyPress-Return>", time=100)
    for moment in (600, 630, 660):
        board.event_generate("<KeyRelease-Return>", time=moment)
        board.event_generate("<KeyPress-Return>", time=moment)
    board.event_generate("<KeyRelease-Return>", time=700)
    assert window.intents.said == [("command", "enter")]
    board.event_generate("<KeyPress-Return>", time=900)
    assert window.intents.said == [("command", "enter")] * 2


def test_tab_reaches_the_buttons_and_escape_comes_back(window):
    board, reached = window.body.board, []
    window.show(replace(SCENE, thinking=LIVE))
    for _ in range(10):
        window.root.focus_get().event_generate("<Key-Tab>")
        settle(window.root)
        focused = window.root.focus_get()
        reached.append("board" if focused is board else str(focused.winfo_class()))
    # Undo, Hint, Move now, the page, three actions, the log, and the rules of an empty log.
    assert reached == ["TButton"] * 7 + ["Text", "TButton", "board"]
    assert board.find_withtag("focus")  # the user can see that Tab has come here
    board.event_generate("<Key-Left>")
    assert not board.find_withtag("focus")
    window.body.study.log.text.focus_force()
    settle(window.root)
    window.root.focus_get().event_generate("<Key-Escape>")
    settle(window.root)
    assert window.root.focus_get() is board


def focus(window, widget):
    widget.focus_force()
    settle(window.root)
    return widget


@pytest.mark.parametrize("key", ("Up", "Left", "Return", "space"))
def test_the_board_hears_its_keys_from_the_log_and_from_nowhere(window, key):
    for widget in (window.body.study.log.text, window.root):
        window.intents.said.clear()
        focus(window, widget).event_generate(f"<Key-{key}>")
        settle(window.root)
        assert window.intents.said == [("command", KEYS[key])]
        assert window.root.focus_get() is window.body.board


def test_a_key_for_the_board_does_not_scroll_the_log(window):
    for number in range(9):
        window.log(entry(number))
    text = focus(window, window.body.study.log.text)
    before = text.yview()
    text.event_generate("<Key-Up>")
    settle(window.root)
    assert text.yview() == before
    focus(window, text).event_generate("<Shift-Key-Up>")  # which also selects text
    assert window.intents.said == [("command", "up")] and window.root.focus_get() is text


def test_a_button_reached_by_tab_keeps_what_is_its_own(window):
    tab = focus(window, window.body.study._tabs["log"])
    tab.event_generate("<Key-Right>")
    focus(window, tab).event_generate("<Key-Return>")
    assert window.intents.said == [("choose", "page", "moves"), ("choose", "page", "log")]
    window.intents.said.clear()
    focus(window, tab).event_generate("<Key-space>")
    tab.event_generate("<KeyRelease-space>")
    settle(window.root)
    assert window.intents.said == [("choose", "page", "log")]
    tab.event_generate("<Key-Up>")
    settle(window.root)
    assert window.intents.said[-1] == ("command", "up")
    assert window.root.focus_get() is window.body.board


def test_a_button_that_was_clicked_gives_the_keys_back_to_the_board(window):
    tab = window.body.study._tabs["log"]
    for sequence in ("<Enter>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        tab.event_generate(sequence, x=3, y=3)
        settle(window.root)
    assert window.intents.said == [("choose", "page", "log")]
    assert window.root.focus_get() is window.body.board


def test_a_button_that_is_greyed_gives_the_keys_back_to_the_board(window):
    window.show(replace(SCENE, thinking=LIVE))
    window.body.thinking._button.focus_force()
    settle(window.root)
    window.show(SCENE)
    settle(window.root)
    assert window.root.focus_get() is window.body.board


@pytest.mark.skipif(sys.platform == "win32", reason="the menus of Windows are not Tk's")
def test_scenes_can_be_shown_while_a_menu_is_open(window):
    # As during a search: Tk gives the focus to a clone of the menu, which tkinter cannot name.
    clone = "." + str(window._bar.bar).replace(".", "#")
    window.root.tk.call("focus", "-force", clone)
    settle(window.root)
    assert str(window.root.tk.call("focus")) == clone
    window.show(replace(SCENE, thinking=LIVE))
    assert str(window.root.tk.call("focus")) == clone


def test_closing_is_a_command(window):
    window.root.tk.call(*window.root.tk.splitlist(window.root.protocol("WM_DELETE_WINDOW")))
    assert window.intents.said == [("command", "quit")]


def test_the_window_manager_knows_its_name(window):
    assert window.root.winfo_class() == "Loa_tk"
    assert window.root.tk.call("tk", "appname").startswith("loa_tk")


def test_an_exception_in_a_callback_is_reported(window):
    window.root.after(1, lambda: 1 / 0)
    window.root.after(30, lambda: window.root.setvar("waited", 1))
    window.root.waitvar("waited")
    ((kind, _, _),) = window.errors
    assert kind is ZeroDivisionError
    window.errors.clear()


def test_clock_and_clipboard(window):
    said = []
    window.after(1, lambda: said.append("kept"))
    window.cancel(window.after(1, lambda: said.append("cancelled")))
    window.root.after(30, lambda: window.root.setvar("waited", 1))
    window.root.waitvar("waited")
    assert said == ["kept"]
    window.copy("c1-c3 ×")
    assert window.clipboard() == "c1-c3 ×"
    window.root.clipboard_clear()
    assert window.clipboard() == ""


def test_the_place_of_the_window_can_be_remembered(window, monkeypatch):
    window.set_geometry("900x640+30+40")
    settle(window.root)
    assert window.geometry().startswith("900x640+")
    before = window.geometry()
    window.set_geometry("nonsense")
    settle(window.root)
    assert window.geometry() == before
    assert before.endswith("@1.00")
    monkeypatch.setattr(window.look, "scale", 1.25)  # of a screen that is denser
    window.set_geometry(before)
    settle(window.root)
    assert window.geometry().startswith("1125x800+")


def test_the_log_pane_can_be_hidden(window):
    window.log(entry())
    window.show(replace(SCENE, log_pane=False))
    settle(window.root)
    assert not window.body.study.winfo_ismapped()
    window.show(SCENE)
    settle(window.root)
    assert window.body.study.winfo_ismapped()
    window.clear_log()
    assert window.body.study.log.text.get("1.0", "end-1c") == ""


def outside(window):
    """Return the widgets that lie partly beyond the window or have less room than they need."""
    root = window.root
    left, top = root.winfo_rootx(), root.winfo_rooty()
    right, bottom = left + root.winfo_width(), top + root.winfo_height()
    for widget in family(root):
        if widget is root or isinstance(widget, tk.Menu) or not widget.winfo_viewable():
            continue
        x, y = widget.winfo_rootx(), widget.winfo_rooty()
        if not (left <= x and x + widget.winfo_width() <= right):
            yield widget, "beyond the window"
        if not (top <= y and y + widget.winfo_height() <= bottom):
            yield widget, "below the window"
        if isinstance(widget, (ttk.Label, ttk.Button)) and (
            widget.winfo_width() < widget.winfo_reqwidth()
            or widget.winfo_height() < widget.winfo_reqheight()
        ):
            yield widget, "cut off"


def off_canvas(board):
    """Return the canvas items that reach beyond the canvas."""
    for item in board.find_all():
        box = board.bbox(item)
        if box and board.itemcget(item, "state") != "hidden":
            if box[0] < -1 or box[1] < -1:
                yield board.gettags(item), box
            if box[2] > board.winfo_width() + 1 or box[3] > board.winfo_height() + 1:
                yield board.gettags(item), box


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_nothing_is_cut_off_in_the_smallest_window(window, size):
    for number in range(3):
        window.log(entry(number))
    for theme, board in (("light", LOA), ("contrast", WON), ("dark", WIDE)):
        window.show(replace(SCENE, theme=theme, text_size=size, board=board, thinking=LIVE))
        resize(window, 800, 600)
        assert window.root.winfo_height() + window._bar.height() == 600
        assert list(outside(window)) == []
        assert list(off_canvas(window.body.board)) == []
        assert window.body.study.log.text.winfo_height() >= 2 * window.look.line("mono")


def test_the_board_and_the_first_card_share_their_top_edge(window):
    board = window.body.board
    assert board.winfo_rooty() == window.body.players.winfo_rooty()
    assert board.geometry.y <= 1


def test_the_column_follows_the_window_and_the_board(window):
    widths = []
    for size, board in (("800x600", LOA), ("1000x720", LOA), ("1600x800", LOA), ("1600x800", WIDE)):
        window.show(replace(SCENE, board=board))
        resize(window, *map(int, size.split("x")))
        widths.append(window.body.players.winfo_width())
    least, share, widest, wide_board = widths
    assert (least, widest) == tuple(map(window.look.px, (LEAST, WIDEST)))
    assert least < share < wide_board < widest
    assert wide_board == window.look.px(MOST_LEAST)


def test_a_board_of_another_shape_is_drawn_at_once_where_it_stays(window):
    resize(window, 1600, 800)
    board = window.body.board
    for scene in (WIDE, LOA):
        window.show(replace(SCENE, board=scene))
        drawn, width = board.geometry, board.winfo_width()
        settle(window.root)
        assert (drawn, width) == (board._place(), board.winfo_width())


def rectangle(widget):
    return (widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_rootx() + widget.winfo_width(),
            widget.winfo_rooty() + widget.winfo_height())  # fmt: skip


@pytest.mark.parametrize(
    ("size", "text_size", "board", "below"),
    (
        ((1000, 720), 10, LOA, ()),
        ((1000, 720), 10, WIDE, ("board", "thinking")),
        ((800, 600), 10, WIDE, ("board", "thinking")),
        ((800, 600), 14, WIDE, ("board",)),  # the cards are higher than the board here
        ((800, 1000), 10, LOA, ("board", "thinking")),
    ),
)
def test_the_third_card_is_where_there_is_most_room(window, size, text_size, board, below):
    window.show(replace(SCENE, board=board, text_size=text_size, thinking=LIVE))
    resize(window, *size)
    study, parts = rectangle(window.body.study), ("board", "thinking")
    rectangles = {name: rectangle(getattr(window.body, name)) for name in parts}
    assert tuple(name for name in parts if rectangles[name][3] <= study[1]) == (
        below or ("thinking",)
    )
    left, right = study[0] - rectangles["board"][0], study[2] - rectangles["thinking"][2]
    assert (left == 0) == bool(below) and (right == 0) == (below != ("board",))
    assert list(outside(window)) == [] and list(off_canvas(window.body.board)) == []
    window.show(SCENE)
    resize(window, 1000, 720)
    assert rectangle(window.body.study)[0] == rectangle(window.body.thinking)[0]


def test_very_large_text_leaves_the_log_some_lines(window):
    window.show(replace(SCENE, text_size=14, thinking=LIVE))
    resize(window, 800, 600)
    assert window.body.study.log.text.winfo_height() >= 4 * window.look.line("mono")
    shown = {str(w["text"]) for w in family(window.body.thinking) if isinstance(w, ttk.Label)
             and w.winfo_viewable()}  # fmt: skip
    assert {"depth", "value", "best line"} <= shown and "nodes" not in shown
    resize(window, 1000, 900)
    assert window.body.thinking._figures[2][0].winfo_viewable()
    window.show(replace(SCENE, thinking=LIVE))
    resize(window, 800, 600)
    assert window.body.thinking._figures[2][0].winfo_viewable()  # four in a row


def colours(window):
    """Return every colour that is set in a widget, a canvas item or a text's tag."""
    for widget in family(window.root):
        for name, *_, value in widget.configure().values():
            if str(value).startswith("#"):
                yield f"{widget} {name}", str(value).upper()
        if isinstance(widget, tk.Canvas):
            for item in widget.find_all():
                for name in {"fill", "outline"} & set(widget.itemconfigure(item)):
                    value = widget.itemcget(item, name)
                    if value.startswith("#"):
                        yield f"{widget} {widget.gettags(item)}", value.upper()
        if isinstance(widget, tk.Text):
            for tag in widget.tag_names():
                for name in ("foreground", "background"):
                    value = str(widget.tag_cget(tag, name))
                    if value.startswith("#"):
                        yield f"{widget} {tag}", value.upper()


def palette_colours(palette):
    named = {getattr(palette, f.name) for f in fields(palette) if f.name not in ("name", "discs")}
    discs = {c for d in palette.discs.values() for c in (d.face, d.rim, d.groove, d.pip)}
    return {c.upper() for c in named | discs if isinstance(c, str)}


@pytest.mark.parametrize("theme", ("dark", "contrast"))
def test_another_theme_leaves_no_old_colour_behind(window, theme):
    window.log(entry(proof="Proved: a draw"))
    window.show(replace(SCENE, board=replace(WON, cursor=3)))
    settle(window.root)
    old = palette_colours(PALETTES["light"]) - palette_colours(PALETTES[theme])
    assert {c for _, c in colours(window)} & old  # the old colours are found while shown
    window.show(replace(SCENE, board=replace(WON, cursor=3), theme=theme))
    settle(window.root)
    assert [(where, c) for where, c in colours(window) if c in old] == []
    style = ttk.Style(window.root)
    palette = PALETTES[theme]
    assert style.lookup("Bold.TLabel", "foreground") == palette.text
    assert style.lookup("Main.TButton", "foreground") == palette.on_accent


def test_the_theme_can_be_changed_to_and_fro(window):
    board = window.body.board
    for theme in ("dark", "light", "contrast", "dark", "light"):
        window.show(replace(SCENE, theme=theme))
        settle(window.root)
        name, width, _ = image_of(board, board.find_withtag("pieces")[0])
        face = rgb(PALETTES[theme].discs["black"].face)
        found = pixel(board, name, width // 2, width // 2)
        assert all(abs(a - b) <= 2 for a, b in zip(found, face, strict=True))


def test_text_size_changes_live(window):
    label = next(
        w for w in family(window.root) if isinstance(w, ttk.Label) and w["text"] == "Computer"
    )
    heights = []
    for size in TEXT_SIZES:
        window.show(replace(SCENE, text_size=size))
        settle(window.root)
        heights.append(label.winfo_height())
    assert heights == sorted(set(heights))


def test_a_long_status_gives_way_in_steps(window):
    bar = window._status
    window.show(replace(SCENE, status="x" * 400))
    settle(window.root)
    left = str(bar._left["text"])
    assert left.endswith("…") and bar._left.winfo_reqwidth() <= bar.winfo_width()
    assert not bar._right["text"]
    window.show(SCENE)
    assert (str(bar._left["text"]), str(bar._right["text"])) == (SCENE.status, SCENE.saved)


def test_undo_and_hint_are_buttons_at_the_board(window):
    enabled = SCENE.menus.enabled | {"hint"}
    window.show(replace(SCENE, menus=replace(SCENE.menus, enabled=enabled - {"undo"})))
    settle(window.root)
    tools, board = window.body.tools, window.body.board
    assert tools["undo"].instate(["disabled"]) and tools["hint"].instate(["!disabled"])
    tools["hint"].invoke()
    assert window.intents.said == [("command", "hint")]
    assert tools["hint"].winfo_viewable()
    assert board.winfo_rooty() + board.winfo_height() <= tools["hint"].winfo_rooty()


@pytest.mark.parametrize("size", ((800, 600), (1000, 720)))
@pytest.mark.parametrize("text_size", (10, 14))
def test_the_aim_is_one_line_above_the_board(window, size, text_size):
    for aim in ("Bring all your checkers together into one group.", ""):
        window.show(replace(SCENE, aim=aim, text_size=text_size))
        resize(window, *size)
        assert window.body.aim.winfo_ismapped() == bool(aim)
        if aim:
            assert window.body.aim["text"] in (f"Your aim: {aim}", aim)
            bottom = window.body.aim.winfo_rooty() + window.body.aim.winfo_height()
            assert bottom <= window.body.board.winfo_rooty()


def test_after_review_the_arrows_go_through_the_game_and_after_a_rematch_over_the_board(window):
    offers = (("new", "Rematch"), ("review-game", "Review"))
    over = replace(SCENE, board=replace(SCENE.board, banner=Banner("You won", "", offers=offers)))
    reviewed = replace(SCENE, page="moves", review=replace(SCENE.review, enabled={"next", "last"}))
    body, moves = window.body, window.body.study.pages["moves"].text
    for label, then, home, key in (
        ("Review", reviewed, moves, "next"),
        ("Rematch", replace(SCENE, page="moves"), body.board, "right"),
    ):
        for press in ("mouse", "key"):
            window.show(over)
            settle_drawings(window.root)
            (button,) = [w for w in family(body.board) if w.winfo_class() == "TButton"
                         and w.winfo_viewable() and w["text"] == label]  # fmt: skip
            button.configure(command=lambda: window.show(then))  # noqa: B023 - called at once
            if press == "mouse":
                for event in ("<Enter>", "<Button-1>", "<ButtonRelease-1>"):
                    button.event_generate(event, x=5, y=5)
            else:
                focus(window, button).event_generate("<Return>")
            settle(window.root)
            assert window.root.focus_get() is home
            window.intents.said.clear()
            home.event_generate("<Right>")
            assert window.intents.said == [("command", key)]


@pytest.mark.parametrize("text_size", (10, 14))
@pytest.mark.parametrize("size", ((800, 600), (1000, 720), (1400, 860)))
def test_on_a_low_board_the_banner_hides_nothing_of_the_game(window, size, text_size):
    offers = (("new", "Rematch"), ("swap-sides", "Swap sides"), ("review-game", "Review"))

    def banner(longer):
        return Banner("You won", "A worker reached c5." + longer * "i", "white", offers=offers)

    window.show(replace(SCENE, board=WIDE, text_size=text_size))
    resize(window, *size)
    board, before = window.body.board, window.body.board.geometry
    low = board._banner.height(banner(0), before.width)
    edge = next(n for n in range(200) if board._banner.height(banner(n), before.width) > low)
    for longer in (0, *range(max(1, edge - 2), edge + 2)):  # one more letter needs one more row
        scene = replace(WIDE, banner=banner(longer), last=(3, 13))
        window.show(replace(SCENE, board=scene, text_size=text_size))
        settle_drawings(window.root)
        g = board.geometry
        top = board.bbox("banner")[1] + board.look.px(10)  # without its shadow
        assert top >= g.y + g.height and board.bbox("banner")[3] <= board.winfo_height() + 20
        assert g.cell == before.cell  # the board stays as large as it was
    (buttons,) = [item for item in board.find_withtag("banner") if board.type(item) == "window"]
    labels = [
        str(w["text"]) for w in family(board.nametowidget(board.itemcget(buttons, "window")))
        if isinstance(w, ttk.Button)
    ]  # fmt: skip
    assert labels == ["Rematch", "Swap sides", "Review", "✕"]
