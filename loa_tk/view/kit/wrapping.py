"""A row of widgets that continues on the next line if they do not fit."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.kit.theme import Look

WRAPPED = "<<Wrapped>>"  # the event that the height has changed


class Wrapping(ttk.Frame):
    """Places its widgets from left to right, then below; its height follows from its width."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame", width=1, height=1)
        self._look = look
        self._parts: list[tk.Widget] = []
        self.bind("<Configure>", lambda event: self.arrange())
        look.watch(self, lambda: self.after_idle(self.arrange))

    def add(self, part: tk.Widget) -> None:
        """Add a widget, which has this frame as its parent."""
        self._parts.append(part)
        part.bind("<Configure>", lambda event: self.arrange(), add=True)  # its text has changed

    def clear(self) -> None:
        """Take all widgets away; they stay alive."""
        for part in self._parts:
            part.place_forget()
        self._parts.clear()

    def widest(self) -> int:
        """Return the width of all widgets on one line."""
        return sum(part.winfo_reqwidth() + self._look.xs for part in self._parts)

    def arrange(self) -> None:
        """Place the widgets for the present width."""
        width = self.winfo_width()
        if width < 2:
            width = self.widest()
        lines: list[list[tk.Widget]] = [[]]
        x = 0
        for part in self._parts:
            if x and x + part.winfo_reqwidth() > width:
                lines.append([])
                x = 0
            lines[-1].append(part)
            x += part.winfo_reqwidth() + self._look.xs
        below = 0
        for line in lines:
            high, x = max((part.winfo_reqheight() for part in line), default=0), 0
            for part in line:
                part.place(x=x, y=below + (high - part.winfo_reqheight()) // 2)
                x += part.winfo_reqwidth() + self._look.xs
            below += high + self._look.xs
        need = max(1, below - self._look.xs)
        if need != self.winfo_reqheight():
            self.configure(height=need)
            self.event_generate(WRAPPED)
