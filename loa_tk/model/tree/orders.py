"""The orders in which a recorded search can try the moves, a row for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from loa_tk.model.fields import Field, OneOf
from loa_tk.model.game import Move, State
from loa_tk.model.search.textbook import TextbookSearch

# From a state, its depth and its moves in the game's order to the places of the moves in the order
# in which they are tried.
Ranking: TypeAlias = Callable[[State, int, Sequence[Move]], Sequence[int]]

TABLE_BOUND = 300_000  # states with known bounds; about 250 bytes each
VALUES_BETWEEN_LOOKS = 256  # at the clock, while the perfect order is computed
AHEAD = 0.2  # the share of a search in perfect order that passes before its first node


@dataclass(frozen=True, kw_only=True)
class MoveOrder:
    """One order of the moves; `ranking` makes it for one search, None is the game's own order."""

    name: str
    label: str  # for people, after "moves tried"
    help: str
    ranking: Callable[[TextbookSearch], Ranking] | None


class StaticOrder:
    """Best EVAL first: what each child would be worth if the search stopped there.

    A finished game is worth its utility. These values are not EVAL calls of the search.
    """

    def __init__(self, search: TextbookSearch) -> None:
        """Value states as this search does."""
        self.result, self.outcome = search.result, search.game.outcome
        self.value, self.player = search.evaluation.value, search.player
        self.utmost, self.maximises = search.utmost, search.game.maximises

    def __call__(self, state: State, depth: int, moves: Sequence[Move]) -> Sequence[int]:
        """Return the places of the moves, best first for the side to move."""
        values = [self.static(self.result(state, a)) for a in moves]
        return best_first(values, self.maximises(depth))

    def static(self, state: State) -> float:
        """Return UTILITY of a finished game, otherwise EVAL, both for MAX."""
        outcome = self.outcome(state)
        if outcome is None:
            return self.value(state, self.player)
        return outcome.utility(self.player, self.utmost)


class PerfectOrder:
    """Best move first everywhere: the children's exact minimax values, found beforehand.

    They come from an alpha-beta search with an open window for each child, which is much less work
    than minimax and finds the same values.
    """

    def __init__(self, search: TextbookSearch) -> None:
        """Value states as this search does, to the same depth."""
        self.result, self.moves = search.result, search.game.moves
        self.outcome, self.stuck = search.game.outcome, search.game.stuck
        self.player, self.utmost, self.limit = search.player, search.utmost, search.limit
        self.static, self.maximises = StaticOrder(search), search.game.maximises
        self.look, self.patience = search.look, VALUES_BETWEEN_LOOKS
        # The root's moves that have been valued, of how many, and the share of the next one's.
        self.valued, self.moves_at_root, self.next = 0, 0, 0.0
        # What is known about the value of a state at a depth: it lies between these bounds.
        self.known: dict[tuple[State, int], tuple[float, float]] = {}

    def __call__(self, state: State, depth: int, moves: Sequence[Move]) -> Sequence[int]:
        values = []
        for place, a in enumerate(moves):
            if depth == 0:
                self.valued, self.moves_at_root, self.next = place, len(moves), 0.0
            values.append(self.between(self.result(state, a), -inf, inf, depth + 1))
        if depth == 0:
            self.valued = self.moves_at_root
        return best_first(values, self.maximises(depth))

    def ahead(self) -> float:
        """Return how far the root's moves have been valued, as if all cost the same."""
        if self.valued == self.moves_at_root:
            return float(self.valued > 0)
        return (self.valued + self.next) / self.moves_at_root

    def between(self, state: State, alpha: float, beta: float, depth: int) -> float:
        """Return the minimax value if it lies between the bounds, otherwise a bound of it."""
        self.patience -= 1
        if not self.patience:
            self.patience = VALUES_BETWEEN_LOOKS
            self.look()
        if depth == self.limit:
            return self.static.static(state)
        low, high = self.known.get((state, depth), (-inf, inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        outcome = self.outcome(state)
        moves = () if outcome else self.moves(state)
        if not moves:
            return (outcome or self.stuck(state)).utility(self.player, self.utmost)
        if depth + 1 < self.limit:
            moves = [moves[place] for place in self.static(state, depth, moves)]
        value = self.best(state, moves, max(alpha, low), min(beta, high), depth)
        if len(self.known) >= TABLE_BOUND:
            self.known.clear()
        self.known[state, depth] = (
            low if value <= alpha else value,
            high if value >= beta else value,
        )
        return value

    def best(
        self, state: State, moves: Sequence[Move], alpha: float, beta: float, depth: int
    ) -> float:
        """Return the best of the successors' values for the side to move, or a bound of it."""
        maximises = self.maximises(depth)
        best = -inf if maximises else inf
        for place, a in enumerate(moves):
            if depth == 1:
                self.next = place / len(moves)
            value = self.between(self.result(state, a), alpha, beta, depth + 1)
            if maximises:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def best_first(values: Sequence[float], maximises: bool) -> Sequence[int]:
    """Return the places by value, greatest first at MAX; equal ones stay as they are."""
    return sorted(range(len(values)), key=values.__getitem__, reverse=maximises)


ROWS = (
    MoveOrder(name="fixed", label="in fixed order", help="by origin, then by target", ranking=None),
    MoveOrder(
        name="eval",
        label="best EVAL first",
        help="by the static value of the position after each move",
        ranking=StaticOrder,
    ),
    MoveOrder(
        name="best", label="best move first everywhere",
        help="by the value that minimax finds for each move: what alpha-beta could save at most",
        ranking=PerfectOrder,
    ),
)  # fmt: skip
ORDERS = {row.name: row for row in ROWS}
ORDER = Field(
    name="order", kind=OneOf(tuple(ORDERS)), default="fixed",
    help="the order in which moves are tried: "
    + "; ".join(f"{row.name}, {row.help}" for row in ROWS),
)  # fmt: skip
