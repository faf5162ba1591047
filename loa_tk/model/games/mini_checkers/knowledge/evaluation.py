"""The evaluations of Mini-Checkers: the difference of a value that each colour's board has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum

from loa_tk.model.bitboard import Bits, Cache, Grid
from loa_tk.model.game import WON, Evaluation, Move, State

NOTHING_LEFT = -4 * WON  # beyond -WON, whatever is added to it


def edges(row: int, column: int) -> float:
    """Return the fourth report's worth of a square: more on an edge, where pieces are safe."""
    return 1.2 if {row, column} & {0, 5} else 1.0


# By row from home, and along the row from the player's own left, in tenths of a piece. The points
# are those whose order of moves solves the game in the fewest positions of all that were tried:
# 310,000 from the start, against 1,540,000 with equal points. They say: leave both corners of the
# home row early, keep its middle, and stop short of the last row's middle.
POINTS = (
    (-4, 0, -4),
    (0, 0, 0),
    (0, 2, -1),
    (-3, 1, -2),
    (2, 0, -3),
    (2, -4, 1),
)


def full(row: int, column: int) -> float:
    """Return the worth of a square for breaking through: the program's own evaluation."""
    return 1.0 + POINTS[row][column // 2] / 10


EVALUATIONS: dict[str, Callable[[int, int], float]] = {"edges": edges, "full": full}
# What people call that which a square is worth beyond the 1.0 of every piece.
EXTRAS = {"edges": "on the edge", "full": "squares"}


class MiniCheckersEvaluation(Evaluation):
    """The difference of the two colours' board values, kept for each board."""

    def __init__(self, name: str, grid: Grid, moves: Callable[[State], Sequence[Move]]) -> None:
        """Prepare a table for each side; for red the board is rotated by 180 degrees."""
        self.grid, self.moves = grid, moves
        worth, self.extra = EVALUATIONS[name], EXTRAS[name]
        places = [divmod(square, grid.columns) for square in range(len(grid.squares))]
        blue = [worth(*place) for place in places]
        self.values = [Cache(partial(self._board_value, squares)) for squares in (blue, blue[::-1])]

    def _board_value(self, squares: Sequence[float], board: Bits) -> float:
        if not board:
            return NOTHING_LEFT
        # Exactly rounded, so that the order in which pieces are added does not matter.
        return fsum(squares[square] for square in self.grid.numbers(board))

    def value(self, state: State, player: int) -> float:
        own, enemy, side = state
        value = self.values[side][own] - self.values[1 - side][enemy]
        return value if side == player else -value

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
        """Return the difference in pieces, and that of what their squares are worth."""
        own, enemy, side = state
        lead = own.bit_count() - enemy.bit_count()
        pieces = float(lead if side == player else -lead)
        return ("pieces", pieces), (self.extra, self.value(state, player) - pieces)

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves in the game's order and their children's values for the mover."""
        own, enemy, side = state
        mine, theirs = self.values[side], self.values[1 - side]
        moves = self.moves(state)
        # For three moves on average, a plain loop is faster than maps of methods. Either all moves
        # capture or none does.
        if not moves or not moves[0] & enemy:
            base = theirs[enemy]
            return moves, [mine[own ^ move] - base for move in moves]
        values = [mine[own ^ (move & ~enemy)] - theirs[enemy & ~move] for move in moves]
        return moves, [min(value, WON) for value in values] if max(values) >= WON else values
