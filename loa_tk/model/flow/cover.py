"""Random covers of a grid by paths that do not touch themselves; puzzles are made from them."""

from __future__ import annotations

import random
from typing import TypeAlias

from loa_tk.model.flow.puzzle import neighbours

Route: TypeAlias = list[int]  # cells in order, both ends included

SHORTEST = 3  # the sources of a path of two cells lie side by side: too easy
LONGEST = 2.5  # times the average; without this bound one path takes most of the grid
SPLIT = 0.03  # the share of cuts; at 0 the walk freezes, at 0.1 it takes four times as long
PATIENCE = 250  # steps for each cell; 10x10 takes a quarter of them, rarely two thirds


class Cover:
    """Paths that change a little at every step and always cover every cell exactly once."""

    def __init__(self, width: int, height: int, colours: int, rng: random.Random) -> None:
        """Start with every cell a path of its own."""
        self.neighbours = neighbours(width, height)
        self.colours = colours
        self.longest = LONGEST * width * height / colours
        self.random = rng.random  # fast, and the same in all versions of Python
        self.paths: list[Route] = [[cell] for cell in range(width * height)]
        self.owner = list(self.paths)

    def done(self) -> bool:
        """Return whether there are as many paths as colours, none of them too short."""
        return len(self.paths) == self.colours and min(map(len, self.paths)) >= SHORTEST

    def step(self) -> None:
        """Cut a path, or try to join one to a path that begins next to its end."""
        path = self.paths[int(self.random() * len(self.paths))]
        if self.random() < SPLIT:
            self._split(path)
            return
        end = path[-1] if self.random() < 0.5 else path[0]
        near = self.neighbours[end]
        start = near[int(self.random() * len(near))]
        other = self.owner[start]
        if other is path or start not in (other[0], other[-1]):
            return
        if self._touches(end, other) > 1:
            return
        if self._may_join(path, other):
            self._join(path, end, other, start)
        elif len(other) < self.longest:
            self._trade(path, end, other, start)

    def _may_join(self, path: Route, other: Route) -> bool:
        """Return whether the two paths may become one that does not touch itself."""
        return (
            len(self.paths) > self.colours
            and len(path) + len(other) <= self.longest
            and sum(self._touches(cell, other) for cell in path) == 1
        )

    def _touches(self, cell: int, path: Route) -> int:
        """Return how many neighbours of a cell are on a path."""
        return [self.owner[near] is path for near in self.neighbours[cell]].count(True)

    def _split(self, path: Route) -> None:
        """Cut a path in two at a random place."""
        cut = 1 + int(self.random() * (len(path) - 1))
        rest = path[cut:]
        if rest:
            del path[cut:]
            self._own(rest)
            self.paths.append(rest)

    def _join(self, path: Route, end: int, other: Route, start: int) -> None:
        """Append another path to a path."""
        if path[-1] != end:
            path.reverse()
        if other[0] != start:
            other.reverse()
        path.extend(other)
        self._own(path)
        self.paths.remove(other)

    def _trade(self, path: Route, end: int, other: Route, start: int) -> None:
        """Move the end cell of a path to the other path."""
        path.remove(end)
        if not path:
            self.paths.remove(path)
        if other[-1] != start:
            other.reverse()
        other.append(end)
        self.owner[end] = other

    def _own(self, path: Route) -> None:
        for cell in path:
            self.owner[cell] = path


def random_cover(width: int, height: int, colours: int, rng: random.Random) -> list[Route] | None:
    """Return a cover by this number of paths, or None if none was found in the steps allowed."""
    cover = Cover(width, height, colours, rng)
    for _ in range(PATIENCE * width * height):
        if cover.done():
            return cover.paths
        cover.step()
    return None


def straight_cover(width: int, height: int) -> list[Route]:
    """Return the rows as paths: dull, but their puzzle has one solution on every grid."""
    return [list(range(row * width, (row + 1) * width)) for row in range(height)]
