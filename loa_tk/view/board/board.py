"""The games' board: a Canvas that draws a BoardScene in layers and redraws only what differs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from loa_tk.scenes.board import BoardScene
from loa_tk.view.board import arrows, ground, marks
from loa_tk.view.board.banner import BannerCard, draw_notice
from loa_tk.view.board.canvas import LEAST, BoardCanvas
from loa_tk.view.board.geometry import Geometry, place
from loa_tk.view.board.pen import Painter, Pen
from loa_tk.view.board.pieces import Pieces
from loa_tk.view.kit.theme import Look

Tool = TypeVar("Tool", contravariant=True)


@dataclass(frozen=True)
class Layer(Generic[Tool]):
    """One step of the drawing order: how it is drawn and which part of a scene it depends on."""

    name: str
    draw: Callable[[Tool, BoardScene], None]
    needs: Callable[[BoardScene], object]


# From below to above: UNDER, the pieces, OVER, CURSOR, the notice, the banner.
UNDER: tuple[Layer[Painter], ...] = (
    Layer("squares", ground.draw_squares, lambda s: None),
    Layer("coordinates", ground.draw_coordinates, lambda s: s.coordinates),
    Layer("value", ground.draw_value, lambda s: s.value),
    Layer("tints", marks.draw_tints, lambda s: (s.last, s.selected)),
    Layer("corners", ground.draw_corners, lambda s: None),
    Layer("last", marks.draw_last, lambda s: (s.last, s.last[:1] and s.last[0] in s.pieces)),
    Layer("halo", marks.draw_halo, lambda s: (s.halo, s.bonds)),
    Layer("links", marks.draw_links, lambda s: (s.links, s.bonds, s.pieces)),
)
OVER: tuple[Layer[Painter], ...] = (
    Layer("arrows", arrows.draw_arrows, lambda s: s.arrows),
    Layer("rings", marks.draw_rings, lambda s: (s.selected, s.targets, s.captures, s.movable)),
)
CURSOR: Layer[Pen] = Layer("cursor", marks.draw_cursor, lambda s: s.cursor)


class Board(BoardCanvas[BoardScene, Geometry]):
    """Draws scenes; Gestures reports what the mouse does on it."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None] = lambda name: None,
        behind: str = "window",  # the colour around the board
    ) -> None:
        super().__init__(parent, look, behind)
        self._pieces = Pieces(self)
        self._banner = BannerCard(self, look, command)
        self._layers: tuple[Layer[Pen], ...] = (
            *UNDER,
            Layer("pieces", self._pieces.draw, lambda s: s.pieces),
            *OVER,
            CURSOR,
            Layer("notice", draw_notice, lambda s: (s.notice, s.banner, s.notice and s.pieces)),
            Layer("banner", self._banner.draw, lambda s: (s.banner, s.halo)),
        )

    def show(self, scene: BoardScene) -> None:
        """Draw this scene; only the layers that differ from the last scene's are drawn."""
        before, self.scene = self.scene, scene
        if scene == before or self.winfo_width() < LEAST:
            return
        moved = before is not None and scene.pieces != before.pieces
        if before is None or scene.squares != before.squares or self._place() != self.geometry:
            self.redraw()
            changed = []
        else:
            if moved:
                self._pieces.cut()
            changed = [one for one in self._layers if one.needs(scene) != one.needs(before)]
        banner = self._layers[-1]
        for layer in changed:
            if layer is not banner:
                self._draw(layer, scene)
        if moved and scene.glide:
            self._pieces.glide(self._pen("pieces"), scene.glide)
        # Laying out its button shows all that has been drawn, so the piece is on its way first.
        if banner in changed:
            self._draw(banner, scene)

    def square_at(self, x: int, y: int) -> int | None:
        """Return the square at a point, or None beside the board."""
        return self.geometry.square(x, y) if self.geometry else None

    def pick_up(self, square: int) -> bool:
        """Lift the piece on a square above everything else; return False if there is none."""
        if self.scene is None or not self._pieces.lift(self._pen("pieces"), square):
            return False
        apart = tuple(pair for pair in self.scene.links if square not in pair)
        self._draw(self._layer("links"), replace(self.scene, links=apart))
        return True

    def carry(self, x: int, y: int) -> None:
        """Move the lifted piece to the pointer."""
        self._pieces.carry(x, y)

    def settle(self) -> None:
        """Put the lifted piece on its square in the scene."""
        self._pieces.settle()
        self._draw(self._layer("links"), self.scene)

    def _place(self) -> Geometry:
        assert self.scene is not None
        size = self.winfo_width(), self.winfo_height()
        return place(self.scene, *size, self.look.line("caption"), self.look.scale)

    def _erase(self) -> None:
        self._pieces.cut()
        super()._erase()
        self._pieces.forget()

    def _draw_all(self) -> None:
        assert self.scene is not None and self.geometry is not None
        self._pictures.turn_to((self.look.palette.name, self.scene.squares, self.geometry.cell))
        self._stack(layer.name for layer in self._layers)
        for layer in self._layers:
            self._draw(layer, self.scene)

    def _layer(self, name: str) -> Layer[Pen]:
        return next(layer for layer in self._layers if layer.name == name)

    def _draw(self, layer: Layer[Pen], scene: BoardScene | None) -> None:
        assert scene is not None
        if layer.name != "pieces":  # pieces change one by one
            self.delete(layer.name)
        layer.draw(self._pen(layer.name), scene)
        self._sink(layer.name)
