"""Flow Free as a constraint satisfaction problem: cells are variables, colours their values.

The constraint on a cell fixes the number of its neighbours of the same colour: one for a source,
two for any other cell. It is broken as soon as there are too many of them, or too few even if
every unassigned neighbour got the same colour.
"""

from __future__ import annotations

from loa_tk.model.flow.puzzle import Puzzle

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

    def consistent_values(self, cell: int) -> list[int]:
        """Return the part of an unassigned cell's domain that breaks no constraint now."""
        return [value for value in self.domains[cell] if self.consistent(cell, value)]

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
