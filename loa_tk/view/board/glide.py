"""The animation of a move: a piece glides along its path while the pieces it took fade."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence

from loa_tk.view.kit.strokes import Point

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
        self,
        canvas: tk.Canvas,
        item: int,
        points: Sequence[Point],
        fade: Callable[[float], None],
        end: Callable[[], None],
    ) -> None:
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
