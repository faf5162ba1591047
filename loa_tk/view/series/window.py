"""The series window: the setup on the left, score, tables, games and plots on the right."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.series import SeriesIntents, SeriesScene
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_window import ToolWindow
from loa_tk.view.series.deck import Deck
from loa_tk.view.series.score_card import ScoreCard
from loa_tk.view.series.setup_card import SetupCard
from loa_tk.words import series as words

FIRST = (1120, 760)
COLUMN = (250, 0.26, 340)  # the left column: least width, share of the window, most


class SeriesWindow(ToolWindow):
    """The series window."""

    help = "series-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: SeriesIntents) -> None:
        super().__init__(parent, look, intents.closed)
        self.title(words.TITLE)
        self._body.columnconfigure(1, weight=1)
        self._body.rowconfigure(1, weight=1)
        self.setup = SetupCard(self._body, look, intents)
        self.setup.grid(row=0, column=0, rowspan=2, sticky="new")
        self.score = ScoreCard(self._body, look)
        self.score.grid(row=0, column=1, sticky="ew", padx=(look.l, 0))
        self.deck = Deck(
            self._body, look, lambda number: intents.choose("game", str(number))
        )
        self.deck.grid(row=1, column=1, sticky="nsew", padx=(look.l, 0), pady=(look.m, 0))
        self._body.bind("<Configure>", lambda event: self._divide())
        look.watch(self, self._restyle)
        self.appear(FIRST)

    # --- what its loop asks for ---

    def show(self, scene: SeriesScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        first = not self.setup.values()
        self.setup.show(scene.setup, scene.enabled)
        self.score.show(scene.score)
        self.deck.show(scene)
        self._status.show(scene.status, "", scene.bad)
        if first:
            self.update_idletasks()  # a field that is not yet on the screen cannot take the focus
            self.setup.focus_first()

    # --- inside the window ---

    def _divide(self) -> None:
        least, share, most = COLUMN
        width = self._body.winfo_width()
        column = max(self.look.px(least), min(self.look.px(most), round(share * width)))
        self._body.columnconfigure(0, minsize=column)


WINDOW = SeriesWindow
