"""The class window and the check window on a small screen, in every text size."""

from tkinter import ttk

import pytest

from fakes import FakeRun, FakeThread, opening
from fakes import tool as make_tool
from loa_tk.control.checking.commands import TOOL as CHECK
from loa_tk.control.checking.state import CheckingState
from loa_tk.control.classroom.commands import TOOL as CLASSROOM
from loa_tk.control.classroom.state import ClassState
from loa_tk.control.engine.jobs import Message
from loa_tk.scenes.classroom import RowsScene, TableRow
from loa_tk.view.classroom.pages import LiveTable
from loa_tk.view.kit.theme import Look
from patience import wait_until
from test_class_window import ALL_CHECKED, EVERY_GAME, FILES, game
from test_own_code import FIRST_LINE
from test_small_screen import beyond, settle, small_screen, window  # noqa: F401 - fixtures
from viewing import family, turn_wheel
from viewing import settle as settle_events

LONG_REASON = f"White forfeits: {'it took more than its 2 s and was stopped, ' * 5}at last."
LOOK_IN = (ttk.Button, ttk.Label, ttk.Entry)


def cut(tool, scrolled):
    """Yield the visible parts that reach beyond the window or are smaller than their content.

    What lies in `scrolled` can be reached by scrolling.
    """
    right = tool.winfo_rootx() + tool.winfo_width()
    bottom = tool.winfo_rooty() + tool.winfo_height()
    for part in family(tool):
        if not isinstance(part, LOOK_IN) or not part.winfo_viewable():
            continue
        if part.winfo_rootx() + part.winfo_width() > right:
            yield part, "beyond the window"
        if scrolled is not None and str(part).startswith(str(scrolled)):
            continue
        if part.winfo_rooty() + part.winfo_height() > bottom:
            yield part, "below the window"
        # A pull-down field scrolls its text, a button and a label do not.
        if not isinstance(part, ttk.Entry) and part.winfo_width() < part.winfo_reqwidth():
            yield part, part["text"]


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / f"a student called {name}.py").write_text(text)
    return tmp_path


def test_the_class_window_fits(window, folder):  # noqa: F811
    room = make_tool(CLASSROOM, ClassState(), window, worker=FakeThread())
    room.open(opening("loa8"))
    try:
        tool = room.view
        tool.ask_folder = lambda title: str(folder)
        for name in ("folder", "start"):
            room.command(name)
            room.flush()  # the folder is read after the window has been drawn
        lost = game(1, 2, 2, reason=LONG_REASON)
        FakeRun.made[-1].waiting += [*ALL_CHECKED, *EVERY_GAME, lost]
        styles = [tool.buttons.by_name[name]["style"] for name in ("start", "go-on")]
        assert styles == ["Main.TButton", "Push.TButton"]
        room.command("stop")
        settle(tool)
        styles = [tool.buttons.by_name[name]["style"] for name in ("start", "go-on")]
        assert styles == ["Push.TButton", "Main.TButton"]
        room.choose("student", "1")
        for page in ("students", "cross", "games"):
            room.choose("page", page)
            settle(tool)
            assert beyond(tool) == [] and list(cut(tool, tool.setup.scrolled)) == []
        # The left column is as wide as its buttons.
        button = tool.buttons.by_name["go-on"]
        usual = button["text"]
        button["text"] = "Go on again"
        settle(tool)
        tool._body.event_generate("<Configure>")
        settle(tool)
        assert beyond(tool) == [] and list(cut(tool, tool.setup.scrolled)) == []
        button["text"] = usual
        # The list cuts a long reason; that of the selected game is below the list.
        tree = tool.games.table.tree
        assert tree.set(tree.get_children()[-1], 4) != LONG_REASON
        tree.selection_set(tree.get_children()[-1])
        settle(tool)
        assert tool.games.reason["text"] == LONG_REASON
        assert beyond(tool) == [] and list(cut(tool, tool.setup.scrolled)) == []
        # The wheel over a field scrolls, and leaves its value alone.
        box = tool.setup.fields.field("game")
        turn_wheel(box, -1, 5, 5)
        settle_events(tool)
        assert room.state.values["game"] == "loa8"
        # A field that the keyboard reaches is scrolled into view.
        tool.setup.fields.field("jobs").focus_force()
        settle_events(tool)
        field, place = tool.setup.fields.field("jobs"), tool.setup.scrolled
        assert field.winfo_rooty() + field.winfo_height() <= (
            place.winfo_rooty() + place.winfo_height()
        )
    finally:
        room.close()


class FakeCheck:
    """A check that never ends."""

    busy = True

    def submit(self, job):
        self.waiting = [Message("progress", FIRST_LINE), Message("progress", "game 3 of 20")]

    def poll(self, most=10):
        found, self.waiting = self.waiting, []
        return found

    def stop(self):
        pass

    cancel = close = stop


def test_the_check_window_fits(window, folder):  # noqa: F811
    desk = make_tool(CHECK, CheckingState(), window, worker=FakeCheck())
    desk.open(opening("loa8", path=folder / "a student called ann.py"))
    try:
        wait_until(lambda: settle_events(window.root) or desk.state.lines, "the lines")
        settle(desk.view)
        assert beyond(desk.view) == [] and list(cut(desk.view, None)) == []
        assert "it has evaluate()" in desk.view.table.text.get("1.0", "end")
        desk.command("stop")
        assert desk.view.buttons.by_name["stop"].instate(["disabled"])
    finally:
        desk.close()


def rows(*cells):
    return tuple(TableRow(one[0], one) for one in cells)


def test_a_long_name_leaves_room_for_the_last_column(root):
    table = LiveTable(root, Look(root), widest=60)
    table.pack(fill="both", expand=True)
    table.show(RowsScene(("a", "b"), rows(("x" * 80, "why"))))
    settle_events(root)
    assert table.tree.column("0", "width") <= table._look.px(60) + table._look.m
    assert table.tree.set("x" * 80, 0).endswith("…") and table.text("x" * 80) == "why"


def test_a_table_changes_moves_and_drops_lines(root):
    opened, chosen = [], []
    table = LiveTable(root, Look(root), chosen=chosen.append, opened=opened.append)
    table.pack(fill="both", expand=True)
    table.show(RowsScene(("a", "b"), rows(("x", "1"), ("y", "2"), ("z", "3"))))
    settle_events(root)
    table.tree.selection_set("y")
    settle_events(root)
    table.show(RowsScene(("a", "b"), rows(("z", "4"), ("y", "2"))))
    assert table.tree.get_children() == ("z", "y") and table.tree.set("z", 1) in ("4", "…", "")
    assert table.tree.selected() == "y" and chosen == ["y"]
    table.open()
    assert opened == ["y"]
    table.show(RowsScene(("a", "b", "c"), rows(("z", "4", "5"))))
    assert table.tree.selected() == "" and len(table.tree["columns"]) == 3
