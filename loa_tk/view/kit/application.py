"""The start of Tk: scaling on Windows, the window class and icon, and the hook for exceptions."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from loa_tk.view.kit.icon import icon
from loa_tk.view.kit.images import image
from loa_tk.words import main as words

ExceptionHook = Callable[[type[BaseException], BaseException, TracebackType | None], object]
ICON_SIZES = (64, 32, 16)
SM_CYMENU = 15  # the number of the height of a menu bar among the figures of Windows


def start(report: ExceptionHook | None = None) -> tk.Tk:
    """Return a hidden root window; `report` gets the exceptions of callbacks, if it is given."""
    _be_sharp()
    root = tk.Tk(baseName=words.PROGRAM, className=words.WINDOW_CLASS)
    root.withdraw()
    if report is not None:
        root.report_callback_exception = report
    root.option_add("*tearOff", False)
    adapt_events(root, str(root.tk.call("tk", "windowingsystem")))
    _save_answers(root)
    icons = [image(root, icon(size)) for size in ICON_SIZES]
    root.iconphoto(True, *icons)
    return root


def _save_answers(root: tk.Tk) -> None:
    """Let Tk wait for fewer answers of the X server: the first window for 512 instead of 1,413.

    Each took 0.04 ms from a server on the same machine. Tk asks four times for each widget to
    connect it with the input methods, and twice for each image to look up white and black, unless a
    widget has these colours under these names.
    """
    root.tk.call("tk", "useinputmethods", False)  # until `accept_input_methods`
    root.configure(highlightbackground="white", highlightcolor="black")  # which are not seen


def accept_input_methods(root: tk.Tk) -> None:
    """Connect each widget with the input methods at its next event, for accents and the like."""
    root.tk.call("tk", "useinputmethods", True)


def adapt_events(root: tk.Tk, system: str) -> None:
    """Let Ctrl+A select all in every field and text, and a Mac's Ctrl-click be a right click.

    Tk on X11 takes Ctrl+A to the beginning instead. Which button is the right one on a Mac, Tk's
    <<ContextMenu>> knows: the second up to version 8.6, the third from 9.0 on.
    """
    if system == "x11":
        for keys in ("<Control-Key-a>", "<Control-Lock-Key-A>"):
            root.event_delete("<<LineStart>>", keys)
            root.event_add("<<SelectAll>>", keys)
    elif system == "aqua":
        root.event_add("<<ContextMenu>>", "<Control-Button-1>")


def _be_sharp() -> None:
    """Tell Windows, before Tk exists, that the program scales itself; otherwise it is blurred."""
    if sys.platform == "win32":
        import ctypes

        with suppress(AttributeError, OSError):  # Windows 7 has no shcore
            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def native_bar_height(system: str) -> int:
    """Return the pixels that a menu bar of the system's own takes from a window.

    Tk counts its entries one below the other: 208 pixels instead of 28 at 144 dots per inch.
    """
    if system == "aqua":
        return 0  # it is at the top of the screen
    import ctypes

    height: int = ctypes.windll.user32.GetSystemMetrics(SM_CYMENU)  # type: ignore[attr-defined]
    return height
