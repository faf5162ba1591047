"""What a window offers a controller beside its picture: a clock, the clipboard, dialogs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from loa_tk.scenes.flow import FlowIntents, FlowView
from loa_tk.scenes.pages import FormScene, HelpPage, ListScene
from loa_tk.scenes.series import SeriesIntents, SeriesView
from loa_tk.view.kit import dialogs
from loa_tk.view.kit.choose import ListWindow, QuestionWindow
from loa_tk.view.kit.dialogs import Dialog
from loa_tk.view.kit.form import FormWindow
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.help_window import HelpWindow
from loa_tk.view.series.window import SeriesWindow


class Desk:
    """The services of one Tk."""

    def __init__(self, root: tk.Tk, look: Look) -> None:
        self.root, self.look = root, look
        self._open: dict[str, Dialog] = {}

    def after(self, milliseconds: int, callback: Callable[[], None]) -> object:
        """Call back once, later, in the window's own thread; returns a token for `cancel`."""
        return self.root.after(milliseconds, callback)

    def cancel(self, token: object) -> None:
        """Forget a call that `after` promised."""
        self.root.after_cancel(str(token))

    def clipboard(self) -> str:
        """The text on the clipboard, or nothing."""
        try:
            return str(self.root.clipboard_get())
        except tk.TclError:  # empty, or not a text
            return ""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.root.clipboard_clear()
        self.root.clipboard_append(text)

    def ask_save_name(self, title: str, name: str, kinds: tuple[tuple[str, str], ...]) -> str:
        """A file name to save under, chosen by the user, or nothing; kinds are (label, ".txt")."""
        return dialogs.ask_save_name(self.root, title, name, kinds)

    def ask_open_name(self, title: str, kinds: tuple[tuple[str, str], ...]) -> str:
        """The name of a file that is there, chosen by the user, or nothing."""
        return dialogs.ask_open_name(self.root, title, kinds)

    def pick(self, scene: ListScene, done: Callable[[str], None]) -> None:
        """Show a list; `done` gets the key of the line that was chosen, if one was."""
        old = self._open.pop(scene.title, None)
        if old is not None and old.winfo_exists():
            old.destroy()  # its lines may be others by now
        self._open[scene.title] = ListWindow(self.root, self.look, scene, done)

    def ask(self, title: str, text: str, button: str, done: Callable[[], None]) -> None:
        """Tell something and offer to go on; `done` is called if that is wanted."""
        QuestionWindow(self.root, self.look, title, text, button, done)

    def error(self, title: str, text: str) -> None:
        """Tell of an error in a dialog and go on."""
        dialogs.ErrorWindow(self.root, self.look, title, text)

    def help(self, page: HelpPage) -> None:
        """Show a help page in its own window, which blocks nothing."""
        self._once(page.title, lambda: HelpWindow(self.root, self.look, page))

    def form(
        self,
        scene: FormScene,
        check: Callable[[Mapping[str, str]], Mapping[str, str]],
        done: Callable[[Mapping[str, str]], None],
    ) -> None:
        """Show a form; `check` gives a message for each wrong key, `done` gets the right values."""
        self._once(scene.title, lambda: FormWindow(self.root, self.look, scene, check, done))

    def open_series(self, intents: SeriesIntents) -> SeriesView:
        """Open the series window, which reports to these intents."""
        return SeriesWindow(self.root, self.look, intents)

    def open_flow(self, intents: FlowIntents) -> FlowView:
        """Open the Flow Free window, which reports to these intents."""
        from loa_tk.view.flow.window import FlowWindow  # only now: the main window opens sooner

        return FlowWindow(self.root, self.look, intents)

    def front(self) -> None:
        """Bring the window before the others."""
        dialogs.bring_to_front(self.root)

    def _once(self, title: str, make: Callable[[], Dialog]) -> None:
        """Open a window, or bring the one of this title to the front."""
        found = self._open.get(title)
        if found is not None and found.winfo_exists():
            found.lift()
            found.focus_set()
        else:
            self._open[title] = make()
