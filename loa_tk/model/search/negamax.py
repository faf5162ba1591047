"""The tree of the strong search: negamax, fast because it asks a game for all children at once.

It is a principal variation search with a transposition table. Moves are ordered by the static
values of their children, which a game returns in one batch. The last ply needs no recursion: the
best child's value is the answer, and a win in one shows for free.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf

from loa_tk.model.game import WON, Evaluation, ForcingEvaluation, Game, Move, Outcome, State
from loa_tk.model.search.statistics import DEEPEST, Counts

MATE = WON - 10 * DEEPEST  # values beyond this are wins, counted in plies
SOLVED = 10 * DEEPEST  # the depth of an entry whose subtree never met the horizon
EXACT, LOWER, UPPER = 0, 1, 2
TABLE_BOUND = 1_000_000  # entries; about 220 bytes each
LEAST = 1e-6  # the width of a window that only asks "better than alpha?"
EXPANSIONS_BETWEEN_LOOKS = 64  # at the clock; an expansion costs 5 to 100 microseconds
# Moves from the fifth on are first tried one ply shallower, from the eleventh on two plies.
LATE, REDUCED_DEPTH = 4, 3
VERY_LATE, VERY_REDUCED_DEPTH = 10, 4
# From depth 2 up to this one a move is left out if its static value plus a margin is not above
# alpha. The margin is 0 at depth 2, and grows by this part of a swing with each ply. That saves
# half of the nodes on 8x8 (docs/RESULTS.md).
FUTILE_DEPTH, FUTILE_STEP = 3, 0.25
EVERYTHING = 1_000, 1_000, 0  # the selection of a search that tries every move in full depth

Entry = tuple[int, float, int, Move]  # depth, value, bound, best move


class Searcher:
    """One search from one root; its table and counts last from the first depth to the last."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        root: State,
        drawn: Collection[State],
        free: bool,
        look: Callable[[], None],
    ) -> None:
        """Prepare; a `drawn` position ends the game, and a `free` search may be selective.

        `look` is called now and then and may raise to end the search.
        """
        self.game, self.evaluation, self.root = game, evaluation, root
        self.max = game.player(root)
        self.drawn, self.free = frozenset(drawn), free
        late, very_late, futile = self.selection() if free and not game.small else EVERYTHING
        self.late, self.very_late = late, very_late
        depths = range(2, futile + 1)
        self.margins = {depth: (depth - 2) * FUTILE_STEP * game.swing for depth in depths}
        self.look = look
        self.table: dict[State, Entry] = {}
        self.counts = Counts()
        self.horizon = 0  # how often a value rested on an estimate; unchanged means certain
        self.patience = EXPANSIONS_BETWEEN_LOOKS
        self.expansions = 0  # counted at every look

    def selection(self) -> tuple[int, int, int]:
        """Return how many moves are not late, how many not very late, and the futile depth."""
        return LATE, VERY_LATE, FUTILE_DEPTH

    def begin(self) -> None:
        """Start counting a new pass."""
        self.counts = Counts()

    def ended(self, outcome: Outcome, state: State, ply: int) -> float:
        """Return the value of a finished game for the side to move: a sooner win is better."""
        return outcome.utility(self.game.player(state), WON - ply)

    def negamax(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """Return the value of an unfinished state for the side to move, within [alpha, beta].

        A value outside the window is a bound.
        """
        utmost = WON - ply - 1  # nothing is better than winning with the next move
        if utmost <= alpha:
            return utmost
        first = -1
        entry = self.table.get(state)
        if entry is not None:
            known, value, bound, first = entry
            if known == depth or (known > depth and self.free):
                if value > MATE:
                    value -= ply
                elif value < -MATE:
                    value += ply
                if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                    self.horizon += known < SOLVED
                    return value
        self.patience -= 1
        if not self.patience:
            self.patience = EXPANSIONS_BETWEEN_LOOKS
            self.expansions += EXPANSIONS_BETWEEN_LOOKS
            self.look()
        if depth == 1 and not self.drawn:
            return self.last_ply(state, ply, alpha, beta)
        horizon = self.horizon
        value, best = self.expand(state, depth, ply, alpha, beta, first)
        if best >= 0:
            if self.horizon == horizon:
                depth = SOLVED
            bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
            stored = value + ply if value > MATE else value - ply if value < -MATE else value
            if len(self.table) >= TABLE_BOUND:
                self.table.clear()
            self.table[state] = depth, stored, bound, best
        return value

    def tried(self, state: State) -> tuple[Sequence[Move], Sequence[float]]:
        """Return the moves that are tried in a state, with their children's static values."""
        return self.evaluation.children(state, self.max)

    def without_moves(self, state: State, ply: int) -> float:
        """Return the value of a state in which no move is tried."""
        return self.ended(self.game.stuck(state), state, ply)

    def leaf(self, child: State, static: float, ply: int, alpha: float, beta: float) -> float:
        """Return the value, for the side that moved to it, of a child at the depth limit."""
        self.counts.evals[ply + 1 & 1] += 1
        self.horizon += 1
        return static

    def last_ply(self, state: State, ply: int, alpha: float, beta: float) -> float:
        """Return the best child's static value: all children are leaves."""
        value, _, children, ended = self.evaluation.best_child(state, self.max)
        self.counts.levels[ply + 1] += children
        if not children:
            return self.ended(self.game.stuck(state), state, ply)
        if value >= WON:
            self.counts.prunes[ply & 1] += 1
            return WON - ply - 1
        if value >= beta:
            self.counts.prunes[ply & 1] += 1
        self.counts.evals[ply + 1 & 1] += children - ended
        if value <= -WON:
            return ply + 1 - WON
        self.horizon += 1
        return value

    def expand(
        self, state: State, depth: int, ply: int, alpha: float, beta: float, first: Move
    ) -> tuple[float, Move]:
        """Try the moves, `first` before the others, and return the best value and its move."""
        moves, values = self.tried(state)
        self.counts.levels[ply + 1] += len(moves)
        if not moves:
            return self.without_moves(state, ply), -1
        order = sorted(zip(values, moves, strict=True), reverse=True)
        if order[0][0] >= WON:
            self.counts.prunes[ply & 1] += 1
            return WON - ply - 1, order[0][1]
        if first >= 0 and order[0][1] != first:
            index = next(i for i, (_, move) in enumerate(order) if move == first)
            order.insert(0, order.pop(index))
        best, best_move = -inf, order[0][1]
        margin = self.margins.get(depth, inf)
        for number, (static, move) in enumerate(order):
            if number and static + margin <= alpha:
                # Replies hardly ever leave that much more than the static value, and the moves
                # that follow have less. Their bound counts, because a loss is proved only after
                # every move has been tried.
                self.horizon += 1
                best = max(best, static + margin)
                break
            value = self.child(state, static, move, number, depth, ply, alpha, beta)
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                if value >= beta:
                    self.counts.prunes[ply & 1] += 1
                    break
        return best, best_move

    def child(
        self,
        state: State,
        static: float,
        move: Move,
        number: int,
        depth: int,
        ply: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of one move for its side; it is the `number`th tried at its node."""
        if static <= -WON:
            return ply + 1 - WON
        child = self.game.play(state, move)
        if child in self.drawn:
            return 0.0
        if depth == 1:
            return self.leaf(child, static, ply, alpha, beta)
        if number == 0:
            return -self.negamax(child, depth - 1, ply + 1, -beta, -alpha)
        reduced = self.reduction(number, depth)
        if reduced:
            horizon = self.horizon
            value = -self.negamax(child, depth - 1 - reduced, ply + 1, -alpha - LEAST, -alpha)
            if value <= alpha:
                return value
            self.horizon = horizon
        value = -self.negamax(child, depth - 1, ply + 1, -alpha - LEAST, -alpha)
        if alpha < value < beta:
            return -self.negamax(child, depth - 1, ply + 1, -beta, -alpha)
        return value

    def reduction(self, number: int, depth: int) -> int:
        """Return how many plies shallower a move is first tried after better ones."""
        if number < self.late or depth < REDUCED_DEPTH:
            return 0
        return 2 if number >= self.very_late and depth >= VERY_REDUCED_DEPTH else 1


# The tree of the strong search for games of tactics, with a quiet search at its leaves.
#
# A static value says little while a piece can be captured or a win is threatened. So a leaf is
# searched further, but only by the moves that the evaluation calls forcing, and the side to move
# may stop and take the static value unless it has to answer a threat.

# A pass is tried from this depth on, and searched this many plies shallower than a move.
NULL_DEPTH, NULL_REDUCTION = 4, 2
# A quiet search is a surer estimate, so more can be left out: moves from the fourth on are first
# tried one ply shallower, from the ninth on two plies, and futile moves are left out sooner. The
# same without a quiet search wins no more games of Lines of Action (docs/RESULTS.md).
QUIET_LATE, QUIET_VERY_LATE, QUIET_FUTILE_DEPTH = 3, 8, 4


class QuietSearcher(Searcher):
    """A Searcher that answers threats first and never trusts a leaf that is not quiet."""

    evaluation: ForcingEvaluation

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

    def leaf(self, child: State, static: float, ply: int, alpha: float, beta: float) -> float:
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

    def selection(self) -> tuple[int, int, int]:
        return QUIET_LATE, QUIET_VERY_LATE, QUIET_FUTILE_DEPTH
