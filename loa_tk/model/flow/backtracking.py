"""BACKTRACKING-SEARCH, the solver behind the report's algorithms, pausing at every step."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.model.flow.csp import CSP, UNASSIGNED
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solution import is_solution
from loa_tk.model.flow.solver import (
    CLOSED,
    CROWDED,
    DEAD_END,
    LOOP,
    NO_COLOUR,
    SOLVED,
    DeadEnd,
    Step,
)
from loa_tk.model.flow.strategies import MakeStrategy, Pruned, restore


class Backtracking:
    """One of the report's algorithms at work on a puzzle: a Solver."""

    guesses = None

    def __init__(self, make: MakeStrategy, puzzle: Puzzle, seed: int) -> None:
        """Set up the problem and the algorithm's strategy."""
        self.csp = CSP(puzzle)
        self.strategy = make(self.csp, seed)
        self.assignments = 0
        self.backtracks = 0
        self._stuck: int | None = None  # the cell assigned or selected before a dead end

    def grid(self) -> tuple[int | None, ...]:
        """Return the colour that each cell has now."""
        return tuple(None if value == UNASSIGNED else value for value in self.csp.colour)

    def steps(self) -> Iterator[Step]:
        """Assign and retract until the first cell has no value left to try.

        The book's function is recursive. Here its calls are frames on a list, because passing a
        step up through a hundred nested generators costs more than the step itself.
        """
        csp, infer = self.csp, self.strategy.infer
        colours = range(len(csp.puzzle.names))
        # Made once: a new tuple for each of millions of steps would take noticeable time.
        assigned = [[Step(cell, value) for value in colours] for cell in range(csp.puzzle.cells)]
        retracted = [Step(cell, None) for cell in range(csp.puzzle.cells)]
        if not csp.variables and is_solution(csp.puzzle, self.grid()):
            yield SOLVED
        frames = [self._frame(0)] if csp.variables and csp.sound() else []
        if not csp.sound():
            yield DEAD_END
        inferences: list[Pruned] = []
        while frames:
            cell, values = frames[-1]
            tried = csp.colour[cell] != UNASSIGNED
            if tried:  # its last value has failed
                restore(csp, inferences.pop())
                csp.unassign(cell)
                yield retracted[cell]
            value = next(values, None)
            if value is None:
                if not tried:
                    self._stuck = cell
                    yield DEAD_END
                frames.pop()
                self.backtracks += 1
                continue
            self.assignments += 1
            csp.assign(cell, value)
            yield assigned[cell][value]
            pruned = infer(csp, cell)
            inferences.append(pruned or [])
            if pruned is not None and len(frames) < len(csp.variables):
                frames.append(self._frame(len(frames)))
            elif pruned is not None and is_solution(csp.puzzle, self.grid()):
                yield SOLVED  # the counts alone would allow a detached cycle
            else:
                self._stuck = cell
                yield DEAD_END

    def remaining(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell without a colour those that the strategy would try in it now."""
        csp, remaining = self.csp, self.strategy.remaining
        return tuple(
            tuple(remaining(csp, cell)) if colour == UNASSIGNED else ()
            for cell, colour in enumerate(csp.colour)
        )

    def dead_end(self) -> DeadEnd:
        """Return why there is no way on, found again from the assignment: it is asked rarely."""
        csp, cell = self.csp, self._stuck
        if cell is None:  # nothing has been assigned
            sources = (source for pair in csp.puzzle.sources for source in pair)
            cell = next(source for source in sources if not csp.holds(source))
        if csp.colour[cell] == UNASSIGNED:
            return DeadEnd(NO_COLOUR, cell)
        near = csp.neighbours[cell]
        for other in (cell, *near):
            if csp.colour[other] != UNASSIGNED and not 0 <= csp.wanted[other] <= csp.free[other]:
                return DeadEnd(CROWDED if csp.wanted[other] < 0 else CLOSED, other)
        for other in near:
            if csp.colour[other] == UNASSIGNED and not csp.consistent_values(other):
                return DeadEnd(NO_COLOUR, other)
        return DeadEnd(LOOP)

    def _frame(self, assigned: int) -> tuple[int, Iterator[int]]:
        """Return the next cell and the values to try in it."""
        cell = self.strategy.select(self.csp, assigned)
        return cell, iter(self.strategy.values(self.csp, cell))
