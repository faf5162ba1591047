"""One side of Breakthrough: its rows counted from home, its moves, the squares it covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from loa_tk.model.bitboard import Bits, Cache, Grid, bits
from loa_tk.model.game import Move, Side

LEFT, STRAIGHT, RIGHT = -1, 0, 1
BOUND = 100_000  # boards whose moves are kept: at most 50 MB


class Army:
    """One side's view of the board: white moves up, black moves down."""

    def __init__(self, grid: Grid, side: int) -> None:
        """Count the rows from home and prepare the table of moves."""
        self.grid, self.upwards = grid, side == 0
        columns, edges = range(grid.columns), (0, grid.columns - 1)
        rows = [sum(grid.bit(row, column) for column in columns) for row in range(grid.rows)]
        self.rows = rows if self.upwards else rows[::-1]
        self.start, self.base = self.rows[0] | self.rows[1], self.rows[-1]
        self.edges = sum(grid.bit(row, column) for row in range(grid.rows) for column in edges)
        self._steps = {bit: self._masks(bit) for bit in grid.squares}
        self._reach = Cache(self._row_reach)
        self.ahead = Cache(self.forward, BOUND)
        # By own board and the enemies straight ahead, because nothing else stops a worker.
        self._moves = Cache(self._find_moves, BOUND)

    def forward(self, board: Bits, right: int = STRAIGHT) -> Bits:
        """Return a board moved one row ahead and `right` columns to the right."""
        if self.upwards:
            return board << self.grid.width + right & self.grid.all
        return board >> self.grid.width - right & self.grid.all

    def covers(self, board: Bits) -> tuple[Bits, Bits]:
        """Return the squares diagonally ahead of at least one worker, and of two workers.

        A worker attacks enemies there and supports workers of its own side.
        """
        left, right = self.forward(board, LEFT), self.forward(board, RIGHT)
        return left | right, left & right

    def reach(self, board: Bits) -> Bits:
        """Return the squares that the workers could ever reach if nothing stopped them."""
        reached = 0
        for row in self.rows:
            reached |= self._reach[board & row]
        return reached

    def to_go(self, board: Bits) -> list[int]:
        """Return the number of steps to the base for each worker, the nearest first."""
        steps = range(len(self.rows))
        return [n for n in steps for _ in range((board & self.rows[-1 - n]).bit_count())]

    def moves(self, own: Bits, enemy: Bits) -> Sequence[Move]:
        """Return all moves as masks from | to, in order of origin, then of target."""
        return self._moves[own, self.ahead[own] & enemy]

    def _row_reach(self, board: Bits) -> Bits:
        reached = 0
        while board:
            board = self.forward(board, LEFT) | self.forward(board) | self.forward(board, RIGHT)
            reached |= board
        return reached

    def _masks(self, bit: Bits) -> list[tuple[int, Bits, Move]]:
        """Return the steps from a square on an empty board, leftmost target first."""
        targets = [(right, self.forward(bit, right)) for right in (LEFT, STRAIGHT, RIGHT)]
        return [(right, target, bit | target) for right, target in targets if target]

    def _find_moves(self, key: tuple[Bits, Bits]) -> Sequence[Move]:
        own, blockers = key
        return tuple(
            mask
            for bit in bits(own)
            for right, target, mask in self._steps[bit]
            if not target & own and (right != STRAIGHT or not target & blockers)
        )


class Contest(Protocol):
    """What evaluations ask of a game of Breakthrough: its board, its armies and its goal."""

    key: str
    utmost: float
    sides: tuple[Side, Side]
    grid: Grid
    armies: tuple[Army, Army]
    needed: int  # workers in base to win


def mirrored(grid: Grid, board: Bits) -> Bits:
    """Return the board with left and right exchanged, which the rules do not distinguish."""
    places = (divmod(square, grid.columns) for square in grid.numbers(board))
    return sum(grid.bit(row, grid.columns - 1 - column) for row, column in places)
