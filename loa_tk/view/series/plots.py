"""A plot of the series window: two curves over the move number, with grid, labels and legend."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.series import Plot
from loa_tk.view.kit.palette import Palette
from loa_tk.view.kit.pictures import image
from loa_tk.view.kit.strokes import stroke
from loa_tk.view.kit.theme import Look

LEAST_LINES = 8  # the least height of a plot in lines of captions
LEAST_WIDTH = 220
THICK = 2.0
DASH = (7.0, 4.0)
SAMPLE = 22  # pixels of a sample line in the legend
REDRAW = 60  # ms from the last change of size to the drawing


def player_colours(palette: Palette) -> tuple[str, str]:
    """Return the players' colours: the accent, and a grey for the other, whose curve is dashed."""
    return palette.accent, palette.muted


class PlotCanvas(tk.Canvas):
    """Draws one plot in the canvas's own size."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0)
        self._look = look
        self._plot = Plot()
        self._images: list[tk.PhotoImage] = []
        self._promise = ""
        for change in ("<Configure>", "<Map>"):
            self.bind(change, lambda event: self._soon())
        look.watch(self, self._restyle)

    def show(self, plot: Plot) -> None:
        """Draw this plot."""
        if plot != self._plot:
            self._plot = plot
            self._soon()

    def _soon(self) -> None:
        """Draw once neither size nor plot has changed for a moment."""
        if self._promise:
            self.after_cancel(self._promise)
        self._promise = self.after(REDRAW, self.redraw)

    def redraw(self) -> None:
        """Draw everything again if it is visible: four curves take some 40 ms."""
        self._promise = ""
        if not self.winfo_viewable():
            return
        self.delete("all")
        self._images.clear()
        look, plot = self._look, self._plot
        line, measure = look.line("caption"), look.fonts["caption"].measure
        labels = max((measure(text) for _, text in plot.levels), default=0)
        left, top = labels + look.s, line + look.m
        right, bottom = self.winfo_width() - look.s, self.winfo_height() - line - look.s
        if right - left < 20 or bottom - top < 20:
            return
        self._grid(left, top, right, bottom)
        self._legend(left, right, line)
        for number, curve in enumerate(plot.curves):
            points = [
                (
                    (x - 1) / max(1, plot.moves - 1) * (right - left),
                    (1 - y / plot.top) * (bottom - top) + look.xs,
                )
                for x, y in curve
            ]
            # With a margin above and below, or a line along the edge is cut in half.
            self._curve(number, points, left, top, right - left, bottom - top + 2 * look.xs)

    def _curve(
        self, number: int, points: list[tuple[float, float]], x: int, y: int, width: int, high: int
    ) -> None:
        scale = self._look.scale
        colour = player_colours(self._look.palette)[number]
        dash = (scale * DASH[0], scale * DASH[1]) if number else None
        rows = stroke(width + 2, high, points, THICK * scale, colour, dash)
        self._images.append(image(self, rows))
        self.create_image(x, y - self._look.xs, image=self._images[-1], anchor="nw")

    def _grid(self, left: int, top: int, right: int, bottom: int) -> None:
        palette, font, look = self._look.palette, self._look.fonts["caption"], self._look
        grid = palette.disabled if palette.flat else palette.line
        room = bottom - top
        step = max(1, -(-len(self._plot.levels) * look.line("caption") // max(1, room)))
        for number, (level, text) in enumerate(self._plot.levels):
            y = round(bottom - level / self._plot.top * room)
            self.create_line(left, y, right, y, fill=grid)
            if number % step == 0:
                self.create_text(
                    left - look.s, y, text=text, anchor="e", font=font, fill=palette.muted
                )
        if not any(self._plot.curves):
            return
        first, last = self._plot.ends
        below = bottom + look.xs
        self.create_text(left, below, text=first, anchor="nw", font=font, fill=palette.muted)
        if self._plot.moves > 1:
            self.create_text(right, below, text=last, anchor="ne", font=font, fill=palette.muted)

    def _legend(self, left: int, right: int, line: int) -> None:
        look, palette = self._look, self._look.palette
        sample, half = look.px(SAMPLE), (right - left) // 2
        for number, name in enumerate(self._plot.names):
            x = left + number * half
            self.create_line(
                x, line // 2, x + sample, line // 2, width=look.px(THICK),
                fill=player_colours(palette)[number], dash=(7, 4) if number else (),
            )  # fmt: skip
            text = look.fit("caption", (name,), half - sample - look.m)
            self.create_text(
                x + sample + look.s, line // 2, text=text, anchor="w", fill=palette.muted,
                font=look.fonts["caption"],
            )  # fmt: skip

    def _restyle(self) -> None:
        look = self._look
        self.configure(
            background=look.palette.surface, width=look.px(LEAST_WIDTH),
            height=LEAST_LINES * look.line("caption"),
        )  # fmt: skip
        self.redraw()
