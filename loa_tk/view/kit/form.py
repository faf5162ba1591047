"""A small form: one section at a time, values checked while they are typed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import PurePath
from tkinter import font as tkfont
from tkinter import ttk

from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection
from loa_tk.scenes.services import Values
from loa_tk.view.kit.dialogs import Dialog
from loa_tk.view.kit.file_names import ask_open_name
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import button, inner, label, packed
from loa_tk.words import main as words

WIDTHS = {"integer": 10, "number": 10, "text": 40, "program": 40}  # characters
ROW_GAP = 8  # pixels between the frames of two rows
FOCUS_RING = 2  # pixels around a field's frame that belong to the field
FILE_STYLE = "File.Field.TCombobox"
FILE_WIDTH = 40  # characters of the name of a file
VISIBLE = 10  # lines of an open list; it is scrolled to see the others
NOTE = 580  # pixels of a line of the note
SEARCH = ".search"  # the end of the key of the field that decides which others are shown


class FormWindow(Dialog):
    """A form whose OK is enabled when `check` finds nothing wrong; `done` then gets the values.

    It shows one section at a time, and only the fields of the search that is chosen in it.
    """

    def __init__(
        self, parent: tk.Misc, look: Look, scene: FormScene, check: Callable[[Values], Values],
        done: Callable[[Values], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, look, scene.title)
        self.help = scene.help
        self._check, self._done = check, done
        self._inputs: dict[str, Input] = {}
        self._rows: dict[str, tuple[tk.Widget, ...]] = {}  # label, field and button by key
        self._sections = scene.sections
        self._section = scene.first
        self._copying = False
        self._buttons()
        if scene.note:
            note = label(self.content, "Small", scene.note)
            note.configure(wraplength=self._room(), justify="left")
            note.pack(anchor="w", pady=(0, self.look.m))
        self._grid = inner(self.content)
        self._grid.columnconfigure(1, weight=1)
        self._choosers(scene)
        self._fields(scene)
        self._grid.pack(fill="both")
        self._message = packed(label(self.content, "Bad"), anchor="w", pady=(self.look.m, 0))
        self._message.configure(wraplength=self._room(), justify="left")
        self._checked()
        self._tighten()
        self.bind("<Return>", lambda event: self._ok())
        first = self._sections[self._section].fields[0].key
        self.appear(self.chooser or self._inputs[first].widget)

    def _room(self) -> int:
        """Return the pixels of a line of text, which a small screen limits."""
        return min(self.look.px(NOTE), self.maxsize()[0] - 3 * self.look.l)

    def values(self) -> dict[str, str]:
        """Return the values of the fields by key."""
        return {key: entry.get() for key, entry in self._inputs.items()}

    def _buttons(self) -> None:
        row = self.buttons()
        button(row, "Push", words.DEFAULTS, self._defaults).pack(side="left")
        self._ok_button = button(row, "Main", words.OK, self._ok)
        button(row, "Push", words.CANCEL, self.destroy).pack(side="right")
        self._ok_button.pack(side="right", padx=(0, self.look.s))

    def _choosers(self, scene: FormScene) -> None:
        """Offer a list of the sections, if there is more than one."""
        self.chooser: ttk.Combobox | None = None
        if len(scene.sections) < 2:
            return
        titles = [section.title for section in scene.sections]
        self.chooser = box = ttk.Combobox(
            self._grid, values=titles, state="readonly", style="Field.TCombobox",
            font=self.look.fonts["body"],
        )  # fmt: skip
        box.set(titles[self._section])
        self.look.watch(box, lambda: _paint_list(box, self.look))
        box.bind("<<ComboboxSelected>>", lambda event: self.turn_to(titles.index(box.get())))
        name = label(self._grid, "Bold", scene.chooser)
        name.grid(row=0, column=0, sticky="w", padx=(0, self.look.l), pady=(0, self.look.m))
        box.grid(row=0, column=1, sticky="ew", pady=(0, self.look.m))

    def turn_to(self, section: int) -> None:
        """Show another section."""
        self._section = section
        if self.chooser is not None:
            self.chooser.set(self._sections[section].title)
            self.chooser.selection_clear()
        self._checked()

    def _fields(self, scene: FormScene) -> None:
        look = self.look
        gap = look.px(ROW_GAP / 2 - FOCUS_RING)
        for section in scene.sections:
            for row, field in enumerate(section.fields, 1):
                name = label(self._grid, "Body", field.label)
                name.grid(row=row, column=0, sticky="w", padx=(0, look.l), pady=look.xs)
                entry = Input(self._grid, look, field, self._checked)
                entry.widget.grid(row=row, column=1, sticky="ew", pady=gap)
                widgets: list[tk.Widget] = [name, entry.widget]
                if field.kind in ("file", "program"):
                    browse = button(self._grid, "Push", words.BROWSE, entry.browse)
                    browse.grid(row=row, column=2, padx=(look.s, 0))
                    widgets.append(browse)
                if field.key.endswith(SEARCH):
                    entry.widget.bind(
                        "<<ComboboxSelected>>", partial(self._another_search, section), add=True
                    )
                self._inputs[field.key], self._rows[field.key] = entry, tuple(widgets)

    def _another_search(self, section: FormSection, event: tk.Event) -> None:
        """Let another search begin with its own values, so that none is left from the last one."""
        for field in section.fields:
            if field.only:
                self._inputs[field.key].set(field.plain)

    def _show_rows(self) -> None:
        """Show the fields of the section that its search uses, and hide all others."""
        for number, section in enumerate(self._sections):
            values = {field.key: self._inputs[field.key].get() for field in section.fields}
            search = next((text for key, text in values.items() if key.endswith(SEARCH)), "")
            first = section.fields[0]
            alone = dict(section.copies).get(values[first.key]) == ""
            for field in section.fields:
                used = number == self._section and (not field.only or search in field.only)
                used = used and (field is first or not alone)
                for widget in self._rows[field.key]:
                    if used:
                        widget.grid()
                    else:
                        widget.grid_remove()

    def _tighten(self) -> None:
        """Put the rows close together if a section would be higher than the screen."""
        shown, high = self._section, 0
        for number in range(len(self._sections)):
            self.turn_to(number)
            self.update_idletasks()
            high = max(high, self.winfo_reqheight())
        if high > self.maxsize()[1]:
            for entry in self._inputs.values():
                entry.widget.grid_configure(pady=0)
        self.turn_to(shown)

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
                if source:
                    entry.set(self._inputs[f"{source}.{field.key.partition('.')[2]}"].get())
                for widget in self._rows[field.key][1:]:
                    widget.state(["!disabled" if source is None else "disabled"])  # type: ignore[attr-defined]
        self._copying = False

    def _checked(self) -> None:
        """Check the values, mark the wrong ones and show the message of the first."""
        if self._copying:
            return
        self._copy()
        self._show_rows()
        wrong = self._check(self.values())
        for key, entry in self._inputs.items():
            entry.widget.state(["invalid" if key in wrong else "!invalid"])
        self._message.configure(text=self._complaint(wrong))
        self._ok_button.state(["disabled" if wrong else "!disabled"])

    def _complaint(self, wrong: Values) -> str:
        """Return the message of the first wrong value, with the name of its field."""
        here = self._sections[self._section]
        for section in (here, *self._sections):
            for field in section.fields:
                if field.key in wrong:
                    text = words.WRONG_FIELD if section is here else words.WRONG_SECTION
                    # A reader of values calls the field by its name, and the form by its label.
                    reason = wrong[field.key].removeprefix(field.key.rpartition(".")[2] + " ")
                    return text.format(section=section.title, field=field.label, reason=reason)
        return ""

    def _defaults(self) -> None:
        """Fill in the defaults of the section that is shown."""
        for field in self._sections[self._section].fields:
            self._inputs[field.key].set(field.default)

    def _ok(self) -> None:
        values = self.values()
        if not self._check(values):
            self.destroy()
            self._done(values)


class Input:
    """One field's widget; a choice shows labels and returns keys.

    A form has a button beside a field to look for a file. In a tool window, where there is no room
    for one, a line of the list does that (`listed`).
    """

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        field: FormField,
        changed: Callable[[], None],
        listed: bool = False,
    ) -> None:
        self.field, self._listed = field, listed
        self._value = ""  # the last one that was filled in
        self._labels = {choice.key: choice.label for choice in field.choices}
        self._variable = tk.StringVar(parent)
        self.set(field.value)
        font = look.fonts["body"]
        if field.kind in ("choice", "open", "file"):
            shown = self._offered()
            width = _characters(font, shown)
            box = ttk.Combobox(
                parent, textvariable=self._variable, values=shown,
                state="normal" if field.kind == "open" else "readonly", font=font,
                style="Field.TCombobox", width=FILE_WIDTH if field.kind == "file" else width,
                height=VISIBLE,
            )  # fmt: skip
            look.watch(box, lambda: _paint_list(box, look))
            if listed and field.kind == "file":  # the list is wider than the field
                wider = max(0, font.measure(words.CHOOSE_FILE) - box.winfo_reqwidth()) + look.xl
                ttk.Style(parent).configure(FILE_STYLE, postoffset=(0, 0, wider, 0))
                box.configure(style=FILE_STYLE)
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

    def _offered(self) -> list[str]:
        """Return what the list shows; a line of it may look for a file.

        It is the last one, but the first one of a list that is so long that the last is hidden.
        """
        shown = list(self._labels.values())
        ask = [words.CHOOSE_FILE] if self._listed and self.field.kind == "file" else []
        return [*ask, *shown] if len(shown) >= VISIBLE else [*shown, *ask]

    def _selected(self, box: ttk.Combobox) -> None:
        """Take the line that was selected in the list; one of them may ask for a file."""
        box.selection_clear()
        self._to_beginning()
        if self._variable.get() == words.CHOOSE_FILE:
            self.set(self._value)
            self.browse()
        self._value = self.get()

    def browse(self) -> None:
        """Let the user look for a file, or for the program of a command."""
        program = self.field.kind == "program"
        title = words.PROGRAM_TITLE if program else words.FILE_TITLE_OWN
        kinds = words.ANY_FILES if program else words.PYTHON_FILES
        name = ask_open_name(self.widget, title, kinds)
        if name:
            self.set(quoted(name) if program else name)
            if isinstance(self.widget, ttk.Combobox):
                self.widget.configure(values=self._offered())

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


def quoted(path: str) -> str:
    """Return a path as a word of a command."""
    return f'"{path}"' if " " in path else path


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
