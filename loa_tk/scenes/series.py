"""What the series window shows, as immutable data, what it reports, and what it offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from loa_tk.scenes.immutable import dataclass
from loa_tk.scenes.pages import FormField, TableScene
from loa_tk.scenes.services import ToolView


@dataclass(frozen=True)
class SetupScene:
    """The series to play: its fields, which of them are wrong, and which buttons are enabled."""

    fields: tuple[FormField, ...] = ()
    wrong: frozenset[str] = frozenset()
    can_start: bool = False
    can_stop: bool = False
    can_save: bool = False
    can_go_on: bool = False  # the main button goes on, and the other one begins a new series
    can_open: bool = False


@dataclass(frozen=True)
class ScoreBar:
    """Games won, drawn and lost by player 1, and the interval of its score, 0 to 1."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class ScoreScene:
    """The progress and the score of the series; `clocks` is one text from long to short."""

    title: str = ""
    clocks: tuple[str, ...] = ("",)
    progress: float = 0.0
    live: bool = False
    players: tuple[str, str] = ("", "")
    figures: tuple[tuple[str, str], ...] = ()  # (caption, figure) pairs, the most important first
    bar: ScoreBar = ScoreBar()


@dataclass(frozen=True)
class Plot:
    """Both players' curves over the move number, on one scale from 0 to `top`."""

    top: float = 1.0
    levels: tuple[tuple[float, str], ...] = ()  # grid lines with their labels
    moves: int = 1
    ends: tuple[str, str] = ("", "")  # labels below the first and the last move
    names: tuple[str, str] = ("", "")
    curves: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True)
class GameRow:
    """A finished game in the list; `number` counts from 0 and identifies it for a replay."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class SeriesScene:
    """The whole series window at one moment."""

    setup: SetupScene
    score: ScoreScene
    tables: tuple[TableScene, ...] = ()
    note: str = ""
    plots: Mapping[str, Plot] = field(default_factory=dict)  # by the name of what they plot
    games: tuple[GameRow, ...] = ()
    status: str = ""
    bad: bool = False  # whether the status reports an error


class SeriesIntents(Protocol):
    """The intents that the series window reports."""

    def changed(self, values: Mapping[str, str]) -> None:
        """The user has changed the fields to these values."""

    def edit(self, key: str) -> None:
        """The user asks to edit a player in the small form."""

    def start(self) -> None:
        """The user starts the series that the fields describe."""

    def stop(self) -> None:
        """The user stops the series at once."""

    def go_on(self) -> None:
        """The user lets the missing games be played."""

    def open_file(self) -> None:
        """The user opens a file with a series."""

    def replay(self, number: int) -> None:
        """The user asks for a finished game on the main board."""

    def save_csv(self) -> None:
        """The user saves the finished games as a table."""

    def save_report(self) -> None:
        """The user saves the finished games as a report."""

    def closed(self) -> None:
        """The user asks to close the window."""


class SeriesView(ToolView[SeriesScene], Protocol):
    """What the series window offers its controller."""
