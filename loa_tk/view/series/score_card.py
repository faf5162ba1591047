"""The upper card of the series window: progress, and the score in figures and as a bar."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.series import ScoreScene
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.progress_head import ProgressHead
from loa_tk.view.kit.theme import Look
from loa_tk.view.series.scorebar import ScoreBarCanvas

FIGURES = 4


class ScoreCard(Card):
    """Title and clock, a progress bar, figures, and the players' names over the score bar."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._look = look
        self._scene = ScoreScene()
        self.head = ProgressHead(self, look)
        self.head.pack(fill="x", pady=(0, look.s))
        grid = inner(self)
        grid.pack(fill="x")
        self._figures = [(label(grid, "Caption"), label(grid, "Figure")) for _ in range(FIGURES)]
        for column in range(FIGURES):
            grid.columnconfigure(column, weight=1)
        names = inner(self)
        names.pack(fill="x", pady=(look.s, look.xs))
        self._names = label(names, "Turn"), label(names, "Caption")
        self._names[0].pack(side="left")
        self._names[1].pack(side="right")
        self._bar = ScoreBarCanvas(self, look)
        self._bar.pack(fill="x")
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._fit)

    def show(self, scene: ScoreScene) -> None:
        """Show the state of the series."""
        if scene == self._scene:
            return
        self._scene = scene
        self.head.show((scene.title,), scene.clocks, scene.progress, scene.live)
        self._bar.show(scene.bar)
        self._fit()

    def _fit(self) -> None:
        """Show as much of the texts as fits."""
        look, scene = self._look, self._scene
        room = self.winfo_width() - 2 * inset(look)
        self.head.fit(room)
        for name, text in zip(self._names, scene.players, strict=True):
            name.configure(text=look.fit("caption", (text,), (room - look.l) // 2))
        self._fit_figures(room)

    def _fit_figures(self, room: int) -> None:
        look = self._look
        caption, figure = look.fonts["caption"].measure, look.fonts["figure"].measure
        used = 0
        for column, (over, under) in enumerate(self._figures):
            text, value = self._scene.figures[column] if self._scene.figures else ("", "")
            used += max(caption(text), figure(value)) + look.m
            if used <= room or not column:
                over.configure(text=text)
                under.configure(text=value)
                over.grid(row=0, column=column, sticky="w", padx=(0, look.m))
                under.grid(row=1, column=column, sticky="w", padx=(0, look.m))
            else:
                over.grid_remove()
                under.grid_remove()
