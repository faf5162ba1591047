"""What the search explorer shows on a projector: algorithm, board, calls, and a question."""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import BoardScene

PATH, CUT, LATER = "path", "cut", "later"  # called and not returned; left out; not reached yet


class CallRow(NamedTuple):
    """One call on the stack: its function and position, the move a, its bounds and v."""

    function: str
    place: str  # after which move
    move: str = ""
    alpha: str = ""
    beta: str = ""
    v: str = ""
    maximises: bool = True
    current: bool = False


class Prediction(NamedTuple):
    """The question whether a test of a bound cuts, and what was answered."""

    title: str
    text: str
    answer: str = ""  # "cut" or "go-on", if one has been given
    right: bool = True


class DrawnNode(NamedTuple):
    """A node of a tree that was written by hand: where it is drawn, and what is known of it."""

    name: str
    ply: int
    across: float  # its middle, in shares of the width
    above: int = -1  # the place of its parent among the nodes
    maximises: bool = True
    leaf: bool = False
    value: str = ""  # what it returned, or v so far
    part: str = ""  # PATH, CUT or LATER


@dataclass(frozen=True, kw_only=True)
class PresentScene:
    """One step of the search, large; `short` has the lines of the executed function alone."""

    lines: tuple[str, ...] = ()
    line: int | None = None
    short: tuple[str, ...] = ()
    short_line: int | None = None
    note: str = ""  # the executed line with the numbers put in
    board: BoardScene | None = None
    tree: tuple[DrawnNode, ...] = ()  # in place of the board
    moves: tuple[str, ...] = ()  # from the root; the last one is the move a
    value: str = ""  # what the position is worth, if it is a leaf
    calls: tuple[CallRow, ...] = ()
    bounds: bool = True  # whether the search has α and β
    question: Prediction | None = None
    sentence: str = ""  # in place of a question
    step: str = ""
    facts: str = ""
    score: str = ""
    zoom: float = 1.0
