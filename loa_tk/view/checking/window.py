"""The check window: the file with its game and buttons above the table of checks."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.scenes.checking import CheckingIntents, CheckingScene
from loa_tk.view.checking.checks_text import ChecksText
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_window import ToolWindow
from loa_tk.view.kit.wrapping import Wrapping
from loa_tk.words import checking as words

FIRST = (820, 720)
FULL = 100.0
GAME = 22  # characters
STYLES = {"again": "Main", "stop": "Push", "play": "Push", "another": "Push"}


class CheckingWindow(ToolWindow):
    """The check window."""

    help = "own-code-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: CheckingIntents) -> None:
        super().__init__(parent, look, intents.closed)
        self._intents = intents
        self._scene = CheckingScene()
        self.title(words.TITLE)
        self.buttons, self.fields = Buttons(intents), Fields(look, intents)
        self._head()
        card = Card(self._body, look, (inset(look), look.s, look.s, look.m))
        card.pack(fill="both", expand=True, pady=(look.m, 0))
        self.table = ChecksText(card, look)
        self.table.pack(fill="both", expand=True)
        self.bind_keys(intents.keys, self._pressed)
        look.watch(self, self._restyle)
        self.appear(FIRST)
        self.buttons.by_name["again"].focus_set()

    def _head(self) -> None:
        look = self.look
        head = Card(self._body, look)
        head.pack(fill="x")
        top = inner(head)
        top.pack(fill="x")
        self._title = label(top, "Bold")
        self._title.pack(side="left")
        self._doing = label(top, "Small")
        self._doing.pack(side="right")
        self._facts = label(head, "Small")
        self._facts.pack(anchor="w")
        self._progress = ttk.Progressbar(head, maximum=FULL, style="Empty.Horizontal.TProgressbar")
        self._progress.pack(fill="x", pady=look.s)
        row = Wrapping(head, look)
        row.pack(fill="x")
        row.add(self.fields.make(row, "game", GAME))
        for name, style in STYLES.items():
            row.add(self.buttons.make(row, style, name))
        self._card = head
        head.bind("<Configure>", lambda event: self._fit())
        look.watch(head, self._fit)

    # --- what its loop asks for ---

    def show(self, scene: CheckingScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        before, self._scene = self._scene, scene
        if scene.title != before.title:
            self.title(scene.title)
        kind = "Live" if scene.live else "Idle" if scene.progress >= 1 else "Empty"
        self._progress.configure(
            style=f"{kind}.Horizontal.TProgressbar",
            value=min(FULL - 0.01, FULL * scene.progress),  # a ttk bar at its maximum is empty
        )
        self.fields.show(scene.fields)
        self.buttons.show({}, scene.enabled)
        self.table.show(scene.rows, scene.verdict, scene.tone)
        self._status.show(scene.status, "", scene.bad)
        self._fit()

    # --- inside the window ---

    def _pressed(self, name: str, event: tk.Event) -> str:
        self._intents.command(name)
        return "break"

    def _fit(self) -> None:
        """Show as much of the texts as fits."""
        look, scene = self.look, self._scene
        room = max(1, self._card.winfo_width() - 2 * inset(look))
        self._title.configure(text=look.fit("bold", (scene.title,), room))
        beside = room - look.fonts["bold"].measure(scene.title) - look.m
        self._doing.configure(text=look.fit("small", (scene.doing,), beside))
        self._facts.configure(text=scene.facts, wraplength=room, justify="left")


WINDOW = CheckingWindow
