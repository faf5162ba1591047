"""The harness for other readings of the Breakthrough report, and what each of them changes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import readings
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.games.breakthrough.knowledge import third_report
from loa_tk.model.games.breakthrough.knowledge.third_report import BONUSES, Workers
from loa_tk.model.notation import read_position
from readings import EdgesToo, EightRows, ForSideToMove, LargeBonus

ROOT = Path(__file__).parent.parent


def worth(workers, key, position, side):
    """Return V of one side's board with no enemy near."""
    game = find_game(key)
    state = read_position(game, position)
    board = state[0 if game.player(state) == side else 1]
    return workers(game.armies[side], BONUSES[key]).alone(board)


@pytest.mark.parametrize(
    ("workers", "bonus"), [(Workers, 30), (LargeBonus, 300), (EdgesToo, 2 * 300)]
)
def test_the_bonus_before_the_end(workers, bonus):
    # One worker in an edge column and one beside it, both on the last row but one.
    position = "7b/ww6/8/8/8/8/8/8 w"
    assert worth(workers, "breakthrough8", position, 0) == 2 * 64 + bonus


def test_eight_rows_counts_black_from_row_seven():
    position = "b9/10/10/1w1b6/10 w"
    assert worth(Workers, "breakthrough5x10", position, 0) == 2
    assert worth(Workers, "breakthrough5x10", position, 1) == 1 + 10 + 8 + 30
    assert worth(EightRows, "breakthrough5x10", position, 1) == 8 + 10 + 64 + 30
    near = "10/3w6/10/10/b9 w"
    assert worth(Workers, "breakthrough5x10", near, 0) - 30 == 8
    assert worth(EightRows, "breakthrough5x10", near, 0) == 8


def test_leaves_for_the_side_to_move():
    game = find_game("breakthrough8")
    inner = game.evaluation("offensive1", noise=0)
    for state in (game.start, game.play(game.start, game.moves(game.start)[0])):
        assert finish(game, state) is None
        for player in (0, 1):
            found = ForSideToMove(game, inner).value(state, player)
            assert found == inner.value(state, game.player(state))


def test_every_game_has_a_winner_and_nothing_stays_changed():
    reading = readings.READINGS["side-to-move"]
    row = readings.BREAKTHROUGH[-1]
    assert sum(readings.play(reading, row, 4)) == 4
    assert third_report.Workers is Workers


def test_an_unknown_reading_is_refused_in_one_line():
    done = subprocess.run(
        [sys.executable, ROOT / "build" / "readings.py", "upside-down"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr == "there is no reading 'upside-down'\n"
