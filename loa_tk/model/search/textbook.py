"""Minimax and alpha-beta as the book prints them, in its names, with the six statistics.

Moves are tried in the game's own order, utilities are flat, and the counts are the same on every
machine. MAX is the player to move at the root, so MAX-VALUE is called at even depths and MIN-VALUE
at odd ones. As in the book's fourth edition both return a pair; its second half here is not one
move but the whole line expected from the state on, of which the move is the first.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import inf
from typing import TypeAlias

from loa_tk.model.game import Move, State
from loa_tk.model.search.options import BLUNDER, DEPTH, EVAL, NOISE, SECONDS, SEED
from loa_tk.model.search.search import Clock, Passes, Request, Search, Stopped
from loa_tk.model.search.statistics import (
    SIX,
    Alternative,
    Counts,
    Iteration,
    Report,
    RunnerUp,
    Statistics,
)

NODES_BETWEEN_LOOKS = 256  # at the clock; a node costs a few microseconds
MAX, MIN = 0, 1

Line: TypeAlias = tuple[Move, ...]
ValueAndLine: TypeAlias = tuple[float, Line]
NO_MOVE: Line = ()


class TextbookSearch(Search):
    """What both searches share: the book's ACTIONS, RESULT, UTILITY and EVAL, and deepening."""

    options = (EVAL, DEPTH, SECONDS, BLUNDER, SEED, NOISE)
    statistics = SIX

    def __init__(self, request: Request) -> None:
        self.request, self.game, self.state = request, request.game, request.state
        self.result, self.utmost = self.game.play, self.game.utmost
        self.player = self.game.player(self.state)
        self.evaluation = request.evaluation()
        self.ahead = self.evaluation.ahead
        self.clock = Clock(request.limits)
        first = self.game.moves(self.state)[0]
        self.passes = Passes(first, self.clock, request.progress, self.statistics)
        self.patience = NODES_BETWEEN_LOOKS
        self.begin(request.limits.depth or 1)

    def begin(self, limit: int) -> None:
        """Start counting a pass that looks `limit` plies ahead."""
        self.limit = limit
        self.counts = Counts(limit)
        self.tried = NO_MOVE  # the root's best line so far, in case the search has to stop
        # The root's moves so far: what each returned with its line, and whether that is a bound.
        self.weighed: list[tuple[float, Line, bool]] = []

    def search(self) -> Report:
        """Search to the depth limit, or deeper and deeper until the time is over."""
        while True:
            begun = self.clock.elapsed()
            try:
                value, line = self.decide(self.state)
            except Stopped:
                # If not even the first pass was finished, the best move that it tried.
                line = NO_MOVE if self.passes.made else self.tried
                self.passes.break_off(self.counts.statistics(), self.limit, line=line)
                return self.passes.report()
            counted, seconds = self.counts.statistics(), self.clock.elapsed() - begun
            self.passes.add(Iteration(
                depth=self.limit, value=value, line=line, seconds=seconds, statistics=counted,
                runner_up=self.runner_up(value, line),
            ))  # fmt: skip
            if self.request.limits.depth or self.is_certain(value, counted):
                return self.passes.report()
            self.begin(self.limit + 1)

    def runner_up(self, best: float, line: Line) -> RunnerUp | None:
        """Return the first of the best other moves of the root, or None if it has one move.

        A bound comes after an exact value that is as great: the move is worth no more.
        """
        others = [move for move in self.weighed if move[1][0] != line[0]]
        if not others:
            return None
        value, second, at_most = max(others, key=lambda move: (move[0], not move[2]))
        equal = 1 + sum(other == best and not bound for other, _, bound in others)
        return RunnerUp(Alternative(second[0], value, second), at_most, equal)

    def is_certain(self, value: float, counted: Statistics) -> bool:
        """Return whether no deeper pass can find another value.

        Either EVAL was not called, or a win or a loss is forced. A student's EVAL may return a
        value as great as a win's, and proves nothing.
        """
        forced = self.request.own is None and abs(value) >= self.utmost
        return forced or counted.evals_max + counted.evals_min == 0

    @abstractmethod
    def decide(self, state: State) -> ValueAndLine:
        """Return the value of the root and the line that begins with the decision."""

    def actions(self, state: State, depth: int) -> Sequence[Move]:
        """Return the moves to be searched from a state, which counts as a node.

        There are none at the depth limit (CUTOFF-TEST) or after the end (TERMINAL-TEST). A game
        also ends if the side to move has no moves, which is known only when they are made.
        """
        self.counts.levels[depth] += 1
        self.patience -= 1
        if not self.patience:
            self.look()
        if depth == self.limit or self.game.outcome(state):
            return ()
        moves = self.game.moves(state)
        if self.ahead and depth + 1 == self.limit:
            self.look()  # such an evaluation may be slow
            self.evaluation.expect([self.result(state, a) for a in moves], self.player)
        return moves

    def leaf_value(self, state: State, depth: int) -> float:
        """Return UTILITY (+U, -U or 0) for MAX if the game is over, otherwise EVAL for MAX."""
        outcome = self.game.outcome(state)
        if outcome is None and depth == self.limit:
            self.counts.evals[depth & 1] += 1
            return self.evaluation.value(state, self.player)
        return (outcome or self.game.stuck(state)).utility(self.player, self.utmost)

    def look(self) -> None:
        """Look at the limits, which may end the search, and report progress."""
        self.patience = NODES_BETWEEN_LOOKS
        self.clock.check(sum(self.counts.levels))
        self.passes.tell(self.counts.statistics)


