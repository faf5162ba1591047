"""Shapes with smooth edges as rows of pixels: boxes, discs, rings, bars, lines; and PNG files.

A row is the bytes of its pixels, four each: red, green, blue, alpha. Distances are in pixels and
negative inside a shape; a pixel's coverage is 0.5 minus the distance of its centre to the edge.
Only the pixels at an edge are computed one by one.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, floor, hypot, pi, sqrt

from loa_tk.view.kit.palette import RGB, Disc, rgb

CLEAR = b"\0\0\0\0"
EDGE = 0.5  # how far from an edge a pixel's centre may be if the edge crosses the pixel
RUNS = re.compile(rb"\xff+|[\x01-\xfe]+")  # opaque alphas, and those to be blended
Tint = tuple[RGB, float]  # a colour and its alpha
Pixel = Callable[[float, float], bytes]


def png(rows: Sequence[bytes]) -> bytes:
    """Return a PNG file with these rows of pixels."""
    header = struct.pack(">IIBBBBB", len(rows[0]) // 4, len(rows), 8, 6, 0, 0, 0)
    # Level 1: a 201 px disc compresses in 1 ms instead of 7, and Tk only decodes it again.
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    parts = ((b"IHDR", header), (b"IDAT", body), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(tag, data) for tag, data in parts)


def _chunk(tag: bytes, data: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(tag + data))
    return struct.pack(">I", len(data)) + tag + data + checksum


def solid(colour: str) -> bytes:
    """Return one opaque pixel of a colour."""
    return bytes((*rgb(colour), 255))


def cover(distance: float) -> float:
    """Return how much of a pixel lies inside a shape whose edge is `distance` away."""
    return 0.0 if distance >= 0.5 else 1.0 if distance <= -0.5 else 0.5 - distance


def stack(layers: Iterable[Tint]) -> bytes:
    """Return one pixel of tints laid over each other, the lowest first."""
    red = green = blue = alpha = 0.0
    for (r, g, b), a in layers:
        if a <= 0.0:
            continue
        below = alpha * (1.0 - a)
        alpha = a + below
        red = (r * a + red * below) / alpha
        green = (g * a + green * below) / alpha
        blue = (b * a + blue * below) / alpha
    return bytes((int(red + 0.5), int(green + 0.5), int(blue + 0.5), int(alpha * 255 + 0.5)))


def radial(
    size: int, zones: Sequence[tuple[float, float]], pixel: Pixel, even: bool = False
) -> list[bytes]:
    """Return rows of rings, symmetric left to right and, if `even`, top to bottom.

    `pixel(dx, dy)` returns the pixel at that offset from the centre. It is called for every pixel
    whose distance from the centre lies in one of the `zones` (ascending), and once for the pixels
    of a row between two zones, which must be equal. A 93 px disc takes 7 ms; 60 without zones.
    """
    rows = []
    half = size // 2 + size % 2
    first = 0.5 * (1 - size % 2)  # the middle column of an odd size is its own mirror image
    for j in range(half if even else size):
        dy = j + 0.5 - size / 2
        runs = list(_runs(half, first, dy, zones, pixel))
        mirrored = runs[::-1] if first else [*runs[:0:-1], runs[0][4:]]
        rows.append(b"".join(mirrored) + b"".join(runs))
    return rows + rows[: size // 2][::-1] if even else rows


def _runs(
    half: int, first: float, dy: float, zones: Sequence[tuple[float, float]], pixel: Pixel
) -> Iterable[bytes]:
    """Yield the right half of a row, from the centre outwards, in runs of equal pixels."""
    k = 0
    for low, high in zones:
        start = min(half, ceil(sqrt(low * low - dy * dy) - first)) if low > abs(dy) else 0
        if start > k:
            yield pixel(k + first, dy) * (start - k)
            k = start
        end = min(half, ceil(sqrt(high * high - dy * dy) - first)) if high > abs(dy) else 0
        for i in range(k, end):
            yield pixel(i + first, dy)
        k = max(k, end)
    if k < half:
        yield CLEAR * (half - k)


def mirrored(row: bytes) -> bytes:
    """Return the pixels of a row from right to left."""
    return b"".join(row[i : i + 4] for i in range(len(row) - 4, -4, -4))


def stretch(corner: Sequence[bytes], width: int, height: int) -> list[bytes]:
    """Return an image whose four corners mirror `corner`, its last pixels repeated between."""
    side = len(corner[0]) // 4
    rows = [row + row[-4:] * (width - 2 * side) + mirrored(row) for row in corner]
    return rows + [rows[-1]] * (height - 2 * len(rows)) + rows[::-1]


def corner_mask(anchor: str, radius: int, behind: str, line: str = "") -> list[bytes]:
    """Return what rounds the corner "nw", "ne", "sw" or "se" of a box by covering it.

    Outside the arc is the colour behind the box, on the arc the line of this colour, if any.
    """
    rows = []
    for j in range(radius):
        row = b""
        for i in range(radius):
            away = hypot(radius - i - 0.5, radius - j - 0.5) - radius
            edge = [(rgb(line), cover(abs(away + 0.5) - 0.5))] if line else []
            row += stack([(rgb(behind), cover(-away)), *edge])
        rows.append(mirrored(row) if "e" in anchor else row)
    return rows[::-1] if "s" in anchor else rows


def blend(row: bytearray, over: bytes, left: int) -> None:
    """Lay a row of pixels over an opaque one, `left` pixels from its start."""
    alphas = over[3::4]
    for run in RUNS.finditer(alphas, max(0, -left), max(0, len(row) // 4 - left)):
        start, end = run.span()
        if alphas[start] == 255:
            row[4 * (left + start) : 4 * (left + end)] = over[4 * start : 4 * end]
            continue
        for i in range(start, end):
            at, here, alpha = 4 * (left + i), 4 * i, alphas[i]
            rest = 255 - alpha
            for k in range(3):
                row[at + k] = (over[here + k] * alpha + row[at + k] * rest + 127) // 255


def rounded(side: int, boxes: Sequence[tuple[float, float, str]]) -> list[bytes]:
    """Return the upper left corner of stacked rounded boxes, each (inset, radius, colour)."""
    seen: list[list[Tint]] = [[] for _ in range(side * side)]  # the tints of each pixel
    for inset, radius, colour in boxes:
        tint = rgb(colour)
        for tints, share in zip(seen, corner_cover(side, inset, radius), strict=True):
            if share == 1.0:
                tints.clear()  # it hides what is below
            if share:
                tints.append((tint, share))
    # Only the pixels at an edge have several tints; most of the others have the same one.
    whole = {rgb(colour): solid(colour) for _, _, colour in boxes}
    pixels = [whole[t[0][0]] if len(t) == 1 and t[0][1] == 1.0 else stack(t) for t in seen]
    return [b"".join(pixels[at : at + side]) for at in range(0, side * side, side)]


@lru_cache(64)
def corner_cover(side: int, inset: float, radius: float) -> tuple[float, ...]:
    """Return how much of each pixel a rounded box covers, row by row."""
    places = [at + 0.5 for at in range(side)]
    return tuple(cover(corner_distance(x, y, inset, radius)) for y in places for x in places)


def corner_distance(x: float, y: float, inset: float, radius: float) -> float:
    """Return the distance to a rounded box that extends right and down without end."""
    dx, dy = inset + radius - x, inset + radius - y
    if dx <= 0 or dy <= 0:
        return max(dx, dy) - radius
    return hypot(dx, dy) - radius


BLACK: RGB = (0, 0, 0)
LIT, DIM = 13, 10  # levels added at a face's top and subtracted at its bottom
KEPT = 32  # images of each kind, because every window and every change of theme asks again
AXIS_GAP = 0.30  # the open share of each quarter of a ring drawn in arcs, half of it at either end


@lru_cache(KEPT)
def disc(
    size: int, colours: Disc, rim: float, shadow: float = 0.0, rim_colour: str = ""
) -> list[bytes]:
    """Return a checker: soft shadow, rim, face lit from above, a fine groove and perhaps a pip."""
    radius = size * 0.455
    face, edge = rgb(colours.face), rgb(rim_colour or colours.rim)
    groove = rgb(colours.groove) if colours.groove else None
    pip = rgb(colours.pip) if colours.pip else None
    groove_at, groove_half, pip_at = radius * 0.66, max(1.0, size * 0.016) / 2, radius * 0.30
    soft, sunk, shade = size * 0.07, size * 0.025, radius - size * 0.005
    reach = shade + soft / 2 + sunk if shadow else radius + EDGE

    def shaded(dx: float, dy: float) -> float:
        fall = cover((hypot(dx, dy - sunk) - shade) / soft)
        return shadow * fall * fall * (3 - 2 * fall)

    @lru_cache(1)  # the pixels of a row have the same light
    def lit_at(dy: float) -> RGB:
        return _lit(face, -dy / radius) if groove else face

    def pixel(dx: float, dy: float) -> bytes:
        away = hypot(dx, dy)
        if away >= radius + 0.5:
            return b"\0\0\0" + bytes((round(255 * shaded(dx, dy)),)) if shadow else CLEAR
        lit = lit_at(dy)
        if away > radius - rim - 0.5:
            under = [(BLACK, shaded(dx, dy))] if shadow else []
            inner = (lit, cover(away - radius + rim))
            return stack([*under, (edge, cover(away - radius)), inner])
        if groove and away > pip_at + 0.5:
            return stack([(lit, 1.0), (groove, 0.8 * cover(abs(away - groove_at) - groove_half))])
        return stack([(lit, 1.0), (pip, cover(away - pip_at))] if pip else [(lit, 1.0)])

    zones = [(pip_at - EDGE, pip_at + EDGE)] if pip else []
    if groove:
        zones.append((groove_at - groove_half - EDGE, groove_at + groove_half + EDGE))
    zones.append((radius - rim - EDGE, reach))
    return radial(size, zones, pixel)


def _lit(face: RGB, height: float) -> RGB:
    change = height * (LIT if height > 0 else DIM)
    red, green, blue = (min(255, max(0, round(v + change))) for v in face)
    return red, green, blue


def faded(rows: Sequence[bytes], share: float) -> list[bytes]:
    """Return the same image with `share` of its opacity."""
    table = bytes(round(a * share) for a in range(256))
    out = []
    for row in rows:
        pixels = bytearray(row)
        pixels[3::4] = row[3::4].translate(table)
        out.append(bytes(pixels))
    return out


@lru_cache(KEPT)
def dot(size: int, radius: float, colour: str) -> list[bytes]:
    """Return a filled circle."""
    fill = rgb(colour)

    def pixel(dx: float, dy: float) -> bytes:
        return stack([(fill, cover(hypot(dx, dy) - radius))])

    return radial(size, [(radius - EDGE, radius + EDGE)], pixel, even=True)


@lru_cache(KEPT)
def ring(
    size: int, radius: float, width: float, colour: str, gap: tuple[str, float] | None = None,
    arcs: bool = False,
) -> list[bytes]:  # fmt: skip
    """Return a ring, outlined with `gap` (colour, width) if given, open on the axes if `arcs`."""
    bands = [(rgb(gap[0]), width / 2 + gap[1])] if gap else []
    bands.append((rgb(colour), width / 2))

    def pixel(dx: float, dy: float) -> bytes:
        off = abs(hypot(dx, dy) - radius)
        past = _past_gap(dx, dy, radius) if arcs else 0.0
        return stack(
            (fill, cover(max(off - half, past - (half - width / 2)) if arcs else off - half))
            for fill, half in bands
        )

    reach = bands[0][1] + EDGE
    return radial(size, [(radius - reach, radius + reach)], pixel, even=True)


def _past_gap(dx: float, dy: float, radius: float) -> float:
    """Return how far the gap at the nearest axis extends beyond this point, along the ring."""
    quarter = pi / 2
    angle = (atan2(dy, dx) + quarter / 2) % quarter - quarter / 2
    return (quarter * AXIS_GAP / 2 - abs(angle)) * radius


def bar_length(cell: int) -> int:
    """Return the pixels from one piece's centre to the next; an odd cell has a pixel as centre."""
    return cell + cell % 2


