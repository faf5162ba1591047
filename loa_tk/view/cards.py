"""A card: a rounded surface in the right column."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.theme import Look


class Card(ttk.Frame):
    """A rounded surface; what is on it is laid out by its subclass."""

    def __init__(self, parent: tk.Misc, look: Look, padding: tuple[int, ...] = ()) -> None:
        side = inset(look)
        super().__init__(parent, style="Card.TFrame", padding=padding or (side, look.m))


def inset(look: Look) -> int:
    """What is on a card keeps so far from its left and right edge."""
    return look.px(14)


def inner(parent: tk.Misc) -> ttk.Frame:
    """A frame of the card's own colour."""
    return ttk.Frame(parent, style="In.TFrame")


def label(parent: tk.Misc, style: str, text: str = "") -> ttk.Label:
    """A text in one of the styles of style.LABELS, without its ending."""
    return ttk.Label(parent, style=f"{style}.TLabel", text=text)
