"""The log card: its title with Copy, Save… and Clear, and the log's text."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk import strings
from loa_tk.scene import LogEntry
from loa_tk.view.cards import Card, inner, inset, label
from loa_tk.view.logtext import LogText
from loa_tk.view.theme import Look

BUTTONS = (
    ("log-copy", strings.LOG_COPY),
    ("log-save", strings.LOG_SAVE),
    ("log-clear", strings.LOG_CLEAR),
)


class LogCard(Card):
    """What the searches did, entry after entry."""

    def __init__(self, parent: tk.Misc, look: Look, command: Callable[[str], None]) -> None:
        super().__init__(parent, look, padding=(inset(look) - 2, look.s, look.xs, look.s))
        top = inner(self)
        top.pack(fill="x", padx=(2, 0), pady=(0, look.xs))
        self._look, self._top = look, top
        self._title = label(top, "Bold")
        self._title.pack(side="left")
        self._buttons = buttons = inner(top)  # made from left to right: so Tab goes through them
        buttons.pack(side="right")
        for name, text in BUTTONS:
            button = ttk.Button(buttons, text=text, style="Quiet.TButton")
            button.configure(command=lambda name=name: command(name))
            button.pack(side="left")
        ttk.Frame(self, style="Line.TFrame", height=1).pack(fill="x", padx=(2, look.m - 2))
        self.log = LogText(self, look)
        self.log.pack(fill="both", expand=True)
        top.bind("<Configure>", lambda event: self._fit_title())
        look.watch(self, self._fit_title)

    def _fit_title(self) -> None:
        """The title gives way to the buttons."""
        room = self._top.winfo_width() - self._buttons.winfo_reqwidth()
        titles = (strings.LOG_TITLE, strings.LOG_TITLE_SHORT, "")
        self._title.configure(text=self._look.fit("bold", titles, room))

    def add(self, entry: LogEntry) -> None:
        """Add an entry at the end."""
        self.log.add(entry)

    def clear(self) -> None:
        """Empty the log."""
        self.log.clear()
