"""The local part of Breakthrough's evaluation `full`: what each square adds to the value.

What a square adds depends only on the worker that stands there, on the workers diagonally before
and behind it, and on the worker beside it. So a move changes the value only by squares near it.
That change is kept in tables by what stands near the move, and a child costs one look-up or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from loa_tk.model.bitboard import Bits, Lazy
from loa_tk.model.game import WON, Move
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, Army, Contest
from loa_tk.model.games.breakthrough.squares import SquareWeights

BOUND = 100_000  # boards in a table of boards or rows
NEARBY = 1_500  # surroundings kept for each square and each diagonal step: 70 MB at most
FANS = 30_000  # boards whose moves are kept with their tables: about 2 kB each
ARRIVED = 4 * WON  # the change made by a worker that reaches base: beyond WON, whatever is added

# The local terms as people read them.
LOCAL_TERMS = ("workers", "files", "side by side", "contested squares")

# The squares of both halves that decide a value, and the values by what stands there.
Table: TypeAlias = tuple[Bits, Lazy[Bits, float]]


class Patch(NamedTuple):
    """A square, its place as both sides count it, and the squares around it that matter."""

    bit: Bits
    row: int  # from the mover's home
    back: int  # the same row from the enemy's home
    file: int  # from the nearer edge
    low: Bits  # diagonally on the mover's side: where the mover's supporters stand
    high: Bits  # diagonally on the enemy's side
    needs: Bits  # all of these squares


class Pair(NamedTuple):
    """A square and the one to its left."""

    bit: Bits
    row: int  # from the mover's home
    back: int  # from the enemy's home
    needs: Bits  # both squares


class Prospects(NamedTuple):
    """All moves of a board, and what is needed to value the board after each of them.

    The steps straight ahead come first. Their two squares have no diagonal in common, so that two
    small tables do for one large one, and small tables more often know what stands near.
    """

    moves: Sequence[Move]
    straight: Sequence[tuple[Bits, Lazy[Bits, float], Bits, Lazy[Bits, float]]]
    diagonal: Sequence[Table]
    holes: Sequence[Bits]  # where an enemy could never be attacked again after the move


class Ground:
    """Where the enemy's workers can no longer be stopped by one side's board."""

    def __init__(self, army: Army) -> None:
        """Prepare the tables, by the board of the army that would have to stop them."""
        self.army = army
        self.holes = Lazy(self._holes, BOUND)
        self.gates = Lazy(self._gates, BOUND)

    def _holes(self, board: Bits) -> Bits:
        """Return the squares that no worker of the board can reach any more."""
        return self.army.grid.all & ~self.army.reach(board)

    def _gates(self, board: Bits) -> Bits:
        """Return those squares and all from which an enemy could step onto one."""
        holes, back = self.holes[board], self.army.forward
        return holes | back(holes) | back(holes, LEFT) | back(holes, RIGHT)


class Outlook:
    """Values positions in which one side has just moved, for that side, without the race.

    `both` is a number with the mover's board in its lower half and the enemy's in its upper half.
    """

    def __init__(self, game: Contest, mover: int, weights: SquareWeights, ground: Ground) -> None:
        """Prepare a table for each square, each pair of squares and each row."""
        self.grid, self.weights, self.ground = game.grid, weights, ground
        self.ours, self.theirs = game.armies[mover], game.armies[1 - mover]
        self.half = game.grid.rows * game.grid.width
        self.lower = (1 << self.half) - 1
        self.patches = [self._patch(bit) for bit in game.grid.squares]
        self.pairs = [
            Pair(bit, row, back, bit | bit >> 1)
            for bit, row, back, *_ in self.patches
            if bit >> 1 & game.grid.all
        ]
        self.spots: list[Patch | Pair] = [*self.patches, *self.pairs]
        self.tables = {
            spot: self._table(spot.needs, partial(self.patch_value, spot)) for spot in self.patches
        } | {spot: self._table(spot.needs, partial(self.pair_value, spot)) for spot in self.pairs}
        self.rows = [self._row(row) for row in self.ours.rows]
        self.changes: Lazy[Bits, Table] = Lazy(self._changes)
        self.fans = Lazy(self._fan, FANS)

    def local(self, own: Bits, enemy: Bits) -> float:
        """Return the value of the squares, and of the enemy's turn."""
        both = own | enemy << self.half
        return sum([table[both & mask] for mask, table in self.rows]) - self.weights.turn

    def change(self, move: Move, both: Bits) -> float:
        """Return by how much a move changes the local value."""
        return total([self.changes[part] for part in self.parts(move)], both)

    def parts(self, move: Move) -> Sequence[Bits]:
        """Return the squares of a move, together if what they change depends on one another."""
        target = self.ours.forward(move) & move
        return (move ^ target, target) if target else (move,)

    def terms(self, own: Bits, enemy: Bits) -> Sequence[float]:
        """Return the LOCAL_TERMS of a position."""
        both = own | enemy << self.half
        squares = [self.patch_terms(patch, both) for patch in self.patches]
        workers, files, contested = (sum(column) for column in zip(*squares, strict=True))
        pairs = sum(self.pair_value(pair, both) for pair in self.pairs)
        return workers, files, pairs, contested

    def patch_terms(self, patch: Patch, both: Bits) -> tuple[float, float, float]:
        """Return what one square adds for its worker, for the worker's file, or if it is empty."""
        own, enemy, weights = both & self.lower, both >> self.half, self.weights
        bit, row, back, file, low_squares, high_squares, _ = patch
        low, high = (own & low_squares).bit_count(), (enemy & high_squares).bit_count()
        if own & bit:
            return weights.waiting[row][low][high], weights.files[row][file], 0.0
        if enemy & bit:
            # The enemy's supporters stand where our attackers would, and the other way round.
            return -weights.to_move[back][high][low], -weights.files[back][file], 0.0
        return 0.0, 0.0, weights.contested[row][low][high] - weights.contested[back][high][low]

    def patch_value(self, patch: Patch, both: Bits) -> float:
        """Return what one square adds."""
        return sum(self.patch_terms(patch, both))

    def pair_value(self, pair: Pair, both: Bits) -> float:
        """Return what two workers of one side add if they stand side by side on this pair."""
        if both & pair.needs == pair.needs:
            return self.weights.beside[pair.row]
        if both >> self.half & pair.needs == pair.needs:
            return -self.weights.beside[pair.back]
        return 0.0

    def _patch(self, bit: Bits) -> Patch:
        """Return a square with its surroundings."""
        ours, theirs, last = self.ours, self.theirs, self.grid.columns - 1
        row = next(row for row, squares in enumerate(ours.rows) if bit & squares)
        column = self.grid.number[bit] % self.grid.columns
        low = theirs.forward(bit, LEFT) | theirs.forward(bit, RIGHT)
        high = ours.forward(bit, LEFT) | ours.forward(bit, RIGHT)
        back, file = len(ours.rows) - 1 - row, min(column, last - column)
        return Patch(bit, row, back, file, low, high, bit | low | high)

    def _table(self, needs: Bits, make: Callable[[Bits], float], bound: int = BOUND) -> Table:
        """Return a table of what `make` returns for the squares it needs, of both halves."""
        return needs | needs << self.half, Lazy(make, bound)

    def _row(self, row: Bits) -> Table:
        """Return the table of what the squares and the pairs of a row add."""
        spots = [spot for spot in self.spots if spot.bit & row]
        tables = [self.tables[spot] for spot in spots]
        return self._table(needs_of(spots), partial(total, tables))

    def _changes(self, part: Bits) -> Table:
        """Return the table of the changes made by a move, or by one of its two squares."""
        spots = [spot for spot in self.spots if spot.needs & part]
        tables = [self.tables[spot] for spot in spots]
        return self._table(needs_of(spots), partial(self._changed, part, tables), NEARBY)

    def _changed(self, part: Bits, tables: Sequence[Table], both: Bits) -> float:
        """Return by how much the tables change if workers leave or enter these squares."""
        if part & self.ours.base:
            return ARRIVED
        return total(tables, (both ^ part) & ~(part << self.half)) - total(tables, both)

    def _fan(self, key: tuple[Bits, Bits]) -> Prospects:
        own, blockers = key
        moves = self.ours.moves(own, blockers)
        parts = [(move, self.parts(move)) for move in moves]
        straight = [(move, squares) for move, squares in parts if len(squares) == 2]
        diagonal = [move for move, squares in parts if len(squares) == 1]
        moves = (*(move for move, _ in straight), *diagonal)
        return Prospects(
            moves,
            [(*self.changes[origin], *self.changes[target]) for _, (origin, target) in straight],
            [self.changes[move] for move in diagonal],
            [self.ground.holes[own ^ move] for move in moves],
        )


def needs_of(spots: Sequence[Patch | Pair]) -> Bits:
    """Return all squares that some patches and pairs need."""
    return reduce(or_, [spot.needs for spot in spots])


def total(tables: Sequence[Table], both: Bits) -> float:
    """Return what some patches and pairs add together."""
    return sum([table[both & needs] for needs, table in tables])
