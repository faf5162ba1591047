"""Straight bars between touching pieces, as rows of pixels.

A bar's picture reaches from one piece's centre to the other's; the discs cover its ends.
Each row of a diagonal bar is the previous row shifted by one pixel, so it costs one slice.
"""

from __future__ import annotations

from math import ceil, sqrt

from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.paint import cover, stack


def span(cell: int) -> int:
    """Return the pixels from one piece's centre to the next; an odd cell has a pixel as centre."""
    return cell + cell % 2


def thickness(cell: int, half: float) -> int:
    """Return the pixels across a level or upright bar, even or odd like the cell."""
    return 2 * ceil(half + 0.5) + cell % 2


def level(cell: int, half: float, colour: str) -> list[bytes]:
    """Return a bar from left to right."""
    return [pixel * span(cell) for pixel in _across(thickness(cell, half), half, colour)]


def upright(cell: int, half: float, colour: str) -> list[bytes]:
    """Return a bar from top to bottom."""
    return [b"".join(_across(thickness(cell, half), half, colour))] * span(cell)


def falling(cell: int, half: float, colour: str) -> list[bytes]:
    """Return a bar from the upper left to the lower right."""
    return rising(cell, half, colour)[::-1]


def rising(cell: int, half: float, colour: str) -> list[bytes]:
    """Return a bar from the lower left to the upper right."""
    side = span(cell)
    fill = rgb(colour)
    steps = (abs(k) / sqrt(2) for k in range(1 - side, side))
    profile = b"".join(stack([(fill, cover(away - half))]) for away in steps)
    return [profile[4 * j : 4 * (j + side)] for j in range(side)]


def _across(size: int, half: float, colour: str) -> list[bytes]:
    fill = rgb(colour)
    return [stack([(fill, cover(abs(k + 0.5 - size / 2) - half))]) for k in range(size)]
