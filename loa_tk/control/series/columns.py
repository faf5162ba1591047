"""The columns of a series: one row for each figure, from which every table, file and plot is made.

A new column is one more row of COLUMNS. Terminal, window, HTML page, JSON and CSV file show it, and
a row with a `plot` is plotted in the HTML page, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from loa_tk.model.match import Match
from loa_tk.model.search.statistics import Report
from loa_tk.words import series as words

NANO = 10**9
MOST = 1e15  # of a figure; sums of greater ones would not fit a float
EXACT, ROUNDED = "{:,}".format, "{:,.0f}".format


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A figure that is taken for each move of a player, before the move is played."""

    name: str
    of: Callable[[Match, Report], float]
    unit: str = ""  # on the axis of its plot
    digits: int = 0  # after the point of a sum in a CSV file; 0 for whole numbers

    @property
    def parts(self) -> int:
        """Return into how many parts one is divided, so that sums are sums of whole numbers."""
        return NANO if self.digits else 1


@dataclass(frozen=True)
class Total:
    """A measure over all moves of one player."""

    moves: int
    sum: float
    largest: float


@dataclass(frozen=True)
class Effort:
    """What one player spent in all games: its totals by their measures' names.

    A total is None if the games come from a file that does not have the measure.
    """

    moves: int
    totals: Mapping[str, Total | None]


@dataclass(frozen=True, kw_only=True)
class Column:
    """A figure of each player: its JSON name, its head, how it is computed and formatted.

    A column without a head is left out of tables for people.
    """

    name: str
    head: str
    measure: Measure
    compute: Callable[[Total], float]
    form: Callable[[float], str] = EXACT
    plot: str = ""  # the title of a plot of the measure's average at each move

    def figure(self, effort: Effort) -> float | None:
        """Return a player's figure, or None if it was not measured."""
        total = effort.totals[self.measure.name]
        return None if total is None else self.compute(total)

    def text(self, effort: Effort) -> str:
        """Return a player's figure for people; a player that has not moved has none."""
        figure = self.figure(effort)
        return words.NOTHING if figure is None or not effort.moves else self.form(figure)


def total(measured: Total) -> float:
    """Return the sum over all moves."""
    return measured.sum


def per_move(measured: Total) -> float:
    """Return the average of a move."""
    return measured.sum / measured.moves if measured.moves else 0.0


def largest(measured: Total) -> float:
    """Return the largest figure of any move."""
    return measured.largest


def prunings(match: Match, report: Report) -> int:
    """Return the prunings of a search, in MAX and MIN nodes together."""
    return report.statistics.prunes_max + report.statistics.prunes_min


def captures(match: Match, report: Report) -> int:
    """Return 1 if the move captures, else 0."""
    return int(match.game.taken(match.state, report.move) is not None)


NODES = Measure(name="nodes", of=lambda match, report: report.statistics.nodes, unit="nodes")
SECONDS = Measure(name="seconds", of=lambda match, report: report.seconds, unit="s", digits=3)
DEPTH = Measure(name="depth", of=lambda match, report: report.statistics.max_depth)
CAPTURES = Measure(name="captures", of=captures)
PRUNINGS = Measure(name="prunings", of=prunings)

COLUMNS = (
    Column(name="nodes", head="nodes", measure=NODES, compute=total),
    Column(name="nodes_per_move", head="nodes/move", measure=NODES, compute=per_move, form=ROUNDED,
           plot=words.PAGES["nodes"][0]),
    Column(name="seconds", head="", measure=SECONDS, compute=total),
    Column(name="seconds_per_move", head="s/move", measure=SECONDS, compute=per_move,
           form=words.short_time, plot=words.PAGES["seconds"][0]),
    Column(name="deepest", head="deepest", measure=DEPTH, compute=largest),
    Column(name="captures", head="captures", measure=CAPTURES, compute=total),
    Column(name="prunings", head="prunings", measure=PRUNINGS, compute=total),
)  # fmt: skip


def shown() -> tuple[Column, ...]:
    """Return the columns of tables for people."""
    return tuple(column for column in COLUMNS if column.head)


def plotted() -> tuple[Column, ...]:
    """Return the columns that have a plot."""
    return tuple(column for column in COLUMNS if column.plot)


def measures() -> tuple[Measure, ...]:
    """Return what is measured at each move, in the order of a turn's figures."""
    return tuple(dict.fromkeys(column.measure for column in COLUMNS))


def as_json(effort: Effort) -> dict[str, float | None]:
    """Return all figures of a player by their names."""
    return {"moves": effort.moves, **{column.name: column.figure(effort) for column in COLUMNS}}
