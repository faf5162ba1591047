"""The pages of the series window's lower part: tables, plots and the finished games."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence

from loa_tk.scenes.pages import TableScene
from loa_tk.scenes.series import PLAYER_COLOURS, GameRow, Plot
from loa_tk.scenes.services import Report
from loa_tk.view.kit.dialogs import REFIT, SelectTable
from loa_tk.view.kit.images import image
from loa_tk.view.kit.paint import strokes
from loa_tk.view.kit.palette import Palette, mix
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import LabelTable, Page
from loa_tk.view.kit.widgets import Timer, button, inset, label, packed
from loa_tk.words import series as words

LEAST_LINES = 8  # the least height of a plot in lines of captions
LEAST_WIDTH = 220
THICK = 2.0
DASH = (7.0, 4.0)
SAMPLE = 22  # pixels of a sample line in the legend
REDRAW = 60  # ms from the last change of size to the drawing


def player_colours(palette: Palette) -> tuple[str, str]:
    """Return the players' colours, as the page has them; the second player's curve is dashed."""
    return PLAYER_COLOURS.get(palette.name, (palette.accent, palette.muted))


class PlotCanvas(tk.Canvas):
    """Draws one plot in the canvas's own size."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0)
        self._look = look
        self._plot = Plot()
        self._images: list[tk.PhotoImage] = []
        self._timer = Timer(self, self.redraw)  # neither size nor plot has changed for a moment
        for change in ("<Configure>", "<Map>"):
            self.bind(change, lambda event: self._timer.start(REDRAW))
        look.watch(self, self._restyle)

    def show(self, plot: Plot) -> None:
        """Draw this plot."""
        if plot != self._plot:
            self._plot = plot
            self._timer.start(REDRAW)

    def redraw(self) -> None:
        """Draw everything again if it is visible: four curves take some 40 ms."""
        if not self.winfo_viewable():
            return
        self.delete("all")
        self._images.clear()
        look, plot = self._look, self._plot
        line, measure = look.line("caption"), look.fonts["caption"].measure
        labels = max((measure(text) for _, text in plot.levels), default=0)
        left, top = labels + look.s, line + look.m
        below = (2 if plot.ticks else 1) * line + look.s
        right, bottom = self.winfo_width() - look.s, self.winfo_height() - below
        if right - left < 20 or bottom - top < 20:
            return
        self._grid(left, top, right, bottom)
        self._legend(left, right, line)
        self._bands(left, top, right, bottom)
        for number, curve in enumerate(plot.curves):
            points = [
                (
                    (x - 1) / max(1, plot.moves - 1) * (right - left),
                    (1 - y / plot.top) * (bottom - top) + look.xs,
                )
                for x, y in curve
            ]
            # With a margin above and below, or a line along the edge is cut in half.
            self._curve(number, points, left, top, right - left, bottom - top + 2 * look.xs)

    def _bands(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the quartiles; stippled, because the canvas knows no transparency."""
        plot, palette = self._plot, self._look.palette
        for number, band in enumerate(plot.bands):
            if len(band) < 2:
                continue
            scale = (right - left) / max(1, plot.moves - 1), (bottom - top) / plot.top
            upper = [(left + (x - 1) * scale[0], bottom - high * scale[1]) for x, _, high in band]
            lower = [(left + (x - 1) * scale[0], bottom - low * scale[1]) for x, low, _ in band]
            colour = mix(palette.surface, player_colours(palette)[number], 0.3)
            self.create_polygon(
                [*upper, *reversed(lower)], fill=colour, stipple="gray50" if number else "",
                tags="band",
            )  # fmt: skip

    def _curve(
        self, number: int, points: list[tuple[float, float]], x: int, y: int, width: int, high: int
    ) -> None:
        scale = self._look.scale
        colour = player_colours(self._look.palette)[number]
        dash = (scale * DASH[0], scale * DASH[1]) if number else None
        rows = strokes(width + 2, high, [points], THICK * scale, colour, dash)
        self._images.append(image(self, rows))
        self.create_image(x, y - self._look.xs, image=self._images[-1], anchor="nw")

    def _grid(self, left: int, top: int, right: int, bottom: int) -> None:
        palette, font, look = self._look.palette, self._look.fonts["caption"], self._look
        grid = palette.disabled if palette.flat else palette.line
        room = bottom - top
        step = max(1, -(-len(self._plot.levels) * look.line("caption") // max(1, room)))
        for number, (level, text) in enumerate(self._plot.levels):
            y = round(bottom - level / self._plot.top * room)
            self.create_line(left, y, right, y, fill=grid)
            if number % step == 0:
                self.create_text(
                    left - look.s, y, text=text, anchor="e", font=font, fill=palette.muted
                )
        if not any(self._plot.curves):
            return
        reached = left - look.m  # the right end of the label before
        for tick in self._plot.ticks:
            x = left + round((tick.move - 1) / max(1, self._plot.moves - 1) * (right - left))
            self.create_line(x, bottom, x, bottom + look.px(3), fill=palette.muted)
            text = f"{tick.label}\n{tick.games}"
            half = max(map(font.measure, text.split("\n"))) // 2
            middle = min(max(x, left + half), right - half)
            if middle - half >= reached + look.s:
                reached = middle + half
                self.create_text(
                    middle, bottom + look.xs, text=text, anchor="n", justify="center", font=font,
                    fill=palette.muted, tags="tick",
                )  # fmt: skip

    def _legend(self, left: int, right: int, line: int) -> None:
        look, palette = self._look, self._look.palette
        sample, x = look.px(SAMPLE), left
        for number, name in enumerate(self._plot.names):
            self.create_line(
                x, line // 2, x + sample, line // 2, width=look.px(THICK),
                fill=player_colours(palette)[number], dash=(7, 4) if number else (),
            )  # fmt: skip
            self.create_text(
                x + sample + look.s, line // 2, text=name, anchor="w", fill=palette.muted,
                font=look.fonts["caption"],
            )  # fmt: skip
            x += sample + look.s + look.fonts["caption"].measure(name) + look.l
        if any(self._plot.curves):
            text = look.fit("caption", (*words.BAND, ""), right - x)
            self.create_text(
                right, line // 2, text=text, anchor="e", fill=palette.muted,
                font=look.fonts["caption"],
            )  # fmt: skip

    def _restyle(self) -> None:
        look = self._look
        self.configure(
            background=look.palette.surface, width=look.px(LEAST_WIDTH),
            height=LEAST_LINES * look.line("caption"),
        )  # fmt: skip
        self.delete("all")  # the old colours, also on a hidden page
        self.redraw()


class SeriesPage(Page):
    """A page of the series window with its action at the right of its head."""

    def __init__(
        self, parent: tk.Misc, look: Look, name: str, choose: Report, action: str = ""
    ) -> None:
        padding = (inset(look), look.s, look.s, look.m)
        super().__init__(parent, look, padding, words.PAGES, name, choose)
        # Made even without an action, so that all heads are equally high.
        self.action = packed(button(self.top, "Quiet", action), side="right")
        self.action.configure(state="disabled")


class TablePage(SeriesPage):
    """The tables of figures."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Report) -> None:
        super().__init__(parent, look, "table", choose)
        self._shapes: list[tuple[int, int]] = []
        self.tables: list[LabelTable] = []
        self.note = label(self, "Caption")
        self._tight = False
        look.refit(self, self._fit, idle=True)

    def show(self, tables: Sequence[TableScene], note: str) -> None:
        """Show these tables, and a note below the first."""
        shapes = [(len(table.rows), len(table.heads)) for table in tables]
        if shapes != self._shapes:
            self._shapes = shapes
            self._make(len(tables))
        self.note.configure(text=note)
        if not note:  # on a small screen with large texts its line is wanted
            self.note.pack_forget()
        elif self.tables and not self.note.winfo_manager():
            self.note.pack(anchor="w", after=self.tables[0])
        for shown, table in zip(self.tables, tables, strict=True):
            shown.show(table)
        self.after_idle(self._fit)  # when the labels know their heights

    def _fit(self) -> None:
        """Set the tables in small letters if they do not fit: large texts on a small screen."""
        look = self._look
        lines = sum(rows for rows, _ in self._shapes)
        gain = lines * (look.line("body") - look.line("caption"))
        tight = self.winfo_height() < self.winfo_reqheight() + gain * self._tight
        if tight != self._tight:
            self._tight = tight
            for table in self.tables:
                table.set_in(look.fonts["caption"] if tight else "")

    def _make(self, count: int) -> None:
        look = self._look
        self.note.pack_forget()
        for table in self.tables:
            table.destroy()
        self.tables, self._tight = [LabelTable(self, "Body", look.m) for _ in range(count)], False
        for number, table in enumerate(self.tables):
            table.pack(fill="x", padx=(0, look.s), pady=(look.s if number else 0, 0))


class PlotPage(SeriesPage):
    """One plot."""

    def __init__(self, parent: tk.Misc, look: Look, name: str, choose: Report) -> None:
        super().__init__(parent, look, name, choose)
        self._name = name
        self.canvas = packed(PlotCanvas(self, look), fill="both", expand=True)

    def show(self, plots: Mapping[str, Plot]) -> None:
        """Show the plot with this page's name."""
        if self._name in plots:
            self.canvas.show(plots[self._name])


LEAST_ROWS = 4
SAMPLES = ("100000", "1", words.DRAW, "1000", "0" * 12)  # the widest texts; a reason is cut short
REASON = words.GAME_HEADS[-1]


class GamesPage(SeriesPage):
    """The finished games; a double click, Enter or Replay puts one on the main board."""

    def __init__(
        self, parent: tk.Misc, look: Look, choose: Report, replay: Callable[[int], None]
    ) -> None:
        super().__init__(parent, look, "games", choose, words.REPLAY)
        self._replay = replay
        self._shown: tuple[GameRow, ...] = ()
        self._reasons: dict[str, str] = {}  # cut to fit the column; few of them differ
        self._room = 0
        self.action.configure(command=self._ask)
        self.tree = SelectTable(
            self, look, LEAST_ROWS, self._chosen, self._ask, self._refit, "Games.Treeview", gap=6
        )
        self.tree.configure(columns=words.GAME_HEADS)
        for name in words.GAME_HEADS:
            self.tree.heading(name, text=name, anchor="w")
        self.tree.pack_with_bar()
        look.watch(self.tree, self._restyle)

    def show(self, games: tuple[GameRow, ...]) -> None:
        """List these games; only new ones are added, unless the series is another one."""
        if games == self._shown:
            return
        known = {row.number: row for row in self._shown}
        # A listed row is mostly the same object as before, and `in` tests identity first: comparing
        # 100,000 rows cell by cell at every update would leave the main window no time.
        still = sum(row in (known.get(row.number),) for row in games)
        if still < len(known):
            self.tree.delete(*self.tree.get_children())
            known = {}
        at_end = self.tree.yview()[1] >= 1.0
        for place, row in enumerate(games):
            if row.number not in known:
                *cells, reason = row.cells
                values = (*cells, self._fitted(reason))
                self.tree.insert("", place, iid=str(row.number), values=values)
        self._shown = games
        if games and at_end and not self.tree.selection():
            self.tree.see(str(games[-1].number))
        self._chosen()

    def _chosen(self) -> None:
        self.action.state(["!disabled" if self.tree.selection() else "disabled"])

    def _ask(self) -> None:
        if selected := self.tree.selected():
            self._replay(int(selected))

    def _fitted(self, reason: str) -> str:
        if reason not in self._reasons:
            self._reasons[reason] = self._look.fit("small", (reason,), self._room)
        return self._reasons[reason]

    def _refit(self) -> None:
        """Cut the reasons to the current width of their column."""
        room = int(self.tree.column(REASON, "width")) - self._look.s
        if room == self._room and self._reasons:
            return
        self._room = room
        self._reasons.clear()
        for row in self._shown:
            self.tree.set(str(row.number), REASON, self._fitted(row.cells[-1]))

    def _restyle(self) -> None:
        self.tree.restyle()
        self._columns()
        self._reasons.clear()
        self.tree.timer.start(REFIT)

    def _columns(self) -> None:
        """Make the columns as wide as their widest texts; the reasons get the rest."""
        body, head = self._look.fonts["small"].measure, self._look.fonts["caption"].measure
        for name, sample in zip(words.GAME_HEADS, SAMPLES, strict=True):
            wide = max(body(sample), head(name)) + self._look.m
            self.tree.column(name, width=wide, minwidth=wide, stretch=name == REASON, anchor="w")
