"""Why the fast solver's rules leave no way on: the first contradiction, for those who watch it."""

from __future__ import annotations

from loa_tk.model.flow.colours import carried, known, reachable
from loa_tk.model.flow.fragments import fragments
from loa_tk.model.flow.lattice import Domains, Lattice
from loa_tk.model.flow.shapes import fitted, shapes, undecidable
from loa_tk.model.flow.solver import APART, CLOSED, NO_COLOUR, NO_SHAPE, TOUCHES, DeadEnd


def contradiction(grid: Lattice, domains: Domains) -> DeadEnd:
    """Return what makes one of the rules fail; these questions repeat theirs in their order."""
    if wrong := undecidable(grid, fitted(grid, domains)):
        return DeadEnd(NO_SHAPE, _first(grid, _shapeless(grid, domains) or wrong))
    colours, certain = carried(grid, domains)
    if not certain:
        possible, _ = known(grid, colours)
        bare = grid.full ^ possible
        # A source keeps its colour, but no neighbour of it can have the same.
        kind = CLOSED if bare & -bare & grid.sources else NO_COLOUR
        return DeadEnd(kind, _first(grid, bare))
    missed = grid.goals & ~reachable(grid, domains)
    if missed:
        return DeadEnd(APART, colour=((missed & -missed).bit_length() - 1) // grid.size)
    for fragment in fragments(grid, domains):
        west, north = fragment >> 1, fragment >> grid.pitch
        if touching := fragment & (west & domains.skip_right | north & domains.skip_down):
            return DeadEnd(TOUCHES, _first(grid, touching))
    raise AssertionError("the rules leave a way on")


def _shapeless(grid: Lattice, domains: Domains) -> int:
    """Return the cells for which no shape is left, whatever their neighbours are."""
    some = 0
    for board in shapes(grid, domains):
        some |= board
    return grid.full & ~some


def _first(grid: Lattice, board: int) -> int:
    """Return the first cell of a board that is not empty."""
    place = (board & -board).bit_length() - 1
    return place - place // grid.pitch
