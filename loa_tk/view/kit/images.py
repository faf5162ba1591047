"""Painted images for Tk, kept so that each is painted once and stays alive."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Sequence

from loa_tk.view.kit.paint import png

GROUPS = 3  # sizes or palettes kept for one board; a resize leaves older ones behind


def image(master: tk.Misc, rows: Sequence[bytes]) -> tk.PhotoImage:
    """Return a Tk image of these rows; it lives as long as something refers to it."""
    return tk.PhotoImage(master=master, data=png(rows), format="png")


class ImageCache:
    """The images of one board in groups by size and palette; the latest few groups are kept.

    Only the group in use is on the screen, so dropping an older one leaves no blank patch.
    """

    def __init__(self, master: tk.Misc) -> None:
        self._master = master
        self._groups: dict[Hashable, dict[Hashable, tk.PhotoImage]] = {}
        self._group: dict[Hashable, tk.PhotoImage] = {}

    def turn_to(self, group: Hashable) -> None:
        """Use this group from now on; call this just before everything is redrawn."""
        self._group = self._groups.pop(group, {})
        self._groups[group] = self._group

    def tidy(self) -> None:
        """Drop the oldest groups; call this when none of their images is on the screen."""
        for group in list(self._groups)[:-GROUPS]:
            del self._groups[group]

    def clear(self) -> None:
        """Drop everything; call this just before everything is redrawn."""
        self._groups, self._group = {}, {}

    def get(self, key: Hashable, make: Callable[[], Sequence[bytes]]) -> tk.PhotoImage:
        """Return the image with this key in the group in use, painted if it is missing."""
        if key not in self._group:
            self._group[key] = image(self._master, make())
        return self._group[key]

    def __len__(self) -> int:
        return sum(map(len, self._groups.values()))
