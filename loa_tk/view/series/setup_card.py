"""The left card of the series window: the fields of the series, and its buttons."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from loa_tk.scenes.series import SeriesIntents, SetupScene
from loa_tk.view.kit.cards import Card, inner, label
from loa_tk.view.kit.controls import Buttons
from loa_tk.view.kit.form import Input
from loa_tk.view.kit.theme import Look
from loa_tk.words import series as words

ROWS = (
    ("game",), ("player1",), ("player2",), ("games", "openings"), ("seed", "jobs"),
    ("first", "seconds"),
)  # fmt: skip
PLAYERS = ("player1", "player2")
WIDE, NARROW = 17, 6  # characters
LIST = 16  # lines of a list of players before it scrolls


class SetupCard(Card):
    """Fields below their captions, Start and Stop or Go on and New, and the buttons for files."""

    def __init__(self, parent: tk.Misc, look: Look, intents: SeriesIntents) -> None:
        super().__init__(parent, look)
        self._look, self._intents = look, intents
        self._scene, self._enabled = SetupScene(), frozenset[str]()
        self._filling = False  # values that a scene fills in are not reported back
        self._inputs: dict[str, Input] = {}
        self.edits: dict[str, ttk.Button] = {}
        self._grid = inner(self)
        self._grid.pack(fill="x")
        for column in (0, 1):
            self._grid.columnconfigure(column, weight=1, uniform="fields")
        self._buttons = Buttons(intents)
        self._make_buttons(self._buttons)
        look.watch(self, self._widen_lists)
        self.bind("<Configure>", lambda event: self._widen_lists())

    def _widen_lists(self) -> None:
        """Make the lists of players as wide as their content, however narrow the fields are."""
        texts = [choice.key for f in self._scene.fields if f.key in PLAYERS for choice in f.choices]
        longest = max(map(self._look.fonts["body"].measure, texts), default=0) + self._look.xl
        extra = max(0, longest - self._grid.winfo_width())
        ttk.Style(self).configure("Player.Field.TCombobox", postoffset=(0, 0, extra, 0))

    def _make_buttons(self, buttons: Buttons) -> None:
        look = self._look
        row = inner(self)
        row.pack(fill="x", pady=(look.m, 0))
        self._start = self._button(row, "Main", words.START, self._pressed_start)
        self._stop = self._button(row, "Push", words.STOP, self._pressed_stop)
        for button, gap in ((self._start, (0, look.xs)), (self._stop, 0)):
            button.pack(side="left", fill="x", expand=True, padx=gap)
        files = inner(self)
        files.pack(fill="x", pady=(look.s, 0))
        buttons.make(files, "Quiet", "open").pack(side="left")
        saves = inner(self)
        saves.pack(fill="x")
        buttons.make(saves, "Quiet", "save-csv").pack(side="left")
        buttons.make(saves, "Quiet", "save-report").pack(side="right")

    def _pressed_start(self) -> None:
        self._intents.command("go-on" if "go-on" in self._enabled else "start")

    def _pressed_stop(self) -> None:
        self._intents.command("start" if "go-on" in self._enabled else "stop")

    def _button(
        self, parent: ttk.Frame, style: str, text: str, command: Callable[[], None]
    ) -> ttk.Button:
        return ttk.Button(parent, style=f"{style}.TButton", text=text, command=command)

    def show(self, scene: SetupScene, enabled: frozenset[str]) -> None:
        """Show fields and buttons; leave the user's own typing alone."""
        self._enable(enabled)
        before, self._scene = self._scene, scene
        if scene == before:
            return
        if not self._inputs:
            self._make(scene)
        self._filling = True
        for field, old in zip(scene.fields, before.fields or scene.fields, strict=True):
            entry = self._inputs[field.key]
            if field.choices != old.choices:
                entry.offer(field.choices)
            if entry.get() != field.value:
                entry.set(field.value)
            entry.widget.state(["invalid" if field.key in scene.wrong else "!invalid"])
        self._filling = False
        self._widen_lists()

    def _enable(self, enabled: frozenset[str]) -> None:
        """Enable buttons; the main one goes on if it can, and the other begins a new series."""
        self._enabled, again = enabled, "go-on" in enabled
        self._buttons.show({}, enabled)
        self._start.configure(text=words.GO_ON if again else words.START)
        self._stop.configure(text=words.NEW if again else words.STOP)
        for button, name in ((self._start, "start"), (self._stop, "start" if again else "stop")):
            button.state(["!disabled" if name in enabled else "disabled"])

    def values(self) -> Mapping[str, str]:
        """Return the values of the fields by key."""
        return {key: entry.get() for key, entry in self._inputs.items()}

    def focus_first(self) -> None:
        """Give the focus to the first field."""
        if self._inputs:
            next(iter(self._inputs.values())).widget.focus_set()

    def _make(self, scene: SetupScene) -> None:
        look = self._look
        fields = {field.key: field for field in scene.fields}
        for row, keys in enumerate(ROWS):
            for column, key in enumerate(keys):
                across = 3 - len(keys)
                gap = (look.xs if column else 0, 0 if column or len(keys) == 1 else look.xs)
                top = inner(self._grid)
                top.grid(
                    row=2 * row, column=column, columnspan=across, sticky="ew", padx=gap,
                    pady=(look.xs if row else 0, 0),
                )  # fmt: skip
                label(top, "Caption", fields[key].label).pack(side="left")
                entry = Input(self._grid, look, fields[key], self._changed)
                entry.widget.configure(width=WIDE if len(keys) == 1 else NARROW)
                entry.widget.grid(
                    row=2 * row + 1, column=column, columnspan=across, sticky="ew", padx=gap
                )
                self._inputs[key] = entry
                if key in PLAYERS:
                    assert isinstance(entry.widget, ttk.Combobox)
                    entry.widget.configure(style="Player.Field.TCombobox", height=LIST)
                    describe = partial(self._intents.choose, "edit", key)
                    edit = self._button(top, "Quiet", words.EDIT, describe)
                    edit.pack(side="right")
                    self.edits[key] = edit

    def _changed(self) -> None:
        if not self._filling and len(self._inputs) == len(self._scene.fields):
            self._intents.report(self.values())
