"""The fast solver: rules over all cells at once, and a guess if no rule applies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TypeAlias

from loa_tk.model.flow.propagation import (
    USES,
    Domains,
    Lattice,
    colour_rule,
    contradiction,
    everything,
    fragment_rule,
    known,
    lattice,
    reach_rule,
    shape_rule,
    shapes,
)
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solver import CHANGED, DEAD_END, SOLVED, DeadEnd, Step

Rule: TypeAlias = Callable[[Lattice, Domains], Domains | None]

# The cheapest first: after each change the rules start again from here.
RULES: tuple[Rule, ...] = (shape_rule, colour_rule, reach_rule, fragment_rule)


class Fast:
    """The fast solver at work on a puzzle: a Solver."""

    assignments = None

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.lattice = lattice(puzzle)
        self.domains = everything(self.lattice)
        self.guesses = 0
        self.backtracks = 0
        self.rounds = 0  # rules applied

    def steps(self) -> Iterator[Step]:
        """Search depth first, pausing after each guess and each rule that changed something."""
        waiting = [self.domains]
        while waiting:
            self.domains = waiting.pop()
            yield CHANGED
            possible = yield from self._settle()
            if possible:
                guesses = branch(self.lattice, self.domains)
                waiting.extend(guesses)
                if not guesses:
                    yield SOLVED
            else:
                yield DEAD_END
                self.backtracks += 1
            if waiting:
                self.guesses += 1

    def grid(self) -> tuple[int | None, ...]:
        """Return the colour of each cell that has only one left."""
        colours: list[int | None] = [None] * self.puzzle.cells
        _, certain = known(self.lattice, self.domains.colours)
        while certain:
            low = certain & -certain
            certain ^= low
            colour, place = divmod(low.bit_length() - 1, self.lattice.size)
            colours[place - place // self.lattice.pitch] = colour
        return tuple(colours)

    def remaining(self) -> tuple[tuple[int, ...], ...]:
        """Return for each cell with several colours left which ones they are."""
        grid, puzzle = self.lattice, self.puzzle
        left: list[list[int]] = [[] for _ in range(puzzle.cells)]
        _, certain = known(grid, self.domains.colours)
        rest = self.domains.colours ^ certain
        while rest:
            low = rest & -rest
            rest ^= low
            colour, place = divmod(low.bit_length() - 1, grid.size)
            left[place - place // grid.pitch].append(colour)
        return tuple(map(tuple, left))

    def dead_end(self) -> DeadEnd:
        """Return what the rules have found wrong."""
        return contradiction(self.lattice, self.domains)

    def _settle(self) -> Generator[Step, None, bool]:
        """Apply the rules until none changes anything; return False if one finds no way on."""
        following = 0
        while following < len(RULES):
            self.rounds += 1
            after = RULES[following](self.lattice, self.domains)
            if after is None:
                return False
            if after == self.domains:
                following += 1
            else:
                self.domains, following = after, 0
                yield CHANGED
        return True


def branch(grid: Lattice, domains: Domains) -> list[Domains]:
    """Return one guess for each shape of the most constrained cell, or none if all are decided."""
    possible = shapes(grid, domains)
    one = two = three = four = 0  # cells with at least that number of shapes
    for board in possible:
        four |= three & board
        three |= two & board
        two |= one & board
        one |= board
    undecided = two ^ three or three ^ four or four
    cell = undecided & -undecided
    return [
        fix(grid, domains, cell, uses)
        for board, uses in zip(possible, USES, strict=True)
        if board & cell
    ]


def fix(grid: Lattice, domains: Domains, cell: int, uses: tuple[bool, ...]) -> Domains:
    """Return the domains with one cell's four edges decided."""
    north, east, south, west = uses
    left, above = cell >> 1, cell >> grid.pitch
    used_right, used_down = east * cell | west * left, south * cell | north * above
    return domains._replace(
        use_right=domains.use_right & ~((cell | left) ^ used_right),
        skip_right=domains.skip_right & ~used_right,
        use_down=domains.use_down & ~((cell | above) ^ used_down),
        skip_down=domains.skip_down & ~used_down,
    )
