"""The mouse on a board: clicks on one square, right clicks, and drags of at least 3 px."""

from __future__ import annotations

import tkinter as tk
from math import hypot
from typing import Protocol

from loa_tk.scenes.board import CLICK, DRAG, DROP, RIGHT_CLICK, BoardGesture
from loa_tk.scenes.main import Intents

THRESHOLD = 3  # pixels


class MouseBoard(Protocol):
    """What the mouse needs of a board."""

    def square_at(self, x: int, y: int) -> int | None:
        """Return the square at a point, or None beside the board."""

    def pick_up(self, square: int) -> bool:
        """Lift the piece on a square; return False if there is none."""

    def carry(self, x: int, y: int) -> None:
        """Move the lifted piece to the pointer."""

    def settle(self) -> None:
        """Put the lifted piece on its square in the scene."""


class Gestures:
    """Turns presses, motions and releases into clicks, drags and drops."""

    def __init__(self, board: MouseBoard, intents: Intents) -> None:
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
