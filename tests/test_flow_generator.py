"""New puzzles: one solution, the right size, the same for the same seed, as hard as requested."""

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flow_reference
from loa_tk.control.flow.scenes import hues_of
from loa_tk.model.flow import generator
from loa_tk.model.flow.algorithms import solve
from loa_tk.model.flow.generator import DIFFICULTIES, generate, hardness, puzzle_of, straight_cover
from loa_tk.model.flow.puzzle import parse, paths

LEVELS = list(DIFFICULTIES)
small = st.integers(4, 9)


@given(small, small, st.integers(0, 10**18), st.sampled_from(LEVELS))
@settings(max_examples=60)
def test_every_puzzle_has_one_solution(width, height, seed, difficulty):
    puzzle = generate(width, height, seed, difficulty)
    assert (puzzle.width, puzzle.height) == (width, height)
    assert parse(puzzle.text()) == puzzle
    report = solve(puzzle, unique=True)
    assert report.unique
    grid = report.solutions[0]
    assert not flow_reference.faults(puzzle.text().split(), puzzle.rows(grid))
    assert min(map(len, paths(puzzle, grid))) >= 3


@pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 15), (15, 4), (15, 15), (13, 9)])
@pytest.mark.parametrize("difficulty", LEVELS)
def test_the_extreme_sizes(width, height, difficulty):
    puzzle = generate(width, height, 1, difficulty)
    assert solve(puzzle, unique=True).unique
    side = math.sqrt(width * height)
    assert len(puzzle.names) == round(DIFFICULTIES[difficulty].density * side)


def test_exhaustive_search_agrees_on_small_ones():
    for seed in range(60):
        puzzle = generate(4 + seed % 2, 4 + seed // 2 % 2, seed, LEVELS[seed % 3])
        rows = puzzle.text().split()
        assert len(list(flow_reference.solutions(rows))) == 1


def test_the_difficulties_differ_in_colours_and_guesses():
    efforts = {
        difficulty: [hardness(generate(9, 9, seed, difficulty)) for seed in range(8)]
        for difficulty in LEVELS
    }
    assert all(work.guesses == 0 for work in efforts["easy"] + efforts["normal"])
    assert sum(work.guesses > 0 for work in efforts["hard"]) >= 6
    colours = [len(generate(9, 9, 0, difficulty).names) for difficulty in LEVELS]
    assert colours == [12, 9, 7]


PINNED = {
    (5, 5, 1, "easy"): ["_RG__", "_BY__", "__O_G", "RB_YC", "O__C_"],
    (7, 6, 2, "normal"): ["R__R___", "___G_BY", "_O____B", "___O___", "_C___G_", "CY_____"],
    (9, 9, 3, "hard"): [
        "_________",
        "_________",
        "_R____G__",
        "___BY__R_",
        "__O__B___",
        "______C_C",
        "_________",
        "_P_O___G_",
        "_YP______",
    ],
}


@pytest.mark.parametrize("key", PINNED)
def test_the_same_seed_makes_the_same_puzzle_everywhere(key):
    assert generate(*key).text().split() == PINNED[key]


def test_another_seed_makes_another_puzzle():
    assert len({generate(6, 6, seed) for seed in range(20)}) > 15


def test_ten_by_ten_takes_no_time():
    times = []
    for seed in range(9):
        begun = time.process_time()
        generate(10, 10, seed, LEVELS[seed % 3])
        times.append(time.process_time() - begun)
    assert sorted(times)[4] < 0.5


def test_the_last_resort_is_a_puzzle_too(monkeypatch):
    monkeypatch.setattr(generator, "random_cover", lambda *_: None)
    puzzle = generate(6, 5, 0, "easy")
    assert puzzle == puzzle_of(6, 5, straight_cover(6, 5))
    assert solve(puzzle, unique=True).unique


def test_what_has_no_single_solution_has_no_effort():
    assert hardness(parse("AB\nBA")) is None
    assert hardness(parse("___A\n_BC_\n____\n_AB_\nC___\n")) is None


def test_the_colours_of_a_generated_puzzle_are_those_of_the_game():
    assert "".join(generate(9, 9, 3).names) == "RGBYOCPQM"
    assert hues_of(generate(6, 6, 1).names) == tuple(range(6))
    most = generate(15, 15, 1, "easy")
    assert len(set(hues_of(most.names))) == len(most.names) > 16
