"""The cards of the Flow Free window: the puzzle, the watched algorithm and the comparison."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.flow import FlowScene
from loa_tk.scenes.pages import TableScene
from loa_tk.view.flow.parts import FigureRow, captioned
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.tab_page import Page
from loa_tk.view.kit.theme import Look
from loa_tk.words import flow as words

FULL = 100.0
COUNTS = ((words.FLOWS, "88 of 88"), (words.CELLS, "888 of 888"), (words.SOLUTIONS, "several"))
COUNTERS = ((words.ATTEMPTS, "88.88 M"), (words.BACKTRACKS, "88.88 M"),
            (words.GUESSES, "888"), (words.SECONDS, "888.8"))  # fmt: skip

CELLS = ("forward", "0.0000", "88 guesses", "88.88 M")  # the widest texts of the table's columns


class PuzzleCard(Card):
    """The choice of puzzle, its progress, and the buttons that help to solve it."""

    def __init__(self, parent: tk.Misc, look: Look, buttons: Buttons, fields: Fields) -> None:
        super().__init__(parent, look, padding=(inset(look), look.s, inset(look), look.m))
        top = inner(self)
        top.pack(fill="x")
        label(top, "Bold", words.PUZZLE).pack(side="left")
        for name in ("generate", "save", "open"):
            buttons.make(top, "Quiet", name).pack(side="right")
        fields.make(self, "puzzle", 10).pack(fill="x", pady=(look.xs, look.s))
        self._counts = FigureRow(self, look, COUNTS, wrap=False)
        self._counts.pack(fill="x")
        self._bar = ttk.Progressbar(self, maximum=FULL, style="Empty.Horizontal.TProgressbar")
        self._bar.pack(fill="x", pady=look.s)
        row = inner(self)
        row.pack(fill="x")
        for column, name in enumerate(("hint", "check")):
            row.columnconfigure(column, weight=1, uniform="help")
            gap = (look.xs, 0) if column else (0, look.xs)
            buttons.make(row, "Push", name).grid(row=0, column=column, sticky="ew", padx=gap)
        row = inner(self)
        row.pack(fill="x", pady=(look.xs, 0))
        for column, name in enumerate(("undo", "redo", "reset")):
            row.columnconfigure(column, weight=1, uniform="steps")
            buttons.make(row, "Quiet", name).grid(row=0, column=column, sticky="ew")

    def show(self, scene: FlowScene) -> None:
        """Show the progress."""
        self._counts.show(scene.counts)
        kind = "Live" if scene.progress else "Empty"
        value = min(FULL - 0.01, FULL * scene.progress)  # a ttk bar at its maximum is empty
        self._bar.configure(style=f"{kind}.Horizontal.TProgressbar", value=value)


class FlowPage(Page):
    """A page of the Flow Free window."""

    def __init__(
        self, parent: tk.Misc, look: Look, name: str, choose: Callable[[str], None]
    ) -> None:
        padding = (inset(look), look.s, inset(look), look.m)
        super().__init__(parent, look, padding, words.PAGES, name, choose)


class WatchPage(FlowPage):
    """The choice of algorithm and speed, and the counters of its run."""

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Callable[[str], None], buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, "watch", choose)
        row = inner(self)
        row.pack(fill="x")
        for column, (key, width) in enumerate((("algorithm", 8), ("speed", 5))):
            frame = captioned(row, key)
            fields.make(frame, key, width).pack(fill="x")
            frame.grid(row=0, column=column, sticky="ew", padx=(look.s if column else 0, 0))
            row.columnconfigure(column, weight=2 - column)
        self._counters = FigureRow(self, look, COUNTERS, wrap=True)
        self._counters.pack(fill="x", pady=look.s)
        row = inner(self)
        row.pack(fill="x")
        for column, (name, style) in enumerate((("run", "Main"), ("step", "Push"),
                                                ("stop", "Push"))):  # fmt: skip
            row.columnconfigure(column, weight=1, uniform="watch")
            gap = (look.xs if column else 0, 0 if column == 2 else look.xs)
            buttons.make(row, style, name).grid(row=0, column=column, sticky="ew", padx=gap)

    def show(self, scene: FlowScene) -> None:
        """Show the counters."""
        self._counters.show(scene.counters)


class ComparePage(FlowPage):
    """The table that compares the algorithms, and the time limit for each."""

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Callable[[str], None], buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, "compare", choose)
        self._grid = inner(self)
        self._grid.pack(fill="x", pady=(0, look.s))
        self._cells: list[list[ttk.Label]] = []
        self._shown: TableScene | None = None
        row = inner(self)
        row.pack(fill="x")
        label(row, "Caption", words.FIELDS["limit"]).pack(side="left", padx=(0, look.s))
        fields.make(row, "limit", 5).pack(side="left")
        buttons.make(row, "Main", "compare").pack(side="right", padx=(look.s, 0))

    def show(self, scene: FlowScene) -> None:
        """Show the table; the first scene creates its cells."""
        table = scene.table
        if table == self._shown:
            return
        self._shown = table
        lines = (table.heads, *table.rows)
        if not self._cells:
            self._make(len(lines), len(table.heads))
        for labels, texts in zip(self._cells, lines, strict=True):
            for cell, text in zip(labels, texts, strict=True):
                if str(cell["text"]) != text:
                    cell.configure(text=text)

    def _make(self, rows: int, columns: int) -> None:
        for row in range(rows):
            line = []
            for column in range(columns):
                cell = label(self._grid, "Small" if row and column == 0 else
                             "Number" if row else "Caption")  # fmt: skip
                gap = (self.look.s, 0) if column else 0
                cell.grid(row=row, column=column, sticky="e" if column else "w", padx=gap, pady=1)
                line.append(cell)
            self._cells.append(line)
        for column in range(columns):
            self._grid.columnconfigure(column, weight=1)
        self.look.watch(self._grid, self._widen)

    def _widen(self) -> None:
        """Reserve room for the widest results, so that nothing jumps or is cut when they come."""
        for column, sample in enumerate(CELLS):
            wide = self.look.fonts["small"].measure(sample) + (self.look.s if column else 0)
            self._grid.columnconfigure(column, minsize=wide)
