"""A player's drawing on a puzzle, and the rule for when it solves the puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.model.flow.puzzle import Puzzle


@dataclass(frozen=True)
class Drawing:
    """For each colour its path so far, from the source where it begins; empty if there is none."""

    puzzle: Puzzle
    paths: tuple[tuple[int, ...], ...]

    def grid(self) -> list[int | None]:
        """Return the colour seen in each cell, including the sources."""
        grid = self.puzzle.givens()
        for colour, path in enumerate(self.paths):
            for cell in path:
                grid[cell] = colour
        return grid

    def complete(self, colour: int) -> bool:
        """Return whether a colour's path has reached its other source."""
        path = self.paths[colour]
        return len(path) > 1 and path[-1] in self.puzzle.sources[colour]

    @property
    def flows(self) -> int:
        """The number of colours whose sources are joined."""
        return sum(self.complete(colour) for colour in range(len(self.paths)))

    @property
    def filled(self) -> int:
        """The number of cells with a path in them."""
        return sum(map(len, self.paths))

    @property
    def solved(self) -> bool:
        """Whether all sources are joined, every cell is filled and no path touches itself."""
        return (
            self.flows == len(self.paths)
            and self.filled == self.puzzle.cells
            and not self.touching()
        )

    def touching(self) -> frozenset[int]:
        """Return the cells where a path lies next to itself, which no solution has."""
        found = set()
        for path in self.paths:
            place = {cell: index for index, cell in enumerate(path)}
            for cell, index in place.items():
                beside = (place.get(near, index) for near in self.puzzle.neighbours[cell])
                if any(abs(other - index) > 1 for other in beside):
                    found.add(cell)
        return frozenset(found)


def blank(puzzle: Puzzle) -> Drawing:
    """Return the empty drawing."""
    return Drawing(puzzle, ((),) * len(puzzle.names))
