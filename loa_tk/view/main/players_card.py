"""The players' card: names, discs, whose turn it is, groups and pieces taken."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.scenes.main import PlayerRow, PlayersScene
from loa_tk.view.kit.cards import DiscCard, inner, label
from loa_tk.view.kit.theme import Look

ICON_GAP = 10
MOST_FIGURES = 3


class PlayersCard(DiscCard[PlayersScene]):
    """Two rows of a disc, a name and figures, below a heading."""

    ICON = 28

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self.columnconfigure(1, weight=1)
        self._heading = label(self, "Caption")
        self._heading.grid(row=0, column=0, columnspan=2, sticky="w")
        self._captions = [label(self, "Caption") for _ in range(MOST_FIGURES)]
        self._rows = tuple(_Row(self, look, 1 + i) for i in range(2))
        look.watch(self, self._restyle)

    def _fill(self, scene: PlayersScene, room: int) -> None:
        self._heading.configure(text=scene.heading)
        look = self._look
        columns, room = self._divide(scene, room - look.px(self.ICON + ICON_GAP))
        for i, caption in enumerate(self._captions):
            if i < columns:
                caption.configure(text=scene.captions[i])
                caption.grid(row=0, column=2 + i, sticky="e", padx=(look.m, 0))
            else:
                caption.grid_remove()
        for row, player in zip(self._rows, scene.rows, strict=True):
            row.show(player, self._icon(player.kind), look, room, columns)

    def _divide(self, scene: PlayersScene, room: int) -> tuple[int, int]:
        """Return how many figures fit beside the longer name, and the pixels left for the name."""
        look, measure = self._look, self._look.fonts["caption"].measure
        sign = look.s + look.xs + measure("●")
        name = max(look.fonts["bold"].measure(row.name) for row in scene.rows) + sign
        columns = len(scene.captions)
        while True:
            left = room - sum(measure(caption) + look.m for caption in scene.captions[:columns])
            if left >= name or not columns:
                return columns, left
            columns -= 1  # at 14 points the smallest window has no room for the pieces taken


class _Row:
    """The widgets of one player."""

    def __init__(self, card: ttk.Frame, look: Look, row: int) -> None:
        self._icon = label(card, "Body")
        self._icon.grid(row=row, column=0, padx=(0, look.px(ICON_GAP)), pady=(look.s, 0))
        who = inner(card)
        who.grid(row=row, column=1, sticky="ew", pady=(look.s, 0))
        top = inner(who)
        top.pack(anchor="w")
        self._name = label(top, "Bold")
        self._name.pack(side="left")
        self._mark = label(top, "Turn")
        self._mark.pack(side="left", padx=(look.s, 0))
        self._details = label(who, "Caption")
        self._details.pack(anchor="w")
        self._figures = [label(card, "Figure") for _ in range(MOST_FIGURES)]
        self._grid_row = row

    def show(
        self, player: PlayerRow, icon: tk.PhotoImage, look: Look, room: int, columns: int
    ) -> None:
        """Show a player: name and details in `room` pixels, and as many figures as `columns`."""
        self._icon.configure(image=icon)
        self._name.configure(text=player.name)
        beside = room - look.fonts["bold"].measure(player.name) - look.s - look.xs
        sign = player.mark.partition(" ")[0]  # "● to move" without the words
        self._mark.configure(text=look.fit("caption", (player.mark, sign), beside))
        self._details.configure(text=look.fit("caption", player.details or ("",), room))
        for i, figure in enumerate(self._figures):
            if i < min(columns, len(player.figures)):
                figure.configure(text=player.figures[i])
                figure.grid(row=self._grid_row, column=2 + i, sticky="e", pady=(look.s, 0))
            else:
                figure.grid_remove()
