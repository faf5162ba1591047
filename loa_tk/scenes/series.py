"""What the series window shows, as immutable data, and what it reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from loa_tk.scenes.pages import FormField, TableScene
from loa_tk.scenes.services import Dialogs


@dataclass(frozen=True)
class SetupScene:
    """The series to be played: its fields, which of them are wrong, what the buttons can do."""

    fields: tuple[FormField, ...] = ()
    wrong: frozenset[str] = frozenset()
    editable: frozenset[str] = frozenset()  # players that the small form can describe
    can_start: bool = False
    can_stop: bool = False
    can_save: bool = False


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
    """How far the series has come and how it stands; `clocks` are from long to short."""

    title: str = ""
    clocks: tuple[str, ...] = ("",)
    progress: float = 0.0
    live: bool = False
    players: tuple[str, str] = ("", "")
    figures: tuple[tuple[str, str], ...] = ()  # captions and figures, the dispensable ones last
    bar: ScoreBar = ScoreBar()


@dataclass(frozen=True)
class Plot:
    """Both players' curves over the number of the move, on one scale from 0 to `top`."""

    top: float = 1.0
    levels: tuple[tuple[float, str], ...] = ()  # lines of the grid with their labels
    moves: int = 1
    ends: tuple[str, str] = ("", "")  # labels below the first and the last move
    names: tuple[str, str] = ("", "")
    curves: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True)
class GameRow:
    """A finished game in the list; its number, from 0, is what a replay asks for."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class SeriesScene:
    """The whole series window at one moment."""

    setup: SetupScene
    score: ScoreScene
    tables: tuple[TableScene, ...] = ()
    note: str = ""
    plots: Mapping[str, Plot] = field(default_factory=dict)  # of "nodes" and of "seconds"
    games: tuple[GameRow, ...] = ()
    status: str = ""
    bad: bool = False  # the status tells of an error


class SeriesIntents(Protocol):
    """What the series window reports."""

    def changed(self, values: Mapping[str, str]) -> None:
        """The fields hold these values now."""

    def edit(self, key: str) -> None:
        """A player is to be described in the small form."""

    def start(self) -> None:
        """The series that the fields describe is to be played."""

    def stop(self) -> None:
        """The games are to end at once."""

    def replay(self, number: int) -> None:
        """A finished game is to be put on the main board."""

    def save_csv(self) -> None:
        """The finished games are wanted as a table."""

    def save_report(self) -> None:
        """The finished games are wanted as a page to read."""

    def closed(self) -> None:
        """The window is to be closed."""


class SeriesView(Dialogs, Protocol):
    """What the series window can be told."""

    def show(self, scene: SeriesScene) -> None:
        """Draw this scene; only what differs from the last one is drawn anew."""
