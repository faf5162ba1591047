"""Arrows on a board: a hint, or the numbered best moves of an analysis, fainter by rank."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot

from loa_tk.scenes.board import BoardScene
from loa_tk.view.board.pen import Painter, Rows
from loa_tk.view.kit import rounds
from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.paint import CLEAR, cover, stack
from loa_tk.view.kit.strokes import Point

Edge = tuple[float, float, float]  # a x + b y + c is the distance to a side, negative inside

# By rank, with 0 for a hint: half the shaft's width in cells, the opacity, and the position of
# the number along the arrow.
BEST = (0.052, 0.92, 0.60)
RANKS = (BEST, BEST, (0.040, 0.72, 0.46), (0.030, 0.55, 0.34))
FROM, TO = 0.34, 0.10  # cells that stay free at the arrow's ends: it starts beside its piece
HEAD = 3.0  # the head's width in widths of the shaft
BADGE = 0.13  # the radius of the number's disc in cells,
LEAST_BADGE = 7  # and its minimum in pixels, below which the figure does not fit


def draw_arrows(pen: Painter, scene: BoardScene) -> None:
    """Draw all arrows, the best on top, then all their numbers."""
    mark = pen.palette.mark_on(scene.squares)
    for origin, target, rank in reversed(scene.arrows):
        _draw_arrow(pen, pen.geometry.centre(origin), pen.geometry.centre(target), rank, mark)
    for origin, target, rank in reversed(scene.arrows):
        if rank:
            _draw_number(pen, pen.geometry.centre(origin), pen.geometry.centre(target), rank, mark)


def _draw_arrow(
    pen: Painter, tail: tuple[int, int], tip: tuple[int, int], rank: int, mark: str
) -> None:
    cell, gap = pen.geometry.cell, pen.palette.gap
    across, down = tip[0] - tail[0], tip[1] - tail[1]
    half, alpha, _ = RANKS[min(rank, len(RANKS) - 1)]
    margin = ceil(cell * half * HEAD) + 3
    pen.picture(
        ("arrow", across, down, rank),
        lambda: rounds.faded(arrow(across, down, cell, half, margin, mark, gap), alpha),
        min(tail[0], tip[0]) - margin,
        min(tail[1], tip[1]) - margin,
        "nw",
    )


def _draw_number(
    pen: Painter, tail: tuple[int, int], tip: tuple[int, int], rank: int, mark: str
) -> None:
    cell, gap = pen.geometry.cell, pen.palette.gap
    along = RANKS[min(rank, len(RANKS) - 1)][2]
    x, y = (round(a + (b - a) * along) for a, b in zip(tail, tip, strict=True))
    radius = max(pen.geometry.px(LEAST_BADGE), cell * BADGE)
    size = pen.geometry.snap(2 * radius + 4)
    pen.picture("badge-rim", lambda: rounds.dot(size, radius + 1.5, gap), x, y)
    pen.picture("badge", lambda: rounds.dot(size, radius, mark), x, y)
    pen.text(x, y, str(rank), "caption", gap, "center")


def arrow(
    across: int, down: int, cell: int, half: float, margin: int, colour: str, gap: str
) -> Rows:
    """Return an outlined arrow between two points this far apart, with a margin around them."""
    length = hypot(across, down)
    ux, uy = across / length, down / length
    x, y = margin - min(0, across), margin - min(0, down)  # the tail's position in the picture
    thick = half * cell
    wide = thick * HEAD
    neck = length - TO * cell - 1.7 * wide

    def at(along: float, aside: float) -> Point:
        return x + ux * along - uy * aside, y + uy * along + ux * aside

    start = FROM * cell
    shaft = [at(start, -thick), at(neck, -thick), at(neck, thick), at(start, thick)]
    head = [at(neck, -wide), at(length - TO * cell, 0), at(neck, wide)]
    size = abs(across) + 2 * margin, abs(down) + 2 * margin
    return polygons(size, [_sides(shaft), _sides(head)], colour, gap)


def _sides(corners: Sequence[Point]) -> list[Edge]:
    """Return the sides of a convex polygon whose corners are listed clockwise on the screen."""
    sides = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        long = hypot(x1 - x0, y1 - y0)
        a, b = (y1 - y0) / long, (x0 - x1) / long
        sides.append((a, b, -a * x0 - b * y0))
    return sides


def polygons(
    size: tuple[int, int], shapes: Sequence[Sequence[Edge]], colour: str, gap: str
) -> Rows:
    """Return rows of convex polygons joined into one figure; pixels outside them cost nothing."""
    width, height = size
    line, fill, outline = 1.5, rgb(colour), rgb(gap)
    inside = stack([(fill, 1.0)])
    rows = []
    for j in range(height):
        py = j + 0.5
        spans = [span for shape in shapes if (span := _span(shape, py, line + 0.5))]
        if not spans:
            rows.append(CLEAR * width)
            continue
        left = max(0, int(min(first for first, _ in spans)))
        right = min(width, ceil(max(last for _, last in spans)) + 1)
        pixels = [CLEAR * left]
        for i in range(left, right):
            px = i + 0.5
            away = min(max(a * px + b * py + c for a, b, c in shape) for shape in shapes)
            if away <= -0.5:
                pixels.append(inside)
            else:
                pixels.append(stack([(outline, cover(away - line)), (fill, cover(away))]))
        pixels.append(CLEAR * (width - right))
        rows.append(b"".join(pixels))
    return rows


def _span(shape: Sequence[Edge], y: float, reach: float) -> tuple[float, float] | None:
    """Return where a row enters and leaves a polygon widened by `reach`, or None if it misses."""
    left, right = float("-inf"), float("inf")
    for a, b, c in shape:
        rest = reach - b * y - c
        if abs(a) < 1e-9:
            if rest < 0:
                return None
        elif a > 0:
            right = min(right, rest / a)
        else:
            left = max(left, rest / a)
    return (left, right) if left <= right else None
