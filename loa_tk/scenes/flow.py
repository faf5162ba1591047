"""What the Flow Free window shows, as immutable data, what it reports, and what it offers.

Cells are numbered row by row from the top left. A hue is the number of a path's colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import Banner
from loa_tk.scenes.pages import FormField, TableScene, ToolScene

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


class Tile(NamedTuple):
    """A filled cell: its hue, and the sum of the sides on which its path continues."""

    hue: int
    sides: int = 0


class Left(NamedTuple):
    """An empty cell with the hues that are left for it; a hue that is not left is None."""

    hues: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class FlowBoardScene:
    """The grid with everything on it."""

    rows: int
    columns: int
    tiles: tuple[Tile | Left | None, ...]
    letters: Mapping[int, str]  # by cell: the letters on the sources
    row_names: tuple[str, ...] = ()  # left of the rows, from the top
    column_names: tuple[str, ...] = ()  # below the columns
    wrong: frozenset[int] = frozenset()  # cells marked with a cross
    framed: frozenset[int] = frozenset()  # cells that a hint or an algorithm's step has changed
    cursor: int | None = None
    held: bool = False  # whether the keyboard's cursor is drawing a path
    joined: frozenset[int] = frozenset()  # sources that are joined; a new one pulses


@dataclass(frozen=True, kw_only=True)
class ExplainedScene:
    """A step of a watched algorithm: its number, the algorithm's code, and why it was made."""

    title: str
    lines: tuple[str, ...]
    line: int | None  # of `lines`: the one that made the step
    text: str
    queue: str  # what waits, or nothing if the algorithm has no queue


@dataclass(frozen=True, kw_only=True)
class FlowScene(ToolScene):
    """The whole window at one moment; each button has the name of the command it reports."""

    title: str
    board: FlowBoardScene
    fields: tuple[FormField, ...]  # "puzzle", "algorithm", "speed", "limit"
    progress: float  # the share of cells that are filled, 0 to 1
    counts: tuple[tuple[str, str], ...]  # (caption, figure) pairs for the board that is shown
    counters: tuple[tuple[str, str], ...]  # (caption, figure) pairs for the watched algorithm
    explained: ExplainedScene | None = None  # the step of the watched algorithm
    table: TableScene
    banner: Banner | None = None  # that the puzzle is solved
    labels: Mapping[str, str] = field(default_factory=dict)  # changed texts of buttons, by name


PRESS, DRAG, RELEASE = "press", "drag", "release"


@dataclass(frozen=True)
class Stroke:
    """What the mouse does on the board: the button goes down, it reaches a cell, it goes up."""

    phase: str
    cell: int = -1
