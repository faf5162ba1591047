"""The report's algorithms: BACKTRACKING-SEARCH over a constraint problem, pausing at every step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from loa_tk.model.flow.puzzle import Puzzle, is_solution
from loa_tk.model.flow.solver import (
    ASSIGNED,
    BEGUN,
    CLOSED,
    COMPLETE,
    CROWDED,
    DEAD_END,
    EARLIER,
    FEW,
    LOOP,
    MANY,
    NEEDED,
    NO_COLOUR,
    RETRACTED,
    SOLVED,
    DeadEnd,
    Objection,
    Step,
    StepReason,
)

# Flow Free as a constraint satisfaction problem: cells are variables, colours their values.
#
# The constraint on a cell fixes the number of its neighbours of the same colour: one for a source,
# two for any other cell. It is broken as soon as there are too many of them, or too few even if
# every unassigned neighbour got the same colour.

UNASSIGNED = -1


class CSP:
    """A partial assignment, what each constraint still needs, and the domains."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Assign the sources; the other cells keep every colour consistent with them."""
        self.puzzle = puzzle
        self.neighbours = puzzle.neighbours
        self.colour = [UNASSIGNED] * puzzle.cells
        self.free = [len(near) for near in self.neighbours]  # unassigned neighbours
        # The number of equal neighbours that a cell still needs, assigned or not.
        self.wanted = [2] * puzzle.cells
        for colour, pair in enumerate(puzzle.sources):
            for cell in pair:
                self.wanted[cell] = 1
                self.assign(cell, colour)
        self.variables = [cell for cell in range(puzzle.cells) if self.colour[cell] == UNASSIGNED]
        colours = list(range(len(puzzle.names)))
        self.domains = [colours for _ in range(puzzle.cells)]
        for cell in self.variables:
            self.domains[cell] = self.consistent_values(cell)

    def assign(self, cell: int, value: int) -> None:
        """Give an unassigned cell a colour."""
        self.colour[cell] = value
        for other in self.neighbours[cell]:
            self.free[other] -= 1
            if self.colour[other] == value:
                self.wanted[other] -= 1
                self.wanted[cell] -= 1

    def unassign(self, cell: int) -> None:
        """Take the colour from an assigned cell."""
        value = self.colour[cell]
        self.colour[cell] = UNASSIGNED
        for other in self.neighbours[cell]:
            self.free[other] += 1
            if self.colour[other] == value:
                self.wanted[other] += 1
                self.wanted[cell] += 1

    def consistent(self, cell: int, value: int) -> bool:
        """Return whether an unassigned cell can get a colour without breaking a constraint."""
        equal = 0
        for other in self.neighbours[cell]:
            colour = self.colour[other]
            if colour == value:
                if not self.wanted[other]:
                    return False
                equal += 1
            elif colour != UNASSIGNED and self.wanted[other] == self.free[other]:
                return False  # that neighbour needs every free cell around it, this one too
        return equal <= 2 <= equal + self.free[cell]

    def objection(self, cell: int, value: int) -> tuple[str, int | None]:
        """Return why an unassigned cell cannot get a colour, and the neighbour that objects."""
        equal = 0
        for other in self.neighbours[cell]:
            colour = self.colour[other]
            if colour == value:
                if not self.wanted[other]:
                    return COMPLETE, other
                equal += 1
            elif colour != UNASSIGNED and self.wanted[other] == self.free[other]:
                return NEEDED, other
        if equal > 2:
            return MANY, None
        return (FEW if equal + self.free[cell] < 2 else EARLIER), None

    def consistent_values(self, cell: int) -> list[int]:
        """Return the part of an unassigned cell's domain that breaks no constraint now."""
        return [value for value in self.domains[cell] if self.consistent(cell, value)]

    def domain(self, cell: int) -> list[int]:
        """Return a cell's domain as inference has left it."""
        return self.domains[cell]

    def sound(self) -> bool:
        """Return whether no source has a broken constraint."""
        return all(self.holds(cell) for pair in self.puzzle.sources for cell in pair)

    def holds(self, cell: int) -> bool:
        """Return whether an assigned cell and its neighbours have no broken constraint."""
        return 0 <= self.wanted[cell] <= self.free[cell] and all(
            0 <= self.wanted[other] <= self.free[other]
            for other in self.neighbours[cell]
            if self.colour[other] != UNASSIGNED
        )


