"""What the search explorer shows, as immutable data, what it reports, and what it offers.

The picture of the tree is measured in pixels: a row for each ply, spans from left to right. The
window reports where the pointer is as a row and a pixel; only the controller knows the nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple, TypeAlias

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.pages import FormField, TableScene, ToolScene
from loa_tk.scenes.playouts import (
    ChildPicked,
    PlayoutScene,
    PlayoutSought,
    VisitsPicked,
    VisitsResized,
)
from loa_tk.scenes.present import PresentScene
from loa_tk.scenes.services import ToolIntents

MAX, MIN, CUT = "max", "min", "cut"  # the kinds of spans


class Span(NamedTuple):
    """A part of a row from one pixel to another; MAX and MIN are nodes, CUT was never visited."""

    left: int
    right: int
    kind: str
    label: str = ""  # the move, shown if there is room


class Frame(NamedTuple):
    """An outline from one row down to another, which it includes."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(frozen=True, kw_only=True)
class TreePictureScene:
    """The whole tree, or the part of it between two shares of its width."""

    rows: tuple[tuple[Span, ...], ...] = ()  # the root's row first, each from left to right
    captions: tuple[str, ...] = ()  # beside the rows
    reached: tuple[int, ...] = ()  # the pixel up to which each row has been visited
    best: tuple[Frame, ...] = ()  # the nodes of the best line
    opened: Frame | None = None
    caption: str = ""  # what the widths mean
    legend: tuple[tuple[str, str], ...] = ()  # (kind, text); other kinds are "best" and "opened"
    hover: str = ""  # the name of the node under the pointer
    share: tuple[float, float] = (0.0, 1.0)
    note: str = ""  # stands in place of a tree


class Piece(NamedTuple):
    """A part of a sentence; one with a link can be followed; styles are "heading" and "good"."""

    text: str
    link: str = ""
    style: str = ""


class MoveRow(NamedTuple):
    """A move of a node: its cells, and its part.

    That is "best", "cut", "untried", "later" or nothing; beside another search also "missed" for
    what this one leaves out, and "wrong" for what it should not do.
    """

    cells: tuple[str, ...]
    part: str = ""


@dataclass(frozen=True, kw_only=True)
class ColumnScene:
    """A node on the path with its moves; `caption` is one text in versions from long to short."""

    title: str
    caption: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[MoveRow, ...]
    selected: int | None = None
    foot: str = ""
    active: bool = False  # whether the arrow keys work here
    bound: str = ""  # beside the caption, in bold
    wrong: bool = False  # whether this bound is not the right one


