"""The pieces on a board: how they are drawn, changed one by one, dragged and animated."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial

from loa_tk.scenes.board import BoardScene, Glide
from loa_tk.view.board.canvas import Painter, Pen, Rows
from loa_tk.view.board.geometry import Geometry
from loa_tk.view.kit import paint
from loa_tk.view.kit.paint import Point

FIRST_LEG, NEXT_LEG = 0.16, 0.11  # seconds; a double jump takes 0.27
FRAME = 12  # milliseconds


def duration(legs: int) -> float:
    """Return the seconds that a path with this many legs takes."""
    return FIRST_LEG + NEXT_LEG * (legs - 1)


def along(points: Sequence[Point], share: float) -> Point:
    """Return the point after `share` (0 to 1) of the path; all legs take equally long, eased."""
    legs = len(points) - 1
    leg = min(legs - 1, int(share * legs))
    part = min(1.0, share * legs - leg)
    eased = part * part * (3 - 2 * part)
    (ax, ay), (bx, by) = points[leg], points[leg + 1]
    return ax + (bx - ax) * eased, ay + (by - ay) * eased


class Animation:
    """Moves a canvas item along points; calls `fade` with the share done, and `end` at the end."""

    def __init__(
        self, canvas: tk.Canvas, item: int, points: Sequence[Point],
        fade: Callable[[float], None], end: Callable[[], None],
    ) -> None:  # fmt: skip
        self._canvas, self._item, self._points = canvas, item, points
        self._fade, self._end = fade, end
        self._seconds = duration(len(points) - 1)
        self._started = time.monotonic()
        self._token: str | None = None
        self._step()

    def cut(self) -> None:
        """Jump to the end of the path."""
        if self._token is not None:
            self._canvas.after_cancel(self._token)
            self._token = None
        self._canvas.coords(self._item, *self._points[-1])
        self._end()

    def _step(self) -> None:
        share = (time.monotonic() - self._started) / self._seconds
        if share >= 1.0:
            self.cut()
            return
        self._canvas.coords(self._item, *along(self._points, share))
        self._fade(share)
        self._token = self._canvas.after(FRAME, self._step)


DISC = 0.80  # the size of a piece's image in cells; the disc itself is 0.73
TRACE = 0.3  # the opacity of the trace that a lifted piece leaves on its square
FADES = 5  # the steps in which a taken piece fades


def disc_rows(pen: Painter, kind: str) -> Rows:
    """Return the image of a piece on the board."""
    g, palette = pen.geometry, pen.palette
    rim = max(2.0, g.cell * 0.04) if palette.flat else max(1.2, g.cell * 0.018)
    return paint.disc(g.snap(g.cell * DISC), palette.discs[kind], rim, palette.shadow)


def draw_disc(pen: Painter, kind: str, x: int, y: int) -> int:
    """Draw a piece with its centre at this point and return the canvas item."""
    return pen.image(("disc", kind), lambda: disc_rows(pen, kind), x, y)


class Pieces:
    """The canvas items of the pieces, one each."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._items: dict[int, tuple[str, int]] = {}
        self._geometry: Geometry | None = None
        self._animation: Animation | None = None
        self._lifted: int | None = None

    def draw(self, pen: Pen, scene: BoardScene) -> None:
        """Add, remove and change pieces until they match the scene."""
        self._geometry = pen.geometry
        for square, (kind, item) in list(self._items.items()):
            if scene.pieces.get(square) != kind:
                self._canvas.delete(item)
                del self._items[square]
        for square, kind in scene.pieces.items():
            if square not in self._items:
                item = draw_disc(pen, kind, *pen.geometry.centre(square))
                self._items[square] = kind, item
        if self._lifted not in self._items:
            self._lifted = None
            self._canvas.delete("trace")

    def forget(self) -> None:
        """Forget all items, because they have been deleted from the canvas."""
        self._items.clear()
        self._lifted = None

    def lift(self, pen: Pen, square: int) -> bool:
        """Lift the piece above everything else and leave a trace; return False if there is none."""
        if square not in self._items:
            return False
        kind, item = self._items[square]
        self._lifted = square
        trace = pen.photo(("trace", kind), lambda: paint.faded(disc_rows(pen, kind), TRACE))
        x, y = pen.geometry.centre(square)
        self._canvas.create_image(x, y, image=trace, tags="trace")
        self._canvas.tag_lower("trace", "above-pieces")
        self._canvas.tag_raise(item)
        return True

    def carry(self, x: int, y: int) -> None:
        """Move the lifted piece's centre to this point."""
        if self._lifted is not None:
            self._canvas.coords(self._items[self._lifted][1], x, y)

    def settle(self) -> None:
        """Put the lifted piece back on its square."""
        square, self._lifted = self._lifted, None
        self._canvas.delete("trace")
        if square is not None and self._geometry is not None:
            item = self._items[square][1]
            self._canvas.coords(item, *self._geometry.centre(square))
            self._canvas.tag_lower(item, "above-pieces")

    def glide(self, pen: Pen, glide: Glide) -> None:
        """Animate the piece now at the path's end along the path, and fade the pieces it took."""
        arrived = self._items.get(glide.path[-1])
        if arrived is None or len(glide.path) < 2:
            return
        item = arrived[1]
        ghosts = [
            (kind, draw_disc(pen, kind, *pen.geometry.centre(square)))
            for square, kind in glide.taken
        ]
        for _, ghost in ghosts:
            self._canvas.tag_lower(ghost, "above-pieces")
        self._canvas.tag_raise(item)

        whole = {kind: disc_rows(pen, kind) for kind, _ in ghosts}

        def fade(share: float) -> None:
            step = FADES - int(share * FADES)
            for kind, ghost in ghosts:
                make = partial(paint.faded, whole[kind], step / FADES)
                self._canvas.itemconfigure(ghost, image=pen.photo(("faded", kind, step), make))

        def end() -> None:
            self._animation = None
            for _, ghost in ghosts:
                self._canvas.delete(ghost)
            self._canvas.tag_lower(item, "above-pieces")

        self._animation = Animation(
            self._canvas, item, [pen.geometry.centre(square) for square in glide.path], fade, end
        )

    def cut(self) -> None:
        """End a glide at once."""
        if self._animation is not None:
            self._animation.cut()
