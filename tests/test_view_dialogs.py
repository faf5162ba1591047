"""The windows beside the main one: errors, help pages and forms, none of which blocks."""

import tkinter as tk
from dataclasses import replace
from tkinter import filedialog, ttk

import pytest

from conftest import NATIVE_SCREEN
from loa_tk.control.main.toolbox import tool_of
from loa_tk.scenes.pages import (
    Choice,
    Example,
    FormField,
    FormScene,
    FormSection,
    Heading,
    HelpPage,
    Paragraph,
    Table,
)
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import margins
from loa_tk.view.kit import application
from loa_tk.view.kit import form as form_module
from loa_tk.view.kit.dialogs import ErrorWindow, beside
from loa_tk.view.kit.form import FormWindow
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.help_window import HelpWindow
from loa_tk.view.main.main_view import MainView
from loa_tk.words import flow
from loa_tk.words import main as words
from viewing import CHECKERS, LOA, ToolRecorder, family, settle


@pytest.fixture
def desk(root):
    root.geometry("800x600+0+0")
    settle(root)
    return MainView(root, Look(root))


def opened(desk, kind):
    settle(desk.root)
    return [w for w in desk.root.winfo_children() if isinstance(w, kind)]


PAGE = HelpPage(
    "Rules",
    (
        Heading("How a checker moves"),
        Paragraph("A checker moves in a straight line. " * 5),
        Example(replace(LOA, value=None), "The checker c1 has five moves."),
        Example(CHECKERS, "It must take."),
        Table((("Ctrl+N", "New game"), ("F1", "These rules")), ("key", "what it does")),
    ),
)


def test_an_error_can_be_copied_and_closed(desk):
    desk.error("Something went wrong", "ValueError: 7\nsee the log")
    (window,) = opened(desk, ErrorWindow)
    window._copy()
    assert desk.clipboard() == "ValueError: 7\nsee the log"
    window.focus_force()
    settle(window)
    window.event_generate("<Key-Return>")
    assert not opened(desk, ErrorWindow)


def test_a_help_page_has_its_blocks_in_order(desk):
    desk.help(PAGE)
    (window,) = opened(desk, HelpWindow)
    lines = window.text.get("1.0", "end-1c").splitlines()
    assert lines[0] == "How a checker moves"
    assert [line for line in lines if line][2:] == [
        "The checker c1 has five moves.", "It must take.", "key\twhat it does",
        "Ctrl+N\tNew game", "F1\tThese rules",
    ]  # fmt: skip
    boards = [w for w in family(window) if isinstance(w, Board)]
    assert [board.scene for board in boards] == [replace(LOA, value=None), CHECKERS]
    for board in boards:
        window.text.see(board)
        settle(window)
        g = board.geometry
        _, below = margins(board.scene, desk.look.line("caption"), desk.look.scale)
        assert g.cell * g.rows + below < board.winfo_height() < g.cell * g.rows + below + 4
        assert len(board.find_withtag("pieces")) == len(board.scene.pieces)


def test_a_help_page_opens_once_and_escape_closes_it(desk):
    desk.help(PAGE)
    desk.help(PAGE)
    (window,) = opened(desk, HelpWindow)
    desk.help(replace(PAGE, title="Keys"))
    assert len(opened(desk, HelpWindow)) == 2
    window.focus_force()
    settle(window)
    window.event_generate("<Key-Escape>")
    assert len(opened(desk, HelpWindow)) == 1
    desk.help(PAGE)
    assert len(opened(desk, HelpWindow)) == 2


TOOLS = {
    "series": "series-help", "flow": "flow-help", "explorer": "explorer-help",
    "checking": "own-code-help", "classroom": "own-code-help",
}  # fmt: skip


