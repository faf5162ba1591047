"""One way to ask any algorithm for a solution, for whether it is the only one, and what it took."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.model.flow.backtracking import Backtracking
from loa_tk.model.flow.fast import Fast
from loa_tk.model.flow.puzzle import Puzzle, PuzzleError
from loa_tk.model.flow.solver import CHANGED, SOLVED, Solver
from loa_tk.model.flow.strategies import STRATEGIES

ALGORITHMS = (*STRATEGIES, "fast")
PATIENCE = 64  # steps between two looks at the clock: a look costs as much as a tenth of a step


@dataclass(frozen=True)
class SolverReport:
    """What came of a search, and its figures; those that an algorithm does not have are None."""

    algorithm: str
    solutions: tuple[tuple[int | None, ...], ...]  # grids of colours: one, or two if asked for
    exhausted: bool  # whether there are no others
    seconds: float
    assignments: int | None
    backtracks: int
    guesses: int | None

    @property
    def solved(self) -> bool | None:
        """True with a solution, False if there is none, None if the search was stopped before."""
        return True if self.solutions else False if self.exhausted else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None if that was not asked or not found out."""
        if len(self.solutions) == 1:
            return True if self.exhausted else None
        return False if self.solutions else None


def begin(puzzle: Puzzle, algorithm: str, seed: int = 0) -> Solver:
    """An algorithm ready to work on a puzzle; the seed matters to `random` only."""
    if algorithm not in ALGORITHMS:
        raise PuzzleError(f"algorithm {algorithm}: not one of {', '.join(ALGORITHMS)}")
    return Fast(puzzle) if algorithm == "fast" else Backtracking(puzzle, algorithm, seed)


def solve(
    puzzle: Puzzle,
    algorithm: str = "fast",
    *,
    seed: int = 0,
    unique: bool = False,
    seconds: float = float("inf"),
    stop: Callable[[], bool] = lambda: False,
) -> SolverReport:
    """Solver for a solution, or for two if asked whether it is unique, until told to stop."""
    start = time.perf_counter()
    solver = begin(puzzle, algorithm, seed)
    wanted = 2 if unique else 1
    found: list[tuple[int | None, ...]] = []
    over = False
    for number, step in enumerate(solver.steps()):
        if step is SOLVED:
            found.append(solver.grid())
            over = len(found) == wanted
        elif step is CHANGED or number % PATIENCE == 0:
            over = stop() or time.perf_counter() - start > seconds
        if over:
            break
    return SolverReport(
        algorithm,
        tuple(found),
        not over,
        time.perf_counter() - start,
        solver.assignments,
        solver.backtracks,
        solver.guesses,
    )
