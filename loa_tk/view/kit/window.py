"""What all windows share: the dialogs that they open; and the base of the Tools menu's windows."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import Any

from loa_tk.scenes.pages import FormScene, ListScene
from loa_tk.scenes.services import ESCAPE, Answer, Kinds, Report, ToolIntents, Values
from loa_tk.view.kit.dialogs import Dialog, ListWindow, QuestionWindow
from loa_tk.view.kit.keys import CLOSE_KEY, sequences
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import StatusBar

# The share of the screen that a window may use; the rest is for its frame and a panel. At
# 800x600 a window as large as the screen had its status line below the lower edge.
SHARE = 0.94


class DialogHost:
    """Opens the dialogs of one window, each in front of it."""

    look: Look
    window: tk.Tk | tk.Toplevel  # that the dialogs belong to

    def __init__(self) -> None:
        self._dialogs: dict[str, tuple[object, Dialog]] = {}  # by title, with what they show

    # Forms and file names are imported when they are needed, so that the main window opens sooner.

    def ask_open_name(self, title: str, kinds: Kinds, folder: str = "") -> str:
        """Return the name of the existing file that the user chooses, or ""."""
        from loa_tk.view.kit.file_names import ask_open_name

        return ask_open_name(self.window, title, kinds, folder)

    def ask_save_name(self, title: str, name: str, kinds: Kinds, folder: str = "") -> str:
        """Return the file name the user chooses to save to, or ""; kinds are (label, ".txt")."""
        from loa_tk.view.kit.file_names import ask_save_name

        return ask_save_name(self.window, title, name, kinds, folder)

    def ask_folder(self, title: str) -> str:
        """Return the name of the folder that the user chooses, which may not exist, or ""."""
        from loa_tk.view.kit.file_names import ask_folder

        return ask_folder(self.window, title)

    def ask(
        self, title: str, text: str, button: str, done: Callable[[], None], harmful: bool = False,
        other: Answer | None = None,
    ) -> None:  # fmt: skip
        """Ask whether to go on; `done` is called if the user presses `button`."""
        make = partial(
            QuestionWindow, self.window, self.look, title, text, button, done, harmful, other
        )
        self._open(title, make)

    def form(
        self, scene: FormScene, check: Callable[[Values], Values], done: Callable[[Values], None]
    ) -> None:
        """Show a form; `check` returns a message for each wrong key, `done` gets valid values."""
        from loa_tk.view.kit.form import FormWindow

        make = partial(FormWindow, self.window, self.look, scene, check, done)
        self._open(scene.title, make, scene)

    def pick(self, scene: ListScene, done: Report, other: Report | None = None) -> None:
        """Show a list; `done` gets the key of the chosen line, if one is chosen.

        `other` gets it if the second button is pressed, which leaves the list open.
        """
        if scene.rows:  # it replaces an open list, whose lines may be out of date
            self._open(scene.title, lambda: ListWindow(self.window, self.look, scene, done, other))
        elif scene.title in self._dialogs:
            self._dialogs.pop(scene.title)[1].destroy()

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.window.clipboard_clear()
        self.window.clipboard_append(text)

    def clipboard(self) -> str:
        """Return the text on the clipboard, or "" if there is none."""
        try:
            return str(self.window.clipboard_get())
        except tk.TclError:  # empty, or not a text
            return ""

    def front(self) -> None:
        """Bring the window to the front and restore the focus it last had."""
        bring_to_front(self.window)

    def _open(self, title: str, make: Callable[[], Dialog], content: object = None) -> Dialog:
        """Return a new dialog; it replaces one of the same title, unless that has this content."""
        before, old = self._dialogs.get(title, (None, None))
        if old is not None and old.winfo_exists():
            if content is not None and content == before:
                old.lift()
                old.focus_set()
                return old
            old.destroy()
        dialog = make()
        self._dialogs[title] = content, dialog
        dialog.bind("<Destroy>", lambda event: self._forget(title, event), add=True)
        return dialog

    def _forget(self, title: str, event: tk.Event) -> None:
        """Let go of a closed dialog; its parts report their own ends to it, too."""
        if title in self._dialogs and event.widget is self._dialogs[title][1]:
            del self._dialogs[title]


class ToolWindow(DialogHost, tk.Toplevel):
    """A body above a status line, in a window that does not stay in front of the main one."""

    help: str  # the command for its help page, which F1 shows

    def __init__(self, parent: tk.Tk, look: Look, intents: ToolIntents[Any]) -> None:
        DialogHost.__init__(self)
        tk.Toplevel.__init__(self, parent)
        self.withdraw()
        self.look, self.window, self._intents = look, self, intents
        self._status = StatusBar(self, look)
        self._status.pack(side="bottom", fill="x", padx=look.l, pady=look.s)
        self._body = ttk.Frame(self)
        self._body.pack(fill="both", expand=True, padx=look.l, pady=(look.l, 0))
        self.protocol("WM_DELETE_WINDOW", intents.closed)
        self.bind_keys({CLOSE_KEY: ""}, lambda name: intents.closed())
        self.bind("<Escape>", lambda event: self._escape())

    def appear(self, size: tuple[int, int]) -> None:
        """Show the finished window in its intended size, as far as the screen allows."""
        self.look.watch(self, self._restyle)
        least, room = self.minsize(), self._room()
        wanted = (max(self.look.px(a), b) for a, b in zip(size, least, strict=True))
        width, height = map(min, wanted, room)
        self.geometry(f"{width}x{height}")
        self.deiconify()

    def bind_keys(self, keys: Mapping[str, str], report: Callable[[str], object]) -> None:
        """Report the names of keys such as "Ctrl+N"; nothing else in the window gets them."""
        for key, name in keys.items():
            for sequence in sequences(key, self.look.mac):
                self.bind(sequence, partial(reported, report, name))

    def divide(
        self, least: int, share: float, most: int, need: Callable[[], int] = lambda: 0
    ) -> None:
        """Give the body's first column a share of its width, from `least` to `most` pixels.

        It is never narrower than its content's `need`, which depends on the fonts.
        """
        low, high = self.look.px(least), self.look.px(most)
        self._body.columnconfigure(1, weight=1)
        self._body.rowconfigure(1, weight=1)

        def fit() -> None:
            wide = min(high, round(share * self._body.winfo_width()))
            self._body.columnconfigure(0, minsize=max(low, wide, need()))

        self.look.refit(self._body, fit, idle=True)

    def image(self) -> bytes:
        """Return what the window shows as a PNG file; only some windows can be saved."""
        raise NotImplementedError

    def close(self) -> None:
        """Destroy the window."""
        self.destroy()

    def _escape(self) -> None:
        """Report Escape, which ends what the window does; if it does nothing, it closes."""
        self._intents.command(ESCAPE)

    def _room(self) -> tuple[int, int]:
        return round(SHARE * self.winfo_screenwidth()), round(SHARE * self.winfo_screenheight())

    def _restyle(self) -> None:
        self.configure(background=self.look.palette.window)
        self.minsize(*map(min, self.look.smallest(), self._room()))


def reported(report: Callable[[str], object], name: str, event: tk.Event) -> str:
    """Report a name for an event, which goes no further."""
    report(name)
    return "break"


def bring_to_front(window: tk.Tk | tk.Toplevel) -> None:
    """Bring a window to the front and restore the focus it last had."""
    window.deiconify()
    window.lift()
    window.tk.call("focus", "-force", window.tk.call("focus", "-lastfor", window))


def focused(widget: tk.Misc) -> tk.Misc | None:
    """Return the widget that has the keyboard, or None if it is an open menu or pull-down list."""
    try:
        return widget.focus_get()
    except KeyError:  # tkinter does not know the clones and lists that Tk makes
        return None


def has_focus(part: tk.Misc) -> bool:
    """Return whether something in a part of a window has the keyboard."""
    return str(focused(part)).startswith(f"{part}.")


def lost_focus(window: tk.Misc) -> bool:
    """Return whether a disabled or hidden button has the keyboard of this window."""
    button = focused(window)
    return (
        isinstance(button, ttk.Button)
        and button.winfo_toplevel() is window.winfo_toplevel()
        and (button.instate(["disabled"]) or not button.winfo_viewable())
    )
