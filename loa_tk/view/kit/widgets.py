"""The widgets of all windows: cards with what lies on them, read-only texts, the status bar."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from tkinter import ttk
from typing import Any, Generic, TypeVar

from loa_tk.view.kit import paint
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.theme import Look

Scene = TypeVar("Scene")
Widget = TypeVar("Widget", bound=tk.Widget)
FULL = 100.0
Padding = tuple[int, int] | tuple[int, int, int, int]  # as ttk takes it


class Card(ttk.Frame):
    """A rounded surface whose subclasses lay out what is on it."""

    def __init__(self, parent: tk.Misc, look: Look, padding: Padding | None = None) -> None:
        super().__init__(parent, style="Card.TFrame", padding=padding or (inset(look), look.m))
        self._look = look


class DiscCard(Card, Generic[Scene]):
    """A card that shows one scene at a time, in a given width, with small discs."""

    ICON: int  # the size of a disc in pixels

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._images = ImageCache(self)
        self._scene: Scene | None = None
        self._width = 0

    def show(self, scene: Scene, width: int) -> None:
        """Show this scene in a card `width` pixels wide."""
        if (scene, width) != (self._scene, self._width):
            self._scene, self._width = scene, width
            self._fill(scene, width - 2 * inset(self._look))

    def _fill(self, scene: Scene, room: int) -> None:
        raise NotImplementedError

    def _icon(self, kind: str) -> tk.PhotoImage:
        palette, size = self._look.palette, self._look.px(self.ICON)
        rim = self._look.scale * (2.0 if palette.flat else 1.3)
        flat = replace(palette.discs[kind], groove=None)
        # With icon_rim, because a black disc with its own rim vanishes on a dark card.
        return self._images.get(kind, lambda: paint.disc(size, flat, rim, 0.0, palette.icon_rim))

    def _restyle(self) -> None:
        self._images.turn_to(self._look.palette.name)
        if self._scene is not None:
            scene, self._scene = self._scene, None
            self.show(scene, self._width)


def inset(look: Look) -> int:
    """Return the pixels between a card's left or right edge and its content."""
    return look.px(14)


def inner(parent: tk.Misc) -> ttk.Frame:
    """Return a frame in the colour of the card."""
    return ttk.Frame(parent, style="In.TFrame")


def label(parent: tk.Misc, style: str, text: str = "") -> ttk.Label:
    """Return a text in one of the styles of style.LABELS, named without its ending."""
    return ttk.Label(parent, style=f"{style}.TLabel", text=text)


def button(
    parent: tk.Misc, style: str, text: str = "", command: Callable[[], object] | str = ""
) -> ttk.Button:
    """Return a button in one of the styles of style.py, named without its ending."""
    return ttk.Button(parent, style=f"{style}.TButton", text=text, command=command)


def packed(widget: Widget, **options: Any) -> Widget:
    """Pack a widget with these options and return it."""
    widget.pack(**options)
    return widget


def gridded(widget: Widget, **options: Any) -> Widget:
    """Put a widget into its parent's grid with these options and return it."""
    widget.grid(**options)
    return widget


def pack_if(wanted: bool, widget: tk.Widget, **options: Any) -> None:
    """Pack a widget with these options if it is wanted, or else take it away."""
    if wanted:
        widget.pack(**options)
    else:
        widget.pack_forget()


class ProgressBar(ttk.Progressbar):
    """Shows a share of some work, 0 to 1, in a style: Live, Idle when it is done, or Empty."""

    def __init__(self, parent: tk.Misc, kind: str = "Empty", length: int = 100) -> None:
        super().__init__(
            parent, maximum=FULL, length=length, style=f"{kind}.Horizontal.TProgressbar"
        )

    def show(self, share: float, kind: str = "Live") -> None:
        """Show this share."""
        value = min(FULL - 0.01, FULL * share)  # a ttk bar at its maximum is empty
        self.configure(style=f"{kind}.Horizontal.TProgressbar", value=value)


class Timer:
    """Calls back once, some time after its last start, unless it is stopped or its widget dies."""

    def __init__(self, widget: tk.Misc, callback: Callable[[], object]) -> None:
        self._widget, self._callback, self._token = widget, callback, ""
        widget.bind("<Destroy>", lambda event: self.stop(), add=True)

    def start(self, milliseconds: int) -> None:
        """Call back after this time; an earlier start no longer counts."""
        self.stop()
        self._token = self._widget.after(milliseconds, self._call)

    def stop(self) -> None:
        """Call back no more."""
        if self._token:
            self._widget.after_cancel(self._token)
            self._token = ""

    def _call(self) -> None:
        self._token = ""
        self._callback()


