"""The upper card of the class window: which class it is, and how far it has come."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.scenes.classroom import ClassProgress
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.theme import Look

FULL = 100.0


class ClassProgressCard(Card):
    """Title and clock above a progress bar."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._look = look
        self._scene = ClassProgress()
        top = inner(self)
        top.pack(fill="x")
        self._title = label(top, "Bold")
        self._title.pack(side="left")
        self._clock = label(top, "Small")
        self._clock.pack(side="right")
        self._bar = ttk.Progressbar(self, maximum=FULL, style="Empty.Horizontal.TProgressbar")
        self._bar.pack(fill="x", pady=(look.s, 0))
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._fit)

    def show(self, scene: ClassProgress) -> None:
        """Show how far the class is."""
        if scene == self._scene:
            return
        self._scene = scene
        kind = "Idle" if scene.share >= 1 else "Live" if scene.share > 0 else "Empty"
        value = min(FULL - 0.01, FULL * scene.share)  # a ttk bar at its maximum is empty
        self._bar.configure(style=f"{kind}.Horizontal.TProgressbar", value=value)
        self._fit()

    def _fit(self) -> None:
        """Show as much of the texts as fits."""
        look, scene = self._look, self._scene
        room = max(1, self.winfo_width() - 2 * inset(look))
        shortest = look.fonts["small"].measure(scene.clocks[-1]) + look.m
        title = look.fit("bold", scene.titles, room - shortest)
        self._title.configure(text=title)
        beside = room - look.fonts["bold"].measure(title) - look.m
        self._clock.configure(text=look.fit("small", (*scene.clocks, ""), beside))
