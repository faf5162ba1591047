"""The pages of the class window and the table on each: students and checks, cross table, games."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.classroom import ClassIntents, ClassScene, RowsScene, TableRow
from loa_tk.scenes.services import Report
from loa_tk.view.checking.window import ChecksText
from loa_tk.view.kit.dialogs import REFIT, SelectTable
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Fields, Page
from loa_tk.view.kit.widgets import button, inner, inset, label, pack_if, packed, write
from loa_tk.words import class_window as words

WIDEST = 220  # pixels of a column that is not the last
LEAST_ROWS = 3


class LiveTable(ttk.Frame):
    """Lines under headings; a double click or Enter opens one.

    The last column of a table that is not `wide` takes the rest of the width, and its texts are cut
    to fit. The other columns are at most `widest` pixels wide. If the columns need more than the
    width, they scroll.
    """

    def __init__(
        self, parent: tk.Misc, look: Look, wide: bool = False, widest: int = WIDEST,
        chosen: Report = lambda key: None, opened: Report = lambda key: None,
    ) -> None:  # fmt: skip
        super().__init__(parent, style="In.TFrame")
        self._look, self._wide, self._widest = look, wide, widest
        self._opened = opened
        self._shown = RowsScene()
        self._known: dict[str, TableRow] = {}
        self._widths: list[int] = []
        self._room = 0
        self.tree = SelectTable(
            self, look, LEAST_ROWS, lambda: chosen(self.tree.selected()), self.open, self._refit
        )
        self._across = ttk.Scrollbar(
            self, orient="horizontal", style="Slim.Horizontal.TScrollbar", command=self.tree.xview
        )
        self.tree.configure(xscrollcommand=self._scrolled)
        self._across.grid(row=1, column=0, sticky="ew", pady=(look.xs, 0))
        self._across.grid_remove()
        self.tree.bar.grid(row=0, column=1, sticky="ns", padx=(look.xs, 0))
        self.tree.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
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

    def open(self) -> None:
        """Report the selected line as opened."""
        if key := self.tree.selected():
            self._opened(key)

    def _scrolled(self, first: float, last: float) -> None:
        """Show the lower scroll bar only if the columns do not fit."""
        self._across.set(first, last)
        if float(first) <= 0.0 and float(last) >= 1.0:
            self._across.grid_remove()
        else:
            self._across.grid()

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
        self._widths = [self._look.fonts["caption"].measure(head) for head in heads]
        self._columns()

    def _measure(self, row: TableRow) -> bool:
        """Note how wide the texts of a line are; return whether a column must grow."""
        measure, grown = self._look.fonts["small"].measure, False
        last = len(row.cells) - (0 if self._wide else 1)
        for number, text in enumerate(row.cells[:last]):
            wide = min(measure(text), self._look.px(self._widest))
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
        self.tree.timer.start(REFIT)

    def _cells(self, row: TableRow) -> tuple[str, ...]:
        if self._wide:
            return row.cells
        fit, most = self._look.fit, self._look.px(self._widest)
        first = (fit("small", (text,), most) for text in row.cells[:-1])
        return (*first, fit("small", (row.cells[-1],), self._room))

    def text(self, key: str) -> str:
        """Return the whole last text of a line, or "" if there is no such line."""
        return self._known[key].cells[-1] if key in self._known else ""

    def _refit(self) -> None:
        """Cut the texts to the present widths of their columns."""
        if self._wide or not self._widths:
            return
        last = str(len(self._widths) - 1)
        room = int(self.tree.column(last, "width")) - self._look.s
        if room == self._room:
            return
        self._room = room
        for key, row in self._known.items():
            self.tree.item(key, values=self._cells(row))

    def _restyle(self) -> None:
        self.tree.restyle()
        for tone, colour in (("good", "text"), ("bad", "bad"), ("busy", "accent")):
            self.tree.tag_configure(tone, foreground=getattr(self._look.palette, colour))
        self._room = 0
        if self._shown.heads:
            self._widths = [self._look.fonts["caption"].measure(head) for head in self._shown.heads]
            for row in self._known.values():
                self._measure(row)
            self._columns()


ONLY = 20  # characters
NAME = 120  # pixels of a player's name in the list of games


class ClassPage(Page):
    """A page with tabs for all pages and a table."""

    table: LiveTable

    def __init__(self, parent: tk.Misc, look: Look, name: str, choose: Report) -> None:
        padding = (inset(look), look.s, look.s, look.m)
        super().__init__(parent, look, padding, words.PAGES, name, choose)
        self.pack_propagate(False)  # the window sets its size
        self.tabbed(True)

    def show(self, scene: ClassScene) -> None:
        """Show this page of the scene."""
        raise NotImplementedError

    def focus_first(self) -> None:
        """Give the focus to the page's table."""
        self.table.tree.focus_set()


