"""A table of the class window: lines that change, move and come, and one column that is cut."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.classroom import RowsScene, TableRow
from loa_tk.view.kit.choose import STYLE, paint_table
from loa_tk.view.kit.theme import Look

WIDEST = 220  # pixels of a column that is not the last
REFIT = 80  # ms from the last change of width to cutting the texts again
LEAST_ROWS = 3


class LiveTable(ttk.Frame):
    """Lines under headings; a double click or Enter opens one.

    The last column of a table that is not `wide` takes the rest of the width, and its texts are cut
    to fit. If the columns need more than the width, they scroll.
    """

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        wide: bool = False,
        chosen: Callable[[str], None] = lambda key: None,
        opened: Callable[[str], None] = lambda key: None,
    ) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look, self._wide = look, wide
        self._chosen, self._opened = chosen, opened
        self._shown = RowsScene()
        self._known: dict[str, TableRow] = {}
        self._widths: list[int] = []
        self._room = 0
        self._promise = ""
        self.tree = ttk.Treeview(
            self, show="headings", style=STYLE, selectmode="browse", height=LEAST_ROWS
        )
        bar = ttk.Scrollbar(self, style="Slim.Vertical.TScrollbar", command=self.tree.yview)
        self.tree.configure(yscrollcommand=bar.set)
        self._across = ttk.Scrollbar(
            self, orient="horizontal", style="Slim.Horizontal.TScrollbar", command=self.tree.xview
        )
        self.tree.configure(xscrollcommand=self._scrolled)
        self._across.grid(row=1, column=0, sticky="ew", pady=(look.xs, 0))
        self._across.grid_remove()
        bar.grid(row=0, column=1, sticky="ns", padx=(look.xs, 0))
        self.tree.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.tree.bind("<<TreeviewSelect>>", lambda event: self._chosen(self.selected()))
        self.tree.bind("<Double-1>", self._double)
        self.tree.bind("<Return>", lambda event: self.open())
        self.tree.bind("<Configure>", lambda event: self._soon())
        look.watch(self.tree, self._restyle)

    def show(self, scene: RowsScene) -> None:
        """Show these lines; only those that differ are changed."""
        before, self._shown = self._shown, scene
        if scene == before:
            return
        if scene.heads != before.heads:
            self._begin(scene.heads)
        gone = self._known.keys() - {row.key for row in scene.rows}
        if gone:
            self.tree.delete(*gone)
            for key in gone:
                del self._known[key]
        at_end = self.tree.yview()[1] >= 1.0
        grown, added = False, False
        # A known row is mostly the same object as before, and == tests identity first.
        for place, row in enumerate(scene.rows):
            known = self._known.get(row.key)
            if known is None:
                self.tree.insert("", place, iid=row.key, values=self._cells(row), tags=(row.tone,))
                added = True
            elif known is not row and known != row:
                self.tree.item(row.key, values=self._cells(row), tags=(row.tone,))
            if known is not row:
                self._known[row.key] = row
                grown = self._measure(row) or grown
        self._arrange(scene)
        if grown:
            self._columns()
        if added and at_end and scene.rows and not self.tree.selection() and before.rows:
            self.tree.see(scene.rows[-1].key)

    def selected(self) -> str:
        """Return the key of the selected line, or nothing."""
        selection = self.tree.selection()
        return str(selection[0]) if selection else ""

    def open(self) -> None:
        """Report the selected line as opened."""
        if key := self.selected():
            self._opened(key)

    def _scrolled(self, first: float, last: float) -> None:
        """Show the lower scroll bar only if the columns do not fit."""
        self._across.set(first, last)
        if float(first) <= 0.0 and float(last) >= 1.0:
            self._across.grid_remove()
        else:
            self._across.grid()

    def _double(self, event: tk.Event) -> None:
        if self.tree.identify_row(event.y):  # not the headings
            self.open()

    def _arrange(self, scene: RowsScene) -> None:
        """Put the lines into their order, if another player has passed one."""
        wanted = tuple(row.key for row in scene.rows)
        if self.tree.get_children() != wanted:
            for place, key in enumerate(wanted):
                self.tree.move(key, "", place)

    def _begin(self, heads: tuple[str, ...]) -> None:
        """Take other columns; all lines come anew."""
        self.tree.delete(*self.tree.get_children())
        self._known.clear()
        columns = [str(number) for number in range(len(heads))]
        self.tree.configure(columns=columns)
        for number, head in enumerate(heads):
            self.tree.heading(columns[number], text=head, anchor="w")
        self._measure_heads(heads)
        self._columns()

    def _measure_heads(self, heads: tuple[str, ...]) -> None:
        measure = self._look.fonts["caption"].measure
        self._widths = [measure(head) for head in heads]

    def _measure(self, row: TableRow) -> bool:
        """Note how wide the texts of a line are; return whether a column must grow."""
        measure, grown = self._look.fonts["small"].measure, False
        last = len(row.cells) - (0 if self._wide else 1)
        for number, text in enumerate(row.cells[:last]):
            wide = min(measure(text), self._look.px(WIDEST))
            if wide > self._widths[number]:
                self._widths[number], grown = wide, True
        return grown

    def _columns(self) -> None:
        """Make the columns as wide as their widest texts; the last one gets the rest."""
        last = len(self._widths) - 1
        for number, wide in enumerate(self._widths):
            stretch = number == last and not self._wide
            room = wide + self._look.m
            self.tree.column(str(number), width=room, minwidth=room, stretch=stretch, anchor="w")
        self._soon()

    def _cells(self, row: TableRow) -> tuple[str, ...]:
        if self._wide:
            return row.cells
        return (*row.cells[:-1], self._look.fit("small", (row.cells[-1],), self._room))

    def _soon(self) -> None:
        if self._promise:
            self.after_cancel(self._promise)
        self._promise = self.after(REFIT, self._refit)

    def _refit(self) -> None:
        """Cut the texts of the last column to its present width."""
        self._promise = ""
        if self._wide or not self._widths:
            return
        last = str(len(self._widths) - 1)
        room = int(self.tree.column(last, "width")) - self._look.s
        if room == self._room:
            return
        self._room = room
        for key, row in self._known.items():
            self.tree.set(key, last, self._look.fit("small", (row.cells[-1],), room))

    def _restyle(self) -> None:
        look, palette = self._look, self._look.palette
        paint_table(self.tree, look)
        self.tree.tag_configure("good", foreground=palette.text)
        self.tree.tag_configure("bad", foreground=palette.bad)
        self.tree.tag_configure("busy", foreground=palette.accent)
        self._room = 0
        if self._shown.heads:
            self._measure_heads(self._shown.heads)
            for row in self._known.values():
                self._measure(row)
            self._columns()