def test_f1_asks_for_the_page_of_every_window(root):
    said = []
    desk = MainView(root, Look(root), said.append)

    def press(window):
        window.focus_force()
        settle(root)
        window.event_generate("<F1>")

    windows = {name: desk.open(name, ToolRecorder(tool_of(name))) for name in TOOLS}
    for name, window in windows.items():
        press(window)
        assert said.pop() == TOOLS[name], name
    desk.error("Something went wrong", "text")
    desk.form(FORM, lambda values: {}, print)
    desk.form(replace(FORM, title="Customise", help="evaluations"), lambda values: {}, print)
    (error,) = opened(desk, ErrorWindow)
    plain, customise = opened(desk, FormWindow)
    for window, command in ((error, "rules"), (plain, "rules"), (customise, "evaluations")):
        press(window)
        assert said.pop() == command
    windows["series"].form(FORM, lambda values: {}, print)
    press(windows["series"]._dialogs[FORM.title][1])
    assert said == ["series-help"]


SEARCHES = (Choice("minimax", "Minimax"), Choice("strong", "Strong"))


def level(name, depth):
    return FormSection(
        name.capitalize(),
        (
            FormField(
                key=f"{name}.search",
                label="Search",
                kind="choice",
                value="strong",
                default="minimax",
                choices=SEARCHES,
            ),
            FormField(key=f"{name}.depth", label="Depth", kind="integer", value=depth, default="3"),
        ),
    )


FORM = FormScene(title="Levels", sections=(level("easy", "2"), level("hard", "9")), note="A note.")


def check(values):
    return {
        key: f"{key} must be a number"
        for key, value in values.items()
        if key.endswith("depth") and not value.isdigit()
    }


@pytest.fixture
def form(desk):
    desk.done = []
    desk.form(FORM, check, desk.done.append)
    (window,) = opened(desk, FormWindow)
    return window


def test_a_form_gives_its_values_by_key(desk, form):
    form._inputs["easy.depth"].set(" 4 ")
    form._inputs["hard.search"].set("minimax")
    form._ok_button.invoke()
    assert desk.done == [
        {"easy.search": "strong", "easy.depth": "4", "hard.search": "minimax", "hard.depth": "9"}
    ]
    assert not opened(desk, FormWindow)


def test_a_wrong_value_is_told_and_cannot_be_accepted(desk, form):
    form.turn_to(1)
    widget = form._inputs["hard.depth"].widget
    widget.focus_force()
    settle(widget)
    widget.delete(0, "end")
    widget.event_generate("<Key-x>")
    assert form._message["text"] == "Depth: hard.depth must be a number"
    assert widget.instate(["invalid"])
    assert form._ok_button.instate(["disabled"])
    form.event_generate("<Key-Return>")
    assert opened(desk, FormWindow) and not desk.done
    form._inputs["hard.depth"].set("5")
    assert form._message["text"] == ""
    assert widget.instate(["!invalid"])


def test_defaults_and_cancel(desk, form):
    form._defaults()  # of the section that is shown
    assert form.values() == {
        "easy.search": "minimax", "easy.depth": "3", "hard.search": "strong", "hard.depth": "9",
    }  # fmt: skip
    form.focus_force()
    settle(form)
    form.event_generate("<Key-Escape>")
    assert not opened(desk, FormWindow)
    assert not desk.done


def shown(form):
    """Return the keys of the fields that can be seen."""
    return [key for key, entry in form._inputs.items() if entry.widget.winfo_ismapped()]


def test_one_section_is_shown_at_a_time(form):
    settle(form)
    assert shown(form) == ["easy.search", "easy.depth"]
    assert form.chooser.cget("values") == ("Easy", "Hard")
    form.chooser.set("Hard")
    form.chooser.event_generate("<<ComboboxSelected>>")
    settle(form)
    assert shown(form) == ["hard.search", "hard.depth"]
    form._inputs["easy.depth"].set("x")  # a mistake that cannot be seen says where it is
    assert form._message["text"] == "Easy, Depth: easy.depth must be a number"


