"""Bitboards: sets of squares as ints, a cache, and what games on two such boards have in common.

A board has an empty guard column (width = columns + 1), which makes shifts safe: a square that is
shifted past the right edge lands in the guard, never at the left edge of the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar

from loa_tk.model.game import Game, Move, Square, State

Bits: TypeAlias = int
Value = TypeVar("Value")
Key = TypeVar("Key")


class Cache(dict[Key, Value]):
    """A table whose missing entries are computed and kept when they are first looked up.

    It is emptied when it reaches `bound`. At 300,000 entries that costs no measurable time, and it
    keeps long sessions small.
    """

    __slots__ = ("bound", "make")

    def __init__(self, make: Callable[[Key], Value], bound: int = 300_000) -> None:
        self.make, self.bound = make, bound

    def __missing__(self, key: Key) -> Value:
        if len(self) >= self.bound:
            self.clear()
        value = self[key] = self.make(key)
        return value


def bits(board: Bits) -> Iterator[Bits]:
    """Yield the single squares of a board, lowest first."""
    while board:
        bit = board & -board
        yield bit
        board ^= bit


class Grid:
    """The squares of a board of rows x columns as bits, and the lines through them."""

    def __init__(self, rows: int, columns: int) -> None:
        """Number the squares row by row from below, with a guard after each row."""
        self.rows, self.columns, self.width = rows, columns, columns + 1
        self.squares = tuple(self.bit(r, c) for r in range(rows) for c in range(columns))
        self.all = sum(self.squares)
        self.number = {bit: square for square, bit in enumerate(self.squares)}

    def bit(self, row: int, column: int) -> Bits:
        """Return the bit of one square."""
        return 1 << row * self.width + column

    def numbers(self, board: Bits) -> list[int]:
        """Return the square numbers of a board, lowest first."""
        return [self.number[bit] for bit in bits(board)]

    def lines(self, up: int, right: int) -> list[list[Bits]]:
        """Return all full lines in one direction, each as the list of its squares in order."""
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
        """The images of each square in the eight mirrorings and rotations of a square board."""
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
        """Return the eight mirrored and rotated images of a board, in a fixed order."""
        return tuple(map(sum, zip(*[self.turns[bit] for bit in bits(board)], strict=True)))

    def around(self, board: Bits) -> Bits:
        """Return a board grown by one step in all eight directions, itself included."""
        wide = board | board << 1 | board >> 1
        return (wide | wide << self.width | wide >> self.width) & self.all

    def euler(self, board: Bits) -> int:
        """Return groups minus holes: corners that open a group, less corners that join two parts.

        Each square x is looked at with its left, lower and lower left neighbours: x without any of
        them opens a group; left and lower without lower left join two parts.
        """
        left, below, across = board << 1, board << self.width, board << self.width + 1
        opens = board & ~(left | below | across)
        joins = left & below & ~across
        return opens.bit_count() - joins.bit_count()

    def connected(self, board: Bits) -> bool:
        """Return whether the squares form one group; two popcounts settle most cases."""
        if self.euler(board) > 1:
            return False
        return self.group(board, board & -board) == board

    def group(self, board: Bits, seed: Bits) -> Bits:
        """Return all squares of `board` that are 8-connected with `seed`."""
        width, grown = self.width, 0
        while grown != seed:
            grown = seed
            wide = seed | seed << 1 | seed >> 1
            seed = (wide | wide << width | wide >> width) & board
        return seed

    def groups(self, board: Bits) -> list[Bits]:
        """Return the 8-connected groups of a board, the one with the lowest square first."""
        groups = []
        while board:
            group = self.group(board, board & -board)
            groups.append(group)
            board ^= group
        return groups

    def largest_group(self, board: Bits) -> int:
        """Return the size of the largest group, without looking at a rest that is no larger."""
        largest = 0
        while board.bit_count() > largest:
            group = self.group(board, board & -board)
            largest = max(largest, group.bit_count())
            board ^= group
        return largest


def pack(lines: Sequence[Sequence[Bits]], longest: int) -> list[list[Sequence[Bits]]]:
    """Combine long and short lines into lots of at most `longest` squares each.

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


CLIPPED = "clipped"
ROUNDING = 1e-9  # more than the error of adding up a value's parts, less than any weight


def with_clipping(terms: Sequence[tuple[str, float]], value: float) -> Sequence[tuple[str, float]]:
    """Return the terms of a value, and as one more term what was cut off at the value's limit."""
    rest = value - sum(part for _, part in terms)
    return terms if abs(rest) <= ROUNDING * max(1.0, abs(value)) else (*terms, (CLIPPED, rest))


class MaskGame(Game):
    """A game whose states are two boards and whose moves are masks.

    A state is (pieces of the side to move, enemy pieces, side). A move is the mask of the squares
    that change: origin, target, and the square of a piece that is jumped over.
    """

    grid: Grid

    def player(self, state: State) -> int:
        return state[2]

    def pieces(self, state: State) -> dict[Square, int]:
        own, enemy, side = state
        mine = dict.fromkeys(self.grid.numbers(own), side)
        return mine | dict.fromkeys(self.grid.numbers(enemy), 1 - side)

    def play(self, state: State, move: Move) -> State:
        """Move the piece, capture an enemy on the target, and change the side to move."""
        own, enemy, side = state
        return enemy & ~move, own ^ move, 1 - side

    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        """Return origin and target; the origin is the square with a piece of the mover."""
        origin = move & state[0]
        return self.grid.number[origin], self.grid.number[move ^ origin]

    def taken(self, state: State, move: Move) -> Square | None:
        """Return the square of the enemy piece that the move touches, or None."""
        return self.grid.number.get(move & state[1])

    def boards(self, pieces: Mapping[Square, int]) -> tuple[Bits, Bits]:
        """Return the first and the second side's pieces as boards."""
        boards = [0, 0]
        for square, side in pieces.items():
            boards[side] |= self.grid.squares[square]
        return boards[0], boards[1]

    def by_side(self, state: State) -> tuple[Bits, Bits]:
        """Return the first and the second side's boards of a state."""
        own, enemy, side = state
        return (own, enemy) if side == 0 else (enemy, own)

    def names(self, side: int) -> tuple[str, str]:
        """Return a side's name and the other's."""
        return self.sides[side].name, self.sides[1 - side].name
