"""The protocol of all solvers: each can be advanced step by step, counted and watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class Step(NamedTuple):
    """A visible change: a cell gets a colour, or loses it again (None)."""

    cell: int
    colour: int | None


class DeadEnd(NamedTuple):
    """Why a solver cannot go on: a kind, and the cell or the colour that shows it."""

    kind: str
    cell: int | None = None
    colour: int | None = None


# The kinds of dead ends.
NO_COLOUR = "no colour"  # no colour is left for the cell
NO_SHAPE = "no shape"  # no path can pass through the cell
CROWDED = "crowded"  # the cell has too many neighbours of its colour
CLOSED = "closed"  # the cell cannot get as many neighbours of its colour as it needs
TOUCHES = "touches"  # the path through the cell touches itself
APART = "apart"  # the colour's sources can no longer be joined
LOOP = "loop"  # every cell is filled, but some belong to no path between sources

# Three steps that are not about a single cell; compare them with `is`.
SOLVED = Step(-1, None)  # the grid now shows a solution; the next steps look for another one
CHANGED = Step(-2, None)  # any number of cells may have changed
DEAD_END = Step(-3, None)  # the grid allows no solution: `dead_end` says why, then it goes back


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

    def remaining(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell the colours that the algorithm may still try in it.

        A cell that has its colour has none left.
        """

    def dead_end(self) -> DeadEnd:
        """Return why there is no way on; may be called only right after the step DEAD_END."""


def watch(solver: Solver) -> Iterator[Step]:
    """Yield the steps as seen on the grid: the cells that change, SOLVED and DEAD_END."""
    shown = solver.grid()
    for step in solver.steps():
        if step is CHANGED:
            before, shown = shown, solver.grid()
            for cell, (old, new) in enumerate(zip(before, shown, strict=True)):
                if old != new:
                    yield Step(cell, new)
        else:
            yield step
