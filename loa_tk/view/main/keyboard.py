"""The board's keys: they reach it whatever has the focus, unless that has its own use for them."""

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
# With one of these a key is not the board's: Shift with an arrow selects in the log.
MODIFIERS = ("Shift", "Control", "Alt")


class Keyboard:
    """Listens to the window; what is pressed on a button or a list of moves stays there.

    A key that only the widget with the focus heard was dead after one look at the log.
    """

    def __init__(self, board: Board, log: tk.Text, command: Callable[[str], None]) -> None:
        """Keys pressed in the log are the board's too: there is nothing to type, it is scrolled."""
        self._board, self._command = board, command
        self._released = 0  # when a key was last let go, in the screen's milliseconds
        window = board.winfo_toplevel()
        for key, name in KEYS.items():
            for widget in (window, log):  # the log before Text's own bindings, which scroll it
                widget.bind(f"<{key}>", partial(self._pressed, name))
                for modifier in MODIFIERS:
                    widget.bind(f"<{modifier}-{key}>", lambda event: None)
        window.bind("<KeyRelease>", self._let_go)
        window.bind("<ButtonRelease-1>", self._clicked)
        board.bind("<Button-1>", lambda event: self.take_focus())
        board.bind("<<TraverseIn>>", lambda event: board.ring(True))
        board.bind("<FocusOut>", lambda event: board.ring(False))

    def take_focus(self) -> None:
        """Give the focus to the board; only Tab's coming is shown, until the board is used."""
        self._board.ring(False)
        self._board.focus_set()

    def _pressed(self, name: str, event: tk.Event) -> str:
        # X11 repeats a key that is held as a release and a press of the same moment; a
        # repeated Enter would put the piece back that it has just taken up.
        if name == "enter" and event.time and event.time == self._released:
            return "break"
        if name == "enter" and isinstance(event.widget, ttk.Button):
            if event.keysym != "space":  # which ttk has already heard
                event.widget.invoke()
            return "break"
        self.take_focus()
        self._command(name)
        return "break"

    def _let_go(self, event: tk.Event) -> None:
        self._released = event.time

    def _clicked(self, event: tk.Event) -> None:
        """A button that was clicked has done its work; by Tab it keeps the focus."""
        if isinstance(event.widget, ttk.Button):
            self.take_focus()
