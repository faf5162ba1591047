"""Keys of the tool windows and of the comment, pressed for real; sizes for large texts."""

import tkinter as tk

import pytest

from fakes import FakeWorker
from loa_tk.control.effects import ToolRequest
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_square
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.view.kit.dialogs import Dialog
from loa_tk.view.kit.palette import PALETTES
from loa_tk.view.kit.window import focused
from loa_tk.view.main.window import MainWindow
from patience import wait_until
from viewing import family, settle

LOA5 = find_game("loa5")
TOOLS = ("series", "explorer", "flow", "classroom", "checking")


@pytest.fixture
def desk(display, xdotool, tmp_path):
    window = MainWindow(menu_bar())
    controller = Controller(window, FakeWorker(), Store(tmp_path), Archive(tmp_path / "games"))
    window.attach(controller)
    window.root.deiconify()
    controller.start()
    wait_until(lambda: settle(window.root) or window.body.board.winfo_viewable())
    controller.xdotool = xdotool
    controller.until = lambda condition: wait_until(lambda: settle(window.root) or condition())
    yield controller
    controller.close()


def opened(desk, name, tmp_path):
    """Open a tool window and wait until it has the keyboard."""
    file = tmp_path / "mine.py"
    # Its check goes on until a test has pressed what stops it.
    file.write_text("import time\ndef evaluate(position, player): time.sleep(600)\n")
    desk.open_tool(name, ToolRequest(game=LOA5, state=LOA5.start, path=file))
    tool = desk.tools[name]
    desk.until(lambda: tool.view.winfo_viewable() and focused(tool.view))
    desk.until(lambda: focused(tool.view).winfo_toplevel() is tool.view)
    return tool


@pytest.mark.parametrize("name", TOOLS)
def test_control_w_and_escape_close_a_tool_window(desk, tmp_path, name):
    tool = opened(desk, name, tmp_path)
    desk.xdotool("key", "ctrl+w")
    desk.until(lambda: tool.view is None)
    opened(desk, name, tmp_path)
    if name == "checking":  # Escape stops the check first
        desk.until(lambda: tool.state.running)
        desk.xdotool("key", "Escape")
        desk.until(lambda: not tool.state.running)
    if name == "explorer":  # Escape leaves the field first
        field = next(iter(tool.view.fields.by_key.values())).widget
        field.focus_force()
        desk.xdotool("key", "Escape")
        desk.until(lambda: focused(tool.view) is not field)
    assert tool.view is not None
    desk.xdotool("key", "Escape")
    desk.until(lambda: tool.view is None)


def test_control_q_quits_from_every_tool_window(desk, tmp_path, monkeypatch):
    ended = []
    monkeypatch.setattr(desk, "close", lambda: ended.append(1))
    for number, name in enumerate(TOOLS, 1):
        opened(desk, name, tmp_path)
        desk.xdotool("key", "ctrl+q")
        desk.until(lambda number=number: len(ended) == number)
    desk.state.file.path, desk.state.file.changed = tmp_path / "game.sgf", True
    opened(desk, name, tmp_path)
    desk.xdotool("key", "ctrl+q")  # the question has the keyboard
    desk.until(lambda: desk.view._dialogs)
    ((_, question),) = desk.view._dialogs.values()
    desk.until(lambda: focused(question) and focused(question).winfo_toplevel() is question)
    assert len(ended) == len(TOOLS)


def test_closing_a_running_series_asks(desk, tmp_path):
    tool = opened(desk, "series", tmp_path)
    played = {"player1": "random", "player2": "random", "games": "100000", "jobs": "1"}
    tool.report({**tool.state.values, **played})
    tool.command("start")
    desk.until(lambda: tool.state.results)
    desk.xdotool("key", "ctrl+w")
    desk.until(lambda: tool.view._dialogs)
    (_, question), = tool.view._dialogs.values()
    desk.until(lambda: question.winfo_viewable())
    assert tool.state.running
    question.destroy()
    desk.until(lambda: focused(tool.view) and focused(tool.view).winfo_toplevel() is tool.view)
    desk.xdotool("key", "Escape")  # which stops it
    desk.until(lambda: not tool.state.running)
    desk.xdotool("key", "ctrl+w")
    desk.until(lambda: tool.view is None)


