"""The picture of a search tree as rows of pixels, three bytes each: red, green, blue.

All lines of a ply are alike except for the hatching, which repeats after a few lines. So a picture
of any number of nodes costs a few lines of pixels for each ply, and copies of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from loa_tk.scenes.explorer import CUT, MAX, MIN, Span
from loa_tk.view.kit.colour import mix, rgb
from loa_tk.view.kit.paint import cover
from loa_tk.view.kit.palette import Palette

PERIOD, HALF = 7, 0.9  # pixels from one hatching line to the next, and half a line's width
APART = 3  # nodes wider than this are separated by a pixel of the ground


def paint(
    rows: Sequence[Sequence[Span]], width: int, high: int, palette: Palette, scale: float = 1.0
) -> list[bytes]:
    """Return the lines of a picture `width` pixels wide, with `high` lines for each ply."""
    ground = bytes(rgb(palette.surface))
    colours = {MAX: bytes(rgb(palette.tree_max)), MIN: bytes(rgb(palette.tree_min))}
    hatch = hatching(width, palette, scale)
    blank = ground * width
    lines: list[bytes] = []
    for spans in rows:
        cuts = [(3 * span.left, 3 * span.right) for span in spans if span.kind == CUT]
        nodes = [(span.left, span.right, colours[span.kind]) for span in spans if span.kind != CUT]
        drawn: dict[int, bytes] = {}  # by the hatching's line; without hatching all are alike
        for line in range(len(lines), len(lines) + high - 1):
            phase = line % len(hatch) if cuts else 0
            if phase not in drawn:
                drawn[phase] = _line(blank, ground, hatch[phase], cuts, nodes)
            lines.append(drawn[phase])
        lines.append(blank)
    return lines


def _line(
    blank: bytes,
    ground: bytes,
    hatch: bytes,
    cuts: Sequence[tuple[int, int]],
    nodes: Sequence[tuple[int, int, bytes]],
) -> bytes:
    """Return one line; nodes lie above the hatching, because narrow ones are widened to a pixel."""
    line = bytearray(blank)
    for left, right in cuts:
        line[left:right] = hatch[left:right]
    for left, right, colour in nodes:
        line[3 * left : 3 * right] = colour * (right - left)
        if right - left > APART:
            line[3 * right - 3 : 3 * right] = ground
    return bytes(line)


def hatching(width: int, palette: Palette, scale: float) -> list[bytes]:
    """Return the lines of slanting hatching; after the last comes the first again."""
    period = round(PERIOD * scale)
    pixels = []
    for step in range(period):
        away = min(step, period - step) / sqrt(2)
        share = cover(away - HALF * scale)
        pixels.append(bytes(rgb(mix(palette.surface, palette.tree_cut, share))))
    pattern = b"".join(pixels) * (width // period + 2)
    return [pattern[3 * shift : 3 * (shift + width)] for shift in range(period)]


def ppm(lines: Sequence[bytes]) -> bytes:
    """Return the lines as a file that Tk reads without unpacking, three times as fast as PNG."""
    return b"P6 %d %d 255\n" % (len(lines[0]) // 3, len(lines)) + b"".join(lines)
