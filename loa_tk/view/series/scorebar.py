"""The score bar: the shares of won, drawn and lost games, with a bracket for the interval."""

from __future__ import annotations

import tkinter as tk
from math import hypot

from loa_tk.scenes.series import ScoreBar
from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.paint import cover, stack
from loa_tk.view.kit.pictures import image
from loa_tk.view.kit.theme import Look
from loa_tk.view.series.plots import player_colours

RADIUS = 6
BRACKET = 7  # pixels, with the gap below it


class ScoreBarCanvas(tk.Canvas):
    """Draws one score bar in the canvas's own width."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=1)
        self._look = look
        self._score = ScoreBar()
        self._corners: list[tk.PhotoImage] = []
        self.bind("<Configure>", lambda event: self._draw())
        look.watch(self, self._restyle)

    def show(self, score: ScoreBar) -> None:
        """Draw this score."""
        if score != self._score:
            self._score = score
            self._draw()

    def _draw(self) -> None:
        self.delete("all")
        look, palette, score = self._look, self._look.palette, self._score
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
                (lost, width, score.lost, second, palette.surface),
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
            round((width - 2) * share) + 1 for share in (self._score.low, self._score.high)
        )
        foot = top - self._look.px(2)
        self.create_line(
            [(low, foot), (low, 1), (high, 1), (high, foot + 1)], fill=self._look.palette.text,
            width=max(1, self._look.px(1)),
        )  # fmt: skip

    def _round(self, width: int, top: int, bottom: int) -> None:
        """Round the corners by covering them with the colour behind."""
        for corner, (anchor, x, y) in zip(
            self._corners,
            (("nw", 0, top), ("ne", width, top), ("sw", 0, bottom), ("se", width, bottom)),
            strict=True,
        ):
            self.create_image(x, y, image=corner, anchor=anchor)

    def _high(self) -> int:
        return self._look.line("small") + self._look.px(6)

    def _restyle(self) -> None:
        look = self._look
        behind = look.palette.surface
        self.configure(background=behind, height=look.px(BRACKET) + self._high())
        corner = _corner(look.px(RADIUS), behind)
        mirrored = [b"".join(row[k : k + 4] for k in range(len(row) - 4, -4, -4)) for row in corner]
        pictures = (corner, mirrored, corner[::-1], mirrored[::-1])
        self._corners = [image(self, rows) for rows in pictures]
        self._draw()


def _corner(radius: int, behind: str) -> list[bytes]:
    """Return what is outside a rounded upper left corner."""
    outside = rgb(behind)
    return [
        b"".join(
            stack([(outside, cover(radius - hypot(radius - i - 0.5, radius - j - 0.5)))])
            for i in range(radius)
        )
        for j in range(radius)
    ]
