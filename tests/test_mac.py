"""What is different on a Mac, as far as another system can try it; nothing here has run on one."""

import importlib
import sys
from pathlib import Path

import pytest

from loa_tk.control.main.commands import menu_bar
from loa_tk.scenes.pages import HelpPage, Table
from loa_tk.store.settings import program_folder
from loa_tk.view.board.board import Board, Gestures
from loa_tk.view.kit import application, keys
from loa_tk.view.kit.theme import FONTS, Look
from loa_tk.view.kit.widgets import TextPane
from loa_tk.view.main.body import Keyboard
from loa_tk.view.main.help_window import HelpWindow
from loa_tk.view.main.menubar import MenuBar
from loa_tk.words import own_code
from viewing import LOA, Recorder, settle


@pytest.fixture
def look(root, monkeypatch):
    """The look of a window on a Mac: Tk is asked for its system once, by the look."""
    look = Look(root)
    monkeypatch.setattr(look, "system", "aqua")
    monkeypatch.setattr(look, "mac", True)
    return look


def test_the_application_menu_and_the_dock_reach_the_program(root, look):
    said = []
    MenuBar(root, look, menu_bar(), said.append, lambda menu, key: None)
    root.tk.call("::tk::mac::Quit")
    root.tk.call("tkAboutDialog")
    assert said == ["quit", "about"]
    root.withdraw()
    settle(root)
    assert root.state() == "withdrawn"
    root.tk.call("::tk::mac::ReopenApplication")
    settle(root)
    assert root.state() == "normal"


def test_a_click_with_control_is_a_right_click(root):
    root.geometry("520x520+0+0")
    application.adapt_events(root, "aqua")
    board, intents = Board(root, Look(root)), Recorder()
    board.pack(fill="both", expand=True)
    Gestures(board, intents).bind(board)
    settle(root)
    board.show(LOA)
    settle(root)
    x, y = board.geometry.centre(2)
    for event in ("<ButtonPress-1>", "<ButtonRelease-1>"):
        board.event_generate(event, x=x, y=y, state=0x4)
    assert intents.said == [("right click", 2)]


def test_arrows_with_command_or_option_are_not_for_the_board(root, look):
    board, log, said = Board(root, look), TextPane(root, look), []
    board.pack()
    Keyboard(board, log.text, said.append)
    root.focus_force()
    settle(root)
    for event in ("<Command-Left>", "<Option-Left>", "<Left>"):
        root.event_generate(event)
    assert said == ["left"]


def test_help_names_the_keys_of_a_mac(root, look):
    assert keys.named("Ctrl+Z, Ctrl+Shift+S: undo", mac=True) == "Command-Z, Command-Shift-S: undo"
    assert keys.named("Ctrl+H, F1", mac=True) == keys.named("Ctrl+H, F1", mac=False) == "Ctrl+H, F1"
    page = HelpWindow(root, look, HelpPage("Keys", (Table((("Ctrl+N", "new game"),)),)))
    assert "Command-N\tnew game" in page.text.get("1.0", "end")


def test_texts_have_the_size_of_other_systems(root, look):
    """On a Mac a point is a pixel; elsewhere ten points are thirteen pixels."""
    assert [look.points(size) for size in (8, 9, 10, 12, 16)] == [11, 12, 13, 16, 21]
    look.change("light", 12)
    assert look.fonts["body"].cget("size") == 16
    assert look.fonts["mono"].cget("size") == look.points(12 + FONTS["mono"][1])


@pytest.mark.parametrize(
    ("executable", "folder"),
    [
        ("/Applications/loa.app/Contents/MacOS/loa", "/Applications"),
        ("/opt/loa-folder/loa", "/opt/loa-folder"),
        ("/opt/Contents/MacOS/loa", "/opt/Contents/MacOS"),
        ("/loa", "/"),
    ],
)
def test_portable_mode_keeps_nothing_inside_the_app(executable, folder):
    assert program_folder(Path(executable)) == Path(folder)


@pytest.mark.parametrize(("platform", "memory"), [("darwin", False), ("linux", True)])
def test_a_limit_that_the_system_refuses_is_not_promised(monkeypatch, platform, memory):
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", platform)
        importlib.reload(own_code)
        promised = own_code.SANDBOXES["limits"]
    importlib.reload(own_code)
    assert "time, files and processes" in promised and ("memory" in promised) == memory
