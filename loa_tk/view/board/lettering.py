"""The letters and digits of a picture file's board, drawn as strokes, because it has no font.

A sign is made of lines through points of a grid 4 wide and 6 high, with its baseline at 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.paint import cover, stack

Segment = tuple[float, float, float, float]

SIGNS = {
    "a": "03 12 32 43 46|44 14 05 16 36 45",
    "b": "00 06|03 12 32 43 45 36 16 05",
    "c": "43 32 12 03 05 16 36 45",
    "d": "40 46|43 32 12 03 05 16 36 45",
    "e": "04 44 43 32 12 03 05 16 36 45",
    "f": "31 20 11 16|03 23",
    "g": "42 47 38 18 07|43 32 12 03 05 16 36 45",
    "h": "00 06|03 12 32 43 46",
    "i": "22 26|20 21",
    "j": "32 37 28 17|30 31",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "11 20 26|16 36",
    "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 44 45 36 16 05|13 33",
    "4": "30 04 44|30 36",
    "5": "40 10 03 33 44 45 36 16 05",
    "6": "30 10 01 05 16 36 45 44 33 03",
    "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "9": "43 13 02 01 10 30 41 45 36 16",
    "p": "02 08|03 12 32 43 45 36 16 05",
    "s": "42 12 03 14 34 45 36 06",
    "x": "02 46|42 06",
    "A": "06 20 46|14 34",
    "I": "10 30|20 26|16 36",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "X": "00 46|40 06",
    "+": "03 43|21 25",
    "-": "14 34",
    "\N{MINUS SIGN}": "03 43",
    ".": "25 26",
}
WIDE, HIGH, STEP = 4, 6, 5.6  # width and height of the grid, and the distance between signs
STROKE = 0.08  # half a stroke's width, in heights of a digit


def width(text: str, size: float) -> float:
    """Return the width in pixels of a text whose digits are `size` pixels high."""
    return (STEP * len(text) - (STEP - WIDE)) * size / HIGH


def lettering(text: str, size: float, colour: str) -> list[bytes]:
    """Return a text as a picture with two pixels around it and room for descenders."""
    unit = size / HIGH
    strokes = [
        (x0 * unit + 2, y0 * unit + 2, x1 * unit + 2, y1 * unit + 2)
        for place, sign in enumerate(text)
        for x0, y0, x1, y1 in _segments(sign, place * STEP)
    ]
    half, fill = max(0.6, size * STROKE), rgb(colour)
    across, down = round(width(text, size)) + 5, round(size * 1.34) + 5
    return [
        b"".join(
            stack([(fill, cover(_nearest(strokes, i + 0.5, j + 0.5) - half))])
            for i in range(across)
        )
        for j in range(down)
    ]


def _segments(sign: str, offset: float) -> Iterator[Segment]:
    for line in SIGNS.get(sign, "").split("|"):
        points = [(int(point[0]) + offset, int(point[1])) for point in line.split()]
        for (x0, y0), (x1, y1) in pairwise(points):
            yield x0, y0, x1, y1


def _nearest(strokes: list[Segment], x: float, y: float) -> float:
    """Return the distance from a point to the nearest stroke."""
    best = 1e9
    for x0, y0, x1, y1 in strokes:
        dx, dy = x1 - x0, y1 - y0
        along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
        along = min(1.0, max(0.0, along))
        best = min(best, hypot(x - x0 - along * dx, y - y0 - along * dy))
    return best
