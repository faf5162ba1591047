"""The games' board: a Canvas that draws a BoardScene in layers, and the mouse on it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from math import hypot
from typing import Generic, TypeVar

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import CLICK, DRAG, DROP, RIGHT_CLICK, BoardGesture, BoardScene
from loa_tk.scenes.main import Intents
from loa_tk.scenes.services import Report
from loa_tk.view.board import layers
from loa_tk.view.board.banner import BannerCard, draw_notice
from loa_tk.view.board.canvas import LEAST, BoardCanvas, Painter, Pen
from loa_tk.view.board.geometry import Geometry, place
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
    Layer("squares", layers.draw_squares, lambda s: None),
    Layer("coordinates", layers.draw_coordinates, lambda s: s.coordinates),
    Layer("value", layers.draw_value, lambda s: s.value),
    Layer("tints", layers.draw_tints, lambda s: (s.last, s.selected)),
    Layer("corners", layers.draw_corners, lambda s: None),
    Layer("last", layers.draw_last, lambda s: (s.last, s.last[:1] and s.last[0] in s.pieces)),
    Layer("halo", layers.draw_halo, lambda s: (s.halo, s.bonds)),
    Layer("links", layers.draw_links, lambda s: (s.links, s.bonds, s.pieces)),
)
OVER: tuple[Layer[Painter], ...] = (
    Layer("arrows", layers.draw_arrows, lambda s: (s.arrows, s.sequence)),
    Layer("rings", layers.draw_rings, lambda s: (s.selected, s.targets, s.captures, s.movable)),
)
CURSOR: Layer[Pen] = Layer("cursor", layers.draw_cursor, lambda s: s.cursor)


class Board(BoardCanvas[BoardScene, Geometry]):
    """Draws scenes; Gestures reports what the mouse does on it."""

    def __init__(
        self, parent: tk.Misc, look: Look, command: Report = lambda name: None,
        behind: str = "window",  # the colour around the board
    ) -> None:  # fmt: skip
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
            changed = [layer for layer in self._layers if layer.needs(scene) != layer.needs(before)]
        banner = self._layers[-1]
        for layer in changed:
            if layer is not banner:
                self._draw(layer, scene)
        if moved and scene.glide:
            self._pieces.glide(self._pen("pieces"), scene.glide)
        # Laying out its button shows all that has been drawn, so the piece is on its way first.
        if banner in changed:
            self._draw(banner, scene)

    def banner_room(self, scene: BoardScene) -> int:
        """Return the pixels that a banner needs below a low board, on which it would hide too much.

        They are 0 if there is no banner or it may lie on the board.
        """
        if scene.banner is None or scene.rows >= scene.columns:
            return 0
        width = self.geometry.width if self.geometry else self.winfo_width()
        return self._banner.height(scene.banner, width) + 2 * self.look.s

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
        self._images.turn_to((self.look.palette.name, self.scene.squares, self.geometry.cell))
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


THRESHOLD = 3  # pixels


class Gestures:
    """Turns presses, motions and releases into clicks, drags and drops."""

    def __init__(self, board: Board, intents: Intents) -> None:
        self._board, self._intents = board, intents
        self._pressed: tuple[int, int] | None = None
        self._origin: int | None = None
        self._asked = False
        self._dragging = False

    def bind(self, widget: tk.Misc) -> None:
        """Listen to the mouse buttons on this widget."""
        widget.bind("<ButtonPress-1>", lambda event: self.press(event.x, event.y), add=True)
        widget.bind("<B1-Motion>", lambda event: self.motion(event.x, event.y), add=True)
        widget.bind("<ButtonRelease-1>", lambda event: self.release(event.x, event.y), add=True)
        widget.bind("<<ContextMenu>>", lambda event: self.right(event.x, event.y), add=True)

    def right(self, x: int, y: int) -> None:
        """Handle the right button; it does nothing during a drag."""
        square = self._board.square_at(x, y)
        if square is not None and self._pressed is None:
            self._intents.report(BoardGesture(RIGHT_CLICK, square))

    def press(self, x: int, y: int) -> None:
        """Handle the button going down."""
        self._pressed, self._origin = (x, y), self._board.square_at(x, y)
        self._asked = self._dragging = False

    def motion(self, x: int, y: int) -> None:
        """Handle the pointer moving with the button down."""
        if self._pressed is None or self._origin is None:
            return
        far = hypot(x - self._pressed[0], y - self._pressed[1]) >= THRESHOLD
        if far and not self._asked:
            self._asked = True
            origin = self._origin
            lifted = self._intents.report(BoardGesture(DRAG, origin))
            self._dragging = lifted and self._board.pick_up(origin)
        if self._dragging:
            self._board.carry(x, y)

    def release(self, x: int, y: int) -> None:
        """Handle the button going up."""
        self.motion(x, y)  # a busy machine may not have reported any motion
        origin, dragging, target = self._origin, self._dragging, self._board.square_at(x, y)
        self._pressed = self._origin = None
        self._dragging = False
        if origin is None:
            return
        if dragging:
            self._intents.report(BoardGesture(DROP, origin, target))
            self._board.settle()
        elif target == origin:
            self._intents.report(BoardGesture(CLICK, origin))

    def cancel(self) -> None:
        """Put a lifted piece back and forget the press."""
        self._pressed = self._origin = None
        if self._dragging:
            self._dragging = False
            self._board.settle()