class StudentsPage(ClassPage):
    """The students above the checks of the chosen one."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Report, intents: ClassIntents) -> None:
        super().__init__(parent, look, "students", choose)
        self.table = LiveTable(self, look, chosen=partial(intents.choose, "student"))
        self.table.pack(fill="both", expand=True)
        self._details = inner(self)
        self._title = packed(label(self._details, "Bold"), anchor="w", pady=(look.s, 0))
        self.checks = packed(ChecksText(self._details, look), fill="both", expand=True)
        self._open = False

    def show(self, scene: ClassScene) -> None:
        """Show the students and, if one is chosen, what is known of that one."""
        self.table.show(scene.students)
        there = bool(scene.details.rows)
        if there != self._open:
            self._open = there
            pack_if(there, self._details, fill="both", expand=True)
        write(self._title, scene.details.title)
        self.checks.show(scene.details.rows)


class CrossPage(ClassPage):
    """The cross table, the best player first."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Report) -> None:
        super().__init__(parent, look, "cross", choose)
        self._note = packed(label(self, "Caption"), side="bottom", anchor="w", pady=(look.xs, 0))
        self.table = packed(LiveTable(self, look, wide=True), fill="both", expand=True)
        self._text = ""
        look.refit(self, self._fit)

    def show(self, scene: ClassScene) -> None:
        """Show everyone's points against everyone."""
        self.table.show(scene.cross)
        if scene.note != self._text:
            self._text = scene.note
            self._fit()

    def _fit(self) -> None:
        room = max(1, self.winfo_width() - 2 * inset(self._look))
        self._note.configure(text=self._look.fit("caption", (self._text,), room))


class ClassGamesPage(ClassPage):
    """The finished games; a double click, Enter or the button puts one on the main board.

    The whole reason of the selected game is below the list.
    """

    def __init__(self, parent: tk.Misc, look: Look, choose: Report, intents: ClassIntents) -> None:
        super().__init__(parent, look, "games", choose)
        row = packed(inner(self), fill="x", pady=(0, look.xs))
        self.button = packed(button(row, "Quiet", words.LOOK), side="right")
        self.fields = Fields(look, intents)
        self.fields.make(row, "only", ONLY).pack(side="left")
        self.reason = label(self, "Small")
        self.reason.configure(justify="left")
        self.reason.pack(side="bottom", fill="x", pady=(look.xs, 0))
        self.bind("<Configure>", lambda event: self._fit())
        self.table = LiveTable(
            self, look, widest=NAME, chosen=self._chosen, opened=partial(intents.choose, "game")
        )
        self.table.pack(fill="both", expand=True)
        self.button.configure(command=self.table.open, state="disabled")

    def show(self, scene: ClassScene) -> None:
        """List the games."""
        if scene.only is not None:
            self.fields.show((scene.only,))
        self.table.show(scene.games)
        self._chosen(self.table.tree.selected())

    def _chosen(self, key: str) -> None:
        self.button.state(["!disabled" if key else "disabled"])
        self.reason.configure(text=self.table.text(key))

    def _fit(self) -> None:
        self.reason.configure(wraplength=max(1, self.winfo_width() - 2 * inset(self._look)))
