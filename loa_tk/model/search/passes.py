"""The passes of one search as they are made, and the report that can be given at any moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from loa_tk.model.game import Move
from loa_tk.model.search.limits import Clock
from loa_tk.model.search.statistics import Iteration, Proof, Report, Statistics, total

NONE = Statistics()


class Passes:
    """Collects passes; its report has a legal move even before the first pass ends."""

    def __init__(
        self,
        move: Move,
        clock: Clock,
        progress: Callable[[Report], None],
        shown: tuple[str, ...],
    ) -> None:
        """Begin with some legal move; `shown` names the statistics that the search counts."""
        self.clock, self.progress, self.shown = clock, progress, shown
        self.answer = Iteration(0, None, move, (move,), 0.0, NONE)
        self.proof: Proof | None = None
        self.made: list[Iteration] = []
        self.nodes = 0  # of the finished passes
        self.unfinished = NONE

    def add(self, iteration: Iteration, proof: Proof | None = None) -> None:
        """Keep a finished pass; one that found a move is the answer from now on."""
        self.made.append(iteration)
        self.nodes += iteration.statistics.nodes
        self.unfinished = NONE
        if iteration.move is not None:
            self.answer, self.proof = iteration, proof
        self.progress(self.report())

    def break_off(
        self,
        begun: Statistics,
        depth: int,
        value: float | None = None,
        line: tuple[Move, ...] = (),
    ) -> None:
        """Keep what was begun and not finished as the last pass, so that the passes add up.

        If it found a better line than the answer, that line is the answer; its depth stays.
        """
        self.unfinished = NONE
        if not begun.nodes:
            return
        seconds = max(0.0, self.clock.elapsed() - sum(one.seconds for one in self.made))
        move = line[0] if line else None
        self.made.append(Iteration(depth, value, move, line, seconds, begun, "unfinished"))
        self.nodes += begun.nodes
        if move is not None:
            self.answer = replace(self.answer, value=value, move=move, line=line)

    def tell(self, unfinished: Callable[[], Statistics]) -> None:
        """Report progress from within a pass, a few times a second; count only if it is due."""
        if self.clock.progress_due():
            self.unfinished = unfinished()
            self.progress(self.report())

    def report(self) -> Report:
        """Return the answer so far."""
        answer = self.answer
        assert answer.move is not None
        return Report(
            answer.move,
            answer.value,
            answer.depth,
            answer.line,
            self.proof,
            self.clock.elapsed(),
            tuple(self.made),
            total(self.made, self.unfinished),
            answer.alternatives,
            self.shown,
        )
