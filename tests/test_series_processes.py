"""The processes of a series: killed, hung or failing, they block nothing and lose no game."""

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import replace

import pytest

from jobs_for_tests import end_slowly, unbroken_pipes
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.thread import ThreadWorker
from loa_tk.control.series import executors
from loa_tk.control.series.executors import Local
from loa_tk.control.series.jobs import SeriesJob
from loa_tk.control.series.plan import Plan, Task, tasks
from loa_tk.control.series.play import play_game
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from patience import PATIENCE, processor_seconds, wait_until

LOA5 = find_game("loa5")
PLAN = Plan(
    game="loa5", players=("strong:eval=full,depth=2", "alphabeta:eval=groups,depth=2"), games=12
)
ENDLESS = Plan(game="loa8", players=("strong:eval=full,seconds=30", "random"), games=4)


def children(number):
    """Return the child processes as soon as this many have been started."""
    wait_until(lambda: len(multiprocessing.active_children()) >= number, f"{number} processes")
    return multiprocessing.active_children()


def endless():
    """Begin a series in two processes, which ends only when it is stopped."""
    worker = ThreadWorker()
    worker.submit(SeriesJob(plan=ENDLESS, processes=2))
    return worker


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
@pytest.mark.parametrize("after", [0, 1.0], ids=["starting", "playing"])
def test_processes_that_hear_nothing_are_ended_all_the_same(after, monkeypatch):
    """The processes freeze after this much processor time each; starting takes under a second."""
    monkeypatch.setattr(executors, "GRACE", 2.0)
    worker = endless()
    hung = children(2)
    wait_until(lambda: all(processor_seconds(process.pid) >= after for process in hung))
    for process in hung:
        os.kill(process.pid, signal.SIGSTOP)
    worker.stop()
    assert all(process.is_alive() for process in hung)  # the window has asked and does not wait
    worker.thread.join(PATIENCE)
    ended = not worker.thread.is_alive()
    for process in hung:
        process.kill()
    assert ended and not multiprocessing.active_children()


def test_stopped_at_any_moment_nothing_is_left():
    for wait in (0, 0.01, 0.05, 0.1, 0.2, 0.4):
        worker = endless()
        time.sleep(wait)
        worker.stop()
        worker.thread.join(PATIENCE)
        assert not worker.thread.is_alive() and not multiprocessing.active_children()
        assert worker.poll() == [Message("done")] and not worker.busy


def test_a_killed_process_loses_no_game():
    games, found = tasks(LOA5, PLAN), []
    for _, result in Local(2).each(play_game, games):
        found.append(result)
        if len(found) in (2, 5):
            children(2)[0].kill()
    moves = {result.number: result.moves for result in found}
    assert len(found) == 12
    assert moves == {task.number: play_game(task).moves for task in games}


def test_a_process_killed_while_it_starts_loses_no_game(monkeypatch):
    games, found = tasks(LOA5, replace(PLAN, games=3)), []
    with unbroken_pipes(monkeypatch):
        for _, result in Local(2).each(play_game, games):
            for process in [] if found else children(2):
                process.kill()
            found.append(result)
    assert len(found) == 3


def test_left_in_the_middle_nothing_is_left():
    results = Local(2).each(play_game, tasks(LOA5, PLAN))
    next(results)
    results.close()
    assert not multiprocessing.active_children()


def test_a_process_has_the_time_to_end_what_it_has_started(tmp_path):
    """It was killed after half a second, and left copies of students' files behind."""
    ended = tmp_path / "ended"
    list(Local(1).each(end_slowly, [str(ended)]))
    assert ended.exists()


def test_a_game_that_cannot_be_played_is_told_in_one_line():
    games = [Task(number, replace(PLAN, game="nothing")) for number in range(2)]
    with pytest.raises(UserError, match="a game could not be played: .*nothing") as told:
        list(Local(1).each(play_game, games))
    assert "\n" not in str(told.value)
    assert not multiprocessing.active_children()
