"""The value graph of a game: a bar per position, up for the first player, down for the second.

Bars rather than a curve: upright edges are crisp on a Canvas, and every ply can be clicked.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from loa_tk.scenes.review import GraphPoint
from loa_tk.view.kit.colour import mix
from loa_tk.view.kit.theme import Look
from loa_tk.words import review as words

HEIGHT = 64
WIDEST = 14  # pixels for one ply, at most
BAR = 0.4  # the share of the text's colour in a bar


class Graph(tk.Canvas):
    """Draws the points; a click reports the key of the nearest one."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Callable[[str], None]) -> None:
        super().__init__(
            parent, height=look.px(HEIGHT), width=10, highlightthickness=0, borderwidth=0
        )
        self._look, self._choose = look, choose
        self._points: tuple[GraphPoint, ...] = ()
        self._current = ""
        self.bind("<Configure>", lambda event: self._draw())
        self.bind("<Button-1>", lambda event: self._clicked(event.x))
        look.watch(self, self._draw)

    def show(self, points: tuple[GraphPoint, ...], current: str) -> None:
        """Draw these points; `current` is the key of the position on the board."""
        if (points, current) != (self._points, self._current):
            self._points, self._current = points, current
            self._draw()

    def span(self, number: int) -> tuple[int, int]:
        """Return the left and the right edge of a point's bar."""
        return round(number * self._slot()), round((number + 1) * self._slot())

    def _slot(self) -> float:
        return min(self._look.px(WIDEST), self.winfo_width() / max(1, len(self._points)))

    def _clicked(self, x: int) -> None:
        if self._points:
            number = min(int((x + 0.5) / self._slot()), len(self._points) - 1)
            self._choose(self._points[number].key)

    def _draw(self) -> None:
        look, palette = self._look, self._look.palette
        self.configure(background=palette.surface, height=look.px(HEIGHT) + look.line("caption"))
        self.delete("all")
        width, height = self.winfo_width(), self.winfo_height()
        top = look.line("caption")  # the strip above holds the marks of blunders
        middle = (top + height) // 2
        half = height - middle - 1
        self._box(0, middle, width, middle + 1, palette.line)
        known = any(point.share is not None for point in self._points)
        for number, point in enumerate(self._points):
            left, right = self.span(number)
            here = point.key == self._current
            if here and known:  # without values it would lie behind the note
                self._here(left, top, max(right, left + 2), height)
            if point.share is not None:
                self._bar(point.share, here, (left, right), middle, half)
            if point.blunder:
                self.create_text(
                    (left + right) // 2, 0, text=words.BLUNDER, anchor="n", fill=palette.bad,
                    font=look.fonts["bold"], tags="blunder",
                )  # fmt: skip
        if not known:
            self.create_text(
                0, middle - look.xs, text=words.NO_VALUES_YET, anchor="sw", width=width,
                fill=palette.muted, font=look.fonts["caption"], tags="note",
            )  # fmt: skip

    def _here(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the faint band behind the bar of the position on the board."""
        palette = self._look.palette
        self._box(left, top, right, bottom, palette.line if palette.flat else palette.soft, "here")
        if palette.flat and right - left > 3:  # its soft colour is too strong for more than a frame
            self._box(left + 1, top + 1, right - 1, bottom - 1, palette.surface)

    def _bar(
        self, share: float, here: bool, across: tuple[int, int], middle: int, half: int
    ) -> None:
        palette = self._look.palette
        usual = palette.text if palette.flat else mix(palette.surface, palette.text, BAR)
        high = round((share - 0.5) * 2 * half)
        gap = 1 if across[1] - across[0] > 3 else 0
        upper, lower = min(middle - high, middle - 1), max(middle - high, middle + 2)
        box = (upper, middle) if high > 1 else (middle, lower) if high < -1 else (middle - 1, lower)
        right = max(across[1] - gap, across[0] + 1)
        self._box(across[0] + gap, box[0], right, box[1], palette.accent if here else usual, "bar")

    def _box(
        self, left: int, top: int, right: int, bottom: int, colour: str, tag: str = "ground"
    ) -> None:
        self.create_rectangle(left, top, right, bottom, fill=colour, width=0, tags=tag)
