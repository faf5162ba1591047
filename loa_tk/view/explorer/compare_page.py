"""The compare page: what each search cost in a table, and a chart of nodes by depth."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.explorer import CompareScene, ExplorerScene
from loa_tk.scenes.pages import TableScene
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.controls import Buttons
from loa_tk.view.kit.theme import Look
from loa_tk.words import explorer as words

STRONG = 4  # the share of the accent in the bars grows with their number, in quarters


class ComparisonTable(tk.Canvas):
    """Rows of figures under headings; columns that do not fit can be scrolled to."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=10, height=10)
        self._look = look
        self._table = TableScene((), ())  # nothing to draw
        self.bind("<Configure>", lambda event: self._draw())
        look.watch(self, self._draw)

    def show(self, table: TableScene) -> None:
        """Show this table."""
        if table != self._table:
            self._table = table
            self._draw()

    def _draw(self) -> None:
        look, palette, table = self._look, self._look.palette, self._table
        self.configure(background=palette.surface)
        self.delete("all")
        if not table.heads or self.winfo_width() < 2:
            return
        high = look.line("body") + look.s
        fonts = self._fonts()
        wide = [
            max(
                look.fonts["caption"].measure(head),
                *(look.fonts[fonts[0 if not i else 1]].measure(row[i]) for row in table.rows),
            )
            for i, head in enumerate(table.heads)
        ]
        gap = (self.winfo_width() - sum(wide)) / max(1, len(wide) - 1)
        gap = max(look.s, min(look.xl * 2, gap))
        stops, at = [], 0.0
        for number, one in enumerate(wide):
            stops.append(at if not number else at + one)
            at += one + gap
        for number, head in enumerate(table.heads):
            self.create_text(
                stops[number], 0, text=head, anchor="ne" if number else "nw",
                font=look.fonts["caption"], fill=palette.muted,
            )  # fmt: skip
        y = look.line("caption") + look.xs
        for row in table.rows:
            for number, text in enumerate(row):
                self.create_text(
                    stops[number], y + high // 2, text=text, anchor="e" if number else "w",
                    fill=palette.text, font=look.fonts[fonts[1 if number else 0]],
                )  # fmt: skip
            y += high
            self.create_line(0, y, self.winfo_width(), y, fill=palette.line)
        self.configure(height=y + 2, scrollregion=(0, 0, max(at - gap, 1), y))

    def _fonts(self) -> tuple[str, str]:
        """Return the largest fonts of names and figures with which the table fits."""
        look, table = self._look, self._table
        for names, figures in (("body", "mono"), ("small", "small"), ("caption", "caption")):
            wide = sum(
                max(
                    look.fonts["caption"].measure(head),
                    *(
                        look.fonts[names if not i else figures].measure(row[i])
                        for row in table.rows
                    ),
                )
                + look.s
                for i, head in enumerate(table.heads)
            )
            if wide <= self.winfo_width():
                break
        return names, figures


