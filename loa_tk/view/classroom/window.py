"""The class window: the setup on the left, progress and pages on the right, and the keys."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.classroom import ClassIntents, ClassScene
from loa_tk.view.classroom.pages import ClassGamesPage, ClassPage, CrossPage, StudentsPage
from loa_tk.view.classroom.setup_card import ClassSetupCard
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, ProgressHead, turn_to
from loa_tk.view.kit.widgets import Card, packed
from loa_tk.view.kit.window import ToolWindow, has_focus
from loa_tk.words import class_window as words

FIRST = (1120, 760)
COLUMN = (270, 0.28, 360)  # the left column: least width, share of the window, most


class ClassWindow(ToolWindow):
    """The class window."""

    help = "own-code-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: ClassIntents) -> None:
        super().__init__(parent, look, intents)
        self._page = ""
        self.title(words.TITLE)
        self.buttons = Buttons(intents)
        self.setup = ClassSetupCard(self._body, look, intents, self.buttons)
        self.setup.grid(row=0, column=0, rowspan=2, sticky="nsew")
        self.setup.pack_propagate(False)
        card = Card(self._body, look)
        self.progress = packed(ProgressHead(card, look), fill="x")
        card.grid(row=0, column=1, sticky="ew", padx=(look.l, 0))
        self._deck = ttk.Frame(self._body)
        self._deck.grid(row=1, column=1, sticky="nsew", padx=(look.l, 0), pady=(look.m, 0))
        choose = partial(intents.choose, "page")
        self.students = StudentsPage(self._deck, look, choose, intents)
        self.cross = CrossPage(self._deck, look, choose)
        self.games = ClassGamesPage(self._deck, look, choose, intents)
        self._pages: dict[str, ClassPage] = {
            "students": self.students, "cross": self.cross, "games": self.games,
        }  # fmt: skip
        self.bind_keys(intents.keys, intents.command)
        pages = {f"Ctrl+{number}": name for number, name in enumerate(words.PAGES, 1)}
        self.bind_keys(pages, choose)
        self.divide(*COLUMN, self.setup.need)
        self.appear(FIRST)

    # --- what its loop asks for ---

    def show(self, scene: ClassScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        first = not self.setup.fields.values()
        self.setup.show(scene)
        progress = scene.progress
        self.progress.show(progress.titles, progress.clocks, progress.share)
        if scene.page != self._page:
            self._turn(scene.page)
        self._pages[scene.page].show(scene)
        self.buttons.show({}, scene.enabled)
        self._status.show(scene.status, "", scene.bad)
        if first:
            self.update_idletasks()  # a field that is not yet on the screen cannot take the focus
            self.setup.fields.field("folder").focus_set()

    # --- inside the window ---

    def _turn(self, page: str) -> None:
        before, self._page = self._page, page
        inside = before and has_focus(self._pages[before])
        turn_to(page, self._pages)
        self.update_idletasks()
        if inside:  # the tab that was pressed has gone
            self._pages[page].focus_first()


WINDOW = ClassWindow
