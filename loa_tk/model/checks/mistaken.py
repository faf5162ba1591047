"""A search with a known mistake, watched in the same steps as a student's."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from loa_tk.model.checks.beside import Watched
from loa_tk.model.checks.diagnosis import Case
from loa_tk.model.checks.mistakes import KnownMistake, six
from loa_tk.model.game import Evaluation, Game, Move, SimpleEvaluation, State, UserError
from loa_tk.model.search.search import Limits, Request, Stopped, never
from loa_tk.model.search.statistics import Statistics
from loa_tk.model.search.textbook import AlphaBeta, ValueAndLine
from loa_tk.model.steps import EVAL, UTILITY, SearchStep

MOST = 300_000  # nodes; about two seconds


class CountedEvaluation(SimpleEvaluation):
    """Another evaluation, which counts how often it is asked."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        super().__init__(game)
        self.evaluation, self.times = evaluation, 0

    def value(self, state: State, player: int) -> float:
        self.times += 1
        return self.evaluation.value(state, player)


class WatchedMistake(AlphaBeta):
    """Notes the leaves of a search as steps, and what the root's moves returned."""

    evaluation: CountedEvaluation

    def begin(self, limit: int) -> None:
        super().begin(limit)
        self.result = self.follow
        self.path: list[Move] = []  # from the root to the position in turn
        self.steps: list[SearchStep] = []
        self.root: list[tuple[float, Move]] = []

    def follow(self, state: State, move: Move) -> State:
        """Return RESULT, and note the move."""
        self.last = move
        return self.game.play(state, move)

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        if depth:
            self.path[depth - 1 :] = [self.last]
        return super().max_value(state, alpha, beta, depth)

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        self.path[depth - 1 :] = [self.last]
        answer = super().min_value(state, alpha, beta, depth)
        if depth == 1:
            self.root.append((answer[0], self.path[0]))
        return answer

    def leaf_value(self, state: State, depth: int) -> float:
        """Return the value that the search takes, and note it as a step."""
        before = self.evaluation.times
        value = super().leaf_value(state, depth)
        kind = UTILITY if self.evaluation.times == before else EVAL
        self.steps.append(SearchStep(
            kind=kind, path=tuple(self.path[:depth]), player=self.player, number=value
        ))
        return value


def watch_mistake(
    game: Game,
    case: Case,
    mistake: KnownMistake,
    evaluation: Evaluation,
    stop: Callable[[], bool] = never,
) -> tuple[Watched, Statistics]:
    """Return what a search with a mistake does; values are those that it takes for MAX's.

    UserError says that it was stopped or is too large.
    """
    limits = Limits(depth=case.depth, nodes=MOST, stop=stop)
    asked = CountedEvaluation(game, evaluation)
    request = Request(game=game, state=case.state, limits=limits, own=asked)
    watching: type[WatchedMistake] = type("Watched", (WatchedMistake, mistake.search), {})
    search = watching(request)
    try:
        value = search.decide(case.state)[0] + 0.0
    except Stopped:
        if stop():
            raise UserError("the search was stopped") from None
        raise UserError(
            f"the search with this mistake has more than {MOST:,} nodes; choose a smaller depth"
        ) from None
    best, move = -inf, -1
    for worth, one in search.root:
        if worth > best:  # the variants return no line, but choose as Figure 2 does
            best, move = worth, one
    counted = search.counts.statistics()
    return Watched(steps=tuple(search.steps), move=move, value=value, six=six(counted)), counted
