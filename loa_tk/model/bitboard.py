"""Bitboards: a set of squares as one int, on a board with one empty guard column.

The guard column (width = columns + 1) makes shifts safe: a square shifted past the right edge
lands in the guard, never at the left edge of the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar

Bits: TypeAlias = int
Value = TypeVar("Value")
Key = TypeVar("Key")


class Lazy(dict[Key, Value]):
    """A table that fills itself: a missing entry is computed once, when it is first asked for.

    It is emptied when it grows past `bound`, which costs nothing at 300,000 entries and keeps
    long sessions small.
    """

    __slots__ = ("bound", "make")

    def __init__(self, make: Callable[[Key], Value], bound: int = 300_000) -> None:
        """Remember how to compute an entry."""
        self.make, self.bound = make, bound

    def __missing__(self, key: Key) -> Value:
        """Compute the entry and keep it."""
        if len(self) >= self.bound:
            self.clear()
        value = self[key] = self.make(key)
        return value


def bits(board: Bits) -> Iterator[Bits]:
    """The single squares of a board, lowest first."""
    while board:
        bit = board & -board
        yield bit
        board ^= bit


class Grid:
    """The squares of a board of rows x columns as bits, and the lines through them."""

    def __init__(self, rows: int, columns: int) -> None:
        """Lay the squares out, row by row from below, with a guard after each row."""
        self.rows, self.columns, self.width = rows, columns, columns + 1
        self.squares = tuple(self.bit(r, c) for r in range(rows) for c in range(columns))
        self.all = sum(self.squares)
        self.number = {bit: square for square, bit in enumerate(self.squares)}

    def bit(self, row: int, column: int) -> Bits:
        """The bit of one square."""
        return 1 << row * self.width + column

    def numbers(self, board: Bits) -> list[int]:
        """The square numbers of a board, lowest first."""
        return [self.number[bit] for bit in bits(board)]

    def lines(self, up: int, right: int) -> list[list[Bits]]:
        """All full lines in one direction, each the list of its squares in order."""
        starts = [
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if not self._inside(row - up, column - right)
        ]
        return [list(self._ray(row, column, up, right)) for row, column in starts]

    def _ray(self, row: int, column: int, up: int, right: int) -> Iterator[Bits]:
        while self._inside(row, column):
            yield self.bit(row, column)
            row, column = row + up, column + right

    def _inside(self, row: int, column: int) -> bool:
        return 0 <= row < self.rows and 0 <= column < self.columns

    @cached_property
    def turns(self) -> dict[Bits, tuple[Bits, ...]]:
        """Where each square of a square board goes in its eight mirror images and turns."""
        last = self.rows - 1
        return {
            self.bit(r, c): (
                self.bit(r, c),
                self.bit(r, last - c),
                self.bit(last - r, c),
                self.bit(last - r, last - c),
                self.bit(c, r),
                self.bit(c, last - r),
                self.bit(last - c, r),
                self.bit(last - c, last - r),
            )
            for r in range(self.rows)
            for c in range(self.columns)
        }

    def images(self, board: Bits) -> tuple[Bits, ...]:
        """The eight mirror images and turns of a board, in a fixed order."""
        return tuple(map(sum, zip(*[self.turns[bit] for bit in bits(board)], strict=True)))

    def around(self, board: Bits) -> Bits:
        """A board grown by one step in all eight directions, itself included."""
        wide = board | board << 1 | board >> 1
        return (wide | wide << self.width | wide >> self.width) & self.all

    def euler(self, board: Bits) -> int:
        """Groups minus holes: corners that open a group, less corners where two parts meet.

        Of the four squares of a quad, with x the lower right one: x alone opens a group; the
        two beside x without the one across join what came before.
        """
        left, below, across = board << 1, board << self.width, board << self.width + 1
        opens = board & ~(left | below | across)
        joins = left & below & ~across
        return opens.bit_count() - joins.bit_count()

    def connected(self, board: Bits) -> bool:
        """Whether the squares form one group; two popcounts answer most cases."""
        if self.euler(board) > 1:
            return False
        return self.group(board, board & -board) == board

    def group(self, board: Bits, seed: Bits) -> Bits:
        """All squares of `board` that are connected with `seed` over all eight directions."""
        width, grown = self.width, 0
        while grown != seed:
            grown = seed
            wide = seed | seed << 1 | seed >> 1
            seed = (wide | wide << width | wide >> width) & board
        return seed

    def groups(self, board: Bits) -> list[Bits]:
        """The 8-connected groups of a board, the one with the lowest square first."""
        found = []
        while board:
            group = self.group(board, board & -board)
            found.append(group)
            board ^= group
        return found

    def largest_group(self, board: Bits) -> int:
        """How many squares the largest group has; what cannot be larger is not looked at."""
        largest = 0
        while board.bit_count() > largest:
            group = self.group(board, board & -board)
            largest = max(largest, group.bit_count())
            board ^= group
        return largest


def pack(lines: Sequence[Sequence[Bits]], longest: int) -> list[list[Sequence[Bits]]]:
    """Lines put together, long ones with short ones, so that none has more squares than `longest`.

    On an N x N board the 2N - 1 diagonals of one direction become N lots.
    """
    lots: list[list[Sequence[Bits]]] = []
    for line in sorted(lines, key=len, reverse=True):
        for lot in lots:
            if sum(map(len, lot)) + len(line) <= longest:
                lot.append(line)
                break
        else:
            lots.append([line])
    return lots
