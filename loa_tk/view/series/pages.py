"""The pages of the series window's lower part: their base, the tables and the plots."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

from loa_tk.scenes.pages import TableScene
from loa_tk.scenes.series import Plot
from loa_tk.view.kit.cards import inner, inset, label
from loa_tk.view.kit.tab_page import Page
from loa_tk.view.kit.theme import Look
from loa_tk.view.series.plots import PlotCanvas
from loa_tk.words import series as words


class SeriesPage(Page):
    """A page of the series window with its action at the right of its head."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        name: str,
        choose: Callable[[str], None],
        action: str = "",
    ) -> None:
        padding = (inset(look), look.s, look.s, look.m)
        super().__init__(parent, look, padding, words.PAGES, name, choose)
        # Made even without an action, so that all heads are equally high.
        self.action = ttk.Button(self.top, text=action, style="Quiet.TButton", state="disabled")
        self.action.pack(side="right")


class TablePage(SeriesPage):
    """The tables of figures."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Callable[[str], None]) -> None:
        super().__init__(parent, look, "table", choose)
        self._grids: list[tuple[ttk.Frame, list[list[ttk.Label]]]] = []
        self._note = label(self, "Caption")

    def show(self, tables: Sequence[TableScene], note: str) -> None:
        """Show these tables, and a note below the first."""
        shapes = [(len(grid[1]), len(grid[1][0])) for grid in self._grids]
        if shapes != [(1 + len(table.rows), len(table.heads)) for table in tables]:
            self._make(tables)
        self._note.configure(text=note)
        for (_, cells), table in zip(self._grids, tables, strict=True):
            for labels, texts in zip(cells, (table.heads, *table.rows), strict=True):
                for cell, text in zip(labels, texts, strict=True):
                    if str(cell["text"]) != text:
                        cell.configure(text=text)

    def _make(self, tables: Sequence[TableScene]) -> None:
        self._note.pack_forget()
        for frame, _ in self._grids:
            frame.destroy()
        self._grids = []
        for table in tables:
            frame = inner(self)
            frame.pack(fill="x", padx=(0, self.look.s), pady=(self.look.s if self._grids else 0, 0))
            self._grids.append((frame, self._cells(frame, table)))
            if len(self._grids) == 1:
                self._note.pack(anchor="w", pady=(self.look.xs, 0))

    def _cells(self, frame: ttk.Frame, table: TableScene) -> list[list[ttk.Label]]:
        found = []
        for row in range(1 + len(table.rows)):
            labels = []
            for column in range(len(table.heads)):
                style = "Small" if row and not column else "Body" if row else "Caption"
                cell = label(frame, style)
                gap = (self.look.m, 0) if column else 0
                cell.grid(row=row, column=column, sticky="e" if column else "w", padx=gap, pady=1)
                labels.append(cell)
            found.append(labels)
        for column in range(len(table.heads)):
            frame.columnconfigure(column, weight=1)
        return found


class PlotPage(SeriesPage):
    """One plot."""

    def __init__(
        self, parent: tk.Misc, look: Look, name: str, choose: Callable[[str], None]
    ) -> None:
        super().__init__(parent, look, name, choose)
        self._name = name
        self.canvas = PlotCanvas(self, look)
        self.canvas.pack(fill="both", expand=True)

    def show(self, plots: Mapping[str, Plot]) -> None:
        """Show the plot with this page's name."""
        if self._name in plots:
            self.canvas.show(plots[self._name])
