"""The page of the series window that lists the finished games."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.series import GameRow
from loa_tk.view.kit.theme import Look
from loa_tk.view.series.pages import SeriesPage
from loa_tk.words import series as words

LEAST_ROWS = 4
SAMPLES = ("100000", "1", words.DRAW, "1000", "0" * 12)  # the widest texts; a reason is cut short
REASON = words.GAME_HEADS[-1]
REFIT = 80  # ms from the last change of width to cutting the reasons again


class GamesPage(SeriesPage):
    """The finished games; a double click, Enter or Replay puts one on the main board."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        choose: Callable[[str], None],
        replay: Callable[[int], None],
    ) -> None:
        super().__init__(parent, look, "games", choose, words.REPLAY)
        self._replay = replay
        self._shown: tuple[GameRow, ...] = ()
        self._reasons: dict[str, str] = {}  # cut to fit the column; few of them differ
        self._room = 0
        self._promise = ""
        self.action.configure(command=self._ask)
        self.tree = ttk.Treeview(
            self, columns=words.GAME_HEADS, show="headings", style="Games.Treeview",
            selectmode="browse", height=LEAST_ROWS,
        )  # fmt: skip
        for name in words.GAME_HEADS:
            self.tree.heading(name, text=name, anchor="w")
        bar = ttk.Scrollbar(self, style="Slim.Vertical.TScrollbar", command=self.tree.yview)
        self.tree.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y", padx=(look.xs, 0))
        self.tree.pack(side="left", fill="both", expand=True)
        self.tree.bind("<<TreeviewSelect>>", lambda event: self._chosen())
        self.tree.bind("<Double-1>", self._double)
        self.tree.bind("<Return>", lambda event: self._ask())
        self.tree.bind("<Configure>", lambda event: self._soon())
        look.watch(self.tree, self._restyle)

    def show(self, games: tuple[GameRow, ...]) -> None:
        """List these games; only new ones are added, unless the series is another one."""
        if games == self._shown:
            return
        known = {row.number: row for row in self._shown}
        # A listed row is mostly the same object as before, and `in` tests identity first: comparing
        # 100,000 rows cell by cell at every update would leave the main window no time.
        still = sum(row in (known.get(row.number),) for row in games)
        if still < len(known):
            self.tree.delete(*self.tree.get_children())
            known = {}
        at_end = self.tree.yview()[1] >= 1.0
        for place, row in enumerate(games):
            if row.number not in known:
                *cells, reason = row.cells
                self.tree.insert(
                    "", place, iid=str(row.number), values=(*cells, self._fitted(reason))
                )
        self._shown = games
        if games and at_end and not self.tree.selection():
            self.tree.see(str(games[-1].number))
        self._chosen()

    def _chosen(self) -> None:
        self.action.state(["!disabled" if self.tree.selection() else "disabled"])

    def _double(self, event: tk.Event) -> None:
        if self.tree.identify_row(event.y):  # not the headings
            self._ask()

    def _ask(self) -> None:
        selection = self.tree.selection()
        if selection:
            self._replay(int(selection[0]))

    def _fitted(self, reason: str) -> str:
        if reason not in self._reasons:
            self._reasons[reason] = self.look.fit("small", (reason,), self._room)
        return self._reasons[reason]

    def _soon(self) -> None:
        if self._promise:
            self.after_cancel(self._promise)
        self._promise = self.after(REFIT, self._refit)

    def _refit(self) -> None:
        """Cut the reasons to the current width of their column."""
        self._promise = ""
        room = int(self.tree.column(REASON, "width")) - self.look.s
        if room == self._room and self._reasons:
            return
        self._room = room
        self._reasons.clear()
        for row in self._shown:
            self.tree.set(str(row.number), REASON, self._fitted(row.cells[-1]))

    def _restyle(self) -> None:
        look, palette = self.look, self.look.palette
        style = ttk.Style(self)
        style.layout("Games.Treeview", [("Treeview.treearea", {"sticky": "nsew"})])
        style.configure(
            "Games.Treeview", background=palette.surface, fieldbackground=palette.surface,
            foreground=palette.text, font=look.fonts["small"], borderwidth=0,
            rowheight=look.line("small") + look.px(6),
        )  # fmt: skip
        style.map(
            "Games.Treeview", background=[("selected", palette.accent)],
            foreground=[("selected", palette.on_accent)],
        )  # fmt: skip
        style.configure(
            "Games.Treeview.Heading", background=palette.surface, foreground=palette.muted,
            font=look.fonts["caption"], relief="flat", borderwidth=0, padding=(look.xs, 0),
        )  # fmt: skip
        style.map("Games.Treeview.Heading", background=[], foreground=[])
        self._columns()
        self._reasons.clear()
        self._soon()

    def _columns(self) -> None:
        """Make the columns as wide as their widest texts; the reasons get the rest."""
        body, head = self.look.fonts["small"].measure, self.look.fonts["caption"].measure
        for name, sample in zip(words.GAME_HEADS, SAMPLES, strict=True):
            wide = max(body(sample), head(name)) + self.look.m
            self.tree.column(name, width=wide, minwidth=wide, stretch=name == REASON, anchor="w")
