"""The widgets of the tool windows: controls that report names, rows that wrap, pages, scrolling."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any

from loa_tk.scenes.pages import FormField, TableScene
from loa_tk.scenes.services import Report, ToolIntents
from loa_tk.view.kit.form import Input
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import Card, Padding, ProgressBar, button, inner, label, packed, write

WIDE, NARROW = 17, 6  # characters of a field alone in its row, and beside another
LIST = 16  # lines of a list before it scrolls


class Buttons:
    """The buttons of one window, by the names of their commands."""

    def __init__(self, intents: ToolIntents[Any]) -> None:
        """Report to these intents, which name the labels."""
        self._intents, self._texts = intents, intents.labels
        self.short: Mapping[str, str] = {}  # labels in a small window
        self.by_name: dict[str, ttk.Button] = {}

    def make(self, parent: tk.Misc, style: str, name: str) -> ttk.Button:
        """Return a new button that reports its name."""
        made = button(parent, style, self._texts[name], lambda: self._intents.command(name))
        self.by_name[name] = made
        return made

    def show(self, labels: Mapping[str, str], enabled: Collection[str]) -> None:
        """Label the buttons, if their label changes, and enable those named."""
        for name, made in self.by_name.items():
            write(made, labels.get(name) or self.short.get(name) or self._texts[name])
            if made.instate(["disabled"]) == (name in enabled):
                made.state(["!disabled" if name in enabled else "disabled"])


class Fields:
    """The pull-down choices of one window, by their keys."""

    def __init__(self, look: Look, intents: ToolIntents[Any]) -> None:
        self._look, self._intents = look, intents
        self._filling = False  # values that a scene fills in are not reported back
        self.by_key: dict[str, Input] = {}

    def make(self, parent: tk.Misc, key: str, width: int, kind: str = "choice") -> ttk.Entry:
        """Return a new field that reports its value; the first scene brings its choices."""
        field = FormField(key=key, label="", kind=kind, value="", default="")
        entry = Input(parent, self._look, field, lambda: self._changed(key), listed=True)
        entry.widget.configure(width=width)
        self.by_key[key] = entry
        return entry.widget

    def show(self, fields: Sequence[FormField]) -> None:
        """Offer the scene's choices and show its values."""
        self._filling = True
        for field in fields:
            entry = self.by_key[field.key]
            if entry.field.choices != field.choices:
                entry.offer(field.choices)
                entry.field = field
            if entry.get() != field.value:
                entry.set(field.value)
        self._filling = False

    def _changed(self, key: str) -> None:
        if not self._filling and key in self.by_key:
            self._intents.choose(key, self.by_key[key].get())


class SetupFields(ttk.Frame):
    """Fields below their captions, one or two in a row; the first ones that it shows are made."""

    def __init__(
        self, parent: tk.Misc, look: Look, rows: Sequence[tuple[str, ...]],
        changed: Callable[[], None],
    ) -> None:  # fmt: skip
        """Put the fields into `rows` by their keys; `changed` hears of the user's changes."""
        super().__init__(parent, style="In.TFrame")
        self._look, self._rows, self._report = look, rows, changed
        self._fields: Sequence[FormField] = ()
        self._filling = False  # values that a scene fills in are not reported back
        self._inputs: dict[str, Input] = {}
        self.captions: dict[str, ttk.Frame] = {}
        for column in (0, 1):
            self.columnconfigure(column, weight=1, uniform="fields")

    def show(self, fields: Sequence[FormField], wrong: Collection[str]) -> None:
        """Show the fields, some of them as wrong; leave the user's own typing alone."""
        if not self._inputs:
            self._make({field.key: field for field in fields})
        self._filling = True
        for field, old in zip(fields, self._fields or fields, strict=True):
            entry = self._inputs[field.key]
            if field.choices != old.choices:
                entry.offer(field.choices)
            if entry.get() != field.value:
                entry.set(field.value)
            entry.widget.state(["invalid" if field.key in wrong else "!invalid"])
        self._fields = fields
        self._filling = False

    def values(self) -> Mapping[str, str]:
        """Return the values of the fields by key."""
        return {key: entry.get() for key, entry in self._inputs.items()}

    def field(self, key: str) -> ttk.Entry:
        """Return the widget of a field."""
        return self._inputs[key].widget

    def reset(self, key: str) -> None:
        """Show what the last scene had in a field."""
        self._filling = True
        self._inputs[key].set(next(field.value for field in self._fields if field.key == key))
        self._filling = False

    def _make(self, fields: Mapping[str, FormField]) -> None:
        look = self._look
        for row, keys in enumerate(self._rows):
            for column, key in enumerate(keys):
                across = 3 - len(keys)
                gap = (look.xs if column else 0, 0 if column or len(keys) == 1 else look.xs)
                caption = self.captions[key] = inner(self)
                caption.grid(
                    row=2 * row, column=column, columnspan=across, sticky="ew", padx=gap,
                    pady=(look.xs if row else 0, 0),
                )  # fmt: skip
                label(caption, "Caption", fields[key].label).pack(side="left")
                entry = Input(self, look, fields[key], self._changed, listed=True)
                self._inputs[key] = entry
                entry.widget.configure(width=WIDE if len(keys) == 1 else NARROW)
                if isinstance(entry.widget, ttk.Combobox):
                    entry.widget.configure(height=LIST)
                entry.widget.grid(
                    row=2 * row + 1, column=column, columnspan=across, sticky="ew", padx=gap
                )

    def _changed(self) -> None:
        if not self._filling and self._fields:
            self._report()


