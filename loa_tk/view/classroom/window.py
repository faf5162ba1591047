"""The class window: the setup on the left, progress and pages on the right, and the keys."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.classroom import ClassIntents, ClassScene
from loa_tk.view.classroom.pages import ClassGamesPage, ClassPage, CrossPage, StudentsPage
from loa_tk.view.classroom.progress_card import ClassProgressCard
from loa_tk.view.classroom.setup_card import ClassSetupCard
from loa_tk.view.kit import keys
from loa_tk.view.kit.controls import Buttons
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_window import ToolWindow
from loa_tk.words import class_window as words

FIRST = (1120, 760)
COLUMN = (270, 0.28, 360)  # the left column: least width, share of the window, most


class ClassWindow(ToolWindow):
    """The class window."""

    help = "own-code-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: ClassIntents) -> None:
        super().__init__(parent, look, intents.closed)
        self._intents = intents
        self._page = ""
        self.title(words.TITLE)
        self._body.columnconfigure(1, weight=1)
        self._body.rowconfigure(1, weight=1)
        self.buttons = Buttons(intents)
        self.setup = ClassSetupCard(self._body, look, intents, self.buttons)
        self.setup.grid(row=0, column=0, rowspan=2, sticky="nsew")
        self.setup.pack_propagate(False)
        self.progress = ClassProgressCard(self._body, look)
        self.progress.grid(row=0, column=1, sticky="ew", padx=(look.l, 0))
        self._deck = ttk.Frame(self._body)
        self._deck.grid(row=1, column=1, sticky="nsew", padx=(look.l, 0), pady=(look.m, 0))
        choose = partial(intents.choose, "page")
        self.students = StudentsPage(self._deck, look, choose, intents)
        self.cross = CrossPage(self._deck, look, choose)
        self.games = ClassGamesPage(self._deck, look, choose, intents)
        self._pages: dict[str, ClassPage] = {
            "students": self.students, "cross": self.cross, "games": self.games,
        }  # fmt: skip
        self._bind_keys()
        self._body.bind("<Configure>", lambda event: self._divide())
        look.watch(self, self._restyle)
        self.appear(FIRST)

    def _bind_keys(self) -> None:
        self.bind_keys(self._intents.keys, self._pressed)
        for number, name in enumerate(words.PAGES, 1):
            for sequence in keys.sequences(f"Ctrl+{number}", self.look.mac):
                self.bind(sequence, partial(self._turned, name))

    # --- what its loop asks for ---

    def show(self, scene: ClassScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        first = not self.setup.values()
        self.setup.show(scene)
        self.progress.show(scene.progress)
        if scene.page != self._page:
            self._turn(scene.page)
        self._pages[scene.page].show(scene)
        self.buttons.show({}, scene.enabled)
        self._status.show(scene.status, "", scene.bad)
        if first:
            self.update_idletasks()  # a field that is not yet on the screen cannot take the focus
            self.setup.field("folder").focus_set()

    # --- inside the window ---

    def _turn(self, page: str) -> None:
        before, self._page = self._page, page
        inside = before and self._within(self._pages[before])
        for name, one in self._pages.items():
            if name == page:
                one.place(x=0, y=0, relwidth=1, relheight=1)
            else:
                one.place_forget()
        self.update_idletasks()
        if inside:  # the tab that was pressed has gone
            self._pages[page].focus_first()

    def _within(self, part: tk.Misc) -> bool:
        """Return whether the focus is in a part of the window."""
        try:
            focused = self.focus_get()
        except KeyError:  # an open pull-down list has it, which tkinter does not know
            return False
        return str(focused).startswith(f"{part}.")

    def _pressed(self, name: str, event: tk.Event) -> str:
        self._intents.command(name)
        return "break"

    def _turned(self, name: str, event: tk.Event) -> str:
        self._intents.choose("page", name)
        return "break"

    def _divide(self) -> None:
        least, share, most = COLUMN
        width = self._body.winfo_width()
        column = max(self.look.px(least), min(self.look.px(most), round(share * width)))
        self._body.columnconfigure(0, minsize=column)


WINDOW = ClassWindow
