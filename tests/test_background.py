"""Slow work off the window's thread: its progress is shown, and Cancel ends it."""

import gc
import threading
import weakref

import pytest

from fakes import FakeView
from loa_tk.app import collect_here
from loa_tk.control import background
from loa_tk.control.background import Background
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.records import Record
from loa_tk.store.games import save
from loa_tk.words import main as words
from patience import wait_until
from test_controller import Desk


class Slow:
    """A job that goes on only when the test lets it."""

    def __init__(self, result="found"):
        self.result, self.go_on, self.ended = result, threading.Event(), threading.Event()
        self.thread = None

    def __call__(self, watch):
        self.thread = threading.current_thread()
        try:
            watch(0.5)
            self.go_on.wait(60)
            watch(0.9)
            return self.result
        finally:
            self.ended.set()


@pytest.fixture
def view(monkeypatch):
    monkeypatch.setattr(background, "SOON", 0.0)
    return FakeView()


@pytest.fixture
def collecting():
    """Let Python collect garbage by itself, as it does outside the tests."""
    gc.enable()
    yield
    gc.disable()


def passing(view, condition):
    """Return whether a condition comes true while the window's time passes."""

    def holds():
        view.pass_time(1)
        return condition()

    return wait_until(holds)


def test_long_work_shows_its_progress_and_then_its_result(view):
    job, found = Slow(), []
    Background(view, view.progress).run("Reading x", job, found.append)
    assert not found and view.bars[0].title == "Reading x"
    assert passing(view, lambda: view.bars[0].shares[-1] == 0.5)
    assert job.thread is not threading.current_thread()
    job.go_on.set()
    assert passing(view, lambda: found == ["found"]) and view.bars[0].closed


def test_cancelled_work_ends_and_has_no_result(view):
    job, found = Slow(), []
    Background(view, view.progress).run("Reading x", job, found.append)
    view.bars[0].cancel()
    job.go_on.set()
    assert wait_until(job.ended.is_set) and view.bars[0].closed
    view.pass_time(5)
    assert found == [] and not view.promised


def test_other_work_takes_the_place_of_the_first(view):
    first, second, found = Slow("first"), Slow("second"), []
    work = Background(view, view.progress)
    work.run("1", first, found.append)
    work.run("2", second, found.append)
    first.go_on.set()
    second.go_on.set()
    assert passing(view, lambda: found == ["second"]) and all(bar.closed for bar in view.bars)


def test_an_unexpected_error_reaches_the_window(view):
    def fail(watch):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Background(view, view.progress).run("x", fail, print)
        view.pass_time(5)


def test_garbage_is_collected_in_the_window_s_thread_only(view, collecting):
    """Tcl aborts the program if one of its objects ends in another thread."""
    assert gc.isenabled()
    job = Slow()
    work = Background(view, view.progress)
    work.run("x", job, print)
    assert not gc.isenabled()
    job.go_on.set()
    assert passing(view, gc.isenabled)
    first, second = Slow(), Slow()
    work.run("1", first, print)
    work.run("2", second, print)
    second.go_on.set()
    wait_until(second.ended.is_set)
    view.pass_time(1)
    assert not gc.isenabled()  # the first one, which was cancelled, has not ended yet
    first.go_on.set()
    assert passing(view, gc.isenabled)


def test_short_work_shows_no_bar(monkeypatch):
    monkeypatch.setattr(background, "SOON", 60.0)
    view, found = FakeView(), []
    Background(view, view.progress).run("x", lambda watch: 7, found.append)
    assert found == [7] and not view.bars


def test_the_window_reads_a_file_in_the_background(tmp_path, monkeypatch):
    monkeypatch.setattr(background, "SOON", 0.0)
    desk = Desk(tmp_path / "home")
    match = Match(find_game("loa5"))
    match.play_text("c1-c3")
    save(tmp_path / "game.sgf", [Record(match=match)])
    desk.view.open_name = str(tmp_path / "game.sgf")
    desk.controller.command("open")
    assert passing(desk.view, lambda: desk.match.notation() == ["c1-c3"])
    desk.view.open_name = str(tmp_path / "none.sgf")
    desk.controller.command("open")
    assert passing(desk.view, lambda: desk.view.errors)
    assert words.UNEXPECTED not in desk.view.errors[0]


class Knot:
    """Garbage that only the collector can remove."""

    def __init__(self):
        self.self = self


def test_the_window_collects_garbage_at_its_heartbeat(collecting):
    view = FakeView()
    collect_here(view)
    assert not gc.isenabled()
    last = weakref.ref(Knot())
    kept = [Knot() for _ in range(2000)]  # more than a generation has
    assert last() is not None
    view.pass_time(1)
    assert last() is None and len(kept) == 2000
