"""The evaluation `full` of Breakthrough 8x8: the program's best (docs/REPORT.md has the formula).

The value of a position is a sum over its squares. What a square adds depends only on the squares
around it: on the worker that stands there, on the workers of both sides that could capture there,
and on the worker beside it. So a move changes the value only by squares near it. That change is
kept in a table for each move, by what stands near it, and every child costs one look-up. Only the
race of workers that nobody can stop is about the whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from loa_tk.model.bitboard import Bits, Lazy, bits
from loa_tk.model.boards import with_clipping
from loa_tk.model.game import WON, ForcingEvaluation, Move, State
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, STRAIGHT, Army, Contest
from loa_tk.model.games.breakthrough.squares import SquareWeights

BOUND = 100_000  # boards in a table of boards
FANS = 30_000  # about 2 kB each
NEARBY = 1_000  # surroundings kept for each of the 308 moves: 60 MB at most
ARRIVED = 4 * WON  # the change made by a worker that reaches base: beyond WON, whatever is added

# The terms as people read them.
TERMS = ("workers", "files", "side by side", "contested squares", "turn", "race")

# The squares of both halves that decide a value, and the values by what stands there.
Table: TypeAlias = tuple[Bits, Lazy[Bits, float]]


class Prospects(NamedTuple):
    """All moves of a board, and what is needed to value the board after each of them."""

    moves: Sequence[Move]
    changes: Sequence[Table]
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


class Patch(NamedTuple):
    """A square, its place as both sides count it, and the squares around it that matter."""

    bit: Bits
    row: int  # from the mover's home
    file: int  # from the nearer edge
    beside: Bits  # the square to its left
    low: Bits  # diagonally on the mover's side: where the mover's supporters stand
    high: Bits  # diagonally on the enemy's side

    @property
    def needs(self) -> Bits:
        """The squares that decide what this one adds."""
        return self.bit | self.beside | self.low | self.high


class Outlook:
    """Values positions in which one side has just moved, for that side.

    `both` is a number with the mover's board in its lower half and the enemy's in its upper half.
    """

    def __init__(self, game: Contest, mover: int, weights: SquareWeights) -> None:
        """Prepare a table for each square, for each row and for each possible move."""
        self.grid, self.weights = game.grid, weights
        self.ours, self.theirs = game.armies[mover], game.armies[1 - mover]
        self.half = game.grid.rows * game.grid.width
        self.lower = (1 << self.half) - 1
        self.patches = [self.patch(bit) for bit in game.grid.squares]
        self.squares = {
            patch: (self.twice(patch.needs), Lazy(partial(self.square_value, patch)))
            for patch in self.patches
        }
        self.rows = [self.table(row, self.total, BOUND) for row in self.ours.rows]
        self.changes: Lazy[Move, Table] = Lazy(self._change)
        self.watched = Ground(self.ours)
        self.fans = Lazy(self._fan, FANS)

    def twice(self, board: Bits) -> Bits:
        """Return the same squares in both halves."""
        return board | board << self.half

    def patch(self, bit: Bits) -> Patch:
        """Return a square with its surroundings."""
        ours, theirs, number = self.ours, self.theirs, self.grid.number[bit]
        column = number % self.grid.columns
        return Patch(
            bit,
            next(row for row, squares in enumerate(ours.rows) if bit & squares),
            min(column, self.grid.columns - 1 - column),
            bit >> 1 & self.grid.all,
            theirs.forward(bit, LEFT) | theirs.forward(bit, RIGHT),
            ours.forward(bit, LEFT) | ours.forward(bit, RIGHT),
        )

    def local(self, own: Bits, enemy: Bits) -> float:
        """Return the value of the squares, and of the enemy's turn."""
        both = own | enemy << self.half
        return sum([table[both & mask] for mask, table in self.rows]) - self.weights.turn

    def table(
        self, board: Bits, make: Callable[[Sequence[Table], Bits], float], bound: int
    ) -> Table:
        """Return a table of what `make` returns, given the tables of the squares of a board."""
        patches = [patch for patch in self.patches if patch.bit & board]
        needs = reduce(or_, [patch.needs for patch in patches])
        tables = [self.squares[patch] for patch in patches]
        return self.twice(needs), Lazy(partial(make, tables), bound)

    def total(self, tables: Sequence[Table], both: Bits) -> float:
        """Return what some squares add together."""
        return sum([table[both & needs] for needs, table in tables])

    def square_value(self, patch: Patch, both: Bits) -> float:
        """Return what one square adds, given the squares around it."""
        return sum(self.square_terms(patch, both))

    def square_terms(self, patch: Patch, both: Bits) -> Sequence[float]:
        """Return what one square adds to each of the local TERMS."""
        own, enemy, weights = both & self.lower, both >> self.half, self.weights
        low, high = (own & patch.low).bit_count(), (enemy & patch.high).bit_count()
        row, back = patch.row, len(self.ours.rows) - 1 - patch.row
        if own & patch.bit:
            return (
                weights.waiting[row][low][high],
                weights.files[row][patch.file],
                weights.beside[row] * (own & patch.beside != 0),
                0.0,
            )
        if enemy & patch.bit:
            # The enemy's supporters stand where our attackers would, and the other way round.
            supporters, attackers = (enemy & patch.high).bit_count(), (own & patch.low).bit_count()
            return (
                -weights.to_move[back][supporters][attackers],
                -weights.files[back][patch.file],
                -weights.beside[back] * (enemy & patch.beside != 0),
                0.0,
            )
        contested = weights.contested[row][low][high] - weights.contested[back][high][low]
        return 0.0, 0.0, 0.0, contested

    def _change(self, move: Move) -> Table:
        """Return the table of the changes of the local value that a move makes."""
        changed = sum(patch.bit for patch in self.patches if patch.needs & move)
        return self.table(changed, partial(self.change, move), NEARBY)

    def change(self, move: Move, tables: Sequence[Table], both: Bits) -> float:
        """Return by how much a move changes what the squares near it add."""
        if move & self.ours.base:
            return ARRIVED
        return self.total(tables, (both ^ move) & ~(move << self.half)) - self.total(tables, both)

    def _fan(self, key: tuple[Bits, Bits]) -> Prospects:
        own, blockers = key
        moves = self.ours.moves(own, blockers)
        holes = map(self.watched.holes.__getitem__, map(own.__xor__, moves))
        return Prospects(moves, tuple(map(self.changes.__getitem__, moves)), tuple(holes))


