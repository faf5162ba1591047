"""The start of Tk: scaling on Windows, the window class and icon, and the hook for exceptions."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from loa_tk.view.kit import rounds
from loa_tk.view.kit.bars import rising
from loa_tk.view.kit.palette import LIGHT
from loa_tk.view.kit.pictures import image
from loa_tk.words import main as words

ExceptionHook = Callable[[type[BaseException], BaseException, TracebackType | None], object]
ICON_SIZES = (64, 32, 16)


def start(report: ExceptionHook | None = None) -> tk.Tk:
    """Return a hidden root window; `report` gets the exceptions of callbacks, if it is given."""
    _be_sharp()
    root = tk.Tk(baseName=words.PROGRAM, className=words.PROGRAM.capitalize())
    root.withdraw()
    if report is not None:
        root.report_callback_exception = report
    root.option_add("*tearOff", False)
    select_all_keys(root)
    icons = [image(root, _icon(size)) for size in ICON_SIZES]
    root.iconphoto(True, *icons)
    return root


def select_all_keys(root: tk.Tk) -> None:
    """Let Ctrl+A select all in every field and text; Tk on X11 goes to the beginning instead."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        for keys in ("<Control-Key-a>", "<Control-Lock-Key-A>"):
            root.event_delete("<<LineStart>>", keys)
            root.event_add("<<SelectAll>>", keys)


def _be_sharp() -> None:
    """Tell Windows, before Tk exists, that the program scales itself; otherwise it is blurred."""
    if sys.platform == "win32":
        import ctypes

        with suppress(AttributeError, OSError):  # Windows 7 has no shcore
            ctypes.windll.shcore.SetProcessDpiAwareness(1)


def _icon(size: int) -> list[bytes]:
    """Return the icon as rows of pixels: a black and a white checker, linked."""
    side = size * 5 // 8
    rows = [bytearray(size * 4) for _ in range(size)]
    bar = rising(size - side, size * 0.07, LIGHT.discs["white"].rim)
    black = rounds.disc(side, LIGHT.discs["black"], max(1.0, size * 0.02))
    white = rounds.disc(side, LIGHT.discs["white"], max(1.0, size * 0.03))
    _lay(rows, bar, side // 2, side // 2)
    _lay(rows, black, 0, size - side)
    _lay(rows, white, size - side, 0)
    return [bytes(row) for row in rows]


def _lay(rows: list[bytearray], picture: list[bytes], x: int, y: int) -> None:
    """Lay a picture over the rows; a partly covered edge pixel replaces only fainter ones."""
    for j, row in enumerate(picture):
        for i in range(len(row) // 4):
            pixel = row[4 * i : 4 * i + 4]
            at = 4 * (x + i)
            if pixel[3] > rows[y + j][at + 3] or pixel[3] == 255:
                rows[y + j][at : at + 4] = pixel
