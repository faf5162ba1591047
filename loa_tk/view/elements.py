"""Pictures as ttk elements: patches with rounded corners, capsules, thumbs, arrows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from loa_tk.view.colour import rgb
from loa_tk.view.paint import cover, rounded, stack, stretch
from loa_tk.view.palette import Palette
from loa_tk.view.pictures import image

Box = tuple[float, float, str]  # inset, radius, colour
CARD_TILE, BAR_TILE = 240, 160  # pixels: what ttk repeats to fill an element is best large
SNUG = {"border": 9, "width": 0, "height": 0}  # else an element is never smaller than its image


class Elements:
    """Makes image elements in the ttk theme in use and keeps their pictures."""

    def __init__(self, root: tk.Misc, style: ttk.Style, palette: Palette) -> None:
        self.root, self.style, self.palette = root, style, palette
        self.images: list[tk.PhotoImage] = []

    def element(self, name: str, first: tk.PhotoImage, *states: object, **options: object) -> None:
        """An image element; ttk's own padding equals the border and would swell the widget."""
        settings = {"sticky": "nsew", "padding": 0, **options}
        self.style.element_create(name, "image", first, *states, **settings)

    def patch(
        self, *boxes: Box, behind: str = "", side: int = 10, size: int = 36
    ) -> tk.PhotoImage:
        """A nine-patch of boxes with rounded corners over each other."""
        corner = rounded(side, [self.ground(behind), *boxes])
        return self.keep(stretch(corner, size, size))

    def capsule(self, high: int, *boxes: Box) -> tk.PhotoImage:
        """A bar with round ends, `high` pixels high."""
        corner = rounded(high // 2, [self.ground(), *boxes])
        return self.keep(stretch(corner, BAR_TILE, high))

    def thumb(self, colour: str) -> tk.PhotoImage:
        """The thumb of a scroll bar: 6 px wide in a bar of 10."""
        corner = rounded(5, [self.ground(), (2, 3, colour)])
        return self.keep(stretch(corner, 10, 32))

    def ground(self, colour: str = "") -> Box:
        """A box that fills the whole picture with what is behind it.

        Tk asks the screen for what lies under every tile of a picture that is not opaque: a
        change of text size took 1.4 s with transparent corners and small tiles.
        """
        return -1, 0, colour or self.palette.surface

    def keep(self, rows: Sequence[bytes]) -> tk.PhotoImage:
        self.images.append(image(self.root, rows))
        return self.images[-1]


def chevron(colour: str) -> list[bytes]:
    """The arrow of a pull-down choice, with a margin on its right."""
    fill, (width, high) = rgb(colour), (20, 8)
    rows = []
    for j in range(high):
        row = b""
        for i in range(width):
            away = abs(abs(i + 0.5 - 7) + j + 0.5 - 6) / 1.414 - 0.9
            row += stack([(fill, cover(away) if j < 7 and i < 14 else 0.0)])
        rows.append(row)
    return rows
