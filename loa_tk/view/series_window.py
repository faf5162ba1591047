"""The series window: what is to be played on the left, how it goes on the right."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from loa_tk import series_strings as words
from loa_tk.pages import FormScene
from loa_tk.series_scene import SeriesIntents, SeriesScene
from loa_tk.view import dialogs
from loa_tk.view.choose import QuestionWindow
from loa_tk.view.form import FormWindow
from loa_tk.view.series_deck import Deck
from loa_tk.view.series_score import ScoreCard
from loa_tk.view.series_setup import SetupCard
from loa_tk.view.statusbar import StatusBar
from loa_tk.view.theme import SMALLEST, Look

FIRST = (1120, 760)
COLUMN = (250, 0.26, 340)  # the left column: least, share of the window, most


class SeriesWindow(tk.Toplevel):
    """The SeriesView of series_scene.py."""

    def __init__(self, parent: tk.Tk, look: Look, intents: SeriesIntents) -> None:
        super().__init__(parent)
        self.withdraw()
        self.title(words.TITLE)
        self.look, self._intents = look, intents
        self._form: FormWindow | None = None
        self._question: QuestionWindow | None = None
        self._status = StatusBar(self, look)
        self._status.pack(side="bottom", fill="x", padx=look.l, pady=look.s)
        self._body = ttk.Frame(self)
        self._body.pack(fill="both", expand=True, padx=look.l, pady=(look.l, 0))
        self._body.columnconfigure(1, weight=1)
        self._body.rowconfigure(1, weight=1)
        self.setup = SetupCard(self._body, look, intents)
        self.setup.grid(row=0, column=0, rowspan=2, sticky="new")
        self.score = ScoreCard(self._body, look)
        self.score.grid(row=0, column=1, sticky="ew", padx=(look.l, 0))
        self.deck = Deck(self._body, look, intents.replay)
        self.deck.grid(row=1, column=1, sticky="nsew", padx=(look.l, 0), pady=(look.m, 0))
        self._body.bind("<Configure>", lambda event: self._divide())
        self.protocol("WM_DELETE_WINDOW", intents.closed)
        look.watch(self, self._restyle)
        self._appear()

    def _appear(self) -> None:
        """As large as it is meant to be and the screen allows; not transient: it is no dialog."""
        screen = self.winfo_screenwidth(), self.winfo_screenheight()
        least = [self.look.px(side) for side in SMALLEST]
        self.minsize(*(min(a, b) for a, b in zip(least, screen, strict=True)))
        width, height = (
            min(self.look.px(a), round(0.94 * b)) for a, b in zip(FIRST, screen, strict=True)
        )
        self.geometry(f"{width}x{height}")
        self.deiconify()

    # --- what series_scene.SeriesView asks for ---

    def show(self, scene: SeriesScene) -> None:
        """Draw this scene; only what differs from the last one is drawn anew."""
        first = not self.setup.values()
        self.setup.show(scene.setup)
        self.score.show(scene.score)
        self.deck.show(scene)
        self._status.show(scene.status, "", scene.bad)
        if first:
            self.update_idletasks()  # a field that is not yet on the screen cannot have the keys
            self.setup.focus_first()

    def front(self) -> None:
        """Bring the window before the others."""
        dialogs.bring_to_front(self)

    def ask_save_name(self, title: str, name: str, kinds: tuple[tuple[str, str], ...]) -> str:
        """A file name to save under, chosen by the user, or nothing; kinds are (label, ".csv")."""
        return dialogs.ask_save_name(self, title, name, kinds)

    def ask(self, title: str, text: str, button: str, done: Callable[[], None]) -> None:
        """Tell something and offer to go on; one question at a time."""
        if self._question is not None and self._question.winfo_exists():
            self._question.destroy()
        self._question = QuestionWindow(self, self.look, title, text, button, done)

    def form(
        self,
        scene: FormScene,
        check: Callable[[Mapping[str, str]], Mapping[str, str]],
        done: Callable[[Mapping[str, str]], None],
    ) -> None:
        """Show a form, one at a time."""
        if self._form is not None and self._form.winfo_exists():
            self._form.destroy()
        self._form = FormWindow(self, self.look, scene, check, done)

    def close(self) -> None:
        """Destroy the window."""
        self.destroy()

    # --- what happens inside ---

    def _divide(self) -> None:
        least, share, most = COLUMN
        width = self._body.winfo_width()
        column = max(self.look.px(least), min(self.look.px(most), round(share * width)))
        self._body.columnconfigure(0, minsize=column)

    def _restyle(self) -> None:
        self.configure(background=self.look.palette.window)
