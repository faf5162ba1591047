"""The recorder: it watches a textbook search and writes down every node.

The search is the book's own, with the functions of `textbook.py`; the recorder only stands at the
entry and the exit of MAX-VALUE and MIN-VALUE, and may hand them the moves in another order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from operator import length_hint

from loa_tk.model.game import Evaluation, Game, Move, PlayerError, State, UserError, finish
from loa_tk.model.search.options import EVAL as EVALUATION
from loa_tk.model.search.options import NOISE, SEED
from loa_tk.model.search.search import Limits, Request, Stopped, ignore, never
from loa_tk.model.search.statistics import Report
from loa_tk.model.search.textbook import AlphaBeta, Minimax, TextbookSearch, ValueAndLine
from loa_tk.model.tree.bounds import find_bounds
from loa_tk.model.tree.orders import AHEAD, ORDER, ORDERS, PerfectOrder, Ranking
from loa_tk.model.tree.searchtree import CUT, EVAL, INNER, OPEN, UTILITY, Columns, SearchTree

MOST_NODES = 1_000_000
MOST_DEPTH = 200  # a ply is stored in a byte


@dataclass(frozen=True, kw_only=True)
class TreeRequest:
    """What is to be recorded; `own` is an evaluation that the game does not know by name."""

    game: Game
    state: State
    search: str = "alphabeta"
    evaluation: str = "groups"
    depth: int = 3
    order: str = "fixed"
    own: Evaluation | None = None
    most: int = MOST_NODES
    seed: int = 0
    noise: float = 1.0

    def task(self, limits: Limits, progress: Callable[[Report], None] = ignore) -> Request:
        """Return what a search of the position is given."""
        options = {
            EVALUATION.name: self.evaluation, SEED.name: self.seed, NOISE.name: self.noise,
        }  # fmt: skip
        return Request(
            game=self.game, state=self.state, limits=limits, progress=progress, options=options,
            own=self.own,
        )  # fmt: skip


class Tape:
    """The record while it is made: the columns, and the nodes from the root to the current one."""

    def __init__(self, most: int, maximises: Callable[[int], bool]) -> None:
        """Begin empty, with room for `most` nodes; `maximises` says who moves at a ply."""
        self.most, self.maximises = most, maximises
        self.columns = Columns()
        self.ranking: Ranking | None = None
        self.nodes: list[int] = []  # from the root to the current one
        self.waiting: list[Iterator[int]] = []  # the places of their moves not tried yet
        self.full = False
        self.rests: list[tuple[int, list[int]]] = []

    def enter(self, ply: int) -> None:
        """Write down a node that is being entered, or end the search if the tape is full."""
        columns = self.columns
        node = len(columns.sizes)
        if node == self.most:
            self.full = True
            raise Stopped
        columns.sizes.append(1)
        columns.parents.append(self.nodes[-1] if ply else 0)
        columns.plies.append(ply)
        columns.places.append(next(self.waiting[-1]) if ply else 0)
        columns.branching.append(0)
        columns.kinds.append(OPEN)
        columns.values.append(0.0)
        self.nodes.append(node)

    def enter_window(self, alpha: float, beta: float, ply: int) -> None:
        """Write down a node and its bounds; adding 0.0 makes a zero of every minus zero."""
        self.enter(ply)
        self.columns.alphas.append(alpha + 0.0)
        self.columns.betas.append(beta + 0.0)

    def expand(self, state: State, ply: int, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves of the current node in the order in which they are to be tried."""
        ranked = range(len(moves)) if self.ranking is None else self.ranking(state, ply, moves)
        self.columns.branching[self.nodes[-1]] = len(moves)
        self.waiting.append(iter(ranked))
        return moves if self.ranking is None else [moves[place] for place in ranked]

    def leave(self, kind: int, value: float) -> None:
        """Write down what the current node returns."""
        columns, node = self.columns, self.nodes.pop()
        columns.sizes[node] = len(columns.sizes) - node
        columns.values[node] = value + 0.0
        columns.kinds[node] = kind
        if columns.branching[node]:
            self.drop(node)

    def drop(self, node: int) -> None:
        """Forget the moves that wait at a node; the order of those not tried is kept."""
        rest = list(self.waiting.pop())
        if rest and self.ranking is not None:
            self.rests.append((node, rest))

    def share(self) -> float:
        """Return the share of the search that is done, as if all siblings cost the same."""
        if not self.nodes:
            return 1.0
        done, part = 0.0, 1.0
        for node, waiting in zip(self.nodes, self.waiting, strict=False):
            moves = self.columns.branching[node]
            part /= moves
            done += part * max(0, moves - length_hint(waiting) - 1)
        return done

    def close(self) -> None:
        """End the record; nodes that are still open keep the value that they have so far."""
        columns = self.columns
        while self.nodes:
            node = self.nodes.pop()
            columns.sizes[node] = len(columns.sizes) - node
            columns.values[node] = self.so_far(node)
            if columns.branching[node]:
                self.drop(node)
        self.rests.sort()
        end = 0
        for node, rest in self.rests:
            end += len(rest)
            columns.rest.extend(rest)
            columns.rest_nodes.append(node)
            columns.rest_ends.append(end)
        self.rests.clear()

    def so_far(self, node: int) -> float:
        """Return v of an open node."""
        columns = self.columns
        maximises = self.maximises(columns.plies[node])
        v = -inf if maximises else inf
        child, end = node + 1, len(columns.sizes)
        while child < end:
            if not columns.kinds[child] & OPEN:
                value = columns.values[child]
                v = max(v, value) if maximises else min(v, value)
            child += columns.sizes[child]
        return v


