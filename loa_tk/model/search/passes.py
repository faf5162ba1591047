"""The passes of one search as they are made, and the report that can be given at any moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from loa_tk.model.game import Move
from loa_tk.model.search.limits import Clock
from loa_tk.model.search.statistics import Iteration, Proof, Report, Statistics, total

NONE = Statistics()
BETWEEN_PROGRESS = 0.1  # seconds between two reports while a pass goes on


class Record:
    """Collects passes; its report always has a legal move, even before the first pass ends."""

    def __init__(self, move: Move, clock: Clock, progress: Callable[[Report], None]) -> None:
        """Begin with some legal move."""
        self.clock, self.progress = clock, progress
        self.answer = Iteration(0, 0.0, move, (move,), 0.0, NONE)
        self.proof: Proof | None = None
        self.passes: list[Iteration] = []
        self.nodes = 0  # of the finished passes
        self.unfinished = NONE
        self._told = 0.0

    def add(self, iteration: Iteration, proof: Proof | None = None) -> None:
        """Keep a finished pass; one that found a move is the answer from now on."""
        self.passes.append(iteration)
        self.nodes += iteration.statistics.nodes
        self.unfinished = NONE
        if iteration.move is not None:
            self.answer, self.proof = iteration, proof
        self.progress(self.report())

    def break_off(
        self, begun: Statistics, depth: int, value: float = 0.0, line: tuple[Move, ...] = ()
    ) -> None:
        """Keep what was begun and not finished as the last pass, so that the passes add up.

        Where it found a better line than the answer, that is the answer; its depth stays.
        """
        self.unfinished = NONE
        if not begun.nodes:
            return
        seconds = max(0.0, self.clock.elapsed() - sum(one.seconds for one in self.passes))
        move = line[0] if line else None
        self.passes.append(Iteration(depth, value, move, line, seconds, begun, "unfinished"))
        self.nodes += begun.nodes
        if move is not None:
            self.answer = replace(self.answer, value=value, move=move, line=line)

    def tell(self, unfinished: Callable[[], Statistics]) -> None:
        """Report progress from within a pass, a few times a second; only then is it counted."""
        now = perf_counter()
        if now - self._told > BETWEEN_PROGRESS:
            self._told = now
            self.unfinished = unfinished()
            self.progress(self.report())

    def report(self) -> Report:
        """The answer so far."""
        answer = self.answer
        assert answer.move is not None
        return Report(
            answer.move,
            answer.value,
            answer.depth,
            answer.line,
            self.proof,
            self.clock.elapsed(),
            tuple(self.passes),
            total(self.passes, self.unfinished),
            answer.alternatives,
        )
