"""The pages of the class window: students with their checks, the cross table, and the games."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.classroom import ClassIntents, ClassScene
from loa_tk.view.checking.checks_text import ChecksText
from loa_tk.view.classroom.table import LiveTable
from loa_tk.view.kit.cards import inner, inset, label
from loa_tk.view.kit.controls import Fields
from loa_tk.view.kit.tab_page import Page
from loa_tk.view.kit.theme import Look
from loa_tk.words import class_window as words

ONLY = 20  # characters
NAME = 120  # pixels of a player's name in the list of games


class ClassPage(Page):
    """A page with tabs for all pages."""

    def __init__(
        self, parent: tk.Misc, look: Look, name: str, choose: Callable[[str], None]
    ) -> None:
        padding = (inset(look), look.s, look.s, look.m)
        super().__init__(parent, look, padding, words.PAGES, name, choose)
        self.pack_propagate(False)  # the window sets its size
        self.tabbed(True)

    def show(self, scene: ClassScene) -> None:
        """Show this page of the scene."""
        raise NotImplementedError

    def focus_first(self) -> None:
        """Give the focus to the page's table."""
        raise NotImplementedError


class StudentsPage(ClassPage):
    """The students above the checks of the chosen one."""

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Callable[[str], None], intents: ClassIntents
    ) -> None:
        super().__init__(parent, look, "students", choose)
        self.table = LiveTable(
            self, look, chosen=lambda key: intents.choose("student", key)
        )
        self.table.pack(fill="both", expand=True)
        self._details = inner(self)
        self._title = label(self._details, "Bold")
        self._title.pack(anchor="w", pady=(look.s, 0))
        self.checks = ChecksText(self._details, look)
        self.checks.pack(fill="both", expand=True)
        self._open = False

    def show(self, scene: ClassScene) -> None:
        """Show the students and, if one is chosen, what is known of that one."""
        self.table.show(scene.students)
        there = bool(scene.details.rows)
        if there != self._open:
            self._open = there
            if there:
                self._details.pack(fill="both", expand=True)
            else:
                self._details.pack_forget()
        if str(self._title["text"]) != scene.details.title:
            self._title.configure(text=scene.details.title)
        self.checks.show(scene.details.rows)

    def focus_first(self) -> None:
        """Give the focus to the table."""
        self.table.tree.focus_set()


class CrossPage(ClassPage):
    """The cross table, the best player first."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Callable[[str], None]) -> None:
        super().__init__(parent, look, "cross", choose)
        self._note = label(self, "Caption")
        self._note.pack(side="bottom", anchor="w", pady=(look.xs, 0))
        self.table = LiveTable(self, look, wide=True)
        self.table.pack(fill="both", expand=True)
        self._text = ""
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._fit)

    def show(self, scene: ClassScene) -> None:
        """Show everyone's points against everyone."""
        self.table.show(scene.cross)
        if scene.note != self._text:
            self._text = scene.note
            self._fit()

    def focus_first(self) -> None:
        """Give the focus to the table."""
        self.table.tree.focus_set()

    def _fit(self) -> None:
        room = max(1, self.winfo_width() - 2 * inset(self.look))
        self._note.configure(text=self.look.fit("caption", (self._text,), room))


class ClassGamesPage(ClassPage):
    """The finished games; a double click, Enter or the button puts one on the main board.

    The whole reason of the selected game is below the list.
    """

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Callable[[str], None], intents: ClassIntents
    ) -> None:
        super().__init__(parent, look, "games", choose)
        row = inner(self)
        row.pack(fill="x", pady=(0, look.xs))
        self.button = ttk.Button(
            row, text=words.LOOK, style="Quiet.TButton", state="disabled"
        )
        self.button.pack(side="right")
        self.fields = Fields(look, intents)
        self.fields.make(row, "only", ONLY).pack(side="left")
        self.reason = label(self, "Small")
        self.reason.configure(justify="left")
        self.reason.pack(side="bottom", fill="x", pady=(look.xs, 0))
        self.bind("<Configure>", lambda event: self._fit())
        self.table = LiveTable(
            self, look, widest=NAME, chosen=lambda key: self._chosen(key),
            opened=lambda key: intents.choose("game", key),
        )  # fmt: skip
        self.table.pack(fill="both", expand=True)
        self.button.configure(command=self.table.open)

    def show(self, scene: ClassScene) -> None:
        """List the games."""
        if scene.only is not None:
            self.fields.show((scene.only,))
        self.table.show(scene.games)
        self._chosen(self.table.selected())

    def focus_first(self) -> None:
        """Give the focus to the table."""
        self.table.tree.focus_set()

    def _chosen(self, key: str) -> None:
        self.button.state(["!disabled" if key else "disabled"])
        self.reason.configure(text=self.table.text(key))

    def _fit(self) -> None:
        self.reason.configure(wraplength=max(1, self.winfo_width() - 2 * inset(self.look)))
