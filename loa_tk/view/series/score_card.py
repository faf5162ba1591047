"""The upper card of the series window: progress, and the score in figures and as a bar."""

from __future__ import annotations

import tkinter as tk
from typing import Literal

from loa_tk.scenes.series import ScoreBar, ScoreScene
from loa_tk.view.kit.images import image
from loa_tk.view.kit.paint import corner_mask
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import ProgressHead
from loa_tk.view.kit.widgets import Card, SceneCanvas, inner, inset, label, packed
from loa_tk.view.series.pages import player_colours

Corner = Literal["nw", "ne", "sw", "se"]
CORNERS: tuple[Corner, ...] = ("nw", "ne", "sw", "se")
RADIUS = 6
BRACKET = 7  # pixels, with the gap below it


class ScoreBarCanvas(SceneCanvas[ScoreBar]):
    """Draws one score bar in the canvas's own width."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        self._corners: dict[Corner, tk.PhotoImage] = {}
        super().__init__(parent, look, ScoreBar(), width=1)

    def _draw(self) -> None:
        look, palette, score = self._look, self._look.palette, self._scene
        width, top = self.winfo_width(), look.px(BRACKET)
        bottom = top + self._high()
        outline = palette.line if palette.flat else palette.trough
        self._box(0, width, top, bottom, outline)
        self._box(1, width - 1, top + 1, bottom - 1, palette.trough)
        games = score.won + score.drawn + score.lost
        if games:
            first, second = player_colours(palette)
            won = round(width * score.won / games)
            lost = round(width * (score.won + score.drawn) / games)
            parts = (
                (0, won, score.won, first, palette.on_accent),
                (won, lost, score.drawn, "", palette.text),
                (lost, width, score.lost, second, palette.on_accent),
            )
            for left, right, number, colour, ink in parts:
                if colour and number:
                    self._box(left, right, top, bottom, colour)
                self._number(left, right, (top + bottom) // 2, number, ink)
            self._bracket(width, top)
        self._round(width, top, bottom)

    def _box(self, left: int, right: int, top: int, bottom: int, colour: str) -> None:
        self.create_rectangle(left, top, right, bottom, fill=colour, width=0)

    def _number(self, left: int, right: int, y: int, number: int, colour: str) -> None:
        font = self._look.fonts["small"]
        if number and font.measure(str(number)) + self._look.xs <= right - left:
            self.create_text((left + right) // 2, y, text=str(number), font=font, fill=colour)

    def _bracket(self, width: int, top: int) -> None:
        """Draw a bracket over the interval that holds the true score 19 times in 20."""
        low, high = (
            round((width - 2) * share) + 1 for share in (self._scene.low, self._scene.high)
        )
        foot = top - self._look.px(2)
        self.create_line(
            [(low, foot), (low, 1), (high, 1), (high, foot + 1)], fill=self._look.palette.text,
            width=max(1, self._look.px(1)),
        )  # fmt: skip

    def _round(self, width: int, top: int, bottom: int) -> None:
        """Round the corners by covering them with the colour behind."""
        for anchor, corner in self._corners.items():
            x, y = width if "e" in anchor else 0, bottom if "s" in anchor else top
            self.create_image(x, y, image=corner, anchor=anchor)

    def _high(self) -> int:
        return self._look.line("small") + self._look.px(6)

    def _restyle(self) -> None:
        radius, behind = self._look.px(RADIUS), self._look.palette.surface
        self.configure(height=self._look.px(BRACKET) + self._high())
        self._corners = {
            anchor: image(self, corner_mask(anchor, radius, behind)) for anchor in CORNERS
        }
        super()._restyle()


FIGURES = 4


class ScoreCard(Card):
    """Title and clock, a progress bar, figures, and the players' names over the score bar."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._scene = ScoreScene()
        self.head = packed(ProgressHead(self, look), fill="x", pady=(0, look.s))
        grid = packed(inner(self), fill="x")
        self._figures = [(label(grid, "Caption"), label(grid, "Figure")) for _ in range(FIGURES)]
        for column in range(FIGURES):
            grid.columnconfigure(column, weight=1)
        names = packed(inner(self), fill="x", pady=(look.s, look.xs))
        self._names = label(names, "Turn"), label(names, "Caption")
        self._names[0].pack(side="left")
        self._names[1].pack(side="right")
        self._bar = packed(ScoreBarCanvas(self, look), fill="x")
        look.refit(self, self._fit)

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
