"""The right column of the Flow Free window: the puzzle above one or both of its pages."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.scenes.flow import FlowScene, Stroke
from loa_tk.scenes.services import ToolIntents
from loa_tk.view.flow.cards import ComparePage, PuzzleCard, WatchPage
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.theme import Look


class FlowColumn(ttk.Frame):
    """The puzzle and both pages if there is room for them, else the puzzle and the chosen page."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ToolIntents[Stroke]) -> None:
        super().__init__(parent)
        self._look = look
        self.buttons, self.fields = Buttons(intents), Fields(look, intents)
        self._chosen, self._arranged = "watch", ""
        self.pack_propagate(False)  # the window sets its size
        self.puzzle = PuzzleCard(self, look, self.buttons, self.fields)
        self.puzzle.pack(fill="x")
        self.watch = WatchPage(self, look, self._choose, self.buttons, self.fields)
        self.compare = ComparePage(self, look, self._choose, self.buttons, self.fields)
        self.pages = {"watch": self.watch, "compare": self.compare}
        for part in (self, *self.pages.values()):  # figures that wrap change their page's height
            part.bind("<Configure>", lambda event: self._arrange())
        # When idle, because ttk measures its widgets only after a change of font.
        look.watch(self, lambda: self.after_idle(self._arrange))

    def show(self, scene: FlowScene) -> None:
        """Show fields, figures, table and buttons."""
        self.fields.show(scene.fields)
        self.puzzle.show(scene)
        self.watch.show(scene)
        self.compare.show(scene)
        self.buttons.show(scene.labels, scene.enabled)
        if not self._arranged:
            self._arrange()

    def least(self) -> int:
        """Return the width below which something would be cut off."""
        self.update_idletasks()
        return max(card.winfo_reqwidth() for card in (self.puzzle, *self.pages.values()))

    def _choose(self, name: str) -> None:
        self._chosen = name
        self._arrange()
        self.update_idletasks()  # a widget that is not yet on the screen cannot take the focus
        following = self.pages[name].tk_focusNext()  # the tab that was pressed has gone
        if following is not None:
            following.focus_set()

    def _arrange(self) -> None:
        if self.winfo_width() < 2:
            return
        self.update_idletasks()
        arranged = "all" if self._fits() else self._chosen
        if arranged == self._arranged:
            return
        self._arranged = arranged
        for name, page in self.pages.items():
            page.pack_forget()
            page.tabbed(arranged != "all")
            if arranged in ("all", name):
                page.pack(fill="x", pady=(self._look.m, 0))

    def _fits(self) -> bool:
        """Return whether there is room for both pages at once."""
        cards = (self.puzzle, *self.pages.values())
        need = sum(card.winfo_reqheight() for card in cards) + 2 * self._look.m
        return need <= self.winfo_height()
