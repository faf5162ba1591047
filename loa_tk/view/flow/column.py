"""The right column of the Flow Free window: the puzzle, the watched algorithm, the comparison."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from loa_tk.scenes.flow import FlowScene, Stroke
from loa_tk.scenes.services import Report, ToolIntents
from loa_tk.view.flow.why_card import WhyCard
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, LabelTable, Page
from loa_tk.view.kit.tooltip import Tooltip, told
from loa_tk.view.kit.widgets import Card, Padding, ProgressBar, inner, inset, label, packed, write
from loa_tk.words import flow as words

Figures = Sequence[tuple[str, str]]


class FigureRow(ttk.Frame):
    """Captions over bold figures; if not all fit, they wrap, or some are left out.

    `last` numbers those that are left out, the first one first; without it they wrap. A mouse that
    rests on the row is told what is left out.
    """

    def __init__(
        self, parent: tk.Misc, look: Look, samples: Figures, last: Sequence[int] = ()
    ) -> None:
        super().__init__(parent, style="In.TFrame", width=1)
        self.grid_propagate(False)  # its parent sets its width; it asks only for a height
        self._look, self._samples, self._last = look, samples, last
        self._shown: Figures = ()
        self._labels = [(label(self, "Caption"), label(self, "Figure")) for _ in samples]
        self._kept = list(range(len(samples)))
        all_of_it = (self, *(one for pair in self._labels for one in pair))
        self.note = Tooltip(all_of_it, look, self._left)
        look.refit(self, self._arrange)

    def show(self, figures: Figures) -> None:
        """Show these figures; only those that differ are written."""
        if figures == self._shown:
            return
        self._shown = figures
        for (over, under), (caption, text) in zip(self._labels, figures, strict=True):
            write(over, caption)
            write(under, text)

    def _left(self) -> str:
        """Return the figures that are left out."""
        return told(pair for i, pair in enumerate(self._shown) if i not in self._kept)

    def _arrange(self) -> None:
        """Put them side by side if the widest figures would fit, so that nothing jumps."""
        look, count = self._look, len(self._samples)
        caption, figure = look.fonts["caption"].measure, look.fonts["figure"].measure
        wide = [max(caption(c), figure(f)) for c, f in self._samples]
        room, kept, last = self.winfo_width(), list(range(count)), list(self._last)

        def crowded() -> bool:
            return 1 < room < sum(wide[i] for i in kept) + (len(kept) - 1) * look.m

        while last and crowded():
            kept.remove(last.pop(0))
        across = (len(kept) + 1) // 2 if not self._last and crowded() else len(kept)
        self._kept = kept
        for i, pair in enumerate(self._labels):
            for line, one in enumerate(pair):
                if i not in kept:
                    one.grid_remove()
                    continue
                row, column = divmod(kept.index(i), across)
                above = look.xs if row and not line else 0
                gap = (0, look.m if column < across - 1 else 0)
                one.grid(row=2 * row + line, column=column, sticky="w", padx=gap, pady=(above, 0))
        for i in range(count):
            self.columnconfigure(i, weight=int(i < across))
        lines = -(-len(kept) // across)
        each = look.line("caption") + look.line("figure")
        self.configure(height=lines * each + (lines - 1) * look.xs)


def padding(look: Look) -> Padding:
    """Return the pixels between the edges of these cards and their content."""
    return inset(look), look.s, inset(look), look.m


COUNTS = ((words.FLOWS, "88 of 88"), (words.CELLS, "888 of 888"), (words.MOVES, "88"),
          (words.SOLUTIONS, words.NONE))  # fmt: skip
LAST = (1, 3)  # the cells are left out first, because the bar shows them, too
COUNTERS = ((words.ATTEMPTS, "88.88 M"), (words.BACKTRACKS, "88.88 M"),
            (words.GUESSES, "888"), (words.SECONDS, "888.8"))  # fmt: skip

CELLS = ("forward", "0.0000", "88 guesses", "88.88 M")  # the widest texts of the table's columns


class PuzzleCard(Card):
    """The choice of puzzle, its progress, and the buttons that help to solve it."""

    def __init__(self, parent: tk.Misc, look: Look, buttons: Buttons, fields: Fields) -> None:
        super().__init__(parent, look, padding(look))
        top = packed(inner(self), fill="x")
        label(top, "Bold", words.PUZZLE).pack(side="left")
        # Made from left to right, because Tab goes in the order of making.
        named = [buttons.make(top, "Quiet", name) for name in ("open", "save", "generate")]
        for button in reversed(named):
            button.pack(side="right")
        fields.make(self, "puzzle", 10).pack(fill="x", pady=(look.xs, look.s))
        self._counts = packed(FigureRow(self, look, COUNTS, LAST), fill="x")
        self._bar = packed(ProgressBar(self), fill="x", pady=look.s)
        row = self._help = packed(inner(self), fill="x")
        self._done = inner(self)
        for column, name in enumerate(("hint", "check")):
            row.columnconfigure(column, weight=1, uniform="help")
            gap = (look.xs, 0) if column else (0, look.xs)
            buttons.make(row, "Push", name).grid(row=0, column=column, sticky="ew", padx=gap)
        row = packed(inner(self), fill="x", pady=(look.xs, 0))
        for column, name in enumerate(("undo", "redo", "reset")):
            row.columnconfigure(column, weight=1, uniform="steps")
            buttons.make(row, "Quiet", name).grid(row=0, column=column, sticky="ew")
        texts = packed(inner(self._done), side="left")
        self._title = packed(label(texts, "Bold"), anchor="w")
        self._facts = packed(label(texts, "Caption"), anchor="w")
        buttons.make(self._done, "Main", "next").pack(side="right")
        self._steps = row

    def show(self, scene: FlowScene) -> None:
        """Show the progress; for a solved puzzle what it took, in the place of the help."""
        if scene.banner is not None:
            write(self._title, scene.banner.title)
            write(self._facts, scene.banner.reason)
        shown, hidden = (self._help, self._done) if scene.banner is None else (
            self._done, self._help)  # fmt: skip
        if hidden.winfo_manager():
            hidden.pack_forget()
            shown.pack(fill="x", before=self._steps)
        self._counts.show(scene.counts)
        self._bar.show(scene.progress, "Live" if scene.progress else "Empty")


class WatchPage(Page):
    """The choice of algorithm and speed, and the counters of its run."""

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Report, buttons: Buttons, fields: Fields
    ) -> None:
        super().__init__(parent, look, padding(look), words.PAGES, "watch", choose)
        row = packed(inner(self), fill="x")
        for column, (key, width) in enumerate((("algorithm", 8), ("speed", 5))):
            frame = inner(row)
            label(frame, "Caption", words.FIELDS[key]).pack(anchor="w")
            fields.make(frame, key, width).pack(fill="x")
            frame.grid(row=0, column=column, sticky="ew", padx=(look.s if column else 0, 0))
            row.columnconfigure(column, weight=2 - column)
        self._counters = packed(FigureRow(self, look, COUNTERS), fill="x", pady=look.s)
        row = packed(inner(self), fill="x")
        for column, (name, style) in enumerate((("run", "Main"), ("back", "Push"),
                                                ("step", "Push"), ("stop", "Push"))):  # fmt: skip
            row.columnconfigure(column, weight=1, uniform="watch")
            gap = (look.xs if column else 0, 0)
            buttons.make(row, style, name).grid(row=0, column=column, sticky="ew", padx=gap)

    def show(self, scene: FlowScene) -> None:
        """Show the counters."""
        self._counters.show(scene.counters)


class ComparePage(Page):
    """The table that compares the algorithms, and the time limit for each."""

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Report, buttons: Buttons, fields: Fields
    ) -> None:
        super().__init__(parent, look, padding(look), words.PAGES, "compare", choose)
        self._table = packed(LabelTable(self, "Number", look.s), fill="x", pady=(0, look.s))
        look.watch(self._table, self._widen)
        row = packed(inner(self), fill="x")
        label(row, "Caption", words.FIELDS["limit"]).pack(side="left", padx=(0, look.s))
        fields.make(row, "limit", 5).pack(side="left")
        buttons.make(row, "Main", "compare").pack(side="right", padx=(look.s, 0))

    def show(self, scene: FlowScene) -> None:
        """Show the table."""
        self._table.show(scene.table)

    def _widen(self) -> None:
        """Reserve room for the widest results, so that nothing jumps or is cut when they come."""
        for column, sample in enumerate(CELLS):
            wide = self._look.fonts["small"].measure(sample) + (self._look.s if column else 0)
            self._table.columnconfigure(column, minsize=wide)


class FlowColumn(ttk.Frame):
    """The puzzle and both pages if there is room for them, else the puzzle and the chosen page.

    While an algorithm is watched, its page and the explanation of its steps come first.
    """

    def __init__(self, parent: tk.Misc, look: Look, intents: ToolIntents[Stroke]) -> None:
        super().__init__(parent)
        self._look = look
        self.buttons, self.fields = Buttons(intents), Fields(look, intents)
        self._chosen, self._watched = "watch", False
        self._arranged: tuple[tuple[str, ...], int] = (), 0  # which cards, and the gap
        self.pack_propagate(False)  # the window sets its size
        self.puzzle = PuzzleCard(self, look, self.buttons, self.fields)
        self.watch = WatchPage(self, look, self._choose, self.buttons, self.fields)
        self.why = WhyCard(self, look, padding(look))
        self.compare = ComparePage(self, look, self._choose, self.buttons, self.fields)
        self.pages = {"watch": self.watch, "compare": self.compare}
        self._cards = {
            "puzzle": self.puzzle, "watch": self.watch, "why": self.why, "compare": self.compare,
        }  # fmt: skip
        for part in (self, *self._cards.values()):  # figures that wrap change their page's height
            part.bind("<Configure>", lambda event: self._arrange())
        # When idle, because ttk measures its widgets only after a change of font.
        look.watch(self, lambda: self.after_idle(self._arrange))

    def show(self, scene: FlowScene) -> None:
        """Show fields, figures, explanation, table and buttons."""
        self.fields.show(scene.fields)
        self.puzzle.show(scene)
        self.watch.show(scene)
        if scene.explained is not None:
            self.why.show(scene.explained)
        self.compare.show(scene)
        self.buttons.show(scene.labels, scene.enabled)
        watched = scene.explained is not None
        if not self._arranged[0] or watched != self._watched:
            self._watched = watched
            self._arrange()

    def least(self) -> int:
        """Return the width below which something would be cut off."""
        self.update_idletasks()
        return max(card.winfo_reqwidth() for card in (self.puzzle, *self.pages.values()))

    def _choose(self, name: str) -> None:
        self._chosen = name
        self._arrange()
        self.update_idletasks()  # a widget that is not yet on the screen cannot take the focus
        following = self.pages[name].tk_focusNext()  # the tab that was pressed has gone
        if following is not None:
            following.focus_set()

    def _arrange(self) -> None:
        if self.winfo_width() < 2:
            return
        self.update_idletasks()
        offers: tuple[tuple[str, ...], ...] = (("puzzle", "watch", "compare"),)
        least = ("puzzle", self._chosen)
        if self._watched:
            offers = (("puzzle", "watch", "why", "compare"), ("puzzle", "watch", "why"))
            least = ("watch", "why")
        arranged = next(filter(self._fits, offers), least)
        gap = self._look.m if self._fits(arranged) else self._look.xs
        if (arranged, gap) == self._arranged:
            return
        self._arranged = arranged, gap
        tabs = arranged in (("puzzle", "watch"), ("puzzle", "compare"))
        for page in self.pages.values():
            page.tabbed(tabs)
        for card in self._cards.values():
            card.pack_forget()
        for number, name in enumerate(arranged):
            above = (gap if number else 0, 0)
            tall = name == "why"  # its reason takes the room that is left
            self._cards[name].pack(fill="both" if tall else "x", expand=tall, pady=above)

    def _fits(self, names: Sequence[str]) -> bool:
        """Return whether there is room for all these cards at once."""
        need = sum(self._cards[name].winfo_reqheight() for name in names)
        return need + (len(names) - 1) * self._look.m <= self.winfo_height()
