"""What a search reports: its statistics, each pass that it made, its answer and its proof.

A statistic is one row: the field of `Statistics` that declares it. The log, the text table, CSV,
JSON and the file record are all made from these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, fields
from itertools import zip_longest
from operator import add
from typing import Any

from loa_tk.immutable import dataclass
from loa_tk.model.game import Move

ANNOUNCED = "program"  # the source of a result that another program has announced
DEEPEST = 200  # plies; no game here has lines that long before its clock has run out


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """One row: name, text for people, explanation, format, and how two figures are combined."""

    name: str
    text: str
    help: str
    form: str
    combine: Callable[[Any, Any], Any]
    whole: bool  # counts are whole numbers, shares are not

    def show(self, statistics: Statistics) -> str:
        """Return the figure as people read it."""
        return self.form.format(getattr(statistics, self.name))


def last(_first: float, second: float) -> float:
    """Combine two figures of which only the later one counts."""
    return second


def row(text: str, help: str, combine: Callable[[Any, Any], Any] = add) -> Any:
    """Declare a count, which starts at 0."""
    facts = {"text": text, "help": help, "form": "{:,}", "combine": combine, "whole": True}
    return field(default=0, metadata=facts)


def share(text: str, help: str) -> Any:
    """Declare a share between 0 and 1, of which the latest is kept."""
    facts = {"text": text, "help": help, "form": "{:.1%}", "combine": last, "whole": False}
    return field(default=0.0, metadata=facts)


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """The figures of one search, and the nodes at each level (the root is level 0)."""

    max_depth: int = row(
        "Maximum depth reached", "how many moves ahead the search looked; the root is 0", max
    )
    nodes: int = row("Nodes generated", "positions made, the root included")
    evals_max: int = row(
        "EVAL calls in MAX-VALUE", "estimates made of positions where MAX is to move"
    )
    evals_min: int = row(
        "EVAL calls in MIN-VALUE", "estimates made of positions where MIN is to move"
    )
    prunes_max: int = row("Prunings in MAX-VALUE", "times that v ≥ β ended a MAX node early")
    prunes_min: int = row("Prunings in MIN-VALUE", "times that v ≤ α ended a MIN node early")
    levels: tuple[int, ...] = ()
    playouts: int = row("Playouts", "random games played")
    win_share: float = share(
        "Win share of the best move", "wins among its playouts; a draw is half a win"
    )

    def __add__(self, other: Statistics) -> Statistics:
        """Return the statistics of two searches made one after the other."""
        pairs = zip_longest(self.levels, other.levels, fillvalue=0)
        combined = {
            name: row.combine(getattr(self, name), getattr(other, name))
            for name, row in ROWS.items()
        }
        return Statistics(**combined, levels=tuple(mine + theirs for mine, theirs in pairs))

    def figures(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the figures of these names, in their order."""
        return {name: getattr(self, name) for name in names}


ROWS = {
    column.name: Statistic(name=column.name, **column.metadata)
    for column in fields(Statistics)
    if column.metadata
}
# The statistics of the assignment, in its order.
SIX = ("max_depth", "nodes", "evals_max", "evals_min", "prunes_max", "prunes_min")


class Counts:
    """Statistics while they are counted: lists, so that a search's inner functions can share them.

    `evals` and `prunes` have two entries, the first for MAX nodes (even plies), the second for MIN.
    """

    def __init__(self, deepest: int = DEEPEST) -> None:
        """Start at zero, with room for plies 0 to `deepest`."""
        self.levels = [0] * (deepest + 1)
        self.evals = [0, 0]
        self.prunes = [0, 0]

    def statistics(self) -> Statistics:
        """Return what has been counted so far."""
        levels = list(self.levels)
        while levels and not levels[-1]:
            levels.pop()
        six = max(len(levels) - 1, 0), sum(levels), *self.evals, *self.prunes
        return Statistics(**dict(zip(SIX, six, strict=True)), levels=tuple(levels))


@dataclass(frozen=True)
class Proof:
    """A certain result: the winner (None is a draw) and the plies that the win takes at best.

    If a `source` is named, the plies are a bound: the game's "book" has it, or the "prover" has
    found the win that the book promised, or another "program" has announced the result.
    """

    winner: int | None
    plies: int | None
    source: str = ""


@dataclass(frozen=True)
class Alternative:
    """One of the best moves of a position, with its value and the line expected after it."""

    move: Move
    value: float | None
    line: tuple[Move, ...]


@dataclass(frozen=True)
class RunnerUp:
    """The best of the other moves of a pass that looked for one move only.

    Its value may be an upper bound: it was refuted, and no more is known. `equal` counts the moves
    that are known to have the value of the best.
    """

    move: Alternative
    at_most: bool
    equal: int


@dataclass(frozen=True, kw_only=True)
class Iteration:
    """One pass of a search: what it found and what it cost.

    `kind` is "depth", "proof" for a yes/no question whether a win is nearer than that depth, or
    "unfinished" for the pass that was under way when the search had to stop, or for a proof that
    was given up. "book" is a look into the game's book; its depth is the bound on the plies. A pass
    that found no move has no line, and one that found no value has no value.
    """

    depth: int
    value: float | None = None
    line: tuple[Move, ...] = ()
    seconds: float
    statistics: Statistics
    kind: str = "depth"
    alternatives: tuple[Alternative, ...] = ()  # the best moves, if more than one was asked for
    runner_up: RunnerUp | None = field(default=None, compare=False)  # records do not keep it

    @property
    def move(self) -> Move | None:
        """The move that was found, if any."""
        return self.line[0] if self.line else None

    def alone(self, shown: tuple[str, ...] = SIX) -> Report:
        """Return the report of a search that made this pass and no other."""
        return Report(
            value=self.value, depth=self.depth, line=self.line, seconds=self.seconds,
            iterations=(self,), statistics=self.statistics, shown=shown,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Report:
    """The answer of a search for one position, seen by the side to move.

    `value` is None if the search found none. `shown` names the statistics that the search counts.
    """

    value: float | None = None
    depth: int
    line: tuple[Move, ...]  # never empty
    proof: Proof | None = None
    seconds: float
    iterations: tuple[Iteration, ...] = ()
    statistics: Statistics
    alternatives: tuple[Alternative, ...] = ()
    runner_up: RunnerUp | None = field(default=None, compare=False)  # records do not keep it
    shown: tuple[str, ...] = SIX
    player: str = ""  # who searched, as players are written

    @property
    def move(self) -> Move:
        """The move to play, with which the line begins."""
        return self.line[0]

    @property
    def nodes_per_second(self) -> int:
        """The positions looked at in a second, on this machine, this time."""
        return round(self.statistics.nodes / self.seconds) if self.seconds else 0


def total(iterations: Sequence[Iteration], unfinished: Statistics) -> Statistics:
    """Return the sum over all passes, including the one under way."""
    return sum((iteration.statistics for iteration in iterations), unfinished)


def unsigned(value: float | None) -> float | None:
    """Return a value with 0.0 for -0.0, whose sign would show in files and other programs."""
    return None if value is None else 0.0 if value == 0 and isinstance(value, float) else value
