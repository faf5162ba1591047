"""Guests that serve several games: the same state as a new process, for a fraction of its cost."""

import os
import tempfile
from pathlib import Path

import pytest

from loa_tk.control.classroom.conduct import _in_blocks
from loa_tk.control.guest import warm
from loa_tk.control.guest.warm import WarmGuests
from loa_tk.control.series.executors import Local
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import _played, play_game
from loa_tk.model.games import find_game
from loa_tk.model.pairings import every_pair
from loa_tk.model.search.search import never
from own_files import SANDBOXES, SIMPLE
from patience import PATIENCE
from processes import KILL, children_of

LOA5 = find_game("loa5")
ASKED = [(LOA5.start, 0)]
COUNTING = """\
import builtins, collections, helper, random, sys
calls = 0
marks = getattr(builtins, "mark", 0), getattr(collections, "mark", 0), getattr(random, "mark", 0)
before = sum(marks) + helper.calls + (sys.getrecursionlimit() == 5000)
builtins.mark = collections.mark = random.mark = 1
random.choice = max
sys.setrecursionlimit(5000)


def evaluate(position, player):
    global calls
    calls += 1
    helper.calls += 1
    return 10 * before + calls
"""
SPREAD = """\
def evaluate(position, player):
    return sum(column + row for column, row in position.pieces(player))
"""
THREAD = """\
import threading, time
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""
HIDES = """\
from loa_tk.lab import Position
assert not hasattr(Position, "mark")
Position.mark = 1
"""


def written(folder, text=SPREAD, name="mine.py"):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def pool():
    guests = WarmGuests()
    yield guests
    guests.close()


def taken(pool, path, sandbox=SIMPLE, hear=lambda text: None):
    return pool.take(path, sandbox, "", hear)


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_the_same_process_finds_the_state_of_a_new_one(tmp_path, pool, sandbox):
    path = written(tmp_path, COUNTING)
    written(tmp_path, "calls = 0\n", "helper.py")
    pids, said = [], []
    for _ in range(3):
        guest = taken(pool, path, sandbox)
        said += [guest.values(LOA5, ASKED)[0] for _ in range(2)]
        pids.append(guest.process.pid)
        pool.give_back(guest)
    assert said == [1, 2] * 3 and len(set(pids)) == 1


def test_a_process_serves_one_file_in_one_sandbox_only(tmp_path, pool):
    one, other = written(tmp_path), written(tmp_path, SPREAD, "other.py")
    first = taken(pool, one)
    again = taken(pool, one)  # while the first one plays
    assert again is not first
    pool.give_back(first)
    others = {(other, SIMPLE, ""), (one, "none", ""), (one, SIMPLE, str(tmp_path))}
    for key in others - {(one, SIMPLE, "")}:  # where there are no limits, SIMPLE is "none"
        guest = pool.take(*key, lambda text: None)
        assert guest is not first
        guest.close()
    assert taken(pool, one) is first
    first.close()
    again.close()


@pytest.mark.parametrize("how", ["changed", "killed", "thread", "used up"])
def test_a_process_that_is_not_as_new_is_replaced(tmp_path, pool, how, monkeypatch):
    path = written(tmp_path, (THREAD if how == "thread" else "") + SPREAD)
    if how == "used up":
        monkeypatch.setattr(warm, "GAMES", 1)
    first = taken(pool, path)
    pool.give_back(first)
    if how == "changed":
        written(tmp_path, SPREAD.replace("+", "-"))
    elif how == "killed":
        os.kill(first.process.pid, KILL)
        first.process.wait(PATIENCE)
    second = taken(pool, path)
    assert second is not first and first.closed
    assert second.values(LOA5, ASKED)[0] == (0 if how == "changed" else 24)
    second.close()


def test_only_a_few_guests_wait(tmp_path, pool, monkeypatch):
    monkeypatch.setattr(warm, "MOST", 2)
    guests = [taken(pool, written(tmp_path, SPREAD, f"{name}.py")) for name in "abc"]
    for guest in guests:
        pool.give_back(guest)
    assert [guest.closed for guest in guests] == [True, False, False]


def games(path, other, **options):
    players = f"alphabeta:eval={path},depth=1", f"alphabeta:eval={other},depth=1"
    return tasks(LOA5, Plan(game="loa5", players=players, sandbox=SIMPLE, **options))


def test_a_game_that_a_warm_guest_loses_is_played_again_in_a_new_one(tmp_path):
    """The file hides something that no reloading finds, and fails if it finds it itself."""
    path, other = written(tmp_path, HIDES + SPREAD), written(tmp_path, SPREAD, "other.py")
    try:
        results = [play_game(task) for task in games(path, other, games=3)]
    finally:
        warm.warm_guests().close()
    assert not any(result.forfeited for result in results)
    fails = written(tmp_path, SPREAD.replace("return", "return 1 / 0 *"), "fails.py")
    try:
        lost = [play_game(task) for task in games(fails, other, games=3)]
    finally:
        warm.warm_guests().close()
    assert all(result.forfeited and result.winner == 1 for result in lost)


def test_no_guest_waits_while_others_play_by_the_clock(tmp_path):
    """It could go on computing, whatever it says, and take the processor's time from them."""
    path = written(tmp_path)
    try:
        for limit, waiting in (("depth=1", 1), ("seconds=0.05", 0)):
            players = f"alphabeta:eval={path},{limit}", "random"
            plan = Plan(game="loa5", players=players, sandbox=SIMPLE, games=1, grace=PATIENCE)
            assert not play_game(next(iter(tasks(LOA5, plan)))).forfeited
            assert len(warm.warm_guests()._idle) == waiting
    finally:
        warm.warm_guests().close()


def spent():
    """Return the processor time of this process and of those of its children that have ended."""
    resource = pytest.importorskip("resource")  # Windows has none
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def test_a_game_costs_a_third_of_the_time_or_less(tmp_path, pool):
    pairs = games(written(tmp_path), written(tmp_path, SPREAD, "other.py"), games=12)
    times, moves = [], []
    for source in (None, pool):
        begun = spent()
        moves.append([_played(task, never, source)[0].moves for task in pairs])
        pool.close()  # so that the time of the guests is counted
        times.append(spent() - begun)
    cold, kept = times
    assert moves[0] == moves[1]
    assert kept * 3 < cold, f"{cold / kept:.1f} times less"


def test_workers_leave_no_guest_and_no_copy_behind(tmp_path, monkeypatch):
    copies = Path(tempfile.mkdtemp())
    copies.chmod(0o755)  # a guest of root's is another user
    monkeypatch.setenv("TMPDIR", str(copies))
    monkeypatch.setattr(tempfile, "tempdir", None)
    pairs = games(written(tmp_path), written(tmp_path, SPREAD, "other.py"), games=4)
    list(Local(1).each(play_game, pairs[:1]))  # multiprocessing's own process stays
    before = set(children_of(os.getpid()))
    played = list(Local(2).each(play_game, pairs))
    assert len(played) == 4 and not any(result.forfeited for _, result in played)
    copies.rmdir()  # which fails if anything is left in it
    assert set(children_of(os.getpid())) <= before


def test_games_come_in_an_order_that_keeps_few_guests_busy():
    pairs = every_pair(30)
    ordered = _in_blocks(pairs, lambda pair: pair, 30, 1)
    assert sorted(ordered) == pairs and ordered != pairs
    started, idle = 0, []
    for pair in ordered:
        for player in pair:
            if player in idle:
                idle.remove(player)
            else:
                started += 1
            idle.append(player)
        del idle[: -warm.MOST]
    assert started * 5 < 2 * len(pairs)
