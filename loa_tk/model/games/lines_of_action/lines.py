"""The moves of Lines of Action, looked up line by line instead of checker by checker.

A checker's move depends only on the line that it moves along, so a table for each line maps (own
checkers on it, enemy checkers on it) to the moves along it. A move is one mask, from | to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, permutations
from operator import getitem

from loa_tk.model.bitboard import Bits, Cache, Grid, pack

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

BOUND = 60_000  # boards kept for each half of a look-up; on 8x8 an entry takes 1.5 kB


def line_moves(line: Sequence[Bits], own: Bits, enemy: Bits) -> Iterator[Bits]:
    """Yield the moves of one side along one line: exactly as far as it has checkers."""
    distance = sum(1 for bit in line if bit & (own | enemy))
    for here, origin in enumerate(line):
        if not origin & own:
            continue
        for there, step in ((here + distance, 1), (here - distance, -1)):
            if not 0 <= there < len(line) or line[there] & own:
                continue
            if not any(bit & enemy for bit in line[here + step : there : step]):
                yield origin | line[there]


def by_own(lot: Sequence[Sequence[Bits]]) -> Cache[Bits, Cache[Bits, tuple[Bits, ...]]]:
    """Return the table of a lot of lines: own checkers on them to enemy checkers to moves."""

    def by_enemy(own: Bits) -> Cache[Bits, tuple[Bits, ...]]:
        return Cache(
            lambda enemy: tuple(chain.from_iterable(line_moves(line, own, enemy) for line in lot))
        )

    return Cache(by_enemy)


class LineTables:
    """All moves of a side on one size of board, from tables that are filled when needed."""

    def __init__(self, grid: Grid) -> None:
        """Make lots of lines, each at most as long as a row: 4N look-ups then find all moves."""
        self.grid = grid
        lots = [lot for way in DIRECTIONS for lot in pack(grid.lines(*way), grid.columns)]
        masks = [sum(map(sum, lot)) for lot in lots]
        tables = [by_own(lot) for lot in lots]
        # The two halves of a look-up, each kept for one colour's board.
        self.movers: Cache[Bits, tuple[Cache[Bits, tuple[Bits, ...]], ...]] = Cache(
            lambda own: tuple(table[own & mask] for table, mask in zip(tables, masks, strict=True)),
            BOUND,
        )
        self.blockers: Cache[Bits, tuple[Bits, ...]] = Cache(
            lambda enemy: tuple(enemy & mask for mask in masks), BOUND
        )

    def count(self, own: Bits, enemy: Bits) -> int:
        """Return the number of moves of the side with the checkers `own`."""
        return sum(map(len, map(getitem, self.movers[own], self.blockers[enemy])))

    def moves(self, own: Bits, enemy: Bits) -> list[Bits]:
        """Return all moves of the side with the checkers `own`, line by line."""
        return list(chain.from_iterable(map(getitem, self.movers[own], self.blockers[enemy])))

    @cached_property
    def through(self) -> dict[tuple[Bits, Bits], Sequence[Bits]]:
        """The line through each two squares that share one, by origin and target."""
        return {
            ends: line
            for way in DIRECTIONS
            for line in self.grid.lines(*way)
            for ends in permutations(line, 2)
        }

    def find(self, own: Bits, enemy: Bits, origin: Bits, target: Bits) -> Bits | None:
        """Return the move of that side from `origin` to `target`, or None if it is not legal.

        Only the moves along their line are listed. Listing all moves took 11 of the 13 seconds in
        which a thousand random games of 215 moves were read from an archive.
        """
        line, move = self.through.get((origin, target)), origin | target
        # The mask is the same both ways, so the checker must be on its origin.
        legal = line and origin & own and move in line_moves(line, own, enemy)
        return move if legal else None


# Whether one queen move could connect a set of checkers: a bound that saves the prover work.

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
