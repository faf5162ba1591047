"""What a lesson is: a small search of one position, its figure, its sentences, and all numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from loa_tk.model.game import Move, State, UserError
from loa_tk.model.notation import line_text, move_text
from loa_tk.model.search.search import Limits, Stopped, never
from loa_tk.model.search.textbook import NODES_BETWEEN_LOOKS, TextbookSearch
from loa_tk.model.tree.ideas import Deepening
from loa_tk.model.tree.recording import TreeRequest
from loa_tk.model.tree.searchtree import EXACT, LOWER, UPPER

# Nodes of all searches of a lesson. On 8×8 they took 1.3 to 5.2 s of processor time on a busy
# machine, on 5×5 at most 0.6 s.
MOST = 60_000
SHOWN = 14  # rows of a figure that shows only a selection

Finding = TypeVar("Finding")


@dataclass(frozen=True, kw_only=True)
class SamplePosition:
    """A position on which an idea shows, by the game's key and the position's text."""

    game: str
    position: str
    evaluation: str
    depth: int


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One idea on one position.

    `value` is what the search with the idea returned for MAX, and `minimax` what plain alpha-beta
    found, which is the minimax value; both are None if the idea finds no value. `facts` has every
    number of the figure and the sentences, ready for JSON.
    """

    name: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    marked: tuple[int, ...] = ()  # the rows that the sentences speak of
    sentences: tuple[str, ...]
    value: float | None = None
    minimax: float | None = None
    keeps: bool = True  # whether the idea always finds the minimax value
    shows: bool = True  # whether anything of the idea can be seen on this position
    order: str = ""  # of the moves in a tree that shows more; without one there is none
    path: tuple[Move, ...] = ()  # to the node that is opened in it
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """What a lesson is made of: the position with evaluation and depth, and when to stop."""

    request: TreeRequest
    stop: Callable[[], bool] = never
    looks: Iterator[int] = field(default_factory=count)  # at the limits, of all searches so far

    def limits(self) -> Limits:
        """Return the limits of one search; all searches of a lesson share its nodes."""
        return Limits(depth=self.request.depth, stop=self.over)

    def over(self) -> bool:
        """Return whether the searches have to end; each asks once in NODES_BETWEEN_LOOKS."""
        return self.stop() or next(self.looks) >= MOST // NODES_BETWEEN_LOOKS

    def run(self, find: Callable[[], Finding]) -> Finding:
        """Return what a search finds, or raise UserError if it is too large or was stopped."""
        try:
            return find()
        except Stopped:
            if self.stop():
                raise UserError("the search was stopped") from None
            raise UserError(
                f"more than {MOST:,} nodes are too many for a lesson; choose a smaller depth"
            ) from None

    def decided(self, search: TextbookSearch) -> float:
        """Search to the depth of the request and return the value, or raise UserError."""
        search.begin(self.request.depth)
        return self.run(lambda: search.decide(search.state))[0] + 0.0

    def move(self, move: Move) -> str:
        """Return the notation of a move at the root."""
        return move_text(self.request.game, self.request.state, move)

    def line(self, path: tuple[Move, ...]) -> str:
        """Return the notation of a line from the root."""
        return line_text(self.request.game, self.request.state, path)


@dataclass(frozen=True, kw_only=True)
class RootCall:
    """A call of MIN-VALUE for a move of the root."""

    move: Move
    alpha: float
    beta: float
    value: float
    bound: str  # what the value is of the true one
    nodes: int
    plies: int  # below the move


def bound_of(value: float, alpha: float, beta: float, utmost: float) -> str:
    """Return what a call's value is of the true one: a bound if it lies outside the window.

    A game that is won or lost is exact, because nothing is beyond that.
    """
    if value <= alpha:
        return UPPER if value > -utmost else EXACT
    return LOWER if beta <= value < utmost else EXACT


class Noting(Deepening):
    """A search that notes where it is, and its calls for the moves of the root."""

    def begin(self, limit: int) -> None:
        super().begin(limit)
        self.line: list[Move] = []  # from the root to the position in turn
        self.ply = 0
        self.calls: list[RootCall] = []
        self.order: tuple[Move, ...] = ()  # of the root's moves
        self.result = self.follow

    def follow(self, state: State, move: Move) -> State:
        """Return RESULT, and note the move."""
        self.line[self.ply :] = [move]
        return self.game.play(state, move)

    def actions(self, state: State, depth: int) -> tuple[Move, ...]:
        moves = tuple(super().actions(state, depth))
        if not depth:
            self.order = moves
        return moves

    def look_up(
        self, state: State, alpha: float, beta: float, depth: int
    ) -> tuple[float, tuple[Move, ...]] | None:
        self.ply = depth
        known = super().look_up(state, alpha, beta, depth)
        if known is not None:
            self.ply = depth - 1
        return known

    def keep(
        self, state: State, depth: int, v: float, line: tuple[Move, ...], alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        self.ply = depth - 1
        return super().keep(state, depth, v, line, alpha, beta)

    def min_value(
        self, state: State, alpha: float, beta: float, depth: int
    ) -> tuple[float, tuple[Move, ...]]:
        before = self.nodes()
        answer = super().min_value(state, alpha, beta, depth)
        if depth == 1:
            value = answer[0] + 0.0
            leaf = depth == self.limit or self.game.outcome(state) is not None
            self.calls.append(RootCall(
                move=self.line[0], alpha=alpha, beta=beta, value=value,
                bound=EXACT if leaf else bound_of(value, alpha, beta, self.game.utmost),
                nodes=self.nodes() - before, plies=self.limit - 1,
            ))  # fmt: skip
        return answer

    def nodes(self) -> int:
        """Return the nodes entered so far at this depth."""
        return sum(self.counts.levels)
