"""The status bar: one line of two texts that are fitted to the width."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.kit.theme import Look


class StatusBar(ttk.Frame):
    """A status on the left and, in the main window, whether the game is saved on the right."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent)
        self._look = look
        self._status, self._saved = "", ""
        self._left = ttk.Label(self, style="Status.TLabel")
        self._left.pack(side="left")
        self._right = ttk.Label(self, style="Saved.TLabel")
        self._right.pack(side="right")
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._fit)

    def show(self, status: str, saved: str, bad: bool = False) -> None:
        """Show both texts as far as there is room; `bad` marks the status as an error."""
        self._left.configure(style="Problem.TLabel" if bad else "Status.TLabel")
        if (status, saved) != (self._status, self._saved):
            self._status, self._saved = status, saved
            self._fit()

    def _fit(self) -> None:
        """Drop the right text first, then use a smaller font for the left one, then shorten it."""
        room = self.winfo_width()
        fonts = self._look.fonts
        right = fonts["small"].measure(self._saved) + self._look.l
        length = fonts["small"].measure(self._status)
        saved = self._saved if length <= room - right else ""
        font = "small" if length <= room else "caption"
        self._left.configure(text=self._look.fit(font, [self._status], room), font=fonts[font])
        self._right.configure(text=saved)
