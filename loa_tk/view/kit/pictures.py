"""Painted pictures as Tk images, kept so that each is painted once and stays alive."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Sequence

from loa_tk.view.kit.paint import png

SHELVES = 3  # sizes or palettes kept for one board; a resize leaves older ones behind


def image(master: tk.Misc, rows: Sequence[bytes]) -> tk.PhotoImage:
    """Return a Tk image of these rows; it lives as long as something refers to it."""
    return tk.PhotoImage(master=master, data=png(rows), format="png")


class Pictures:
    """The pictures of one board on shelves by size and palette; the latest few are kept.

    Only the shelf in use is on the screen, so dropping an older one leaves no blank patch.
    """

    def __init__(self, master: tk.Misc) -> None:
        self._master = master
        self._shelves: dict[Hashable, dict[Hashable, tk.PhotoImage]] = {}
        self._shelf: dict[Hashable, tk.PhotoImage] = {}

    def turn_to(self, shelf: Hashable) -> None:
        """Use this shelf from now on; call this just before everything is redrawn."""
        self._shelf = self._shelves.pop(shelf, {})
        self._shelves[shelf] = self._shelf

    def tidy(self) -> None:
        """Drop the oldest shelves; call this when none of their pictures is on the screen."""
        for shelf in list(self._shelves)[:-SHELVES]:
            del self._shelves[shelf]

    def clear(self) -> None:
        """Drop everything; call this just before everything is redrawn."""
        self._shelves, self._shelf = {}, {}

    def get(self, key: Hashable, make: Callable[[], Sequence[bytes]]) -> tk.PhotoImage:
        """Return the picture with this key on the shelf in use, painted if it is missing."""
        found = self._shelf.get(key)
        if found is None:
            found = self._shelf[key] = image(self._master, make())
        return found

    def __len__(self) -> int:
        return sum(map(len, self._shelves.values()))
