"""What a player has drawn on a puzzle, and whether that solves it."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.model.flow.puzzle import Puzzle


@dataclass(frozen=True)
class Drawing:
    """For each colour its path so far, from the source where it was begun; empty if it was not."""

    puzzle: Puzzle
    paths: tuple[tuple[int, ...], ...]

    def grid(self) -> list[int | None]:
        """The colour seen in each cell, the sources' included."""
        grid = self.puzzle.givens()
        for colour, path in enumerate(self.paths):
            for cell in path:
                grid[cell] = colour
        return grid

    def complete(self, colour: int) -> bool:
        """Whether a colour's path has come to its other source."""
        path = self.paths[colour]
        return len(path) > 1 and path[-1] in self.puzzle.sources[colour]

    @property
    def flows(self) -> int:
        """How many colours' sources are joined."""
        return sum(self.complete(colour) for colour in range(len(self.paths)))

    @property
    def filled(self) -> int:
        """How many cells have a path in them."""
        return sum(map(len, self.paths))

    @property
    def solved(self) -> bool:
        """The win rule: all sources joined, every cell filled, and no path touches itself."""
        return (
            self.flows == len(self.paths)
            and self.filled == self.puzzle.cells
            and not self.touching()
        )

    def touching(self) -> frozenset[int]:
        """The cells where a path lies beside itself, which no solution has."""
        found = set()
        for path in self.paths:
            place = {cell: index for index, cell in enumerate(path)}
            for cell, index in place.items():
                beside = (place.get(near, index) for near in self.puzzle.neighbours[cell])
                if any(abs(other - index) > 1 for other in beside):
                    found.add(cell)
        return frozenset(found)


def blank(puzzle: Puzzle) -> Drawing:
    """The drawing on which nothing is drawn."""
    return Drawing(puzzle, ((),) * len(puzzle.names))