# The report's four algorithms as strategies of one backtracking search.
#
# The report counts an assignment each time ORDER-DOMAIN-VALUES offers a value. `random`, `rows` and
# `mrv` offer consistent values only; `forward` offers the domains that its inference maintains,
# which are stale two cells away. If ties between smallest domains go to the last cell in reading
# order, every figure of the report except random's is reproduced (10x10-1: rows 44,360, forward
# 103,628).

Pruned: TypeAlias = list[tuple[int, list[int]]]  # cells with the domains they had before


class Strategy(NamedTuple):
    """The three functions that BACKTRACKING-SEARCH leaves open, and one for those who watch it."""

    select: Callable[[CSP, int], int]  # SELECT-UNASSIGNED-VARIABLE, given the number assigned
    values: Callable[[CSP, int], Iterable[int]]  # ORDER-DOMAIN-VALUES
    infer: Callable[[CSP, int], Pruned | None]  # INFERENCE after an assignment; None is failure
    remaining: Callable[[CSP, int], list[int]]  # what `values` would offer, in any order


MakeStrategy: TypeAlias = Callable[[CSP, int], Strategy]  # from a problem and a seed


def smallest_domain(csp: CSP, assigned: int) -> int:
    """Select the cell with the fewest remaining values, the last of several in reading order."""
    colour, domains = csp.colour, csp.domains
    best, fewest = -1, len(csp.puzzle.names) + 1
    for cell in csp.variables:
        if colour[cell] == UNASSIGNED and len(domains[cell]) <= fewest:
            best, fewest = cell, len(domains[cell])
    return best


def no_inference(csp: CSP, cell: int) -> Pruned | None:
    """Learn nothing from an assignment."""
    return []


def forward_checking(csp: CSP, cell: int) -> Pruned | None:
    """Prune inconsistent values from the neighbours' domains; fail if a domain becomes empty."""
    if not csp.holds(cell):
        return None
    pruned: Pruned = []
    for other in csp.neighbours[cell]:
        if csp.colour[other] == UNASSIGNED:
            domain = csp.domains[other]
            remaining = csp.consistent_values(other)
            if len(remaining) < len(domain):
                pruned.append((other, domain))
                csp.domains[other] = remaining
            if not remaining:
                restore(csp, pruned)
                return None
    return pruned


def restore(csp: CSP, pruned: Pruned) -> None:
    """Undo the pruning of the domains."""
    for cell, domain in pruned:
        csp.domains[cell] = domain


def random_strategy(csp: CSP, seed: int) -> Strategy:
    """Return the strategy `random`: cells and values in an order that the seed decides."""
    rng = random.Random(seed)
    cells = list(csp.variables)
    rng.shuffle(cells)

    def values(csp: CSP, cell: int) -> list[int]:
        shuffled = csp.consistent_values(cell)
        rng.shuffle(shuffled)
        return shuffled

    return Strategy(
        select=lambda csp, assigned: cells[assigned],
        values=values,
        infer=no_inference,
        remaining=CSP.consistent_values,
    )


