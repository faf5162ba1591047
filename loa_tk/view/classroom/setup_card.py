"""The left card of the class window: the fields, the buttons, and the sandbox."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.classroom import ClassIntents, ClassScene, ClassSetup
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Scrolled, SetupFields
from loa_tk.view.kit.widgets import Card, inner, inset, label, packed
from loa_tk.words import class_window as words

ROWS = (
    ("folder",), ("game",), ("games", "rounds"), ("depth", "seconds"), ("opponents",),
    ("rubric",), ("openings", "seed"), ("jobs",),
)  # fmt: skip
# The fields whose last choice lets the user look for something, by the name of their command.
LOOKING = {"folder": words.CHOOSE_FOLDER, "rubric": words.CHOOSE_RUBRIC}
SAVES = (("save-page", "save-csv"), ("results", "resume"))


class ClassSetupCard(Card):
    """Fields below their captions, which scroll if they must, above buttons that stay visible."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ClassIntents, buttons: Buttons
    ) -> None:
        super().__init__(parent, look, (inset(look), look.m, look.s, look.m))
        self._intents = intents
        self._scene = ClassSetup()
        self._buttons, self._main = buttons, "start"
        self._make_buttons(buttons)
        self.scrolled = packed(Scrolled(self, look), fill="both", expand=True)
        self.fields = SetupFields(self.scrolled.content, look, ROWS, self._changed)
        self.fields.pack(fill="x", padx=(0, look.xs))
        self._note = label(self.scrolled.content, "Small")
        self._note.configure(justify="left")
        self._note.pack(fill="x", pady=(look.m, 0), padx=(0, look.xs))
        look.refit(self, self._fit, idle=True)

    def need(self) -> int:
        """Return the width below which a button would be cut off."""
        look = self._look
        beside = inset(look) + look.s + look.m
        return max(row.winfo_reqwidth() for row in self._button_rows) + beside

    def _make_buttons(self, buttons: Buttons) -> None:
        look = self._look
        self._button_rows = []
        for names in reversed(SAVES):
            row = packed(inner(self), side="bottom", fill="x", padx=(0, look.xs))
            self._button_rows.append(row)
            for name, side in zip(names, ("left", "right"), strict=True):
                buttons.make(row, "Quiet", name).pack(side=side)  # type: ignore[arg-type]
        row = packed(inner(self), side="bottom", fill="x", pady=(look.s, look.xs), padx=(0, look.m))
        self._button_rows.append(row)
        for name, style in (("start", "Main"), ("stop", "Push"), ("go-on", "Push")):
            button = buttons.make(row, style, name)
            gap = 0 if name == "go-on" else look.xs
            button.pack(side="left", fill="x", expand=True, padx=(0, gap))

    def show(self, scene: ClassScene) -> None:
        """Show the fields; leave the user's own typing alone."""
        if scene.main != self._main:
            for name, style in ((self._main, "Push"), (scene.main, "Main")):
                self._buttons.by_name[name].configure(style=f"{style}.TButton")
            self._main = scene.main
        before, self._scene = self._scene, scene.setup
        if scene.setup == before:
            return
        first = not self.fields.values()
        self.fields.show(scene.setup.fields, scene.setup.wrong)
        if first:
            for key in self.fields.values():
                self.fields.field(key).bind(
                    "<FocusIn>", lambda event: self.scrolled.see(event.widget), add=True
                )
            self.scrolled.follow_wheel()
        self._note.configure(text=scene.setup.sandbox)
        self._fit()

    def _changed(self) -> None:
        for key, text in LOOKING.items():
            if self.fields.field(key).get() == text:
                # The field shows what it showed before; a dialog asks for another value.
                self.fields.reset(key)
                self.after_idle(self._intents.command, key)
                return
        self._intents.report(self.fields.values())

    def _fit(self) -> None:
        room = self.winfo_width() - 2 * inset(self._look) - self._look.m
        self._note.configure(wraplength=max(1, room))
