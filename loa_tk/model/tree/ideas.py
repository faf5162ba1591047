"""The strong search's ideas one by one, as small searches that read like the book's.

All but `Reduced` and `Quiet` find exactly the minimax value. They count their statistics where the
book's functions do: a node is counted when MAX-VALUE or MIN-VALUE is entered, even if the table
then knows its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nextafter
from time import perf_counter

from loa_tk.model.game import ForcingEvaluation, Move, State
from loa_tk.model.search.negamax import LATE, REDUCED_DEPTH, VERY_LATE, VERY_REDUCED_DEPTH
from loa_tk.model.search.search import Request
from loa_tk.model.search.textbook import (
    MAX,
    MIN,
    NO_MOVE,
    AlphaBeta,
    Line,
    TextbookSearch,
    ValueAndLine,
)
from loa_tk.model.tree.orders import ORDERS, StaticOrder


class OrderedAlphaBeta(AlphaBeta):
    """Alpha-beta that tries the moves in another order than the game's."""

    def __init__(self, request: Request, order: str) -> None:
        """Prepare to search; `order` is a name in ORDERS."""
        super().__init__(request)
        make = ORDERS[order].ranking
        self.ranking = None if make is None else make(self)
        self.ordering = 0.0  # seconds spent on finding the order

    def actions(self, state: State, depth: int) -> Sequence[Move]:
        """Return the moves in this search's order."""
        moves = super().actions(state, depth)
        if not moves or self.ranking is None:
            return moves
        begun = perf_counter()
        places = self.ranking(state, depth, moves)
        self.ordering += perf_counter() - begun
        return [moves[place] for place in places]


