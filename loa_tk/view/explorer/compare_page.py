"""The compare page: what each search cost in a table, and a chart of nodes by depth."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from loa_tk.scenes.explorer import BarGroup, CompareScene, ExplorerScene
from loa_tk.scenes.pages import TableScene
from loa_tk.view.kit.palette import mix
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import WRAPPED, Buttons, Scrolled
from loa_tk.view.kit.widgets import Card, SceneCanvas, inner, inset, label, pack_if, packed, write
from loa_tk.words import explorer as words

ALWAYS = len(words.COMPARE_HEADS)  # the last columns stay; those of the plies are left out first
FONTS = (("body", "mono"), ("small", "small"), ("caption", "caption"))  # of names and figures
THINNEST, THICKEST = 7, 16  # pixels of a bar


def grow(canvas: tk.Canvas, height: int) -> None:
    """Ask for this height, and tell what scrolls the canvas, which hears of no wish by itself."""
    if int(canvas.cget("height")) != height:
        canvas.configure(height=height)
        canvas.event_generate(WRAPPED)


class ComparisonTable(SceneCanvas[TableScene]):
    """Rows of figures under headings; the figures of the plies are left out if they do not fit."""

    def _draw(self) -> None:
        look, palette, table = self._look, self._look.palette, self._scene
        room = self.winfo_width()
        if not table.heads or room < 2:
            return
        kept, fonts, wide = self._fitting(room)
        gap = (room - sum(wide)) / max(1, len(wide) - 1)
        gap = max(look.xs, min(look.xl * 2, gap))
        high = look.line(fonts[0]) + look.s
        at = 0.0
        rules = look.line("caption") + look.xs
        for place, one in zip(kept, wide, strict=True):
            x = at + one if place else at
            self.create_text(
                x, 0, text=table.heads[place], anchor="ne" if place else "nw",
                font=look.fonts["caption"], fill=palette.muted,
            )  # fmt: skip
            for number, row in enumerate(table.rows):
                self.create_text(
                    x, rules + number * high + high // 2, fill=palette.text,
                    text=row[place] if place else look.fit(fonts[0], [row[place]], one),
                    anchor="e" if place else "w", font=look.fonts[fonts[1 if place else 0]],
                )  # fmt: skip
            at += one + gap
        for number in range(1, len(table.rows) + 1):
            y = rules + number * high
            self.create_line(0, y, room, y, fill=palette.line)
        grow(self, rules + len(table.rows) * high + 2)

    def _fitting(self, room: int) -> tuple[list[int], tuple[str, str], list[int]]:
        """Return the columns and fonts with which the table fits, and the columns' widths."""
        count = len(self._scene.heads)
        plies = max(0, count - ALWAYS - 1)
        for dropped in range(plies + 1):
            kept = [0, *range(1 + dropped, count)]
            for fonts in FONTS:
                wide = [self._wide(place, fonts) for place in kept]
                if sum(wide) + (len(wide) - 1) * self._look.s <= room:
                    return kept, fonts, wide
        # Then the names of the searches are shortened, because figures cannot be.
        wide[0] = max(1, room - sum(wide[1:]) - (len(wide) - 1) * self._look.xs)
        return kept, fonts, [min(wide[0], self._wide(0, fonts)), *wide[1:]]

    def _wide(self, place: int, fonts: tuple[str, str]) -> int:
        measure = self._look.fonts[fonts[1 if place else 0]].measure
        head = self._look.fonts["caption"].measure(self._scene.heads[place])
        return max(head, *(measure(row[place]) for row in self._scene.rows))


