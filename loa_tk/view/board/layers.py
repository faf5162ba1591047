"""The layers of a board under and over its pieces: squares, value bar, marks, links and arrows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from math import ceil, hypot

from loa_tk.scenes.board import BoardScene
from loa_tk.view.board.canvas import Anchor, Painter, Pen, Rows
from loa_tk.view.board.geometry import BAR, BELOW
from loa_tk.view.kit import paint
from loa_tk.view.kit.paint import CLEAR, Point, cover, rounded, stack, stretch
from loa_tk.view.kit.palette import mix, rgb

RADIUS = 8
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_squares(pen: Painter, scene: BoardScene) -> None:
    """Draw the empty board; a1 is dark."""
    g, palette = pen.geometry, pen.palette
    light, dark = palette.squares(scene.squares)
    pen.box(g.x - 1, g.y - 1, g.width + 2, g.height + 2, palette.edge)
    pen.box(g.x, g.y, g.width, g.height, light)
    for square in range(g.rows * g.columns):
        if not sum(divmod(square, g.columns)) % 2:
            x, y = g.corner(square)
            pen.box(x, y, g.cell, g.cell, dark)


def draw_corners(pen: Painter, scene: BoardScene) -> None:
    """Round the board by covering its corners with the colour behind it."""
    g, edge = pen.geometry, pen.palette.edge
    left, top, right, bottom = g.x - 1, g.y - 1, g.x + g.width + 1, g.y + g.height + 1
    corners: tuple[tuple[Anchor, int, int], ...] = (
        ("nw", left, top), ("ne", right, top), ("sw", left, bottom), ("se", right, bottom),
    )  # fmt: skip
    for anchor, x, y in corners:
        make = partial(paint.corner_mask, anchor, g.px(RADIUS), pen.behind, edge)
        pen.image(("corner", anchor), make, x, y, anchor)


def draw_coordinates(pen: Painter, scene: BoardScene) -> None:
    """Draw letters below the columns and numbers left of the rows, unless they would touch."""
    g, muted = pen.geometry, pen.palette.muted
    if not scene.coordinates or g.cell < pen.width("00", "caption"):
        return
    for column in range(g.columns):
        x, _ = g.centre(column)
        pen.text(x, g.y + g.height + g.px(BELOW), LETTERS[column], "caption", muted, "n")
    for row in range(g.rows):
        _, y = g.centre(row * g.columns)
        pen.text(g.label_x, y, str(row + 1), "caption", muted, "e")


def draw_value(pen: Painter, scene: BoardScene) -> None:
    """Draw the value bar left of the board: the lower player's share, and a tick in the middle."""
    value, g, palette = scene.value, pen.geometry, pen.palette
    if value is None:
        return
    wide = g.px(BAR)
    cap = wide // 2  # the rounded ends are images
    split = round(g.height * (1 - min(1.0, max(0.0, value.share))))
    upper, lower = _bar_colour(pen, value.upper), _bar_colour(pen, value.lower)
    first = upper if split > cap // 2 else lower
    last = lower if split < g.height - cap // 2 else upper
    edge, inset = palette.edge, g.px(1)
    split = min(g.height - cap, max(cap, split))
    x, bottom = g.bar_x, g.y + g.height
    pen.image(("cap", first), lambda: _bar(wide, edge, inset, first)[:cap], x, g.y, "nw")
    pen.image(("foot", last), lambda: _bar(wide, edge, inset, last)[cap:], x, bottom, "sw")
    pen.box(x, g.y + cap, wide, g.height - 2 * cap, edge)
    parts = (g.y + cap, split - cap, upper), (g.y + split, g.height - cap - split, lower)
    for top, high, colour in parts:
        if high:  # Tk draws a line for a rectangle without height
            pen.box(x + inset, top, wide - 2 * inset, high, colour)
    tick = g.y + g.height // 2 - g.px(1)
    pen.box(x, tick - 1, wide, g.px(2) + 2, palette.gap)  # the accent is lost on a blue disc's blue
    pen.box(x, tick, wide, g.px(2), palette.accent)
    # Centred on the bar, but not beyond the left edge, and not into the first letter.
    room = g.x + g.cell // 2 - (g.px(BELOW) + pen.width("a", "caption") if scene.coordinates else 0)
    for text in (value.text, *value.brief):
        half = (pen.width(text, "caption") + 1) // 2
        middle = max(x + wide // 2, half)
        if middle + half <= room:
            break
    pen.text(middle, bottom + g.px(BELOW), text, "caption", palette.muted, "n")


def _bar(wide: int, edge: str, inset: int, face: str) -> list[bytes]:
    radius = wide * 0.36
    corner = rounded(wide // 2, [(0, radius, edge), (inset, radius - inset, face)])
    return stretch(corner, wide, wide // 2 * 2)


def _bar_colour(pen: Painter, kind: str) -> str:
    palette = pen.palette
    share = 0.12 if kind == "white" and not palette.flat else 0.0
    return mix(palette.discs[kind].face, palette.sq_dark, share)


RING = 0.42  # the radius of selection and capture rings, in cells
SELECTED = 0.22  # the share of the mark's colour in a selected square


def draw_tints(pen: Painter, scene: BoardScene) -> None:
    """Tint the squares of the last move and of the selected piece."""
    g, palette = pen.geometry, pen.palette
    light, dark = palette.squares(scene.squares)
    tinted = {*scene.last} | ({scene.selected} if scene.selected is not None else set())
    for square in tinted:
        colour = light if sum(divmod(square, g.columns)) % 2 else dark
        if square in scene.last:
            colour = mix(colour, palette.last, palette.last_share)
        if square == scene.selected and not palette.flat:
            colour = mix(colour, palette.mark_on(scene.squares), SELECTED)
        x, y = g.corner(square)
        pen.box(x, y, g.cell, g.cell, colour)


def draw_last(pen: Painter, scene: BoardScene) -> None:
    """Draw corner brackets on the last move's squares and a hollow ring on the empty origin."""
    g, colour = pen.geometry, pen.palette.last_mark
    arm, inset = max(6, round(g.cell * 0.17)), max(3, round(g.cell * 0.05))
    thick = max(2, round(g.cell * 0.024))
    draw_brackets(pen, scene.last, arm, inset, thick)
    if scene.last and scene.last[0] not in scene.pieces:
        size = g.snap(g.cell * 0.36)
        radius = g.cell * 0.15
        ring = partial(paint.ring, size, radius, thick, colour)
        pen.image("origin", ring, *g.centre(scene.last[0]))


def draw_brackets(pen: Painter, squares: Collection[int], arm: int, inset: int, thick: int) -> None:
    """Draw corner brackets on squares, as on those of the last move."""
    g, colour = pen.geometry, pen.palette.last_mark
    near, far = inset, g.cell - inset
    for square in squares:
        x, y = g.corner(square)
        for across in (near, far - arm):
            for down in (near, far - thick):
                pen.box(x + across, y + down, arm, thick, colour)
        for across in (near, far - thick):
            for down in (near, far - arm):
                pen.box(x + across, y + down, thick, arm, colour)


def draw_halo(pen: Painter, scene: BoardScene) -> None:
    """Draw one continuous halo behind the winning pieces and the links of a winning group."""
    g, palette = pen.geometry, pen.palette
    radius = g.cell * 0.364 + max(3, g.cell * 0.05)
    size = g.snap(2 * radius + 2)
    for square in scene.halo:
        pen.image("halo", lambda: paint.dot(size, radius, palette.win), *g.centre(square))
    half = _half(pen) + _outline(pen) + max(3, g.cell * 0.04)
    _draw_links(pen, scene.bonds, half, palette.win)


def draw_links(pen: Painter, scene: BoardScene) -> None:
    """Draw bars between touching pieces: first all rims, then all fills, so that crossings merge.

    The winning group is linked even if links are switched off, because it must look connected.
    """
    half = _half(pen)
    links = {*scene.links, *scene.bonds}
    kinds = {scene.pieces[first] for first, _ in links if first in scene.pieces}
    for rim in (True, False):
        for kind in sorted(kinds):
            disc = pen.palette.discs[kind]
            pairs = [pair for pair in links if scene.pieces.get(pair[0]) == kind]
            wide, colour = (half + _outline(pen), disc.rim) if rim else (half, disc.face)
            _draw_links(pen, pairs, wide, colour)


def _half(pen: Painter) -> float:
    cell = pen.geometry.cell
    return cell * (0.075 if cell > 60 else 0.085)


def _outline(pen: Painter) -> float:
    return pen.geometry.scale * (2.5 if pen.palette.flat else 1.5)


def _draw_links(pen: Painter, pairs: Iterable[tuple[int, int]], half: float, colour: str) -> None:
    g = pen.geometry
    across = paint.bar_thickness(g.cell, half) // 2
    for first, second in pairs:
        (ax, ay), (bx, by) = sorted((g.centre(first), g.centre(second)))
        if ay == by:
            shape, x, y = "level", ax, ay - across
        elif ax == bx:
            shape, x, y = "upright", ax - across, ay
        else:
            shape, x, y = ("falling" if ay < by else "rising"), ax, min(ay, by)
        pen.image(
            ("link", shape, half, colour), partial(paint.bar, shape, g.cell, half, colour), x, y,
            "nw",
        )  # fmt: skip


def draw_rings(pen: Painter, scene: BoardScene) -> None:
    """Mark the selected piece (ring), captures (arcs), targets (dots) and movable pieces."""
    g, gap = pen.geometry, (pen.palette.gap, 1.5 * pen.geometry.scale)
    mark = pen.palette.mark_on(scene.squares)
    size = g.snap(g.cell * 0.98)
    radius = g.cell * RING
    thick = max(3, g.cell * 0.05)
    for square in scene.movable:
        if square != scene.selected:
            pen.image("movable", lambda: paint.ring(size, radius, max(1.5, thick * 0.4), mark),
                        *g.centre(square))  # fmt: skip
    if scene.selected is not None:
        pen.image("selected", lambda: paint.ring(size, radius, thick, mark, gap),
                    *g.centre(scene.selected))  # fmt: skip
    broad = max(4, g.cell * 0.065)
    for square in scene.captures:
        pen.image("arcs", lambda: paint.ring(size, radius, broad, mark, gap, arcs=True),
                    *g.centre(square))  # fmt: skip
    dot = g.snap(g.cell * 0.28)
    for square in scene.targets:
        pen.image("dot", lambda: paint.dot(dot, g.cell * 0.12, mark), *g.centre(square))


def draw_cursor(pen: Pen, scene: BoardScene) -> None:
    """Draw the keyboard's cursor, a dashed square."""
    if scene.cursor is not None:
        draw_dashes(pen, scene.cursor, pen.palette.mark_on(scene.squares))


def draw_dashes(pen: Pen, square: int, colour: str, dashed: bool = True) -> None:
    """Draw a frame inside a square, dashed or solid, on a broader one that shows on any colour."""
    g = pen.geometry
    x, y = g.corner(square)
    inset = g.px(3)
    side = g.cell - 2 * inset - 1
    dash = (g.px(6), g.px(4)) if dashed else ()
    pen.frame(x + inset, y + inset, side, side, pen.palette.gap, g.px(5))
    pen.frame(x + inset, y + inset, side, side, colour, g.px(2), dash)


Edge = tuple[float, float, float]  # a x + b y + c is the distance to a side, negative inside

# By rank, with 0 for a hint: half the shaft's width in cells, the opacity, and the position of
# the number along the arrow.
BEST = (0.052, 0.92, 0.60)
RANKS = (BEST, BEST, (0.040, 0.72, 0.46), (0.030, 0.55, 0.34))
FROM, TO = 0.34, 0.10  # cells that stay free at the arrow's ends: it starts beside its piece
HEAD = 3.0  # the head's width in widths of the shaft
BADGE = 0.13  # the radius of the number's disc in cells,
RIVAL = "#4A4F58"  # the arrows of the second side in a line of moves
LEAST_BADGE = 7  # and its minimum in pixels, below which the figure does not fit


def draw_arrows(pen: Painter, scene: BoardScene) -> None:
    """Draw all arrows, the best on top, then all their numbers."""
    mark = pen.palette.mark_on(scene.squares)
    for origin, target, rank in reversed(scene.arrows):
        _draw_arrow(pen, pen.geometry.centre(origin), pen.geometry.centre(target), rank, mark)
    for origin, target, rank in reversed(scene.arrows):
        if rank:
            _draw_number(pen, pen.geometry.centre(origin), pen.geometry.centre(target), rank, mark)
    _draw_sequence(pen, scene, mark)


ASIDE = 0.13  # cells between an arrow of a line and another that goes the other way


def _draw_sequence(pen: Painter, scene: BoardScene, mark: str) -> None:
    """Draw the moves of a line in the colours of two sides; none of them is fainter."""
    ways = {(origin, target) for origin, target, *_ in scene.sequence}
    ends = []
    for origin, target, number, rival in scene.sequence:
        tail, tip = pen.geometry.centre(origin), pen.geometry.centre(target)
        if (target, origin) in ways:
            across, down = tip[0] - tail[0], tip[1] - tail[1]
            aside = ASIDE * pen.geometry.cell / hypot(across, down)
            shift = round(-down * aside), round(across * aside)
            tail = tail[0] + shift[0], tail[1] + shift[1]
            tip = tip[0] + shift[0], tip[1] + shift[1]
        colour = pen.palette.text if rival and pen.palette.flat else RIVAL if rival else mark
        _draw_arrow(pen, tail, tip, 1, colour)
        ends.append((tail, tip, number, colour))
    for tail, tip, number, colour in ends:
        _draw_number(pen, tail, tip, number, colour, BEST[2])


def _draw_arrow(
    pen: Painter, tail: tuple[int, int], tip: tuple[int, int], rank: int, mark: str
) -> None:
    cell, gap = pen.geometry.cell, pen.palette.gap
    across, down = tip[0] - tail[0], tip[1] - tail[1]
    half, alpha, _ = RANKS[min(rank, len(RANKS) - 1)]
    margin = ceil(cell * half * HEAD) + 3
    pen.image(
        ("arrow", across, down, rank, mark),
        lambda: paint.faded(arrow(across, down, cell, half, margin, mark, gap), alpha),
        min(tail[0], tip[0]) - margin, min(tail[1], tip[1]) - margin, "nw",
    )  # fmt: skip


def _draw_number(
    pen: Painter, tail: tuple[int, int], tip: tuple[int, int], rank: int, mark: str,
    along: float | None = None,
) -> None:  # fmt: skip
    cell, gap = pen.geometry.cell, pen.palette.gap
    along = RANKS[min(rank, len(RANKS) - 1)][2] if along is None else along
    x, y = (round(a + (b - a) * along) for a, b in zip(tail, tip, strict=True))
    radius = max(pen.geometry.px(LEAST_BADGE), cell * BADGE)
    size = pen.geometry.snap(2 * radius + 4)
    pen.image("badge-rim", lambda: paint.dot(size, radius + 1.5, gap), x, y)
    pen.image(("badge", mark), lambda: paint.dot(size, radius, mark), x, y)
    pen.text(x, y, str(rank), "caption", gap, "center")


def arrow(
    across: int, down: int, cell: int, half: float, margin: int, colour: str, gap: str
) -> Rows:
    """Return an outlined arrow between two points this far apart, with a margin around them."""
    length = hypot(across, down)
    ux, uy = across / length, down / length
    x, y = margin - min(0, across), margin - min(0, down)  # the tail's position in the image
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
