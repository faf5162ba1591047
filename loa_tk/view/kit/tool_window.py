"""The base of the Tools menu's windows: a body above a status line, forms, questions, size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from loa_tk.scenes.pages import FormScene
from loa_tk.view.kit import dialogs, file_names, keys
from loa_tk.view.kit.choose import QuestionWindow
from loa_tk.view.kit.form import FormWindow
from loa_tk.view.kit.statusbar import StatusBar
from loa_tk.view.kit.theme import SMALLEST, Look

# The share of the screen that a window may use; the rest is for its frame and a panel. At
# 800x600 a window as large as the screen had its status line below the lower edge.
SHARE = 0.94


class ToolWindow(tk.Toplevel):
    """A window beside the main one, which does not stay in front of it as a dialog does."""

    help: str  # the command for its help page, which F1 shows

    def __init__(self, parent: tk.Tk, look: Look, closed: Callable[[], None]) -> None:
        super().__init__(parent)
        self.withdraw()
        self.look = look
        self._dialogs: dict[str, dialogs.Dialog] = {}
        self._status = StatusBar(self, look)
        self._status.pack(side="bottom", fill="x", padx=look.l, pady=look.s)
        self._body = ttk.Frame(self)
        self._body.pack(fill="both", expand=True, padx=look.l, pady=(look.l, 0))
        self.protocol("WM_DELETE_WINDOW", closed)

    def appear(self, size: tuple[int, int]) -> None:
        """Show the finished window in its intended size, as far as the screen allows."""
        screen = self.winfo_screenwidth(), self.winfo_screenheight()
        room = [round(SHARE * side) for side in screen]
        least = [self.look.px(side) for side in SMALLEST]
        self.minsize(*(min(a, b) for a, b in zip(least, room, strict=True)))
        width, height = (min(self.look.px(a), b) for a, b in zip(size, room, strict=True))
        self.geometry(f"{width}x{height}")
        self.deiconify()

    def bind_keys(
        self, names: Mapping[str, str], pressed: Callable[[str, tk.Event], str | None]
    ) -> None:
        """Bind the keys of the commands, by their names, to what reports one."""
        for key, name in names.items():
            for sequence in keys.sequences(key, self.look.mac):
                self.bind(sequence, partial(pressed, name))

    # --- what both views offer ---

    def front(self) -> None:
        """Bring the window to the front."""
        dialogs.bring_to_front(self)

    def ask_open_name(
        self, title: str, kinds: tuple[tuple[str, str], ...], folder: str = ""
    ) -> str:
        """Return the name of an existing file that the user chooses, or nothing."""
        return file_names.ask_open_name(self, title, kinds, folder)

    def ask_save_name(
        self, title: str, name: str, kinds: tuple[tuple[str, str], ...], folder: str = ""
    ) -> str:
        """Return a file name that the user chooses, or nothing; kinds are (label, ".txt")."""
        return file_names.ask_save_name(self, title, name, kinds, folder)

    def ask_folder(self, title: str) -> str:
        """Return the name of an existing folder that the user chooses, or nothing."""
        return file_names.ask_folder(self, title)

    def ask(self, title: str, text: str, button: str, done: Callable[[], None]) -> None:
        """Ask whether to go on; `done` is called if the user presses `button`."""
        self._open("ask", lambda: QuestionWindow(self, self.look, title, text, button, done))

    def form(
        self,
        scene: FormScene,
        check: Callable[[Mapping[str, str]], Mapping[str, str]],
        done: Callable[[Mapping[str, str]], None],
    ) -> None:
        """Show a form; `check` returns a message for each wrong key, `done` gets valid values."""
        self._open("form", lambda: FormWindow(self, self.look, scene, check, done))

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        self.clipboard_clear()
        self.clipboard_append(text)

    def image(self) -> bytes:
        """Return what the window shows as a PNG file; only some windows can be saved."""
        raise NotImplementedError

    def close(self) -> None:
        """Destroy the window."""
        self.destroy()

    def _open(self, kind: str, make: Callable[[], dialogs.Dialog]) -> None:
        """Open a dialog and close the previous one of its kind."""
        if kind in self._dialogs:
            self._dialogs[kind].destroy()
        self._dialogs[kind] = make()

    def _restyle(self) -> None:
        self.configure(background=self.look.palette.window)