class Chart(SceneCanvas[CompareScene]):
    """Groups of horizontal bars, each with its figure, and a mark across each group."""

    def colours(self) -> Sequence[str]:
        """Return a colour for each bar of a group; their order tells them apart, too."""
        p = self._look.palette
        if p.flat:
            return (p.disabled, p.tree_max, p.accent, p.tree_min, p.discs["red"].face, p.good,
                    p.checkers_dark)  # fmt: skip
        light = mix(p.good, p.surface, 0.45)
        return (p.disabled, p.tree_max, p.accent, p.last, light, p.good, p.tree_best)

    def _draw(self) -> None:
        look, scene = self._look, self._scene
        width, height = self.winfo_width(), self.winfo_height()
        if not scene.groups or width < 2:
            return
        top = self._legend(width)
        count = max(len(group.bars) for group in scene.groups)
        least = top + len(scene.groups) * (count * look.px(THINNEST) + look.s)
        grow(self, least)
        measure = look.fonts["caption"].measure
        left = max(measure(group.caption) for group in scene.groups) + look.m
        figure = max(measure(bar.text) for group in scene.groups for bar in group.bars) + look.s
        each = (max(height, least) - top) / len(scene.groups)
        thick = max(look.px(THINNEST), min(look.px(THICKEST), int((each - look.s) / count)))
        for number, group in enumerate(scene.groups):
            y = round(top + number * each)
            self._group(group, y, thick, left, max(1, width - left - figure))

    def _legend(self, width: int) -> int:
        """Name the bars, and return where the chart can begin."""
        look, palette = self._look, self._look.palette
        measure, line = look.fonts["caption"].measure, look.line("caption")
        x = y = 0
        for name, colour in zip(self._scene.names, self.colours(), strict=False):
            wide = line + measure(name) + look.m
            if x and x + wide > width:
                x, y = 0, y + line + 2
            self.create_rectangle(
                x, y + 3, x + line - 5, y + line - 2, fill=colour, width=int(palette.flat),
                outline=palette.line,
            )  # fmt: skip
            self.create_text(
                x + line, y, text=name, anchor="nw", font=look.fonts["caption"], fill=palette.muted
            )
            x += wide
        return y + line + look.s

    def _group(self, group: BarGroup, y: int, thick: int, left: int, room: int) -> None:
        look, palette, colours = self._look, self._look.palette, self.colours()
        caption = look.fonts["caption"]
        bottom = y + thick * len(group.bars)
        self.create_text(
            0, (y + bottom) // 2, text=group.caption, anchor="w", font=caption, fill=palette.muted
        )
        skipped = -(-(look.line("caption") - 4) // thick)  # bars per figure, if they are thin
        for number, bar in enumerate(group.bars):
            if not bar.text:
                continue
            at = y + number * thick
            end = left + max(2, round(bar.share * room))
            colour = colours[number % len(colours)]
            hollow = bar.estimated or palette.flat
            self.create_rectangle(
                left, at, end, at + thick - 2, fill=palette.surface if bar.estimated else colour,
                width=int(hollow), outline=palette.line if palette.flat else colour,
                dash=(3, 2) if bar.estimated else (),
            )  # fmt: skip
            if number % skipped == 0:
                self.create_text(
                    end + look.xs, at + (thick - 2) // 2, text=bar.text, anchor="w", font=caption,
                    fill=palette.muted,
                )  # fmt: skip
        if group.mark is not None:
            at = left + round(group.mark * room)
            self.create_line(
                at, y - 3, at, bottom, fill=palette.text, width=look.px(2), dash=(4, 3)
            )


class ComparisonPage(Card):
    """The table above the chart, in a page that scrolls if it is too small."""

    def __init__(self, parent: tk.Misc, look: Look, buttons: Buttons) -> None:
        super().__init__(parent, look, (inset(look), look.m, look.s, look.m))
        self._shown: CompareScene | None = None
        self.pack_propagate(False)  # the window sets its size
        top = packed(inner(self), fill="x")
        for name in ("save-csv", "compare-page"):
            buttons.make(top, "Quiet", name).pack(side="right")
        self._title = packed(label(top, "Bold"), side="left")
        self._top = top
        self._note = label(self, "Body")
        self._scrolled = Scrolled(self, look)
        body = self._scrolled.content
        self.table = ComparisonTable(body, look, TableScene((), ()))
        self.table.pack(fill="x", pady=(look.s, 0))
        self.sentence = packed(label(body, "Bold"), anchor="w", pady=look.s)
        heading = packed(inner(body), fill="x")
        self._chart = packed(label(heading, "Bold"), side="left")
        self._scale = packed(label(heading, "Caption"), side="left", padx=look.s)
        self._mark = packed(label(heading, "Caption"), side="right")
        self.chart = Chart(body, look, CompareScene())
        self.chart.pack(fill="both", expand=True, pady=(look.xs, 0))
        self._scrolled.follow_wheel()
        for part in (self.table, self.chart):
            part.bind(WRAPPED, lambda event: self.after_idle(self._scrolled.fit))
        look.refit(self, self._fit, idle=True)

    def show(self, scene: ExplorerScene) -> None:
        """Show the comparison, as far as it has got."""
        compare = scene.compare
        if compare == self._shown:
            return
        before, self._shown = self._shown, compare
        if before is None or bool(before.note) != bool(compare.note):
            pack_if(bool(compare.note), self._note, expand=True)
            pack_if(not compare.note, self._scrolled, fill="both", expand=True)
        self._note.configure(text=compare.note)
        if compare.table is not None:
            self.table.show(compare.table)
        style = {True: "Good", False: "Wrong", None: "Bold"}[compare.agreed]
        write(self._chart, compare.chart)
        self.sentence.configure(text=compare.sentence, style=f"{style}.TLabel")
        self._scale.configure(text=compare.scale)
        self.chart.show(compare)
        self._fit()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self.chart

    def scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self._scrolled.scroll(lines)

    def _fit(self) -> None:
        look = self._look
        room = max(1, self.winfo_width() - 3 * inset(look))
        for part in (self._note, self.sentence):
            part.configure(wraplength=room, justify="left")
        if self._shown is not None:
            buttons = sum(button.winfo_reqwidth() for button in self._top.winfo_children()[:2])
            titles = [self._shown.title or words.COMPARE_TITLE, words.COMPARE_SHORT]
            self._title.configure(text=look.fit("bold", titles, room - buttons))
            taken = look.fonts["bold"].measure(self._shown.chart) + 2 * look.s
            taken += look.fonts["caption"].measure(self._shown.scale)
            self._mark.configure(text=look.fit("caption", self._shown.mark, room - taken))
        self.after_idle(self._scrolled.fit)  # the sentence may have more lines now
