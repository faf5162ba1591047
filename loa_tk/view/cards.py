"""A card: a rounded surface in the right column."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.theme import CARD


class Card(ttk.Frame):
    """A rounded surface; what is on it is laid out by its subclass."""

    def __init__(self, parent: tk.Misc, padding: tuple[int, ...] = CARD) -> None:
        super().__init__(parent, style="Card.TFrame", padding=padding)


def inner(parent: tk.Misc) -> ttk.Frame:
    """A frame of the card's own colour."""
    return ttk.Frame(parent, style="In.TFrame")


def label(parent: tk.Misc, style: str, text: str = "") -> ttk.Label:
    """A text in one of the styles of style.LABELS, without its ending."""
    return ttk.Label(parent, style=f"{style}.TLabel", text=text)
