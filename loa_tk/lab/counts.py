"""What a student's search is given: a method for each statistic, EVAL, and the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import isfinite
from time import perf_counter

from loa_tk.lab.position import Position
from loa_tk.model import steps
from loa_tk.model.steps import SearchStep

DEEPEST = 200  # plies; no search in Python looks that far
RESERVE = 0.01  # seconds of a search's time that its answer costs
MAX, MIN = 0, 1


def never() -> bool:
    """Return False: a search that nobody stops."""
    return False


class SearchCounts:
    """The third argument of `choose`: a method for each statistic, and what the search is asked.

    `depth` is None, or the depth to search to exactly: then the search looks this many plies ahead,
    tries the moves in their order, and returns when it is done, whatever the time. `evaluate` is
    the evaluation to use: `counts.evaluate(position, player)` returns a number.
    """

    def __init__(
        self,
        depth: int | None = None,
        evaluate: Callable[[Position, int], float] | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] = never,
        record: list[SearchStep] | None = None,
    ) -> None:
        self.depth = depth
        self.reported: float | None = None  # the value that the search has reported
        self.calls = 0  # of any method, so that a watcher sees that the search is alive
        self.levels: Counter[int] = Counter()  # the nodes counted at each depth
        self.evals, self.prunes = [0, 0], [0, 0]  # in MAX-VALUE and in MIN-VALUE
        self._evaluate, self._stop, self._record = evaluate, stop, record
        self._end = None if seconds is None else perf_counter() + seconds - RESERVE

    def node(self, depth: int) -> None:
        """Count a position that the search looks at; the root has depth 0.

        The maximum depth reached is the greatest of these depths.
        """
        if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
            raise ValueError(f"counts.node(depth) needs a depth from 0 to {DEEPEST}, not {depth!r}")
        self.levels[depth] += 1
        self._note(steps.NODE, depth)

    def eval_max(self) -> None:
        """Count an EVAL call in MAX-VALUE."""
        self.evals[MAX] += 1
        self._note(steps.EVAL_MAX)

    def eval_min(self) -> None:
        """Count an EVAL call in MIN-VALUE."""
        self.evals[MIN] += 1
        self._note(steps.EVAL_MIN)

    def prune_max(self) -> None:
        """Count a pruning in MAX-VALUE: a return because v >= beta."""
        self.prunes[MAX] += 1
        self._note(steps.PRUNE_MAX)

    def prune_min(self) -> None:
        """Count a pruning in MIN-VALUE: a return because v <= alpha."""
        self.prunes[MIN] += 1
        self._note(steps.PRUNE_MIN)

    def value(self, value: float) -> None:
        """Report the value of the position for the player to move; the last report counts."""
        if not isinstance(value, (int, float)) or not isfinite(value):
            raise ValueError(f"counts.value(v) needs a finite number, not {value!r}")
        self.reported = float(value)
        self._note(steps.VALUE, self.reported)

    def evaluate(self, position: Position, player: str) -> float:
        """Return the value of an unfinished position for a player, by the evaluation given."""
        self.calls += 1
        if self._evaluate is None:
            raise ValueError("no evaluation was given to this search")
        if not isinstance(position, Position):
            raise TypeError(f"counts.evaluate needs a position, not {type(position).__name__}")
        side = position._side(player)
        value = self._evaluate(position, side)
        if self._record is not None:
            self._record.append(
                SearchStep(kind=steps.EVAL, path=position._path, player=side, number=value)
            )
        return value

    @property
    def stopped(self) -> bool:
        """Whether the search should answer now: its time is over, or the user wants the move."""
        return (self._end is not None and perf_counter() >= self._end) or self._stop()

    def _note(self, kind: str, number: float | None = None) -> None:
        self.calls += 1
        if self._record is not None:
            self._record.append(SearchStep(kind=kind, number=number))
