"""A board as immutable data: everything a Canvas needs to draw it, and nothing of the rules.

Squares are numbers: row * columns + column, row 0 at the bottom, column 0 at the left (a1 is 0).
A piece's *kind* is the name of its picture: "black", "white", "blue" or "red".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Banner:
    """The end of a game, told on the board: who won, why, and in whose colour (None: a draw)."""

    title: str
    reason: str
    kind: str | None


@dataclass(frozen=True)
class ValueBar:
    """Who stands better: `share` (0 to 1) of the bar belongs to the side drawn at its lower end."""

    share: float
    text: str
    lower: str
    upper: str


@dataclass(frozen=True)
class Glide:
    """A move to be animated: the piece now on path[-1] comes along `path`; `taken` fades out."""

    path: tuple[int, ...]
    taken: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class BoardScene:
    """One board with all its marks; everything a Canvas needs to draw it and nothing more."""

    rows: int
    columns: int
    pieces: Mapping[int, str]
    squares: str = "wood"  # or "checkers": which pair of square colours
    flipped: bool = False
    coordinates: bool = True
    last: tuple[int, ...] = ()  # squares of the last move, origin first
    selected: int | None = None
    targets: tuple[int, ...] = ()  # empty squares the selected piece may move to: dots
    captures: tuple[int, ...] = ()  # pieces it would take: arcs
    movable: tuple[int, ...] = ()  # pieces that must be chosen from (forced captures): thin rings
    cursor: int | None = None
    links: tuple[tuple[int, int], ...] = ()  # pairs of touching squares of one colour
    halo: tuple[int, ...] = ()  # the winning group
    value: ValueBar | None = None
    banner: Banner | None = None
    glide: Glide | None = None
    # The best moves: origin, target, rank from 1; or with the rank 0 a hint, which has no number.
    arrows: tuple[tuple[int, int, int], ...] = ()
