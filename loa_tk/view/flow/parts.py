"""The parts of the Flow Free window's cards: rows of figures and captions above fields."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from loa_tk.view.kit.cards import inner, label
from loa_tk.view.kit.theme import Look
from loa_tk.words import flow as words

Figures = Sequence[tuple[str, str]]


class FigureRow(ttk.Frame):
    """Captions over bold figures; if not all fit, they wrap or the last ones are hidden."""

    def __init__(self, parent: tk.Misc, look: Look, samples: Figures, wrap: bool) -> None:
        super().__init__(parent, style="In.TFrame", width=1)
        self.grid_propagate(False)  # its parent sets its width; it asks only for a height
        self._look, self._samples, self._wrap = look, samples, wrap
        self._shown: Figures = ()
        self._labels = [(label(self, "Caption"), label(self, "Figure")) for _ in samples]
        self.bind("<Configure>", lambda event: self._arrange())
        look.watch(self, self._arrange)

    def show(self, figures: Figures) -> None:
        """Show these figures; only those that differ are written."""
        if figures == self._shown:
            return
        self._shown = figures
        for (over, under), (caption, text) in zip(self._labels, figures, strict=True):
            if str(over["text"]) != caption:
                over.configure(text=caption)
            if str(under["text"]) != text:
                under.configure(text=text)

    def _arrange(self) -> None:
        """Put them side by side if the widest figures would fit, so that nothing jumps."""
        look, count = self._look, len(self._samples)
        caption, figure = look.fonts["caption"].measure, look.fonts["figure"].measure
        need = sum(max(caption(c), figure(f)) + look.m for c, f in self._samples)
        fits = self.winfo_width() < 2 or need <= self.winfo_width()
        across = count if fits else (count + 1) // 2
        shown = count if fits or self._wrap else across
        for i, (over, under) in enumerate(self._labels):
            row, column = divmod(i, across)
            if i >= shown:
                over.grid_remove()
                under.grid_remove()
                continue
            above = look.xs if row else 0
            over.grid(row=2 * row, column=column, sticky="w", padx=(0, look.m), pady=(above, 0))
            under.grid(row=2 * row + 1, column=column, sticky="w", padx=(0, look.m))
        for i in range(count):
            self.columnconfigure(i, weight=int(i < across))
        lines = -(-shown // across)
        each = look.line("caption") + look.line("figure")
        self.configure(height=lines * each + (lines - 1) * look.xs)


def captioned(parent: tk.Misc, key: str) -> ttk.Frame:
    """Return a frame with a field's caption, for the field to go below."""
    frame = inner(parent)
    label(frame, "Caption", words.FIELDS[key]).pack(anchor="w")
    return frame
