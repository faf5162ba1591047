"""The quiz page: a small tree, a question about it, and what the answer was worth."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, QuizScene
from loa_tk.scenes.pages import FormField
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import width_for
from loa_tk.view.explorer.quiz_tree import QuizTree
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.text_pane import TextPane
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.wrapping import Wrapping

ANSWERS = ("answer", "alpha", "beta")  # the fields; a question has none, one or two
LOW = 0.46  # the share of the height for the question
LEAST_LINES, BOARD_LINES = 6.5, 6.0  # the question's height, without and with the board


class QuestionText(TextPane):
    """The question; after the answer, the verdict and the explanation."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown: QuizScene | None = None
        self.text.configure(highlightthickness=0)
        look.watch(self.text, self._restyle)

    def show(self, scene: QuizScene) -> None:
        """Write the texts of this question."""
        self._shown = scene
        text = self.text
        text.configure(state="normal")
        text.delete("1.0", "end")
        text.insert("end", scene.question + "\n", "question")
        if scene.hint:
            text.insert("end", scene.hint, "hint")
        verdict = text.index("end-1c")
        if scene.verdict:
            text.insert("end", scene.verdict + "\n", "right" if scene.right else "wrong")
            text.insert("end", scene.explanation)
        text.configure(state="disabled")
        text.yview(verdict if scene.verdict else "1.0")

    def _restyle(self) -> None:
        look, palette, configure = self._look, self._look.palette, self.text.tag_configure
        paint_text(self.text, look)
        self.text.configure(font=look.fonts["body"], spacing2=2)
        configure("question", font=look.fonts["bold"], spacing3=look.s)
        configure("hint", foreground=palette.muted)
        configure("right", foreground=palette.good, font=look.fonts["bold"], spacing1=look.xs)
        configure("wrong", foreground=palette.bad, font=look.fonts["bold"], spacing1=look.xs)


class QuestionCard(Card):
    """The board beside the question and the fields for the answer."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, (inset(look), look.m, inset(look), look.m))
        self._look, self._fields = look, fields
        self._shown: QuizScene | None = None
        self.pack_propagate(False)  # the page sets its size
        self._left = inner(self)
        self.board = Board(self._left, look, behind="surface")
        self._place = label(self._left, "Caption")
        self._place.pack(side="bottom", anchor="w")
        self.board.pack(fill="both", expand=True)
        self._left.pack_propagate(False)
        self._left.pack(side="left", fill="y", padx=(0, look.l))
        top = self._head = inner(self)
        top.pack(fill="x")
        self._heading = label(top, "Bold")
        self._heading.pack(side="left")
        self._score = label(top, "Small")
        self._score.pack(side="right")
        self._row = Wrapping(self, look)
        self._row.pack(side="bottom", fill="x", pady=(look.s, 0))
        self.answers: dict[str, tuple[ttk.Frame, ttk.Label, ttk.Entry]] = {}
        for key in ANSWERS:
            frame = inner(self._row)
            name = label(frame, "Body")
            name.pack(side="left", padx=(0, look.xs))
            entry = fields.make(frame, key, 8, "number")
            entry.bind("<Return>", lambda event: self._enter(intents))
            entry.pack(side="left")
            self.answers[key] = (frame, name, entry)
        self._check = buttons.make(self._row, "Main", "check")
        self._next = buttons.make(self._row, "Push", "next-question")
        self.question = QuestionText(self, look)
        self.question.pack(fill="both", expand=True, pady=(look.xs, 0))
        self._keys: tuple[str, ...] | None = None
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, lambda: self.after_idle(self._fit))

    def _enter(self, intents: ExplorerIntents) -> str:
        """Check the answer with Enter; after that, Enter asks the next question."""
        done = self._shown is not None and bool(self._shown.verdict)
        intents.command("next-question" if done else "check")
        return "break"

    def show(self, scene: QuizScene) -> None:
        """Show this question."""
        before, self._shown = self._shown, scene
        if scene == before:
            return
        for part, text in (
            (self._heading, scene.heading), (self._score, scene.score),
        ):  # fmt: skip
            part.configure(text=text)
        if before is None or (scene.question, scene.hint, scene.verdict) != (
            before.question, before.hint, before.verdict,
        ):  # fmt: skip
            self.question.show(scene)
        self._fields.show(scene.fields)
        self._lay(scene.fields)
        if scene.board is not None:
            self._fit()
            self.board.show(scene.board)

    def _lay(self, fields: tuple[FormField, ...]) -> None:
        keys = tuple(field.key for field in fields)
        if keys == self._keys:
            return
        self._keys = keys
        self._row.clear()
        for field in fields:
            frame, name, _ = self.answers[field.key]
            name.configure(text=field.label)
            self._row.add(frame)
        self._row.add(self._check)
        self._row.add(self._next)
        self._row.update_idletasks()
        self._row.arrange()

    def _fit(self) -> None:
        look, scene = self._look, self._shown
        if self.winfo_width() < 2 or scene is None or scene.board is None:
            return
        if self.winfo_height() < BOARD_LINES * look.line("body"):
            self._left.pack_forget()
        elif not self._left.winfo_manager():
            self._left.pack(side="left", fill="y", padx=(0, look.l), before=self._head)
        high = self.winfo_height() - 2 * look.m - look.line("caption")
        wide = width_for(scene.board, high, look.line("caption"), look.scale)
        wide = min(wide, self.winfo_width() // 3)
        self._left.configure(width=wide)
        places = [scene.place, scene.place.rpartition(", ")[2], scene.place.partition(",")[0]]
        self._place.configure(text=look.fit("caption", places, wide))


class QuizPage(ttk.Frame):
    """The tree above the question."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look = look
        self._note_card = Card(self, look)
        self._note = label(self._note_card, "Body")
        self._note.pack(expand=True)
        self._tree_card = Card(self, look)
        self.tree = QuizTree(
            self._tree_card, look, lambda node: intents.choose("branch", str(node))
        )
        self.tree.pack(fill="both", expand=True)
        self.question = QuestionCard(self, look, intents, buttons, fields)
        self._scene = QuizScene()
        self.bind("<Configure>", lambda event: self._arrange())
        look.watch(self, lambda: self.after_idle(self._arrange))

    def show(self, scene: ExplorerScene) -> None:
        """Show the question, or what to do to get one."""
        before, self._scene = self._scene, scene.quiz
        self.tree.show(scene.quiz.nodes)
        if before.note != scene.quiz.note or len(before.nodes) != len(scene.quiz.nodes):
            self._arrange()
        if not scene.quiz.note:
            self.question.show(scene.quiz)
        if scene.quiz.question and scene.quiz.question != before.question:
            self.update_idletasks()  # a widget that is not yet on the screen cannot take the focus
            self.home().focus_set()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page: the field for the answer, if there is one."""
        fields = self._scene.fields
        return self.question.answers[fields[0].key][2] if fields else self.tree

    def _arrange(self) -> None:
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        if width < 2:
            return
        self._note.configure(
            text=self._scene.note, wraplength=max(1, width - 4 * look.l), justify="center"
        )
        for part in (self._note_card, self._tree_card, self.question):
            part.place_forget()
        if self._scene.note:
            self._note_card.place(x=0, y=0, width=width, height=height)
            return
        line = look.line("body")
        least = round(LEAST_LINES * line)
        low = max(least, min(round(height * LOW), height - look.m - self.tree.least()))
        self._tree_card.place(x=0, y=0, width=width, height=height - low - look.m)
        self.question.place(x=0, y=height - low, width=width, height=low)
