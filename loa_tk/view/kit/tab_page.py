"""A card that is one of several pages and has either its own title or tabs for all pages."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from loa_tk.view.kit.cards import Card, Padding, inner, label
from loa_tk.view.kit.theme import Look

Titles = Mapping[str, tuple[str, str]]  # the long and the short title of every page, by name


class Page(Card):
    """A card with its title, or with tabs to choose among all pages."""

    def __init__(
        self, parent: tk.Misc, look: Look, padding: Padding, titles: Titles, name: str,
        choose: Callable[[str], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, look, padding)
        self.look = look
        self.top = inner(self)
        self.top.pack(fill="x", pady=(0, look.xs))
        long, short = titles[name]
        self._title = label(self.top, "Bold", long)
        self._tabs = inner(self.top)
        for other, (_, text) in titles.items():
            if other == name:
                label(self._tabs, "Bold", short).pack(side="left", padx=(0, look.s))
                continue
            tab = ttk.Button(self._tabs, text=text, style="Quiet.TButton")
            tab.configure(command=partial(choose, other))
            tab.pack(side="left", padx=(0, look.xs))
        self.tabbed(False)

    def tabbed(self, tabs: bool) -> None:
        """Show the tabs, or only the title."""
        (self._title if tabs else self._tabs).pack_forget()
        (self._tabs if tabs else self._title).pack(side="left")