class FullEvaluation(ForcingEvaluation):
    """The value by Outlook, and the race of workers that cannot be stopped."""

    def __init__(self, game: Contest, weights: SquareWeights) -> None:
        """Prepare an outlook for each side."""
        self.limit, self.armies, self.weights = 0.99 * game.utmost, game.armies, weights
        self.outlooks = [Outlook(game, mover, weights) for mover in (0, 1)]

    def value(self, state: State, player: int) -> float:
        """Return how good an unfinished state is for `player`."""
        enemy, own, side = state
        mover = 1 - side
        value = self._clip(self.outlooks[mover].local(own, enemy) + self.race(own, enemy, mover))
        return -value if side == player else value

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
        """Return the parts of an unfinished state's value for `player`."""
        enemy, own, side = state
        mover = 1 - side
        outlook = self.outlooks[mover]
        both = own | enemy << outlook.half
        squares = [outlook.square_terms(patch, both) for patch in outlook.patches]
        sums = [sum(column) for column in zip(*squares, strict=True)]
        parts = [*sums, -self.weights.turn, self.race(own, enemy, mover)]
        sign = -1 if side == player else 1
        named = [(name, sign * part) for name, part in zip(TERMS, parts, strict=True)]
        return with_clipping(named, self.value(state, player))

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves in the game's order and their children's values for the mover."""
        own, enemy, side = state
        outlook = self.outlooks[side]
        moves, changes, holes = outlook.fans[own, self.armies[side].ahead[own] & enemy]
        both = own | enemy << outlook.half
        base = outlook.local(own, enemy)
        values = [base + table[both & near] for near, table in changes]
        free = self.outlooks[1 - side].watched
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
        """Return the board with the other side to move."""
        own, enemy, side = state
        return enemy, own, 1 - side

    def answers(
        self, state: State, player: int
    ) -> tuple[Sequence[Move], Sequence[float]] | None:
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
            near, table = outlook.changes[move]
            value = base + table[both & near] + self.race(own ^ move, enemy & ~move, side)
            values.append(self._clip(value))
        return values

    def race(self, own: Bits, enemy: Bits, mover: int) -> float:
        """Return the value of a race that is certain, for the side that has just moved.

        A side wins it with a worker that nobody can stop any more if no enemy worker can arrive
        sooner, even if nothing stops that one. The enemy moves next.
        """
        runners = own & self.outlooks[1 - mover].watched.holes[enemy]
        breakers = enemy & self.outlooks[mover].watched.holes[own]
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


def steps(
    army: Army, enemies: Army, board: Bits, targets: Bits, ways: Iterable[int]
) -> list[Move]:
    """Return the moves from a board to some squares: to the left, straight or to the right."""
    return [
        target | enemies.forward(target, -right)  # the enemies' way forward is the way back
        for right in ways
        for target in bits(army.forward(board, right) & targets)
    ]


def is_single(board: Bits) -> bool:
    """Return whether a board that is not empty has only one square."""
    return not board & board - 1
