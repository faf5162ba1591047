"""How an evaluation is judged: by its game's mirror images, and by how it orders positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from loa_tk.model.game import Game, Square, State

# The mirror images of a game: of its board alone, and of its board with the colours exchanged.

Place = tuple[int, int]  # column, row


@dataclass(frozen=True)
class Image:
    """One symmetry of a game: where each square goes, and whether the colours are exchanged."""

    squares: tuple[Square, ...]  # the place of each square in the image
    swapped: bool

    def side(self, side: int) -> int:
        """Return what a side is in the image."""
        return 1 - side if self.swapped else side

    def state(self, game: Game, state: State) -> State:
        """Return the image of a state."""
        pieces = {
            self.squares[square]: self.side(owner) for square, owner in game.pieces(state).items()
        }
        return game.setup(pieces, self.side(game.player(state)))


def images(game: Game) -> tuple[Image, ...]:
    """Return the symmetries that leave the start as it is, but for the side to move.

    The rules of every game here are the same in all directions that its start does not tell apart.
    """
    start = game.pieces(game.start)
    symmetries = []
    for squares in _turns(game):
        for swapped in (False, True):
            image = Image(squares, swapped)
            turned = {squares[square]: image.side(owner) for square, owner in start.items()}
            if turned == start and (swapped or squares != tuple(range(len(squares)))):
                symmetries.append(image)
    return tuple(symmetries)


def _turns(game: Game) -> list[tuple[Square, ...]]:
    """Return the mirrorings and rotations of a board, each as the new place of every square."""
    columns, rows = game.columns, game.rows
    keep: list[Callable[[int, int], Place]] = [
        lambda c, r: (c, r),
        lambda c, r: (columns - 1 - c, r),
        lambda c, r: (c, rows - 1 - r),
        lambda c, r: (columns - 1 - c, rows - 1 - r),
    ]
    turn: list[Callable[[int, int], Place]] = [
        lambda c, r: (r, c),
        lambda c, r: (rows - 1 - r, c),
        lambda c, r: (r, columns - 1 - c),
        lambda c, r: (rows - 1 - r, columns - 1 - c),
    ]
    turns = []
    for place in keep + (turn if columns == rows else []):
        moved = [place(square % columns, square // columns) for square in range(columns * rows)]
        turns.append(tuple(row * columns + column for column, row in moved))
    return turns


# How well two lists of numbers agree in their order: Spearman's rank correlation.

def ranks(numbers: Sequence[float]) -> list[float]:
    """Return each number's rank from 1; equal numbers share the mean of their ranks."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    shared = [0.0] * len(numbers)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and numbers[order[last + 1]] == numbers[order[first]]:
            last += 1
        for place in order[first : last + 1]:
            shared[place] = (first + last) / 2 + 1
        first = last + 1
    return shared


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the correlation of the ranks, -1 to 1, or None if all numbers of a list are equal."""
    if len(first) != len(second):
        raise ValueError("the lists have different lengths")
    x, y = ranks(first), ranks(second)
    middle = (len(x) + 1) / 2
    together = sum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    spread = sum((a - middle) ** 2 for a in x) * sum((b - middle) ** 2 for b in y)
    return together / sqrt(spread) if spread else None
