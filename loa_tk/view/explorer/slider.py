"""A slider: a bar with a knob that goes to any of many steps, by mouse and keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from loa_tk.view.kit import rounds
from loa_tk.view.kit.pictures import Pictures
from loa_tk.view.kit.theme import Look

KNOB, THICK = 14, 4  # pixels
KEYS = {"<Left>": -1, "<Right>": 1, "<Down>": -1, "<Up>": 1}
PAGES = {"<Prior>": 20, "<Next>": -20}  # twentieths of the whole


class Slider(tk.Canvas):
    """Shows a step of several and reports the step that the user wants."""

    def __init__(self, parent: tk.Misc, look: Look, moved: Callable[[int], None]) -> None:
        super().__init__(
            parent, highlightthickness=0, borderwidth=0, width=look.px(90),
            height=look.px(KNOB) + 4, takefocus=True,
        )  # fmt: skip
        self._look, self._moved = look, moved
        self._step, self._steps = 0, 0
        self._pictures = Pictures(self)
        self.bind("<Configure>", lambda event: self._draw())
        self.bind("<Button-1>", self._pressed)
        self.bind("<B1-Motion>", lambda event: self._seek(event.x))
        self.bind("<FocusIn>", lambda event: self._draw())
        self.bind("<FocusOut>", lambda event: self._draw())
        for key, by in KEYS.items():
            self.bind(key, lambda event, by=by: self._by(by))  # type: ignore[misc]
        for key, part in PAGES.items():
            self.bind(key, lambda event, part=part: self._by(self._steps // part))  # type: ignore[misc]
        self.bind("<Home>", lambda event: self._go(0))
        self.bind("<End>", lambda event: self._go(self._steps))
        look.watch(self, self._restyle)

    def show(self, step: int, steps: int) -> None:
        """Show this step; there is nothing to slide over if there are no steps."""
        if (step, steps) != (self._step, self._steps):
            self._step, self._steps = step, steps
            self._draw()

    def _room(self) -> int:
        return max(1, self.winfo_width() - self._look.px(KNOB))

    def _draw(self) -> None:
        self.delete("all")
        look, palette = self._look, self._look.palette
        middle, half = self.winfo_height() // 2, look.px(THICK) // 2
        left, right = look.px(KNOB) // 2, self.winfo_width() - look.px(KNOB) // 2
        at = left + round(self._room() * self._step / max(1, self._steps))
        line = palette.line if palette.flat else palette.trough
        self.create_rectangle(left, middle - half, right, middle + half, fill=line, width=0)
        self.create_rectangle(left, middle - half, at, middle + half, fill=palette.accent, width=0)
        if self.focus_get() is self:
            self.create_rectangle(
                1, 1, self.winfo_width() - 2, self.winfo_height() - 2, outline=palette.accent
            )
        size = look.px(KNOB)
        colour = palette.accent if self._steps else palette.disabled
        knob = self._pictures.get(colour, lambda: rounds.dot(size, size / 2 - 0.5, colour))
        self.create_image(at, middle, image=knob)

    def _pressed(self, event: tk.Event) -> None:
        self.focus_set()
        self._seek(event.x)

    def _seek(self, x: int) -> None:
        self._go(round((x - self._look.px(KNOB) // 2) / self._room() * self._steps))

    def _by(self, steps: int) -> str:
        return self._go(self._step + steps)

    def _go(self, step: int) -> str:
        """Report a step within the limits; the window's own keys then do nothing."""
        if self._steps:
            self._moved(min(self._steps, max(0, step)))
        return "break"

    def _restyle(self) -> None:
        self._pictures.turn_to(self._look.palette.name)
        self.configure(background=self._look.palette.surface)
        self._draw()
