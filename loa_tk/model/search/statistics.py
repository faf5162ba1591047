"""What a search reports: the six statistics, each depth it searched, its answer and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from loa_tk.model.game import Move


@dataclass(frozen=True)
class Statistics:
    """The six statistics of the assignment, and the nodes at each level (the root is level 0)."""

    max_depth: int = 0
    nodes: int = 0
    evals_max: int = 0
    evals_min: int = 0
    prunes_max: int = 0
    prunes_min: int = 0
    levels: tuple[int, ...] = ()

    def __add__(self, other: Statistics) -> Statistics:
        """The statistics of two searches made one after the other."""
        pairs = zip_longest(self.levels, other.levels, fillvalue=0)
        return Statistics(
            max(self.max_depth, other.max_depth),
            self.nodes + other.nodes,
            self.evals_max + other.evals_max,
            self.evals_min + other.evals_min,
            self.prunes_max + other.prunes_max,
            self.prunes_min + other.prunes_min,
            tuple(mine + theirs for mine, theirs in pairs),
        )


class Tally:
    """Statistics being counted: lists, so that a search's inner functions can share them.

    `evals` and `prunes` have two entries, the first for MAX nodes (even plies), the second for MIN.
    """

    def __init__(self, deepest: int) -> None:
        """Start at nothing, with room for plies 0 to `deepest`."""
        self.levels = [0] * (deepest + 1)
        self.evals = [0, 0]
        self.prunes = [0, 0]

    def statistics(self) -> Statistics:
        """What has been counted so far."""
        levels = list(self.levels)
        while levels and not levels[-1]:
            levels.pop()
        return Statistics(
            max(len(levels) - 1, 0),
            sum(levels),
            self.evals[0],
            self.evals[1],
            self.prunes[0],
            self.prunes[1],
            tuple(levels),
        )


@dataclass(frozen=True)
class Proof:
    """A result that is certain: who wins (None: a draw), and in how many plies at best."""

    winner: int | None
    plies: int | None


@dataclass(frozen=True)
class Alternative:
    """One of the best moves of a position, with its value and the line expected after it."""

    move: Move
    value: float
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Iteration:
    """One pass of a search: a depth with what it found and what it cost.

    `kind` is "depth", "proof" for a yes/no question whether a win is nearer than that depth, or
    "unfinished" for what was going on when the search had to stop; without a move it found none.
    """

    depth: int
    value: float
    move: Move | None
    line: tuple[Move, ...]
    seconds: float
    statistics: Statistics
    kind: str = "depth"
    alternatives: tuple[Alternative, ...] = ()  # the best moves, where more than one was asked for


@dataclass(frozen=True)
class Report:
    """The answer of a search for one position; value and proof are the side to move's."""

    move: Move
    value: float
    depth: int
    line: tuple[Move, ...]
    proof: Proof | None
    seconds: float
    iterations: tuple[Iteration, ...]
    statistics: Statistics
    alternatives: tuple[Alternative, ...] = ()

    @property
    def nodes_per_second(self) -> int:
        """Positions looked at in a second, on this machine, this time."""
        return round(self.statistics.nodes / self.seconds) if self.seconds else 0


def total(iterations: Sequence[Iteration], unfinished: Statistics) -> Statistics:
    """The sum over all passes, and over what was begun and not finished."""
    return sum((iteration.statistics for iteration in iterations), unfinished)
