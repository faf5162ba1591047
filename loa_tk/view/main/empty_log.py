"""What the log shows while it is empty: what will appear in it, and where the rules are."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.view.kit.cards import label
from loa_tk.view.kit.style import QUIET_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.words import main as words


class EmptyLog(ttk.Frame):
    """A note, long or short, and a button that opens the rules; it covers the log's text."""

    def __init__(self, log: tk.Widget, look: Look, command: Callable[[str], None]) -> None:
        super().__init__(log.master, style="In.TFrame")
        self._log, self._look = log, look
        self._note = label(self, "Small")
        self._note.configure(justify="left")
        self.rules = ttk.Button(self, style="Quiet.TButton", text=words.SHOW_RULES)
        self.rules.configure(command=lambda: command("rules"))

    def cover(self, width: int, height: int) -> None:
        """Cover a text of this size with the longest note that fits, and the button below it."""
        gap, left = self._look.s, self._look.px(QUIET_INSET)  # the button's text is below the note
        below = 0
        for note in (words.LOG_WILL_SHOW, words.LOG_WILL_SHOW_SHORT, ""):
            self._note.configure(text=note, wraplength=max(1, width - 2))
            below = gap + self._note.winfo_reqheight() + gap // 2
            if below <= height:
                break
        self._note.place(x=left, y=gap)
        if below + self.rules.winfo_reqheight() <= height:
            self.rules.place(x=0, y=below)
        else:
            self.rules.place_forget()
        self.place(in_=self._log, x=2 - left, y=0, width=width + left - 2, height=height)
