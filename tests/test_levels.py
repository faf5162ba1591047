"""The measurement of the levels: its beginner, its table, and what it says of a wrong level."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import move_text, read_position

ROOT = Path(__file__).parent.parent
SPEC = importlib.util.spec_from_file_location("levels", ROOT / "build" / "levels.py")
levels = importlib.util.module_from_spec(SPEC)
sys.modules["levels"] = levels
SPEC.loader.exec_module(levels)


def run(*words):
    return subprocess.run(
        [sys.executable, ROOT / "build" / "levels.py", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


def test_a_beginner_takes_a_win_in_one():
    game = find_game("loa5")
    state = read_position(game, "5/1bb2/w3w/3b1/w4 b")
    safe = levels.safe_moves(game, state)
    assert "d2-d3" in [move_text(game, state, move) for move in safe]
    assert all(finish(game, game.play(state, move)).winner == 0 for move in safe)


def test_a_beginner_avoids_a_loss_in_one_if_it_can():
    game = find_game("breakthrough8")
    # A black worker on b2 can be taken by a1 or c1; nothing else stops it.
    state = read_position(game, "8/8/8/8/8/7w/1b6/w1w5 w")
    safe = {move_text(game, state, move) for move in levels.safe_moves(game, state)}
    assert safe == {"a1xb2", "c1xb2"}
    lost = read_position(game, "8/8/8/8/8/7w/1b6/7w w")
    assert set(levels.safe_moves(game, lost)) == set(game.moves(lost))


def test_the_table_can_be_repeated_and_a_level_out_of_its_range_is_named():
    words = ("minicheckers", "--games", 6, "--hard-games", 2, "--hard-nodes", 300)
    once, again = run(*words), run(*words)
    assert once.stdout == again.stdout and not once.stderr
    head, _, row, *_ = once.stdout.splitlines()
    assert row.startswith("| minicheckers | ") and head.count("|") == row.count("|") == 7
    strong = run(*words, "--easy", "strong:eval=full,depth=6")
    assert strong.returncode == 1
    assert "minicheckers, beginner–easy: " in strong.stdout.splitlines()[3]


@pytest.mark.parametrize("words", [("chess",), ("loa5", "--easy", "strong:depth=none")])
def test_what_it_does_not_know_is_one_line(words):
    done = run(*words)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and not done.stdout


def test_a_board_that_a_book_solves_is_named():
    words = ("breakthrough5", "--games", 2, "--hard-games", 1, "--hard-nodes", 300)
    said = run(*words).stdout.splitlines()
    assert said[3] == "breakthrough5 is solved: black wins from the start"


def test_every_board_has_blunders_of_its_own():
    own = [game.blunders for game in all_games().values()]
    assert len(set(own)) == len(own)
