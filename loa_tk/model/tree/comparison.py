"""The same position by minimax, alpha-beta and the strong search's ideas: what each one costs.

CONTENDERS has a row for each search. `compare` runs them all to every depth up to the chosen one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, zip_longest
from math import prod
from time import perf_counter
from typing import Any

from loa_tk.model.notation import move_text, position_text
from loa_tk.model.numbers import number
from loa_tk.model.search.search import Limits, Request, Stopped, ignore, never
from loa_tk.model.search.textbook import AlphaBeta, Minimax, TextbookSearch
from loa_tk.model.tree.ideas import Deepening, OrderedAlphaBeta
from loa_tk.model.tree.recording import TreeRequest, check

# The perfect order is found by searches of its own. Beyond this many times the limit of nodes in
# the minimax tree they would take minutes, so the row is estimated.
PREPARATION = 20


@dataclass(frozen=True, kw_only=True)
class Contender:
    """A search that takes part; one that deepens remembers what it found at the depths before."""

    name: str
    label: str
    help: str
    make: Callable[[Request], TextbookSearch]
    deepens: bool = False
    prepared: bool = False  # its order is found by other searches, whose time does not count


CONTENDERS = (
    Contender(
        name="minimax", label="minimax",
        help="looks at every position down to the depth", make=Minimax,
    ),
    Contender(
        name="fixed", label="alpha-beta, fixed order",
        help="the book’s search, moves by origin, then by target", make=AlphaBeta,
    ),
    Contender(
        name="eval", label="alpha-beta, best EVAL first",
        help="moves ordered by the static value of the position after each",
        make=partial(OrderedAlphaBeta, order="eval"),
    ),
    Contender(
        name="best", label="alpha-beta, best move first everywhere",
        help="perfect order, found beforehand; its time does not include finding it",
        make=partial(OrderedAlphaBeta, order="best"), prepared=True,
    ),
    Contender(
        name="deepening", label="deepening, remembered move first",
        help="depth 1, then 2, and so on; in each position the best move of the depth before comes "
        "first, then best EVAL first; the figures are sums over all depths",
        make=Deepening, deepens=True,
    ),
    Contender(
        name="table", label="… and a transposition table",
        help="a position met before with as many plies left is not searched again",
        make=partial(Deepening, table=True), deepens=True,
    ),
    Contender(
        name="null", label="… and a null window",
        help="a later move is first only asked whether it is better than the best so far",
        make=partial(Deepening, table=True, null_window=True), deepens=True,
    ),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What one search to one depth found and took; an estimate has no value and no move."""

    depth: int
    nodes: int
    leaves: int = 0  # positions at the last ply
    levels: tuple[int, ...] = ()  # the root first; empty if estimated
    evals: int = 0
    prunes: int = 0
    value: float | None = None
    move: str = ""
    seconds: float = 0.0
    estimated: bool = False