class LabelTable(ttk.Frame):
    """A small table of labels, which are written only if their texts change."""

    def __init__(self, parent: tk.Misc, style: str, gap: int) -> None:
        """Show figures in this style of labels, with this many pixels between the columns."""
        super().__init__(parent, style="In.TFrame")
        self._style, self._gap = style, gap
        self._cells: list[list[ttk.Label]] = []

    def show(self, table: TableScene) -> None:
        """Show this table; all tables that are shown here have the same shape."""
        lines = (table.heads, *table.rows)
        if not self._cells:
            self._cells = [
                [self._cell(row, column) for column in range(len(table.heads))]
                for row in range(len(lines))
            ]
        for labels, texts in zip(self._cells, lines, strict=True):
            for cell, text in zip(labels, texts, strict=True):
                write(cell, text)

    def set_in(self, font: str | tkfont.Font) -> None:
        """Set the lines below the heads in this font, or in their own if it is empty."""
        for cell in (cell for line in self._cells[1:] for cell in line):
            cell.configure(font=font)

    def _cell(self, row: int, column: int) -> ttk.Label:
        cell = label(self, self._style if row and column else "Small" if row else "Caption")
        gap = (self._gap, 0) if column else 0
        cell.grid(row=row, column=column, sticky="e" if column else "w", padx=gap, pady=1)
        self.columnconfigure(column, weight=1)
        return cell


WRAPPED = "<<Wrapped>>"  # the event that the height has changed


class Wrapping(ttk.Frame):
    """Places its widgets from left to right, then below; its height follows from its width."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame", width=1, height=1)
        self._look = look
        self._parts: list[tk.Widget] = []
        look.refit(self, self.arrange, idle=True)

    def add(self, part: tk.Widget) -> None:
        """Add a widget, which has this frame as its parent."""
        self._parts.append(part)
        part.bind("<Configure>", lambda event: self.arrange(), add=True)  # its text has changed

    def clear(self) -> None:
        """Take all widgets away; they stay alive."""
        for part in self._parts:
            part.place_forget()
        self._parts.clear()

    def widest(self) -> int:
        """Return the width of all widgets on one line."""
        return sum(part.winfo_reqwidth() + self._look.xs for part in self._parts)

    def arrange(self) -> None:
        """Place the widgets for the present width."""
        width = self.winfo_width()
        if width < 2:
            width = self.widest()
        lines: list[list[tk.Widget]] = [[]]
        x = 0
        for part in self._parts:
            if x and x + part.winfo_reqwidth() > width:
                lines.append([])
                x = 0
            lines[-1].append(part)
            x += part.winfo_reqwidth() + self._look.xs
        below = 0
        for line in lines:
            high, x = max((part.winfo_reqheight() for part in line), default=0), 0
            for part in line:
                part.place(x=x, y=below + (high - part.winfo_reqheight()) // 2)
                x += part.winfo_reqwidth() + self._look.xs
            below += high + self._look.xs
        need = max(1, below - self._look.xs)
        if need != self.winfo_reqheight():
            self.configure(height=need)
            self.event_generate(WRAPPED)


class ProgressHead(ttk.Frame):
    """Title and clock share the room of their card: the title gives way to the shortest clock."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self._titles: Sequence[str] = ("",)  # one text from long to short, as the clocks are
        self._clocks: Sequence[str] = ("",)
        top = packed(inner(self), fill="x")
        self.title = packed(label(top, "Bold"), side="left")
        self.clock = packed(label(top, "Small"), side="right")
        self.bar = packed(ProgressBar(self), fill="x", pady=(look.s, 0))
        look.refit(self, self._fit)

    def show(
        self, titles: Sequence[str], clocks: Sequence[str], share: float, live: bool = False
    ) -> None:
        """Show the share that is done; work that stopped early keeps the bar that it had."""
        self._titles, self._clocks = titles, clocks
        self.bar.show(share, "Live" if live or 0 < share < 1 else "Idle" if share else "Empty")
        self._fit()

    def _fit(self) -> None:
        """Show as much of the texts as fits."""
        look, room = self._look, self.winfo_width()
        shortest = look.fonts["small"].measure(self._clocks[-1])
        title = look.fit("bold", self._titles, room - (shortest + look.m if shortest else 0))
        self.title.configure(text=title)
        beside = room - look.fonts["bold"].measure(title) - look.m
        self.clock.configure(text=look.fit("small", (*self._clocks, ""), beside))


