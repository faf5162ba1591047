"""The tree of the strong search for games of tactics, with a quiet search at its leaves.

A static value says little while a piece can be captured or a win is threatened. So a leaf is
searched further, but only by the moves that the evaluation calls forcing, and the side to move may
stop and take the static value unless it has to answer a threat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from loa_tk.model.game import WON, ForcingEvaluation, Move, State
from loa_tk.model.search.negamax import LEAST, MATE, REDUCED_DEPTH, VERY_REDUCED_DEPTH, Searcher

# A pass is tried from this depth on, and searched this many plies shallower than a move.
NULL_DEPTH, NULL_REDUCTION = 4, 2
# A quiet search is a surer estimate, so more can be left out: moves from the fourth on are first
# tried one ply shallower, from the ninth on two plies, and futile moves are left out sooner.
LATE, VERY_LATE = 3, 8
FUTILE = {2: 0.0, 3: 0.25, 4: 0.5}


class QuietSearcher(Searcher):
    """A Searcher that answers threats first and never trusts a leaf that is not quiet."""

    evaluation: ForcingEvaluation
    futile = FUTILE

    def expand(
        self, state: State, depth: int, ply: int, alpha: float, beta: float, first: Move
    ) -> tuple[float, Move]:
        """Return the best value and its move, or only the value if even a pass is good enough."""
        if (
            depth >= NULL_DEPTH
            and beta - alpha <= 2 * LEAST
            and abs(beta) < MATE
            and self.evaluation.value(state, self.game.player(state)) >= beta
            and self.evaluation.answers(state, self.max) is None
        ):
            passed = self.evaluation.passed(state)
            value = -self.negamax(passed, depth - 1 - NULL_REDUCTION, ply + 1, -beta, -alpha)
            if value >= beta:
                self.horizon += 1
                return min(value, MATE), -1
        return super().expand(state, depth, ply, alpha, beta, first)

    def tried(self, state: State) -> tuple[Sequence[Move], Sequence[float]]:
        """Return the answers to a threat, because all other moves lose at once, or all moves."""
        return self.evaluation.answers(state, self.max) or self.evaluation.children(state, self.max)

    def without_moves(self, state: State, ply: int) -> float:
        """Return the value of a threat without an answer, or of a state without moves."""
        if self.evaluation.answers(state, self.max) is None:
            return super().without_moves(state, ply)
        return ply + 2 - WON

    def last_ply(self, state: State, ply: int, alpha: float, beta: float) -> float:
        """Return the value of a state whose children are leaves."""
        moves, values = self.tried(state)
        counts = self.counts
        counts.levels[ply + 1] += len(moves)
        if not moves:
            return self.without_moves(state, ply)
        utmost = max(values)
        if utmost >= WON:
            counts.prunes[ply & 1] += 1
            return WON - ply - 1
        if utmost <= alpha:
            # The enemy may stop after any move, so that none can be worth more.
            counts.evals[ply + 1 & 1] += 1
            self.horizon += 1
            return utmost
        order = sorted(zip(values, moves, strict=True), reverse=True)
        best, play = -inf, self.game.play
        for static, move in order:
            if static <= alpha or static <= best:
                # The same holds for this move and all that follow.
                counts.evals[ply + 1 & 1] += 1
                self.horizon += 1
                return max(best, static)
            value = -self.quiet(play(state, move), -static, ply + 1, -beta, -alpha)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                if value >= beta:
                    counts.prunes[ply & 1] += 1
                    break
        return best

    def leaf(
        self, child: State, static: float, ply: int, alpha: float, beta: float
    ) -> float:
        """Return the value of a child after the quiet search."""
        return -self.quiet(child, -static, ply + 1, -beta, -alpha)

    def quiet(self, state: State, static: float, ply: int, alpha: float, beta: float) -> float:
        """Return the value of an unfinished state for the side to move after all forcing moves."""
        must, moves, values = self.evaluation.forcing(state, self.max, static >= beta)
        counts = self.counts
        counts.levels[ply + 1] += len(moves)
        best = -inf
        if must:
            if not moves:
                return ply + 2 - WON
        else:
            counts.evals[ply & 1] += 1
            self.horizon += 1
            best = static
            if best > alpha:
                alpha = best
        order = sorted(zip(values, moves, strict=True), reverse=True)
        if order and order[0][0] >= WON:
            return WON - ply - 1
        if best >= beta:
            return best
        play = self.game.play
        for value, move in order:
            if value <= alpha and not must:
                break
            value = -self.quiet(play(state, move), -value, ply + 1, -beta, -alpha)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                if value >= beta:
                    break
        return best

    def reduction(self, number: int, depth: int) -> int:
        """Return how many plies shallower a move is first tried after better ones."""
        if number < LATE or depth < REDUCED_DEPTH:
            return 0
        return 2 if number >= VERY_LATE and depth >= VERY_REDUCED_DEPTH else 1
