"""The comment of a move below the move list: shown, and written by the user."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.view.kit.cards import label
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.keys import sequences
from loa_tk.view.kit.theme import Look
from loa_tk.words import review as words

LINES = 3
# What a text does with these keys itself; the window's commands of these keys stay out of it.
OWN = ("Ctrl+Z", "Ctrl+Y", "Ctrl+A", "Ctrl+C", "Ctrl+X", "Ctrl+V")
# Text's bindings of Emacs (Ctrl+O opens a line), which would come before the window's commands.
EMACS = "bdefhknopt"
KIND = "CommentText"  # the class of bindings that the text has instead of Text


class CommentBox(ttk.Frame):
    """A caption and an editable text; every change is reported at once."""

    def __init__(self, parent: tk.Misc, look: Look, report: Callable[[str], None]) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look, self._report = look, report
        self._key = ""  # of the move that the comment belongs to
        label(self, "Caption", words.COMMENT).pack(anchor="w")
        self.text = tk.Text(
            self, wrap="word", width=10, height=LINES, borderwidth=0, padx=look.xs, pady=look.xs,
            undo=True, highlightthickness=1, font=look.fonts["body"], takefocus=True,
        )  # fmt: skip
        self.text.pack(fill="both", expand=True)
        self.text.bind("<<Modified>>", lambda event: self._modified())
        for sequence in sequences("Ctrl+A", look.mac):
            self.text.bind(sequence, self._select_all)
        # Tab leaves the text, as it leaves every other field.
        self.text.bind("<Tab>", lambda event: self._leave(event.widget.tk_focusNext()))
        self.text.bind("<Shift-Tab>", lambda event: self._leave(event.widget.tk_focusPrev()))
        self._keep_keys()
        look.watch(self.text, self._restyle)

    def show(self, comment: str, key: str) -> None:
        """Show the comment of a move, leaving the user's own typing alone."""
        if key != self._key or comment != self.content():
            self._key = key
            if comment != self.content():
                self.text.delete("1.0", "end")
                self.text.insert("1.0", comment)
            self.text.edit_reset()
            self.text.edit_modified(False)

    def content(self) -> str:
        """Return the comment as it stands."""
        return self.text.get("1.0", "end-1c")

    def _modified(self) -> None:
        if self.text.edit_modified():
            self.text.edit_modified(False)
            self._report(self.content())

    def _keep_keys(self) -> None:
        """Keep typing from the board and the window's commands, but let other commands through."""
        own, kind, *rest = self.text.bindtags()
        after = f"after{own}"
        self.text.bindtags((own, KIND, after, *rest))
        for sequence in self.text.bind_class(kind):
            self.tk.call("bind", KIND, sequence, self.tk.call("bind", kind, sequence))
        if not self._look.mac:
            # These do nothing, so that the event goes on to the window. An event generated for the
            # window would come back to the text, which has the focus.
            for letter in EMACS:
                self.text.bind_class(KIND, f"<Control-Key-{letter}>", lambda event: None)
        self.text.bind_class(after, "<Key>", lambda event: "break")
        for passed in ("<Control-Key>", "<Alt-Key>", "<Command-Key>", "<Escape>", "<F1>"):
            self.text.bind_class(after, passed, lambda event: None)
        for key in OWN:
            for sequence in sequences(key, self._look.mac):
                self.text.bind_class(after, sequence, lambda event: "break")

    def _leave(self, following: tk.Misc | None) -> str:
        if following is not None:
            following.focus_set()
        return "break"

    def _select_all(self, event: tk.Event) -> str:
        self.text.tag_add("sel", "1.0", "end-1c")
        return "break"

    def _restyle(self) -> None:
        palette = self._look.palette
        paint_text(self.text, self._look)
        self.text.configure(
            highlightbackground=palette.line, insertbackground=palette.text,
            background=palette.surface,
        )  # fmt: skip
