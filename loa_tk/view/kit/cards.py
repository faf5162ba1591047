"""Cards, the rounded surfaces beside a board, and the frames and labels on them."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk
from typing import Generic, TypeVar

from loa_tk.view.kit import rounds
from loa_tk.view.kit.pictures import Pictures
from loa_tk.view.kit.theme import Look

Scene = TypeVar("Scene")
Padding = tuple[int, int] | tuple[int, int, int, int]  # as ttk takes it


class Card(ttk.Frame):
    """A rounded surface whose subclasses lay out what is on it."""

    def __init__(self, parent: tk.Misc, look: Look, padding: Padding | None = None) -> None:
        super().__init__(parent, style="Card.TFrame", padding=padding or (inset(look), look.m))


class DiscCard(Card, Generic[Scene]):
    """A card that shows one scene at a time, in a given width, with small discs."""

    ICON: int  # the size of a disc in pixels

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._look = look
        self._pictures = Pictures(self)
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
        return self._pictures.get(kind, lambda: rounds.disc(size, flat, rim, 0.0, palette.icon_rim))

    def _restyle(self) -> None:
        self._pictures.turn_to(self._look.palette.name)
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
