"""The Analysis page: the best moves of the position, and the progress of a game's analysis."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from loa_tk.scenes.main import AnalysisScene, WindowScene
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import ProgressBar, button, inner, label, pack_if, packed
from loa_tk.view.main.cards import whole_moves
from loa_tk.words import review as words
from loa_tk.words.main import WHY

ROWS = 3


class AnalysisPage(ttk.Frame):
    """Three rows of rank, line and value, a progress bar for the whole game, and the buttons."""

    def __init__(self, parent: tk.Misc, look: Look, command: Report, choose: Choose) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self._scene: AnalysisScene | None = None
        self._arranged: tuple[str, int, int] | None = None  # what is shown, and the paddings
        foot = packed(inner(self), side="bottom", fill="x", padx=(0, look.xs))
        self.switch = button(foot, "Quiet", command=lambda: command("analyse"))
        self.game = button(foot, "Quiet", command=lambda: command("analyse-game"))
        self.game.pack(side="right")
        self.explore = button(foot, "Quiet", words.EXPLORE, lambda: command("explore-board"))
        self._study = inner(self)
        self._progress_text = packed(label(self._study, "Caption"), anchor="w")
        self._bar = packed(ProgressBar(self._study, "Live"), fill="x", pady=(look.xs, 0))
        self._head = label(self, "Bold")
        self._offers, self.offers = inner(self), list[ttk.Button]()
        self._command = command
        self._offered: tuple[tuple[str, str], ...] = ()
        self._facts = label(self, "Caption")
        self._note = label(self, "Small")
        self._note.configure(justify="left")
        self._grid = inner(self)
        self._grid.columnconfigure(1, weight=1)
        self._rows = [self._row(number) for number in range(ROWS)]
        self._why = label(self, "Small")
        self._why.configure(justify="left", anchor="nw")
        look.refit(self, self._fit)

    def _row(self, number: int) -> tuple[ttk.Label, ttk.Label, ttk.Label]:
        rank, line, value = (label(self._grid, style) for style in ("Bold", "Mono", "Bold"))
        rank.grid(row=number, column=0, sticky="nw", padx=(0, self._look.s), pady=self._look.xs)
        line.grid(row=number, column=1, sticky="nw", pady=self._look.xs)
        value.grid(row=number, column=2, sticky="ne", padx=(self._look.s, 0), pady=self._look.xs)
        return rank, line, value

    def show(self, window: WindowScene) -> None:
        """Show the analysis."""
        if window.analysis != self._scene:
            self._scene = window.analysis
            self._fit()

    def _fit(self) -> None:
        scene, look = self._scene, self._look
        if scene is None:
            return
        stop = words.HIDE_ANALYSIS if scene.ended else words.STOP_ANALYSIS
        self.switch.configure(text=stop if scene.on else words.ANALYSE)
        going = scene.progress is not None
        self.game.configure(text=words.STOP_GAME if going else words.ANALYSE_GAME)
        self.game.state(["!disabled" if scene.can_analyse_game else "disabled"])
        wide = sum(part.winfo_reqwidth() for part in (self.switch, self.game, self.explore))
        # Without room it is left to the menu.
        pack_if(wide + look.xs <= self.winfo_width(), self.explore, side="left")
        room = self.winfo_width() - look.m - look.xs
        facts = scene.proof or (scene.facts, scene.facts.rpartition(" · ")[0])
        style = "Proved.TLabel" if scene.proof else "Caption.TLabel"
        self._facts.configure(text=look.fit("caption", facts, room), style=style)
        self._note.configure(text=scene.text if scene.head else scene.note, wraplength=max(1, room))
        self._head.configure(text=scene.head)
        self._offer(scene.offers if scene.head else (), room)
        free = self.winfo_height() - self.switch.winfo_reqheight()
        # Half a line of the note looks broken.
        note = not scene.rows and self._note.winfo_reqheight() + look.s <= free
        if scene.head:
            taken = self._offers.winfo_reqheight() + 2 * look.s
            least = taken + look.line("bold") + look.s
            note = self._note.winfo_reqheight() + least <= free
            if not note:
                self._shorten(scene.text, room, free - least)
            self._arrange("head")
        else:
            self._arrange("rows" if scene.rows else "note" if note else "")
        self._fill(scene, room, free - look.s - look.line("caption"))
        self._explain(scene, room, free)
        if scene.progress is None:
            self._study.pack_forget()
            self.switch.pack(side="right")
        else:
            self.switch.pack_forget()
            self._progress_text.configure(text=scene.progress_text)
            self._bar.show(scene.progress)
            self._study.pack(side="bottom", fill="x", padx=(2, look.m), pady=(look.s, look.xs))

    def _explain(self, scene: AnalysisScene, room: int, free: int) -> None:
        """Say why the first move is best, with as many sentences as fit below the rows."""
        self.update_idletasks()
        left = free - self._facts.winfo_reqheight() - self._grid.winfo_reqheight()
        left -= 3 * self._look.s
        for count in range(len(scene.why), 0, -1):
            text = f"{WHY} {' '.join(scene.why[:count])}"
            self._why.configure(text=text, wraplength=max(1, room))
            if self._why.winfo_reqheight() <= left:
                pack_if(True, self._why, fill="x", padx=2, pady=(self._look.s, 0))
                return
        self._why.pack_forget()

    def _arrange(self, shown: str) -> None:
        """Show the "rows" or the "note"; ones that are shown stay, because packing again flickers.

        The figures of an analysis change several times a second.
        """
        look = self._look
        if (shown, look.s, look.m) == self._arranged:
            return
        self._arranged = shown, look.s, look.m
        for part in (self._head, self._facts, self._note, self._grid, self._offers):
            part.pack_forget()
        if shown == "rows":
            self._facts.pack(anchor="w", padx=2, pady=(look.s, 0))
            self._grid.pack(fill="x", padx=(2, look.m))
        elif shown == "head":
            self._head.pack(anchor="w", padx=2, pady=(look.s, 0))
            self._note.pack(anchor="w", padx=2)
            self._offers.pack(anchor="w", fill="x", pady=(look.xs, 0))
        elif shown:
            self._note.pack(anchor="w", padx=2, pady=(look.s, 0))

    def _shorten(self, text: str, room: int, height: int) -> None:
        """Show as many words of the text as fit this height, because half a line looks broken."""
        words_left = text.split(" ")
        while words_left and self._note.winfo_reqheight() > height:
            words_left.pop()
            self._note.configure(text=" ".join([*words_left, words.NO_WORD]))

    def _offer(self, offers: tuple[tuple[str, str], ...], room: int) -> None:
        """Put the buttons into rows that are not wider than the page."""
        if offers != self._offered:
            for widget in self.offers:
                widget.destroy()
            self.offers = [
                button(self._offers, "Quiet", text, partial(self._command, name))
                for name, text in offers
            ]
            self._offered = offers
        row = column = used = 0
        for widget in self.offers:
            width = widget.winfo_reqwidth()
            if column and used + width > room:
                row, column, used = row + 1, 0, 0
            widget.grid_configure(row=row, column=column, sticky="w")
            column, used = column + 1, used + width
        self._offers.update_idletasks()

    def _fill(self, scene: AnalysisScene, room: int, height: int) -> None:
        look, bold = self._look, self._look.fonts["bold"].measure
        values = max((bold(row.value) for row in scene.rows), default=0)
        least = max(look.line("bold"), look.line("mono"))
        gap = look.xs if ROWS * (least + 2 * look.xs) <= height else 0
        lines = (height // ROWS - 2 * gap) // look.line("mono")  # that each row can have
        whole = max(1, height // least)  # half a row looks broken
        for number, (rank, line, value) in enumerate(self._rows):
            for part in (rank, line, value):
                part.grid_configure(pady=gap)
            if number >= min(whole, len(scene.rows)):
                for part in (rank, line, value):
                    part.configure(text="")
                continue
            row = scene.rows[number]
            beside = room - bold(row.rank) - values - 3 * look.s
            rank.configure(text=row.rank)
            line.configure(text=wrapped_moves(row.line, look, beside, lines))
            value.configure(text=row.value)


def wrapped_moves(line: Sequence[str], look: Look, room: int, most: int) -> str:
    """Return a line's moves in at most this many lines, one at least, of `room` pixels."""
    moves, lines = list(line), list[str]()
    while moves and len(lines) < max(1, most):
        text = whole_moves(moves, look, room)
        if not text:
            break
        lines.append(text)
        moves = moves[len(text.split(" ")) :]
    return "\n".join(lines)


PAGE = AnalysisPage
