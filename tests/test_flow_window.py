"""Flow Free end to end: real mouse and keys, the real worker, the real program."""

import time
import tkinter as tk
from _tkinter import DONT_WAIT
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from statistics import median

import pytest

from fakes import opening, tool
from loa_tk.control.engine import worker
from loa_tk.control.flow.commands import TOOL as FLOW
from loa_tk.control.flow.state import FlowState
from loa_tk.model.flow.puzzle import paths
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.main_view import MainView
from loa_tk.words import flow as words
from patience import PATIENCE, wait_until
from processes import alive, children_of
from test_end_to_end import Program
from viewing import settle


class Hands:
    """A real window in this process, with mouse and keyboard."""

    def __init__(self, root, xdotool):
        self.root, self.xdotool = root, xdotool
        root.withdraw()
        self.flow = tool(FLOW, FlowState(clock=time.monotonic), MainView(root, Look(root)))
        self.flow.open(opening())
        self.board = self.flow.view.board
        self.until(lambda: self.flow.state.report is not None and self.board.winfo_viewable())
        self.until(lambda: root.tk.call("focus"))
        self.settle()

    def settle(self):
        """Wait until the window manager has placed the window."""
        places = []
        while len(places) < 4 or len(set(places[-4:])) > 1:
            end = time.monotonic() + 0.1
            self.until(lambda end=end: time.monotonic() > end)
            settle(self.root)
            places.append(self.place(0))

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.scene
            # One event at a time: on a busy machine the next timer is due before this one has
            # ended, and `update` would never return.
            if not self.root.tk.dooneevent(DONT_WAIT):
                time.sleep(0.002)

    def place(self, cell):
        if self.board.geometry is None:
            return None
        x, y = self.board.geometry.centre(cell)
        return self.board.winfo_rootx() + x, self.board.winfo_rooty() + y

    def drag(self, *cells):
        """Press on the first cell, move along the others, let go on the last."""
        self.do("mousemove", *self.place(cells[0]), "mousedown", 1)
        for cell in cells[1:]:
            # Tk sees only the last of several pending motions, so each one waits for Tk.
            self.do("mousemove", *self.place(cell))
            self.until(lambda cell=cell: self.root.winfo_pointerxy() == self.place(cell))
            settle(self.root)
        self.do("mouseup", 1)
        settle(self.root)

    def do(self, *words):
        """Let the mouse do something while this process keeps serving its window."""
        with ThreadPoolExecutor() as pool:
            self.until(pool.submit(self.xdotool, *words).done)

    def click(self, name):
        button = self.flow.view.column.buttons.by_name[name]
        self.until(button.winfo_viewable)
        x = button.winfo_rootx() + button.winfo_width() // 2
        y = button.winfo_rooty() + button.winfo_height() // 2
        self.xdotool("mousemove", x, y, "click", 1)

    @property
    def scene(self):
        return self.flow.view._scene


@pytest.fixture
def hands(root: tk.Tk, xdotool):
    hands = Hands(root, xdotool)
    yield hands
    worker = hands.flow.runner.workers.get("engine")
    pid = worker and worker.process.pid
    hands.flow.close()
    assert pid is None or not alive(pid)


def corners(path):
    """Return a path's ends and the cells where it turns, which a fast mouse passes through."""
    kept = [path[0]]
    for before, cell, after in zip(path, path[1:], path[2:], strict=False):
        if cell - before != after - cell:
            kept.append(cell)
    return [*kept, path[-1]]


def test_a_puzzle_is_solved_with_the_mouse(hands):
    solution = hands.flow.state.report.solutions[0]
    for path in paths(hands.flow.state.puzzle, solution):
        hands.drag(*corners(path))
    hands.until(lambda: hands.scene.banner is not None)
    assert hands.scene.counts[0][1] == "6 of 6"
    hands.click("undo")
    hands.until(lambda: hands.scene.counts[0][1] == "5 of 6")
    hands.xdotool("key", "ctrl+y")
    hands.until(lambda: hands.scene.banner is not None)
    hands.xdotool("key", "Escape")
    hands.until(lambda: hands.scene.banner is None)


