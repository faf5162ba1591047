"""The page "Ideas": the list on the left, on the right the figure and the sentences."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, IdeasScene
from loa_tk.view.board.board import Board
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Wrapping
from loa_tk.view.kit.widgets import Card, TextPane, button, inset, label, pack_if, packed, write
from loa_tk.words import explorer as words

LIST = 27  # digits' widths of the list
WIDE = 1000  # in a narrower page the list is only as wide as its names
SMALLER, SMALLEST = 2, 7  # points of the table's letters: less than the text's, and at least


class LessonText(TextPane):
    """The sentences above the table, in one text that scrolls."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown = IdeasScene()
        self.mono = tkfont.Font(self, family=look.fonts["mono"].actual("family"))
        self.text.bind("<Configure>", lambda event: self._fit(), add=True)
        look.watch(self.text, self._restyle)

    def show(self, scene: IdeasScene) -> None:
        """Show this lesson, unless it is shown already."""
        if scene == self._shown:
            return
        self._shown = scene
        with self.writing() as text:
            text.insert("end", (scene.note or scene.text) + "\n\n", "note" if scene.note else "")
            for number, line in enumerate(scene.lines):
                tag = "head" if not number else "mark" if number in scene.marked else "row"
                text.insert("end", line + "\n", tag)
        self._fit()

    def _fit(self) -> None:
        """Set the table in the largest letters in which its lines are whole, if there are any."""
        look, longest = self._look, max(map(len, self._shown.lines), default=0)
        for size in range(look.text_size - SMALLER, SMALLEST - 1, -1):
            if look.points(size) != self.mono.cget("size"):
                self.mono.configure(size=look.points(size))
            if longest * self.mono.measure("0") <= self.text.winfo_width():
                break

    def _restyle(self) -> None:
        look, palette, tag = self._look, self._look.palette, self.text.tag_configure
        self.text.configure(
            background=palette.surface, foreground=palette.text, font=look.fonts["body"],
            selectbackground=palette.accent, selectforeground=palette.on_accent, wrap="word",
            highlightthickness=0,
        )  # fmt: skip
        tag("note", foreground=palette.muted)
        tag("head", foreground=palette.muted)
        tag("row")
        tag("mark", background=palette.soft, foreground=palette.on_soft)
        for name in ("head", "row", "mark"):
            tag(name, font=self.mono, wrap="none")
        self._fit()


class IdeasPage(ttk.Frame):
    """A button for each idea, beside the lesson on the chosen one."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons
    ) -> None:
        super().__init__(parent)
        self._look, self._intents = look, intents
        self._wide = 0  # pixels of the list
        pad = (inset(look), look.m, look.s, look.m)
        self._list = packed(Card(self, look, pad), side="left", fill="y", padx=(0, look.m))
        self._list.pack_propagate(False)  # the list is as wide as its board
        self._place = packed(label(self._list, "Caption"), side="bottom", anchor="w")
        self.board = Board(self._list, look, behind="surface")
        self.choices: dict[str, ttk.Button] = {}
        card = packed(Card(self, look, pad), side="left", fill="both", expand=True)
        card.pack_propagate(False)  # the window sets its size
        self._title = packed(label(card, "Bold"), anchor="w")
        self.bind("<Configure>", lambda event: self._restyle())
        look.watch(self, self._restyle)
        self._offers = packed(Wrapping(card, look), fill="x")
        for name in ("idea-tree", "idea-example"):
            self._offers.add(buttons.make(self._offers, "Quiet", name))
        self.lesson = packed(LessonText(card, look), fill="both", expand=True, pady=(look.s, 0))

    def show(self, scene: ExplorerScene) -> None:
        """Show the list and the lesson."""
        shown, look = scene.ideas, self._look
        for name, text in shown.names:
            if name not in self.choices:
                choose = partial(self._intents.choose, "idea", name)
                one = button(self._list, "Quiet", text, choose)
                self.choices[name] = packed(one, anchor="w")
            mark = words.CHOSEN_IDEA if name == shown.chosen else words.OTHER_IDEA
            self.choices[name].configure(text=mark.format(name=text))
        self._restyle()
        self._title.configure(text=shown.title)
        write(self._place, shown.place)
        pack_if(shown.board is not None, self.board, side="bottom", fill="x", pady=(look.s, 0))
        if shown.board is not None:
            self.board.show(shown.board)
        self.lesson.show(shown)

    def _restyle(self) -> None:
        """Make the list wide enough for its names, and if there is room for a larger board."""
        look = self._look
        wide = look.fonts["body"].measure("0" * LIST)
        if self.winfo_width() < look.px(WIDE):
            names = max((one.winfo_reqwidth() for one in self.choices.values()), default=0)
            wide = min(wide, names + inset(look) + look.s)
        if wide != self._wide:
            self._wide = wide
            self._list.configure(width=wide)
            self.board.configure(width=10, height=wide)

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self
