"""The protocol of all solvers: each can be advanced step by step, counted and watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class Step(NamedTuple):
    """A visible change: a cell gets a colour, or loses it again (None)."""

    cell: int
    colour: int | None


# Two steps that are not about a single cell; compare them with `is`.
SOLVED = Step(-1, None)  # the grid now shows a solution; the next steps look for another one
CHANGED = Step(-2, None)  # any number of cells may have changed


class Solver(Protocol):
    """A solver at work; its grid and counters may be read between two steps."""

    @property
    def assignments(self) -> int | None:
        """The number of attempted assignments, or None if the algorithm does not assign cells."""

    @property
    def backtracks(self) -> int:
        """The number of times it ran out of choices and went back."""

    @property
    def guesses(self) -> int | None:
        """The number of guesses, or None if every assignment is one."""

    def steps(self) -> Iterator[Step]:
        """Advance by one small piece of work at a time until all solutions have been shown."""

    def grid(self) -> tuple[int | None, ...]:
        """Return the colour that each cell has now."""


def watch(solver: Solver) -> Iterator[Step]:
    """Yield the solver's steps as seen on the grid: the cells that change, and SOLVED."""
    shown = solver.grid()
    for step in solver.steps():
        if step is CHANGED:
            before, shown = shown, solver.grid()
            for cell, (old, new) in enumerate(zip(before, shown, strict=True)):
                if old != new:
                    yield Step(cell, new)
        else:
            yield step