class Deepening(TextbookSearch):
    """Alpha-beta to one depth after the other, with a memory for the best move of each position.

    That move is tried first, the others follow with best EVAL first. With `table`, the values of
    positions are remembered as well. With `null_window`, every move but the first of a position is
    first only asked whether it is better than the best so far.
    """

    name, rank = "deepening", 0  # players cannot use it; the strong search has all its ideas

    def __init__(self, request: Request, table: bool = False, null_window: bool = False) -> None:
        """Prepare to search; nothing is remembered yet."""
        super().__init__(request)
        self.null_window = null_window
        self.static = StaticOrder(self)
        self.best: dict[State, Move] = {}
        # By position and plies left: a lower and an upper bound of its value, and the line. The
        # plies left have to be the same, or the value would not be that of minimax.
        self.table: dict[tuple[State, int], tuple[float, float, Line]] | None = (
            {} if table else None
        )

    def begin(self, limit: int) -> None:
        super().begin(limit)
        self.asked = self.again = 0  # moves that were asked a question, and searched again

    def decide(self, state: State) -> ValueAndLine:
        return self.max_value(state, -self.utmost, self.utmost, 0)

    def actions(self, state: State, depth: int) -> Sequence[Move]:
        """Return the moves: first the best one remembered, then by EVAL."""
        moves = super().actions(state, depth)
        if not moves:
            return moves
        ordered = [moves[place] for place in self.static(state, depth, moves)]
        if state in self.best:
            ordered.remove(self.best[state])
            ordered.insert(0, self.best[state])
        return ordered

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        known = self.look_up(state, alpha, beta, depth)
        if known is not None:
            return known
        actions = self.actions(state, depth)
        if not actions:
            return self.keep(state, depth, self.leaf_value(state, depth), NO_MOVE, -inf, inf)
        v, line, entry = -inf, NO_MOVE, alpha
        for place, a in enumerate(actions):
            v2, line2 = self.after_max(self.result(state, a), alpha, beta, depth, place)
            if v2 > v:
                v, line = v2, (a, *line2)
                alpha = max(alpha, v)
            if v >= beta:
                self.counts.prunes[MAX] += 1
                break
        return self.keep(state, depth, v, line, entry, beta)

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        known = self.look_up(state, alpha, beta, depth)
        if known is not None:
            return known
        actions = self.actions(state, depth)
        if not actions:
            return self.keep(state, depth, self.leaf_value(state, depth), NO_MOVE, -inf, inf)
        v, line, entry = inf, NO_MOVE, beta
        for place, a in enumerate(actions):
            v2, line2 = self.after_min(self.result(state, a), alpha, beta, depth, place)
            if v2 < v:
                v, line = v2, (a, *line2)
                beta = min(beta, v)
            if v <= alpha:
                self.counts.prunes[MIN] += 1
                break
        return self.keep(state, depth, v, line, alpha, entry)

    def after_max(
        self, state: State, alpha: float, beta: float, depth: int, place: int
    ) -> ValueAndLine:
        """Return MIN-VALUE after a move of MAX, or a bound if a later move is not better.

        The narrowest window answers only whether the move is better. If it is, and MIN may still
        allow it, the move is searched again with the whole window.
        """
        if place and self.null_window:
            self.asked += 1
            answer = self.min_value(state, alpha, nextafter(alpha, inf), depth + 1)
            if not alpha < answer[0] < beta:
                return answer
            self.again += 1
        return self.min_value(state, alpha, beta, depth + 1)

    def after_min(
        self, state: State, alpha: float, beta: float, depth: int, place: int
    ) -> ValueAndLine:
        """Return MAX-VALUE after a move of MIN, or a bound if a later move is not better."""
        if place and self.null_window:
            self.asked += 1
            answer = self.max_value(state, nextafter(beta, -inf), beta, depth + 1)
            if not alpha < answer[0] < beta:
                return answer
            self.again += 1
        return self.max_value(state, alpha, beta, depth + 1)

    def look_up(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine | None:
        """Return what the table knows if that is enough between these bounds; it is a node then."""
        low, high, line = (self.table or {}).get((state, self.limit - depth), (-inf, inf, NO_MOVE))
        # The root's line is the answer, so it is never taken from the table.
        if not depth or (low < high and low < beta and high > alpha):
            return None
        self.counts.levels[depth] += 1
        return (low if low >= beta else high), line

    def keep(
        self, state: State, depth: int, v: float, line: Line, alpha: float, beta: float
    ) -> ValueAndLine:
        """Remember and return what a position returned; at a bound it is only a bound."""
        if line:
            self.best[state] = line[0]
        if self.table is not None:
            low, high = -inf if v <= alpha else v, inf if v >= beta else v
            self.table[state, self.limit - depth] = low, high, line
        return v, line


class Reduced(Deepening):
    """Late move reduction: late moves are first only asked with fewer plies than the others.

    A move that seems no better at the smaller depth is not looked at again, so the value may not be
    that of minimax.
    """

    def __init__(self, request: Request) -> None:
        """Prepare to search with null windows, and without a table."""
        super().__init__(request, null_window=True)

    def begin(self, limit: int) -> None:
        super().begin(limit)
        self.late = self.deepened = 0  # moves that were reduced, and then searched to the end

    def reduction(self, place: int, left: int) -> int:
        """Return how many plies less a move is first searched, as the strong search does."""
        if place < LATE or left < REDUCED_DEPTH:
            return 0
        return 2 if place >= VERY_LATE and left >= VERY_REDUCED_DEPTH else 1

    def after_max(
        self, state: State, alpha: float, beta: float, depth: int, place: int
    ) -> ValueAndLine:
        less = self.reduction(place, self.limit - depth)
        if less:
            self.late += 1
            self.limit -= less
            answer = self.min_value(state, alpha, nextafter(alpha, inf), depth + 1)
            self.limit += less
            if answer[0] <= alpha:
                return answer
            self.deepened += 1
        return super().after_max(state, alpha, beta, depth, place)

    def after_min(
        self, state: State, alpha: float, beta: float, depth: int, place: int
    ) -> ValueAndLine:
        less = self.reduction(place, self.limit - depth)
        if less:
            self.late += 1
            self.limit -= less
            answer = self.max_value(state, nextafter(beta, -inf), beta, depth + 1)
            self.limit += less
            if answer[0] >= beta:
                return answer
            self.deepened += 1
        return super().after_min(state, alpha, beta, depth, place)


class Quiet(AlphaBeta):
    """Quiescence: a leaf is worth what is left of it after the moves that EVAL calls forcing.

    The side to move may stop and take EVAL, unless it has to answer a threat.
    """

    evaluation: ForcingEvaluation

    def begin(self, limit: int) -> None:
        super().begin(limit)
        self.forced = 0  # positions below the leaves

    def leaf_value(self, state: State, depth: int) -> float:
        """Return UTILITY, or EVAL after the forcing moves."""
        value = super().leaf_value(state, depth)
        if depth < self.limit or self.game.outcome(state) is not None:
            return value
        return self.settled(state, value)[0]

    def settled(self, state: State, static: float) -> ValueAndLine:
        """Return the value for MAX after the forcing moves, and those moves."""
        must, moves, _ = self.evaluation.forcing(state, self.player, False)
        maximises = self.game.player(state) == self.player
        v, line = static, NO_MOVE
        if must:
            v = -self.utmost if maximises else self.utmost  # a threat that nothing answers
        for a in moves:
            v2, line2 = self.after(self.result(state, a))
            if (v2 > v if maximises else v2 < v) or (must and not line):
                v, line = v2, (a, *line2)
        return v, line

    def after(self, state: State) -> ValueAndLine:
        """Return what a position below a leaf is worth."""
        self.forced += 1
        self.patience -= 1
        if not self.patience:
            self.look()  # captures that answer each other can be many more than the tree's nodes
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome.utility(self.player, self.utmost), NO_MOVE
        return self.settled(state, self.evaluation.value(state, self.player))
