"""Whether one queen move could connect a set of checkers: a bound that saves the prover work."""

from __future__ import annotations

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.games.lines_of_action.lines import DIRECTIONS


class Joins:
    """The answer for sets of checkers on one size of board."""

    def __init__(self, grid: Grid) -> None:
        """Note for each square the squares on its lines."""
        self.grid = grid
        self.reach = dict.fromkeys(grid.squares, 0)
        for way in DIRECTIONS:
            for line in grid.lines(*way):
                for bit in line:
                    self.reach[bit] |= sum(line) ^ bit

    def joinable(self, board: Bits) -> bool:
        """Return whether moving one checker any distance along a line makes `board` one group.

        The checker has to land on a square that touches every group of the others.
        """
        grid, rest = self.grid, board
        while rest:
            checker = rest & -rest
            rest ^= checker
            others = board ^ checker
            targets = self.reach[checker] & ~board
            while others and targets:
                group = grid.group(others, others & -others)
                others ^= group
                targets &= grid.around(group)
            if targets:
                return True
        return False