def test_dialogs_change_their_look_with_the_others(desk, form):
    desk.help(PAGE)
    desk.look.change("dark", 12)
    settle(desk.root)
    dark = desk.look.palette
    (window,) = opened(desk, HelpWindow)
    assert str(window["background"]) == str(form["background"]) == dark.surface
    assert str(window.text["foreground"]) == dark.text
    boards = [w for w in family(window) if isinstance(w, Board)]
    assert {str(board["background"]) for board in boards} == {dark.surface}
    box = form._inputs["easy.search"].widget
    popdown = box.tk.call("ttk::combobox::PopdownWindow", box)
    assert str(box.tk.call(f"{popdown}.f.l", "cget", "-background")) == dark.surface


def test_a_closed_dialog_is_no_longer_told_of_changes(desk, form):
    form.destroy()
    desk.look.change("dark", 12)
    settle(desk.root)


def test_the_name_to_save_under(desk, monkeypatch):
    asked = {}

    def ask(**options):
        asked.update(options)
        return "/somewhere/log.csv"

    monkeypatch.setattr(filedialog, "asksaveasfilename", ask)
    kinds = (("Text", ".txt"), ("Table", ".csv"))
    assert desk.ask_save_name("Save the log", "log.txt", kinds) == "/somewhere/log.csv"
    assert asked["filetypes"] == [("Text", "*.txt"), ("Table", "*.csv")]
    assert asked["initialfile"] == "log.txt" and "initialdir" not in asked
    desk.ask_save_name("Save the log", "log.txt", kinds, "/somewhere/else")
    assert asked["initialdir"] == "/somewhere/else"
    # Tk returns nothing or an empty tuple if the user cancelled.
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **options: ())
    assert desk.ask_save_name("Save the log", "log.txt", kinds) == ""


def in_own_dialog(desk, ask, seen):
    """Open a file dialog of Tk's own, call `seen` with its path when it is there, and cancel it."""
    call = desk.root.tk.call
    found = []

    def look():
        path = next(w for w in call("winfo", "children", ".") if str(w).startswith(".__tk_"))
        if call("winfo", "ismapped", path):
            call("update", "idletasks")
            found.append(seen(str(path)))
            call(f"{path}.contents.f2.cancel", "invoke")
        else:
            desk.root.after(20, look)

    desk.root.after(20, look)
    assert ask() == ""
    return found[0]


