"""What the Flow Free window shows, as immutable data, and what it reports.

Cells are numbered row by row from the top left. A hue is the number of a colour to paint with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from loa_tk.scenes.pages import FormField, TableScene
from loa_tk.scenes.services import Dialogs

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


class Tile(NamedTuple):
    """A filled cell: its hue, and the sides (a sum of the four) on which its path goes on."""

    hue: int
    sides: int = 0


@dataclass(frozen=True)
class FlowBanner:
    """That the puzzle is solved, told on the board."""

    title: str
    reason: str


@dataclass(frozen=True)
class FlowBoardScene:
    """The grid with everything on it."""

    rows: int
    columns: int
    tiles: tuple[Tile | None, ...]
    letters: Mapping[int, str]  # by cell: what is written on the sources
    wrong: frozenset[int] = frozenset()  # cells to be crossed
    framed: frozenset[int] = frozenset()  # cells that a hint, or an algorithm's step, has changed
    cursor: int | None = None
    held: bool = False  # the cursor has a path in its hand
    banner: FlowBanner | None = None


@dataclass(frozen=True)
class FlowScene:
    """The whole window at one moment; buttons have the names of the commands they report."""

    title: str
    board: FlowBoardScene
    fields: tuple[FormField, ...]  # "puzzle", "algorithm", "speed", "limit"
    progress: float  # of the cells
    counts: tuple[tuple[str, str], ...]  # captions and figures of the board that is shown
    counters: tuple[tuple[str, str], ...]  # and of the algorithm that is watched
    table: TableScene
    labels: Mapping[str, str] = field(default_factory=dict)  # of buttons whose text changes
    enabled: frozenset[str] = frozenset()
    status: str = ""
    bad: bool = False  # the status tells of an error


class FlowIntents(Protocol):
    """What the window reports."""

    def press(self, cell: int) -> None:
        """The mouse's button went down on a cell."""

    def drag(self, cell: int) -> None:
        """The pointer came to a cell with the button down."""

    def release(self) -> None:
        """The button was let go."""

    def command(self, name: str) -> None:
        """A command was chosen by a button or a key."""

    def choose(self, name: str, key: str) -> None:
        """A field was given another value."""

    def closed(self) -> None:
        """The window is to be closed."""


class FlowView(Dialogs, Protocol):
    """What the window can be told."""

    def show(self, scene: FlowScene) -> None:
        """Draw this scene; only what differs from the last one is drawn anew."""
