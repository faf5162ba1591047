"""What the page of Monte Carlo tree search shows, as immutable data, and what it reports."""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import BoardScene


class VisitBox(NamedTuple):
    """A node of the picture from one pixel to another; its bar ends at `won`."""

    left: int
    right: int
    won: int
    label: str = ""  # the move, shown if there is room
    score: str = ""  # "4 of 6", the same way


class BoxFrame(NamedTuple):
    """The outline of a node."""

    row: int
    left: int
    right: int


@dataclass(frozen=True, kw_only=True)
class VisitPicture:
    """The tree after some playouts: a row for each ply."""

    title: str = ""
    rows: tuple[tuple[VisitBox, ...], ...] = ()
    captions: tuple[str, ...] = ()  # beside the rows
    best: tuple[BoxFrame, ...] = ()
    path: tuple[BoxFrame, ...] = ()  # of the playout
    legend: tuple[tuple[str, str], ...] = ()  # (kind, text)
    note: str = ""  # stands in place of a tree


class SelectLine(NamedTuple):
    """A child of the selected node: its cells, the parts of its bar (0 to 1), and its part."""

    cells: tuple[str, ...]
    share: float = 0.0
    sum: float = 0.0
    part: str = ""  # "taken", "equal" or nothing


@dataclass(frozen=True, kw_only=True)
class SelectScene:
    """The children of a node with the two terms of UCB1 and their sum."""

    title: str = ""
    caption: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[SelectLine, ...] = ()
    selected: int | None = None
    foot: str = ""


class StepLine(NamedTuple):
    """One of the four steps: its name, and what it did, if it has been executed."""

    name: str
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class StepsScene:
    """The four steps of a playout; the counts before and after it belong to the last."""

    title: str = ""
    steps: tuple[StepLine, ...] = ()
    current: int | None = None
    heads: tuple[str, ...] = ()
    counts: tuple[tuple[str, ...], ...] = ()
    note: str = ""  # below the counts


@dataclass(frozen=True, kw_only=True)
class SimulationScene:
    """The moves of a playout: those on the board are bold."""

    board: BoardScene | None = None
    place: str = ""
    title: str = ""
    moves: tuple[str, ...] = ()
    shown: tuple[int, int] = (0, 0)
    range: str = ""  # "1–5 of 19"


@dataclass(frozen=True, kw_only=True)
class PlayoutScene:
    """The whole page."""

    picture: VisitPicture = field(default_factory=VisitPicture)
    select: SelectScene = field(default_factory=SelectScene)
    steps: StepsScene = field(default_factory=StepsScene)
    random: SimulationScene = field(default_factory=SimulationScene)
    why_title: str = ""
    why: str = ""
    lines: tuple[str, ...] = ()  # the printed algorithm
    line: int | None = None
    variables: tuple[tuple[str, str], ...] = ()
    playout: int = 0
    playouts: int = 0
    text: str = ""  # "playout 57 of 200"


@dataclass(frozen=True)
class VisitsResized:
    """The picture has this many pixels now."""

    width: int


@dataclass(frozen=True)
class VisitsPicked:
    """The user clicks the picture."""

    row: int
    x: int


@dataclass(frozen=True)
class PlayoutSought:
    """The user moves the slider to a playout."""

    number: int


@dataclass(frozen=True)
class ChildPicked:
    """The user clicks a row of the table; a second click enters it."""

    row: int
    enter: bool = False
