"""The upper card of the class window: which class it is, and how far it has come."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.classroom import ClassProgress
from loa_tk.view.kit.cards import Card, inset
from loa_tk.view.kit.progress_head import ProgressHead
from loa_tk.view.kit.theme import Look


class ClassProgressCard(Card):
    """Title and clock above a progress bar."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._look = look
        self._scene = ClassProgress()
        self.head = ProgressHead(self, look)
        self.head.pack(fill="x")
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._fit)

    def show(self, scene: ClassProgress) -> None:
        """Show how far the class is."""
        if scene == self._scene:
            return
        self._scene = scene
        self.head.show(scene.titles, scene.clocks, scene.share)
        self._fit()

    def _fit(self) -> None:
        self.head.fit(max(1, self.winfo_width() - 2 * inset(self._look)))