class Minimax(TextbookSearch):
    """MINIMAX-SEARCH with a depth limit."""

    name, rank = "minimax", 1

    def decide(self, state: State) -> ValueAndLine:
        return self.max_value(state, 0)

    def max_value(self, state: State, depth: int) -> ValueAndLine:
        """Return the greatest of the successors' values."""
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v, line = -inf, NO_MOVE
        for a in actions:
            v2, line2 = self.min_value(self.result(state, a), depth + 1)
            if not depth:
                self.weighed.append((v2, (a, *line2), False))
            if v2 > v:
                v, line = v2, (a, *line2)
                if not depth:
                    self.tried = line
        return v, line

    def min_value(self, state: State, depth: int) -> ValueAndLine:
        """Return the least of the successors' values."""
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v, line = inf, NO_MOVE
        for a in actions:
            v2, line2 = self.max_value(self.result(state, a), depth + 1)
            if v2 < v:
                v, line = v2, (a, *line2)
        return v, line


class AlphaBeta(TextbookSearch):
    """ALPHA-BETA-SEARCH with a depth limit; the window of the root is [-U, +U]."""

    name, rank = "alphabeta", 2

    def decide(self, state: State) -> ValueAndLine:
        return self.max_value(state, -self.utmost, self.utmost, 0)

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        """Return the greatest of the successors' values, or one that MIN will not allow."""
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v, line = -inf, NO_MOVE
        for a in actions:
            v2, line2 = self.min_value(self.result(state, a), alpha, beta, depth + 1)
            if not depth:
                self.weighed.append((v2, (a, *line2), v2 <= alpha))
            if v2 > v:
                v, line = v2, (a, *line2)
                alpha = max(alpha, v)
                if not depth:
                    self.tried = line
            if v >= beta:
                self.counts.prunes[MAX] += 1
                return v, line
        return v, line

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        """Return the least of the successors' values, or one that MAX will not allow."""
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v, line = inf, NO_MOVE
        for a in actions:
            v2, line2 = self.max_value(self.result(state, a), alpha, beta, depth + 1)
            if v2 < v:
                v, line = v2, (a, *line2)
                beta = min(beta, v)
            if v <= alpha:
                self.counts.prunes[MIN] += 1
                return v, line
        return v, line


SEARCHES = (Minimax, AlphaBeta)
