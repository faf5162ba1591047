"""AC-3, which keeps every cell consistent with the rules around it, in a backtracking search.

The rule of a cell fixes the number of its neighbours of the same colour: one for a source, two for
any other cell. It binds up to five cells, so an arc leads from a cell to a rule, not to another
cell: the book calls this generalised arc consistency.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from loa_tk.model.flow.puzzle import Puzzle, is_solution
from loa_tk.model.flow.solver import (
    ASSIGNED,
    BEGUN,
    CHANGED,
    CLOSED,
    DEAD_END,
    LOOP,
    NARROWED,
    NO_COLOUR,
    RETRACTED,
    REVISED,
    SOLVED,
    Arc,
    DeadEnd,
    Step,
    StepReason,
)

Frame: TypeAlias = tuple[int, list[int], list[int]]  # a cell, colours to try, domains before
SHOWN = 6  # arcs of the queue that a reason names


class ArcConsistency:
    """MRV with AC-3 before the first assignment and after each: a Solver.

    A domain is an int with a bit for each colour. A step is an arc that removed something.
    """

    guesses = None

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.neighbours = puzzle, puzzle.neighbours
        self.givens = puzzle.givens()
        every = (1 << len(puzzle.names)) - 1
        self.domains = [every if colour is None else 1 << colour for colour in self.givens]
        self.queue: deque[Arc] = deque()
        self.assignments = self.backtracks = 0
        self._waiting: set[Arc] = set()  # what is in the queue
        self._last = StepReason(BEGUN)
        self._idle = 0  # arcs since the last step that removed nothing

    def steps(self) -> Iterator[Step]:
        """Search depth first; AC-3 works after each assignment."""
        self._add(arc for cell in range(self.puzzle.cells) for arc in self._arcs(cell))
        consistent = yield from self._settle()
        frames: list[Frame] = []
        while True:
            if consistent:
                several = [cell for cell, left in enumerate(self.domains) if left & (left - 1)]
                if several:  # the last of the smallest, as mrv and forward take it
                    cell = min(reversed(several), key=lambda cell: self.domains[cell].bit_count())
                    frames.append((cell, colours(self.domains[cell]), list(self.domains)))
                    consistent = yield from self._assign(frames[-1])
                    continue
                yield SOLVED if is_solution(self.puzzle, self.grid()) else DEAD_END
            else:
                yield DEAD_END
            while frames:
                self.backtracks += 1
                if frames[-1][1]:
                    break
                frames.pop()
            else:
                return
            cell, untried, before = frames[-1]
            failed = colours(before[cell])[-len(untried) - 1]
            self.domains = list(before)
            self._clear()
            self._last = StepReason(kind=RETRACTED, cell=cell, colour=failed, left=tuple(untried))
            yield CHANGED
            consistent = yield from self._assign(frames[-1])

    def _assign(self, frame: Frame) -> Generator[Step, None, bool]:
        """Give the frame's cell its next colour, and settle what follows from it."""
        cell, untried, before = frame
        colour = untried.pop(0)
        self.assignments += 1
        self.domains[cell] = 1 << colour
        self._add(self._arcs(cell))
        self._last = self._reason(ASSIGNED, cell, colour, tuple(colours(before[cell])))
        yield Step(cell, colour)
        return (yield from self._settle())

    def _settle(self) -> Generator[Step, None, bool]:
        """AC-3: revise the arcs of the queue until it is empty; return False if a domain is."""
        while self.queue:
            arc = self.queue.popleft()
            self._waiting.discard(arc)
            before, after = self.domains[arc.cell], revised(self, arc)
            if after == before:
                self._idle += 1
                continue
            self.domains[arc.cell] = after
            if after:
                self._add(
                    other
                    for rule in (arc.cell, *self.neighbours[arc.cell])
                    for other in self._arcs(rule)
                    if other.cell != arc.cell
                )
            left, lost = tuple(colours(after)), tuple(colours(before ^ after))
            self._last = self._reason(REVISED, arc.cell, None, left)._replace(
                near=arc.rule, removed=((arc.cell, lost),)
            )
            if not after:
                self._clear()
                return False
            yield Step(arc.cell, left[0]) if len(left) == 1 else NARROWED
        return True

    def _arcs(self, rule: int) -> Iterator[Arc]:
        """Yield the arcs of a cell's rule: from the cell itself, and from its neighbours."""
        return (Arc(cell, rule) for cell in (rule, *self.neighbours[rule]))

    def _add(self, arcs: Iterable[Arc]) -> None:
        """Put the arcs into the queue that are not in it."""
        for arc in arcs:
            if arc not in self._waiting:
                self._waiting.add(arc)
                self.queue.append(arc)

    def _clear(self) -> None:
        self.queue.clear()
        self._waiting.clear()

    def _reason(
        self, kind: str, cell: int, colour: int | None, left: tuple[int, ...]
    ) -> StepReason:
        """Return a reason with the head of the queue."""
        idle, self._idle = self._idle, 0
        return StepReason(
            kind=kind, cell=cell, colour=colour, left=left, idle=idle, waiting=len(self.queue),
            queue=tuple(islice(self.queue, SHOWN)),
        )  # fmt: skip

    # --- what is asked between two steps ---

    def grid(self) -> tuple[int | None, ...]:
        """Return the colour of each source, and of each cell that has only one left."""
        return tuple(
            given if given is not None else left.bit_length() - 1 if left and not left & (left - 1)
            else None
            for given, left in zip(self.givens, self.domains, strict=True)
        )  # fmt: skip

    def remaining(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell with several colours left which ones they are."""
        return tuple(tuple(colours(left)) if left & (left - 1) else () for left in self.domains)

    def dead_end(self) -> DeadEnd:
        """Return the cell whose domain is empty."""
        if all(self.domains):
            return DeadEnd(LOOP)
        cell = self.domains.index(0)
        return DeadEnd(NO_COLOUR if self.givens[cell] is None else CLOSED, cell)

    def reason(self, cell: int | None) -> StepReason:
        """Return the last assignment, its end, or the last arc that removed something."""
        return self._last


def colours(domain: int) -> list[int]:
    """Return the colours of a domain."""
    return [colour for colour in range(domain.bit_length()) if domain >> colour & 1]


def revised(solver: ArcConsistency, arc: Arc) -> int:
    """REVISE: return the colours of the arc's cell with which its rule can still be kept."""
    domains, (cell, rule) = solver.domains, arc
    wanted = 2 if solver.givens[rule] is None else 1
    around = [domains[other] for other in solver.neighbours[rule] if other != cell]
    allowed = 0
    for colour in colours(domains[rule]):
        bit = 1 << colour
        must = around.count(bit)
        can = sum(left & bit != 0 for left in around)
        if cell == rule:
            allowed |= bit if must <= wanted <= can else 0
        else:
            allowed |= bit if must + 1 <= wanted <= can + 1 else 0
            allowed |= ~bit if must <= wanted <= can else 0
    return domains[cell] & allowed
