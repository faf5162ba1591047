"""The page "Side by side": two trees, their clock, where they part, why, and both sources."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, PairScene, PairSought
from loa_tk.view.explorer.columns import MoveColumn
from loa_tk.view.explorer.figure import Slider
from loa_tk.view.explorer.pair_code import BRIEF, CodeCard
from loa_tk.view.explorer.pair_trees import HIGHEST, LOW, PairCard
from loa_tk.view.explorer.reason import ReasonCard
from loa_tk.view.explorer.tree_canvas import TIGHT
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields
from loa_tk.view.kit.widgets import inner, label, pack_if, packed, write
from loa_tk.words import explorer as words

COLUMN = 32  # digits' widths of a column
ROWS = 10  # moves of a column that should be visible
SENTENCES = 4  # lines of the sentences that must be visible there
NARROW = 104  # digits' widths of a page with room for both columns beside the sentences
STEPS = ("pair-first", "pair-back", "pair-step", "pair-last", "pair-play")


class PartingCard(ReasonCard):
    """The board at the opened node, with what both searches do there, and their clock."""

    names, digits, lines, stacked = ("pair-copy", "pair-board"), 46, 7, False

    def __init__(
        self, parent: tk.Misc, look: Look, buttons: Buttons, fields: Fields,
        intents: ExplorerIntents,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, buttons, partial(intents.choose, "link"))
        self.clock = packed(inner(self), side="bottom", fill="x")
        self._steps = packed(inner(self.clock), fill="x")
        for name in STEPS:
            style = "Main" if name == "pair-step" else "Push"
            buttons.make(self._steps, style, name).pack(side="left", padx=(0, look.xs))
        self._more = inner(self._steps)  # if there is room; Escape does the same as its button
        buttons.make(self._more, "Push", "pair-difference").pack(side="left", padx=(0, look.s))
        label(self._more, "Caption", words.FIELDS["speed"]).pack(side="left", padx=(0, look.xs))
        fields.make(self._more, "pair-pace", 6).pack(side="left")
        self._line = inner(self.clock)
        self.text = label(self.clock, "Bold")
        self.slider = Slider(self.clock, look, lambda moment: intents.report(PairSought(moment)))
        self._tight: bool | None = None
        self._texts: tuple[str, ...] = ("",)
        self.tighten(False)

    def tighten(self, brief: bool) -> None:
        """Put the clock into one row, or into two with more buttons above those of the board.

        In one row it takes the place of the latter, whose commands have keys.
        """
        if brief == self._tight:
            return
        self._tight, foot = brief, self.show_board.master
        assert isinstance(foot, ttk.Frame)
        pack_if(not brief, foot, side="bottom", fill="x")
        self.clock.pack_forget()
        self.clock.pack(side="bottom", fill="x")
        pack_if(not brief, self._more, side="left")
        pack_if(not brief, self._line, fill="x", pady=(self._look.xs, 0))
        row = self._steps if brief else self._line
        self.text.pack(in_=row, side="left", padx=(0, self._look.s))
        self.slider.pack(in_=row, side="left", fill="x", expand=True)
        self._write_clock()
        self._arrange()

    def under(self) -> int:
        foot = super().under() if self.show_board.master.winfo_manager() else 0
        # Not by the height that the clock requests, which Tk brings up to date only later.
        high = max(part.winfo_reqheight() for part in self._steps.winfo_children())
        if not self._tight:
            row = max(self.text.winfo_reqheight(), self.slider.winfo_reqheight())
            high += self._look.xs + row
        return foot + high

    def show_clock(self, scene: PairScene) -> None:
        """Show the moment of both searches."""
        self.slider.show(scene.moment, scene.moments)
        self._texts = scene.clock
        self._write_clock()

    def _write_clock(self) -> None:
        write(self.text, self._texts[-1 if self._tight else 0])


class PairPage(ttk.Frame):
    """Three rows: the trees; the node where they part and what to look at; both sources."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look = look
        self._scene = PairScene()
        self._brief = False
        self.card = PairCard(self, look, intents, buttons)
        self.columns = [MoveColumn(self, look) for _ in range(2)]
        self.reason = PartingCard(self, look, buttons, fields, intents)
        self.reason.offer_board(True)
        self.codes = [CodeCard(self, look) for _ in range(2)]
        look.refit(self, self._arrange, idle=True)

    def show(self, scene: ExplorerScene) -> None:
        """Show everything; only what differs is drawn."""
        before, pair = self._scene, scene.pair
        self._scene = pair
        self.card.show_pair(pair)
        for column, shown in zip(self.columns, pair.columns, strict=False):
            column.show(shown)
        if pair.columns:
            self.reason.show(pair.reason)
            self.reason.show_clock(pair)
        if shape(pair) != shape(before):
            self._arrange()
        self._show_codes()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self.card.pair

    def _show_codes(self) -> None:
        for card, code in zip(self.codes, self._scene.codes, strict=False):
            card.show(code, self._brief)

    def _arrange(self) -> None:
        """Divide the page by what each part needs; a small one has no columns."""
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        scene = self._scene
        if width < 2:
            return
        for part in (*self.columns, self.reason, *self.codes):
            part.place_forget()
        if not scene.columns:
            self.card.place(x=0, y=0, width=width, height=height)
            return
        rows, digit = len(scene.trees[0].rows), look.fonts["body"].measure("0")
        lines = max((len(code.lines) for code in scene.codes), default=0)
        below = self.codes[0].high(lines, False) if lines else 0
        path = look.line("bold") + 3 * look.line("caption") + look.l
        path += ROWS * (look.line("mono") + look.px(4))
        room = height - path - below - (2 if below else 1) * look.m
        self._brief = width < NARROW * digit or room < self.card.high(rows, LOW)
        self.reason.tighten(self._brief)
        if (width, height) != (self.winfo_width(), self.winfo_height()):
            self._arrange()  # Tk was brought up to date meanwhile, and gave the page another size
            return
        self.reason.reason.run_in(self._brief or bool(lines))
        if self._brief:
            self._place_brief(width, height, rows)
        else:
            top = min(self.card.high(rows, HIGHEST), room)
            self._place_all(width, height, top, below)
        self._show_codes()

    def _place_all(self, width: int, height: int, top: int, below: int) -> None:
        """Place the columns beside the sentences, and the sources side by side."""
        look = self._look
        gap, half = look.m, (width - look.m) // 2
        middle = height - top - gap - (below + gap if below else 0)
        column = min(COLUMN * look.fonts["body"].measure("0"), width // 4)
        self.card.place(x=0, y=0, width=width, height=top)
        for number, card in enumerate(self.columns):
            card.place(x=number * (column + gap), y=top + gap, width=column, height=middle)
        left = 2 * (column + gap)
        self.reason.place(x=left, y=top + gap, width=width - left, height=middle)
        for number, code in enumerate(self.codes[: len(self._scene.codes)]):
            code.place(x=number * (half + gap), y=height - below, width=half, height=below)

    def _place_brief(self, width: int, height: int, rows: int) -> None:
        """Place everything one above the other; the sources give way to the sentences."""
        look, gap = self._look, self._look.s
        below = self.codes[0].high(BRIEF, True) + gap
        least = self.reason.under() + look.m + look.s + 2
        least += SENTENCES * (look.line("small") + 2)
        shown, row = len(self._scene.codes), LOW
        while shown and self.card.high(rows, row) + gap + least + shown * below > height:
            shown -= 1
        if self.card.high(rows, row) + gap + least + shown * below > height:
            row = TIGHT
        top = self.card.high(rows, row)
        middle = max(1, height - top - gap - shown * below)
        self.card.place(x=0, y=0, width=width, height=top)
        self.reason.place(x=0, y=top + gap, width=width, height=middle)
        for number, code in enumerate(self.codes[:shown]):
            y = height - (shown - number) * below + gap
            code.place(x=0, y=y, width=width, height=below - gap)


def shape(scene: PairScene) -> tuple[object, ...]:
    """Return what the arrangement of the page depends on."""
    rows = tuple(len(tree.rows) for tree in scene.trees)
    return rows, bool(scene.columns), tuple(len(code.lines) for code in scene.codes)
