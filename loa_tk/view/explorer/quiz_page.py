"""The quiz page: a node of a search, a question about it, and what the answer was worth."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, QuizScene
from loa_tk.scenes.pages import FormField
from loa_tk.view.board.board import Board
from loa_tk.view.explorer.columns import PathColumns
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.theme import Look

ASK = 0.44  # the share of the width for the question
ANSWERS = ("answer", "alpha", "beta")  # the fields; a question has none, one or two
BOARD = 0.38  # the share of the height for the board


class QuestionCard(Card):
    """The board, the question, the fields for the answer, and the explanation."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, (inset(look), look.m, inset(look), look.m))
        self._look, self._fields = look, fields
        self._shown: QuizScene | None = None
        self.pack_propagate(False)  # the page sets its size
        top = inner(self)
        top.pack(fill="x")
        self._heading = label(top, "Bold")
        self._heading.pack(side="left")
        self._score = label(top, "Small")
        self._score.pack(side="right")
        self.board = Board(self, look, behind="surface")
        self._place = label(self, "Caption")
        self._question = label(self, "Body")
        self._hint = label(self, "Small")
        self._row = inner(self)
        self._answers: dict[str, tuple[ttk.Label, ttk.Entry]] = {}
        for key in ANSWERS:
            entry = fields.make(self._row, key, 8, "number")
            entry.bind("<Return>", lambda event: intents.command("check"))
            self._answers[key] = (label(self._row, "Body"), entry)
        self._check = buttons.make(self._row, "Main", "check")
        self._next = buttons.make(self._row, "Push", "next-question")
        self._verdict = label(self, "Good")
        self._explanation = label(self, "Body")
        self._keys: tuple[str, ...] | None = None
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, lambda: self.after_idle(self._fit))

    def show(self, scene: QuizScene) -> None:
        """Show this question."""
        before, self._shown = self._shown, scene
        if scene == before:
            return
        for part, text in (
            (self._heading, scene.heading), (self._score, scene.score), (self._place, scene.place),
            (self._question, scene.question), (self._hint, scene.hint),
            (self._explanation, scene.explanation), (self._verdict, scene.verdict),
        ):  # fmt: skip
            part.configure(text=text)
        self._verdict.configure(style="Good.TLabel" if scene.right else "Wrong.TLabel")
        self._fields.show(scene.fields)
        self._lay(scene.fields)
        self._fit()
        if scene.board is not None:
            self.board.show(scene.board)
        if before is not None and scene.question != before.question and scene.fields:
            self._answers[scene.fields[0].key][1].focus_set()

    def _lay(self, fields: tuple[FormField, ...]) -> None:
        keys = tuple(field.key for field in fields)
        if keys == self._keys:
            return
        self._keys = keys
        look = self._look
        for part in (*(one for pair in self._answers.values() for one in pair), self._check,
                     self._next):  # fmt: skip
            part.pack_forget()
        for field in fields:
            name, entry = self._answers[field.key]
            name.configure(text=field.label)
            name.pack(side="left", padx=(0, look.xs))
            entry.pack(side="left", padx=(0, look.s))
        self._check.pack(side="left")
        self._next.pack(side="left", padx=(look.s, 0))

    def _fit(self) -> None:
        look, scene = self._look, self._shown
        if self.winfo_width() < 2 or scene is None:
            return
        room = self.winfo_width() - 2 * inset(look)
        for part in (self._question, self._hint, self._explanation, self._verdict):
            part.configure(wraplength=room, justify="left")
        parts = (self.board, self._place, self._question, self._hint, self._row, self._verdict,
                 self._explanation)  # fmt: skip
        for part in parts:
            part.pack_forget()
        if scene.board is None:
            return
        self.board.configure(height=round(self.winfo_height() * BOARD), width=10)
        self.board.pack(fill="x", pady=(look.s, 0))
        self._place.pack(anchor="w")
        for one in (self._question, self._hint):
            one.pack(anchor="w", pady=(look.s, 0))
        self._row.pack(anchor="w", pady=look.s)
        self._verdict.pack(anchor="w")
        self._explanation.pack(anchor="w", pady=(look.xs, 0))


class QuizPage(ttk.Frame):
    """The question on the left, the nodes on the path to it on the right."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look = look
        self._note_card = Card(self, look)
        self._note = label(self._note_card, "Body")
        self._note.pack(expand=True)
        self.question = QuestionCard(self, look, intents, buttons, fields)
        self.columns = PathColumns(self, look, intents.row, intents.row)
        self._scene = QuizScene()
        self.bind("<Configure>", lambda event: self._arrange())
        look.watch(self, lambda: self.after_idle(self._arrange))

    def show(self, scene: ExplorerScene) -> None:
        """Show the question, or what to do to get one."""
        before, self._scene = self._scene, scene.quiz
        self.question.show(scene.quiz)
        self.columns.show(scene.quiz.columns)
        if (before.note, bool(before.columns)) != (scene.quiz.note, bool(scene.quiz.columns)):
            self._arrange()

    def _arrange(self) -> None:
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        if width < 2:
            return
        self._note.configure(
            text=self._scene.note, wraplength=max(1, width - 4 * look.l), justify="center"
        )
        for part in (self._note_card, self.question, self.columns):
            part.place_forget()
        if self._scene.note:
            self._note_card.place(x=0, y=0, width=width, height=height)
            return
        ask = width if not self._scene.columns else round(width * ASK)
        self.question.place(x=0, y=0, width=ask, height=height)
        if self._scene.columns:
            self.columns.place(
                x=ask + look.m, y=0, width=width - ask - look.m, height=height
            )
