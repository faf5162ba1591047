"""The board: a Canvas that draws a BoardScene in layers and draws anew only what differs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from loa_tk.scene import BoardScene
from loa_tk.view import arrows, ground, marks
from loa_tk.view.banner import Banner
from loa_tk.view.geometry import Geometry, place
from loa_tk.view.men import Men
from loa_tk.view.pen import Pen
from loa_tk.view.pictures import Pictures
from loa_tk.view.theme import Look

SETTLED = 80  # milliseconds after the last <Configure> the board is drawn in its new size


class Layer(NamedTuple):
    """One step of the drawing order: what draws it and which part of a scene it depends on."""

    name: str
    draw: Callable[[Pen, BoardScene], None]
    needs: Callable[[BoardScene], object]


# From below to above; the discs, and what is above them, follow in the class.
UNDER = (
    Layer("squares", ground.draw_squares, lambda s: None),
    Layer("coordinates", ground.draw_coordinates, lambda s: s.coordinates),
    Layer("value", ground.draw_value, lambda s: s.value),
    Layer("tints", marks.draw_tints, lambda s: (s.last, s.selected)),
    Layer("corners", ground.draw_corners, lambda s: None),
    Layer("last", marks.draw_last, lambda s: (s.last, s.last[:1] and s.last[0] in s.pieces)),
    Layer("halo", marks.draw_halo, lambda s: s.halo),
    Layer("links", marks.draw_links, lambda s: (s.links, s.halo, s.pieces)),
)
OVER = (
    Layer("arrows", arrows.draw_arrows, lambda s: s.arrows),
    Layer("rings", marks.draw_rings, lambda s: (s.selected, s.targets, s.captures, s.movable)),
    Layer("cursor", marks.draw_cursor, lambda s: s.cursor),
)


class Board(tk.Canvas):
    """Draws scenes; reports nothing itself: see Gestures for the mouse."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None] = lambda name: None,
        behind: str = "window",  # the colour around the board
    ) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=64, height=64)
        self.look, self._behind = look, behind
        self.geometry: Geometry | None = None
        self.scene: BoardScene | None = None
        self._pictures = Pictures(self)
        self._men = Men(self)
        self._banner = Banner(self, look, command)
        self._layers = (
            *UNDER,
            Layer("men", self._men.draw, lambda s: s.pieces),
            *OVER,
            Layer("banner", self._banner.draw, lambda s: (s.banner, s.halo)),
        )
        self._waiting: str | None = None
        self._ringed = False
        self.bind("<Configure>", self._resized)
        look.watch(self, self._restyle)

    def show(self, scene: BoardScene) -> None:
        """Draw this scene; of the layers only those that differ from the last scene's."""
        before, self.scene = self.scene, scene
        if scene == before or self.winfo_width() < 64:
            return
        if before is None or scene.squares != before.squares or self._place() != self.geometry:
            self.redraw()
        else:
            if scene.pieces != before.pieces:
                self._men.cut()
            for layer in self._layers:
                if layer.needs(scene) != layer.needs(before):
                    self._draw(layer, scene)
        if before is not None and scene.glide and scene.pieces != before.pieces:
            self._men.glide(self._pen("men"), scene.glide)

    def redraw(self) -> None:
        """Draw everything anew: another size, another look."""
        if self._waiting is not None:
            self.after_cancel(self._waiting)
            self._waiting = None
        if self.scene is None or self.winfo_width() < 64:
            return
        self._men.cut()
        self.delete("all")
        self._men.forget()
        self.geometry = self._place()
        self._pictures.turn_to((self.look.palette.name, self.scene.squares, self.geometry.cell))
        for layer in self._layers:
            # An invisible item marks each layer's upper end, so that it can be redrawn in place.
            self.create_line(0, 0, 0, 0, state="hidden", tags=f"above-{layer.name}")
        for layer in self._layers:
            self._draw(layer, self.scene)
        self._pictures.tidy()
        self.ring(self._ringed)

    def ring(self, on: bool) -> None:
        """Show, or do not, that the keyboard's focus came here by Tab."""
        self._ringed = on
        self.delete("focus")
        if on and self.geometry:
            g, pen = self.geometry, self._pen("focus")
            box = (g.x + 1, g.y + 1, g.width - 3, g.height - 3)
            pen.frame(*box, self.look.palette.gap, g.px(5))
            pen.frame(*box, self.look.palette.mark, g.px(3))

    def square_at(self, x: int, y: int) -> int | None:
        """The square at a point, or None beside the board."""
        return self.geometry.square(x, y) if self.geometry else None

    def pick_up(self, square: int) -> bool:
        """Take the piece up, above everything else; False when there is none."""
        if self.scene is None or not self._men.lift(self._pen("men"), square):
            return False
        apart = tuple(pair for pair in self.scene.links if square not in pair)
        self._draw(self._layer("links"), replace(self.scene, links=apart))
        return True

    def carry(self, x: int, y: int) -> None:
        """The lifted piece follows the pointer."""
        self._men.carry(x, y)

    def settle(self) -> None:
        """Put the lifted piece where the scene has it."""
        self._men.settle()
        self._draw(self._layer("links"), self.scene)

    def _place(self) -> Geometry:
        assert self.scene is not None
        size = self.winfo_width(), self.winfo_height()
        return place(self.scene, *size, self.look.line("caption"), self.look.scale)

    def _pen(self, tag: str) -> Pen:
        assert self.geometry is not None
        return Pen(self, self.look, self._pictures, self.geometry, tag)

    def _layer(self, name: str) -> Layer:
        return next(layer for layer in self._layers if layer.name == name)

    def _draw(self, layer: Layer, scene: BoardScene | None) -> None:
        assert scene is not None
        if layer.name != "men":  # which change piece by piece
            self.delete(layer.name)
        layer.draw(self._pen(layer.name), scene)
        if self.find_withtag(layer.name):
            self.tag_lower(layer.name, f"above-{layer.name}")

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
