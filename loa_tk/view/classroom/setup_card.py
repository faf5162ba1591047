"""The left card of the class window: the fields, the buttons, and what shuts the files in."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk

from loa_tk.scenes.classroom import ClassIntents, ClassScene, ClassSetup
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.controls import Buttons
from loa_tk.view.kit.form import Input
from loa_tk.view.kit.scrolled import Scrolled
from loa_tk.view.kit.theme import Look
from loa_tk.words import class_window as words

ROWS = (
    ("folder",), ("game",), ("games", "rounds"), ("depth", "seconds"), ("opponents",),
    ("rubric",), ("openings", "seed"), ("jobs",),
)  # fmt: skip
WIDE, NARROW = 17, 6  # characters
LIST = 16  # lines of a list of players before it scrolls
# The fields whose last choice lets the user look for something, by the name of their command.
LOOKING = {"folder": words.CHOOSE_FOLDER, "rubric": words.CHOOSE_RUBRIC}
SAVES = (("save-page", "save-csv"), ("results", "resume"))


class ClassSetupCard(Card):
    """Fields below their captions, which scroll if they must, above buttons that stay visible."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ClassIntents, buttons: Buttons
    ) -> None:
        super().__init__(parent, look, (inset(look), look.m, look.s, look.m))
        self._look, self._intents = look, intents
        self._scene = ClassSetup()
        self._filling = False  # values that a scene fills in are not reported back
        self._inputs: dict[str, Input] = {}
        self._make_buttons(buttons)
        self.scrolled = Scrolled(self, look)
        self.scrolled.pack(fill="both", expand=True)
        self._grid = inner(self.scrolled.content)
        self._grid.pack(fill="x", padx=(0, look.xs))
        for column in (0, 1):
            self._grid.columnconfigure(column, weight=1, uniform="fields")
        self._note = label(self.scrolled.content, "Small")
        self._note.configure(justify="left")
        self._note.pack(fill="x", pady=(look.m, 0), padx=(0, look.xs))
        self.bind("<Configure>", lambda event: self._fit())
        look.watch(self, lambda: self.after_idle(self._fit))

    def _make_buttons(self, buttons: Buttons) -> None:
        look = self._look
        for names in reversed(SAVES):
            row = inner(self)
            row.pack(side="bottom", fill="x", padx=(0, look.xs))
            for name, side in zip(names, ("left", "right"), strict=True):
                buttons.make(row, "Quiet", name).pack(side=side)  # type: ignore[arg-type]
        row = inner(self)
        row.pack(side="bottom", fill="x", pady=(look.s, look.xs), padx=(0, look.m))
        for name, style in (("start", "Main"), ("stop", "Push"), ("go-on", "Push")):
            button = buttons.make(row, style, name)
            gap = 0 if name == "go-on" else look.xs
            button.pack(side="left", fill="x", expand=True, padx=(0, gap))

    def show(self, scene: ClassScene) -> None:
        """Show the fields; leave the user's own typing alone."""
        before, self._scene = self._scene, scene.setup
        if scene.setup == before:
            return
        if not self._inputs:
            self._make(scene.setup)
        self._filling = True
        for field, old in zip(scene.setup.fields, before.fields or scene.setup.fields, strict=True):
            entry = self._inputs[field.key]
            if field.choices != old.choices:
                entry.offer(field.choices)
            if entry.get() != field.value:
                entry.set(field.value)
            entry.widget.state(["invalid" if field.key in scene.setup.wrong else "!invalid"])
        self._filling = False
        self._note.configure(text=scene.setup.sandbox)
        self._fit()

    def values(self) -> Mapping[str, str]:
        """Return the values of the fields by key."""
        return {key: entry.get() for key, entry in self._inputs.items()}

    def field(self, key: str) -> ttk.Entry:
        """Return the widget of a field."""
        return self._inputs[key].widget

    def _make(self, scene: ClassSetup) -> None:
        look = self._look
        fields = {field.key: field for field in scene.fields}
        for row, keys in enumerate(ROWS):
            for column, key in enumerate(keys):
                across = 3 - len(keys)
                gap = (look.xs if column else 0, 0 if column or len(keys) == 1 else look.xs)
                caption = label(self._grid, "Caption", fields[key].label)
                caption.grid(
                    row=2 * row, column=column, columnspan=across, sticky="w", padx=gap,
                    pady=(look.xs if row else 0, 0),
                )  # fmt: skip
                entry = Input(self._grid, look, fields[key], self._changed)
                entry.widget.configure(width=WIDE if len(keys) == 1 else NARROW)
                if isinstance(entry.widget, ttk.Combobox):
                    entry.widget.configure(height=LIST)
                entry.widget.grid(
                    row=2 * row + 1, column=column, columnspan=across, sticky="ew", padx=gap
                )
                entry.widget.bind(
                    "<FocusIn>", lambda event: self.scrolled.see(event.widget), add=True
                )
                self._inputs[key] = entry
        self.scrolled.follow_wheel()

    def _changed(self) -> None:
        if self._filling or len(self._inputs) < len(self._scene.fields):
            return
        for key, text in LOOKING.items():
            entry = self._inputs[key]
            if entry.widget.get() == text:
                # The field shows what it showed before; a dialog asks for another value.
                self._filling = True
                entry.set(next(field.value for field in self._scene.fields if field.key == key))
                self._filling = False
                self.after_idle(self._intents.command, key)
                return
        self._intents.report(self.values())

    def _fit(self) -> None:
        room = self.winfo_width() - 2 * inset(self._look) - self._look.m
        self._note.configure(wraplength=max(1, room))
