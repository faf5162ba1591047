"""The left card of the series window: the fields of the series, and its buttons."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.series import SeriesIntents, SetupScene
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, SetupFields
from loa_tk.view.kit.widgets import Card, button, inner, packed
from loa_tk.words import series as words

ROWS = (
    ("game",), ("player1",), ("player2",), ("games", "openings"), ("seed", "jobs"),
    ("first", "seconds"),
)  # fmt: skip
PLAYERS = ("player1", "player2")


class SetupCard(Card):
    """Fields below their captions, Start and Stop or Go on and New, and the buttons for files."""

    def __init__(self, parent: tk.Misc, look: Look, intents: SeriesIntents) -> None:
        super().__init__(parent, look)
        self._intents = intents
        self._scene, self._enabled = SetupScene(), frozenset[str]()
        self.edits: dict[str, ttk.Button] = {}
        self.fields = SetupFields(self, look, ROWS, lambda: intents.report(self.fields.values()))
        self.fields.pack(fill="x")
        self._buttons = Buttons(intents)
        self._make_buttons(self._buttons)
        look.watch(self, self._widen_lists)
        self.bind("<Configure>", lambda event: self._widen_lists())

    def _widen_lists(self) -> None:
        """Make the lists of players as wide as their content, however narrow the fields are."""
        texts = [choice.key for f in self._scene.fields if f.key in PLAYERS for choice in f.choices]
        longest = max(map(self._look.fonts["body"].measure, texts), default=0) + self._look.xl
        extra = max(0, longest - self.fields.winfo_width())
        ttk.Style(self).configure("Player.Field.TCombobox", postoffset=(0, 0, extra, 0))

    def _make_buttons(self, buttons: Buttons) -> None:
        look = self._look
        row = packed(inner(self), fill="x", pady=(look.m, 0))
        self._start = button(row, "Main", words.START, self._pressed_start)
        self._stop = button(row, "Push", words.STOP, self._pressed_stop)
        for part, gap in ((self._start, (0, look.xs)), (self._stop, 0)):
            part.pack(side="left", fill="x", expand=True, padx=gap)
        files = packed(inner(self), fill="x", pady=(look.s, 0))
        buttons.make(files, "Quiet", "open").pack(side="left")
        buttons.make(files, "Quiet", "kept").pack(side="right")
        saves = packed(inner(self), fill="x")
        buttons.make(saves, "Quiet", "save-csv").pack(side="left")
        buttons.make(saves, "Quiet", "save-report").pack(side="right")

    def press(self, name: str) -> None:
        """Do what a key asks for; the one of Start does what the main button says."""
        if name == "start":
            self._pressed_start()
        else:
            self._intents.command(name)

    def _pressed_start(self) -> None:
        self._intents.command("go-on" if "go-on" in self._enabled else "start")

    def _pressed_stop(self) -> None:
        self._intents.command("start" if "go-on" in self._enabled else "stop")

    def show(self, scene: SetupScene, enabled: frozenset[str]) -> None:
        """Show fields and buttons; leave the user's own typing alone."""
        self._enable(enabled)
        before, self._scene = self._scene, scene
        if scene == before:
            return
        self.fields.show(scene.fields, scene.wrong)
        if not self.edits:
            self._offer_edits()
        self._widen_lists()

    def _enable(self, enabled: frozenset[str]) -> None:
        """Enable buttons; the main one goes on if it can, and the other begins a new series."""
        self._enabled, again = enabled, "go-on" in enabled
        self._buttons.show({}, enabled)
        self._start.configure(text=words.GO_ON if again else words.START)
        self._stop.configure(text=words.NEW if again else words.STOP)
        for part, name in ((self._start, "start"), (self._stop, "start" if again else "stop")):
            part.state(["!disabled" if name in enabled else "disabled"])

    def _offer_edits(self) -> None:
        for key in PLAYERS:
            self.fields.field(key).configure(style="Player.Field.TCombobox")
            describe = partial(self._intents.choose, "edit", key)
            edit = button(self.fields.captions[key], "Quiet", words.EDIT, describe)
            self.edits[key] = packed(edit, side="right")