# `rows` goes row by row from the top left. `mrv`, minimum remaining values, takes the most
# constrained cell first; without inference the sources alone decide the domains, so the order of
# the cells is fixed. `forward` adds forward checking and offers what inference has left.
ROWS = Strategy(
    select=lambda csp, assigned: csp.variables[assigned],
    values=CSP.consistent_values, infer=no_inference, remaining=CSP.consistent_values,
)  # fmt: skip
MRV = Strategy(
    select=smallest_domain,
    values=CSP.consistent_values,
    infer=no_inference,
    remaining=CSP.consistent_values,
)
FORWARD = Strategy(
    select=smallest_domain, values=CSP.domain, infer=forward_checking, remaining=CSP.domain
)
STRATEGIES: dict[str, MakeStrategy] = {
    "random": random_strategy,
    "rows": lambda csp, seed: ROWS,
    "mrv": lambda csp, seed: MRV,
    "forward": lambda csp, seed: FORWARD,
}


Frame: TypeAlias = tuple[int, list[int], Iterator[int]]


# BACKTRACKING-SEARCH, the solver behind the report's algorithms, pausing at every step.


class Backtracking:
    """One of the report's algorithms at work on a puzzle: a Solver."""

    guesses = None

    def __init__(self, make: MakeStrategy, puzzle: Puzzle, seed: int) -> None:
        self.csp = CSP(puzzle)
        self.strategy = make(self.csp, seed)
        self.assignments = 0
        self.backtracks = 0
        self._stuck: int | None = None  # the cell assigned or selected before a dead end
        self._frames: list[Frame] = []
        self._inferences: list[Pruned] = []
        self._failed = UNASSIGNED  # the colour retracted last

    def grid(self) -> tuple[int | None, ...]:
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
        frames, inferences = self._frames, self._inferences
        frames += [self._frame(0)] if csp.variables and csp.sound() else []
        if not csp.sound():
            yield DEAD_END
        while frames:
            cell, _, values = frames[-1]
            self._failed = csp.colour[cell]
            tried = self._failed != UNASSIGNED
            if tried:  # its last value has failed
                restore(csp, inferences.pop())
                csp.unassign(cell)
                self.backtracks += 1
                yield retracted[cell]
            value = next(values, None)
            if value is None:
                if not tried:
                    self._stuck = cell
                    yield DEAD_END
                frames.pop()
                continue
            self.assignments += 1
            csp.assign(cell, value)
            pruned = infer(csp, cell)
            inferences.append(pruned or [])
            yield assigned[cell][value]
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

    def reason(self, cell: int | None) -> StepReason:
        """Return why a cell got or lost its colour, found again from the assignment."""
        if cell is None:
            return StepReason(BEGUN)
        csp = self.csp
        at, offered, _ = self._frames[-1]
        colour = csp.colour[cell]
        if at != cell or colour == UNASSIGNED:
            return StepReason(kind=RETRACTED, cell=cell, colour=self._failed, left=self._untried())
        removed = tuple(
            (other, tuple(value for value in before if value not in csp.domains[other]))
            for other, before in self._inferences[-1]
        )
        csp.unassign(cell)
        objections = self._objections(cell, set(offered))
        csp.assign(cell, colour)
        return StepReason(
            kind=ASSIGNED, cell=cell, colour=colour, left=tuple(offered), objections=objections,
            removed=removed,
        )  # fmt: skip

    def _untried(self) -> tuple[int, ...]:
        """Return the colours of the last frame that come after the one that has just failed."""
        offered = self._frames[-1][1]
        return tuple(offered[offered.index(self._failed) + 1 :])

    def _objections(self, cell: int, left: set[int]) -> tuple[Objection, ...]:
        """Return why an unassigned cell has no other colours left than these."""
        found: dict[tuple[str, int | None], list[int]] = {}
        for value in range(len(self.csp.puzzle.names)):
            if value not in left:
                found.setdefault(self.csp.objection(cell, value), []).append(value)
        return tuple(Objection(*key, tuple(values)) for key, values in found.items())

    def _frame(self, assigned: int) -> Frame:
        """Return the next cell and the values to try in it, as a list and one by one."""
        cell = self.strategy.select(self.csp, assigned)
        values = list(self.strategy.values(self.csp, cell))
        return cell, values, iter(values)
