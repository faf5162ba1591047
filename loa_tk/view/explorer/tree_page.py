"""The tree page: the whole tree above the nodes on the path, the reason, and the algorithm."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, Selected, TreePictureScene
from loa_tk.view.explorer.columns import PathColumns
from loa_tk.view.explorer.figure import FigureCard
from loa_tk.view.explorer.reason import ReasonCard
from loa_tk.view.explorer.tree_canvas import HIGHEST, LEAST, TIGHT, TreeCanvas
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import WRAPPED, Buttons, Fields
from loa_tk.view.kit.tree_image import swatch
from loa_tk.view.kit.widgets import Card, inner, inset, label, pack_if, packed, write
from loa_tk.words import explorer as words

ROWS = 5  # moves of a column that must be visible, or the algorithm is shown in brief
FEW = 3  # the same, or the rows of the picture become lower
REASON = 0.38  # the share of the width that the board and the reason get


class Level(NamedTuple):
    """How much is written above the picture: the legend's labels, the title, the caption."""

    short: Mapping[str, str]
    title: bool = True
    caption: bool = False


LEVELS = (
    Level({}, caption=True),
    Level(words.LEGEND_SHORT, caption=True),
    Level({}),
    Level(words.LEGEND_SHORT),
    Level(words.LEGEND_TINY),
    Level(words.LEGEND_TINY, title=False),
)


class PictureCard(Card):
    """The picture under its title and its legend."""

    title = words.WHOLE_TREE
    zooms: tuple[str, ...] = ("all", "larger", "smaller")
    levels = LEVELS

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons
    ) -> None:
        super().__init__(parent, look, (inset(look), look.s, inset(look), look.s))
        self._images = ImageCache(self)
        self._shown: TreePictureScene | None = None
        self.pack_propagate(False)  # the page sets its size
        top = packed(inner(self), fill="x")
        self._title = packed(label(top, "Bold", self.title), side="left")
        self._caption = packed(label(top, "Caption"), side="left", padx=look.s)
        self._zooms = [buttons.make(top, "Quiet", name) for name in self.zooms]
        for button in self._zooms:
            button.pack(side="right")
        self._legend = packed(inner(top), side="right", padx=(0, look.s))
        self._entries: list[tuple[str, ttk.Label]] = []
        self.picture = self._canvas(intents)
        self.picture.pack(fill="both", expand=True, pady=(look.xs, 0))
        self._top = top
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._restyle)

    def _canvas(self, intents: ExplorerIntents) -> TreeCanvas:
        return TreeCanvas(self, self._look, intents)

    def show(self, scene: TreePictureScene) -> None:
        """Show the picture; the name of the node under the pointer replaces the caption."""
        self.show_head(scene)
        self.picture.show(scene)

    def show_head(self, scene: TreePictureScene) -> None:
        """Show the caption and the legend."""
        before, self._shown = self._shown, scene
        if before is None or scene.legend != before.legend:
            self._make(scene.legend)
        if before is None or (scene.hover, scene.caption, scene.legend) != (
            before.hover, before.caption, before.legend,
        ):  # fmt: skip
            self._fit()

    def least(self, rows: int, row: int) -> int:
        """Return the height of the card if the picture has rows of this many pixels."""
        look = self._look
        top = max(self._top.winfo_reqheight(), look.line("bold"))
        return top + look.px(row) * max(1, rows) + 2 * look.s + look.xs + look.px(6)

    def _make(self, legend: tuple[tuple[str, str], ...]) -> None:
        for _, entry in self._entries:
            entry.destroy()
        self._entries = []
        for kind, text in legend:
            entry = label(self._legend, "Caption", text)
            entry.configure(compound="left")
            self._entries.append((kind, entry))
        self._paint()

    def _paint(self) -> None:
        size = self._look.line("caption")
        for kind, entry in self._entries:
            image = self._images.get(kind, lambda kind=kind: swatch(kind, size, self._look))  # type: ignore[misc]
            entry.configure(image=image)

    def _fit(self) -> None:
        """Show as much of the legend as fits; the caption, then the title give way to it."""
        scene, look = self._shown, self._look
        if scene is None or self.winfo_width() < 2:
            return
        measure = look.fonts["caption"].measure
        levels = self.levels
        level = next((level for level in levels if self._fits(level, scene.caption)), levels[-1])
        text = scene.caption if level.caption else ""  # F1 explains the width, too
        if scene.hover:
            text = scene.hover
            rest = levels[levels.index(level) :]
            level = next((lower for lower in rest if self._fits(lower, text, True)), level)
        self._label(level.short)
        room, taken = self._room(level.title), measure(text)
        for _, entry in self._entries:
            wide = entry.winfo_reqwidth() + look.m
            if taken + wide <= room:
                entry.pack(side="left", padx=(look.m, 0))
                taken += wide
            else:
                entry.pack_forget()
                taken = room
        pack_if(level.title, self._title, side="left", before=self._caption)
        self._caption.configure(text=look.fit("caption", [text], room))

    def _room(self, title: bool) -> int:
        """Return the room for the legend and the caption, beside the title or without it."""
        look = self._look
        room = self.winfo_width() - 2 * inset(look) - 3 * look.m
        room -= look.fonts["bold"].measure(self.title) if title else 0
        return room - sum(button.winfo_reqwidth() for button in self._zooms)

    def _fits(self, level: Level, text: str, must: bool = False) -> bool:
        """Return whether the legend fits, beside a text if the level has it or it must be there."""
        beside = self._look.fonts["caption"].measure(text) if level.caption or must else 0
        return self._label(level.short) + beside <= self._room(level.title)

    def _label(self, short: Mapping[str, str]) -> int:
        """Name the entries of the legend, some of them in short, and return their width."""
        assert self._shown is not None
        for (kind, entry), (_, text) in zip(self._entries, self._shown.legend, strict=True):
            write(entry, short.get(kind, text))
        return sum(entry.winfo_reqwidth() + self._look.m for _, entry in self._entries)

    def _restyle(self) -> None:
        self._images.turn_to((self._look.palette.name, self._look.text_size))
        self._paint()
        self.after_idle(self._fit)


