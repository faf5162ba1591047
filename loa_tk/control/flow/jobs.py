"""What the Flow Free window asks of its worker process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.model.flow.generator import generate
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solve import ALGORITHMS, Report, solve


@dataclass(frozen=True)
class FlowSolveJob:
    """Solve a puzzle with the fast algorithm and find out whether its solution is the only one."""

    puzzle: Puzzle
    seconds: float

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Report:
        """What was found in the time there was."""
        return solve(self.puzzle, unique=True, seconds=self.seconds, stop=stop)


@dataclass(frozen=True)
class FlowGenerateJob:
    """Make a puzzle with exactly one solution."""

    columns: int
    rows: int
    seed: int
    difficulty: str

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Puzzle:
        """The puzzle."""
        return generate(self.columns, self.rows, self.seed, self.difficulty)


@dataclass(frozen=True)
class FlowCompareJob:
    """Let every algorithm solve a puzzle, one after the other, each for at most so long."""

    puzzle: Puzzle
    seconds: float

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> None:
        """Tell each algorithm's report as soon as there is one."""
        for algorithm in ALGORITHMS:
            report = solve(self.puzzle, algorithm, seconds=self.seconds, stop=stop)
            if stop():
                return
            tell(report)
