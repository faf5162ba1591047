"""The Moves page: the value graph above the move list, and a comment below it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial

from loa_tk.scenes.review import MoveLine, ReviewScene
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.text_pane import TextPane
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.comment_box import CommentBox
from loa_tk.view.main.graph import Graph
from loa_tk.words import review as words

KEYS = {"<Home>": "first", "<Left>": "previous", "<Right>": "next", "<End>": "last",
        "<Up>": "previous", "<Down>": "next"}  # fmt: skip
LEAST_LINES = 4  # of moves below the graph, at least
NUMBER, MOVE = 4, 9  # characters of the number's and the moves' columns
KEY = "key-"  # prefix of the tag that marks a move by its key


class MovesPage(TextPane):
    """Reports the keys of clicked moves, and steps made with the keyboard."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None],
        choose: Callable[[str], None],
        write: Callable[[str], None],
    ) -> None:
        super().__init__(parent, look)
        self._choose = choose
        self._lines: tuple[MoveLine, ...] | None = None
        self.graph = Graph(self, look, choose)
        self.comment = CommentBox(self, look, write)
        self.bind("<Configure>", lambda event: self._fit())
        for sequence, name in KEYS.items():
            self.text.bind(sequence, partial(_report, command, name))
        self.text.bind("<Button-1>", self._clicked)
        look.watch(self.text, self._restyle)

    def show(self, scene: ReviewScene) -> None:
        """Show this game; the list is rewritten only if its moves differ."""
        self.graph.show(scene.points, scene.current)
        if scene.lines != self._lines:
            self._lines = scene.lines
            self._write(scene.lines)
        self.text.tag_remove("here", "1.0", "end")
        place = self.text.tag_ranges(KEY + scene.current)
        if place:
            self.text.tag_add("here", *place)
        self.comment.show(scene.comment, scene.current)
        self._see()

    def _see(self) -> None:
        place = self.text.tag_ranges("here")
        self.text.see(place[0] if place else "1.0")

    def _fit(self) -> None:
        """Show comment and graph if they leave room for a few moves; keep the move visible."""
        room = self.winfo_height() - LEAST_LINES * self._look.line("mono")
        room -= self.comment.winfo_reqheight()
        if room < 0:
            self.comment.pack_forget()
        elif not self.comment.winfo_manager():
            self.comment.pack(
                side="bottom", fill="x", before=self._bar, padx=(2, self._look.m),
                pady=(self._look.xs, 0),
            )  # fmt: skip
        if room < self.graph.winfo_reqheight():
            self.graph.pack_forget()
        elif not self.graph.winfo_manager():
            self.graph.pack(
                side="top", fill="x", before=self._bar, padx=(2, self._look.m),
                pady=(self._look.xs, self._look.s),
            )  # fmt: skip
        self.text.after_idle(self._see)

    def _write(self, lines: tuple[MoveLine, ...]) -> None:
        text = self.text
        text.configure(state="normal")
        text.delete("1.0", "end")
        for tag in text.tag_names():
            if tag.startswith(KEY):
                text.tag_delete(tag)
        if not lines:
            text.insert("end", words.NO_MOVES_YET, "muted")
        for number, line in enumerate(lines):
            if number:
                text.insert("end", "\n")
            self._write_line(line)
        text.configure(state="disabled")

    def _write_line(self, line: MoveLine) -> None:
        kind = self._indent(line.depth)
        for at, word in enumerate(line.words):
            tags: tuple[str, ...] = (kind, KEY + word.key if word.key else "muted")
            if word.blunder:
                tags = (*tags, "blunder")
            if line.depth:
                self.text.insert("end", word.text, tags)
                self.text.insert("end", " ", kind)
            elif at == 0:
                self.text.insert("end", f"{word.text:>{NUMBER}} ", tags)
            else:
                self.text.insert("end", word.text, tags)
                self.text.insert("end", " " * (MOVE - len(word.text)), kind)

    def _indent(self, depth: int) -> str:
        """Return the indentation tag for this depth, up to the deepest one defined."""
        depth = min(depth, 4)
        tag = f"depth{depth}"
        if depth:
            margin = (NUMBER + 1 + 2 * (depth - 1)) * self._look.fonts["mono"].measure("0")
            self.text.tag_configure(tag, lmargin1=margin, lmargin2=margin)
        return tag

    def _clicked(self, event: tk.Event) -> str:
        self.text.focus_set()
        tags = self.text.tag_names(self.text.index(f"@{event.x},{event.y}"))
        for tag in tags:
            if tag.startswith(KEY):
                self._choose(tag.removeprefix(KEY))
        return "break"

    def _restyle(self) -> None:
        palette, text = self._look.palette, self.text
        paint_text(text, self._look)
        text.tag_configure("muted", foreground=palette.muted)
        text.tag_configure("blunder", foreground=palette.bad, font=self._look.fonts["mono_bold"])
        text.tag_configure("here", background=palette.accent, foreground=palette.on_accent)
        text.tag_raise("here")
        text.tag_raise("sel")
        for depth in range(1, 5):
            self._indent(depth)


def _report(command: Callable[[str], None], name: str, event: tk.Event) -> str:
    command(name)
    return "break"
