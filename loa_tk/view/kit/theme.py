"""The look in force: palette, fonts and spacing, which change at run time."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import font as tkfont

from loa_tk.view.kit import style
from loa_tk.view.kit.palette import PALETTES, Palette
from loa_tk.words import main as words

SPACES = (4, 8, 12, 16, 24)
# The smallest window, with its menu bar, at a scale of 1 and the normal text size or a smaller one.
SMALLEST = (800, 600)
NORMAL = 10  # points

SANS = (
    "Segoe UI", "SF Pro Text", "Helvetica Neue", "Inter", "Noto Sans", "Cantarell", "DejaVu Sans",
    "Liberation Sans",
)  # fmt: skip
MONO = (
    "Cascadia Mono", "SF Mono", "Menlo", "JetBrains Mono", "Noto Sans Mono", "DejaVu Sans Mono",
    "Liberation Mono", "Consolas",
)  # fmt: skip
# Families drawn to be used together, with lines of the same height. Noto's are a sixth higher than
# DejaVu's: the two mixed pushed the last line of the smallest Analysis page under its button.
PARTNERS = {
    "Noto Sans": "Noto Sans Mono",
    "DejaVu Sans": "DejaVu Sans Mono",
    "Liberation Sans": "Liberation Mono",
}

# name: (monospaced, points above the text size, bold)
FONTS: Mapping[str, tuple[bool, int, bool]] = {
    "body": (False, 0, False),
    "bold": (False, 0, True),
    "small": (False, -1, False),
    "caption": (False, -2, False),
    "figure": (False, 2, True),
    "title": (False, 6, True),
    "mono": (True, -1, False),
    "mono_bold": (True, -1, True),
    "mono_small": (True, -2, False),
    "mono_small_bold": (True, -2, True),
}


class Look:
    """The palette and fonts shared by all windows of one Tk; fonts change in place."""

    def __init__(self, root: tk.Misc, theme: str = "light", text_size: int = 10) -> None:
        self.root = root
        self.system = str(root.tk.call("tk", "windowingsystem"))  # "x11", "win32" or "aqua"
        self.mac = self.system == "aqua"
        self.scale = scale_of(root)
        self.xs, self.s, self.m, self.l, self.xl = map(self.px, SPACES)
        self.palette: Palette = PALETTES[theme]
        self.text_size = text_size
        self._watchers: dict[str, Callable[[], object]] = {}
        families = set(tkfont.families(root))
        sans = _first(SANS, families, "TkDefaultFont", root)
        mono = _first((PARTNERS.get(sans, ""), *MONO), families, "TkFixedFont", root)
        self.fonts: dict[str, tkfont.Font] = {
            name: tkfont.Font(
                root, family=mono if fixed else sans, size=self.points(text_size + more),
                weight="bold" if bold else "normal",
            )
            for name, (fixed, more, bold) in FONTS.items()
        }  # fmt: skip
        self._styles = style.Styles(root, self.fonts, self.scale)
        self._styles.use(self.palette)

    def change(self, theme: str, text_size: int) -> None:
        """Switch all windows to another palette and text size."""
        if (theme, text_size) == (self.palette.name, self.text_size):
            return
        self.palette, self.text_size = PALETTES[theme], text_size
        for name, (_, more, _) in FONTS.items():
            self.fonts[name].configure(size=self.points(text_size + more))
        self._styles.use(self.palette)
        for callback in list(self._watchers.values()):
            callback()

    def watch(self, widget: tk.Misc, callback: Callable[[], object]) -> None:
        """Call back now and after each change, as long as the widget lives."""
        name = str(widget)
        self._watchers[name] = callback
        widget.bind("<Destroy>", lambda event: self._forget(event, name), add=True)
        callback()

    def refit(self, widget: tk.Misc, fit: Callable[[], object], idle: bool = False) -> None:
        """Call `fit` when the widget's size changes, and as `watch` does.

        It waits until Tk is idle if it asks ttk widgets for their sizes, which they measure only
        after a change of font.
        """
        widget.bind("<Configure>", lambda event: fit())
        self.watch(widget, (lambda: widget.after_idle(fit)) if idle else fit)

    def _forget(self, event: tk.Event, name: str) -> None:
        if str(event.widget) == name:  # a toplevel also gets its children's events
            self._watchers.pop(name, None)

    def points(self, size: int) -> int:
        """Return a font's size; Tk on a Mac has 72 dots per inch, and everything else here 96."""
        return round(size * 96 / 72) if self.mac else size

    def px(self, pixels: float) -> int:
        """Return a length for a screen of 96 dots per inch in this screen's pixels."""
        return round(pixels * self.scale)

    def smallest(self) -> tuple[int, int]:
        """Return the size below which a window has no room for its texts."""
        larger = max(1.0, self.text_size / NORMAL)
        width, height = (self.px(larger * side) for side in SMALLEST)
        return width, height

    def line(self, font: str) -> int:
        """Return the height of a line in pixels."""
        return self.fonts[font].metrics("linespace")

    def fit(self, font: str, texts: Sequence[str], room: int) -> str:
        """Return the first of these texts that fits into `room` pixels, or the last, shortened."""
        measure = self.fonts[font].measure
        for text in texts:
            if measure(text) <= room:
                return text
        text = texts[-1]
        while text and measure(text + words.MORE) > room:
            text = text[:-1].rstrip()
        return text + words.MORE if text else ""


def _first(wanted: Sequence[str], have: set[str], default: str, root: tk.Misc) -> str:
    family = next((name for name in wanted if name in have), None)
    return family or str(tkfont.nametofont(default, root=root).actual("family"))


def scale_of(root: tk.Misc) -> float:
    """Return the screen's density relative to 96 dots per inch, in quarters, if there is room.

    On X11 the width of an em dash shows it: 96 pixels at 72 points. Tk's own scaling does not,
    because it ignores Xft.dpi. On Windows it does, and not every font has such a dash.
    """
    if root.tk.call("tk", "windowingsystem") == "x11":
        family = str(tkfont.nametofont("TkDefaultFont", root=root).actual("family"))
        em = tkfont.Font(root, family=family, size=72).measure("\N{EM DASH}")
    else:
        em = round(root.winfo_fpixels("1i"))
    room = min(root.winfo_screenwidth() / SMALLEST[0], root.winfo_screenheight() / SMALLEST[1])
    return max(1.0, min(round(4 * em / 96) / 4, room))
