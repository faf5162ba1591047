"""Minimax and alpha-beta as the book prints them, in its names, with the six statistics.

Nothing here is clever: moves are tried in the game's own order, utilities are flat, and the
counts are the same on every machine. MAX is the player to move at the root.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.search.limits import Clock, Limits, Stopped, ignore
from loa_tk.model.search.passes import Record
from loa_tk.model.search.statistics import Iteration, Report, Tally

NODES_BETWEEN_LOOKS = 256  # at the clock; a node costs a few microseconds


class Problem:
    """The book's TERMINAL-TEST, UTILITY, CUTOFF-TEST, EVAL, ACTIONS and RESULT for one search."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        state: State,
        limit: int,
        clock: Clock,
        record: Record,
    ) -> None:
        """Prepare a search of `limit` plies below `state`."""
        self.game, self.evaluation, self.limit = game, evaluation, limit
        self.clock, self.record = clock, record
        self.actions, self.result = game.moves, game.play
        self.terminal_test = game.outcome
        self.max = game.player(state)
        self.tally = Tally(limit)
        self.lines: list[list[Move]] = [[] for _ in range(limit + 2)]
        self.patience = NODES_BETWEEN_LOOKS

    def utility(self, state: State) -> float:
        """The worth of a finished game for MAX: +U, -U or 0."""
        outcome = self.game.outcome(state) or self.game.stuck(state)
        return outcome.utility(self.max, self.game.utmost)

    def cutoff_test(self, depth: int) -> bool:
        """Whether the search goes no deeper."""
        return depth >= self.limit

    def eval_in_max(self, state: State) -> float:
        """EVAL called in MAX-VALUE, for MAX."""
        self.tally.evals[0] += 1
        return self.evaluation.value(state, self.max)

    def eval_in_min(self, state: State) -> float:
        """EVAL called in MIN-VALUE, for MAX too."""
        self.tally.evals[1] += 1
        return self.evaluation.value(state, self.max)

    def enter(self, depth: int) -> None:
        """Count a node, forget the line of its level, look at the clock now and then."""
        self.tally.levels[depth] += 1
        self.lines[depth].clear()
        self.patience -= 1
        if not self.patience:
            self.patience = NODES_BETWEEN_LOOKS
            self.clock.check(sum(self.tally.levels))
            self.record.tell(self.tally.statistics)

    def better(self, action: Move, depth: int) -> None:
        """Note that `action` is the best so far at its node: it begins the node's line."""
        self.lines[depth][:] = [action, *self.lines[depth + 1]]


class Minimax(Problem):
    """MINIMAX-DECISION with a depth limit."""

    def decision(self, state: State) -> float:
        """The minimax value of `state`; the decision itself is the first move of lines[0]."""
        return self.max_value(state, 0)

    def max_value(self, state: State, depth: int) -> float:
        """The greatest of the successors' values."""
        self.enter(depth)
        if self.terminal_test(state):
            return self.utility(state)
        if self.cutoff_test(depth):
            return self.eval_in_max(state)
        v = -inf
        for action in self.actions(state):
            value = self.min_value(self.result(state, action), depth + 1)
            if value > v:
                v = value
                self.better(action, depth)
        return v if v > -inf else self.utility(state)

    def min_value(self, state: State, depth: int) -> float:
        """The least of the successors' values."""
        self.enter(depth)
        if self.terminal_test(state):
            return self.utility(state)
        if self.cutoff_test(depth):
            return self.eval_in_min(state)
        v = inf
        for action in self.actions(state):
            value = self.max_value(self.result(state, action), depth + 1)
            if value < v:
                v = value
                self.better(action, depth)
        return v if v < inf else self.utility(state)


class AlphaBeta(Problem):
    """ALPHA-BETA-SEARCH with a depth limit; the root's window is [-U, +U]."""

    def decision(self, state: State) -> float:
        """The value of `state`; the decision itself is the first move of lines[0]."""
        return self.max_value(state, -self.game.utmost, self.game.utmost, 0)

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> float:
        """The greatest of the successors' values, or one that MIN will not allow."""
        self.enter(depth)
        if self.terminal_test(state):
            return self.utility(state)
        if self.cutoff_test(depth):
            return self.eval_in_max(state)
        v = -inf
        for action in self.actions(state):
            value = self.min_value(self.result(state, action), alpha, beta, depth + 1)
            if value > v:
                v = value
                self.better(action, depth)
            if v >= beta:
                self.tally.prunes[0] += 1
                return v
            alpha = max(alpha, v)
        return v if v > -inf else self.utility(state)

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> float:
        """The least of the successors' values, or one that MAX will not allow."""
        self.enter(depth)
        if self.terminal_test(state):
            return self.utility(state)
        if self.cutoff_test(depth):
            return self.eval_in_min(state)
        v = inf
        for action in self.actions(state):
            value = self.max_value(self.result(state, action), alpha, beta, depth + 1)
            if value < v:
                v = value
                self.better(action, depth)
            if v <= alpha:
                self.tally.prunes[1] += 1
                return v
            beta = min(beta, v)
        return v if v < inf else self.utility(state)


def textbook_search(
    algorithm: type[Minimax] | type[AlphaBeta],
    game: Game,
    evaluation: Evaluation,
    state: State,
    limits: Limits,
    progress: Callable[[Report], None] = ignore,
) -> Report:
    """Search to the depth limit, or deeper and deeper until the time is over."""
    clock = Clock(limits)
    record = Record(game.moves(state)[0], clock, progress)
    depth = limits.depth or 1
    while True:
        problem = algorithm(game, evaluation, state, depth, clock, record)
        begun = clock.elapsed()
        try:
            value = problem.decision(state)
        except Stopped:
            # Where not even the first depth was finished: the best of the moves it did try.
            line = () if record.passes else tuple(problem.lines[0])
            record.break_off(problem.tally.statistics(), depth, line=line)
            return record.report()
        line = tuple(problem.lines[0])
        statistics = problem.tally.statistics()
        seconds = clock.elapsed() - begun
        record.add(Iteration(depth, value, line[0], line, seconds, statistics))
        whole_tree = statistics.evals_max + statistics.evals_min == 0
        if limits.depth or whole_tree:
            return record.report()
        depth += 1
