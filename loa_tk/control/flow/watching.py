"""An algorithm that the user watches: advanced step by step or at a speed, and back again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from loa_tk.model.flow.algorithms import begin
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solver import (
    BEGUN,
    DEAD_END,
    EXHAUSTED,
    FOUND,
    NARROWED,
    SOLVED,
    STUCK,
    DeadEnd,
    Step,
    StepReason,
    watch,
)

SLICE = 0.008  # seconds of work after which the window gets its turn
MOST = 5000  # steps in a slice
FRAME = 0.03  # seconds between two pictures of a running algorithm
KEPT = 500  # pictures of the last steps, so that going back is quick
FASTEST = float("inf")


class Snapshot(NamedTuple):
    """What the window shows of an algorithm after a step."""

    step: int  # its number; 0 is before the first one
    grid: tuple[int | None, ...]
    # The colours left for each cell: one if the solver has decided it, shown in `grid` or not yet.
    remaining: tuple[tuple[int, ...], ...]
    last: int | None  # the cell that the step is about
    reason: StepReason
    dead_end: DeadEnd | None  # if the algorithm can go no further from here
    solved: bool | None  # known at the end
    assignments: int | None
    backtracks: int
    guesses: int | None
    seconds: float  # the algorithm's own, not those of its pictures and pauses


class Watching:
    """A solver, the pictures of its last steps, and which of them is shown.

    A step back beyond these pictures starts the solver again, which does the same each time.
    """

    def __init__(self, puzzle: Puzzle, algorithm: str) -> None:
        """Get ready for the first step."""
        self.puzzle, self.algorithm = puzzle, algorithm
        self.running = False
        self.seeking: int | None = None  # the step that a new start is on the way to
        self._due = 0.0  # steps
        self._looked = self._pictured = 0.0  # times
        self._begin()

    def _begin(self) -> None:
        """Start the solver."""
        self.solver = begin(self.puzzle, self.algorithm)
        self.grid = list(self.solver.grid())
        self.made = 0  # steps
        self.seconds = 0.0
        self.solved: bool | None = None
        self._steps = watch(self.solver)
        self._step: Step | None = None
        self._cell: int | None = None  # the cell of the last step that had one
        self._pictures: deque[Snapshot] = deque(maxlen=KEPT)
        self._behind = 0  # pictures between the one that is shown and the last
        self.take_picture()

    @property
    def picture(self) -> Snapshot:
        """What is shown."""
        return self._pictures[-1 - self._behind]

    @property
    def ended(self) -> bool | None:
        """Whether a solution is shown (True) or that there is none; None before the end."""
        return self.picture.solved

    def take_picture(self) -> None:
        """Show the algorithm as it stands now."""
        if self._pictures and self._pictures[-1].step == self.made:
            return
        if self._pictures and self._pictures[-1].step != self.made - 1:
            self._pictures.clear()  # the kept ones follow one another without a gap
        solver, step = self.solver, self._step
        dead_end = solver.dead_end() if step is DEAD_END else None
        reason, last = self._reason(step, dead_end)
        remaining = tuple(
            left if colour is None else (colour,)
            for colour, left in zip(solver.grid(), solver.remaining(), strict=True)
        )
        self._pictures.append(Snapshot(
            step=self.made, grid=tuple(self.grid), remaining=remaining, last=last, reason=reason,
            dead_end=dead_end, solved=self.solved, assignments=solver.assignments,
            backtracks=solver.backtracks, guesses=solver.guesses, seconds=self.seconds,
        ))  # fmt: skip

    def _reason(self, step: Step | None, dead_end: DeadEnd | None) -> tuple[StepReason, int | None]:
        """Return why the last step was made, and the cell that it is about."""
        if dead_end is not None:
            return StepReason(STUCK, dead_end.cell, dead_end.colour), self._cell
        if step is None or step is SOLVED:
            kind = FOUND if self.solved else EXHAUSTED if self.made else BEGUN
            return StepReason(kind), None
        if step is NARROWED:
            reason = self.solver.reason(None)
            self._cell = reason.cell
            return reason, reason.cell
        return self.solver.reason(step.cell), step.cell

    def start(self, now: float) -> None:
        """Run from now on, unless the algorithm has ended; the first step is due at once."""
        self.running = self.ended is None
        self._looked, self._due = now, 1.0

    def pause(self) -> None:
        """Pause after the step made last."""
        self.running = False
        self.take_picture()

    def step(self) -> None:
        """Make one step, or show the next one again, then pause."""
        self.running = False
        if self._behind:
            self._behind -= 1
        else:
            self.advance(1, lambda: True)
            self.take_picture()

    def back(self) -> None:
        """Go one step back and pause; `seeking` says if that takes a new start."""
        self.pause()
        if self._behind + 1 < len(self._pictures):
            self._behind += 1
        elif self.picture.step:
            self.seeking = self.picture.step - 1
            self._begin()

    def seek(self, clock: Callable[[], float]) -> None:
        """Come closer to the step that is sought; the last ones before it are kept as pictures."""
        assert self.seeking is not None
        begun = clock()
        while self.made < self.seeking:
            near = self.seeking - KEPT - self.made
            self.advance(min(near, MOST) if near > 0 else 1, lambda: clock() - begun > SLICE)
            if self.made >= self.seeking - KEPT:
                self.take_picture()
            if clock() - begun > SLICE:
                break
        if self.made >= self.seeking:
            self.seeking = None

    def work(self, clock: Callable[[], float], speed: float) -> None:
        """Make the steps that are due, and pause if the algorithm ends."""
        begun = clock()
        passed, self._looked = begun - self._looked, begun
        if speed == FASTEST:
            due = MOST
        else:  # an algorithm that cannot keep up does not run faster later
            self._due = min(self._due + passed * speed, 1 + speed / 4)
            due = min(MOST, int(self._due))
        again = min(due, self._behind)  # steps that have been made before
        self._behind -= again
        made = self.advance(due - again, lambda: clock() - begun > SLICE)
        self._due -= again + made
        if self.solved is not None and not self._behind:
            self.pause()
        elif begun - self._pictured > FRAME and not self._behind:
            self._pictured = begun
            self.take_picture()

    def advance(self, most: int, enough: Callable[[], bool]) -> int:
        """Make at most this many steps, fewer if `enough` says so; return how many were made."""
        begun, before = time.perf_counter(), self.made
        while self.made - before < most and self.solved is None:
            step = self._step = next(self._steps, None)
            self.made += 1
            if step is None or step is SOLVED:
                self.solved = step is SOLVED
            elif step is not DEAD_END and step is not NARROWED:
                self._cell = step.cell
                self.grid[step.cell] = step.colour
            if enough():
                break
        self.seconds += time.perf_counter() - begun
        return self.made - before
