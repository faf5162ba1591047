"""The fast solver's data: the grid as bit boards, and the domains that its rules narrow down.

A board is an int with a bit for each cell. Rows are one bit longer than the grid is wide: the
guard column at the end keeps bits shifted out of one row from appearing in the next.
"""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.model.flow.puzzle import Puzzle


class Lattice(NamedTuple):
    """A puzzle's fixed boards, and the numbers that spread a board over all colours and fold it."""

    pitch: int  # from a cell to the one below it
    full: int  # all cells
    left: int  # the cells of each border
    right: int
    top: int
    bottom: int
    sources: int
    inner: int  # all cells but the sources
    # The colours' boards lie end to end in one long int, so that one operation serves them all.
    size: int  # bits of one colour's board
    spread: int  # a board times this is its copy for every colour
    folds: tuple[tuple[int, int], ...]  # shifts and masks that lay the upper half on the lower
    starts: int  # each colour's first source, on its own board
    goals: int  # each colour's second source


class Domains(NamedTuple):
    """What is still possible: the domains of edges, bends and colours. Rules only narrow them.

    An edge joins a cell to the one on its right or below; it may be used by a path or skipped.
    Neighbours have the same colour if and only if their edge is used: paths do not touch.
    """

    use_right: int
    skip_right: int
    use_down: int
    skip_down: int
    north_east: int  # cells whose path may turn from the cell above to the one on the right
    north_west: int
    south_east: int
    south_west: int
    colours: int  # end to end, for each colour the cells that may have it


def lattice(puzzle: Puzzle) -> Lattice:
    """Return the fixed boards of a puzzle."""
    width, height, pitch = puzzle.width, puzzle.height, puzzle.width + 1
    left = sum(1 << row * pitch for row in range(height))
    top = (1 << width) - 1
    full = left * top
    size = height * pitch
    starts = [1 << position(first, width) for first, _ in puzzle.sources]
    goals = [1 << position(second, width) for _, second in puzzle.sources]
    sources = sum(starts) + sum(goals)
    half, folds = 1, []
    while half < len(puzzle.names):
        folds.append((half * size, (1 << half * size) - 1))
        half *= 2
    return Lattice(
        pitch,
        full,
        left,
        left << width - 1,
        top,
        top << (height - 1) * pitch,
        sources,
        full ^ sources,
        size,
        sum(1 << colour * size for colour in range(len(starts))),
        tuple(reversed(folds)),
        sum(bit << colour * size for colour, bit in enumerate(starts)),
        sum(bit << colour * size for colour, bit in enumerate(goals)),
    )


def position(cell: int, width: int) -> int:
    """Return the index of a cell's bit in a board."""
    return cell + cell // width


def everything(grid: Lattice) -> Domains:
    """Return the domains in which only the sources and the borders are known."""
    inner = grid.inner
    return Domains(
        grid.full ^ grid.right,
        grid.full,
        grid.full ^ grid.bottom,
        grid.full,
        inner,
        inner,
        inner,
        inner,
        inner * grid.spread | grid.starts | grid.goals,
    )
