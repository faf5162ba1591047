"""The series window: the setup on the left, the score above four pages on the right."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.series import SeriesIntents, SeriesScene
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.window import ToolWindow, has_focus
from loa_tk.view.series.pages import GamesPage, PlotPage, SeriesPage, TablePage
from loa_tk.view.series.score_card import ScoreCard
from loa_tk.view.series.setup_card import SetupCard
from loa_tk.words import series as words

PLACES = {"table": (0, 0), "games": (0, 1), "nodes": (1, 0), "seconds": (1, 1)}


class Deck(ttk.Frame):
    """Four cards in two rows if there is room for them, else the chosen one alone."""

    def __init__(self, parent: tk.Misc, look: Look, replay: Callable[[int], None]) -> None:
        super().__init__(parent)
        self._look = look
        self._chosen = "table"
        self._arranged = ""  # "all", or the page that is shown alone
        self._rows = ttk.Frame(self), ttk.Frame(self)  # made first: the pages lie above them
        # The tables take what they need and the games the rest, because reasons are sentences. The
        # plots are equally wide.
        self._rows[0].columnconfigure(1, weight=1)
        for column in (0, 1):
            self._rows[1].columnconfigure(column, weight=1, uniform="plots")
        self.table = TablePage(self, look, self.choose)
        self.games = GamesPage(self, look, self.choose, replay)
        self.nodes = PlotPage(self, look, "nodes", self.choose)
        self.seconds = PlotPage(self, look, "seconds", self.choose)
        self.pages: dict[str, SeriesPage] = {
            "table": self.table, "games": self.games, "nodes": self.nodes, "seconds": self.seconds,
        }  # fmt: skip
        self.grid_propagate(False)  # the window sets its size
        look.refit(self, self._arrange, idle=True)

    def show(self, scene: SeriesScene) -> None:
        """Show tables, games and plots."""
        self.table.show(scene.tables, scene.note)
        self.games.show(scene.games)
        self.nodes.show(scene.plots)
        self.seconds.show(scene.plots)

    def choose(self, name: str) -> None:
        """Show a page, if they are shown one at a time."""
        keys = has_focus(self)
        self._chosen = name
        self._arrange()
        if keys:  # the tab that was pressed has gone; the mouse leaves the focus alone
            self.update_idletasks()  # a widget that is not yet on the screen cannot take it
            following = self.pages[name].tk_focusNext()
            if following is not None:
                following.focus_set()

    def _arrange(self) -> None:
        if self.winfo_width() < 2:
            return
        self.update_idletasks()
        arranged = "all" if self._fits() else self._chosen
        if arranged == self._arranged:
            return
        self._arranged = arranged
        together = arranged == "all"
        for index, frame in enumerate(self._rows):
            frame.rowconfigure(0, weight=1)
            if together:
                frame.grid(row=index, sticky="nsew", pady=(self._look.m if index else 0, 0))
            else:
                frame.grid_remove()
            self.rowconfigure(index, weight=int(together or not index))
        for name, page in self.pages.items():
            page.tabbed(not together)
            row, column = PLACES[name] if together else (0, 0)
            if together or name == arranged:
                half = self._look.m // 2 if together else 0
                across = (half, 0) if column else (0, half)
                room = self._rows[row] if together else self
                page.grid(in_=room, row=0, column=column, sticky="nsew", padx=across)
            else:
                page.grid_remove()
        self.columnconfigure(0, weight=1)

    def _fits(self) -> bool:
        """Return whether there is room for all pages at once."""
        gap = self._look.m
        width = max(page.winfo_reqwidth() for page in self.pages.values())
        rows = [
            max(self.pages[name].winfo_reqheight() for name, at in PLACES.items() if at[0] == row)
            for row in (0, 1)
        ]
        return 2 * width + gap <= self.winfo_width() and sum(rows) + gap <= self.winfo_height()


FIRST = (1120, 760)
COLUMN = (250, 0.26, 340)  # the left column: least width, share of the window, most


class SeriesWindow(ToolWindow):
    """The series window."""

    help = "series-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: SeriesIntents) -> None:
        super().__init__(parent, look, intents)
        self.title(words.TITLE)
        self.setup = SetupCard(self._body, look, intents)
        self.setup.grid(row=0, column=0, rowspan=2, sticky="new")
        self.score = ScoreCard(self._body, look)
        self.score.grid(row=0, column=1, sticky="ew", padx=(look.l, 0))
        self.deck = Deck(self._body, look, lambda number: intents.choose("game", str(number)))
        self.deck.grid(row=1, column=1, sticky="nsew", padx=(look.l, 0), pady=(look.m, 0))
        self.bind_keys(intents.keys, self.setup.press)
        pages = {f"Ctrl+{number}": name for number, name in enumerate(words.PAGES, 1)}
        self.bind_keys(pages, self.deck.choose)
        self.divide(*COLUMN)
        self.appear(FIRST)

    # --- what its loop asks for ---

    def show(self, scene: SeriesScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        first = not self.setup.fields.values()
        self.setup.show(scene.setup, scene.enabled)
        self.score.show(scene.score)
        self.deck.show(scene)
        self._status.show(scene.status, "", scene.bad)
        if first:
            self.update_idletasks()  # a field that is not yet on the screen cannot take the focus
            self.setup.fields.field("game").focus_set()


WINDOW = SeriesWindow