class TextPane(ttk.Frame):
    """A read-only text that subclasses fill."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look = look
        self.text = tk.Text(
            self, wrap="word", width=10, height=3, borderwidth=0, padx=0, pady=0, spacing1=1,
            spacing3=1, cursor="arrow", insertwidth=0, state="disabled", undo=False,
            highlightthickness=2, font=look.fonts["mono"], takefocus=True,
        )  # fmt: skip
        self._bar = ttk.Scrollbar(self, style="Slim.Vertical.TScrollbar", command=self._scroll)
        self.text.configure(yscrollcommand=self._bar.set)
        self._bar.pack(side="right", fill="y", padx=(look.xs, 0))
        self.text.pack(side="left", fill="both", expand=True)

    @contextmanager
    def writing(self, anew: bool = True) -> Iterator[tk.Text]:
        """Let the text be changed, after emptying it if it is written `anew`."""
        self.text.configure(state="normal")
        if anew:
            self.text.delete("1.0", "end")
        yield self.text
        self.text.configure(state="disabled")

    def _scroll(self, *where: str) -> None:
        self.text.yview(*where)


class SceneCanvas(tk.Canvas, Generic[Scene]):
    """A canvas that draws one scene in its own size, again when the scene, size or look changes."""

    def __init__(self, parent: tk.Misc, look: Look, scene: Scene, **options: Any) -> None:
        """Begin with a scene in which there is nothing to draw."""
        plain = {"highlightthickness": 0, "borderwidth": 0, "width": 10, "height": 10}
        super().__init__(parent, **(plain | options))
        self._look, self._scene = look, scene
        self.bind("<Configure>", lambda event: self.redraw())
        look.watch(self, self._restyle)

    def show(self, scene: Scene) -> None:
        """Show this scene."""
        if scene != self._scene:
            self._scene = scene
            self.redraw()

    def redraw(self) -> None:
        """Draw the scene on the empty canvas."""
        self.delete("all")
        self._draw()

    def _draw(self) -> None:
        raise NotImplementedError

    def _restyle(self) -> None:
        self.configure(background=self._look.palette.surface)
        self.redraw()


class StatusBar(ttk.Frame):
    """A status on the left and, in the main window, whether the game is saved on the right."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent)
        self._look = look
        self._status, self._saved = "", ""
        self._left = packed(ttk.Label(self, style="Status.TLabel"), side="left")
        self._right = packed(ttk.Label(self, style="Saved.TLabel"), side="right")
        look.refit(self, self._fit)

    def show(self, status: str, saved: str, bad: bool = False) -> None:
        """Show both texts as far as there is room; `bad` marks the status as an error."""
        self._left.configure(style="Problem.TLabel" if bad else "Status.TLabel")
        if (status, saved) != (self._status, self._saved):
            self._status, self._saved = status, saved
            self._fit()

    def _fit(self) -> None:
        """Drop the right text first, then use a smaller font for the left one, then shorten it."""
        room = self.winfo_width()
        fonts = self._look.fonts
        right = fonts["small"].measure(self._saved) + self._look.l
        length = fonts["small"].measure(self._status)
        saved = self._saved if length <= room - right else ""
        font = "small" if length <= room else "caption"
        self._left.configure(text=self._look.fit(font, [self._status], room), font=fonts[font])
        self._right.configure(text=saved)


LEAST, SHARE, MOST_LEAST, WIDEST = 284, 0.33, 360, 520
MARGINS = 48  # 16 each: left, right, and between board and column


def column_width(window: int, board: int, scale: float = 1.0) -> int:
    """Return the column's width in a window of this width, if the board could be `board` wide.

    The board is as large as it can be; the column gets what a board limited by its height leaves.
    """
    least = max(LEAST * scale, min(MOST_LEAST * scale, window * SHARE))
    return round(max(least, min(WIDEST * scale, window - MARGINS * scale - board)))


def paint_menu(menu: tk.Menu, look: Look) -> None:
    """Give a menu the font and colours in force."""
    palette = look.palette
    menu.configure(
        background=palette.surface, foreground=palette.text, activebackground=palette.soft,
        activeforeground=palette.on_soft, disabledforeground=palette.disabled,
        selectcolor=palette.accent, font=look.fonts["body"], borderwidth=1, activeborderwidth=0,
    )  # fmt: skip


def write(widget: ttk.Label | ttk.Button, text: str) -> None:
    """Give a label or button this text, unless it has it: ttk would draw it again."""
    if str(widget["text"]) != text:
        widget.configure(text=text)
