"""The board at the opened node, and beside or below it why the search did what it did there."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.explorer import ReasonScene
from loa_tk.scenes.services import Report
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import height_for, width_for
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons
from loa_tk.view.kit.widgets import Card, TextPane, inner, inset, label, pack_if, packed, write
from loa_tk.words import explorer as words

TEXT = 28  # digits' widths of the narrowest text beside the board
NARROW = 21  # the same, if the board were small
TIGHT = 13  # the same, if otherwise there were no board
ENOUGH = 8.0  # lines of text in the width of a board beside which there is more room for text
LEAST = 4.0  # lines of text in the height of the smallest board
VALUE = 7  # the same of a term's value


class ReasonText(TextPane):
    """A title, a sentence with links, and the terms of EVAL."""

    def __init__(self, parent: tk.Misc, look: Look, follow: Report) -> None:
        super().__init__(parent, look)
        self._follow = follow
        self._shown: ReasonScene | None = None
        self._run_in = False
        self.text.configure(font=look.fonts["small"], highlightthickness=0)
        look.watch(self.text, self._restyle)

    def show(self, scene: ReasonScene) -> None:
        """Write this reason."""
        before, self._shown = self._shown, scene
        if before is not None and (before.title, before.text, before.terms) == (
            scene.title, scene.text, scene.terms,
        ):  # fmt: skip
            return
        asked = before is not None and any(piece.style == "answer" for piece in scene.text) and (
            not any(piece.style == "answer" for piece in before.text)
        )  # fmt: skip
        with self.writing() as text:
            if scene.title:
                text.insert("end", scene.title + "\n", "title")
            for number, piece in enumerate(scene.text):
                if not piece.link:
                    beside = piece.style == "heading" and self._run_in
                    shown = piece.text.rstrip("\n") + "  " if beside else piece.text
                    text.insert("end", shown, "beside" if beside else piece.style)
                    continue
                tag = f"link{number}"
                text.insert("end", piece.text, ("link", tag))
                text.tag_bind(tag, "<Button-1>", lambda event, link=piece.link: self._follow(link))  # type: ignore[misc]
            if scene.terms:
                text.insert("end", ("\n" if scene.text else "") + words.EVAL_SAW + "\n", "head")
                lines = (f"\t{value}\t{name}" for name, value in scene.terms)
                text.insert("end", "\n".join(lines), "term")
        if asked:  # it may be below what is shown
            start, *_, end = text.tag_ranges("answer")
            text.see(end)
            text.see(f"{start} - 1 lines")  # its heading

    def run_in(self, beside: bool) -> None:
        """Write the headings beside their sentences, or above them."""
        if beside != self._run_in:
            self._run_in, shown, self._shown = beside, self._shown, None
            if shown is not None:
                self.show(shown)

    def _restyle(self) -> None:
        look, palette, configure = self._look, self._look.palette, self.text.tag_configure
        paint_text(self.text, look)
        self.text.configure(font=look.fonts["small"], spacing2=2)
        configure("title", font=look.fonts["bold"], spacing3=look.xs)
        configure("heading", font=look.fonts["bold"], spacing1=look.xs)
        configure("beside", font=look.fonts["bold"])
        configure("answer", foreground=palette.text)
        configure("good", font=look.fonts["bold"], foreground=palette.good)
        configure("link", foreground=palette.accent, underline=True)
        configure("head", foreground=palette.muted, spacing1=look.s)
        self.text.tag_bind("link", "<Enter>", lambda event: self.text.configure(cursor="hand2"))
        self.text.tag_bind("link", "<Leave>", lambda event: self.text.configure(cursor="arrow"))
        self._align()

    def _align(self) -> None:
        """Put the values of the terms under each other, and their names beside them."""
        wide = self._look.fonts["small"].measure("0") * VALUE
        name = wide + self._look.s
        self.text.tag_configure("term", tabs=(wide, "right", name, "left"), lmargin2=name)


class ReasonCard(Card):
    """The board and the reason, side by side if there is room, else below each other."""

    names = ("main-board", "from-board")  # the commands of its two buttons
    digits, lines = TEXT, LEAST  # of its text and of the smallest board
    stacked = True  # whether the text may be below the board

    def __init__(self, parent: tk.Misc, look: Look, buttons: Buttons, follow: Report) -> None:
        super().__init__(parent, look, (inset(look), look.m, look.s, look.s))
        self._scene = ReasonScene()
        self.pack_propagate(False)  # the page sets its size
        foot = packed(inner(self), side="bottom", fill="x")
        self.show_board = buttons.make(foot, "Quiet", self.names[0])
        self._take_board = buttons.make(foot, "Quiet", self.names[1])
        self.show_board.pack(side="right")
        self._place = packed(label(foot, "Caption"), side="left")
        self.board = Board(self, look, behind="surface")
        self.reason = ReasonText(self, look, follow)
        self._arranged = ""
        look.refit(self, self._arrange, idle=True)

    def show(self, scene: ReasonScene) -> None:
        """Show this node."""
        before, self._scene = self._scene, scene
        self.reason.show(scene)
        if scene.board is None and before.board is not None:
            self._arrange()
        if scene.board is not None:
            if before.board is None or (before.board.rows, before.board.columns) != (
                scene.board.rows, scene.board.columns,
            ):  # fmt: skip
                self._arrange()
            self.board.show(scene.board)
        self._fit_place()

    def under(self) -> int:
        """Return the height of what is below the board and the text."""
        return self.show_board.winfo_reqheight()

    def offer_board(self, possible: bool, shown: bool = True) -> None:
        """Offer to take the main board's position, if it is another one, or to show this one."""
        wanted = {self.show_board: shown, self._take_board: possible}
        if any(bool(made.winfo_manager()) != packs for made, packs in wanted.items()):
            for made, packs in wanted.items():
                made.pack_forget()
                pack_if(packs, made, side="right")
            self._fit_place()

    def _fit_place(self) -> None:
        room = self.winfo_width() - inset(self._look) - self._look.s - self._look.xs
        for made in (self.show_board, self._take_board):
            room -= made.winfo_reqwidth() if made.winfo_manager() else 0
        place = self._scene.place  # after which move, and who is to move, which is enough
        text = self._look.fit("caption", [place, place.rpartition(", ")[2]], max(1, room))
        write(self._place, text)

    def _arrange(self) -> None:
        look, board = self._look, self._scene.board
        if self.winfo_width() < 2:
            return
        if board is None:  # a tree that was written by hand has none
            self.board.pack_forget()
            self.reason.pack(fill="both", expand=True)
            self._fit_place()
            return
        self.update_idletasks()
        line = look.line("caption")
        width = self.winfo_width() - inset(look) - look.s
        height = self.winfo_height() - look.m - look.s - self.under()
        digit = look.fonts["small"].measure("0")
        text = digit * self.digits + look.m
        if width - text < ENOUGH * look.line("body"):
            text = digit * NARROW + look.m
        widest = width_for(board, height, line, look.scale)
        beside = min(width - text, widest)
        lines = min(6 * look.line("small"), height // 2)
        below = min(height - lines, height_for(board, width, line, look.scale))
        below = below if self.stacked else 0
        if max(beside, below) < self.lines * look.line("body"):
            text = look.fonts["small"].measure("0") * TIGHT + look.m
            beside, below = min(width - text, widest), 0
        self.board.pack_forget()
        self.reason.pack_forget()
        if max(beside, below) < self.lines * look.line("body"):
            self.reason.pack(fill="both", expand=True)  # such a small board would show nothing
        elif beside >= min(below, width, ENOUGH * look.line("body")):
            self.board.configure(width=beside, height=10)
            self.board.pack(side="left", fill="y")
            self.reason.pack(side="left", fill="both", expand=True, padx=(look.m, 0))
        else:
            self.board.configure(width=10, height=max(1, below))
            self.board.pack(side="top", fill="x")
            self.reason.pack(side="top", fill="both", expand=True, pady=(look.s, 0))
        self._fit_place()
