"""The Flow Free window's scene, as immutable data, and the intents it reports.

Cells are numbered row by row from the top left. A hue is the number of a colour in the
view's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from loa_tk.scenes.pages import FormField, TableScene
from loa_tk.scenes.services import Dialogs

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


class Tile(NamedTuple):
    """A filled cell: its hue, and the sides (a sum of the four) on which its path continues."""

    hue: int
    sides: int = 0


@dataclass(frozen=True)
class FlowBanner:
    """The announcement on the board that the puzzle is solved."""

    title: str
    reason: str


@dataclass(frozen=True)
class FlowBoardScene:
    """The grid with everything on it."""

    rows: int
    columns: int
    tiles: tuple[Tile | None, ...]
    letters: Mapping[int, str]  # by cell: the letters on the sources
    wrong: frozenset[int] = frozenset()  # cells with a cross
    framed: frozenset[int] = frozenset()  # cells that a hint or a step has changed
    cursor: int | None = None
    held: bool = False  # a path is being drawn
    banner: FlowBanner | None = None


@dataclass(frozen=True)
class FlowScene:
    """The whole window at one moment; each button has the name of the command it reports."""

    title: str
    board: FlowBoardScene
    fields: tuple[FormField, ...]  # "puzzle", "algorithm", "speed", "limit"
    progress: float  # the share of the cells that are filled
    counts: tuple[tuple[str, str], ...]  # captions and figures of the shown board
    counters: tuple[tuple[str, str], ...]  # and of the watched algorithm
    table: TableScene
    labels: Mapping[str, str] = field(default_factory=dict)  # of buttons whose label changes
    enabled: frozenset[str] = frozenset()  # names of commands
    status: str = ""
    bad: bool = False  # the status reports an error


class FlowIntents(Protocol):
    """What the Flow Free window reports."""

    def press(self, cell: int) -> None:
        """Report that the mouse button went down on a cell."""

    def drag(self, cell: int) -> None:
        """Report that the pointer has reached a cell with the button down."""

    def release(self) -> None:
        """Report that the button went up."""

    def command(self, name: str) -> None:
        """Report a command chosen by a button or a key."""

    def choose(self, name: str, key: str) -> None:
        """Report another value of a field."""

    def closed(self) -> None:
        """Report that the window is to be closed."""


class FlowView(Dialogs, Protocol):
    """What the Flow Free window offers its controller."""

    def show(self, scene: FlowScene) -> None:
        """Draw this scene; only what differs from the last one is drawn anew."""