class Chart(tk.Canvas):
    """Groups of horizontal bars, each with its figure, and a mark across each group."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=10, height=10)
        self._look = look
        self._scene = CompareScene()
        self.bind("<Configure>", lambda event: self._draw())
        look.watch(self, self._draw)

    def show(self, scene: CompareScene) -> None:
        """Show these groups."""
        if scene != self._scene:
            self._scene = scene
            self._draw()

    def colours(self) -> list[str]:
        """Return a colour for each bar of a group; in high contrast the figures tell them apart."""
        palette = self._look.palette
        return [palette.disabled, palette.tree_max, palette.accent, palette.tree_best,
                palette.tree_min, palette.good, palette.bad]  # fmt: skip

    def _draw(self) -> None:
        look, palette, scene = self._look, self._look.palette, self._scene
        self.configure(background=palette.surface)
        self.delete("all")
        width, height = self.winfo_width(), self.winfo_height()
        if not scene.groups or width < 2:
            return
        measure = look.fonts["caption"].measure
        left = max(measure(group.caption) for group in scene.groups) + look.m
        figure = max(measure(bar.text) for group in scene.groups for bar in group.bars) + look.s
        room = max(1, width - left - figure)
        line = look.line("caption")
        x, y = 0, 0
        for name, colour in zip(scene.names, self.colours(), strict=False):
            wide = line + look.xs + measure(name) + look.m
            if x and x + wide > width:
                x, y = 0, y + line + 2
            self.create_rectangle(x, y + 2, x + line - 4, y + line - 2, fill=colour, width=0)
            self.create_text(
                x + line, y, text=name, anchor="nw", font=look.fonts["caption"], fill=palette.muted
            )
            x += wide
        top = y + line + look.s
        count = max(len(group.bars) for group in scene.groups)
        each = (height - top) / len(scene.groups)
        thick = max(2, min(look.px(16), int((each - look.s) / max(1, count))))
        labelled = thick >= look.line("caption") - 3
        for number, group in enumerate(scene.groups):
            y = round(top + number * each)
            middle = y + thick * len(group.bars) // 2
            self.create_text(
                0, middle, text=group.caption, anchor="w", font=look.fonts["caption"],
                fill=palette.muted,
            )  # fmt: skip
            for row, bar in enumerate(group.bars):
                at = y + row * thick
                end = left + max(2, round(bar.share * room))
                colour = self.colours()[row % len(self.colours())]
                self.create_rectangle(left, at, end, at + thick - 2, fill=colour, width=0)
                if labelled or row in (0, len(group.bars) - 1):
                    self.create_text(
                        end + look.xs, at + thick // 2, text=bar.text, anchor="w",
                        font=look.fonts["caption"], fill=palette.muted,
                    )  # fmt: skip
            if group.mark is not None:
                at = left + round(group.mark * room)
                bottom = y + thick * len(group.bars)
                self.create_line(at, y - 3, at, bottom, fill=palette.text, width=look.px(2),
                                 dash=(4, 3))  # fmt: skip


class ComparisonPage(Card):
    """The table above the chart."""

    def __init__(self, parent: tk.Misc, look: Look, buttons: Buttons) -> None:
        super().__init__(parent, look, (inset(look), look.m, inset(look), look.m))
        self._look = look
        self.pack_propagate(False)  # the window sets its size
        top = inner(self)
        top.pack(fill="x")
        self._title = label(top, "Bold", words.COMPARE_TITLE)
        self._title.pack(side="left")
        for name in ("save-csv", "compare-page"):
            buttons.make(top, "Quiet", name).pack(side="right")
        self._note = label(self, "Body")
        self.table = ComparisonTable(self, look)
        self._sentence = label(self, "Bold")
        self._heading = inner(self)
        label(self._heading, "Bold", words.CHART_TITLE).pack(side="left")
        self._scale = label(self._heading, "Caption")
        self._scale.pack(side="left", padx=look.s)
        self._mark = label(self._heading, "Caption")
        self._mark.pack(side="right")
        self.chart = Chart(self, look)
        self._shown: CompareScene | None = None
        self.bind("<Configure>", lambda event: self._wrap())

    def show(self, scene: ExplorerScene) -> None:
        """Show the comparison, as far as it has got."""
        compare = scene.compare
        if compare == self._shown:
            return
        before, self._shown = self._shown, compare
        self._title.configure(text=compare.title or words.COMPARE_TITLE)
        self._note.configure(text=compare.note)
        if compare.table is not None:
            self.table.show(compare.table)
        style = "Good" if compare.agreed else "Wrong"
        self._sentence.configure(text=compare.sentence, style=f"{style}.TLabel")
        self._scale.configure(text=compare.scale)
        self._mark.configure(text=compare.mark)
        self.chart.show(compare)
        if before is None or bool(before.note) != bool(compare.note):
            look = self._look
            for part in (self._note, self.table, self._sentence, self._heading, self.chart):
                part.pack_forget()
            if compare.note:
                self._note.pack(expand=True)
            else:
                self.table.pack(fill="x", pady=(look.s, 0))
                self._sentence.pack(anchor="w", pady=look.s)
                self._heading.pack(fill="x")
                self.chart.pack(fill="both", expand=True, pady=(look.xs, 0))
        self._wrap()

    def _wrap(self) -> None:
        room = max(1, self.winfo_width() - 2 * inset(self._look))
        for part in (self._note, self._sentence):
            part.configure(wraplength=room, justify="left")
