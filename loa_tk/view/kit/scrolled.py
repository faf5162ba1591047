"""A frame that scrolls vertically if its content is higher than the room for it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.view.kit.cards import inner
from loa_tk.view.kit.theme import Look


def bind_wheel(widget: tk.Misc, turn: Callable[[tk.Event, int], object]) -> None:
    """Call `turn` for each notch of the wheel over a widget, with 1 if it turns up, otherwise -1.

    On X11, Tk 8 reports the wheel as two buttons, and Tk 9 as all other systems do.
    """
    widget.bind("<MouseWheel>", lambda event: turn(event, 1 if event.delta > 0 else -1))
    widget.bind("<Button-4>", lambda event: turn(event, 1))
    widget.bind("<Button-5>", lambda event: turn(event, -1))


class Scrolled(ttk.Frame):
    """Shows `content`, which is as wide as the frame and at least as high."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self._canvas = tk.Canvas(
            self, highlightthickness=0, borderwidth=0, width=10, height=10, takefocus=False
        )
        self._bar = ttk.Scrollbar(
            self, style="Slim.Vertical.TScrollbar", command=self._canvas.yview
        )
        self._canvas.configure(yscrollcommand=self._bar.set)
        self._bar.pack(side="right", fill="y")
        self._canvas.pack(side="left", fill="both", expand=True)
        self.content = inner(self._canvas)
        self._item = self._canvas.create_window(0, 0, window=self.content, anchor="nw")
        self.content.bind("<Configure>", lambda event: self._fit())
        self._canvas.bind("<Configure>", lambda event: self._fit())
        look.watch(self._canvas, self._restyle)

    def follow_wheel(self) -> None:
        """Scroll also when the wheel turns over the content; call this when it is complete."""
        waiting: list[tk.Misc] = [self._canvas, self.content]
        while waiting:
            part = waiting.pop()
            bind_wheel(part, lambda event, up: self._turn(-up))
            waiting += part.winfo_children()

    def _turn(self, lines: int) -> str:
        self.scroll(lines)
        return "break"  # or a pull-down field would take its next choice

    def see(self, part: tk.Misc) -> None:
        """Scroll as little as needed to show a part of the content, which has got the focus."""
        line = self._look.line("body")  # it scrolls by whole lines
        first, shown = round(self._canvas.canvasy(0)), self._canvas.winfo_height()
        top = part.winfo_rooty() - self.content.winfo_rooty()
        below = top + part.winfo_height() - first - shown
        lines = -(-below // line) if below > 0 else (top - first) // line if top < first else 0
        if lines:
            self._canvas.yview_scroll(lines, "units")

    def scroll(self, lines: int) -> None:
        """Scroll by some lines, as far as there is something to see."""
        if self._canvas.yview() != (0.0, 1.0):
            self._canvas.yview_scroll(2 * lines, "units")

    def _fit(self) -> None:
        width = self._canvas.winfo_width()
        height = max(self._canvas.winfo_height(), self.content.winfo_reqheight())
        self._canvas.itemconfigure(self._item, width=width, height=height)
        self._canvas.configure(
            scrollregion=(0, 0, width, height), yscrollincrement=self._look.line("body")
        )

    def _restyle(self) -> None:
        self._canvas.configure(background=self._look.palette.surface)
