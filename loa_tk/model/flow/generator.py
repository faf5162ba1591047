"""The generator: makes a puzzle with exactly one solution from a size, difficulty and seed."""

from __future__ import annotations

import math
import random
import string
from typing import NamedTuple

from loa_tk.model.flow.cover import Route, random_cover, straight_cover
from loa_tk.model.flow.fast import Fast
from loa_tk.model.flow.puzzle import Puzzle, PuzzleError
from loa_tk.model.flow.solver import SOLVED

SMALLEST, LARGEST = 4, 15  # rows and columns
CANDIDATES = 12  # bounds the time; if all of them fail, the straight cover is taken
NAMES = string.ascii_uppercase + string.ascii_lowercase
MOST_GUESSES = 100  # a candidate that takes more is dropped, even if it is unique


class Difficulty(NamedTuple):
    """What a difficulty demands of a puzzle, in figures that can be measured."""

    density: float  # colours for each cell of the grid's side (the root of its area)
    guess: bool  # whether the fast solver must be unable to solve it without a guess


# Phone puzzles have about as many colours as rows. Fewer colours mean longer paths to find.
DIFFICULTIES = {
    "easy": Difficulty(1.3, guess=False),
    "normal": Difficulty(1.0, guess=False),
    "hard": Difficulty(0.8, guess=True),
}


def generate(width: int, height: int, seed: int = 0, difficulty: str = "normal") -> Puzzle:
    """Return the puzzle of this size, seed and difficulty: the same on every machine.

    If no candidate fits (hard ones are rare on grids below 7x7), the nearest one is taken: for a
    hard puzzle, the one that keeps the rules busy longest.
    """
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise PuzzleError(
            f"{width}x{height}: a size from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST} is needed"
        )
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(f"difficulty {difficulty}: not one of {', '.join(DIFFICULTIES)}")
    level = DIFFICULTIES[difficulty]
    rng = random.Random(f"{width}x{height} {difficulty} {seed}")
    colours = max(2, round(level.density * math.sqrt(width * height)))
    nearest: Puzzle | None = None
    least = Hardness(0, 0)
    for _ in range(CANDIDATES):
        paths = random_cover(width, height, colours, rng)
        candidate = paths and puzzle_of(width, height, paths)
        work = candidate and hardness(candidate)
        if not candidate or not work:
            continue
        if (work.guesses > 0) == level.guess:
            return candidate
        if nearest is None or (work > least if level.guess else work < least):
            nearest, least = candidate, work
    return nearest or puzzle_of(width, height, straight_cover(width, height))


class Hardness(NamedTuple):
    """What the fast solver needed to prove that a puzzle has only one solution."""

    guesses: int
    rounds: int


def hardness(puzzle: Puzzle) -> Hardness | None:
    """Return how hard a puzzle is, or None if it is not unique or is far too hard."""
    solver = Fast(puzzle)
    solutions = 0
    for step in solver.steps():
        solutions += step is SOLVED
        if solutions > 1 or solver.guesses > MOST_GUESSES:
            return None
    return Hardness(solver.guesses, solver.rounds) if solutions else None


def puzzle_of(width: int, height: int, paths: list[Route]) -> Puzzle:
    """Return the puzzle whose sources are the ends of these paths, colours in reading order."""
    ends = sorted((min(path[0], path[-1]), max(path[0], path[-1])) for path in paths)
    return Puzzle(width, height, tuple(NAMES[: len(ends)]), tuple(ends))
