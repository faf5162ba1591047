"""The walk of a click through the program: no file stands between two others without need."""

import sys
from itertools import groupby
from pathlib import Path

import pytest

import loa_tk
from fakes import FakeWorker
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.model.notation import read_square
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.view.main.window import MainWindow
from patience import wait_until

PACKAGE = Path(loa_tk.__file__).parent

# From the mouse to the handler that changes the session, and to the board that shows the change.
DOWN = [
    "view/board/board.py",
    "control/main/controller.py",
    "control/loop.py",
    "control/main/commands.py",
    "control/game/hands.py",
]
UP = [
    "view/board/board.py",
    "control/main/controller.py",
    "control/loop.py",
    "control/main/controller.py",
    "view/main/window.py",
    "view/main/body.py",
    "view/board/board.py",
]


def path_of(frame):
    """Return the package's files on the way to a frame, each once where it calls itself."""
    files = []
    while frame is not None:
        files.append(Path(frame.f_code.co_filename))
        frame = frame.f_back
    own = [one.relative_to(PACKAGE).as_posix() for one in files[::-1] if PACKAGE in one.parents]
    return [name for name, _ in groupby(own)]


def walks(action, *wanted):
    """Return the ways to the first calls of some functions, and all files that were called."""
    found, files = {}, []

    def called(frame, event, argument):
        if event != "call":
            return
        path = Path(frame.f_code.co_filename)
        if PACKAGE in path.parents:
            name = path.relative_to(PACKAGE).as_posix()
            if name not in files:
                files.append(name)
            if frame.f_code in wanted:
                found.setdefault(frame.f_code, path_of(frame))

    sys.setprofile(called)
    try:
        action()
    finally:
        sys.setprofile(None)
    return [found[one] for one in wanted], files


@pytest.fixture
def program(display, tmp_path):
    window = MainWindow(menu_bar())
    controller = Controller(window, FakeWorker(), Store(tmp_path), Archive(tmp_path / "games"))
    window.attach(controller)
    controller.start()
    window.root.deiconify()
    board = window.body.board
    wait_until(lambda: window.root.update() or (board.winfo_viewable() and board.geometry))
    yield controller
    controller.close()


def test_a_click_goes_straight_to_its_handler_and_back_to_the_board(program):
    from loa_tk.control.game import hands

    board = program.view.body.board
    x, y = board.geometry.centre(read_square("c1", 5, 5))

    def click():
        board.event_generate("<ButtonPress-1>", x=x, y=y)
        board.event_generate("<ButtonRelease-1>", x=x, y=y)

    (down, up), files = walks(click, hands.click.__code__, type(board).show.__code__)
    print(" -> ".join(down), " -> ".join(up), f"{len(files)} files:", *files, sep="\n")
    assert program.session.marks.selected is not None
    assert down == DOWN and up == UP
