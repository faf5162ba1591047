"""The definition of a solution: paths join the sources, fill the grid and never touch."""

from __future__ import annotations

from collections.abc import Sequence

from loa_tk.model.flow.puzzle import Puzzle


def path(puzzle: Puzzle, grid: Sequence[int | None], colour: int) -> tuple[int, ...]:
    """Return the cells from a colour's first source along its colour, up to the first fork."""
    previous, cell = -1, puzzle.sources[colour][0]
    walked = [cell]
    while True:
        near = puzzle.neighbours[cell]
        ahead = [other for other in near if grid[other] == colour and other != previous]
        if len(ahead) != 1:
            return tuple(walked)
        previous, cell = cell, ahead[0]
        walked.append(cell)


def paths(puzzle: Puzzle, grid: Sequence[int | None]) -> tuple[tuple[int, ...], ...]:
    """Return each colour's path in a solved grid, from the first source to the second."""
    return tuple(path(puzzle, grid, colour) for colour in range(len(puzzle.names)))


def is_solution(puzzle: Puzzle, grid: Sequence[int | None]) -> bool:
    """Return whether the counts of equal neighbours are right and each colour is one path.

    The counts alone allow a cycle apart from its colour's path, as in the ring of eight cells
    around the centre of a 3x3 square; so the paths must also fill the grid.
    """
    givens = puzzle.givens()
    for cell, near in enumerate(puzzle.neighbours):
        given = givens[cell]
        if given is not None and grid[cell] != given:
            return False
        equal = sum(grid[other] == grid[cell] for other in near)
        if grid[cell] is None or equal != (2 if given is None else 1):
            return False
    return sum(map(len, paths(puzzle, grid))) == puzzle.cells
