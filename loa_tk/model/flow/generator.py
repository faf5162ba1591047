"""The generator: makes a puzzle with exactly one solution from a size, difficulty and seed."""

from __future__ import annotations

import math
import random
import string
from typing import NamedTuple, TypeAlias

from loa_tk.model.fields import SEEDS, Field, OneOf, Whole
from loa_tk.model.flow.fast import SIMPLE, Fast
from loa_tk.model.flow.puzzle import Puzzle, neighbours
from loa_tk.model.flow.solver import SOLVED

# Random covers of a grid by paths that do not touch themselves; puzzles are made from them.

Route: TypeAlias = list[int]  # cells in order, both ends included

SHORTEST = 3  # the sources of a path of two cells lie side by side: too easy
LONGEST = 2.5  # times the average; without this bound one path takes most of the grid
SPLIT = 0.03  # the share of cuts; at 0 the walk freezes, at 0.1 it takes four times as long
PATIENCE = 250  # steps for each cell; 10x10 takes a quarter of them, rarely two thirds


class Cover:
    """Paths that change a little at every step and always cover every cell exactly once."""

    def __init__(self, width: int, height: int, colours: int, rng: random.Random) -> None:
        """Start with every cell a path of its own."""
        self.neighbours = neighbours(width, height)
        self.colours = colours
        self.longest = LONGEST * width * height / colours
        self.random = rng.random  # fast, and the same in all versions of Python
        self.paths: list[Route] = [[cell] for cell in range(width * height)]
        self.owner = list(self.paths)

    def done(self) -> bool:
        """Return whether there are as many paths as colours, none of them too short."""
        return len(self.paths) == self.colours and min(map(len, self.paths)) >= SHORTEST

    def step(self) -> None:
        """Cut a path, or try to join one to a path that begins next to its end."""
        path = self.paths[int(self.random() * len(self.paths))]
        if self.random() < SPLIT:
            self._split(path)
            return
        end = path[-1] if self.random() < 0.5 else path[0]
        near = self.neighbours[end]
        start = near[int(self.random() * len(near))]
        other = self.owner[start]
        if other is path or start not in (other[0], other[-1]):
            return
        if self._touches(end, other) > 1:
            return
        if self._may_join(path, other):
            self._join(path, end, other, start)
        elif len(other) < self.longest:
            self._trade(path, end, other, start)

    def _may_join(self, path: Route, other: Route) -> bool:
        """Return whether the two paths may become one that does not touch itself."""
        return (
            len(self.paths) > self.colours
            and len(path) + len(other) <= self.longest
            and sum(self._touches(cell, other) for cell in path) == 1
        )

    def _touches(self, cell: int, path: Route) -> int:
        """Return how many neighbours of a cell are on a path."""
        return [self.owner[near] is path for near in self.neighbours[cell]].count(True)

    def _split(self, path: Route) -> None:
        """Cut a path in two at a random place."""
        cut = 1 + int(self.random() * (len(path) - 1))
        rest = path[cut:]
        if rest:
            del path[cut:]
            self._own(rest)
            self.paths.append(rest)

    def _join(self, path: Route, end: int, other: Route, start: int) -> None:
        """Append another path to a path."""
        if path[-1] != end:
            path.reverse()
        if other[0] != start:
            other.reverse()
        path.extend(other)
        self._own(path)
        self.paths.remove(other)

    def _trade(self, path: Route, end: int, other: Route, start: int) -> None:
        """Move the end cell of a path to the other path."""
        path.remove(end)
        if not path:
            self.paths.remove(path)
        if other[-1] != start:
            other.reverse()
        other.append(end)
        self.owner[end] = other

    def _own(self, path: Route) -> None:
        for cell in path:
            self.owner[cell] = path


def random_cover(width: int, height: int, colours: int, rng: random.Random) -> list[Route] | None:
    """Return a cover by this number of paths, or None if none was found in the steps allowed."""
    cover = Cover(width, height, colours, rng)
    for _ in range(PATIENCE * width * height):
        if cover.done():
            return cover.paths
        cover.step()
    return None


def straight_cover(width: int, height: int) -> list[Route]:
    """Return the rows as paths: dull, but their puzzle has one solution on every grid."""
    return [list(range(row * width, (row + 1) * width)) for row in range(height)]


CANDIDATES = 12  # bounds the time; if all of them fail, the straight cover is taken
# The colours of the game first, as their letters stand in puzzle files: red, green, blue, yellow.
FIRST_NAMES = "RGBYOCPQMLNTDAWK"
NAMES = FIRST_NAMES + "".join(
    letter for letter in string.ascii_letters if letter not in FIRST_NAMES
)
MOST_GUESSES = 100  # a candidate that takes more is dropped, even if it is unique


class Difficulty(NamedTuple):
    """What a difficulty demands of a puzzle, in figures that can be measured."""

    density: float  # colours for each cell of the grid's side (the root of its area)
    guess: bool  # whether simple rules must be unable to solve it without a guess


# Phone puzzles have about as many colours as rows. Fewer colours mean longer paths to find.
DIFFICULTIES = {
    "easy": Difficulty(1.3, guess=False),
    "normal": Difficulty(1.0, guess=False),
    "hard": Difficulty(0.8, guess=True),
}
SIZES = Whole(4, 15)
COLUMNS = Field(name="columns", label="Columns", kind=SIZES, default=9)
ROWS = Field(name="rows", label="Rows", kind=SIZES, default=9)
DIFFICULTY = Field(
    name="difficulty", label="Difficulty", kind=OneOf(tuple(DIFFICULTIES)), default="normal",
    help=f"the new puzzle's difficulty: {', '.join(DIFFICULTIES)}; fewer colours are harder, and "
    "simple rules do not solve a hard puzzle without a guess",
)  # fmt: skip
SEED = Field(
    name="seed", label="Seed", kind=SEEDS, default=0,
    help="choose the random order or the new puzzle",
)  # fmt: skip
OFFERED_SEEDS = 1_000_000  # a new seed is below it: short enough to be written down


def generate(width: int, height: int, seed: int = 0, difficulty: str = "normal") -> Puzzle:
    """Return the puzzle of this size, seed and difficulty: the same on every machine.

    If no candidate fits (hard ones are rare on grids below 7x7), the nearest one is taken: for a
    hard puzzle, the one that keeps the rules busy longest.
    """
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
    """Return how hard a puzzle is, or None if it is not unique or is far too hard.

    The rules are those of the first version, so that a seed makes the same puzzle for ever.
    """
    solver = Fast(puzzle, SIMPLE)
    solutions = 0
    for step in solver.steps():
        solutions += step is SOLVED
        if solutions > 1 or solver.guesses > MOST_GUESSES:
            return None
    return Hardness(solver.guesses, solver.rounds) if solutions else None


def puzzle_of(width: int, height: int, paths: list[Route]) -> Puzzle:
    """Return the puzzle whose sources are the ends of these paths, colours in reading order."""
    ends = sorted((min(path[0], path[-1]), max(path[0], path[-1])) for path in paths)
    return Puzzle(width=width, height=height, names=tuple(NAMES[: len(ends)]), sources=tuple(ends))
