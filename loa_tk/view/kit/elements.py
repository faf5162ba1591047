"""Pictures as ttk elements: rounded patches, capsules, scroll bar thumbs and arrows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import TypedDict

from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.paint import cover, rounded, stack, stretch
from loa_tk.view.kit.palette import Palette
from loa_tk.view.kit.pictures import image

Box = tuple[float, float, str]  # inset, radius, colour
StatePicture = tuple[str, tk.PhotoImage]  # a state of the widget and its picture in that state
CARD_TILE, BAR_TILE = 240, 160  # pixels; large, because ttk repeats the tile to fill an element


class Least(TypedDict):
    """The least size of an element in pixels, instead of its image's size."""

    width: int
    height: int


SNUG: Least = {"width": 0, "height": 0}


class Elements:
    """Makes image elements in the ttk theme in use and keeps their pictures."""

    def __init__(self, root: tk.Misc, style: ttk.Style, palette: Palette, scale: float) -> None:
        self.root, self.style, self.palette, self.scale = root, style, palette, scale
        self.images: list[tk.PhotoImage] = []

    def px(self, pixels: float) -> int:
        """Return a length for a screen of 96 dots per inch in this screen's pixels."""
        return round(pixels * self.scale)

    def element(
        self, name: str, first: tk.PhotoImage, *states: StatePicture,
        border: int | tuple[int, int] = 0, width: int = -1, height: int = -1, sticky: str = "nsew",
    ) -> None:  # fmt: skip
        """Create an image element; -1 is the image's own width or height."""
        # Without a padding of 0, ttk uses the border as padding, which swells the widget.
        self.style.element_create(
            name, "image", first, *states, border=border, width=width, height=height,
            sticky=sticky, padding=0,
        )  # fmt: skip

    def patch(self, *boxes: Box, behind: str = "", side: int = 10, size: int = 36) -> tk.PhotoImage:
        """Return a nine-patch of rounded boxes laid over each other."""
        scaled = [(inset * self.scale, radius * self.scale, c) for inset, radius, c in boxes]
        corner = rounded(self.px(side), [self.ground(behind), *scaled])
        size = max(size, 2 * self.px(side) + 16)
        return self.keep(stretch(corner, size, size))

    def capsule(self, high: int, *boxes: Box) -> tk.PhotoImage:
        """Return a bar with round ends, `high` pixels high; the boxes are in the same pixels."""
        corner = rounded(high // 2, [self.ground(), *boxes])
        return self.keep(stretch(corner, BAR_TILE, high))

    def thumb(self, colour: str) -> tk.PhotoImage:
        """Return the thumb of a scroll bar, 6 px wide in a bar of 10."""
        box = (2 * self.scale, 3 * self.scale, colour)
        half = self.px(5)
        return self.keep(stretch(rounded(half, [self.ground(), box]), 2 * half, 6 * half))

    def thumb_across(self, colour: str) -> tk.PhotoImage:
        """Return the thumb of a horizontal scroll bar."""
        box = (2 * self.scale, 3 * self.scale, colour)
        half = self.px(5)
        return self.keep(stretch(rounded(half, [self.ground(), box]), 6 * half, 2 * half))

    def ground(self, colour: str = "") -> Box:
        """Return a box that fills the whole picture with the colour behind it.

        Tk reads back the screen under every tile of a picture that is not opaque: a change of text
        size took 1.4 s with transparent corners and small tiles.
        """
        return -1, 0, colour or self.palette.surface

    def keep(self, rows: Sequence[bytes]) -> tk.PhotoImage:
        self.images.append(image(self.root, rows))
        return self.images[-1]


def chevron(colour: str, scale: float) -> list[bytes]:
    """Return the arrow of a pull-down choice, 14 px wide with a margin on its right."""
    fill, half, tip = rgb(colour), 7 * scale, 6 * scale
    rows = []
    for j in range(round(8 * scale)):
        row = b""
        for i in range(round(20 * scale)):
            away = abs(abs(i + 0.5 - half) + j + 0.5 - tip) / 1.414 - 0.9 * scale
            row += stack([(fill, cover(away) if i < 2 * half else 0.0)])
        rows.append(row)
    return rows
