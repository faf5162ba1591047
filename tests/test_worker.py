"""The engine process: real processes, killed, cancelled, orphaned."""

import os
import signal
import subprocess
import sys
import time

import pytest

from jobs_for_tests import (
    Asleep,
    Count,
    Crash,
    Echo,
    Fail,
    Guarded,
    Stubborn,
    UntilStopped,
    unbroken_pipes,
)
from loa_tk.control.engine import worker as engine
from loa_tk.control.engine.searches import AnalysisJob, SearchJob
from loa_tk.control.engine.worker import LIVES, Worker
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from patience import PATIENCE, patiently, quickest, wait_until
from processes import KILL, alive


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    process = worker.process
    worker.close()
    assert not process.is_alive()


def until(worker, *kinds, seconds=PATIENCE):
    """Return the messages up to the first of these kinds."""
    end, found = time.monotonic() + seconds, []
    while time.monotonic() < end:
        for message in worker.poll():
            found.append(message)
            if message.kind in kinds:
                return found
        time.sleep(0.005)
    raise AssertionError(f"no {kinds} within {seconds} s: {found}")


def test_a_job_tells_of_its_progress_and_answers(worker):
    worker.submit(Echo("hello"))
    assert worker.busy
    messages = until(worker, "done")
    assert [(m.kind, m.content) for m in messages] == [("progress", "HELLO"), ("done", "hello")]
    assert not worker.busy


def test_a_search(worker):
    game = find_game("loa5")
    worker.submit(
        SearchJob(
            game="loa5", state=game.start, history=(), player=read_player(game, "strong:depth=3")
        )
    )
    report = until(worker, "done")[-1].content
    assert report.depth == 3 and report.move in game.moves(game.start)


def test_stop_asks_for_the_answer_at_once(worker):
    def stop():
        worker.submit(UntilStopped())
        until(worker, "progress")
        begun = time.monotonic()
        worker.stop()
        assert until(worker, "done")[-1].content == "stopped"
        return time.monotonic() - begun

    assert quickest(stop, 0.3) < 0.3


def test_a_stop_given_early_is_not_lost(worker):
    worker.submit(UntilStopped())
    worker.stop()  # the process may not even have started
    assert until(worker, "done")[-1].content == "stopped"


def test_a_cancelled_job_is_never_heard_of_again(worker):
    for number in range(30):
        worker.submit(UntilStopped() if number % 2 else Echo(str(number)))
    worker.submit(Echo("last"))
    assert [m.content for m in until(worker, "done")] == ["LAST", "last"]
    # The process does its jobs in order, so anything late would come before the next answer.
    worker.submit(Echo("next"))
    assert [m.content for m in until(worker, "done")] == ["NEXT", "next"]
    assert worker.poll() == []


def test_at_most_ten_messages_at_a_time_and_none_is_lost(worker, tmp_path):
    worker.submit(Count(25, tmp_path / "sign"))
    wait_until((tmp_path / "sign").exists)
    found, sizes = [], []
    while "done" not in [message.kind for message in found]:
        assert worker.connection.poll(PATIENCE)
        messages = worker.poll(most=10)
        sizes.append(len(messages))
        found += messages
    assert sizes[:2] == [10, 10] and max(sizes) == 10
    assert [message.content for message in found] == [*range(25), "counted"]


def test_an_error_is_told_with_its_traceback(worker):
    worker.submit(Fail())
    assert "ZeroDivisionError: on purpose" in until(worker, "failed")[-1].content
    worker.submit(Echo("still here"))
    until(worker, "done")


def test_a_killed_process_is_replaced_and_does_the_job_again(worker):
    worker.submit(Echo("warm"))
    until(worker, "done")
    game = find_game("loa6")
    worker.submit(
        SearchJob(
            game="loa6",
            state=game.start,
            history=(),
            # The search may not end before its process, however late the test hears of it.
            player=read_player(game, "strong:seconds=600,book=0"),
        )
    )
    until(worker, "progress")
    first = worker.process
    first.kill()
    assert until(worker, "restarted")[-1].content == -KILL
    until(worker, "progress")
    worker.stop()
    messages = until(worker, "done")
    assert not [m for m in messages if m.kind == "restarted"]
    assert worker.process is not first and messages[-1].content.move in game.moves(game.start)


def test_an_idle_process_that_dies_is_replaced_too(worker):
    worker.submit(Echo("warm"))
    until(worker, "done")
    worker.process.kill()
    worker.process.join(PATIENCE)
    worker.submit(Echo("again"))
    assert until(worker, "done")[-1].content == "again"


def test_a_process_that_dies_although_its_pipe_stays_open_is_replaced(monkeypatch):
    with unbroken_pipes(monkeypatch):
        worker = Worker()
        worker.process.kill()
        worker.submit(Echo("again"))
        assert until(worker, "done")[-1].content == "again"
        worker.close()


def test_a_job_that_ends_every_process_is_given_up(worker):
    worker.submit(Crash())
    messages = until(worker, "failed")
    assert [m.kind for m in messages] == ["restarted"] * (LIVES - 1) + ["failed"]
    worker.submit(Echo("still here"))
    until(worker, "done")


@pytest.fixture
def hurried(worker, monkeypatch):
    """Return a worker that is ready, and whose grace is short from now on."""
    worker.submit(Echo("warm"))
    until(worker, "done")
    monkeypatch.setattr(engine, "GRACE", 0.3)
    monkeypatch.setattr(engine, "LIVES", 100)  # a slow machine may need more than one restart
    return worker


def asleep(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0] == "T"


def fall_asleep(worker, sign, limit=None):
    """Submit a job that stops its process, wait for that, and return the process."""
    worker.submit(Asleep(sign, limit))
    wait_until(lambda: asleep(worker.process.pid), "the stopped process")
    return worker.process


linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")


def replaced(messages, answer):
    """Return whether the first message says that a process was killed, and the last answers."""
    *restarts, last = [m for m in messages if m.kind != "progress"]
    assert (last.kind, last.content) == ("done", answer)
    return restarts and all(
        (m.kind, m.content, m.late) == ("restarted", -KILL, True) for m in restarts
    )


@linux
def test_a_process_that_hangs_is_replaced_after_the_time_limit_and_the_grace(hurried, tmp_path):
    hung = fall_asleep(hurried, tmp_path / "sign", limit=0.1)
    assert replaced(until(hurried, "done"), "awake")
    assert not hung.is_alive()


@linux
def test_a_job_without_a_limit_is_waited_for_until_it_is_stopped(hurried, tmp_path):
    hung = fall_asleep(hurried, tmp_path / "sign")
    end = time.monotonic() + 3 * engine.GRACE
    while time.monotonic() < end:
        assert hurried.poll() == []
        time.sleep(0.01)
    hurried.stop()
    assert replaced(until(hurried, "done"), "awake")  # the new process is stopped at once, too
    assert not hung.is_alive()


@linux
@pytest.mark.parametrize("wait", [False, True])
def test_the_next_job_does_not_wait_for_one_that_hangs(hurried, tmp_path, wait):
    hung = fall_asleep(hurried, tmp_path / "sign")
    hurried.cancel()
    if wait:
        time.sleep(2 * engine.GRACE)
    hurried.submit(Echo("next"))
    if wait:  # it was late already when the next job came
        assert not hung.is_alive()
    assert replaced(until(hurried, "done"), "next")


@linux
def test_a_hundred_jobs_for_a_process_that_hangs_do_not_block_this_one(
    worker, tmp_path, monkeypatch
):
    monkeypatch.setattr(engine, "GRACE", PATIENCE)
    hung = fall_asleep(worker, tmp_path / "sign")
    game = find_game("loa8")
    history = (game.start,) * 2000  # longer than any real game
    for _ in range(100):
        worker.submit(
            SearchJob(
                game="loa8",
                state=game.start,
                history=history,
                player=read_player(game, "strong:depth=1"),
            )
        )
    assert worker.process is hung and worker.busy
    worker.close()
    assert not hung.is_alive()


@linux
def test_a_process_is_not_late_if_this_one_was_stopped_as_well(hurried, tmp_path):
    hung = fall_asleep(hurried, tmp_path / "sign", limit=0.0)
    time.sleep(engine.PAUSE + 2 * engine.GRACE)  # nothing is polled meanwhile
    assert hurried.poll() == [] and hurried.process is hung


def test_a_job_that_hangs_every_process_is_given_up(hurried, monkeypatch):
    monkeypatch.setattr(engine, "LIVES", LIVES)
    hurried.submit(Stubborn())
    hurried.stop()
    messages = until(hurried, "failed")
    assert [m.kind for m in messages] == ["restarted"] * (LIVES - 1) + ["failed"]
    assert f"did not answer {LIVES} times" in messages[-1].content


def test_a_process_that_never_gets_ready_is_replaced(hurried, monkeypatch):
    monkeypatch.setattr(engine, "STARTING", 0.0)
    hurried.process.kill()
    hurried.process.join(PATIENCE)
    monkeypatch.setattr(engine, "GRACE", 0.0)
    hurried.submit(Echo("x"))
    while not until(hurried, "restarted")[-1].late:
        pass  # that it was killed; a clock may stand still until it is late
    monkeypatch.undo()
    assert until(hurried, "done")[-1].content == "x"


def test_a_process_whose_job_is_answered_ends_with_its_pipe():
    for _ in range(6):  # it was a race that many processes lost
        worker = Worker()
        worker.submit(Guarded())
        while worker.busy:
            assert worker.connection.poll(PATIENCE)  # to be as quick as a series is
            worker.poll()
        worker.connection.close()
        worker.process.join(PATIENCE)
        assert worker.process.exitcode == 0
        worker.close()


def test_the_time_limit_of_a_job_is_that_of_its_player():
    game = find_game("loa5")

    def limit(player):
        return SearchJob(
            game="loa5", state=game.start, history=(), player=read_player(game, player)
        ).limit

    assert limit("strong:seconds=3") == 3 and limit("strong") == 10
    assert limit("strong:depth=4") is None and Echo("x").limit is None
    assert AnalysisJob(game="loa5", state=game.start, history=()).limit is None
    assert AnalysisJob(game="loa5", state=game.start, history=(), seconds=2).limit == 2


PARENT = """
import sys, time
from loa_tk.control.engine.worker import Worker
from jobs_for_tests import UntilStopped
if __name__ == "__main__":
    worker = Worker()
    worker.submit(UntilStopped())
    while not worker.poll():
        time.sleep(0.01)
    print(worker.process.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize(
    "how", [KILL] if os.name == "nt" else [KILL, signal.SIGTERM, signal.SIGINT]
)
def test_an_orphan_ends_by_itself(tmp_path, how):
    """The engine ends with its parent, however the parent ends."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    here = os.path.dirname(__file__)
    paths = os.pathsep.join([here, os.path.dirname(here)])
    parent = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    child = int(patiently(parent, parent.stdout.readline))
    assert alive(child)
    parent.send_signal(how)
    parent.wait(PATIENCE)
    parent.stdout.close()
    wait_until(lambda: not alive(child), "the end of the engine")


def test_the_engine_imports_no_tkinter():
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from loa_tk.control.engine import worker; "
         "from loa_tk.control.main import controller; from loa_tk.cli import argument_parser; "
         "argument_parser.make_parser(); print('tkinter' in sys.modules)"],
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout == "False\n"
