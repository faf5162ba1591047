"""What every solving algorithm has in common: it can be advanced, counted and watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class Step(NamedTuple):
    """Something a watcher can see: a cell gets a colour, or loses it again (None)."""

    cell: int
    colour: int | None


# Two steps that are not about one cell, to be recognised with `is`.
SOLVED = Step(-1, None)  # the grid now shows a solution; going on looks for another one
CHANGED = Step(-2, None)  # any number of cells may have changed


class Solver(Protocol):
    """A solver at work; whoever watches reads its grid and its counters between two steps."""

    @property
    def assignments(self) -> int | None:
        """How many were attempted so far; None where the algorithm does not assign cells."""

    @property
    def backtracks(self) -> int:
        """How often it ran out of choices and went back."""

    @property
    def guesses(self) -> int | None:
        """How many of its choices were guesses; None where all assignments are."""

    def steps(self) -> Iterator[Step]:
        """Advance by one small piece of work at a time, until all solutions have been shown."""

    def grid(self) -> tuple[int | None, ...]:
        """The colour that each cell has now."""


def watch(solver: Solver) -> Iterator[Step]:
    """The same work as seen on the grid: only cells that change, and SOLVED."""
    shown = solver.grid()
    for step in solver.steps():
        if step is CHANGED:
            before, shown = shown, solver.grid()
            for cell, (old, new) in enumerate(zip(before, shown, strict=True)):
                if old != new:
                    yield Step(cell, new)
        else:
            yield step
