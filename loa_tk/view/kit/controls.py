"""The buttons and pull-down fields of a tool window, which report names and show a scene."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Collection, Mapping, Sequence
from tkinter import ttk
from typing import Any

from loa_tk.scenes.pages import FormField
from loa_tk.scenes.services import ToolIntents
from loa_tk.view.kit.form import Input
from loa_tk.view.kit.theme import Look


class Buttons:
    """The buttons of one window, by the names of their commands."""

    def __init__(self, intents: ToolIntents[Any]) -> None:
        """Report to these intents, which name the labels."""
        self._intents, self._texts = intents, intents.labels
        self.short: Mapping[str, str] = {}  # labels in a small window
        self.by_name: dict[str, ttk.Button] = {}

    def make(self, parent: tk.Misc, style: str, name: str) -> ttk.Button:
        """Return a new button that reports its name."""
        button = ttk.Button(parent, style=f"{style}.TButton", text=self._texts[name])
        button.configure(command=lambda: self._intents.command(name))
        self.by_name[name] = button
        return button

    def show(self, labels: Mapping[str, str], enabled: Collection[str]) -> None:
        """Label the buttons, if their label changes, and enable those named."""
        for name, button in self.by_name.items():
            wanted = labels.get(name) or self.short.get(name) or self._texts[name]
            if str(button["text"]) != wanted:
                button.configure(text=wanted)
            if button.instate(["disabled"]) == (name in enabled):
                button.state(["!disabled" if name in enabled else "disabled"])


class Fields:
    """The pull-down choices of one window, by their keys."""

    def __init__(self, look: Look, intents: ToolIntents[Any]) -> None:
        self._look, self._intents = look, intents
        self._filling = False  # values that a scene fills in are not reported back
        self.by_key: dict[str, Input] = {}

    def make(self, parent: tk.Misc, key: str, width: int, kind: str = "choice") -> ttk.Entry:
        """Return a new field that reports its value; the first scene brings its choices."""
        entry = Input(
            parent, self._look, FormField(key, "", kind, "", ""), lambda: self._changed(key)
        )
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
