"""Help for the player from a puzzle's only solution: what is wrong, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from loa_tk.model.flow.drag import Drag
from loa_tk.model.flow.drawing import Drawing
from loa_tk.model.flow.solution import path


class Hint(NamedTuple):
    """A colour's right path up to the end of its next straight piece, and that piece alone."""

    colour: int
    cells: tuple[int, ...]
    piece: tuple[int, ...]


def wrong(drawing: Drawing, solution: Sequence[int | None]) -> frozenset[int]:
    """The cells drawn in another colour than the solution's."""
    return frozenset(
        cell
        for colour, cells in enumerate(drawing.paths)
        for cell in cells
        if solution[cell] != colour
    )


def hint(drawing: Drawing, solution: Sequence[int | None], wish: int | None = None) -> Hint | None:
    """The next piece of the colour wished for, or of one drawn wrong, or of any that is not done.

    Every hint makes the right beginnings of all paths together longer, so a player who takes all
    of them arrives. None if the drawing is the solution.
    """
    routes = [_route(drawing, solution, colour) for colour in range(len(drawing.paths))]
    undone = [colour for colour, route in enumerate(routes) if drawing.paths[colour] != route]
    if not undone:
        return None
    mistakes = wrong(drawing, solution)
    mistaken = [colour for colour in undone if mistakes.intersection(drawing.paths[colour])]
    colour = wish if wish in undone else (mistaken or undone)[0]
    route = routes[colour]
    begin = max(1, _common(drawing.paths[colour], route))
    end = begin + 1
    while end < len(route) and route[end] - route[end - 1] == route[begin] - route[begin - 1]:
        end += 1
    return Hint(colour, route[:end], route[begin:end])


def take(drawing: Drawing, piece: Hint) -> Drawing:
    """The drawing with a hint drawn in, cutting what is in its way."""
    return Drag(drawing, piece.colour, piece.cells).drawing


def _route(drawing: Drawing, solution: Sequence[int | None], colour: int) -> tuple[int, ...]:
    """A colour's path in the solution, from the source where the player began it."""
    route = path(drawing.puzzle, solution, colour)
    drawn = drawing.paths[colour]
    return route[::-1] if drawn and drawn[0] == route[-1] else route


def _common(drawn: tuple[int, ...], route: tuple[int, ...]) -> int:
    """How many cells of a drawn path are right, from its beginning."""
    length = 0
    while drawn[: length + 1] == route[: length + 1] and length < len(drawn):
        length += 1
    return length
