"""The main window's services to its controller: timers, clipboard, dialogs and other windows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from loa_tk.scenes.pages import FormScene, HelpPage, ListScene
from loa_tk.scenes.services import ToolIntents, ToolView
from loa_tk.view.kit import dialogs, file_names
from loa_tk.view.kit.choose import ListWindow, ProgressWindow, QuestionWindow
from loa_tk.view.kit.dialogs import Dialog
from loa_tk.view.kit.form import FormWindow
from loa_tk.view.kit.theme import Look

RULES = "rules"  # the page of the main window


class Desk:
    """The part of the View that is not about scenes."""

    def __init__(
        self, root: tk.Tk, look: Look, command: Callable[[str], None] = lambda name: None
    ) -> None:
        """Report the help that a window asks for with F1 as a command."""
        self.root, self.look, self._report = root, look, command
        # A window with an F1 of its own, as the main window has, lets no other binding see it.
        root.bind_all("<F1>", self._help_here)
        self._open: dict[str, Dialog] = {}
        self.board: tk.Misc | None = None  # help pages leave it visible

    def after(self, milliseconds: int, callback: Callable[[], None]) -> object:
        """Call back once, later, in the window's own thread; return a token for `cancel`."""
        return self.root.after(milliseconds, callback)

    def cancel(self, token: object) -> None:
        """Cancel a call that `after` has scheduled."""
        self.root.after_cancel(str(token))

    def when_drawn(self, callback: Callable[[], None]) -> None:
        """Call back once, as soon as everything that was shown has been drawn."""
        # Tk redraws when it is idle, in the order of the requests. The timer keeps the call out of
        # `update_idletasks`, which a scene that is being shown may use.
        self.root.after_idle(lambda: self.root.after(0, callback))

    def clipboard(self) -> str:
        """Return the text on the clipboard, or "" if there is none."""
        try:
            return str(self.root.clipboard_get())
        except tk.TclError:  # empty, or not a text
            return ""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.root.clipboard_clear()
        self.root.clipboard_append(text)

    def ask_save_name(
        self, title: str, name: str, kinds: tuple[tuple[str, str], ...], folder: str = ""
    ) -> str:
        """Return the file name the user chooses to save to, or ""; kinds are (label, ".txt")."""
        return file_names.ask_save_name(self.root, title, name, kinds, folder)

    def ask_open_name(
        self, title: str, kinds: tuple[tuple[str, str], ...], folder: str = ""
    ) -> str:
        """Return the name of the existing file that the user chooses, or ""."""
        return file_names.ask_open_name(self.root, title, kinds, folder)

    def ask_folder(self, title: str) -> str:
        """Return the name of the existing folder that the user chooses, or ""."""
        return file_names.ask_folder(self.root, title)

    def pick(
        self,
        scene: ListScene,
        done: Callable[[str], None],
        other: Callable[[str], None] | None = None,
    ) -> None:
        """Show a list; `done` gets the key of the chosen line, if one is chosen.

        `other` gets it if the second button is pressed, which leaves the list open.
        """
        old = self._open.pop(scene.title, None)
        if old is not None and old.winfo_exists():
            old.destroy()  # its lines may be out of date
        if not scene.rows:
            return
        self._open[scene.title] = ListWindow(self.root, self.look, scene, done, other)

    def ask(self, title: str, text: str, button: str, done: Callable[[], None]) -> None:
        """Ask whether to go on; `done` is called if the user presses `button`."""
        QuestionWindow(self.root, self.look, title, text, button, done)

    def progress(self, title: str, cancel: Callable[[], None]) -> ProgressWindow:
        """Open a progress bar for slow work; `cancel` is called if the user ends the work."""
        return ProgressWindow(self.root, self.look, title, cancel)

    def error(self, title: str, text: str) -> None:
        """Report an error in a dialog that does not block the program."""
        dialogs.ErrorWindow(self.root, self.look, title, text)

    def help(self, page: HelpPage) -> None:
        """Show a help page in a window of its own, which blocks nothing."""
        # Imported here, like the tools' windows below, so that the main window opens sooner.
        from loa_tk.view.main.help_window import HelpWindow

        asking = self._asking()
        clear = self.board if asking is self.root else None
        self._once(page.title, lambda: HelpWindow(asking, self.look, page, clear))
        shown = self._open[page.title]
        if asking.winfo_viewable():
            shown.transient(asking)  # it may have been opened from another window

    def form(
        self,
        scene: FormScene,
        check: Callable[[Mapping[str, str]], Mapping[str, str]],
        done: Callable[[Mapping[str, str]], None],
    ) -> None:
        """Show a form; `check` returns a message for each wrong key, `done` gets valid values."""
        self._once(scene.title, lambda: FormWindow(self.root, self.look, scene, check, done))

    def open(self, name: str, intents: ToolIntents[Any]) -> ToolView[Any]:
        """Open the tool window of this name, which reports to these intents."""
        # Imported only now, so that the main window opens sooner.
        window = import_module(f"loa_tk.view.{name}.window").WINDOW
        opened: ToolView[Any] = window(self.root, self.look, intents)
        return opened

    def front(self) -> None:
        """Bring the window to the front."""
        dialogs.bring_to_front(self.root)

    def _help_here(self, event: tk.Event) -> None:
        """Ask for the page of a tool window, or of the window that a dialog belongs to."""
        widget: object = event.widget
        if not isinstance(widget, tk.Misc):  # a part of a dialog of Tk's own
            return
        window = widget.winfo_toplevel()
        while isinstance(window, Dialog) and not window.help:
            window = window.master.winfo_toplevel()
        self._report(getattr(window, "help", RULES))

    def _asking(self) -> tk.Tk | tk.Toplevel:
        """Return the window with the keyboard, which is not a dialog, or the main window."""
        try:
            asking: tk.Misc | None = self.root.focus_get()
        except KeyError:  # an open pull-down list has it, which tkinter does not know
            asking = None
        asking = (asking or self.root).winfo_toplevel()
        while isinstance(asking, Dialog):
            asking = asking.master.winfo_toplevel()
        return asking if isinstance(asking, tk.Toplevel) else self.root

    def _once(self, title: str, make: Callable[[], Dialog]) -> None:
        """Open a window, or bring the open one with this title to the front."""
        found = self._open.get(title)
        if found is not None and found.winfo_exists():
            found.lift()
            found.focus_set()
        else:
            self._open[title] = make()
