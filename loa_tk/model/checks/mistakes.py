"""Alpha-beta with the mistakes that students make: each leaves its own six statistics.

A mistake of the search is a small variant of the textbook's alpha-beta. A slip is a mistake of
counting: a correct search whose figures are written down wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from loa_tk.model.game import Move, State, finish
from loa_tk.model.search.statistics import SIX, Statistics
from loa_tk.model.search.textbook import MAX, MIN, NO_MOVE, AlphaBeta, ValueAndLine

Six: TypeAlias = tuple[int, ...]  # the six statistics in the order of the assignment


class InfiniteWindow(AlphaBeta):
    """The root's window is [-∞, +∞], so that a win found there prunes nothing."""

    def decide(self, state: State) -> ValueAndLine:
        return self.max_value(state, -inf, inf, 0)


class Variant(AlphaBeta):
    """What mistakes of a node have in common: the window that it hands down, and when it prunes."""

    def from_max(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        """Return the window that MAX-VALUE hands down."""
        return max(alpha, v), beta

    def from_min(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        """Return the window that MIN-VALUE hands down."""
        return alpha, min(beta, v)

    def prunes_max(self, v: float, beta: float, more: bool) -> bool:
        """Return whether v ends a MAX node, with or without more moves to try."""
        return v >= beta

    def prunes_min(self, v: float, alpha: float, more: bool) -> bool:
        """Return whether v ends a MIN node."""
        return v <= alpha

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v = -inf
        for place, a in enumerate(actions, 1):
            window = self.from_max(alpha, beta, v)
            v = max(v, self.min_value(self.result(state, a), *window, depth + 1)[0])
            if self.prunes_max(v, beta, place < len(actions)):
                self.counts.prunes[MAX] += 1
                return v, NO_MOVE
        return v, NO_MOVE

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v = inf
        for place, a in enumerate(actions, 1):
            window = self.from_min(alpha, beta, v)
            v = min(v, self.max_value(self.result(state, a), *window, depth + 1)[0])
            if self.prunes_min(v, alpha, place < len(actions)):
                self.counts.prunes[MIN] += 1
                return v, NO_MOVE
        return v, NO_MOVE


class StrictInMax(Variant):
    """In MAX-VALUE, values that equal the bound do not prune."""

    def prunes_max(self, v: float, beta: float, more: bool) -> bool:
        return v > beta


class StrictInMin(Variant):
    """In MIN-VALUE, values that equal the bound do not prune."""

    def prunes_min(self, v: float, alpha: float, more: bool) -> bool:
        return v < alpha


class StrictComparison(StrictInMax, StrictInMin):
    """Values that equal the bound do not prune."""


class WindowNotPassedDown(Variant):
    """Every node begins with the root's window, because it is not passed down or not narrowed."""

    def from_max(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        return -self.utmost, self.utmost

    def from_min(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        return -self.utmost, self.utmost


class OnlyTheParentsBound(Variant):
    """A node knows its parent's bound, but none of the nodes above its parent."""

    def from_max(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        return max(-self.utmost, v), self.utmost

    def from_min(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        return -self.utmost, min(self.utmost, v)


class AlphaNotRaised(Variant):
    """MAX-VALUE never raises alpha."""

    def from_max(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        return alpha, beta


class BetaNotLowered(Variant):
    """MIN-VALUE never lowers beta."""

    def from_min(self, alpha: float, beta: float, v: float) -> tuple[float, float]:
        return alpha, beta


class NoPruningInMax(Variant):
    """MAX-VALUE never returns early."""

    def prunes_max(self, v: float, beta: float, more: bool) -> bool:
        return False


class NoPruningInMin(Variant):
    """MIN-VALUE never returns early."""

    def prunes_min(self, v: float, alpha: float, more: bool) -> bool:
        return False


class NoPruning(NoPruningInMax, NoPruningInMin):
    """Neither function returns early: this is minimax."""


class ComparisonBeforeUpdate(AlphaBeta):
    """The comparison uses v as it was before this child, so that it prunes one child late."""

    def max_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v = -inf
        for a in actions:
            v2 = self.min_value(self.result(state, a), alpha, beta, depth + 1)[0]
            if v >= beta:
                self.counts.prunes[MAX] += 1
                return v, NO_MOVE
            v = max(v, v2)
            alpha = max(alpha, v)
        return v, NO_MOVE

    def min_value(self, state: State, alpha: float, beta: float, depth: int) -> ValueAndLine:
        actions = self.actions(state, depth)
        if not actions:
            return self.leaf_value(state, depth), NO_MOVE
        v = inf
        for a in actions:
            v2 = self.max_value(self.result(state, a), alpha, beta, depth + 1)[0]
            if v <= alpha:
                self.counts.prunes[MIN] += 1
                return v, NO_MOVE
            v = min(v, v2)
            beta = min(beta, v)
        return v, NO_MOVE


class LastChildNotCompared(Variant):
    """The comparison stands at the beginning of the loop, so the last child is not compared."""

    def prunes_max(self, v: float, beta: float, more: bool) -> bool:
        return more and v >= beta

    def prunes_min(self, v: float, alpha: float, more: bool) -> bool:
        return more and v <= alpha


class CutoffLate(AlphaBeta):
    """CUTOFF-TEST says yes one ply late: depth > limit."""

    def begin(self, limit: int) -> None:
        super().begin(limit + 1)


class CutoffEarly(AlphaBeta):
    """CUTOFF-TEST says yes one ply early: depth + 1 >= limit."""

    def begin(self, limit: int) -> None:
        """Look one ply less far, but at the root's moves."""
        super().begin(max(1, limit - 1))


class EvalOfFinishedGames(AlphaBeta):
    """EVAL is called where the game is over, in place of UTILITY."""

    def leaf_value(self, state: State, depth: int) -> float:
        """Return EVAL, whatever the state."""
        self.counts.evals[depth & 1] += 1
        return self.evaluation.value(state, self.player)


class EvalBesideUtility(AlphaBeta):
    """Finished games are counted as EVAL calls, though they have their utility."""

    def leaf_value(self, state: State, depth: int) -> float:
        """Count every leaf as an EVAL call."""
        counted = list(self.counts.evals)
        value = super().leaf_value(state, depth)
        if counted == self.counts.evals:
            self.counts.evals[depth & 1] += 1
        return value


class EvalForTheSideToMove(AlphaBeta):
    """EVAL is asked for the side to move, not for MAX."""

    def leaf_value(self, state: State, depth: int) -> float:
        """Return EVAL for the side to move."""
        player, self.player = self.player, self.game.player(state)
        try:
            outcome = self.game.outcome(state)
            if outcome is not None:
                return outcome.utility(player, self.utmost)
            return super().leaf_value(state, depth)
        finally:
            self.player = player


class UtilityByDepth(AlphaBeta):
    """A sooner win has a greater utility; the book's utilities are flat."""

    def leaf_value(self, state: State, depth: int) -> float:
        """Return a utility that is smaller by the depth."""
        value = super().leaf_value(state, depth)
        if self.game.outcome(state) is None and depth == self.limit:
            return value
        return value - depth if value > 0 else value + depth if value < 0 else value


class FinishedGamesExpanded(AlphaBeta):
    """TERMINAL-TEST is missing: the search goes on below finished games."""

    def actions(self, state: State, depth: int) -> Sequence[Move]:
        """Return the moves of any state above the depth limit."""
        self.counts.levels[depth] += 1
        return () if depth == self.limit else self.game.moves(state)


class MovesReversed(AlphaBeta):
    """The moves are tried in the reverse of the game's order."""

    def actions(self, state: State, depth: int) -> Sequence[Move]:
        return super().actions(state, depth)[::-1]


class StuckAtTheLimit(AlphaBeta):
    """No mistake: a side without moves at the depth limit has its utility, not its estimate.

    The textbook search does not list moves there. A program may do either.
    """

    def leaf_value(self, state: State, depth: int) -> float:
        """Return UTILITY also for lack of moves."""
        outcome = finish(self.game, state)
        if outcome is None:
            return super().leaf_value(state, depth)
        return outcome.utility(self.player, self.utmost)


@dataclass(frozen=True)
class KnownMistake:
    """One row: the name of a mistake, the search that makes it, and what to look at."""

    name: str
    search: type[AlphaBeta]
    hint: str


MISTAKES = (
    KnownMistake("strict comparison", StrictComparison,
                 "`v >= beta` and `v <= alpha`, not `v > beta` and `v < alpha`?"),
    KnownMistake("strict comparison in MAX-VALUE", StrictInMax, "`v >= beta`, not `v > beta`?"),
    KnownMistake("strict comparison in MIN-VALUE", StrictInMin, "`v <= alpha`, not `v < alpha`?"),
    KnownMistake("infinite root window", InfiniteWindow,
                 "does the root begin with [−U, +U], not with [−∞, +∞]?"),
    KnownMistake("window not passed down", WindowNotPassedDown,
                 "are alpha and beta of a node, as they are now, the arguments of the next call?"),
    KnownMistake("only the parent's bound passed down", OnlyTheParentsBound,
                 "does MAX-VALUE pass beta on, and MIN-VALUE alpha, as they were given?"),
    KnownMistake("alpha never raised", AlphaNotRaised, "`alpha = max(alpha, v)` in MAX-VALUE?"),
    KnownMistake("beta never lowered", BetaNotLowered, "`beta = min(beta, v)` in MIN-VALUE?"),
    KnownMistake("no pruning", NoPruning,
                 "this is minimax: does a node return as soon as v leaves the window?"),
    KnownMistake("no pruning in MAX-VALUE", NoPruningInMax,
                 "`if v >= beta: return v` in MAX-VALUE?"),
    KnownMistake("no pruning in MIN-VALUE", NoPruningInMin,
                 "`if v <= alpha: return v` in MIN-VALUE?"),
    KnownMistake("comparison before the update", ComparisonBeforeUpdate,
                 "is v compared with the bound after it has taken the child's value?"),
    KnownMistake("last child not compared", LastChildNotCompared,
                 "is v compared after every child, also after the last one?"),
    KnownMistake("cutoff one ply late", CutoffLate,
                 "CUTOFF-TEST: `depth >= limit`, not `depth > limit`?"),
    KnownMistake("cutoff one ply early", CutoffEarly,
                 "is the root at depth 0, and the cutoff at `depth >= limit`?"),
    KnownMistake("EVAL of finished games", EvalOfFinishedGames,
                 "is TERMINAL-TEST asked before CUTOFF-TEST, and UTILITY used after the end?"),
    KnownMistake("finished games counted as EVAL calls", EvalBesideUtility,
                 "the utility of a finished game is not an EVAL call"),
    KnownMistake("EVAL for the side to move", EvalForTheSideToMove,
                 "is EVAL asked for MAX, the player to move at the root, at every leaf?"),
    KnownMistake("utility depends on the depth", UtilityByDepth,
                 "are the utilities +U, -U and 0 at every depth?"),
    KnownMistake("finished games searched on", FinishedGamesExpanded,
                 "does a node whose game is over return its utility?"),
    KnownMistake("moves tried in reverse", MovesReversed,
                 "are the moves tried in the order of `moves()`?"),
)  # fmt: skip


@dataclass(frozen=True)
class Slip:
    """One row: the name of a mistake of counting, the figures it gives, and what to look at."""

    name: str
    figures: Callable[[Statistics], Statistics]
    hint: str


def _swapped(evals: bool, prunes: bool) -> Callable[[Statistics], Statistics]:
    def figures(s: Statistics) -> Statistics:
        if evals:
            s = replace(s, evals_max=s.evals_min, evals_min=s.evals_max)
        return replace(s, prunes_max=s.prunes_min, prunes_min=s.prunes_max) if prunes else s

    return figures


SLIPS = (
    Slip("root not counted", lambda s: replace(s, nodes=s.nodes - 1), "the root is a node, too"),
    Slip("depth counted from 1", lambda s: replace(s, max_depth=s.max_depth + 1),
         "the depth of the root is 0"),
    Slip("leaves not counted as nodes",
         lambda s: replace(s, nodes=s.nodes - s.evals_max - s.evals_min),
         "every entry of MAX-VALUE and MIN-VALUE is a node"),
    Slip("MAX and MIN swapped", _swapped(evals=True, prunes=True),
         "MAX is the player to move at the root"),
    Slip("EVAL calls of MAX and MIN swapped", _swapped(evals=True, prunes=False),
         "an EVAL call is counted in the function that makes it"),
    Slip("prunings of MAX and MIN swapped", _swapped(evals=False, prunes=True),
         "a pruning is counted in the function that returns early"),
    Slip("EVAL calls not counted", lambda s: replace(s, evals_max=0, evals_min=0),
         "is every call of the evaluation counted?"),
    Slip("prunings not counted", lambda s: replace(s, prunes_max=0, prunes_min=0),
         "is every early return counted?"),
)  # fmt: skip


def six(statistics: Statistics) -> Six:
    """Return the six statistics in the order of the assignment."""
    return tuple(getattr(statistics, name) for name in SIX)
