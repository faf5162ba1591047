"""The evaluation `full` of Breakthrough 8x8: the program's best (docs/REPORT.md has the formula).

The value of a position is a sum over its squares (outlook.py) and the race of workers that nobody
can stop, which is about the whole board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loa_tk.model.bitboard import Bits, bits
from loa_tk.model.boards import with_clipping
from loa_tk.model.game import WON, ForcingEvaluation, Move, State
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, STRAIGHT, Army, Contest
from loa_tk.model.games.breakthrough.outlook import ARRIVED, LOCAL_TERMS, Ground, Outlook
from loa_tk.model.games.breakthrough.squares import SquareWeights

# The terms as people read them.
TERMS = (*LOCAL_TERMS, "turn", "race")


class FullEvaluation(ForcingEvaluation):
    """The value by Outlook, and the race of workers that cannot be stopped."""

    def __init__(self, game: Contest, weights: SquareWeights) -> None:
        """Prepare an outlook for each side."""
        self.limit, self.armies, self.weights = 0.99 * game.utmost, game.armies, weights
        self.grounds = [Ground(army) for army in game.armies]
        self.outlooks = [
            Outlook(game, mover, weights, ground) for mover, ground in enumerate(self.grounds)
        ]

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
