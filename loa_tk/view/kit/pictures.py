"""Painted pictures as Tk images, kept so that they are painted once and stay alive."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Sequence

from loa_tk.view.kit.paint import png

SHELVES = 3  # as many sizes or palettes of one board are kept; a resize leaves the rest behind


def image(master: tk.Misc, rows: Sequence[bytes]) -> tk.PhotoImage:
    """A Tk image of these rows; it lives as long as somebody holds it."""
    return tk.PhotoImage(master=master, data=png(rows), format="png")


class Pictures:
    """The pictures of one board: shelves by size and palette, of which the latest few are kept.

    Only the shelf in use is on the screen, so an older one can be dropped without a blank patch.
    """

    def __init__(self, master: tk.Misc) -> None:
        self._master = master
        self._shelves: dict[Hashable, dict[Hashable, tk.PhotoImage]] = {}
        self._shelf: dict[Hashable, tk.PhotoImage] = {}

    def turn_to(self, shelf: Hashable) -> None:
        """Use this shelf from now on; to be called when everything is about to be drawn anew."""
        self._shelf = self._shelves.pop(shelf, {})
        self._shelves[shelf] = self._shelf

    def tidy(self) -> None:
        """Drop the oldest shelves; to be called when nothing of them is on the screen any more."""
        for shelf in list(self._shelves)[:-SHELVES]:
            del self._shelves[shelf]

    def get(self, key: Hashable, make: Callable[[], Sequence[bytes]]) -> tk.PhotoImage:
        """The picture under this key of the shelf in use, painted if it is not there."""
        found = self._shelf.get(key)
        if found is None:
            found = self._shelf[key] = image(self._master, make())
        return found

    def __len__(self) -> int:
        return sum(map(len, self._shelves.values()))
