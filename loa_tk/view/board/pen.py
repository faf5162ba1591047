"""The pen that draws one layer of a board on its Canvas, and the protocol of all painters."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Sequence
from typing import Literal, Protocol

from loa_tk.view.board.geometry import Geometry
from loa_tk.view.kit.palette import Palette
from loa_tk.view.kit.pictures import Pictures
from loa_tk.view.kit.theme import Look

Rows = Sequence[bytes]
Anchor = Literal["nw", "n", "ne", "w", "center", "e", "sw", "s", "se"]


class Painter(Protocol):
    """What draws a layer: a Pen on a Canvas, or the Paper of a picture file."""

    @property
    def geometry(self) -> Geometry:
        """Where the squares are."""

    @property
    def palette(self) -> Palette:
        """The colours in force."""

    @property
    def behind(self) -> str:
        """The colour around the board."""

    def picture(
        self, key: Hashable, make: Callable[[], Rows], x: int, y: int, anchor: Anchor = "center"
    ) -> int:
        """Draw a painted picture and return its item; pictures with the same key are alike."""

    def box(self, x: int, y: int, width: int, height: int, colour: str) -> int:
        """Draw a filled rectangle of exactly these pixels and return its item."""

    def width(self, text: str, font: str) -> int:
        """Return the width of a line of text in pixels."""

    def text(self, x: int, y: int, text: str, font: str, colour: str, anchor: Anchor) -> int:
        """Draw a line of text and return its item."""


class Pen:
    """Draws on a Canvas and tags every item with the layer, so that it can be erased alone."""

    def __init__(
        self, canvas: tk.Canvas, look: Look, pictures: Pictures, geometry: Geometry, tag: str
    ) -> None:
        self.canvas, self.look, self.tag = canvas, look, tag
        self._pictures, self._geometry = pictures, geometry

    @property
    def geometry(self) -> Geometry:
        """Where the squares are."""
        return self._geometry

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        return self.look.palette

    @property
    def behind(self) -> str:
        """The colour around the board."""
        return str(self.canvas.cget("background"))

    def picture(
        self, key: Hashable, make: Callable[[], Rows], x: int, y: int, anchor: Anchor = "center"
    ) -> int:
        """Draw a painted picture and return its item; each key is painted once."""
        image = self._pictures.get(key, make)
        return self.canvas.create_image(x, y, image=image, anchor=anchor, tags=self.tag)

    def image(self, key: Hashable, make: Callable[[], Rows]) -> tk.PhotoImage:
        """Return the picture alone, for an item that is already there."""
        return self._pictures.get(key, make)

    def box(self, x: int, y: int, width: int, height: int, colour: str) -> int:
        """Draw a filled rectangle of exactly these pixels and return its item."""
        return self.canvas.create_rectangle(
            x, y, x + width, y + height, fill=colour, width=0, tags=self.tag
        )

    def frame(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        colour: str,
        thick: int,
        dash: tuple[int, ...] = (),
    ) -> int:
        """Draw an empty rectangle with its line centred on these edges; return its item."""
        return self.canvas.create_rectangle(
            x, y, x + width, y + height, outline=colour, width=thick, dash=dash, tags=self.tag
        )

    def width(self, text: str, font: str) -> int:
        """Return the width of a line of text in pixels."""
        return self.look.fonts[font].measure(text)

    def text(self, x: int, y: int, text: str, font: str, colour: str, anchor: Anchor) -> int:
        """Draw a line of text and return its item."""
        return self.canvas.create_text(
            x, y, text=text, font=self.look.fonts[font], fill=colour, anchor=anchor, tags=self.tag
        )
