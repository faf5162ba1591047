"""What the series window shows, as immutable data, what it reports, and what it offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple, TypeAlias

from loa_tk.immutable import dataclass
from loa_tk.scenes.pages import FormField, TableScene, ToolScene
from loa_tk.scenes.services import ToolIntents, Values


@dataclass(frozen=True)
class SetupScene:
    """The series to play: its fields, and which of them are wrong."""

    fields: tuple[FormField, ...] = ()
    wrong: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class ScoreBar:
    """Games won, drawn and lost by player 1, and the interval of its score, 0 to 1."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, kw_only=True)
class ScoreScene:
    """The progress and the score of the series; `clocks` is one text from long to short."""

    title: str = ""
    clocks: tuple[str, ...] = ("",)
    progress: float = 0.0
    live: bool = False
    players: tuple[str, str] = ("", "")
    figures: tuple[tuple[str, str], ...] = ()  # (caption, figure) pairs, the most important first
    bar: ScoreBar = ScoreBar()


# The players' colours by theme, the same in the window and on the page.
PLAYER_COLOURS: Mapping[str, tuple[str, str]] = {
    "light": ("#1F5FBF", "#C05A00"), "dark": ("#7DB2FF", "#F0A35E"),
}  # fmt: skip


class Tick(NamedTuple):
    """A move on the axis of a plot, and in how many games each player made it, as text."""

    move: int
    label: str
    games: str


@dataclass(frozen=True, kw_only=True)
class Plot:
    """Both players' medians and quartiles over the move number, on one scale from 0 to `top`."""

    top: float = 1.0
    levels: tuple[tuple[float, str], ...] = ()  # grid lines with their labels
    moves: int = 1
    ticks: tuple[Tick, ...] = ()  # below the axis, from left to right
    note: str = ""  # what is drawn
    names: tuple[str, str] = ("", "")
    curves: tuple[tuple[tuple[float, float], ...], ...] = ()  # of the medians
    bands: tuple[tuple[tuple[float, float, float], ...], ...] = ()  # moves, lower, upper quartiles


@dataclass(frozen=True)
class GameRow:
    """A finished game in the list; `number` counts from 0 and identifies it for a replay."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SeriesScene(ToolScene):
    """The whole series window at one moment."""

    setup: SetupScene
    score: ScoreScene
    tables: tuple[TableScene, ...] = ()
    note: str = ""
    plots: Mapping[str, Plot] = field(default_factory=dict)  # by the name of what they plot
    games: tuple[GameRow, ...] = ()


SeriesIntents: TypeAlias = ToolIntents[Values]  # it also reports the values of its fields
