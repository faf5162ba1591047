"""A small form: rows by label, columns by section, values checked while they are typed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from tkinter import font as tkfont
from tkinter import ttk

from loa_tk.scenes.pages import Choice, FormField, FormScene
from loa_tk.scenes.services import Values
from loa_tk.view.kit.dialogs import Dialog
from loa_tk.view.kit.file_names import ask_open_name
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import button, inner, label, packed
from loa_tk.words import main as words

WIDTHS = {"integer": 8, "number": 8, "text": 8}  # characters
MOST_LESS = 4  # characters by which fields may get narrower
ROW_GAP = 8  # pixels between the frames of two rows
FOCUS_RING = 2  # pixels around a field's frame that belong to the field
FILE_STYLE = "File.Field.TCombobox"
WIDEST_FILE = 10  # characters of a file's name; the rest is seen when the field is scrolled


class FormWindow(Dialog):
    """A form whose OK is enabled when `check` finds nothing wrong; `done` then gets the values."""

    def __init__(
        self, parent: tk.Misc, look: Look, scene: FormScene, check: Callable[[Values], Values],
        done: Callable[[Values], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, look, scene.title)
        self.help = scene.help
        self._check, self._done = check, done
        self._inputs: dict[str, Input] = {}
        self._sections = scene.sections
        self._copying = False
        self._buttons()
        note = label(self.content, "Small", scene.note)
        grid = inner(self.content)
        self._fields(grid, scene)
        self._narrow(grid)
        if scene.note:
            note.configure(wraplength=grid.winfo_reqwidth(), justify="left")
            note.pack(anchor="w", pady=(0, self.look.m))
        grid.pack(fill="both")
        self._message = packed(label(self.content, "Bad"), anchor="w", pady=(self.look.m, 0))
        self._tighten()
        self._checked()
        self.bind("<Return>", lambda event: self._ok())
        self.appear(next(iter(self._inputs.values())).widget)

    def values(self) -> dict[str, str]:
        """Return the values of the fields by key."""
        return {key: entry.get() for key, entry in self._inputs.items()}

    def _buttons(self) -> None:
        row = self.buttons()
        button(row, "Push", words.DEFAULTS, self._defaults).pack(side="left")
        self._ok_button = button(row, "Main", words.OK, self._ok)
        button(row, "Push", words.CANCEL, self.destroy).pack(side="right")
        self._ok_button.pack(side="right", padx=(0, self.look.s))

    def _fields(self, grid: ttk.Frame, scene: FormScene) -> None:
        look = self.look
        gap = look.px(ROW_GAP / 2 - FOCUS_RING)
        labels = merged([[field.label for field in s.fields] for s in scene.sections])
        for row, text in enumerate(labels, 1):
            name = label(grid, "Body", text)
            name.grid(row=row, column=0, sticky="w", padx=(0, look.l), pady=look.xs)
        for column, section in enumerate(scene.sections, 1):
            title = label(grid, "Bold", section.title)
            title.grid(row=0, column=column, sticky="w", padx=(look.xs, look.m), pady=(0, look.xs))
            for field in section.fields:
                entry = Input(grid, look, field, self._checked)
                row = 1 + labels.index(field.label)
                entry.widget.grid(row=row, column=column, sticky="ew", padx=(0, look.s), pady=gap)
                self._inputs[field.key] = entry

    def _narrow(self, grid: ttk.Frame) -> None:
        """Choose the largest font with which the grid fits the screen, then narrower fields.

        Six columns in very large text are wider than 800 pixels. The grid then has its width.
        """
        tries = [(font, 0) for font in ("body", "small", "caption")]
        for font, less in [*tries, *(("caption", less) for less in range(1, MOST_LESS + 1))]:
            for entry in self._inputs.values():
                entry.widget.configure(font=self.look.fonts[font])
                if less:
                    entry.widget.configure(width=int(entry.widget.cget("width")) - 1)
            grid.update_idletasks()
            if grid.winfo_reqwidth() + 2 * self.look.l <= self.maxsize()[0]:
                break

    def _tighten(self) -> None:
        """Put the rows close together if the form would be higher than the screen."""
        self.update_idletasks()
        if self.winfo_reqheight() > self.maxsize()[1]:
            for entry in self._inputs.values():
                entry.widget.grid_configure(pady=0)

    def _copy(self) -> None:
        """Let sections that are as another one show its values, which cannot be edited there."""
        self._copying = True
        for section in self._sections:
            if not section.copies:
                continue
            first, *others = section.fields
            source = dict(section.copies).get(self._inputs[first.key].get())
            for field in others:
                entry = self._inputs[field.key]
                if source is not None:
                    entry.set(self._inputs[f"{source}.{field.key.partition('.')[2]}"].get())
                entry.enable(source is None)
        self._copying = False

    def _checked(self) -> None:
        """Check the values, mark the wrong ones and show the message of the first."""
        if self._copying:
            return
        self._copy()
        wrong = self._check(self.values())
        for key, entry in self._inputs.items():
            entry.widget.state(["invalid" if key in wrong else "!invalid"])
        first = next((wrong[key] for key in self._inputs if key in wrong), "")
        self._message.configure(text=first)
        self._ok_button.state(["disabled" if wrong else "!disabled"])

    def _defaults(self) -> None:
        for entry in self._inputs.values():
            entry.set(entry.field.default)

    def _ok(self) -> None:
        values = self.values()
        if not self._check(values):
            self.destroy()
            self._done(values)


def merged(columns: Sequence[Sequence[str]]) -> list[str]:
    """Return every label once, each before the labels that follow it in its own column."""
    rows: list[str] = []
    for column in columns:
        for i, text in enumerate(column):
            if text not in rows:
                below = (rows.index(later) for later in column[i + 1 :] if later in rows)
                rows.insert(min(below, default=len(rows)), text)
    return rows


class Input:
    """One field's widget; a choice shows labels and returns keys."""

    def __init__(
        self, parent: tk.Misc, look: Look, field: FormField, changed: Callable[[], None]
    ) -> None:
        self.field = field
        self._labels = {choice.key: choice.label for choice in field.choices}
        self._variable = tk.StringVar(parent)
        self._value = ""  # the last one that was filled in
        self.set(field.value)
        font = look.fonts["body"]
        if field.kind in ("choice", "open", "file"):
            shown = self._offered()
            width = _characters(font, (text for text in shown if text != words.CHOOSE_FILE))
            box = ttk.Combobox(
                parent, textvariable=self._variable, values=shown,
                state="normal" if field.kind == "open" else "readonly", font=font,
                style=FILE_STYLE if field.kind == "file" else "Field.TCombobox",
                width=min(WIDEST_FILE, width) if field.kind == "file" else width,
            )  # fmt: skip
            look.watch(box, lambda: _paint_list(box, look))
            if field.kind == "file":  # the list is wider than the field, for its last line
                wider = max(0, font.measure(words.CHOOSE_FILE) - box.winfo_reqwidth()) + look.xl
                ttk.Style(parent).configure(FILE_STYLE, postoffset=(0, 0, wider, 0))
            box.bind("<<ComboboxSelected>>", lambda event: self._selected(box))
            self.widget: ttk.Entry = box
        else:
            self.widget = ttk.Entry(
                parent, textvariable=self._variable, style="Field.TEntry", font=font,
                width=WIDTHS[field.kind],
            )  # fmt: skip
        self.widget.bind("<FocusOut>", lambda event: self._to_beginning(), add=True)
        # Tcl holds the trace, the trace holds the window, and so Python would never free it.
        traced = self._variable.trace_add("write", lambda *names: changed())
        self.widget.bind(
            "<Destroy>", lambda event: self._variable.trace_remove("write", traced), add=True
        )

    def _to_beginning(self) -> None:
        """Show the beginning of a text that is too long; Tk leaves the part that was typed last."""
        self.widget.icursor(0)
        self.widget.xview(0)

    def enable(self, enabled: bool) -> None:
        """Let the user change the value, or not."""
        self.widget.state(["!disabled" if enabled else "disabled"])

    def _offered(self) -> list[str]:
        """Return what the list shows; the last line of a list of files looks for another one."""
        last = [words.CHOOSE_FILE] if self.field.kind == "file" else []
        return [*self._labels.values(), *last]

    def _selected(self, box: ttk.Combobox) -> None:
        """Take the line that was selected in the list; its last line may ask for a file."""
        box.selection_clear()
        self._to_beginning()
        if self.field.kind == "file" and self._variable.get() == words.CHOOSE_FILE:
            name = ask_open_name(box, words.FILE_TITLE_OWN, words.PYTHON_FILES)
            self.set(name or self._value)
            box.configure(values=self._offered())
        self._value = self.get()

    def offer(self, choices: Sequence[Choice]) -> None:
        """Replace the choices."""
        assert isinstance(self.widget, ttk.Combobox)
        self._labels = {choice.key: choice.label for choice in choices}
        self.widget.configure(values=self._offered())

    def get(self) -> str:
        """Return the value filled in, or the key of the choice made."""
        text = self._variable.get()
        return next((key for key, shown in self._labels.items() if shown == text), text.strip())

    def set(self, value: str) -> None:
        """Fill in a value; a file is shown by its name without the folder."""
        if self.field.kind == "file" and value and value not in self._labels:
            name = PurePath(value).name
            self._labels[value] = value if name in self._labels.values() else name
        self._value = value
        self._variable.set(self._labels.get(value, value))


def _characters(font: tkfont.Font, texts: Iterable[str]) -> int:
    """Return the widest text's width in digits, which are Tk's unit for a field's width."""
    return -(-max(map(font.measure, texts), default=0) // font.measure("0")) or 8


def _paint_list(box: ttk.Combobox, look: Look) -> None:
    """Colour the list of a Combobox, a Tk Listbox that ttk styles do not reach."""
    palette = look.palette
    window = box.tk.call("ttk::combobox::PopdownWindow", box)
    box.tk.call(
        f"{window}.f.l", "configure", "-background", palette.surface, "-foreground", palette.text,
        "-selectbackground", palette.soft, "-selectforeground", palette.on_soft,
        "-font", look.fonts["body"], "-borderwidth", 0, "-highlightthickness", 1,
        "-highlightbackground", palette.line, "-highlightcolor", palette.line,
    )  # fmt: skip
