"""Drawing by dragging, as on a phone: from a source or a path, backing up, cutting others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from loa_tk.model.flow.drawing import Drawing


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
