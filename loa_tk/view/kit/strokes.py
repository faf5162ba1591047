"""Lines with smooth edges as rows of pixels, because Tk's own slanting lines are jagged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, hypot

from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.paint import cover

Point = tuple[float, float]
Dash = tuple[float, float]  # pixels drawn, pixels left out


def stroke(
    width: int,
    height: int,
    points: Sequence[Point],
    thick: float,
    colour: str,
    dash: Dash | None = None,
) -> list[bytes]:
    """Return a line through the points, `thick` pixels wide, on a clear ground.

    A single point is a dot. Only pixels near the line are computed: a curve across 420 x 180 pixels
    takes some 10 ms.
    """  # fmt: skip
    return strokes(width, height, [points], thick, colour, dash)


def strokes(
    width: int,
    height: int,
    lines: Iterable[Sequence[Point]],
    thick: float,
    colour: str,
    dash: Dash | None = None,
) -> list[bytes]:
    """Return several lines in one picture; where they cross they are no darker."""
    alpha = [bytearray(width) for _ in range(height)]
    for points in lines:
        at = 0.0
        ends = list(pairwise(points)) or [(p, p) for p in points]
        for start, end in ends:
            _segment(alpha, start, end, thick / 2, at, dash)
            at += hypot(end[0] - start[0], end[1] - start[1])
    red, green, blue = rgb(colour)
    rows = []
    for line in alpha:
        row = bytearray((red, green, blue, 0)) * width
        row[3::4] = line
        rows.append(bytes(row))
    return rows


def _segment(
    alpha: list[bytearray], start: Point, end: Point, half: float, at: float, dash: Dash | None
) -> None:
    """Cover the pixels of one straight piece that starts `at` pixels along the line."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    length = hypot(dx, dy)
    reach = half + 1
    steep = abs(dy) > abs(dx)
    run, rise = (dy, dx) if steep else (dx, dy)
    first, side = (y0, x0) if steep else (x0, y0)
    band = reach * (length / abs(run) if run else 1.0)
    columns = len(alpha) if steep else len(alpha[0])
    lines = len(alpha[0]) if steep else len(alpha)
    low, high = sorted((first, first + run))
    for i in range(max(0, floor(low - reach)), min(columns, ceil(high + reach))):
        along = min(1.0, max(0.0, (i + 0.5 - first) / run)) if run else 0.0
        middle = side + along * rise
        for j in range(max(0, floor(middle - band)), min(lines, ceil(middle + band))):
            x, y = (j, i) if steep else (i, j)
            px, py = x + 0.5 - x0, y + 0.5 - y0
            part = min(1.0, max(0.0, (px * dx + py * dy) / length**2)) if length else 0.0
            away = hypot(px - part * dx, py - part * dy) - half
            if dash is not None:
                away = max(away, _past(at + part * length, dash))
            if away < 0.5:
                alpha[y][x] = max(alpha[y][x], round(255 * cover(away)))


def _past(at: float, dash: Dash) -> float:
    """Return how far a place on the line lies beyond the nearest dash; negative within a dash."""
    drawn, period = dash[0], sum(dash)
    off = abs(at % period - drawn / 2)
    return min(off, period - off) - drawn / 2
