"""The evaluation `full`: the program's own best, without noise (its matches: docs/RESULTS.md).

What one board is worth by itself: its workers' rows, and how they stand together. What the boards
do to each other: workers that can be taken for nothing, and runners that nobody can stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from loa_tk.model.bitboard import Bits, Lazy
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, Army, Contest
from loa_tk.model.games.breakthrough.weights import WEIGHTS, RowWeights


class Formation:
    """What one side's workers are worth with no enemy near, summed over pairs of rows.

    Every feature of a worker lies in its own row and the one behind, so a board met for the first
    time costs a look-up for each row: 2 microseconds instead of 40.
    """

    def __init__(self, army: Army, weights: RowWeights) -> None:
        """Prepare a table for each row, by the workers on it and on the row behind."""
        self.army, self.weights = army, weights
        behind = (0, *army.rows)
        self.pairs: list[tuple[Bits, Lazy[Bits, float]]] = [
            (squares | behind[row], Lazy(partial(self.pair, row)))
            for row, squares in enumerate(army.rows)
        ]

    def value(self, board: Bits) -> float:
        """The sum over all rows."""
        return sum([table[board & mask] for mask, table in self.pairs])

    def pair(self, row: int, board: Bits) -> float:
        """What the workers on one row are worth, given them and those one row behind."""
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
        return sum(weight[row] * squares.bit_count() for weight, squares in numbers)


class FullJudge:
    """Weighs positions in which its side has just moved: the other may take, and runs first."""

    def __init__(self, game: Contest, mover: int) -> None:
        """Remember the two armies and this game's weights."""
        self.weights, self.needed = WEIGHTS[game.key], game.needed
        self.ours, self.theirs = game.armies[mover], game.armies[1 - mover]
        self.our_formation = Formation(self.ours, self.weights)
        self.their_formation = Formation(self.theirs, self.weights)

    def own(self, board: Bits) -> float:
        """The mover's formation."""
        return self.our_formation.value(board)

    def enemy(self, board: Bits) -> float:
        """The other's formation, and its right to move."""
        return -self.their_formation.value(board) - self.weights.tempo

    def own_sets(self, board: Bits) -> Sequence[Bits]:
        """Workers that fall to one attacker, to two; all workers; where enemies may break free."""
        once, twice = self.ours.covers(board)
        # Who steps on a free square can never be attacked again. Our way forward is their way back.
        free, back = self.ours.grid.all & ~self.ours.reach(board), self.ours.forward
        return (
            board & ~once,
            board & ~twice,
            board,
            back(free & ~board) | back(free, LEFT) | back(free, RIGHT),
        )

    def enemy_sets(self, board: Bits) -> Sequence[Bits]:
        """Squares attacked once, twice; squares out of reach for ever; all workers."""
        once, twice = self.theirs.covers(board)
        return once, twice, self.theirs.grid.all & ~self.theirs.reach(board), board

    def contact(self, *meetings: Bits) -> float:
        """What the mover loses to captures, and what the race is worth to it."""
        alone, outnumbered, runners, breakers = meetings
        return self.race(runners, breakers) - self.loss(alone | outnumbered)

    def loss(self, hanging: Bits) -> float:
        """The dearest worker that can be taken for nothing: only one capture is a move."""
        rows = zip(self.weights.hanging, self.ours.rows, strict=True)
        return max((loss for loss, row in rows if hanging & row), default=0.0)

    def race(self, runners: Bits, breakers: Bits) -> float:
        """What unstoppable runners are worth; the enemy's start first, with the move."""
        ours, theirs = self.ours.to_go(runners), self.theirs.to_go(breakers)
        if self.needed == 1 and ours and theirs:
            # One arrival ends the game: who would be second has no runner at all.
            ours, theirs = ([], theirs) if theirs[0] <= ours[0] else (ours, [])
        worth, first = self.weights.runner, self.weights.runner_to_move
        return sum(worth[n] for n in ours[: self.needed]) - sum(
            first[n] for n in theirs[: self.needed]
        )