def bar_thickness(cell: int, half: float) -> int:
    """Return the pixels across a level or upright bar, even or odd like the cell."""
    return 2 * ceil(half + 0.5) + cell % 2


def bar(shape: str, cell: int, half: float, colour: str) -> list[bytes]:
    """Return a bar between touching pieces: "level", "upright", "falling" or "rising".

    It reaches from one piece's centre to the other's; the discs cover its ends. Each row of a
    slanting bar is the previous row shifted by one pixel, so it costs one slice.
    """
    fill, side = rgb(colour), bar_length(cell)
    if shape in ("level", "upright"):
        size = bar_thickness(cell, half)
        across = [stack([(fill, cover(abs(k + 0.5 - size / 2) - half))]) for k in range(size)]
        return [pixel * side for pixel in across] if shape == "level" else [b"".join(across)] * side
    steps = (abs(k) / sqrt(2) for k in range(1 - side, side))
    profile = b"".join(stack([(fill, cover(away - half))]) for away in steps)
    rows = [profile[4 * j : 4 * (j + side)] for j in range(side)]
    return rows[::-1] if shape == "falling" else rows


Point = tuple[float, float]
Dash = tuple[float, float]  # pixels drawn, pixels left out


def strokes(
    width: int, height: int, lines: Iterable[Sequence[Point]], thick: float, colour: str,
    dash: Dash | None = None,
) -> list[bytes]:  # fmt: skip
    """Return lines through points, `thick` pixels wide; where they cross they are no darker.

    Tk's own slanting lines are jagged. A single point is a dot. Only pixels near a line are
    computed: a curve across 420 x 180 pixels takes some 10 ms.
    """
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