Titles = Mapping[str, tuple[str, str]]  # the long and the short title of every page, by name


class Page(Card):
    """A card with its title, or with tabs to choose among all pages."""

    def __init__(
        self, parent: tk.Misc, look: Look, padding: Padding, titles: Titles, name: str,
        choose: Report,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, padding)
        self.top = packed(inner(self), fill="x", pady=(0, look.xs))
        long, short = titles[name]
        self._title = label(self.top, "Bold", long)
        self._tabs = inner(self.top)
        for other, (_, text) in titles.items():
            if other == name:
                label(self._tabs, "Bold", short).pack(side="left", padx=(0, look.s))
            else:
                tab = button(self._tabs, "Quiet", text, partial(choose, other))
                tab.pack(side="left", padx=(0, look.xs))
        self.tabbed(False)

    def tabbed(self, tabs: bool) -> None:
        """Show the tabs, or only the title."""
        (self._title if tabs else self._tabs).pack_forget()
        (self._tabs if tabs else self._title).pack(side="left")


def bind_wheel(widget: tk.Misc, turn: Callable[[tk.Event, int], object]) -> None:
    """Call `turn` for each notch of the wheel over a widget, with 1 if it turns up, otherwise -1.

    On X11, Tk 8 reports the wheel as two buttons, and Tk 9 as all other systems do.
    """
    widget.bind("<MouseWheel>", lambda event: turn(event, 1 if event.delta > 0 else -1))
    widget.bind("<Button-4>", lambda event: turn(event, 1))
    widget.bind("<Button-5>", lambda event: turn(event, -1))


class Scrolled(ttk.Frame):
    """Shows `content`, which is as wide as the frame and at least as high."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self._canvas = tk.Canvas(
            self, highlightthickness=0, borderwidth=0, width=10, height=10, takefocus=False
        )
        self._bar = ttk.Scrollbar(
            self, style="Slim.Vertical.TScrollbar", command=self._canvas.yview
        )
        self._canvas.configure(yscrollcommand=self._bar.set)
        self._bar.pack(side="right", fill="y")
        self._canvas.pack(side="left", fill="both", expand=True)
        self.content = inner(self._canvas)
        self._item = self._canvas.create_window(0, 0, window=self.content, anchor="nw")
        self.content.bind("<Configure>", lambda event: self.fit())
        self._canvas.bind("<Configure>", lambda event: self.fit())
        look.watch(self._canvas, lambda: self._canvas.configure(background=look.palette.surface))

    def follow_wheel(self) -> None:
        """Scroll also when the wheel turns over the content; call this when it is complete."""
        waiting: list[tk.Misc] = [self._canvas, self.content]
        while waiting:
            part = waiting.pop()
            bind_wheel(part, lambda event, up: self._turn(-up))
            waiting += part.winfo_children()

    def _turn(self, lines: int) -> str:
        self.scroll(lines)
        return "break"  # or a pull-down field would take its next choice

    def see(self, part: tk.Misc) -> None:
        """Scroll as little as needed to show a part of the content, which has got the focus."""
        line = self._look.line("body")  # it scrolls by whole lines
        first, shown = round(self._canvas.canvasy(0)), self._canvas.winfo_height()
        top = part.winfo_rooty() - self.content.winfo_rooty()
        below = top + part.winfo_height() - first - shown
        lines = -(-below // line) if below > 0 else (top - first) // line if top < first else 0
        if lines:
            self._canvas.yview_scroll(lines, "units")

    def scroll(self, lines: int) -> None:
        """Scroll by some lines, as far as there is something to see."""
        if self._canvas.yview() != (0.0, 1.0):
            self._canvas.yview_scroll(2 * lines, "units")

    def fit(self) -> None:
        """Give the content its height; call this if it wants another one."""
        width = self._canvas.winfo_width()
        height = max(self._canvas.winfo_height(), self.content.winfo_reqheight())
        self._canvas.itemconfigure(self._item, width=width, height=height)
        self._canvas.configure(
            scrollregion=(0, 0, width, height), yscrollincrement=self._look.line("body")
        )


def turn_to(page: str, pages: Mapping[str, tk.Widget]) -> None:
    """Show one page of a deck, as large as the deck, and hide the others."""
    for name, card in pages.items():
        if name == page:
            card.place(x=0, y=0, relwidth=1, relheight=1)
        else:
            card.place_forget()
