"""Search trees as images: rows of pixels, squares of a legend, and the drawing of a help page.

All lines of a ply are alike except for the hatching, which repeats after a few lines. So an image
of any number of nodes costs a few lines of pixels for each ply, and copies of them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from math import sqrt

from loa_tk.scenes.explorer import CUT, MAX, MIN, Span
from loa_tk.scenes.pages import TreeExample
from loa_tk.view.kit.paint import cover
from loa_tk.view.kit.palette import Palette, mix, rgb
from loa_tk.view.kit.theme import Look

PERIOD, HALF = 7, 0.9  # pixels from one hatching line to the next, and half a line's width
PALE_MAX, PALE_MIN = "pale max", "pale min"  # what comes after a moment
PALE = 0.45  # the share of a node's colour in its paler one
APART = 3  # nodes wider than this are separated by a pixel of the ground


def paint_tree(
    rows: Sequence[Sequence[Span]], width: int, high: int, palette: Palette, scale: float = 1.0
) -> list[bytes]:
    """Return the lines of an image `width` pixels wide, with `high` lines for each ply."""
    ground = bytes(rgb(palette.surface))
    colours = {MAX: bytes(rgb(palette.tree_max)), MIN: bytes(rgb(palette.tree_min))}
    for kind, colour in ((PALE_MAX, palette.tree_max), (PALE_MIN, palette.tree_min)):
        colours[kind] = bytes(rgb(mix(palette.surface, colour, PALE)))
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
    blank: bytes, ground: bytes, hatch: bytes, cuts: Sequence[tuple[int, int]],
    nodes: Sequence[tuple[int, int, bytes]],
) -> bytes:  # fmt: skip
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


AFTER = 0.4  # free pixels right of the square, in sizes


def swatch(kind: str, size: int, look: Look) -> list[bytes]:
    """Return the square of a kind of span, or of an outline, with some room on its right."""
    palette = look.palette
    ground = rgb(palette.surface)
    fills = {MAX: palette.tree_max, MIN: palette.tree_min}
    outlines = {
        "best": palette.tree_best, "opened": palette.accent, CUT: palette.line,
        "parts": palette.bad,
    }  # fmt: skip
    edge = rgb(outlines.get(kind, palette.line))
    thick = 1 if kind in (MAX, MIN, CUT) else max(2, look.px(2))
    inside = bytes(rgb(fills[kind])) * size if kind in fills else bytes(ground) * size
    hatch = hatching(size, palette, look.scale)
    rows = []
    for y in range(size):
        line = hatch[y % len(hatch)] if kind == CUT else inside
        row = b""
        for x in range(size):
            outer = min(x, y, size - 1 - x, size - 1 - y) < thick
            if kind == "parts":
                outer = abs(2 * x + 1 - size) <= thick
            row += bytes((*(edge if outer else line[3 * x : 3 * x + 3]), 255))
        rows.append(row + bytes((*ground, 255)) * round(size * AFTER))
    return rows


WHOLE = 1000  # the width of the scene
HIGH = 2.0  # lines of text in a row


class TreeDrawing(tk.Canvas):
    """Draws a TreeExample in any width."""

    def __init__(self, parent: tk.Misc, look: Look, example: TreeExample) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0)
        self._look, self._example = look, example
        self._image: tk.PhotoImage | None = None

    def draw(self, width: int) -> None:
        """Draw the tree this many pixels wide."""
        look, palette, example = self._look, self._look.palette, self._example
        high = round(HIGH * look.line("body"))
        self.delete("all")
        self.configure(width=width, height=high * len(example.rows), background=palette.surface)

        def scaled(left: int, right: int, kind: str, text: str) -> Span:
            left, right = left * width // WHOLE, right * width // WHOLE
            return Span(left=left, right=right, kind=kind, label=text)

        rows = [[scaled(*box) for box in row] for row in example.rows]
        lines = paint_tree(rows, width, high, palette, look.scale)
        self._image = tk.PhotoImage(master=self, data=ppm(lines), format="ppm")
        self.create_image(0, 0, image=self._image, anchor="nw")
        for number, row in enumerate(rows):
            for span in row:
                self.create_text(
                    (span.left + span.right) // 2, number * high + high // 2, text=span.label,
                    font=look.fonts["mono"], fill=palette.on_tree,
                )  # fmt: skip
        for number, left, right in example.best:
            self.create_rectangle(
                left * width // WHOLE + 1, number * high + 1, right * width // WHOLE - 1,
                (number + 1) * high - 2, outline=palette.tree_best, width=look.px(2),
            )  # fmt: skip
