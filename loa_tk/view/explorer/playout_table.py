"""The table of the moves that selection compares, with the two terms of UCB1 as bars."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.explorer import ExplorerIntents
from loa_tk.scenes.playouts import ChildPicked, SelectLine, SelectScene
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import bind_wheel
from loa_tk.view.kit.widgets import SceneCanvas
from loa_tk.words import mcts as words


class ChildrenTable(SceneCanvas[SelectScene]):
    """The children of a node: their cells, and a bar that adds the two terms up."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        self._first = 0
        super().__init__(parent, look, SelectScene())
        self._intents = intents
        self.bind("<Button-1>", lambda event: self._click(event.y, False))
        self.bind("<Double-Button-1>", lambda event: self._click(event.y, True))
        bind_wheel(self, lambda event, up: self._scroll(-up))

    @property
    def _high(self) -> int:
        return self._look.line("mono") + self._look.px(3)

    def _head(self) -> int:
        return self._look.line("caption") + self._look.xs

    def _visible(self) -> int:
        return max(1, (self.winfo_height() - self._head()) // self._high)

    def _draw(self) -> None:
        look, palette, scene = self._look, self._look.palette, self._scene
        room, count = self.winfo_width(), self._visible()
        if not scene.rows or room < 2:
            return
        if scene.selected is not None:
            low = scene.selected - count + 1
            self._first = max(low, min(self._first, scene.selected))
        self._first = max(0, min(self._first, len(scene.rows) - count))
        kept, at, end = self._columns(room)
        for place, x in zip(kept, at, strict=True):
            self.create_text(
                x, 0, text=scene.heads[place], anchor="ne" if place else "nw",
                font=look.fonts["caption"], fill=palette.muted,
            )  # fmt: skip
        for number, row in enumerate(scene.rows[self._first : self._first + count]):
            y = self._head() + number * self._high
            self._line(row, y, kept, at, end, self._first + number == scene.selected)

    def _line(
        self, row: SelectLine, y: int, kept: list[int], at: list[int], end: int, chosen: bool
    ) -> None:
        look, palette, room = self._look, self._look.palette, self.winfo_width()
        taken = row.part == "taken"
        colour = palette.text
        if taken or chosen:
            colour = palette.on_soft
            self.create_rectangle(
                0, y, room - 1, y + self._high - 1, fill=palette.soft, width=1,
                outline=palette.accent if chosen else palette.soft,
            )  # fmt: skip
        middle = y + self._high // 2
        for place, x in zip(kept, at, strict=True):
            bold = taken or place == len(row.cells) - 1
            self.create_text(
                x, middle, text=row.cells[place], anchor="e" if place else "w",
                font=look.fonts["mono_bold" if bold else "mono"], fill=colour,
            )  # fmt: skip
        word = look.fonts["caption"].measure(words.PARTS["taken"]) + look.xs
        if row.part:
            self.create_text(
                room - 2, middle, text=words.PARTS[row.part], anchor="e",
                font=look.fonts["caption"], fill=palette.accent if taken else palette.muted,
            )  # fmt: skip
        left, right = end + look.s, room - word - look.s
        if right - left >= look.px(50) and row.sum:
            half = look.px(4)
            share = left + round((right - left) * row.share)
            whole = left + round((right - left) * row.sum)
            self.create_rectangle(
                left, middle - half, whole, middle + half, fill=palette.trough,
                width=int(palette.flat), outline=palette.line,
            )  # fmt: skip
            self.create_rectangle(
                left, middle - half, share, middle + half, fill=palette.tree_max, width=0
            )

    def _columns(self, room: int) -> tuple[list[int], list[int], int]:
        """Return the columns that fit, where each is aligned, and where the last one ends.

        In a narrow table the exploration is left out: it is the rest of the sum.
        """
        look, scene = self._look, self._scene
        word = look.fonts["caption"].measure(words.PARTS["taken"]) + look.s
        for kept in ([0, 1, 2, 3, 4], [0, 1, 2, 4], [0, 1, 4], [0, 4]):
            wide = [
                max(
                    look.fonts["caption"].measure(scene.heads[place]),
                    *(look.fonts["mono_bold"].measure(row.cells[place]) for row in scene.rows),
                )
                for place in kept
            ]
            if sum(wide) + len(kept) * look.s + word <= room:
                break
        at, x = [0], wide[0]
        for one in wide[1:]:
            x += one + look.s
            at.append(x)
        return kept, at, x

    def _click(self, y: int, enter: bool) -> None:
        row = (y - self._head()) // self._high + self._first
        if y >= self._head() and row < len(self._scene.rows):
            self._intents.report(ChildPicked(row, enter))

    def _scroll(self, lines: int) -> None:
        self._first += lines
        self.redraw()
