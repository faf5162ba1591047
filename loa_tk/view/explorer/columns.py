"""The nodes on the path, a column for each ply: cards that list the moves of a node."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.explorer import ColumnScene, MoveRow
from loa_tk.view.kit.palette import Palette, mix
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import bind_wheel
from loa_tk.view.kit.widgets import Card, inner, inset, label, pack_if, packed, write

Clicked = Callable[[int, int], None]
# Cells of a row: move, value, nodes, bound, part. In a narrow column these are left out, in order.
DROPPED = ((), (3,), (2, 3))
LEAST = 20  # characters of a column's narrowest form
SHORT = 13  # lines; a lower card has no foot
WRONG = 0.12  # the share of red in the ground of a wrong row
GAP = 0.8  # least characters between two cells
PARTS = {"best": "tree_best", "cut": "bad", "wrong": "bad", "missed": "bad"}  # of the last cell


class MoveColumn(Card):
    """The moves of one node; a click selects one, a double click opens it."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look, (look.s, look.s, look.xs, look.s))
        self.scene: ColumnScene | None = None
        self.clicked: Callable[[int], None] = lambda row: None
        self.entered: Callable[[int], None] = lambda row: None
        self._top = 0  # the first row that is shown
        self._placed: object = None  # what the places of all cells depend on
        self._drawn: dict[int, tuple[MoveRow | None, bool, bool]] = {}  # what each line shows
        margin = inset(look) - look.s
        self._title = packed(label(self, "Bold"), anchor="w", padx=margin)
        under = packed(inner(self), fill="x", padx=margin)
        self._caption = packed(label(under, "Caption"), side="left")
        self._bound = packed(label(under, "Caption"), side="left", padx=(look.s, 0))
        line = ttk.Frame(self, style="Line.TFrame", height=1)
        line.pack(fill="x", padx=margin, pady=(look.xs, 0))
        self._foot = label(self, "Caption")
        self._bar = ttk.Scrollbar(self, style="Slim.Vertical.TScrollbar", command=self._scroll)
        self._bar.pack(side="right", fill="y")
        self.list = tk.Canvas(self, width=10, height=10, highlightthickness=0, borderwidth=0)
        self.list.pack(side="left", fill="both", expand=True)
        self.list.bind("<Configure>", lambda event: self._fit())
        self.list.bind("<Button-1>", lambda event: self._click(event.y, self.clicked))
        self.list.bind("<Double-1>", lambda event: self._click(event.y, self.entered))
        bind_wheel(self.list, lambda event, up: self._roll(-up))
        look.watch(self, self._restyle)

    def show(self, scene: ColumnScene) -> None:
        """Show this node; the selected move is kept visible."""
        before, self.scene = self.scene, scene
        if scene == before:
            return
        if before is None or (scene.title, scene.caption) != (before.title, before.caption):
            self._top = 0
        self._see()
        self._fit()

    # --- measures ---

    @property
    def high(self) -> int:
        """The pixels of a row."""
        return self._look.line("mono") + self._look.px(4)

    def _visible(self) -> int:
        """Return how many whole rows there is room for, under the headings."""
        return max(1, (self.list.winfo_height() - self._look.line("caption")) // self.high)

    def _see(self) -> None:
        if self.scene is None or self.list.winfo_height() < self.high:
            return  # nothing can be seen yet
        last = max(0, len(self.scene.rows) - self._visible())
        if self.scene.selected is not None:
            low = self.scene.selected - self._visible() + 1
            self._top = max(low, min(self._top, self.scene.selected))
        self._top = max(0, min(self._top, last))

    def _scroll(self, *where: str) -> None:
        count = len(self.scene.rows) if self.scene else 0
        if where[0] == "moveto":
            self._top = round(float(where[1]) * count)
        else:
            self._top += int(where[1]) * (self._visible() if where[2] == "pages" else 1)
        self._top = max(0, min(self._top, count - self._visible()))
        self._draw()

    def _roll(self, by: int) -> str:
        self._scroll("scroll", str(3 * by), "units")
        return "break"

    def _click(self, y: int, report: Callable[[int], None]) -> None:
        self.list.focus_set()  # the arrow keys go on from here
        if self.scene is None:
            return
        row = self._top + int((y - self._look.line("caption")) // self.high)
        if y >= self._look.line("caption") and row < len(self.scene.rows):
            report(row)

    # --- drawing ---

    def _fit(self) -> None:
        scene, look = self.scene, self._look
        if scene is None:
            return
        room = self.winfo_width() - 2 * inset(look)
        for part, text in ((self._title, scene.title), (self._foot, scene.foot)):
            write(part, text)
        bold, palette = look.fonts["mono_small_bold"], look.palette
        self._bound.configure(
            text=scene.bound, font=bold, foreground=palette.bad if scene.wrong else palette.text
        )
        room -= bold.measure(scene.bound) + look.s if scene.bound else 0
        self._caption.configure(text=look.fit("caption", scene.caption, room))
        tall, margin = self.winfo_height() >= SHORT * look.line("mono"), inset(look) - look.s
        pack_if(tall, self._foot, side="bottom", anchor="w", padx=margin, before=self._bar)
        self._see()
        self._draw()

    def _draw(self) -> None:
        """Draw the rows that are visible; those that are as they were stay untouched."""
        scene, look = self.scene, self._look
        draw = self.list
        if scene is None or draw.winfo_width() < 2:
            return
        visible, count = self._visible(), len(scene.rows)
        self._bar.set(self._top / max(1, count), min(1.0, (self._top + visible) / max(1, count)))
        stops = self._stops()
        place = (stops, scene.heads, draw.winfo_width(), visible)
        if place != self._placed:
            self._placed = place
            self._drawn.clear()
            draw.delete("all")
            for cell, at in stops.items():
                draw.create_text(
                    at, 0, text=scene.heads[cell], anchor="nw" if cell in (0, 4) else "ne",
                    font=look.fonts["caption"], fill=look.palette.muted,
                )  # fmt: skip
        for slot in range(visible):
            number = self._top + slot
            row = scene.rows[number] if number < count else None
            wanted = (row, number == scene.selected, scene.active)
            if wanted != self._drawn.get(slot, (None, False, False)):
                draw.delete(f"slot{slot}")
                if row is not None:
                    self._row(row, wanted[1], stops, slot)
            self._drawn[slot] = wanted

    def _row(self, row: MoveRow, chosen: bool, stops: dict[int, int], slot: int) -> None:
        assert self.scene is not None
        look, palette, active = self._look, self._look.palette, self.scene.active
        y, tag = look.line("caption") + slot * self.high, f"slot{slot}"
        filled = chosen and (active or not palette.flat)
        if chosen:
            self.list.create_rectangle(
                inset(look) - 2 * look.s + 2, y, self.list.winfo_width() - 2, y + self.high - 1,
                fill=palette.soft if filled else palette.surface, outline=palette.accent,
                width=int(active or palette.flat), tags=tag,
            )  # fmt: skip
        if row.part == "wrong":
            self.list.create_rectangle(
                inset(look) - 2 * look.s + 2, y, self.list.winfo_width() - 2, y + self.high - 1,
                fill=wrong_ground(palette), outline=palette.bad, tags=tag,
            )  # fmt: skip
        plain = palette.on_soft if filled else palette.text
        faint = row.part in ("untried", "later")
        for cell, at in stops.items():
            bold = (chosen and cell < 2) or row.part == "wrong"
            colour, font = plain, "mono_bold" if bold else "mono"
            if not chosen:
                if faint:
                    colour = palette.muted if palette.flat else palette.disabled
                elif cell in (2, 3):
                    colour = palette.muted
            if cell == 4:
                font = "caption"
                if not chosen or (row.part == "missed" and not palette.flat):
                    colour = getattr(palette, PARTS.get(row.part, "muted"))
            if row.cells[cell]:
                self.list.create_text(
                    at, y + self.high // 2, text=row.cells[cell], fill=colour, tags=tag,
                    anchor="w" if cell in (0, 4) else "e", font=look.fonts[font],
                )  # fmt: skip

    def _stops(self) -> dict[int, int]:
        """Return where each cell that fits begins, if it is aligned left, or ends."""
        assert self.scene is not None
        look = self._look
        char, wide = look.fonts["mono"].measure("0"), widths(look, self.scene)
        margin = inset(look) - look.s
        room = self.list.winfo_width() - margin - look.xs
        for dropped in DROPPED:
            kept = [cell for cell in range(len(wide)) if cell not in dropped]
            gap = (room - sum(wide[cell] for cell in kept)) / max(1, len(kept) - 1)
            if gap >= char * GAP or dropped == DROPPED[-1]:
                break
        gap = max(2, min(2.5 * char, gap))
        stops, at = {}, float(margin)
        for cell in kept:
            stops[cell] = round(at if cell in (0, 4) else at + wide[cell])
            at += wide[cell] + gap
        return stops

    def _restyle(self) -> None:
        self.list.configure(background=self._look.palette.surface)
        self._placed = None
        self._fit()


def wrong_ground(palette: Palette) -> str:
    """Return the colour behind what a search should not do; its frame or its note says so too."""
    return palette.surface if palette.flat else mix(palette.surface, palette.bad, WRONG)


def widths(look: Look, scene: ColumnScene) -> list[int]:
    """Return the pixels that each cell of a column needs."""
    char, caption = look.fonts["mono"].measure("0"), look.fonts["caption"].measure
    needed = []
    for cell, head in enumerate(scene.heads):
        texts = {row.cells[cell] for row in scene.rows}
        if cell == 4:
            body = max(map(caption, texts), default=0)
        else:
            body = char * max(map(len, texts), default=0)
        needed.append(max(body, caption(head)))
    return needed


def whole_width(look: Look, scene: ColumnScene) -> int:
    """Return the width of the card that shows every cell of a column."""
    gaps = (len(scene.heads) - 1) * GAP * look.fonts["mono"].measure("0")
    bar = 2 * look.px(5)
    return round(sum(widths(look, scene)) + gaps) + 2 * look.s + look.xs + inset(look) + bar


class PathColumns(ttk.Frame):
    """As many of the last columns as there is room for, the active one among them."""

    def __init__(self, parent: tk.Misc, look: Look, clicked: Clicked, entered: Clicked) -> None:
        super().__init__(parent)
        self._look, self._clicked, self._entered = look, clicked, entered
        self._scenes: tuple[ColumnScene, ...] = ()
        # Two at once, because making them while the first tree is shown would delay it.
        self.columns = [MoveColumn(self, look) for _ in range(2)]
        self._shown: list[int] = []  # which scenes the columns show
        self.grid_propagate(False)  # the page sets its size
        self.rowconfigure(0, weight=1)
        look.refit(self, self._arrange, idle=True)

    def least(self) -> int:
        """Return the width of a column below which its cells would be cut off."""
        return self._look.fonts["mono"].measure("0") * LEAST + 2 * inset(self._look)

    def show(self, scenes: tuple[ColumnScene, ...]) -> None:
        """Show the last of these columns."""
        if scenes != self._scenes:
            self._scenes = scenes
            self._arrange()

    def _count(self, width: int, gap: int) -> int:
        """Return how many columns show all their cells; two, if two fit in their narrowest form."""
        fits = min(2, len(self._scenes), max(1, (width + gap) // (self.least() + gap)))
        for count in range(fits + 1, len(self._scenes) + 1):
            each = (width - (count - 1) * gap) / count
            if any(whole_width(self._look, scene) > each for scene in self._scenes[-count:]):
                break
            fits = count
        return fits

    def _arrange(self) -> None:
        gap, width = self._look.m, self.winfo_width()
        if width < 2:
            return
        count = self._count(width, gap)
        active = [place for place, scene in enumerate(self._scenes) if scene.active]
        first = min([len(self._scenes) - count, *active])  # where the arrow keys work is in view
        wanted = list(range(first, first + count))
        while len(self.columns) < count:
            self.columns.append(MoveColumn(self, self._look))
        if len(wanted) != len(self._shown):
            for number, column in enumerate(self.columns):
                if number < count:
                    padding = (gap if number else 0, 0)
                    column.grid(row=0, column=number, sticky="nsew", padx=padding)
                else:
                    column.grid_remove()
                self.columnconfigure(
                    number, weight=int(number < count), uniform="moves" if number < count else ""
                )
        self._shown = wanted
        for column, number in zip(self.columns, wanted, strict=False):
            column.clicked = lambda row, number=number: self._clicked(number, row)  # type: ignore[misc]
            column.entered = lambda row, number=number: self._entered(number, row)  # type: ignore[misc]
            column.show(self._scenes[number])
