"""What a student's search reports about itself, and the conditions that it is given."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from loa_tk.lab.position import Position
from loa_tk.model.search.search import Clock, Limits, Stopped
from loa_tk.model.search.statistics import DEEPEST, Counts, Statistics


class SearchCounts:
    """The third argument of `choose`: a method for each statistic, and what the search is asked.

    `depth` is None, or the depth to search to exactly: then the search looks this many plies ahead,
    tries the moves in their order, and returns when it is done, whatever the time. `evaluate` is
    the evaluation to use: `counts.evaluate(position, player)` returns a number.
    """

    def __init__(
        self,
        depth: int | None = None,
        evaluate: Callable[[Position, str], float] | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Start at zero."""
        self.depth = depth
        self.found: float | None = None  # the value that the search has reported
        self.calls = 0  # of any method, so that a watcher sees that the search is alive
        self._evaluate = evaluate
        self._counts = Counts()
        self._clock = Clock(limits or Limits())

    def node(self, depth: int) -> None:
        """Count a position that the search looks at; the root has depth 0.

        The maximum depth reached is the greatest of these depths.
        """
        if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
            raise ValueError(f"counts.node(depth) needs a depth from 0 to {DEEPEST}, not {depth!r}")
        self.calls += 1
        self._counts.levels[depth] += 1

    def eval_max(self) -> None:
        """Count an EVAL call in MAX-VALUE."""
        self.calls += 1
        self._counts.evals[0] += 1

    def eval_min(self) -> None:
        """Count an EVAL call in MIN-VALUE."""
        self.calls += 1
        self._counts.evals[1] += 1

    def prune_max(self) -> None:
        """Count a pruning in MAX-VALUE: a return because v >= beta."""
        self.calls += 1
        self._counts.prunes[0] += 1

    def prune_min(self) -> None:
        """Count a pruning in MIN-VALUE: a return because v <= alpha."""
        self.calls += 1
        self._counts.prunes[1] += 1

    def value(self, value: float) -> None:
        """Report the value of the position for the player to move; the last report counts."""
        if not isinstance(value, (int, float)) or not isfinite(value):
            raise ValueError(f"counts.value(v) needs a finite number, not {value!r}")
        self.calls += 1
        self.found = float(value)

    def evaluate(self, position: Position, player: str) -> float:
        """Return the value of an unfinished position for a player, by the evaluation given."""
        self.calls += 1
        if self._evaluate is None:
            raise ValueError("no evaluation was given to this search")
        return self._evaluate(position, player)

    @property
    def stopped(self) -> bool:
        """Whether the search should answer now: its time is over, or the user wants the move."""
        try:
            self._clock.check()
        except Stopped:
            return True
        return False

    def statistics(self) -> Statistics:
        """Return what has been counted so far."""
        return self._counts.statistics()
