"""A read-only text with a scroll bar, whose content can be selected."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.kit.theme import Look


class TextPane(ttk.Frame):
    """A read-only text that subclasses fill."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self.text = tk.Text(
            self, wrap="word", width=10, height=3, borderwidth=0, padx=0, pady=0, spacing1=1,
            spacing3=1, cursor="arrow", insertwidth=0, state="disabled", undo=False,
            highlightthickness=2, font=look.fonts["mono"], takefocus=True,
        )  # fmt: skip
        self._bar = ttk.Scrollbar(self, style="Slim.Vertical.TScrollbar", command=self._scroll)
        self.text.configure(yscrollcommand=self._bar.set)
        self._bar.pack(side="right", fill="y", padx=(look.xs, 0))
        self.text.pack(side="left", fill="both", expand=True)

    def _scroll(self, *where: str) -> None:
        self.text.yview(*where)
