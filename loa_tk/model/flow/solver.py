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


class Objection(NamedTuple):
    """Why a cell cannot have some colours: a kind, the neighbour that objects, the colours."""

    kind: str
    cell: int | None
    colours: tuple[int, ...]


# The kinds of objections.
NEEDED = "needed"  # the neighbour needs every free cell around it, so only its colour is left
COMPLETE = "complete"  # the neighbour has this colour and all the neighbours of it that it may have
FEW = "few"  # too few neighbours can have this colour
MANY = "many"  # too many neighbours have this colour
EARLIER = "earlier"  # inference removed the colours before


class Arc(NamedTuple):
    """A cell and the rule that its colours have to agree with: a cell's own or a neighbour's."""

    cell: int
    rule: int


class StepReason(NamedTuple):
    """Why a solver made its last step; what a kind of step does not have is empty."""

    kind: str
    cell: int | None = None
    colour: int | None = None
    left: tuple[int, ...] = ()  # the colours that the cell had left, in the order they are tried
    objections: tuple[Objection, ...] = ()  # to the colours that it had not
    removed: tuple[tuple[int, tuple[int, ...]], ...] = ()  # cells with the colours they have lost
    near: int | None = None  # the neighbour that decided it
    shapes: int = 0  # the shapes that were left for a cell
    queue: tuple[Arc, ...] = ()  # the first of the arcs that wait
    waiting: int = 0  # all arcs that wait
    idle: int = 0  # arcs since the step before that removed nothing


# The kinds of reasons.
BEGUN = "begun"  # there has been no step
ASSIGNED = "assigned"  # the cell was selected and gets the next colour it has left
RETRACTED = "retracted"  # everything that followed from the colour has failed
REVISED = "revised"  # an arc removed colours from the cell
JOINED = "joined"  # the cell is joined to a neighbour, which has the colour
EXCLUDED = "excluded"  # the neighbours exclude every other colour
SUPPORTED = "supported"  # no other colour leaves the cell's path a way in and out
REACHED = "reached"  # no other colour's path can reach the cell
GUESSED = "guessed"  # no rule applied: the cell gets one of its shapes
STUCK = "stuck"  # a dead end
FOUND = "found"  # a solution
EXHAUSTED = "exhausted"  # everything has been tried

# Four steps that are not a cell's new colour; compare them with `is`.
SOLVED = Step(-1, None)  # the grid now shows a solution; the next steps look for another one
CHANGED = Step(-2, None)  # any number of cells may have changed
DEAD_END = Step(-3, None)  # the grid allows no solution: `dead_end` says why, then it goes back
NARROWED = Step(-4, None)  # a cell has fewer possibilities but no colour yet: `reason` names it


class Solver(Protocol):
    """A solver at work; its grid and counters may be read between two steps."""

    @property
    def assignments(self) -> int | None:
        """The number of attempted assignments, or None if the algorithm does not assign cells."""

    @property
    def backtracks(self) -> int:
        """The number of attempted assignments, or else of guesses, that were taken back."""

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

    def reason(self, cell: int | None) -> StepReason:
        """Return why the last step was made, which changed this cell of the grid, if any."""


def watch(solver: Solver) -> Iterator[Step]:
    """Yield the steps as they are watched: the cells that change, and all others but CHANGED."""
    shown = solver.grid()
    for step in solver.steps():
        if step is CHANGED:
            before, shown = shown, solver.grid()
            for cell, (old, new) in enumerate(zip(before, shown, strict=True)):
                if old != new:
                    yield Step(cell, new)
        else:
            yield step
