"""A class of four files in a real window, by mouse and keys, with real processes and guests."""

import math
import os
from functools import partial
from pathlib import Path

import pytest

from loa_tk.control.classroom import commands, setup
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.engine.worker import Worker
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.view.kit import file_names
from loa_tk.view.main.window import MainWindow
from loa_tk.words import class_window as words
from patience import wait_until
from test_small_screen import settle

FILES = {
    "ann": "def evaluate(position, player):\n    return len(position.pieces(player))\n",
    "bob": "def choose(position, seconds, counts):\n    return position.moves()[0]\n",
    "cid": "def evaluate(position, player):\n    return 1 / 0\n",
    "dot": "def choose(position, seconds, counts):\n    while True: pass\n",
}


class Room:
    """The program with its class window, a mouse and a keyboard."""

    def __init__(self, folder, xdotool):
        self.xdotool = xdotool
        Store(folder).save(Settings(game="minicheckers", animation=False))
        self.window = MainWindow(menu_bar())
        self.controller = Controller(
            self.window, Worker(), Store(folder), Archive(folder / "games")
        )
        self.window.attach(self.controller)
        self.controller.start()
        self.window.root.deiconify()
        settle(self.window.root)

    def wait(self, condition):
        """Run the window until a condition holds."""

        def look():
            self.window.root.update()
            return condition()

        return wait_until(look)

    def key(self, name, window):
        """Press a key as soon as this window has the focus."""
        self.wait(lambda: self.focused(window))
        self.xdotool("key", name)

    def focused(self, window):
        call = self.window.root.tk.call
        focus = str(call("focus"))
        return bool(focus) and str(call("winfo", "toplevel", focus)) == str(window)

    def click(self, widget, x=None, y=None):
        x = widget.winfo_width() // 2 if x is None else x
        y = widget.winfo_height() // 2 if y is None else y
        self.xdotool("mousemove", widget.winfo_rootx() + x, widget.winfo_rooty() + y, "click", 1)

    @property
    def view(self):
        return self.controller.tools["classroom"].view

    @property
    def state(self):
        return self.controller.tools["classroom"].state


@pytest.fixture
def room(display, tmp_path, xdotool, monkeypatch):
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    # The twenty games of each evaluation's check are tested elsewhere.
    monkeypatch.setattr(setup, "ClassroomPlan", partial(ClassroomPlan, check_games=1))
    # On a loaded machine this class takes so long that the next start would ask about its games.
    monkeypatch.setattr(commands, "LONG", math.inf)
    room = Room(tmp_path / "home", xdotool)
    yield room
    if room.controller.runner.workers:
        room.controller.close()


def running_in(folder):
    """Return the processes whose working folder is in this one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            place = os.readlink(process / "cwd")
        except OSError:
            continue
        if place.startswith(str(folder)):
            found.append(process.name)
    return found


def test_a_class_is_held_looked_at_and_stopped_by_quitting(room, tmp_path, monkeypatch):
    students = tmp_path / "students"
    students.mkdir()
    for name, text in FILES.items():
        (students / f"{name}.py").write_text(text)
    monkeypatch.setattr(file_names.filedialog, "askdirectory", lambda **options: str(students))
    room.key("ctrl+shift+t", room.window.root)
    room.wait(lambda: "classroom" in room.controller.tools and room.view is not None)
    settle(room.view)
    room.key("ctrl+o", room.view)
    room.wait(lambda: len(room.view.students.table.tree.get_children()) == 4)
    assert not running_in(tmp_path / "tmp")  # nothing has run yet
    room.click(room.view.setup.fields.field("depth"))
    room.wait(lambda: room.window.root.focus_get() is room.view.setup.fields.field("depth"))
    room.key("ctrl+a", room.view)
    room.key("1", room.view)
    room.wait(lambda: room.state.values["depth"] == "1")
    room.click(room.view.buttons.by_name["start"])
    room.wait(lambda: room.state.running)
    room.wait(lambda: not room.state.running)
    assert room.state.status == words.FINISHED

    tree = room.view.students.table.tree
    shown = {tree.set(key, 0): tree.set(key, 2) for key in tree.get_children()}
    assert shown["ann"] == words.PASSED and shown["bob"].startswith("✗")  # it finds no wins
    assert {shown["cid"], shown["dot"]} == {words.FAILED.format(number=1)}
    run = room.state.run
    assert run.played == run.planned == 12
    assert "ZeroDivisionError" in run.errors(2)[0] and run.errors(3)

    # The checks of a student, by a click on the line.
    x, y, wide, high = tree.bbox("2")
    room.click(tree, x + wide // 2, y + high // 2)
    room.wait(lambda: "ZeroDivisionError" in room.view.students.checks.text.get("1.0", "end"))
    # A game on the main board, by keys.
    room.key("ctrl+3", room.view)
    table = room.view.games.table
    room.wait(lambda: table.tree.winfo_viewable() and len(table.tree.get_children()) == 12)
    played = next(key for key in table.tree.get_children() if table.tree.set(key, 3) != "0")
    room.wait(lambda: room.window.root.focus_get() is table.tree)
    table.tree.selection_set(played)
    room.key("Return", room.view)
    session = room.controller.session
    room.wait(lambda: session.reviewing)
    assert set(session.names) == {"ann", "bob"} and session.match.ply

    # Another class, which the end of the program interrupts while a file hangs.
    room.controller.command("class")
    room.key("ctrl+Return", room.view)
    room.wait(lambda: room.state.running and running_in(tmp_path / "tmp"))
    worker = room.controller.tools["classroom"].runner.workers["thread"]
    room.controller.close()
    worker.thread.join(60)
    assert not worker.thread.is_alive()
    wait_until(lambda: not running_in(tmp_path / "tmp"), "the end of all guests")
    assert os.listdir(tmp_path / "tmp") == []