@pytest.mark.skipif(NATIVE_SCREEN, reason="the system has file dialogs of its own")
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_tk_s_file_dialog_follows_the_theme_and_hides_hidden_folders(
    desk, tmp_path, monkeypatch, kind
):
    for name in (".hidden", "seen", "too"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    call = desk.root.tk.call
    application.adapt_events(desk.root, "x11")

    def seen(path):
        canvas, entry = f"{path}.contents.icons.cHull.canvas", f"{path}.contents.f2.ent"
        icons = f"{path}.contents.icons"
        for number in (0, 1):  # a name is painted again when it is no longer selected
            call(icons, "selection", "clear", 0, "end")
            call(icons, "selection", "set", number)
        call("update", "idletasks")
        names = {
            call(canvas, "itemcget", item, "-text"): str(call(canvas, "itemcget", item, "-fill"))
            for item in call(canvas, "find", "all")
            if call(canvas, "type", item) == "text"
        }
        call(entry, "insert", "end", "name")
        call("focus", "-force", entry)
        call("update")
        call("event", "generate", entry, "<Control-a>")
        picked = call(entry, "index", "sel.last") - call(entry, "index", "sel.first")
        assert picked == len(str(call(entry, "get")))
        return str(call(canvas, "cget", "-background")), names

    kinds = (("Game", ".sgf"),)
    ask = (lambda: desk.ask_open_name("Open", kinds)) if kind == "file" else (
        lambda: desk.ask_folder("Folder"))  # fmt: skip
    for theme in ("dark", "contrast", "light"):
        desk.look.change(theme, 10)
        palette = desk.look.palette
        assert in_own_dialog(desk, ask, seen) == (
            palette.surface, {"seen": palette.text, "too": palette.on_accent}
        )  # fmt: skip


@pytest.mark.skipif(NATIVE_SCREEN, reason="the system has file dialogs of its own")
def test_the_puzzles_to_open_are_texts_and_json(desk, tmp_path, monkeypatch):
    files = {"one.txt", "other.json", "picture.png"}
    for name in files:
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    call = desk.root.tk.call

    def seen(path):
        canvas = f"{path}.contents.icons.cHull.canvas"
        texts = (
            item for item in call(canvas, "find", "all") if call(canvas, "type", item) == "text"
        )
        return {str(call(canvas, "itemcget", item, "-text")) for item in texts}

    def shown(*kinds):
        return in_own_dialog(desk, lambda: desk.ask_open_name("Open", kinds), seen)

    assert shown(*flow.OPEN_KINDS) == files - {"picture.png"}
    assert shown(flow.OPEN_KINDS[-1]) == files


@pytest.mark.parametrize(
    "place, screen, expected",
    [
        ((0, 1000), 1920, (1000, 600)),  # to the right of the window
        ((900, 1900), 1920, (300, 600)),  # to its left
        ((200, 1200), 1400, (800, 600)),  # beside the board, over the cards
        ((0, 1000), 1100, (600, 500)),  # narrower
        ((0, 800), 800, (400, 400)),  # no narrower: it covers a part of the board
    ],
)
def test_help_leaves_the_board_visible(place, screen, expected):
    left, right = place
    board = left, left + (600 if right - left > 800 else 500)
    assert beside(place, board, 600, 400, screen) == expected


def test_help_opens_beside_the_board(desk):
    desk.root.geometry("1200x800+400+50")  # no room beside the window
    desk.board = tk.Frame(desk.root, width=800, height=700)
    desk.board.place(x=0, y=0)
    settle(desk.root)
    desk.help(PAGE)
    (window,) = opened(desk, HelpWindow)
    assert window.winfo_rootx() >= desk.board.winfo_rootx() + desk.board.winfo_width()
    assert window.winfo_rootx() + window.winfo_width() <= window.winfo_screenwidth()


def test_a_dialog_lies_on_the_screen(desk):
    desk.root.geometry("+1900+1000")
    settle(desk.root)
    desk.error("Far away", "text")
    (window,) = opened(desk, ErrorWindow)
    assert isinstance(window, tk.Toplevel)
    assert window.winfo_rootx() + window.winfo_width() <= window.winfo_screenwidth()
    assert window.winfo_rooty() + window.winfo_height() <= window.winfo_screenheight()


def test_slow_work_has_a_bar_and_can_be_cancelled(desk):
    cancelled = []
    bar = desk.progress("Reading archive.sgf", lambda: cancelled.append(1))
    bar.show(0.25)
    settle(bar)
    assert float(bar.bar["value"]) == 25
    bar.show(1.0)
    assert 99 < float(bar.bar["value"]) < 100
    bar.button.invoke()
    bar.focus_force()
    settle(bar)
    bar.event_generate("<Escape>")
    assert cancelled == [1, 1] and bar.winfo_exists()  # its controller closes it
    bar.close()
    assert not opened(desk, type(bar))


LEVELS = (
    Choice("", "as Level"), Choice("easy", "Easy"), Choice("hidden", "?"), Choice("own", "as below")
)  # fmt: skip
COPYING = FormScene(
    title="Customise",
    sections=(
        FormSection(
            "Easy",
            (FormField(key="easy.depth", label="Depth", kind="integer", value="7", default="1"),),
        ),
        FormSection(
            "Hard",
            (FormField(key="hard.depth", label="Depth", kind="integer", value="9", default="4"),),
        ),
        FormSection(
            "Black",
            (
                FormField(
                    key="black.as",
                    label="Plays",
                    kind="choice",
                    value="",
                    default="",
                    choices=LEVELS,
                ),
                FormField(key="black.depth", label="Depth", kind="integer", value="5", default="1"),
            ),
            (("", "hard"), ("easy", "easy"), ("hidden", "")),
        ),
    ),
)


def test_the_rows_of_a_form_are_eight_pixels_apart(desk):
    desk.form(COPYING, lambda values: {}, print)
    (form,) = opened(desk, FormWindow)
    form.turn_to(2)
    settle(form)
    plays, depth = (form._inputs[key].widget for key in ("black.as", "black.depth"))
    ring = form_module.FOCUS_RING  # around each frame
    between = depth.winfo_y() - plays.winfo_y() - plays.winfo_height()
    assert between + 2 * desk.look.px(ring) == desk.look.px(8)


def test_a_section_that_is_as_another_shows_its_values_and_cannot_be_edited(desk):
    done = []
    desk.form(COPYING, lambda values: {}, done.append)
    (form,) = opened(desk, FormWindow)
    depth, plays = form._inputs["black.depth"], form._inputs["black.as"]

    def is_now(value, enabled):
        assert depth.get() == value and depth.widget.instate(["!disabled"]) == enabled

    is_now("9", False)
    form.turn_to(2)
    plays.set("hidden")  # a level that no section describes
    settle(form)
    assert shown(form) == ["black.as"]
    plays.set("")
    form._inputs["hard.depth"].set("3")
    is_now("3", False)
    plays.set("easy")
    is_now("7", False)
    plays.set("own")
    is_now("7", True)
    depth.set("2")
    form._inputs["easy.depth"].set("8")
    is_now("2", True)
    form.turn_to(2)
    form._defaults()  # the figures of the level that it plays as, and not of another
    assert plays.get() == ""
    is_now("3", False)
    plays.set("own")
    depth.set("6")
    form._ok()
    assert done[0]["black.depth"] == "6"


def field(name, value, *only, kind="number", plain=""):
    return FormField(
        key=f"level.{name}", label=name.capitalize(), kind=kind, value=value, default="",
        only=only, plain=plain,
    )  # fmt: skip


OPTIONS = FormScene(
    title="Customise",
    sections=(
        FormSection(
            "Level",
            (
                FormField(
                    key="level.search", label="Search", kind="choice", value="strong", default="",
                    choices=tuple(Choice(name, name) for name in ("strong", "mcts", "ugi")),
                ),
                field("depth", "2", "strong"),
                field("blunder", "0.4", "strong", "mcts", plain="0"),
                field("playouts", "", "mcts"),
                field("command", "", "ugi", kind="program"),
            ),
        ),
    ),
)  # fmt: skip


def choose(form, key, value):
    """Choose from a list as a user does."""
    form._inputs[key].set(value)
    form._inputs[key].widget.event_generate("<<ComboboxSelected>>")
    settle(form)


def test_only_the_fields_of_the_search_are_shown_and_nothing_is_inherited(desk):
    desk.form(OPTIONS, lambda values: {}, print)
    (form,) = opened(desk, FormWindow)
    settle(form)
    assert form.chooser is None  # there is one section
    assert shown(form) == ["level.search", "level.depth", "level.blunder"]
    choose(form, "level.search", "mcts")
    assert shown(form) == ["level.search", "level.blunder", "level.playouts"]
    assert form.values()["level.blunder"] == "0" and form.values()["level.depth"] == ""
    choose(form, "level.search", "ugi")
    assert shown(form) == ["level.search", "level.command"]


def test_a_program_is_chosen_with_browse_and_its_command_has_room(desk, monkeypatch):
    asked = []

    def ask(parent, title, kinds):
        asked.append(title)
        return "/opt/my engines/run"

    monkeypatch.setattr(form_module, "ask_open_name", ask)
    desk.form(OPTIONS, lambda values: {}, print)
    (form,) = opened(desk, FormWindow)
    choose(form, "level.search", "ugi")
    (browse,) = [
        w for w in family(form) if isinstance(w, ttk.Button) and w["text"] == words.BROWSE
    ]  # fmt: skip
    assert browse.winfo_ismapped()
    browse.invoke()
    assert asked == [words.PROGRAM_TITLE]
    assert form.values()["level.command"] == '"/opt/my engines/run"'
    command = form._inputs["level.command"].widget
    wide = desk.look.fonts["body"].measure('"/opt/my engines/run" --strength 3')
    assert command.winfo_width() > wide