def test_check_and_hint_with_the_mouse_and_a_path_by_keys(hands):
    hands.drag(0, 1 + 6, 2 + 6)
    hands.click("check")
    hands.until(lambda: hands.scene.board.wrong)
    hands.click("hint")
    hands.until(lambda: hands.scene.board.framed)
    hands.click("reset")
    hands.until(lambda: hands.scene.counts[1][1] == "0 of 36")
    hands.drag(35, 35)  # the keys go to the board
    hands.xdotool("key", "--delay", 30, "Home", "Up", *["Left"] * 5, *["Up"] * 5)
    hands.until(lambda: hands.scene.board.cursor == 0)
    hands.xdotool("key", "--delay", 30, "space", *["Down"] * 4, "space")
    hands.until(lambda: hands.scene.counts[0][1] == "1 of 6" and not hands.scene.board.held)


def test_watching_and_comparing(hands):
    hands.click("step")
    hands.until(lambda: hands.flow.state.watching is not None)
    assert dict(hands.scene.counters)["attempts"] == "1"
    hands.click("run")
    hands.until(lambda: hands.scene.status.startswith("forward has found"))
    hands.click("stop")
    hands.until(lambda: hands.flow.state.watching is None)
    hands.flow.choose("limit", "1")
    hands.click("compare")
    hands.until(lambda: hands.scene.status == words.COMPARED)
    assert all(row[1] for row in hands.scene.table.rows)
    assert hands.scene.table.rows[4][1] != words.NOTHING


def test_the_window_stays_awake_while_it_works_and_a_stop_is_immediate(hands, monkeypatch):
    hands.flow.choose("puzzle", "report-14x14")
    hands.flow.choose("algorithm", "random")
    hands.flow.choose("speed", "max")
    hands.flow.choose("limit", "60")
    hands.flow.command("compare")
    hands.flow.command("run")
    beats = []

    def beat():
        beats.append(time.thread_time())
        hands.root.after(10, beat)

    beat()
    # The processor time between two beats keeps a click waiting. No other program adds to it.
    hands.until(lambda: beats[-1] - beats[0] > 0.5)
    assert median(b - a for a, b in pairwise(beats)) < 0.05
    hands.until(lambda: hands.flow.state.watching.solver.assignments > 100)
    with monkeypatch.context() as patched:
        patched.setattr(worker, "PATIENCE", 30.0)
        begun = time.monotonic()
        hands.flow.command("compare")
        hands.flow.command("stop")
        assert time.monotonic() - begun < 15, "it waits for an ending worker"
    hands.flow.choose("puzzle", "report-12x12")  # and the worker is free at once
    hands.until(lambda: hands.flow.state.report is not None)
    assert not hands.flow.state.reports


def test_closed_in_mid_comparison_no_process_is_left(hands):
    hands.flow.choose("limit", "60")
    hands.flow.choose("puzzle", "report-14x14")
    hands.flow.command("compare")
    hands.flow.command("run")
    engine = hands.flow.runner.workers.get("engine").process.pid
    hands.until(lambda: alive(engine))
    hands.xdotool("key", "alt+F4")
    hands.until(lambda: hands.flow.view is None)
    assert not alive(engine)


def test_from_the_menu_of_the_program(tmp_path, xdotool):
    program = Program(tmp_path, xdotool, level="easy")
    try:
        program.keys("ctrl+shift+f")
        xdotool("search", "--sync", "--name", "Flow Free")
        pid = program.process.pid
        wait_until(lambda: len(children_of(pid)) >= 2, "the engine and the solver")
        playing = children_of(pid)
        wait_until(lambda: program.look()["focused"].startswith(".!flow"), "the window's keys")
        program.look_again()
        assert program.look()["focused"].endswith(".!flowboard")
        xdotool("search", "--name", "Lines of Action", "windowactivate", "--sync")
        wait_until(lambda: not program.look()["focused"].startswith(".!flow"), "the main window")
        program.close()
        wait_until(lambda: not any(map(alive, playing)), "the end of all processes")
    finally:
        program.process.kill()
        program.process.wait(PATIENCE)
