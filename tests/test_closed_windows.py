"""Closed windows: nothing that was opened stays in memory, neither a window nor an image."""

import gc
import tkinter as tk
import weakref

import pytest

from fakes import FakeWorker
from loa_tk.control.effects import ToolRequest
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.model.games import find_game
from loa_tk.scenes.pages import ListRow, ListScene
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.view.main.window import MainWindow
from test_view_dialogs import COPYING, FORM, PAGE
from viewing import settle

LOA5 = find_game("loa5")
LIST = ListScene(
    title="Games", heads=("when", "what"), rows=(ListRow("a", ("now", "a game")),), button="Open"
)
TOOLS = ("series", "explorer", "flow", "classroom", "checking")
DIALOGS = {
    "form": lambda view: view.form(FORM, lambda values: {}, print),
    "copying form": lambda view: view.form(COPYING, lambda values: {}, print),
    "question": lambda view: view.ask("Go on?", "A question.", "Go on", print),
    "list": lambda view: view.pick(LIST, print, print),
    "help": lambda view: view.help(PAGE),
    "error": lambda view: view.error("Something went wrong", "ValueError: 7"),
    "progress": lambda view: view.progress("Reading", print),
}


@pytest.fixture
def program(display, tmp_path):
    window = MainWindow(menu_bar())
    controller = Controller(window, FakeWorker(), Store(tmp_path), Archive(tmp_path / "games"))
    window.attach(controller)
    controller.start()
    settle(window.root)
    yield controller
    controller.close()


def windows(parent):
    """Return the windows that were opened from a window."""
    settle(parent)
    return [child for child in parent.winfo_children() if isinstance(child, tk.Toplevel)]


def left_over(program, open_and_close):
    """Return the windows that stay alive after a few rounds, and the images of each round."""
    root, opened, images = program.view.root, weakref.WeakSet(), []
    for _ in range(4):
        opened |= weakref.WeakSet(open_and_close())
        settle(root)
        gc.collect()
        images.append(len(root.image_names()))
    return list(opened), images


@pytest.mark.parametrize("name", TOOLS)
def test_a_closed_tool_window_is_forgotten_with_its_dialogs(program, tmp_path, name):
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(position): return 0\n")
    request = ToolRequest(game=LOA5, state=LOA5.start, path=file)

    def open_and_close():
        program.open_tool(name, request)
        window = program.tools[name].view
        window.form(FORM, lambda values: {}, print)
        window.ask("Go on?", "A question.", "Go on", print)
        dialogs = windows(window)
        program.tools[name].closed()
        assert len(dialogs) == 2 and not window.winfo_exists()
        return [window, *dialogs]

    alive, images = left_over(program, open_and_close)
    assert alive == []
    assert images[-1] <= images[1]


@pytest.mark.parametrize("name", DIALOGS)
def test_a_closed_dialog_is_forgotten(program, name):
    root = program.view.root

    def open_and_close():
        DIALOGS[name](program.view)
        (dialog,) = windows(root)
        dialog.destroy()
        return [dialog]

    alive, images = left_over(program, open_and_close)
    assert alive == []
    assert images[-1] <= images[1]
