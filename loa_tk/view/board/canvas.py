"""The base of all boards on a Canvas: redrawing after a resize, ordered layers, a focus ring."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from typing import Generic, TypeVar

from loa_tk.view.board.geometry import Geometry
from loa_tk.view.board.pen import Pen
from loa_tk.view.kit.pictures import Pictures
from loa_tk.view.kit.theme import Look

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
        self._pictures = Pictures(self)
        self._waiting: str | None = None
        self._ringed = False
        self.bind("<Configure>", self._resized)
        look.watch(self, self._restyle)

    def redraw(self) -> None:
        """Draw everything again, for another board, size or look."""
        if self._waiting is not None:
            self.after_cancel(self._waiting)
            self._waiting = None
        if self.scene is None or self.winfo_width() < LEAST:
            return
        self._erase()
        self.geometry = self._place()
        self._draw_all()
        self._pictures.tidy()
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
        return Pen(self, self.look, self._pictures, self.geometry, tag)

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
            return
        if self._waiting is not None:
            self.after_cancel(self._waiting)
        self._waiting = self.after(SETTLED, self.redraw)

    def _restyle(self) -> None:
        self.configure(background=getattr(self.look.palette, self._behind))
        self.redraw()
