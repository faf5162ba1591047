"""What Tk finds on this machine, for `loa doctor`: its version, the screen and the fonts.

tkinter is imported only when it is asked for, because it may be missing, and the window with it,
because `loa --help` imports every command.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.model.game import UserError

OPENING = 10.0  # seconds; a screen behind a dead connection never answers


@dataclass(frozen=True)
class ScreenFacts:
    """What a main window, which stays hidden, has found."""

    display: str
    width: int
    height: int
    dpi: float
    scale: float
    sans: str
    mono: str
    known_fonts: bool  # whether the windows were made with both fonts in mind


@dataclass(frozen=True)
class ScreenJob(EngineJob):
    """Opens a main window in another process: Tk can hang there, or end it."""

    @property
    def limit(self) -> float:
        """The seconds within which the screen must answer."""
        return OPENING

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None]
    ) -> ScreenFacts | str:
        """Return what the window has found, or one line on why it cannot open."""
        try:
            return screen_facts()
        except UserError as error:
            return str(error)


def tk_version() -> str:
    """Return the version of Tcl and Tk; raise an exception of any kind if there is none."""
    import tkinter

    return str(tkinter.Tcl().eval("info patchlevel"))


def screen_facts() -> ScreenFacts:
    """Build a main window and return what it has found, or raise UserError if it cannot open."""
    from loa_tk.app import make_window

    window = make_window("light", 10)
    try:
        from loa_tk.view.kit.theme import MONO, SANS

        root, fonts = window.root, window.look.fonts
        sans, mono = (str(fonts[name].actual("family")) for name in ("body", "mono"))
        return ScreenFacts(
            display=str(root.winfo_screen()),
            width=root.winfo_screenwidth(),
            height=root.winfo_screenheight(),
            dpi=root.winfo_fpixels("1i"),
            scale=window.look.scale,
            sans=sans,
            mono=mono,
            known_fonts=sans in SANS and mono in MONO,
        )
    finally:
        window.close()
