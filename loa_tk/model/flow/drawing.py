"""A player's drawing on a puzzle: dragging, undo and redo, checks and hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from loa_tk.model.flow.puzzle import Puzzle, colour_path


@dataclass(frozen=True)
class Drawing:
    """For each colour its path so far, from the source where it begins; empty if there is none."""

    puzzle: Puzzle
    paths: tuple[tuple[int, ...], ...]

    def grid(self) -> list[int | None]:
        """Return the colour seen in each cell, including the sources."""
        grid = self.puzzle.givens()
        for colour, path in enumerate(self.paths):
            for cell in path:
                grid[cell] = colour
        return grid

    def complete(self, colour: int) -> bool:
        """Return whether a colour's path has reached its other source."""
        path = self.paths[colour]
        return len(path) > 1 and path[-1] in self.puzzle.sources[colour]

    @property
    def flows(self) -> int:
        """The number of colours whose sources are joined."""
        return sum(self.complete(colour) for colour in range(len(self.paths)))

    @property
    def filled(self) -> int:
        """The number of cells with a path in them."""
        return sum(map(len, self.paths))

    @property
    def solved(self) -> bool:
        """Whether all sources are joined, every cell is filled and no path touches itself."""
        return (
            self.flows == len(self.paths)
            and self.filled == self.puzzle.cells
            and not self.touching()
        )

    def touching(self) -> frozenset[int]:
        """Return the cells where a path lies next to itself, which no solution has."""
        touching = set()
        for path in self.paths:
            place = {cell: index for index, cell in enumerate(path)}
            for cell, index in place.items():
                beside = (place.get(near, index) for near in self.puzzle.neighbours[cell])
                if any(abs(other - index) > 1 for other in beside):
                    touching.add(cell)
        return frozenset(touching)


def blank(puzzle: Puzzle) -> Drawing:
    """Return the empty drawing."""
    return Drawing(puzzle, ((),) * len(puzzle.names))


# Drawing by dragging, as on a phone: from a source or a path, backing up, cutting others.

@dataclass(frozen=True)
class Drag:
    """A path being drawn, and the drawing before it was taken up."""

    before: Drawing
    colour: int
    cells: tuple[int, ...]

    @property
    def drawing(self) -> Drawing:
        """The present drawing: paths in the way are cut, and whole again when the drag backs up."""
        taken = set(self.cells)
        paths = [_cut(path, taken) for path in self.before.paths]
        paths[self.colour] = self.cells if len(self.cells) > 1 else ()
        return replace(self.before, paths=tuple(paths))


def press(drawing: Drawing, cell: int) -> Drag | None:
    """Take up a source, which restarts its path, or a path at any of its cells, or nothing."""
    for colour, path in enumerate(drawing.paths):
        if cell in drawing.puzzle.sources[colour]:
            return Drag(drawing, colour, (cell,))
        if cell in path:
            return Drag(drawing, colour, path[: path.index(cell) + 1])
    return None


def drag_to(drag: Drag, cell: int) -> Drag:
    """Follow the mouse to a cell, through the cells it skipped, as far as the path can go."""
    if cell in drag.cells:
        return _back_up(drag, cell)
    while drag.cells[-1] != cell:
        steps = (_step(drag, near) for near in _towards(drag, cell))
        moved = next(filter(None, steps), None)
        if moved is None:
            return drag
        drag = moved
    return drag


def _step(drag: Drag, cell: int) -> Drag | None:
    """Return the drag with its tip moved to a neighbour, or None if it may not go there."""
    if cell in drag.cells:
        return _back_up(drag, cell)
    sources = drag.before.puzzle.sources
    arrived = len(drag.cells) > 1 and drag.cells[-1] in sources[drag.colour]
    if arrived or any(cell in pair for pair in sources if pair != sources[drag.colour]):
        return None
    return replace(drag, cells=(*drag.cells, cell))


def _back_up(drag: Drag, cell: int) -> Drag:
    """Return the drag with its path shortened to end at one of its cells."""
    return replace(drag, cells=drag.cells[: drag.cells.index(cell) + 1])


def _towards(drag: Drag, cell: int) -> list[int]:
    """Return the tip's neighbours on the way to a cell, the one along the longer side first."""
    width = drag.before.puzzle.width
    tip = drag.cells[-1]
    down, right = cell // width - tip // width, cell % width - tip % width
    across = [tip + (1 if right > 0 else -1)] if right else []
    along = [tip + (width if down > 0 else -width)] if down else []
    return across + along if abs(right) >= abs(down) else along + across


def _cut(path: tuple[int, ...], taken: set[int]) -> tuple[int, ...]:
    """Return the part of a path before the first cell that is taken from it."""
    for index, cell in enumerate(path):
        if cell in taken:
            return path[:index] if index > 1 else ()
    return path


# Undo and redo of immutable values.

T = TypeVar("T")


@dataclass(frozen=True)
class History(Generic[T]):
    """A present value, the values before it, and those that were undone."""

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def push(self, value: T) -> History[T]:
        """Return the history with a new present value, or the same history if it is equal."""
        if value == self.present:
            return self
        return History(value, (*self.past, self.present))

    def undo(self) -> History[T]:
        """Return the history one step back, or the same history at its beginning."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redo(self) -> History[T]:
        """Return the history one step forward, or the same history at its end."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:])


# Check and Hint: what is wrong in a drawing and what comes next, by the only solution.

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
    route = colour_path(drawing.puzzle, solution, colour)
    drawn = drawing.paths[colour]
    return route[::-1] if drawn and drawn[0] == route[-1] else route


def _common(drawn: tuple[int, ...], route: tuple[int, ...]) -> int:
    """Return how many cells of a drawn path are right, counted from its beginning."""
    length = 0
    while drawn[: length + 1] == route[: length + 1] and length < len(drawn):
        length += 1
    return length
