"""A pen draws one layer of a board: items at places of the geometry, in colours of the look."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Sequence

from loa_tk.view.board.geometry import Geometry
from loa_tk.view.kit.palette import Palette
from loa_tk.view.kit.pictures import Pictures
from loa_tk.view.kit.theme import Look

Rows = Sequence[bytes]


class Pen:
    """Draws on a canvas; every item gets the layer's tag, so that a layer can be erased alone."""

    def __init__(
        self, canvas: tk.Canvas, look: Look, pictures: Pictures, geometry: Geometry, tag: str
    ) -> None:
        self.canvas, self.look, self.geometry, self.tag = canvas, look, geometry, tag
        self._pictures = pictures

    @property
    def palette(self) -> Palette:
        """The colours in force."""
        return self.look.palette

    def picture(
        self, key: Hashable, make: Callable[[], Rows], x: int, y: int, anchor: str = "center"
    ) -> int:
        """A painted picture; one with the same key is painted once."""
        image = self._pictures.get(key, make)
        return self.canvas.create_image(x, y, image=image, anchor=anchor, tags=self.tag)

    def image(self, key: Hashable, make: Callable[[], Rows]) -> tk.PhotoImage:
        """The picture alone, to be put into an item that is already there."""
        return self._pictures.get(key, make)

    def box(self, x: int, y: int, width: int, height: int, colour: str) -> int:
        """A filled rectangle of exactly these pixels."""
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
        """An empty rectangle, its line centred on these edges."""
        return self.canvas.create_rectangle(
            x, y, x + width, y + height, outline=colour, width=thick, dash=dash, tags=self.tag
        )

    def width(self, text: str, font: str) -> int:
        """Pixels across a line of text."""
        return self.look.fonts[font].measure(text)

    def text(self, x: int, y: int, text: str, font: str, colour: str, anchor: str) -> int:
        """A line of text."""
        return self.canvas.create_text(
            x, y, text=text, font=self.look.fonts[font], fill=colour, anchor=anchor, tags=self.tag
        )