@dataclass(frozen=True)
class ComparisonRow:
    """One search at the depths 1, 2, and so on, as far as it has been run or estimated."""

    name: str
    label: str
    costs: tuple[Cost, ...]

    @property
    def last(self) -> Cost:
        """The cost at the greatest depth."""
        return self.costs[-1]


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """All searches of one position; while they run, the rows so far."""

    game: str
    position: str
    evaluation: str
    depth: int
    branching: float  # the average number of moves of a position that minimax expands
    widths: tuple[float, ...] = ()  # the same at each ply, as far as minimax was run
    rows: tuple[ComparisonRow, ...]
    utmost: float  # U, the utility of a won game
    share: float = 1.0  # of the work that is done
    stopped: bool = False

    def least(self, depth: int) -> int:
        """Return the leaves that alpha-beta has to look at with the best order of moves.

        With b moves everywhere they are b^⌈d/2⌉ + b^⌊d/2⌋ - 1: all moves of MAX with one reply
        each, and one move with all replies. Here b is the branching of this tree at each ply.
        """
        known = [*self.widths[:depth], *[self.branching] * (depth - len(self.widths))]
        return round(prod(known[0::2]) + prod(known[1::2]) - 1)

    @property
    def agree(self) -> bool:
        """Whether all searches that were run to the full depth found the same value."""
        return len({cost.value for cost in self._complete()}) == 1

    def _complete(self) -> list[Cost]:
        return [
            row.last
            for row in self.rows
            if row.costs and row.last.depth == self.depth and not row.last.estimated
        ]

    def verdict(self) -> str:
        """Say whether all searches found the same value and move, and why not if they did not."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        run = self._complete()
        if self.stopped:
            yield "The comparison was stopped before its end."
        if run and self.agree:
            yield from self._agreement(run)
        elif run:
            yield "The searches found different values."
            if any(abs(cost.value or 0.0) > self.utmost for cost in run):
                yield (
                    f"EVAL returns values beyond the utility of a won game, ±{self.utmost:g}. "
                    "Alpha-beta takes such a value for a win and looks no further."
                )
            else:
                yield "EVAL does not always return the same value for the same position."
        left_out = [row.label for row in self.rows if row.costs and row.last.estimated]
        if left_out:
            names = "; ".join(left_out)
            yield f"Too large to be run, so the number of nodes is estimated: {names}."

    def _agreement(self, run: Sequence[Cost]) -> Iterator[str]:
        everyone = "All searches" if len(run) == len(CONTENDERS) else "The searches that were run"
        moves = list(dict.fromkeys(cost.move for cost in run))
        result = f"{everyone} found the value {number(run[0].value or 0.0)}"
        if len(moves) == 1:
            yield f"{result} and chose {moves[0]}."
            return
        yield f"{result}."
        yield (
            f"They chose {' or '.join(moves)}: these moves have the same value, and each search "
            "keeps the first of them in its own order."
        )


def compare(
    request: TreeRequest,
    stop: Callable[[], bool] = never,
    progress: Callable[[Comparison], None] = ignore,
) -> Comparison:
    """Run all CONTENDERS to every depth up to the request's and return what they cost.

    The request's search and order do not matter; `most` is the number of nodes beyond which a
    search is estimated and not run. `progress` is given the rows so far after each search. To run
    it in the worker process, call `compare(request, stop, tell)` in a job's `run(stop, tell)`: the
    answers are plain data. UserError says why nothing can be searched.
    """
    check(request)
    return Trials(request, stop, progress).run()


class Trials:
    """The searches of one comparison while they are run."""

    def __init__(
        self, request: TreeRequest, stop: Callable[[], bool], progress: Callable[[Comparison], None]
    ) -> None:
        self.request, self.stop, self.progress = request, stop, progress
        self.rows: list[ComparisonRow] = []
        self.stopped = False

    def run(self) -> Comparison:
        """Run all searches, or those before `stop` returned True."""
        for contender in CONTENDERS:
            self.rows.append(ComparisonRow(contender.name, contender.label, ()))
            for cost in self.costs(contender):
                row = self.rows[-1]
                self.rows[-1] = replace(row, costs=(*row.costs, cost))
                self.progress(self.so_far())
            if self.stopped:
                break
        return self.so_far()

    def so_far(self) -> Comparison:
        """Return the rows that have costs."""
        request, rows = self.request, [row for row in self.rows if row.costs]
        steps = sum(len(row.costs) for row in rows) / request.depth / len(CONTENDERS)
        return Comparison(
            game=request.game.key, position=position_text(request.game, request.state),
            evaluation=request.evaluation, depth=request.depth, branching=self.branching(),
            widths=self.widths(),
            rows=tuple(rows), utmost=request.game.utmost, share=steps, stopped=self.stopped,
        )  # fmt: skip

    def branching(self) -> float:
        """Return the average number of moves above the last ply that minimax has reached."""
        run = [cost for cost in self.rows[0].costs if not cost.estimated]
        return (run[-1].nodes - 1) / sum(run[-1].levels[:-1]) if run else 0.0

    def widths(self) -> tuple[float, ...]:
        """Return the average number of moves at each ply of the deepest minimax that was run."""
        run = [cost for cost in self.rows[0].costs if not cost.estimated]
        return tuple(after / before for before, after in pairwise(run[-1].levels)) if run else ()

    def costs(self, contender: Contender) -> Iterator[Cost]:
        """Yield the cost of each depth; from the first that is too large on, they are estimated."""
        before: list[Cost] = []
        search = contender.make(self.task(1))
        for depth in range(1, self.request.depth + 1):
            expected = forecast([cost.nodes for cost in before])
            leaves = forecast([cost.leaves for cost in before])
            cost = Cost(depth=depth, nodes=expected, leaves=leaves, estimated=True)
            beyond = before and before[-1].estimated
            if not beyond and not self.too_large(contender, expected, depth):
                if not contender.deepens:
                    search = contender.make(self.task(depth))
                try:
                    cost = self.cost(contender, search, depth, before)
                except Stopped:
                    if self.stop():
                        self.stopped = True
                        return
                    cost = replace(cost, nodes=max(expected, self.request.most))
            before.append(cost)
            yield cost

    def too_large(self, contender: Contender, expected: int, depth: int) -> bool:
        """Return whether a search of this many nodes, or the preparation for it, is too large."""
        whole = self.rows[0].costs[depth - 1].nodes if contender.prepared else 0
        return expected > self.request.most or whole > PREPARATION * self.request.most

    def task(self, depth: int) -> Request:
        """Return what a search to this depth is given."""
        return self.request.task(Limits(depth=depth, nodes=self.request.most, stop=self.stop))

    def cost(
        self, contender: Contender, search: TextbookSearch, depth: int, before: Sequence[Cost]
    ) -> Cost:
        """Search to a depth; a search that deepens adds what the depths before it took."""
        begun = perf_counter()
        search.begin(depth)
        value, line = search.decide(search.state)
        seconds = perf_counter() - begun
        if contender.prepared and isinstance(search, OrderedAlphaBeta):
            seconds -= search.ordering
        counted = search.counts.statistics()
        spent = Cost(
            depth=depth,
            nodes=counted.nodes,
            leaves=counted.levels[depth] if len(counted.levels) > depth else 0,
            levels=counted.levels,
            evals=counted.evals_max + counted.evals_min,
            prunes=counted.prunes_max + counted.prunes_min,
            value=value + 0.0,
            move=move_text(search.game, search.state, line[0]),
            seconds=seconds,
        )
        return with_earlier(spent, before[-1]) if contender.deepens and before else spent


def with_earlier(cost: Cost, before: Cost) -> Cost:
    """Return the cost of a depth with that of all depths before it."""
    levels = zip_longest(cost.levels, before.levels, fillvalue=0)
    summed = ("nodes", "evals", "prunes", "seconds")
    sums: dict[str, Any] = {name: getattr(cost, name) + getattr(before, name) for name in summed}
    return replace(cost, levels=tuple(map(sum, levels)), **sums)


def forecast(nodes: Sequence[int]) -> int:
    """Return the nodes of the next depth, given those of the depths before it, or 0.

    Alpha-beta grows by different factors at odd and even depths, so two plies grow together.
    """
    if len(nodes) < 2 or not all(nodes[-3:]):
        return 0
    if len(nodes) == 2:
        return round(nodes[-1] ** 2 / nodes[-2])
    return round(nodes[-2] * nodes[-1] / nodes[-3])