def test_the_flow_board_has_the_focus_and_tab_goes_from_left_to_right(desk, tmp_path):
    view = opened(desk, "flow", tmp_path).view
    assert focused(view) is view.board
    buttons = view.column.buttons.by_name
    places = []
    for name in ("open", "save", "generate"):
        desk.xdotool("key", "Tab")
        desk.until(lambda name=name: focused(view) is buttons[name])
        places.append(buttons[name].winfo_rootx())
    assert places == sorted(places)


def test_shift_tab_leaves_the_comment(desk):
    desk.choose("side", "both")
    desk.choose("page", "moves")
    page = desk.view.body.study.pages["moves"]
    text = page.comment.text
    desk.until(text.winfo_viewable)
    text.focus_force()
    desk.until(lambda: focused(text) is text)
    desk.xdotool("key", "shift+Tab")
    desk.until(lambda: focused(text) is not text)
    assert page.comment.content() == ""


def test_a_theme_is_painted_at_once_in_all_windows(desk, tmp_path):
    root = desk.view.root
    tools = [opened(desk, name, tmp_path).view for name in ("series", "flow")]
    desk.command("keys")
    desk.until(lambda: sum(isinstance(w, tk.Toplevel) for w in family(root)) == 3)
    settle(root)
    for theme in ("dark", "contrast", "light"):
        idle = []
        root.after_idle(idle.append, theme)
        desk.choose("theme", theme)
        assert idle  # Tk has drawn already, so that no other events come between the parts
        root.update()
        palette = PALETTES[theme]
        grounds = {palette.window, palette.surface}
        assert {root["background"], *(tool["background"] for tool in tools)} == {palette.window}
        assert {str(w["background"]) for w in family(root) if isinstance(w, tk.Toplevel)} <= grounds


def test_the_smallest_windows_grow_with_the_text(desk, tmp_path):
    root, tool = desk.view.root, opened(desk, "series", tmp_path).view
    bar = desk.view._bar
    root.geometry("800x560")
    tool.geometry("800x600")
    desk.until(lambda: root.winfo_width() == tool.winfo_width() == 800)
    desk.choose("text-size", "14")
    desk.until(lambda: root.winfo_width() == tool.winfo_width() == 1120)
    desk.until(lambda: root.winfo_height() + bar.height() == tool.winfo_height() == 840)
    desk.choose("text-size", "10")
    desk.until(lambda: tool.minsize() == (800, 600) and root.minsize()[0] == 800)


@pytest.mark.parametrize("command", ["kept", "rules", "customise", "reset-settings"])
def test_control_w_closes_a_dialog(desk, command):
    desk.choose("side", "both")
    for text in ("c1", "c3"):
        desk.report(BoardGesture(CLICK, read_square(text, 5, 5)))
    desk.command(command)
    root = desk.view.root
    desk.until(lambda: any(isinstance(one, Dialog) for one in root.winfo_children()))
    dialog = next(one for one in root.winfo_children() if isinstance(one, Dialog))
    desk.until(lambda: focused(root) and focused(root).winfo_toplevel() is dialog)
    desk.xdotool("key", "ctrl+w")
    desk.until(lambda: not dialog.winfo_exists())
    assert desk.view.root.winfo_exists()


def test_a_dialog_that_a_click_opens_has_the_keyboard(desk):
    desk.choose("side", "both")
    for text in ("c1", "c3"):
        desk.report(BoardGesture(CLICK, read_square(text, 5, 5)))
    root = desk.view.root
    button = desk.view.body.study._actions["log"].nametowidget("log-clear")
    desk.until(button.winfo_viewable)
    x, y = button.winfo_rootx() + 5, button.winfo_rooty() + button.winfo_height() // 2
    desk.xdotool("mousemove", str(x), str(y), "click", "1")
    desk.until(lambda: any(isinstance(one, Dialog) for one in root.winfo_children()))
    dialog = next(one for one in root.winfo_children() if isinstance(one, Dialog))
    desk.until(lambda: focused(root) and focused(root).winfo_toplevel() is dialog)
    desk.xdotool("key", "Escape")
    desk.until(lambda: not dialog.winfo_exists())
    desk.until(lambda: focused(root) is desk.view.body.board)
