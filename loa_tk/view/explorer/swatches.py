"""The small squares of the legend, which look like what they explain."""

from __future__ import annotations

from loa_tk.scenes.explorer import CUT, MAX, MIN
from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.hatching import hatching
from loa_tk.view.kit.theme import Look

AFTER = 0.4  # free pixels right of the square, in sizes


def swatch(kind: str, size: int, look: Look) -> list[bytes]:
    """Return the square of a kind of span, or of an outline, with some room on its right."""
    palette = look.palette
    ground = rgb(palette.surface)
    fills = {MAX: palette.tree_max, MIN: palette.tree_min}
    outlines = {"best": palette.tree_best, "opened": palette.accent, CUT: palette.line}
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
            row += bytes((*(edge if outer else line[3 * x : 3 * x + 3]), 255))
        rows.append(row + bytes((*ground, 255)) * round(size * AFTER))
    return rows
