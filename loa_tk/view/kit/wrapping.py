"""A row of widgets that continues on the next line if they do not fit."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.kit.theme import Look


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
        x = y = line = 0
        for part in self._parts:
            wide, high = part.winfo_reqwidth(), part.winfo_reqheight()
            if x and x + wide > width:
                x, y = 0, y + line + self._look.xs
                line = 0
            part.place(x=x, y=y)
            x += wide + self._look.xs
            line = max(line, high)
        if y + line != self.winfo_reqheight():
            self.configure(height=y + line)
