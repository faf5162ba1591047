"""How one side of Mini-Checkers moves: steps and jumps, diagonally forward."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from loa_tk.model.bitboard import Bits, Cache, Grid, bits
from loa_tk.model.game import Move

FORFEITED_TURN: Move = 0  # its mask changes no square
LEFT, RIGHT = -1, 1


class March:
    """One side's moves as masks: from | to, and for a capture also the square jumped over."""

    def __init__(self, grid: Grid, side: int) -> None:
        """Prepare the tables of moves; blue moves up, red moves down."""
        self.grid, self.upwards = grid, side == 0
        # By how many bits a step to the left and one to the right shift a board.
        self.left, self.right = grid.width - 1, grid.width + 1
        if not self.upwards:
            self.left, self.right = self.right, self.left
        # Pieces that go left and pieces that go right -> the moves in order; filled when needed.
        self._steps = Cache(self._in_order(self._step_mask))
        self._jumps = Cache(self._in_order(self._jump_mask))

    def forward(self, board: Bits, right: int) -> Bits:
        """Return a board moved one square diagonally ahead, to the left (-1) or right (1)."""
        if self.upwards:
            return board << self.grid.width + right & self.grid.all
        return board >> self.grid.width - right & self.grid.all

    # A proof calls the two methods that follow at every expansion, so they look back from the empty
    # squares with plain shifts. What is shifted into a guard is cut off by a board of pieces.

    def steps(self, own: Bits, enemy: Bits) -> Sequence[Move]:
        """Return the moves to adjacent empty squares, in order of origin, then of target."""
        empty, left, right = self.grid.all & ~(own | enemy), self.left, self.right
        if self.upwards:
            return self._steps[own & empty >> left, own & empty >> right]
        return self._steps[own & empty << left, own & empty << right]

    def jumps(self, own: Bits, enemy: Bits) -> Sequence[Move]:
        """Return the captures, in order of origin, then of target."""
        empty, left, right = self.grid.all & ~(own | enemy), self.left, self.right
        if self.upwards:
            over_left, over_right = enemy & empty >> left, enemy & empty >> right
            return self._jumps[own & over_left >> left, own & over_right >> right]
        over_left, over_right = enemy & empty << left, enemy & empty << right
        return self._jumps[own & over_left << left, own & over_right << right]

    def moves(self, own: Bits, enemy: Bits) -> Sequence[Move]:
        """Return the captures if there are any, because they are forced; otherwise the steps."""
        return self.jumps(own, enemy) or self.steps(own, enemy)

    def _step_mask(self, bit: Bits, right: int) -> Move:
        return bit | self.forward(bit, right)

    def _jump_mask(self, bit: Bits, right: int) -> Move:
        over = self.forward(bit, right)
        return bit | over | self.forward(over, right)

    def _in_order(
        self, mask: Callable[[Bits, int], Move]
    ) -> Callable[[tuple[Bits, Bits]], Sequence[Move]]:
        def make(going: tuple[Bits, Bits]) -> Sequence[Move]:
            left, right = going
            return tuple(
                mask(bit, way)
                for bit in bits(left | right)
                for way, board in ((LEFT, left), (RIGHT, right))
                if bit & board
            )

        return make
