"""The Flow Free window's jobs for the engine process: solve, generate, compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport, solve
from loa_tk.model.flow.generator import generate
from loa_tk.model.flow.puzzle import Puzzle


@dataclass(frozen=True)
class FlowSolveJob(EngineJob):
    """Solve a puzzle with the fast algorithm and find out whether its solution is the only one."""

    puzzle: Puzzle
    seconds: float

    @property
    def limit(self) -> float:
        """The seconds that it may take."""
        return self.seconds

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> SolverReport:
        """Return what was found within the time limit."""
        return solve(self.puzzle, unique=True, seconds=self.seconds, stop=stop)


@dataclass(frozen=True, kw_only=True)
class FlowGenerateJob(EngineJob):
    """Make a puzzle with exactly one solution."""

    columns: int
    rows: int
    seed: int
    difficulty: str

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Puzzle:
        """Return the puzzle."""
        return generate(self.columns, self.rows, self.seed, self.difficulty)


@dataclass(frozen=True)
class FlowCompareJob(EngineJob):
    """Let every algorithm solve a puzzle, one after the other, within a time limit for each."""

    puzzle: Puzzle
    seconds: float

    @property
    def limit(self) -> float:
        """The seconds that all algorithms together may take."""
        return len(ALGORITHMS) * self.seconds

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> None:
        """Report the result of each algorithm as soon as it has finished."""
        for algorithm in ALGORITHMS:
            report = solve(self.puzzle, algorithm, seconds=self.seconds, stop=stop)
            if stop():
                return
            tell(report)
