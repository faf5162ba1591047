"""Other programs as players: their statistics, and moves asked for without blocking a window."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.cli.parser import main
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.ugi.client import ProgramWorker, match_of
from loa_tk.control.ugi.protocol import Account, read_score, read_statistics
from loa_tk.model.commandline import quote
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Statistics
from patience import wait_until

LOA5 = find_game("loa5")
OURS = f"{sys.executable} -m loa_tk engine"
BAD = " ".join(map(quote, [sys.executable, str(Path(__file__).parent / "bad_engine.py")]))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "info string statistics 4 1625 3 2 1 0",
            Statistics(
                max_depth=4, nodes=1625, evals_max=3, evals_min=2, prunes_max=1, prunes_min=0
            ),
        ),
        ("info string statistics 4 1625 3 2 1", None),
        ("info string statistics 4 1625 3 2 1 0 7", None),
        ("info string statistics 4 1625 3 2 1 -1", None),
        ("info string statistics 4 1625 3 2 1 x", None),
        (f"info string statistics {'9' * 19} 0 0 0 0 0", None),
        ("info string statistics", None),
        ("info depth 4 nodes 3 pv a1-a2", None),
    ],
)
def test_a_line_with_the_six_statistics_is_read(line, found):
    assert read_statistics(line) == found


@given(st.text())
def test_any_line_is_read_without_trouble(line):
    read_statistics(line)
    read_score(line.split(), 100.0, 1000.0)
    account = Account()
    account.hear(line)


def test_a_score_is_read():
    assert read_score("info depth 1 score cp -150 nodes 3".split(), 100.0, 1000.0) == -1.5
    assert read_score("info score mate 3".split(), 100.0, 1000.0) == 1000.0
    for line in ("info depth 1", "info score mate", "info score cp", "info score cp x"):
        assert read_score(line.split(), 100.0, 1000.0) is None


def ask(worker, job):
    """Return the messages about a job."""
    found = []
    worker.submit(job)

    def look():
        found.extend(worker.poll())
        return not worker.busy

    wait_until(look)
    return found


def job(spec, *states):
    *history, state = states or (LOA5.start,)
    return SearchJob(
        game="loa5", state=state, history=tuple(history), player=read_player(LOA5, spec)
    )


@pytest.fixture
def worker():
    worker = ProgramWorker()
    yield worker
    worker.close()


def test_a_program_stays_open_from_move_to_move_and_reports_its_statistics(worker):
    spec = f'ugi:"{OURS}",seconds=0.1'
    (first,) = ask(worker, job(spec))
    assert first.kind == "done" and first.content.statistics.evals_min > 0
    assert first.content.value is not None and first.content.iterations
    process = worker._client.process
    after = LOA5.play(LOA5.start, first.content.move)
    (second,) = ask(worker, job(spec, LOA5.start, after))
    assert second.content.move in LOA5.moves(after) and worker._client.process is process
    worker.close()
    assert process.poll() is not None


def test_a_program_that_moves_illegally_fails_and_is_started_again(worker):
    (first,) = ask(worker, job(f"ugi:{BAD} illegal"))
    assert first.kind == "done"
    after = LOA5.play(LOA5.start, first.content.move)
    (second,) = ask(worker, job(f"ugi:{BAD} illegal", LOA5.start, after))
    assert second.kind == "failed" and "Its move is not legal" in second.content
    (third,) = ask(worker, job(f"ugi:{BAD} illegal"))
    assert third.kind == "done"


def test_move_now_and_a_dropped_job(worker):
    spec = f'ugi:"{OURS}",seconds=1000'
    worker.submit(job(spec))
    wait_until(lambda: worker._client is not None)
    found = []

    def hurry():
        worker.stop()
        found.extend(worker.poll())
        return not worker.busy

    wait_until(hurry)
    assert found[0].kind == "done"
    worker.submit(job(spec))
    worker.cancel()
    assert worker.poll() == [] and not worker.busy
    wait_until(lambda: worker._client is None)  # nobody knows what it would have said


def test_loa_search_asks_a_program(capsys):
    assert main(["search", "loa5", "--player", f'ugi:"{OURS}",seconds=0.1']) == 0
    assert "(2) Nodes generated" in capsys.readouterr().out
    assert main(["search", "loa5", "--player", "ugi:no-such-program"]) == 2
    assert "no program 'no-such-program'" in capsys.readouterr().err
    for command in ("no-such-program,nodes=3", f"{BAD} dies now,nodes=3"):
        assert main(["search", "loa5", "--player", f"ugi:{command}"]) == 2
        assert capsys.readouterr().err.endswith(
            " (nodes=3 was read as part of the command, because ugi: has only the options seconds, "
            "depth, seed and folder)\n"
        )


def test_positions_become_the_moves_between_them():
    state, states = LOA5.start, [LOA5.start]
    for _ in range(5):
        state = LOA5.play(state, LOA5.moves(state)[3])
        states.append(state)
    match = match_of(LOA5, tuple(states))
    assert match.state == state and match.ply == 5 and match.root.state == LOA5.start
