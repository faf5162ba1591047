"""An algorithm that the user watches, advanced step by step or at a chosen speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from loa_tk.model.flow.algorithms import begin
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solver import DEAD_END, SOLVED, DeadEnd, watch

SLICE = 0.008  # seconds of work after which the window gets its turn
MOST = 5000  # steps in a slice
FRAME = 0.03  # seconds between two pictures of a running algorithm
FASTEST = float("inf")


class Snapshot(NamedTuple):
    """What the window shows of an algorithm at one moment."""

    grid: tuple[int | None, ...]
    # The colours left for each cell: one if the solver has decided it, shown in `grid` or not yet.
    remaining: tuple[tuple[int, ...], ...]
    last: int | None  # the cell that the last step has changed
    dead_end: DeadEnd | None  # if the algorithm can go no further from here
    assignments: int | None
    backtracks: int
    guesses: int | None
    seconds: float


class Watching:
    """A solver, the grid that its steps so far have made, and the latest picture of both."""

    def __init__(self, puzzle: Puzzle, algorithm: str) -> None:
        """Get ready for the first step."""
        self.puzzle, self.algorithm = puzzle, algorithm
        self.solver = begin(puzzle, algorithm)
        self.grid = list(self.solver.grid())
        self.last: int | None = None
        self.reason: DeadEnd | None = None  # the last dead end pictured, until it goes forward
        self.solved: bool | None = None  # known at the end
        self.running = False
        self.seconds = 0.0  # spent running
        self._steps = watch(self.solver)
        self._stuck = False  # at a dead end
        self._forward = False  # the last step has filled a cell
        self._due = 0.0  # steps
        self._looked = self._pictured = 0.0  # times
        self.take_picture()

    def take_picture(self) -> None:
        """Let the window show the algorithm as it stands now."""
        solver = self.solver
        dead_end = solver.dead_end() if self._stuck else None
        if self._stuck or self._forward:
            self.reason = dead_end
        remaining = tuple(
            left if colour is None else (colour,)
            for colour, left in zip(solver.grid(), solver.remaining(), strict=True)
        )
        self.picture = Snapshot(
            grid=tuple(self.grid), remaining=remaining, last=self.last, dead_end=dead_end,
            assignments=solver.assignments, backtracks=solver.backtracks, guesses=solver.guesses,
            seconds=self.seconds,
        )  # fmt: skip

    def start(self, now: float) -> None:
        """Run from now on, unless the algorithm has ended; the first step is due at once."""
        self.running = self.solved is None
        self._looked, self._due = now, 1.0

    def pause(self) -> None:
        """Pause after the step made last."""
        self.running = False
        self.take_picture()

    def step(self) -> None:
        """Make one step, then pause."""
        self.advance(1, lambda: True)
        self.pause()

    def work(self, clock: Callable[[], float], speed: float) -> None:
        """Make the steps that are due, and pause if the algorithm ends."""
        begun = clock()
        passed, self._looked = begun - self._looked, begun
        self.seconds += passed
        if speed == FASTEST:
            due = MOST
        else:  # an algorithm that cannot keep up does not run faster later
            self._due = min(self._due + passed * speed, 1 + speed / 4)
            due = min(MOST, int(self._due))
        self._due -= self.advance(due, lambda: clock() - begun > SLICE)
        if self.solved is not None:
            self.pause()
        elif begun - self._pictured > FRAME:
            self._pictured = begun
            self.take_picture()

    def advance(self, most: int, enough: Callable[[], bool]) -> int:
        """Make at most this many steps, fewer if `enough` says so; return how many were made."""
        for made in range(most):
            step = next(self._steps, None)
            self._stuck = step is DEAD_END
            self._forward = step is not None and step.colour is not None
            if step is None or step is SOLVED:
                self.last, self.solved = None, step is SOLVED
                return made
            if step is not DEAD_END:
                self.last = step.cell
                self.grid[step.cell] = step.colour
            if enough():
                return made + 1
        return most