@dataclass(frozen=True, kw_only=True)
class ReasonScene:
    """The board at the opened node, and why the search did what it did there."""

    board: BoardScene | None = None
    place: str = ""  # after which move, and who is to move
    title: str = ""
    text: tuple[Piece, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()  # what EVAL saw, (name, value)


@dataclass(frozen=True, kw_only=True)
class FigureScene:
    """The printed algorithm with the line that is executed, its variables, and the moment."""

    lines: tuple[str, ...] = ()
    line: int | None = None
    variables: tuple[tuple[str, str], ...] = ()
    moment: int = 0
    moments: int = 0
    text: str = ""  # "step 612 of 2,914"


class Bar(NamedTuple):
    """A bar of a chart: its length, 0 to 1, its figure, and whether that is an estimate."""

    share: float
    text: str
    estimated: bool = False


class BarGroup(NamedTuple):
    """Bars under one caption, with a mark across all of them, if there is one."""

    caption: str
    bars: tuple[Bar, ...]
    mark: float | None = None


@dataclass(frozen=True, kw_only=True)
class CompareScene:
    """Searches side by side: a table, a sentence about their values, and a chart."""

    title: str = ""
    table: TableScene | None = None
    sentence: str = ""
    agreed: bool | None = True  # None if the sentence does not say that values agree
    chart: str = ""  # the title of the chart
    names: tuple[str, ...] = ()  # of the bars of every group
    groups: tuple[BarGroup, ...] = ()
    scale: str = ""  # what the lengths of the bars mean
    mark: tuple[str, ...] = ("",)  # what the mark means, in versions from long to short
    note: str = ""  # stands in place of a table


class QuizBranch(NamedTuple):
    """A node of a quiz's tree with the branch that leads to it.

    A leaf shows its text in a box; other nodes are triangles, which point up for MAX.
    """

    parent: int | None  # its place among the nodes
    name: str
    move: str
    text: str = ""  # its value, if it is shown
    maximises: bool = True
    leaf: bool = False
    asked: bool = False  # the question is about this node
    choice: bool = False  # the branch can be chosen as an answer
    chosen: bool = False
    cut: bool = False  # the solution: the branch is cut off
    faint: bool = False  # the solution: the node was never visited


@dataclass(frozen=True, kw_only=True)
class QuizScene:
    """A question about a node, its answer, and the score."""

    heading: str = ""  # "Question 2 of 5"
    question: str = ""
    hint: str = ""  # how to answer
    board: BoardScene | None = None
    place: str = ""
    nodes: tuple[QuizBranch, ...] = ()  # the root first, each after its parent
    fields: tuple[FormField, ...] = ()  # the answers to type
    verdict: str = ""
    right: bool = True
    explanation: str = ""
    score: str = ""
    note: str = ""  # stands in place of a question


LOOK, STANDS, SAME = "look", "stands", "same"  # the parts of lines


class CodeLine(NamedTuple):
    """A line of a source: its number, its part, a note at its end, and what is underlined in it.

    The parts are the line to LOOK at, that in which the search STANDS, and the SAME line in another
    source. A line without a number is blank, or stands for lines that are left out.
    """

    number: int
    text: str
    part: str = ""
    note: str = ""
    mark: tuple[int, int] = (0, 0)


@dataclass(frozen=True, kw_only=True)
class CodeScene:
    """Some lines of a source; `caption` says where the search stands."""

    title: str = ""
    caption: str = ""
    lines: tuple[CodeLine, ...] = ()
    note: str = ""  # stands in place of lines


@dataclass(frozen=True, kw_only=True)
class PairTreeScene:
    """One of two trees to be compared: its picture, and where the searches part."""

    title: str
    figures: tuple[str, ...] = ()
    rows: tuple[tuple[Span, ...], ...] = ()
    opened: Frame | None = None
    reached: tuple[int, ...] = ()  # the pixel after which each row is paler
    parts: Frame | None = None  # a line at its left edge
    flag: str = ""  # at the foot of that line


@dataclass(frozen=True, kw_only=True)
class PairScene:
    """Two searches side by side."""

    trees: tuple[PairTreeScene, ...] = ()  # both, or Figure 2's alone
    caption: str = ""
    legend: tuple[tuple[str, str], ...] = ()
    columns: tuple[ColumnScene, ...] = ()
    reason: ReasonScene = field(default_factory=ReasonScene)
    codes: tuple[CodeScene, ...] = ()
    note: str = ""  # stands in place of what is missing
    bad: bool = False  # whether the note reports an error
    moment: int = 0  # of both searches' clock
    moments: int = 0
    clock: tuple[str, ...] = ("",)  # "step 612 of 2,914", from long to short


@dataclass(frozen=True, kw_only=True)
class IdeasScene:
    """The ideas of the strong search, and the lesson on the chosen one."""

    names: tuple[tuple[str, str], ...] = ()  # (key, label)
    chosen: str = ""
    title: str = ""
    lines: tuple[str, ...] = ()  # the table, its heads first
    marked: tuple[int, ...] = ()  # of these lines
    text: str = ""
    board: BoardScene | None = None  # the position
    place: str = ""  # who is to move there
    note: str = ""  # stands in place of a lesson


@dataclass(frozen=True, kw_only=True)
class ExplorerScene(ToolScene):
    """The whole window at one moment; each button has the name of the command it reports."""

    title: str
    page: str = "tree"  # or "compare", "quiz", "pair", "ideas"
    fields: tuple[FormField, ...] = ()  # those of the page
    speeds: tuple[FormField, ...] = ()  # the field "speed"
    main: str = "search"  # the command of the button beside the fields
    progress: float | None = None  # 0 to 1 while a job runs
    summary: tuple[str, ...] = ()  # one text in versions from long to short
    remark: tuple[str, ...] = ()  # under the summary, the same way
    picture: TreePictureScene = field(default_factory=TreePictureScene)
    columns: tuple[ColumnScene, ...] = ()
    reason: ReasonScene = field(default_factory=ReasonScene)
    figure: FigureScene = field(default_factory=FigureScene)
    compare: CompareScene = field(default_factory=CompareScene)
    quiz: QuizScene = field(default_factory=QuizScene)
    pair: PairScene = field(default_factory=PairScene)
    ideas: IdeasScene = field(default_factory=IdeasScene)
    playouts: PlayoutScene | None = None  # in place of the tree, if it is there
    present: PresentScene | None = None  # in place of everything, if it is there
    labels: Mapping[str, str] = field(default_factory=dict)  # changed texts of buttons, by name


# --- what the mouse does on the window's own parts ---


@dataclass(frozen=True)
class Resized:
    """The picture of the tree has this many pixels now."""

    width: int


@dataclass(frozen=True)
class Pointed:
    """The pointer is on this pixel of a row; row -1 is outside the picture."""

    row: int
    x: int


@dataclass(frozen=True)
class Picked:
    """The user clicks the picture."""

    row: int
    x: int


@dataclass(frozen=True)
class Zoomed:
    """The user enlarges the picture by a factor; this pixel stays where it is."""

    factor: float
    x: int


@dataclass(frozen=True)
class Selected:
    """The user clicks a move in one of the columns; a second click enters it."""

    column: int
    row: int
    enter: bool = False


@dataclass(frozen=True)
class Sought:
    """The user moves the slider."""

    moment: int


@dataclass(frozen=True)
class PairResized:
    """The pictures of two trees to be compared have this many pixels now."""

    width: int


@dataclass(frozen=True)
class PairSought:
    """The user moves the slider of both searches."""

    moment: int


@dataclass(frozen=True)
class PairPicked:
    """The user clicks the picture of one of these trees."""

    tree: int
    row: int
    x: int


ExplorerGesture: TypeAlias = (
    Resized
    | Pointed
    | Picked
    | Zoomed
    | Selected
    | Sought
    | PairResized
    | PairPicked
    | PairSought
    | VisitsResized
    | VisitsPicked
    | PlayoutSought
    | ChildPicked
)
ExplorerIntents: TypeAlias = ToolIntents[ExplorerGesture]
