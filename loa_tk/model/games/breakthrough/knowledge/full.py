"""The evaluation `full` of Breakthrough 8x8: the program's best (docs/REPORT.md has the formula).

The value of a position is a sum over its squares (Outlook) and the race of workers that nobody
can stop, which is about the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from loa_tk.model.bitboard import Bits, Cache, bits, with_clipping
from loa_tk.model.game import WON, ForcingEvaluation, Move, State
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, STRAIGHT, Army, Contest

# The weights of `full` for Breakthrough 8x8, in hundredths of a typical worker.
#
# They were fitted by logistic regression to games (docs/REPORT.md), except those of a worker that
# is one step from base and cannot be captured, and those of a race that is certain.

ByRow: TypeAlias = tuple[float, ...]
# By row from home, then by supporters (0 to 2), then by attackers (0 to 2).
ByContact: TypeAlias = tuple[tuple[tuple[float, ...], ...], ...]


@dataclass(frozen=True, kw_only=True)
class SquareWeights:
    """What each square adds for a side, by its row from that side's home, and what the race adds.

    Supporters stand diagonally behind a square, and attackers are enemies diagonally ahead of it.
    """

    to_move: ByContact  # a worker of the side to move
    waiting: ByContact  # a worker of the other side
    contested: ByContact  # an empty square, for each side
    files: tuple[ByRow, ...]  # by row, then by the worker's file from the nearer edge
    beside: ByRow  # a worker with another to its left
    certain: ByRow  # a race that is certain to be won, by the winner's steps to go
    turn: float  # the right to move


SQUARES = {
    "breakthrough8": SquareWeights(
        to_move=(
            ((92, 82, 0), (0, 0, 0), (0, 0, 0)),
            ((129, 100, 69), (114, 121, 74), (89, 87, 45)),
            ((88, 87, 73), (94, 100, 37), (95, 113, 56)),
            ((105, 93, 63), (104, 93, 75), (101, 92, 86)),
            ((113, 101, 95), (116, 110, 74), (128, 114, 105)),
            ((108, 75, 64), (120, 119, 65), (93, 97, 92)),
            ((3000, 3000, 3000), (3000, 3000, 3000), (3000, 3000, 3000)),
        ),
        waiting=(
            ((93, 38, 0), (0, 0, 0), (0, 0, 0)),
            ((131, -62, 68), (116, 114, 58), (91, 95, 61)),
            ((90, -9, 40), (95, 104, -31), (95, 115, 81)),
            ((107, 22, 22), (105, 97, 14), (103, 94, 99)),
            ((114, 48, 30), (116, 110, 41), (127, 110, 110)),
            ((111, 1, 5), (123, 125, 15), (98, 101, 151)),
            ((2500, -213, 8), (2500, 140, 3), (2500, 0, 3)),
        ),
        contested=(
            ((-8, -146, 0), (0, 0, 0), (0, 0, 0)),
            ((25, -82, -5), (21, 8, -111), (10, 11, -8)),
            ((1, -1, -2), (3, 7, -1), (4, 14, 16)),
            ((7, 6, 5), (7, 5, 2), (7, 8, 6)),
            ((-7, -7, -7), (-6, -5, -8), (-5, -2, -6)),
            ((-1, -3, -4), (1, -7, -14), (2, 1, -16)),
            ((-25, -21, -10), (82, -8, -11), (5, 111, 8)),
            ((8, 0, 0), (146, 0, 0), (0, 0, 0)),
        ),
        files=(
            (-24, 3, 18, 5),
            (-4, -1, 3, 4),
            (-2, 0, 1, 3),
            (-1, -1, -1, 2),
            (-6, -3, 5, 5),
            (12, -23, 6, 5),
            (0, 0, 0, 0),
        ),
        beside=(3, 4, 1, 3, 34, 193, 0),
        certain=(0, 2900, 2800, 2700, 2600, 2500, 2400, 2300),
        turn=36,
    ),
}


def with_rows(weights: SquareWeights, rows: Sequence[int]) -> SquareWeights:
    """Return the weights of a smaller square board, made of some rows of a larger one.

    The first of its rows must be the home row, and the last one the base, which has no workers.
    """
    inner, files = rows[:-1], range((len(rows) + 1) // 2)
    return SquareWeights(
        to_move=tuple(weights.to_move[row] for row in inner),
        waiting=tuple(weights.waiting[row] for row in inner),
        contested=tuple(weights.contested[row] for row in rows),
        files=tuple(tuple(weights.files[row][file] for file in files) for row in inner),
        beside=tuple(weights.beside[row] for row in inner),
        certain=weights.certain[: len(rows)],
        turn=weights.turn,
    )


# With 5,000 nodes a move these scored 29-11 against the row weights of 5x10, and 25-15 against
# those with row 2 in the place of row 5. On 6x6 such weights lost 12-28 against sums over rows.
SQUARES["breakthrough5"] = with_rows(SQUARES["breakthrough8"], (0, 1, 5, 6, 7))


# The local part of Breakthrough's evaluation `full`: what each square adds to the value.
#
# What a square adds depends only on the worker that stands there, on the workers diagonally before
# and behind it, and on the worker beside it. So a move changes the value only by squares near it.
# That change is kept in tables by what stands near the move, and a child costs one look-up or two.

BOUND = 100_000  # boards in a table of boards or rows
NEARBY = 1_500  # surroundings kept for each square and each diagonal step: 70 MB at most
FANS = 30_000  # boards whose moves are kept with their tables: about 2 kB each
ARRIVED = 4 * WON  # the change made by a worker that reaches base: beyond WON, whatever is added

# The local terms as people read them.
LOCAL_TERMS = ("workers", "files", "side by side", "contested squares")

# The squares of both halves that decide a value, and the values by what stands there.
Table: TypeAlias = tuple[Bits, Cache[Bits, float]]


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
    straight: Sequence[tuple[Bits, Cache[Bits, float], Bits, Cache[Bits, float]]]
    diagonal: Sequence[Table]
    holes: Sequence[Bits]  # where an enemy could never be attacked again after the move


class Ground:
    """Where the enemy's workers can no longer be stopped by one side's board."""

    def __init__(self, army: Army) -> None:
        """Prepare the tables, by the board of the army that would have to stop them."""
        self.army = army
        self.holes = Cache(self._holes, BOUND)
        self.gates = Cache(self._gates, BOUND)

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
            Pair(bit=bit, row=row, back=back, needs=bit | bit >> 1)
            for bit, row, back, *_ in self.patches
            if bit >> 1 & game.grid.all
        ]
        self.spots: list[Patch | Pair] = [*self.patches, *self.pairs]
        self.tables = {
            spot: self._table(spot.needs, partial(self.patch_value, spot)) for spot in self.patches
        } | {spot: self._table(spot.needs, partial(self.pair_value, spot)) for spot in self.pairs}
        self.rows = [self._row(row) for row in self.ours.rows]
        self.changes: Cache[Bits, Table] = Cache(self._changes)
        self.fans = Cache(self._fan, FANS)

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
        return Patch(
            bit=bit, row=row, back=back, file=file, low=low, high=high, needs=bit | low | high
        )

    def _table(self, needs: Bits, make: Callable[[Bits], float], bound: int = BOUND) -> Table:
        """Return a table of what `make` returns for the squares it needs, of both halves."""
        return needs | needs << self.half, Cache(make, bound)

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
            moves=moves,
            straight=[
                (*self.changes[origin], *self.changes[target]) for _, (origin, target) in straight
            ],
            diagonal=[self.changes[move] for move in diagonal],
            holes=[self.ground.holes[own ^ move] for move in moves],
        )


def needs_of(spots: Sequence[Patch | Pair]) -> Bits:
    """Return all squares that some patches and pairs need."""
    return reduce(or_, [spot.needs for spot in spots])


def total(tables: Sequence[Table], both: Bits) -> float:
    """Return what some patches and pairs add together."""
    return sum([table[both & needs] for needs, table in tables])


# The terms as people read them.
TERMS = (*LOCAL_TERMS, "turn", "race")


class FullEvaluation(ForcingEvaluation):
    """The value by Outlook, and the race of workers that cannot be stopped."""

    def __init__(self, game: Contest, weights: SquareWeights) -> None:
        self.limit, self.armies, self.weights = 0.99 * game.utmost, game.armies, weights
        self.grounds = [Ground(army) for army in game.armies]
        self.outlooks = [
            Outlook(game, mover, weights, ground) for mover, ground in enumerate(self.grounds)
        ]

    def value(self, state: State, player: int) -> float:
        enemy, own, side = state
        mover = 1 - side
        value = self._clip(self.outlooks[mover].local(own, enemy) + self.race(own, enemy, mover))
        return -value if side == player else value

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
        enemy, own, side = state
        mover = 1 - side
        local = self.outlooks[mover].terms(own, enemy)
        parts = [*local, -self.weights.turn, self.race(own, enemy, mover)]
        sign = -1 if side == player else 1
        named = [(name, sign * part) for name, part in zip(TERMS, parts, strict=True)]
        return with_clipping(named, self.value(state, player))

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves, straight steps first, and their children's values for the mover."""
        own, enemy, side = state
        outlook = self.outlooks[side]
        fan = outlook.fans[own, self.armies[side].ahead[own] & enemy]
        moves, straight, diagonal, holes = fan
        both = own | enemy << outlook.half
        base = outlook.local(own, enemy)
        values = [
            base + leaving[both & around] + entering[both & ahead]
            for around, leaving, ahead, entering in straight
        ]
        values += [base + table[both & near] for near, table in diagonal]
        free = self.grounds[1 - side]
        if own & free.gates[enemy] or any(map(enemy.__and__, holes)):
            racers: Iterable[int] = range(len(moves))
        else:
            racers = [index for index, move in enumerate(moves) if move & enemy]
        for index in racers:
            values[index] += self.race(own ^ moves[index], enemy & ~moves[index], side)
        if moves and (max(values) > self.limit or min(values) < -self.limit):
            values = list(map(self._clip, values))
        return moves, values

    def passed(self, state: State) -> State:
        own, enemy, side = state
        return enemy, own, 1 - side

    def answers(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]] | None:
        """Return the wins in one, or the captures of the enemy that is one step from base."""
        own, enemy, side = state
        if own & self.armies[side].rows[-2] or not enemy & self.armies[1 - side].rows[-2]:
            return None
        return self.forcing(state, player, True)[1:]

    def forcing(
        self, state: State, player: int, content: bool
    ) -> tuple[bool, Sequence[Move], Sequence[float]]:
        """Return the answers to a threat, or captures and steps to the last two rows.

        A worker one step from base cannot be blocked, so it must be captured. A second one wins.
        """
        own, enemy, side = state
        army, other = self.armies[side], self.armies[1 - side]
        arriving, threat = own & army.rows[-2], enemy & other.rows[-2]
        if arriving:
            worker = arriving & -arriving
            base = army.forward(worker, LEFT) or army.forward(worker, RIGHT)
            return False, (worker | base,), (WON,)
        if threat:
            captors = (other.forward(threat, LEFT) | other.forward(threat, RIGHT)) & own
            moves = [captor | threat for captor in bits(captors)] if is_single(threat) else []
            return True, moves, self.values(own, enemy, side, moves)
        moves = [] if content else steps(army, other, own, enemy, (LEFT, RIGHT))
        racers = own & army.rows[-3]
        if racers:
            empty = army.rows[-2] & ~own & ~enemy
            good = empty & ~other.covers(enemy)[0]
            if not content:
                good |= empty & army.covers(own)[1]
            moves += steps(army, other, racers, good, (LEFT, STRAIGHT, RIGHT))
        return False, moves, self.values(own, enemy, side, moves)

    def values(self, own: Bits, enemy: Bits, side: int, moves: Sequence[Move]) -> list[float]:
        """Return the values of the children of some moves for the mover."""
        if not moves:
            return []
        outlook = self.outlooks[side]
        both, base = own | enemy << outlook.half, outlook.local(own, enemy)
        values = []
        for move in moves:
            value = base + outlook.change(move, both) + self.race(own ^ move, enemy & ~move, side)
            values.append(self._clip(value))
        return values

    def race(self, own: Bits, enemy: Bits, mover: int) -> float:
        """Return the value of a race that is certain, for the side that has just moved.

        A side wins it with a worker that nobody can stop any more if no enemy worker can arrive
        sooner, even if nothing stops that one. The enemy moves next.
        """
        runners = own & self.grounds[1 - mover].holes[enemy]
        breakers = enemy & self.grounds[mover].holes[own]
        if not runners and not breakers:
            return 0.0
        if not enemy:
            return ARRIVED
        certain, ours, theirs = self.weights.certain, self.armies[mover], self.armies[1 - mover]
        if breakers and (steps := steps_to_go(theirs, breakers)) <= steps_to_go(ours, own):
            return -certain[steps]
        if runners and (steps := steps_to_go(ours, runners)) < steps_to_go(theirs, enemy):
            return certain[steps]
        return 0.0

    def _clip(self, value: float) -> float:
        return WON if value >= WON else max(-self.limit, min(self.limit, value))


def steps_to_go(army: Army, board: Bits) -> int:
    """Return the number of steps from the nearest worker of a board to the base."""
    if army.upwards:
        return len(army.rows) - 1 - (board.bit_length() - 1) // army.grid.width
    return ((board & -board).bit_length() - 1) // army.grid.width


def steps(army: Army, enemies: Army, board: Bits, targets: Bits, ways: Iterable[int]) -> list[Move]:
    """Return the moves from a board to some squares: to the left, straight or to the right."""
    return [
        target | enemies.forward(target, -right)  # the enemies' way forward is the way back
        for right in ways
        for target in bits(army.forward(board, right) & targets)
    ]


def is_single(board: Bits) -> bool:
    """Return whether a board that is not empty has only one square."""
    return not board & board - 1
