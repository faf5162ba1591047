"""The head of a card that shows long work: its title, its clock, and a progress bar below them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from loa_tk.view.kit.cards import inner, label
from loa_tk.view.kit.theme import Look

FULL = 100.0


class ProgressHead(ttk.Frame):
    """Title and clock share the room of their card: the title gives way to the shortest clock."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self._titles: Sequence[str] = ("",)  # one text from long to short, as the clocks are
        self._clocks: Sequence[str] = ("",)
        top = inner(self)
        top.pack(fill="x")
        self.title = label(top, "Bold")
        self.title.pack(side="left")
        self.clock = label(top, "Small")
        self.clock.pack(side="right")
        self.bar = ttk.Progressbar(self, maximum=FULL, style="Empty.Horizontal.TProgressbar")
        self.bar.pack(fill="x", pady=(look.s, 0))

    def show(
        self, titles: Sequence[str], clocks: Sequence[str], share: float, live: bool = False
    ) -> None:
        """Show the share that is done; work that stopped early keeps the bar that it had."""
        self._titles, self._clocks = titles, clocks
        kind = "Live" if live or 0 < share < 1 else "Idle" if share else "Empty"
        value = min(FULL - 0.01, FULL * share)  # a ttk bar at its maximum is empty
        self.bar.configure(style=f"{kind}.Horizontal.TProgressbar", value=value)

    def fit(self, room: int) -> None:
        """Show as much of the texts as fits into this many pixels."""
        look = self._look
        shortest = look.fonts["small"].measure(self._clocks[-1])
        title = look.fit("bold", self._titles, room - (shortest + look.m if shortest else 0))
        self.title.configure(text=title)
        beside = room - look.fonts["bold"].measure(title) - look.m
        self.clock.configure(text=look.fit("small", (*self._clocks, ""), beside))