class Taped(TextbookSearch):
    """What both recorded searches share: a tape that runs along."""

    def __init__(self, request: Request, tape: Tape) -> None:
        super().__init__(request)
        self.tape, self.kind = tape, INNER

    def actions(self, state: State, depth: int) -> Sequence[Move]:
        """Return the moves in the order of the recording."""
        moves = super().actions(state, depth)
        return self.tape.expand(state, depth, moves) if moves else moves

    def leaf_value(self, state: State, depth: int) -> float:
        """Take note whether the value is EVAL's."""
        before = self.counts.evals[depth & 1]
        value = super().leaf_value(state, depth)
        self.kind = UTILITY if self.counts.evals[depth & 1] == before else EVAL
        return value


class RecordedMinimax(Taped, Minimax):
    """Minimax with a tape running."""

    def decide(self, state: State) -> ValueAndLine:
        return self.min_value(state, 0) if self.game.min_first else super().decide(state)

    def max_value(self, state: State, depth: int) -> ValueAndLine:
        self.tape.enter(depth)
        answer = super().max_value(state, depth)
        self.tape.leave(self.kind, answer[0])
        self.kind = INNER
        return answer

    def min_value(self, state: State, depth: int) -> ValueAndLine:
        self.tape.enter(depth)
        answer = super().min_value(state, depth)
        self.tape.leave(self.kind, answer[0])
        self.kind = INNER
        return answer


class RecordedAlphaBeta(Taped, AlphaBeta):
    """Alpha-beta with a tape running."""

    def decide(self, state: State) -> ValueAndLine:
        if self.game.min_first:
            return self.min_value(state, -self.utmost, self.utmost, 0)
        return super().decide(state)

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        """Record the call; v >= beta at its end means that a bound ended it."""
        self.tape.enter_window(alpha, beta, depth)
        answer = super().max_value(state, alpha, beta, depth)
        self.tape.leave(self.kind or CUT * (answer[0] >= beta), answer[0])
        self.kind = INNER
        return answer

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        """Record the call; v <= alpha at its end means that a bound ended it."""
        self.tape.enter_window(alpha, beta, depth)
        answer = super().min_value(state, alpha, beta, depth)
        self.tape.leave(self.kind or CUT * (answer[0] <= alpha), answer[0])
        self.kind = INNER
        return answer


RECORDED: dict[str, type[RecordedMinimax] | type[RecordedAlphaBeta]] = {
    search.name: search for search in (RecordedMinimax, RecordedAlphaBeta)
}


def record(
    request: TreeRequest,
    stop: Callable[[], bool] = never,
    progress: Callable[[float], None] = ignore,
) -> SearchTree:
    """Search and return the whole tree; `progress` is given the share that is done.

    The search ends early if `stop` returns True or the tree has `most` nodes and would get another.
    The tree is then not complete, and `total` estimates the nodes that it would have. UserError
    says why nothing can be searched.
    """
    check(request)
    tape = Tape(request.most, request.game.maximises)

    def report_share(report: Report) -> None:
        share = tape.share()
        if isinstance(tape.ranking, PerfectOrder):
            share = AHEAD * tape.ranking.ahead() + (1 - AHEAD) * share
        progress(share)

    limits = Limits(depth=request.depth, stop=stop)
    search = RECORDED[request.search](request.task(limits, report_share), tape)
    order = ORDERS[request.order]
    tape.ranking = order.ranking and order.ranking(search)
    report = search.search()
    complete, done = not tape.nodes, tape.share()
    tape.close()
    nodes = len(tape.columns.sizes)
    tree = SearchTree(
        game=request.game, root=request.state, search=request.search,
        evaluation=request.evaluation, depth=request.depth, order=request.order,
        statistics=report.statistics, line=report.line, complete=complete,
        total=nodes if complete else max(nodes + 1, round(nodes / done) if done else 0),
        columns=packed(tape.columns),
    )  # fmt: skip
    tree.columns.bounds.extend(find_bounds(tree, search.evaluation.bounded))
    return tree


def check(request: TreeRequest) -> None:
    """Raise UserError if the request cannot be searched."""
    if request.search not in RECORDED:
        raise PlayerError(
            f"the tree of {request.search!r} cannot be recorded, "
            f"only that of {' or '.join(RECORDED)}"
        )
    if not 1 <= request.depth <= MOST_DEPTH:
        raise UserError(f"depth {request.depth} is not from 1 to {MOST_DEPTH}")
    ORDER.read(request.order)
    game = request.game
    if request.own is None and request.evaluation not in game.evaluations:
        raise PlayerError(
            f"{game.key} has no evaluation {request.evaluation!r}; "
            f"it has {', '.join(game.evaluations)}"
        )
    outcome = finish(game, request.state)
    if outcome is not None:
        raise UserError(f"the game is over: {outcome.reason}")


def packed(columns: Columns) -> Columns:
    """Return the columns without the room that arrays keep to grow."""
    return Columns(
        **{name: array(column.typecode, column) for name, column in vars(columns).items()}
    )
