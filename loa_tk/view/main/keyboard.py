"""The board's keys, which work whichever widget has the focus, unless it uses them itself."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from loa_tk.view.board.board import Board

KEYS = {
    "Left": "left", "Right": "right", "Up": "up", "Down": "down", "Return": "enter",
    "KP_Enter": "enter", "space": "enter",
}  # fmt: skip
# A key with one of these is not for the board: Shift with an arrow selects text in the log.
MODIFIERS = ("Shift", "Control", "Alt")
MAC_MODIFIERS = ("Shift", "Control", "Command", "Option")


class Keyboard:
    """Listens to the window; keys pressed on a button or in the move list stay there.

    With keys bound to the board alone, they stopped working after one click in the log.
    """

    def __init__(self, board: Board, log: tk.Text, command: Callable[[str], None]) -> None:
        """Bind the keys on the window and in the log, which needs no arrow keys of its own."""
        self._board, self._command = board, command
        self._released = 0  # when a key was last released, in the screen's milliseconds
        window = board.winfo_toplevel()
        for key, name in KEYS.items():
            for widget in (window, log):  # in the log before Text's bindings, which scroll it
                widget.bind(f"<{key}>", partial(self._pressed, name))
                for modifier in MAC_MODIFIERS if board.look.mac else MODIFIERS:
                    widget.bind(f"<{modifier}-{key}>", lambda event: None)
        window.bind("<KeyRelease>", self._let_go)
        window.bind("<ButtonRelease-1>", self._clicked)
        board.bind("<Button-1>", lambda event: self.take_focus())
        board.bind("<<TraverseIn>>", lambda event: board.ring(True))
        board.bind("<FocusOut>", lambda event: board.ring(False))

    def take_focus(self) -> None:
        """Give the focus to the board and hide the ring that shows a focus reached with Tab."""
        self._board.ring(False)
        self._board.focus_set()

    def _pressed(self, name: str, event: tk.Event) -> str:
        # X11 repeats a held key as a release and a press with the same time; a repeated Enter would
        # put down the piece that the first one has just lifted.
        if name == "enter" and event.time and event.time == self._released:
            return "break"
        if name == "enter" and isinstance(event.widget, ttk.Button):
            if event.keysym != "space":  # ttk itself handles the space bar
                event.widget.invoke()
            return "break"
        self.take_focus()
        self._command(name)
        return "break"

    def _let_go(self, event: tk.Event) -> None:
        self._released = event.time

    def _clicked(self, event: tk.Event) -> None:
        """Return the focus to the board after a click on a button; with Tab a button keeps it."""
        if isinstance(event.widget, ttk.Button):
            self.take_focus()
