"""The table of all algorithms, and `solve`, which asks any of them for solutions and figures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from loa_tk.model.flow.backtracking import STRATEGIES, Backtracking
from loa_tk.model.flow.consistency import ArcConsistency
from loa_tk.model.flow.fast import Fast
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solver import CHANGED, SOLVED, Solver

PATIENCE = 64  # steps between two looks at the clock: a look costs a tenth of a step

# Each makes a solver from a puzzle and a seed, which matters to `random` only.
_MAKERS: dict[str, Callable[[Puzzle, int], Solver]] = {
    **{name: partial(Backtracking, strategy) for name, strategy in STRATEGIES.items()},
    "ac3": lambda puzzle, seed: ArcConsistency(puzzle),
    "fast": lambda puzzle, seed: Fast(puzzle),
}
ALGORITHMS = tuple(_MAKERS)


@dataclass(frozen=True, kw_only=True)
class SolverReport:
    """What a solver found and what it took; figures that an algorithm does not have are None."""

    algorithm: str
    solutions: tuple[tuple[int | None, ...], ...]  # grids: one, or two if asked
    exhausted: bool  # whether there are no others
    seconds: float
    assignments: int | None
    backtracks: int
    guesses: int | None

    @property
    def solved(self) -> bool | None:
        """Whether there is a solution, or None if the solver was stopped before it was known."""
        return True if self.solutions else False if self.exhausted else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution, or None if that was not asked or not settled."""
        if len(self.solutions) == 1:
            return True if self.exhausted else None
        return False if self.solutions else None


def begin(puzzle: Puzzle, algorithm: str, seed: int = 0) -> Solver:
    """Return an algorithm's solver, ready to work on a puzzle."""
    return _MAKERS[algorithm](puzzle, seed)


def solve(
    puzzle: Puzzle,
    algorithm: str = "fast",
    *,
    seed: int = 0,
    unique: bool = False,
    seconds: float = float("inf"),
    stop: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.perf_counter,
) -> SolverReport:
    """Look for one solution, or for two if `unique` is asked, until stopped or out of time."""
    start = clock()
    solver = begin(puzzle, algorithm, seed)
    wanted = 2 if unique else 1
    solutions: list[tuple[int | None, ...]] = []
    over = False
    for number, step in enumerate(solver.steps()):
        if step is SOLVED:
            solutions.append(solver.grid())
            over = len(solutions) == wanted
        elif step is CHANGED or number % PATIENCE == 0:
            over = stop() or clock() - start > seconds
        if over:
            break
    return SolverReport(
        algorithm=algorithm, solutions=tuple(solutions), exhausted=not over,
        seconds=clock() - start, assignments=solver.assignments,
        backtracks=solver.backtracks, guesses=solver.guesses,
    )  # fmt: skip
