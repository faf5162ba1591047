"""The base of all boards on a Canvas: layers, the pen that draws them, redrawing after a resize."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, Literal, Protocol, TypeVar

from loa_tk.view.board.geometry import Geometry
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.palette import Palette
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import Timer

Rows = Sequence[bytes]
Anchor = Literal["nw", "n", "ne", "w", "center", "e", "sw", "s", "se"]


class Painter(Protocol):
    """What draws a layer: a Pen on a Canvas, or the Paper of a PNG file."""

    geometry: Geometry  # where the squares are
    palette: Palette  # the colours in force
    behind: str  # the colour around the board

    def image(
        self, key: Hashable, make: Callable[[], Rows], x: int, y: int, anchor: Anchor = "center"
    ) -> int:
        """Draw a painted image and return its item; images with the same key are alike."""

    def box(self, x: int, y: int, width: int, height: int, colour: str) -> int:
        """Draw a filled rectangle of exactly these pixels and return its item."""

    def width(self, text: str, font: str) -> int:
        """Return the width of a line of text in pixels."""

    def text(self, x: int, y: int, text: str, font: str, colour: str, anchor: Anchor) -> int:
        """Draw a line of text and return its item."""


class Pen:
    """Draws on a Canvas and tags every item with the layer, so that it can be erased alone."""

    def __init__(
        self, canvas: tk.Canvas, look: Look, images: ImageCache, geometry: Geometry, tag: str
    ) -> None:
        self.canvas, self.look, self.tag = canvas, look, tag
        self._images, self.geometry, self.palette = images, geometry, look.palette
        self.behind = str(canvas.cget("background"))

    def image(
        self, key: Hashable, make: Callable[[], Rows], x: int, y: int, anchor: Anchor = "center"
    ) -> int:
        """Draw a painted image and return its item; each key is painted once."""
        image = self._images.get(key, make)
        return self.canvas.create_image(x, y, image=image, anchor=anchor, tags=self.tag)

    def photo(self, key: Hashable, make: Callable[[], Rows]) -> tk.PhotoImage:
        """Return the image alone, for an item that is already there."""
        return self._images.get(key, make)

    def box(self, x: int, y: int, width: int, height: int, colour: str) -> int:
        """Draw a filled rectangle of exactly these pixels and return its item."""
        return self.canvas.create_rectangle(
            x, y, x + width, y + height, fill=colour, width=0, tags=self.tag
        )

    def frame(
        self, x: int, y: int, width: int, height: int, colour: str, thick: int,
        dash: tuple[int, ...] = (),
    ) -> int:  # fmt: skip
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


SETTLED = 80  # milliseconds from the last <Configure> to drawing the board in its new size
LEAST = 64  # pixels; nothing is drawn on a smaller canvas

Scene = TypeVar("Scene")
AnyGeometry = TypeVar("AnyGeometry", bound=Geometry)


class BoardCanvas(tk.Canvas, Generic[Scene, AnyGeometry]):
    """Redraws a scene when its size or the look changes; subclasses draw the board's contents."""

    def __init__(self, parent: tk.Misc, look: Look, behind: str = "window") -> None:
        """Create an empty canvas; `behind` names the palette's colour around the board."""
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=LEAST, height=LEAST)
        self.look, self._behind = look, behind
        self.geometry: AnyGeometry | None = None
        self.scene: Scene | None = None
        self._images = ImageCache(self)
        self._timer = Timer(self, self.redraw)
        self._ringed = False
        self.bind("<Configure>", self._resized)
        look.watch(self, self._restyle)

    def redraw(self) -> None:
        """Draw everything again, for another board, size or look."""
        self._timer.stop()
        if self.scene is None or self.winfo_width() < LEAST:
            return
        self._erase()
        self.geometry = self._place()
        self._draw_all()
        self._images.tidy()
        self.ring(self._ringed)

    def ring(self, on: bool) -> None:
        """Show or hide the ring that marks a focus reached with Tab."""
        self._ringed = on
        self.delete("focus")
        if on and self.geometry:
            g, pen = self.geometry, self._pen("focus")
            box = (g.x + 1, g.y + 1, g.width - 3, g.height - 3)
            pen.frame(*box, self.look.palette.gap, g.px(5))
            pen.frame(*box, self.look.palette.mark, g.px(3))

    # Subclasses implement these.

    def _place(self) -> AnyGeometry:
        """Return the scene's geometry on a canvas of this size."""
        raise NotImplementedError

    def _draw_all(self) -> None:
        """Draw the scene on the empty canvas."""
        raise NotImplementedError

    def _erase(self) -> None:
        self.delete("all")

    # Subclasses use these.

    def _pen(self, tag: str) -> Pen:
        assert self.geometry is not None
        return Pen(self, self.look, self._images, self.geometry, tag)

    def _stack(self, names: Iterable[str]) -> None:
        """Order the layers from below to above; an invisible item marks the upper end of each."""
        for name in names:
            self.create_line(0, 0, 0, 0, state="hidden", tags=f"above-{name}")

    def _sink(self, name: str) -> None:
        """Move the items just drawn in a layer to its place."""
        if self.find_withtag(name):
            self.tag_lower(name, f"above-{name}")

    # Size and look.

    def _resized(self, event: tk.Event) -> None:
        if self.geometry is None:
            self.redraw()
        else:
            self._timer.start(SETTLED)

    def _restyle(self) -> None:
        self.configure(background=getattr(self.look.palette, self._behind))
        self.redraw()
