"""The search explorer's window: a head above one of three pages, and the keys."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene
from loa_tk.view.explorer.compare_page import ComparisonPage
from loa_tk.view.explorer.head import Head
from loa_tk.view.explorer.picture_file import tree_png
from loa_tk.view.explorer.quiz_page import QuizPage
from loa_tk.view.explorer.tree_page import TreePage
from loa_tk.view.kit import keys
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_window import ToolWindow
from loa_tk.words import explorer as words

FIRST = (1200, 830)
# Keys that do something else in a field.
PLAIN = {
    "<Up>": "up", "<Down>": "down", "<Left>": "left", "<Right>": "right", "<Return>": "right",
    "<Home>": "all", "<plus>": "larger", "<equal>": "larger", "<KP_Add>": "larger",
    "<minus>": "smaller", "<KP_Subtract>": "smaller", "<space>": "step", "<BackSpace>": "back",
    "<Shift-Left>": "pan-left", "<Shift-Right>": "pan-right",
}  # fmt: skip


class ExplorerWindow(ToolWindow):
    """The search explorer."""

    help = "explorer-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: ExplorerIntents) -> None:
        super().__init__(parent, look, intents.closed)
        self._intents = intents
        self._scene: ExplorerScene | None = None
        self.title(words.TITLE)
        self.buttons, self.fields = Buttons(intents), Fields(look, intents)
        self.head = Head(self._body, look, intents, self.buttons, self.fields)
        self.head.pack(fill="x")
        self._deck = ttk.Frame(self._body)
        self._deck.pack(fill="both", expand=True, pady=(look.m, 0))
        self.tree = TreePage(self._deck, look, intents, self.buttons, self.fields)
        self.compare = ComparisonPage(self._deck, look, self.buttons)
        self.quiz = QuizPage(self._deck, look, intents, self.buttons, self.fields)
        self._pages: dict[str, TreePage | ComparisonPage | QuizPage] = {
            "tree": self.tree, "compare": self.compare, "quiz": self.quiz,
        }  # fmt: skip
        self._bind_keys()
        look.watch(self, self._restyle)
        self.appear(FIRST)
        self._home().focus_set()

    def _bind_keys(self) -> None:
        for sequence, name in PLAIN.items():
            self.bind(sequence, partial(self._plain, name))
        self.bind_keys(self._intents.keys, self._command)
        for number, name in enumerate(words.PAGES, 1):
            for sequence in keys.sequences(f"Ctrl+{number}", self.look.mac):
                self.bind(sequence, lambda event, name=name: self._choose(name))  # type: ignore[misc]
        self.bind("<Escape>", lambda event: self._escape())

    # --- what its loop asks for ---

    def show(self, scene: ExplorerScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        before, self._scene = self._scene, scene
        if before is None or scene.title != before.title:
            self.title(scene.title)
        self.head.show(scene)
        self.fields.show(scene.speeds)
        if before is None or scene.page != before.page:
            for name, page in self._pages.items():
                if name == scene.page:
                    page.place(x=0, y=0, relwidth=1, relheight=1)
                else:
                    page.place_forget()
            self.update_idletasks()
            self._pages[scene.page].home().focus_set()  # a hidden field would swallow the keys
        self._pages[scene.page].show(scene)
        self.buttons.show(scene.labels, scene.enabled)
        self._status.show(scene.status, "", scene.bad)
        self._keep_focus()

    def image(self) -> bytes:
        """Return the picture of the tree as it is shown, as a PNG file."""
        picture = self.tree.card.picture
        return tree_png(picture.scene, picture.width, self.look)

    # --- inside the window ---

    def _plain(self, name: str, event: tk.Event) -> str | None:
        """Report the command of a key, unless the widget with the focus uses the key itself."""
        kind = event.widget.winfo_class() if isinstance(event.widget, tk.Misc) else ""
        if kind in ("TEntry", "TCombobox", "Text") or (kind == "TButton" and name in (
            "step", "right",
        )):  # fmt: skip
            return None
        return self._command(name, event)

    def _command(self, name: str, event: tk.Event) -> str:
        if self._scene is not None and name in self._scene.enabled:
            self._intents.command(name)
        return "break"

    def _choose(self, name: str) -> str:
        self._intents.choose("page", name)
        return "break"

    def _escape(self) -> None:
        """Leave a field for the page; from there, do what the controller makes of it."""
        focused = self._focused()
        if isinstance(focused, ttk.Entry):
            self._home().focus_set()
        else:
            self._intents.command("escape")

    def _focused(self) -> tk.Misc | None:
        try:
            return self.focus_get()
        except KeyError:  # an open pull-down list has it, which tkinter does not know
            return None

    def _keep_focus(self) -> None:
        """Take the focus from a button that has just been disabled and would swallow the keys."""
        focused = self._focused()
        if not isinstance(focused, ttk.Button) or focused.winfo_toplevel() is not self:
            return
        if focused.instate(["disabled"]) or not focused.winfo_viewable():
            self._home().focus_set()

    def _home(self) -> tk.Misc:
        """Return what has the keyboard on the page in front if no field has it."""
        return self._pages[self._scene.page if self._scene else "tree"].home()


WINDOW = ExplorerWindow
