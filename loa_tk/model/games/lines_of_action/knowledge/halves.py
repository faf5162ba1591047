"""What the value of a board needs to know, looked up for each half of the board.

A search meets few halves: 272,000 boards of 8x8 had 41,000 of them. The sums over a board are those
of its halves. How the groups of two halves join depends only on what each half has at the border
between them, and those boards had 27,000 pairs of borders. So a board's value takes three look-ups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias

from loa_tk.model.bitboard import Bits, Cache, Grid, bits

# What a checker adds to the sums: its row, its column, the sum of their squares, its worth.
Place: TypeAlias = tuple[int, int, int, int]
# The groups of a half that touch the border, each with its squares there and its size, and the size
# of the largest group that does not touch it.
Border: TypeAlias = tuple[tuple[tuple[Bits, int], ...], int]
# The size of the largest group of a board, and how many 2x2 blocks cross the border.
Joined: TypeAlias = tuple[int, int]
# The four sums over a half's checkers, the number of its blocks, and its border: a lower half has a
# table of what it becomes with each border of an upper half, which has the number of its border.
LowerHalf: TypeAlias = tuple[int, int, int, int, int, Cache[int, Joined]]
UpperHalf: TypeAlias = tuple[int, int, int, int, int, int]


class Halves:
    """The tables of the lower and the upper halves of the boards of one size."""

    def __init__(self, grid: Grid, places: Mapping[Bits, Place]) -> None:
        """Prepare the tables; `places` has what a checker on each square adds to the sums."""
        self.grid, self.places = grid, places
        rows = [sum(line) for line in grid.lines(0, 1)]
        middle = grid.rows // 2
        self.lower_mask, self.upper_mask = sum(rows[:middle]), sum(rows[middle:])
        lower_row, upper_row = rows[middle - 1], rows[middle]
        # The borders of upper halves in the order in which they are first met.
        self.numbers: Cache[Border, int] = Cache(self._number, bound=1_000_000)
        self.numbered: list[Border] = []
        self.partners: Cache[Border, Cache[int, Joined]] = Cache(
            lambda border: Cache(lambda number: self.join(border, self.numbered[number]))
        )
        self.lower: Cache[Bits, LowerHalf] = Cache(
            lambda half: (*self.sums(half), self.partners[self.border(half, lower_row)])
        )
        self.upper: Cache[Bits, UpperHalf] = Cache(
            lambda half: (*self.sums(half), self.numbers[self.border(half, upper_row)])
        )

    def _number(self, border: Border) -> int:
        self.numbered.append(border)
        return len(self.numbered) - 1

    def sums(self, half: Bits) -> tuple[int, int, int, int, int]:
        """Return the four sums over the checkers of a half, and the number of its 2x2 blocks."""
        rows = columns = squares = worth = 0
        for bit in bits(half):
            row, column, square, worth_here = self.places[bit]
            rows, columns = rows + row, columns + column
            squares, worth = squares + square, worth + worth_here
        pairs = half & half >> 1
        return rows, columns, squares, worth, (pairs & pairs >> self.grid.width).bit_count()

    def border(self, half: Bits, row: Bits) -> Border:
        """Return what a half has at the border, whose squares on this side are `row`."""
        touching, largest = [], 0
        for group in self.grid.groups(half):
            if group & row:
                touching.append((group & row, group.bit_count()))
            else:
                largest = max(largest, group.bit_count())
        return tuple(touching), largest

    def join(self, lower: Border, upper: Border) -> Joined:
        """Return the size of the largest group of two halves, and the blocks on their border."""
        (below, largest_below), (above, largest_above) = lower, upper
        groups = [(self.grid.around(squares), size) for squares, size in below]
        for squares, size in above:
            apart = [group for group in groups if not group[0] & squares]
            joined = [group for group in groups if group[0] & squares]
            near = reduce(or_, (near for near, _ in joined), 0)
            groups = [*apart, (near, size + sum(others for _, others in joined))]
        largest = max([largest_below, largest_above, *(size for _, size in groups)])
        row_below, row_above = (sum(squares for squares, _ in row) for row in (below, above))
        pairs = row_below & row_below >> 1 & row_above >> self.grid.width
        return largest, (pairs & row_above >> self.grid.width + 1).bit_count()
