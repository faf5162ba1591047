"""The engine process: real processes, killed, cancelled, orphaned."""

import os
import signal
import subprocess
import sys
import time

import pytest

from jobs_for_tests import Count, Crash, Echo, Fail, UntilStopped
from loa_tk.control.engine.jobs import SearchJob
from loa_tk.control.engine.worker import LIVES, Worker
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from patience import PATIENCE, quickest, wait_until


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
    worker.submit(SearchJob("loa5", game.start, (), read_player(game, "strong:depth=3")))
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
    worker.submit(SearchJob("loa6", game.start, (), read_player(game, "strong:seconds=0.5,book=0")))
    until(worker, "progress")
    first = worker.process.pid
    os.kill(first, signal.SIGKILL)
    messages = until(worker, "done")
    assert [m.content for m in messages if m.kind == "restarted"] == [-9]
    assert worker.process.pid != first and messages[-1].content.move in game.moves(game.start)


def test_an_idle_process_that_dies_is_replaced_too(worker):
    worker.submit(Echo("warm"))
    until(worker, "done")
    os.kill(worker.process.pid, signal.SIGKILL)
    worker.process.join(PATIENCE)
    worker.submit(Echo("again"))
    assert until(worker, "done")[-1].content == "again"


def test_a_job_that_ends_every_process_is_given_up(worker):
    worker.submit(Crash())
    messages = until(worker, "failed")
    assert [m.kind for m in messages] == ["restarted"] * (LIVES - 1) + ["failed"]
    worker.submit(Echo("still here"))
    until(worker, "done")


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


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
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
    child = int(parent.stdout.readline())
    assert alive(child)
    parent.send_signal(how)
    parent.wait(PATIENCE)
    parent.stdout.close()
    wait_until(lambda: not alive(child), "the end of the engine")


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_the_engine_imports_no_tkinter():
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from loa_tk.control.engine import worker; "
         "from loa_tk.control.main import controller; from loa_tk.cli import parser; "
         "parser.make_parser(); print('tkinter' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "False\n"
