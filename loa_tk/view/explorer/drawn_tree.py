"""A tree that was written by hand, drawn as in a lecture: no text lies on another or on a node."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from itertools import pairwise
from tkinter import font as tkfont
from typing import Literal, Protocol

from loa_tk.scenes.present import CUT, PATH, DrawnNode
from loa_tk.view.kit.theme import Look

SMALLEST = 7  # pixels of letters
LINE = 1.25  # the height of a line, in sizes of its letters
NAME = 0.8  # the letters of a name, in those of a value
BESIDE = 0.3  # between a triangle and its texts, the same way
APART = 4  # pixels between the texts of two nodes
SIGN = "≥ "  # may come before the value of an inner node
TAG = "tree"  # of all that is drawn
UNDER = 4  # pixels between a triangle and the texts below it
SMALL_HALF = 3.0  # pixels of half the smallest triangle

Room = tuple[float, float, float, float]
Anchor = Literal["w", "e", "center"]


class Fonts(Protocol):
    """Returns a font of this many pixels."""

    def __call__(self, size: float, mono: bool = False, bold: bool = False) -> tkfont.Font: ...


class WrittenDrawing:
    """One drawing of a tree on a canvas.

    The name and the value of an inner node stand left and right of it. If there is no room for
    that, both stand below it in smaller letters, as those of a leaf always do, and what is still
    too wide is left out.
    """

    def __init__(
        self, canvas: tk.Canvas, look: Look, nodes: Sequence[DrawnNode], room: Room, size: float,
        fonts: Fonts,
    ) -> None:  # fmt: skip
        self.canvas, self.look, self.nodes, self.fonts = canvas, look, nodes, fonts
        left, top, right, bottom = room
        self.high = (bottom - top) / (1 + max(node.ply for node in nodes))
        self.places = [
            (left + node.across * (right - left), top + self.high * (node.ply + 0.5))
            for node in nodes
        ]
        self.rooms = self._rooms(left, right)
        # The values change at every step; the letters do not, since the leaves are all known.
        self.leaf = max((node.value for node in nodes if node.leaf), key=len)
        self.size = min(size, self.high / 4)
        self.stacked = not self._fits_beside()
        if self.stacked:
            self.size = min(self.size, self.high / 6)
        while self.size > SMALLEST and not self._fits():
            self.size -= 0.5
        self.name_size = max(SMALLEST, self.size * NAME)
        self.under = LINE * (self.size + self.name_size)  # the height of a value and a name
        self.half = max(SMALL_HALF, min(1.1 * self.size, min(self.rooms) / 2 - APART / 2))

    def _rooms(self, left: float, right: float) -> list[float]:
        """Return how wide each node can be without touching its neighbours or an edge."""
        rooms = [2 * min(x - left, right - x) for x, _ in self.places]
        for ply in {node.ply for node in self.nodes}:
            row = [place for place, node in enumerate(self.nodes) if node.ply == ply]
            row.sort(key=lambda place: self.places[place][0])
            for first, second in pairwise(row):
                gap = self.places[second][0] - self.places[first][0]
                rooms[first], rooms[second] = min(rooms[first], gap), min(rooms[second], gap)
        return rooms

    def _value_wide(self, text: str) -> int:
        return self.fonts(self.size, mono=True, bold=True).measure(text)

    def _name_wide(self, node: DrawnNode) -> int:
        return self.fonts(max(SMALLEST, self.size * NAME)).measure(node.name)

    def _fits_beside(self) -> bool:
        """Return whether every inner node has room for its name and its widest value beside it."""
        value = self._value_wide(SIGN + self.leaf)
        edge = 2 * (1.1 + BESIDE) * self.size + APART
        return all(
            node.leaf or edge + 2 * max(self._name_wide(node), value) <= room
            for node, room in zip(self.nodes, self.rooms, strict=True)
        )

    def _fits(self) -> bool:
        """Return whether every text below its node has room."""
        leaf, inner = self._value_wide(self.leaf), self._value_wide(SIGN + self.leaf)
        return all(
            max(leaf if node.leaf else inner, self._name_wide(node)) + APART <= room
            for node, room in zip(self.nodes, self.rooms, strict=True)
            if node.leaf or self.stacked
        )

    def draw(self) -> None:
        """Draw the branches, then the nodes."""
        for place, node in enumerate(self.nodes):
            if node.above >= 0:
                self._branch(place)
        for place, node in enumerate(self.nodes):
            if node.leaf:
                self._below(place, self.places[place][1])
            else:
                self._triangle(place)

    def _branch(self, place: int) -> None:
        node, draw, palette = self.nodes[place], self.canvas, self.look.palette
        (x, y), (above, over) = self.places[place], self.places[node.above]
        path, cut, half = node.part == PATH, node.part == CUT, self.half
        start = over + half
        if self.stacked:
            start += UNDER + self.under
        ends = above, start, x, y - half
        colour = palette.tree_best if path else palette.tree_cut if node.part else palette.text
        draw.create_line(
            *ends, fill=colour, width=max(1, round(self.size / (6 if path else 12))),
            dash=(4, 4) if cut else (),
        )  # fmt: skip
        if cut and self.nodes[node.above].part != CUT:  # the stroke of a lecture's cut
            across, middle = (ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2
            draw.create_line(
                across - half / 2, middle + half / 3, across + half / 2, middle - half / 3,
                fill=palette.bad, width=max(1, round(self.size / 8)),
            )  # fmt: skip

    def _triangle(self, place: int) -> None:
        node, half, palette = self.nodes[place], self.half, self.look.palette
        (x, y), known = self.places[place], self.known(node)
        fill = palette.tree_max if node.maximises else palette.tree_min
        tip = -half if node.maximises else half
        self.canvas.create_polygon(
            x, y + tip, x - half, y - tip, x + half, y - tip,
            fill=fill if known else palette.surface, width=3 if known else 1,
            outline=palette.tree_best if node.part == PATH else palette.tree_cut, tags=TAG,
        )  # fmt: skip
        if self.stacked:
            self._below(place, y + half + UNDER + self.size * LINE / 2)
            return
        aside = half + BESIDE * self.size
        self._value(place, x + aside, y, "w")
        self._name(place, x - aside, y, "e")

    def _below(self, place: int, y: float) -> None:
        """Write a value here, and the name below it, if they have room."""
        node, room, x = self.nodes[place], self.rooms[place] - 1, self.places[place][0]
        if self._value_wide(node.value) <= room:
            self._value(place, x, y, "center")
        if self._name_wide(node) <= room:
            self._name(place, x, y + self.under / 2, "center")

    def known(self, node: DrawnNode) -> bool:
        """Return whether a node has been reached."""
        return node.part in ("", PATH)

    def _value(self, place: int, x: float, y: float, anchor: Anchor) -> None:
        node = self.nodes[place]
        known, palette = self.known(node), self.look.palette
        self._text(
            node.value, self.fonts(self.size, mono=True, bold=known),
            palette.text if known else palette.muted, x, y, anchor,
        )  # fmt: skip

    def _name(self, place: int, x: float, y: float, anchor: Anchor) -> None:
        font = self.fonts(max(SMALLEST, self.size * NAME))
        self._text(self.nodes[place].name, font, self.look.palette.muted, x, y, anchor)

    def _text(
        self, text: str, font: tkfont.Font, fill: str, x: float, y: float, anchor: Anchor
    ) -> None:
        if text:
            self.canvas.create_text(
                x, y, text=text, font=font, fill=fill, tags=TAG, anchor=anchor
            )


def draw_tree(
    canvas: tk.Canvas, look: Look, nodes: Sequence[DrawnNode], room: Room, size: float,
    fonts: Fonts,
) -> None:  # fmt: skip
    """Draw a tree in a room (left, top, right, bottom) in letters of at most this size."""
    WrittenDrawing(canvas, look, nodes, room, size, fonts).draw()
