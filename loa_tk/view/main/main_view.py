"""The main window's services to its controller: timers, clipboard, dialogs and other windows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from importlib import import_module
from typing import Any

from loa_tk.scenes.pages import HelpPage
from loa_tk.scenes.services import Report, ToolIntents, ToolView
from loa_tk.view.kit.dialogs import Dialog, ErrorWindow, ProgressWindow
from loa_tk.view.kit.keys import sequences
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.window import DialogHost, focused

RULES = "rules"  # the page of the main window
QUIT, QUIT_KEY = "quit", "Ctrl+Q"  # the command of the main window


class MainView(DialogHost):
    """The part of the View that is not about scenes."""

    def __init__(self, root: tk.Tk, look: Look, command: Report = lambda name: None) -> None:
        """Report the help that a window asks for with F1 as a command."""
        super().__init__()
        self.root, self.look, self._report = root, look, command
        self.window = root
        # A window with an F1 of its own, as the main window has, lets no other binding see it.
        root.bind_all("<F1>", self._help_here)
        for sequence in sequences(QUIT_KEY, look.mac):
            root.bind_all(sequence, lambda event: self._quit())
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

    def progress(self, title: str, cancel: Callable[[], None]) -> ProgressWindow:
        """Open a progress bar for slow work; `cancel` is called if the user ends the work."""
        return ProgressWindow(self.root, self.look, title, cancel)

    def error(self, title: str, text: str) -> None:
        """Report an error in a dialog that does not block the program."""
        ErrorWindow(self.root, self.look, title, text)

    def help(self, page: HelpPage) -> None:
        """Show a help page in a window of its own, which blocks nothing."""
        # Imported here, like the tools' windows below, so that the main window opens sooner.
        from loa_tk.view.main.help_window import HelpWindow

        asking = self._asking()
        clear = self.board if asking is self.root else None
        shown = self._open(page.title, lambda: HelpWindow(asking, self.look, page, clear), page)
        if asking.winfo_viewable():
            shown.transient(asking)  # it may have been opened from another window

    def open(self, name: str, intents: ToolIntents[Any]) -> ToolView[Any]:
        """Open the tool window of this name, which reports to these intents."""
        # Imported only now, so that the main window opens sooner.
        window = import_module(f"loa_tk.view.{name}.window").WINDOW
        opened: ToolView[Any] = window(self.root, self.look, intents)
        return opened

    def _help_here(self, event: tk.Event) -> None:
        """Ask for the page of a tool window, or of the window that a dialog belongs to."""
        widget: object = event.widget
        if not isinstance(widget, tk.Misc):  # a part of a dialog of Tk's own
            return
        window = widget.winfo_toplevel()
        while isinstance(window, Dialog) and not window.help:
            window = window.master.winfo_toplevel()
        self._report(getattr(window, "help", RULES))

    def _quit(self) -> None:
        """Quit from another window; what that asks is seen in front of the main window."""
        self.front()
        self._report(QUIT)

    def _asking(self) -> tk.Tk | tk.Toplevel:
        """Return the window with the keyboard, which is not a dialog, or the main window."""
        asking = (focused(self.root) or self.root).winfo_toplevel()
        while isinstance(asking, Dialog):
            asking = asking.master.winfo_toplevel()
        return asking if isinstance(asking, tk.Toplevel) else self.root
