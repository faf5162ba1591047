"""A board with its marks as immutable data: all that a Canvas needs to draw it, and no rules.

Squares are numbers: row * columns + column, row 0 at the bottom, column 0 at the left (a1 is 0).
A piece's *kind* is its look: "black", "white", "blue" or "red".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY

from loa_tk.immutable import dataclass


@dataclass(frozen=True)
class Banner:
    """The end of a game, shown on the board: title, reason, and the winner's kind (None: draw).

    `offers` are commands with the labels of their buttons; without any, one is for a new game.
    """

    title: str
    reason: str
    kind: str | None = None
    _: KW_ONLY
    offers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class ValueBar:
    """Which side is better: `share` (0 to 1) of the bar belongs to the side at its lower end.

    The text below it names the side that is ahead; `brief` are shorter versions of it.
    """

    share: float
    text: str
    brief: tuple[str, ...] = ()
    lower: str
    upper: str


@dataclass(frozen=True)
class Glide:
    """A move to animate: the piece now on path[-1] travels along `path`, and `taken` fades out."""

    path: tuple[int, ...]
    taken: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class BoardScene:
    """One board with all its marks."""

    rows: int
    columns: int
    pieces: Mapping[int, str]
    squares: str = "wood"  # or "checkers": the pair of square colours
    flipped: bool = False
    coordinates: bool = True
    last: tuple[int, ...] = ()  # squares of the last move, origin first
    selected: int | None = None
    targets: tuple[int, ...] = ()  # empty squares the selected piece can move to, shown as dots
    captures: tuple[int, ...] = ()  # pieces that the selected piece can take, shown as arcs
    movable: tuple[int, ...] = ()  # pieces that must be chosen from (forced captures): thin rings
    cursor: int | None = None
    links: tuple[tuple[int, int], ...] = ()  # pairs of touching squares of one colour
    halo: tuple[int, ...] = ()  # the winning pieces
    bonds: tuple[tuple[int, int], ...] = ()  # links of the winning group, shown with links off
    value: ValueBar | None = None
    banner: Banner | None = None
    sign: str = ""  # beside the board: that the position or the game is being analysed
    notice: str = ""  # a sentence on the board, such as that a turn was forfeited
    glide: Glide | None = None
    # Arrows as (origin, target, rank): the best moves have ranks from 1, a hint has rank 0.
    arrows: tuple[tuple[int, int, int], ...] = ()
    # The moves of a line as (origin, target, number, whether the root's opponent moves).
    sequence: tuple[tuple[int, int, int, bool], ...] = ()


CLICK, RIGHT_CLICK, DRAG, DROP = "click", "right click", "drag", "drop"


@dataclass(frozen=True)
class BoardGesture:
    """What the mouse does on a board; a piece is dropped on `target`, or nowhere (None)."""

    action: str
    square: int
    target: int | None = None