class TreePage(ttk.Frame):
    """Three rows: the picture; the path and the reason; the algorithm with its transport."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look = look
        self._rows, self._walking = 0, False  # rows of the picture; whether there are columns
        self.card = PictureCard(self, look, intents, buttons)
        self.columns = PathColumns(
            self,
            look,
            lambda column, row: intents.report(Selected(column, row)),
            lambda column, row: intents.report(Selected(column, row, enter=True)),
        )
        self.reason = ReasonCard(self, look, buttons, partial(intents.choose, "link"))
        self.figure = FigureCard(self, look, intents, buttons, fields)
        self._arranging = False
        self.bind("<Configure>", lambda event: self._arrange())
        self.figure.steps.bind(WRAPPED, lambda event: self.after_idle(self._arrange))
        look.watch(self, lambda: self.after_idle(self._arrange))

    def show(self, scene: ExplorerScene) -> None:
        """Show everything; only what differs is drawn."""
        self.card.show(scene.picture)
        self.columns.show(scene.columns)
        self.reason.show(scene.reason)
        bare = scene.reason.board is None  # as a tree that was written by hand is
        self.reason.offer_board("from-board" in scene.enabled, shown=not bare)
        self.figure.show(scene)
        shape = len(scene.picture.rows), bool(scene.columns)
        if shape != (self._rows, self._walking):
            self._rows, self._walking = shape
            self._arrange()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self.card.picture

    def _arrange(self) -> None:
        """Divide the page by what each part needs."""
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        if width < 2 or self._arranging:
            return
        self._arranging = True  # what is measured here may cause events that end here
        gap = look.m
        rows = self._rows or 4
        brief = width < self.figure.full_width()
        path = look.line("bold") + 3 * look.line("caption") + look.l
        path += ROWS * (look.line("mono") + look.px(4))
        least = self.card.least(rows, LEAST)
        if not brief:
            brief = self.figure.full_height() + path + least + 2 * gap > height
        self.figure.arrange(brief)
        self.figure.place(x=0, y=0, width=width)  # its height depends on its width
        self.update_idletasks()
        low = max(self.figure.winfo_reqheight(), 0 if brief else self.figure.full_height())
        if brief:
            self.figure.arrange(brief, whole=True)
            self.update_idletasks()
            wide, high = self.figure.winfo_reqwidth(), self.figure.winfo_reqheight()
            if wide <= width and high + path + least + 2 * gap <= height:
                low = high
            else:
                self.figure.arrange(brief)
        if brief and low + path + least + 2 * gap > height:
            self.figure.arrange(brief, bare=True)
            self.update_idletasks()
            low = self.figure.winfo_reqheight()
        room = height - low - 2 * gap - path + (ROWS - FEW) * (look.line("mono") + look.px(4))
        if room < least:
            least = max(room, self.card.least(rows, TIGHT))
        most = self.card.least(rows, HIGHEST)
        top = min(most, max(least, min(room, round((height - low - 2 * gap) * 0.4))))
        middle = max(1, height - low - top - 2 * gap)
        reason = max(round(width * REASON), look.px(240))
        if width - reason - gap < self.columns.least():
            reason = width - gap - self.columns.least()
        if not self._walking:
            reason = width
        self.card.place(x=0, y=0, width=width, height=top)
        if self._walking:
            self.columns.place(x=0, y=top + gap, width=width - reason - gap, height=middle)
        else:
            self.columns.place_forget()
        self.reason.place(x=width - reason, y=top + gap, width=reason, height=middle)
        self.figure.place(x=0, y=height - low, width=width, height=low)
        self._arranging = False
        if (self.winfo_width(), self.winfo_height()) != (width, height):
            self.after_idle(self._arrange)  # the page was resized in the meantime
