"""Check and Hint: what is wrong in a drawing and what comes next, by the only solution."""

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
    """Return the cells whose colour differs from the solution's."""
    return frozenset(
        cell
        for colour, cells in enumerate(drawing.paths)
        for cell in cells
        if solution[cell] != colour
    )


def hint(drawing: Drawing, solution: Sequence[int | None], wish: int | None = None) -> Hint | None:
    """Return the next piece of the solution, or None if the drawing is the solution.

    The wished colour comes first, then one drawn wrong, then any that is not finished. Every hint
    lengthens the right beginnings of all paths together, so that hints alone solve the puzzle.
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
    """Return the drawing with a hint drawn in, which cuts the paths in its way."""
    return Drag(drawing, piece.colour, piece.cells).drawing


def _route(drawing: Drawing, solution: Sequence[int | None], colour: int) -> tuple[int, ...]:
    """Return a colour's path in the solution, from the source where the player began it."""
    route = path(drawing.puzzle, solution, colour)
    drawn = drawing.paths[colour]
    return route[::-1] if drawn and drawn[0] == route[-1] else route


def _common(drawn: tuple[int, ...], route: tuple[int, ...]) -> int:
    """Return how many cells of a drawn path are right, counted from its beginning."""
    length = 0
    while drawn[: length + 1] == route[: length + 1] and length < len(drawn):
        length += 1
    return length
