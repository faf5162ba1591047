"""What games on two bitboards have in common: states of two boards, moves as masks of squares.

A state is (pieces of the side to move, enemy pieces, side). A move is the mask of the squares that
change: origin, target, and the square of a piece that is jumped over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.game import Game, Move, Square, State

CLIPPED = "clipped"
ROUNDING = 1e-9  # more than the error of adding up a value's parts, less than any weight


def with_clipping(
    terms: Sequence[tuple[str, float]], value: float
) -> Sequence[tuple[str, float]]:
    """Return the terms of a value, and as one more term what was cut off at the value's limit."""
    rest = value - sum(part for _, part in terms)
    return terms if abs(rest) <= ROUNDING * max(1.0, abs(value)) else (*terms, (CLIPPED, rest))


class MaskGame(Game):
    """A game whose states are two boards and whose moves are masks."""

    grid: Grid

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state[2]

    def pieces(self, state: State) -> dict[Square, int]:
        """Return the pieces: square to side."""
        own, enemy, side = state
        found = dict.fromkeys(self.grid.numbers(own), side)
        return found | dict.fromkeys(self.grid.numbers(enemy), 1 - side)

    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        """Return origin and target; the origin is the square with a piece of the mover."""
        origin = move & state[0]
        return self.grid.number[origin], self.grid.number[move ^ origin]

    def taken(self, state: State, move: Move) -> Square | None:
        """Return the square of the enemy piece that the move touches, or None."""
        return self.grid.number.get(move & state[1])

    def boards(self, pieces: Mapping[Square, int]) -> tuple[Bits, Bits]:
        """Return the first and the second side's pieces as boards."""
        found = [0, 0]
        for square, side in pieces.items():
            found[side] |= self.grid.squares[square]
        return found[0], found[1]

    def by_side(self, state: State) -> tuple[Bits, Bits]:
        """Return the first and the second side's boards of a state."""
        own, enemy, side = state
        return (own, enemy) if side == 0 else (enemy, own)

    def names(self, side: int) -> tuple[str, str]:
        """Return a side's name and the other's."""
        return self.sides[side].name, self.sides[1 - side].name
