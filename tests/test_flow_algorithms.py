"""The report's four algorithms: its figures, correct answers, and steps that can be watched."""

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flow_reference
from flow_puzzles import any_puzzle
from loa_tk.model.flow import backtracking, puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, begin, solve
from loa_tk.model.flow.generator import generate
from loa_tk.model.flow.puzzle import is_solution, parse
from loa_tk.model.flow.solver import (
    APART,
    CHANGED,
    CLOSED,
    CROWDED,
    DEAD_END,
    LOOP,
    NARROWED,
    NO_COLOUR,
    NO_SHAPE,
    SOLVED,
    TOUCHES,
    DeadEnd,
    watch,
)

CLASSIC = ("random", "rows", "mrv", "forward")

# Attempted assignments; they equal the report's figures if the report has them.
FIGURES = {
    "rows": {
        "6x6": 24, "7x7": 210, "8x8": 382, "9x9": 2_422, "10x10-1": 44_360, "10x10-2": 25_265,
    },
    "mrv": {"6x6": 56, "7x7": 440, "8x8": 18_387, "9x9": 47_662},
    "forward": {
        "6x6": 24, "7x7": 41, "8x8": 80, "9x9": 170, "10x10-2": 1_542, "12x14": 437,
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("algorithm", "size"), [(name, size) for name in FIGURES for size in FIGURES[name]]
)
def test_the_figures_of_the_report(algorithm, size):
    puzzle = puzzles.load(f"report-{size}")
    report = solve(puzzle, algorithm)
    assert report.assignments == FIGURES[algorithm][size]
    assert report.guesses is None and report.unique is None
    assert report.solutions == solve(puzzle, "fast").solutions


def attempts_beyond(puzzle, algorithm, bound, seed=0):
    """Return whether an algorithm needs more attempts than a bound, without waiting for its end."""
    solver = begin(puzzle, algorithm, seed)
    for step in solver.steps():
        if step is SOLVED or solver.assignments > bound:
            break
    return solver.assignments > bound


def test_mrv_needs_fewer_attempts_than_random():
    puzzle = puzzles.load("report-6x6")
    assert all(attempts_beyond(puzzle, "random", 56, seed) for seed in range(40))


def test_forward_checking_needs_fewer_attempts_than_mrv():
    sizes = FIGURES["mrv"].keys() & FIGURES["forward"].keys()
    assert len(sizes) == 4
    assert all(FIGURES["forward"][size] < FIGURES["mrv"][size] for size in sizes)
    assert attempts_beyond(puzzles.load("report-10x10-2"), "mrv", 1_542)


def test_row_by_row_against_forward_checking():
    assert attempts_beyond(puzzles.load("report-10x10-1"), "forward", 44_360)
    assert FIGURES["forward"]["10x10-2"] < FIGURES["rows"]["10x10-2"]
    assert attempts_beyond(puzzles.load("report-12x14"), "rows", 437)


@pytest.mark.parametrize("width", [4, 5, 6])
def test_all_agree_on_generated_puzzles(width):
    for seed in range(70):
        puzzle = generate(width, 4 + seed % 3, seed, ("easy", "normal", "hard")[seed % 3])
        only = solve(puzzle, unique=True).solutions
        assert not flow_reference.faults(puzzle.text().split(), puzzle.rows(only[0]))
        for algorithm in ("rows", "mrv", "forward"):
            assert solve(puzzle, algorithm).solutions == only
        if puzzle.cells <= 20:
            report = solve(puzzle, "random", seed=seed, unique=True)
            assert report.solutions == only and report.unique


@given(any_puzzle(most_cells=16))
@settings(max_examples=60)
def test_all_agree_on_any_small_puzzle(rows):
    puzzle = parse("\n".join(rows))
    expected = sorted(flow_reference.solutions(rows))[:2]
    for algorithm in ALGORITHMS:
        report = solve(puzzle, algorithm, unique=True)
        assert sorted(list(puzzle.rows(grid)) for grid in report.solutions) == expected
        assert report.solved == bool(expected) and report.exhausted == (len(expected) < 2)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_detached_cycle_is_never_taken_for_a_solution(algorithm):
    rows = ["____", "_BB_", "____", "C__C", "A__A"]
    assert not list(flow_reference.solutions(rows))
    report = solve(parse("\n".join(rows)), algorithm)
    assert report.solved is False and report.exhausted


@pytest.mark.parametrize("algorithm", ["rows", "mrv", "forward"])
def test_a_solver_goes_on_when_it_meets_a_detached_cycle(algorithm, monkeypatch):
    refused = []

    def judge(puzzle, grid):
        right = is_solution(puzzle, grid)
        refused.extend([] if right else [puzzle.rows(grid)])
        return right

    monkeypatch.setattr(backtracking, "is_solution", judge)
    rows = ["AB____", "______", "__BC__", "_AC___", "______", "______"]
    puzzle = parse("\n".join(rows))
    report = solve(puzzle, algorithm)
    assert not flow_reference.faults(rows, puzzle.rows(report.solutions[0]))
    assert refused
    for filled in refused:
        assert all(
            "in more than one piece" in fault for fault in flow_reference.faults(rows, filled)
        )


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("rows", [["AA"], ["AABB"], ["A_A"], ["A", "_", "A"]])
def test_tiny_puzzles(algorithm, rows):
    report = solve(parse("\n".join(rows)), algorithm, unique=True)
    assert report.solved and report.unique


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("rows", [["AB", "BA"], ["A_B", "___", "B_A"], ["AB_", "BA_", "___"]])
def test_puzzles_without_solution(algorithm, rows):
    report = solve(parse("\n".join(rows)), algorithm, unique=True)
    assert report.solved is False and report.unique is None and not report.solutions


def test_the_seed_decides_the_random_order():
    puzzle = generate(5, 5, 1)
    runs = [solve(puzzle, "random", seed=seed) for seed in (1, 1, 2, 3)]
    counts = [run.assignments for run in runs]
    assert counts[0] == counts[1] and len(set(counts)) > 1


@pytest.mark.parametrize("algorithm", CLASSIC)
def test_a_solver_stops_when_asked(algorithm):
    asked = itertools.count()
    report = solve(puzzles.load("report-14x14"), algorithm, stop=lambda: next(asked) > 5)
    assert report.solved is None and report.unique is None and not report.solutions
    assert 0 < report.assignments < 1000


@pytest.mark.parametrize("algorithm", ["random", "mrv"])
def test_a_solver_stops_when_its_time_is_up(algorithm):
    begun = time.process_time()  # of this process alone; others may use the machine
    report = solve(puzzles.load("report-14x14"), algorithm, seconds=0.05)
    assert report.solved is None and report.seconds >= 0.05
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("algorithm", ["rows", "mrv", "forward"])
@settings(max_examples=60)
@given(rows=any_puzzle())
def test_attempts_and_backtracks_are_those_of_a_naive_search(algorithm, rows):
    """Forward checking took back colours that no backtrack was counted for."""
    report = solve(parse("\n".join(rows)), algorithm)
    assert (report.solved, report.assignments, report.backtracks) == (
        flow_reference.effort(rows, algorithm)
    )


@pytest.mark.parametrize("algorithm", ["rows", "mrv", "forward"])
@pytest.mark.parametrize("seed", range(4))
def test_the_same_on_hard_puzzles(algorithm, seed):
    puzzle = generate(5 + seed % 2, 5, seed, "hard")
    report = solve(puzzle, algorithm)
    assert (True, report.assignments, report.backtracks) == (
        flow_reference.effort(puzzle.text().split(), algorithm)
    )


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@settings(max_examples=60)
@given(rows=any_puzzle())
def test_at_the_end_all_that_was_tried_has_been_taken_back(algorithm, rows):
    solver = begin(parse("\n".join(rows)), algorithm)
    for _ in solver.steps():
        pass
    tried = solver.guesses if solver.assignments is None else solver.assignments
    assert solver.backtracks == tried


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_is_watched_is_what_happens(algorithm):
    solver = begin(generate(5, 5, 11, "hard"), algorithm, seed=4)
    shown = list(solver.grid())
    seen = []
    for step in watch(solver):
        assert step is not CHANGED
        if step is SOLVED:
            assert tuple(shown) == solver.grid()
            break
        if step is DEAD_END or step is NARROWED:
            continue
        assert shown[step.cell] != step.colour
        shown[step.cell] = step.colour
        seen.append(step)
    assert all(colour is not None for colour in shown)
    if algorithm in CLASSIC:
        assert sum(step.colour is not None for step in seen) == solver.assignments


@settings(max_examples=60)
@given(any_puzzle(), st.sampled_from(ALGORITHMS))
def test_dead_ends_have_reasons(rows, algorithm):
    """A dead end lies in no solution, and the colours that are left include each solution's."""
    puzzle = parse("\n".join(rows))
    solutions = solve(puzzle, unique=True).solutions
    solver = begin(puzzle, algorithm)
    for step, _ in zip(solver.steps(), range(300), strict=False):
        grid, remaining = solver.grid(), solver.remaining()
        assert not any(left for left, colour in zip(remaining, grid, strict=True)
                       if colour is not None)  # fmt: skip
        possible = [whole for whole in solutions if extends(whole, grid)]
        if step is not DEAD_END:
            if algorithm != "fast":  # which guesses shapes, too, before it knows a colour
                assert all(colour in left for whole in possible
                           for colour, left, known in zip(whole, remaining, grid, strict=True)
                           if known is None)  # fmt: skip
            continue
        if algorithm != "fast":
            assert not possible
        reason = solver.dead_end()
        if reason.kind == NO_COLOUR:
            assert reason.cell is not None and grid[reason.cell] is None
        elif reason.kind in (CROWDED, CLOSED):
            assert reason.cell is not None and grid[reason.cell] is not None
        elif reason.kind == APART:
            assert reason.colour in range(len(puzzle.names)) and reason.cell is None
        else:
            assert reason.kind == LOOP or (reason.kind in (NO_SHAPE, TOUCHES)
                                           and reason.cell in range(puzzle.cells))  # fmt: skip


def extends(whole, grid):
    return all(known in (None, colour) for known, colour in zip(grid, whole, strict=True))


@pytest.mark.parametrize(
    ("text", "algorithm", "reason"),
    [
        ("A_A\n___\nB_B\n", "rows", DeadEnd(NO_COLOUR, 7)),
        ("A_A\n___\nB_B\n", "forward", DeadEnd(NO_COLOUR, 1)),
        ("AB\nBA\n", "rows", DeadEnd(CLOSED, 0)),
        ("A_A\n", "rows", None),
        ("AB_\nBA_\n", "rows", DeadEnd(CLOSED, 0)),
        ("A_B\nB_A\n", "fast", DeadEnd(NO_COLOUR, 1)),
        ("AB\nBA\n", "fast", DeadEnd(NO_SHAPE, 0)),
        ("A\nB\nA\nB\n", "fast", DeadEnd(CLOSED, 0)),
    ],
)
def test_the_first_dead_end(text, algorithm, reason):
    solver = begin(parse(text), algorithm)
    found = next((solver.dead_end() for step in solver.steps() if step is DEAD_END), None)
    assert found == reason


def test_going_on_after_a_solution_finds_the_other_one():
    puzzle = parse("___A\n_BC_\n____\n_AB_\nC___\n")
    for algorithm in ("rows", "forward", "fast"):
        solver = begin(puzzle, algorithm)
        grids = [solver.grid() for step in solver.steps() if step is SOLVED]
        assert len(set(grids)) == len(grids) == 2
