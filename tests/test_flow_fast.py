"""The fast solver: correct, quick, sure of its answers, and stoppable."""

import random
import time
from itertools import islice

import pytest
from hypothesis import given, settings

import flow_reference
from flow_puzzles import any_puzzle
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import solve
from loa_tk.model.flow.fast import RULES, SIMPLE, Fast
from loa_tk.model.flow.generator import puzzle_of, random_cover
from loa_tk.model.flow.propagation import position, supported
from loa_tk.model.flow.puzzle import Puzzle, parse
from loa_tk.model.flow.solver import SOLVED

TWO_WAYS = [
    ["___A", "_BC_", "____", "_AB_", "C___"],
    ["_____", "___A_", "__BC_", "_A___", "___CB"],
    ["____A_", "_B__C_", "_C_D_A", "D_____", "E___B_", "_E____"],
]


def timed(puzzle):
    """Return the report of a full proof and the processor time it took."""
    begun = time.process_time()
    report = solve(puzzle, unique=True)
    return report, time.process_time() - begun


@pytest.mark.parametrize("name", puzzles.NAMES)
def test_the_puzzles_of_the_report(name):
    puzzle = puzzles.load(name)
    runs = [timed(puzzle) for _ in range(5)]
    report = runs[0][0]
    assert report.solved and report.unique and report.guesses <= 5 and report.assignments is None
    assert not flow_reference.faults(puzzle.text().split(), puzzle.rows(report.solutions[0]))
    assert min(seconds for _, seconds in runs) < 0.010


@given(any_puzzle())
@settings(max_examples=300)
def test_it_finds_what_an_exhaustive_search_finds(rows):
    puzzle = parse("\n".join(rows))
    found = [list(puzzle.rows(grid)) for grid in solve(puzzle, unique=True).solutions]
    assert sorted(found) == sorted(flow_reference.solutions(rows))[:2]


def test_it_finds_what_was_hidden():
    """Test solvable puzzles made from covers, because random sources rarely have a solution."""
    for seed in range(150):
        rng = random.Random(seed)
        width, height = 4 + seed % 2, 4 + seed % 3
        paths = random_cover(width, height, 2 + seed % 4, rng)
        if paths is None:
            continue
        puzzle = puzzle_of(width, height, paths)
        rows = puzzle.text().split()
        report = solve(puzzle, unique=True)
        found = sorted(list(puzzle.rows(grid)) for grid in report.solutions)
        assert found and found == sorted(flow_reference.solutions(rows))[:2]
        assert report.unique == (len(found) == 1)


@pytest.mark.parametrize("rows", TWO_WAYS)
def test_a_second_solution_is_found(rows):
    report = solve(parse("\n".join(rows)), unique=True)
    assert report.unique is False
    assert sorted(flow_reference.solutions(rows)) == sorted(
        list(parse("\n".join(rows)).rows(grid)) for grid in report.solutions
    )


def test_one_solution_says_nothing_about_others():
    report = solve(parse("\n".join(TWO_WAYS[0])))
    assert report.solved and report.unique is None and len(report.solutions) == 1


def large(side, colours, count):
    """Return the first few puzzles of this size for which a cover is found."""
    tries = (random_cover(side, side, colours, random.Random(seed)) for seed in range(100))
    return [puzzle_of(side, side, paths) for paths in islice(filter(None, tries), count)]


@pytest.mark.parametrize(("side", "colours"), [(15, 20), (15, 15), (18, 24), (20, 30), (20, 26)])
def test_large_puzzles(side, colours):
    puzzles = large(side, colours, 4)
    assert len(puzzles) == 4
    for puzzle in puzzles:
        report, seconds = timed(puzzle)
        assert report.solved and report.unique is not None and seconds < 1
        for grid in report.solutions:
            assert not flow_reference.faults(puzzle.text().split(), puzzle.rows(grid))


def test_large_puzzles_with_two_sources_swapped():
    (puzzle,) = large(20, 30, 1)
    rng = random.Random(5)
    solved = 0
    for _ in range(12):
        sources = [list(pair) for pair in puzzle.sources]
        one, other = rng.sample(sources, 2)
        one[0], other[0] = other[0], one[0]
        swapped = tuple((min(pair), max(pair)) for pair in sources)
        report, seconds = timed(Puzzle(width=20, height=20, names=puzzle.names, sources=swapped))
        assert report.solved is not None and seconds < 1
        solved += report.solved
    assert solved < 12


def test_it_stops_when_asked():
    puzzle = puzzles.load("report-14x14")
    report = solve(puzzle, stop=lambda: True)
    assert report.solved is None and report.guesses == 0
    begun = time.process_time()
    report = solve(puzzle, seconds=0)
    assert report.solved is None and time.process_time() - begun < 1


@given(any_puzzle())
@settings(max_examples=200)
def test_no_rule_removes_a_solution(rows):
    """What every rule leaves of the whole puzzle still contains each of its solutions."""
    puzzle = parse("\n".join(rows))
    solver = Fast(puzzle)
    solutions = [
        [puzzle.names.index(mark) for row in grid for mark in row]
        for grid in flow_reference.solutions(rows)
    ]
    for rule in RULES:
        after = rule(solver.lattice, solver.domains)
        if after is None:
            assert not solutions
            return
        solver.domains = after
        grid, remaining = solver.grid(), solver.remaining()
        for solution in solutions:
            for colour, known, left in zip(solution, grid, remaining, strict=True):
                assert colour == known if known is not None else colour in left


def test_a_colour_needs_a_way_in_and_out():
    """A path of A could enter the cell between B, C and B from above, but not leave it."""
    puzzle = parse("A___A\n_____\nB_C__\n_B__C\n")
    solver = Fast(puzzle)
    before, (left, _) = solver.domains.colours, supported(solver.lattice, solver.domains)
    a, cell = puzzle.names.index("A"), position(11, puzzle.width)  # between B, C and B
    place = a * solver.lattice.size + cell
    assert before >> place & 1 and not left >> place & 1


def test_support_saves_most_guesses():
    """A small copy of the measurement with forty puzzles in build/bench_flow.py."""
    made = (random_cover(20, 20, 26, random.Random(seed)) for seed in range(60))
    found = [puzzle_of(20, 20, paths) for paths in islice(filter(None, made), 10)]
    guesses = []
    for rules in (SIMPLE, RULES):
        solvers = [Fast(puzzle, rules) for puzzle in found]
        answers = [[s.grid() for step in s.steps() if step is SOLVED] for s in solvers]
        guesses.append((sum(solver.guesses for solver in solvers), answers))
    (simple, one), (full, other) = guesses
    assert [sorted(grids) for grids in one] == [sorted(grids) for grids in other]
    assert 2 * full < simple
