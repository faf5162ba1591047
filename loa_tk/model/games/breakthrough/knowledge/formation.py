"""The evaluation `full` of three workers, 5x10 and 6x6: sums over rows.

The value of one board alone comes from its workers' rows and from how they support each other. The
contact of two boards adds workers that can be captured for nothing and runners that cannot be
stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import sub
from typing import TypeAlias

from loa_tk.model.bitboard import Bits, Cache
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, Army, Contest

# The weights of `full` for the variants that formation.py values, in 1/100 worker.

ByRow: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class RowWeights:
    """What each feature adds, by row from home; for runners, by their steps to go."""

    worker: ByRow
    at_edge: ByRow  # on the leftmost and rightmost columns
    beside: ByRow  # with a worker to its left
    supported: ByRow  # with a worker diagonally behind
    doubly: ByRow  # with two of them
    stacked: ByRow  # with a worker straight behind
    guarded: ByRow  # for each square diagonally ahead of a worker
    hanging: ByRow  # lost if the enemy can capture the worker for nothing
    runner: ByRow  # no enemy can attack it any more
    runner_to_move: ByRow  # a runner after its next step, with its side to move
    # Half of what a move gains. With it, the values of odd and even depths agree, and moves that
    # are searched less deeply are valued rightly. From the start of 8x8, depth 8 takes 370,000
    # positions instead of 5,240,000.
    tempo: float


WEIGHTS = {
    "breakthrough3": RowWeights(
        worker=(57, 88, 90, 93, 110, 134, 125, 200),
        at_edge=(-19, -14, -14, -16, -2, 1, 34, 0),
        beside=(14, 6, 5, 7, 8, 20, 0, 0),
        supported=(0, -31, -8, -5, -1, -13, 14, 0),
        doubly=(0, -11, 2, 5, -6, 8, 0, 0),
        stacked=(0, 7, 8, 15, 4, 6, 0, 0),
        guarded=(0, 42, 9, 0, 0, 0, 0, 0),
        hanging=(0, 95, 108, 87, 108, 109, 165, 0),
        runner=(0, 60, 40, -4, 42, 31, 0, 0),
        runner_to_move=(0, 70, 50, 66, 40, 12, 0, 0),
        tempo=17,
    ),
    # Those of 5x10 with one more row between its third and fourth.
    "breakthrough6": RowWeights(
        worker=(62, 127, 141, 253, 422, 0),
        at_edge=(-2, -22, 13, 7, -1, 0),
        beside=(38, -4, 58, 0, 0, 0),
        supported=(0, -23, -16, 4, 33, 0),
        doubly=(0, -36, 0, 0, 0, 0),
        stacked=(0, 31, -12, 0, 0, 0),
        guarded=(0, 27, 5, 0, 0, 0),
        hanging=(0, 328, 198, 274, 388, 0),
        runner=(0, 2500, 1700, 900, 400, 0),
        runner_to_move=(0, 3000, 2000, 1200, 600, 0),
        tempo=17,
    ),
    "breakthrough5x10": RowWeights(
        worker=(62, 127, 141, 422, 0),
        at_edge=(-2, -22, 13, -1, 0),
        beside=(38, -4, 58, 0, 0),
        supported=(0, -23, -16, 33, 0),
        doubly=(0, -36, 0, 0, 0),
        stacked=(0, 31, -12, 0, 0),
        guarded=(0, 27, 5, 0, 0),
        hanging=(0, 328, 198, 388, 0),
        runner=(0, 2500, 900, 400, 0),
        runner_to_move=(0, 3000, 1200, 600, 0),
        tempo=17,
    ),
}


# The features of a formation as people read them.
FEATURES = (
    "workers by row", "at the edge", "side by side", "supported", "doubly supported", "stacked",
    "guarded squares",
)  # fmt: skip


class Formation:
    """The value of one side's workers with no enemy near, summed over pairs of rows.

    Every feature of a worker depends on its own row and the row behind, so a new board costs one
    look-up for each row: 2 microseconds instead of 40.
    """

    def __init__(self, army: Army, weights: RowWeights) -> None:
        """Prepare a table for each row, indexed by the workers on it and on the row behind."""
        self.army, self.weights = army, weights
        behind = (0, *army.rows)
        self.pairs: list[tuple[Bits, Cache[Bits, float]]] = [
            (squares | behind[row], Cache(partial(self.pair, row)))
            for row, squares in enumerate(army.rows)
        ]

    def value(self, board: Bits) -> float:
        """Return the sum over all rows."""
        return sum([table[board & mask] for mask, table in self.pairs])

    def pair(self, row: int, board: Bits) -> float:
        """Return the value of the workers on one row, given those one row behind."""
        return sum(self.features(row, board))

    def features(self, row: int, board: Bits) -> list[float]:
        """Return what each of FEATURES adds for the workers on one row."""
        army, weights = self.army, self.weights
        workers, behind = board & army.rows[row], board & ~army.rows[row]
        once, twice = army.covers(behind)
        numbers = (
            (weights.worker, workers),
            (weights.at_edge, workers & army.edges),
            (weights.beside, workers & workers << 1),
            (weights.supported, workers & once),
            (weights.doubly, workers & twice),
            (weights.stacked, workers & army.forward(behind)),
            (weights.guarded, once),
        )
        return [weight[row] * squares.bit_count() for weight, squares in numbers]

    def totals(self, board: Bits) -> list[float]:
        """Return what each of FEATURES adds on all rows."""
        rows = [self.features(row, board & mask) for row, (mask, _) in enumerate(self.pairs)]
        return [sum(column) for column in zip(*rows, strict=True)]


class FormationJudge:
    """Values positions in which its side has just moved: the enemy captures and runs first."""

    def __init__(self, game: Contest, mover: int) -> None:
        self.weights, self.needed = WEIGHTS[game.key], game.needed
        self.ours, self.theirs = game.armies[mover], game.armies[1 - mover]
        self.our_formation = Formation(self.ours, self.weights)
        self.their_formation = Formation(self.theirs, self.weights)

    def own(self, board: Bits) -> float:
        """Return the value of the mover's formation."""
        return self.our_formation.value(board)

    def enemy(self, board: Bits) -> float:
        """Return the value of the enemy's formation and of its turn to move, negated."""
        return -self.their_formation.value(board) - self.weights.tempo

    def own_sets(self, board: Bits) -> Sequence[Bits]:
        """Return workers that fall to one attacker, to two, all workers, gates to free squares."""
        once, twice = self.ours.covers(board)
        # An enemy on a free square can never be attacked again. Our way forward is its way back.
        free, back = self.ours.grid.all & ~self.ours.reach(board), self.ours.forward
        return (
            board & ~once,
            board & ~twice,
            board,
            back(free & ~board) | back(free, LEFT) | back(free, RIGHT),
        )

    def enemy_sets(self, board: Bits) -> Sequence[Bits]:
        """Return squares attacked once, attacked twice, never reached again, and all workers."""
        once, twice = self.theirs.covers(board)
        return once, twice, self.theirs.grid.all & ~self.theirs.reach(board), board

    def terms(self, own: Bits, enemy: Bits) -> Sequence[tuple[str, float]]:
        """Return the difference in each feature, then the turn, the race and the loss."""
        ours, theirs = self.our_formation.totals(own), self.their_formation.totals(enemy)
        alone, outnumbered, runners, breakers = (
            mine & other
            for mine, other in zip(self.own_sets(own), self.enemy_sets(enemy), strict=True)
        )
        return (
            *zip(FEATURES, map(sub, ours, theirs), strict=True),
            ("to move", -self.weights.tempo),
            ("runners", self.race(runners, breakers)),
            ("hanging worker", -self.loss(alone | outnumbered)),
        )

    def contact(self, *meetings: Bits) -> float:
        """Return the value of the race to the mover, less what it loses to captures."""
        alone, outnumbered, runners, breakers = meetings
        return self.race(runners, breakers) - self.loss(alone | outnumbered)

    def loss(self, hanging: Bits) -> float:
        """Return the value of the best worker that can be captured for nothing.

        Only one, because a move captures only one.
        """
        rows = zip(self.weights.hanging, self.ours.rows, strict=True)
        return max((loss for loss, row in rows if hanging & row), default=0.0)

    def race(self, runners: Bits, breakers: Bits) -> float:
        """Return the value of runners that cannot be stopped; the enemy's move first."""
        ours, theirs = self.ours.to_go(runners), self.theirs.to_go(breakers)
        if self.needed == 1 and ours and theirs:
            # One arrival ends the game, so the slower side's runners are worth nothing.
            ours, theirs = ([], theirs) if theirs[0] <= ours[0] else (ours, [])
        worth, first = self.weights.runner, self.weights.runner_to_move
        return sum(worth[n] for n in ours[: self.needed]) - sum(
            first[n] for n in theirs[: self.needed]
        )
