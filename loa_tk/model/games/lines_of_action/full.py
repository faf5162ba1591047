"""The evaluation `full`: the program's own best, its weights chosen by matches (docs/RESULTS.md).

For a side counts how close its checkers stand to their centre of mass, how large a part of them
is one group already, what each checker is worth on its square, solid blocks, and being to move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt

from loa_tk.model.bitboard import Bits, Grid

FINE = 1_000  # parts of a unit: sums of whole numbers are the same on mirrored boards


@dataclass(frozen=True)
class Weights:
    """What the features are worth on one size of board; a board's value is their sum."""

    concentration: float  # over 1 + the checkers' mean distance from their centre of mass
    largest: float  # times the part of the checkers that is in the largest group
    block: float  # for each 2x2 block of checkers
    checkers: Sequence[Sequence[float]]  # for each checker, by its distances from two edges
    tempo: float  # for being the side to move


# Fitted to the results of 3,000 to 4,000 games of each size (20 units: odds of e to 1), then tried
# in matches: on 6x6 30 % less or 40 % more concentration scores 47 and 44 % against this, no
# largest group 46 %, checkers worth 6 less or 4 more 46 and 48 % (each ± 2 %).
WEIGHTS = {
    5: Weights(410, 26, 7, ((2.9, 5.2, 7.3), (7.4, 17.1), (14.0,)), 15),
    6: Weights(297, 25, -7, ((2.2, 5.7, 8.2), (10.6, 13.4), (15.5,)), 12),
    8: Weights(400, 15, -2, ((2.1, 3.8, 5.3, 3.9), (7.3, 8.3, 9.2), (7.5, 7.9), (7.9,)), 6),
}


def tempo(grid: Grid) -> float:
    """What it is worth to be the side to move.

    Without it values sway with every ply, and moves tried a ply shallower look too good: depth 6
    on 8x8 took 2.3 million nodes instead of 0.3 million.
    """
    return WEIGHTS[grid.columns].tempo


def checker_worth(weights: Weights, size: int, row: int, column: int) -> int:
    """What a checker on that square is worth, in thousandths: least in a corner."""
    near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    return round(FINE * weights.checkers[near][far - near])


def full(grid: Grid, weights: Weights | None = None) -> Callable[[Bits], float]:
    """The value of one colour's board; computing one costs about 10 microseconds."""
    size, width = grid.columns, grid.width
    weights = weights or WEIGHTS[size]
    concentration, largest, block = weights.concentration, weights.largest, weights.block
    places = {bit: divmod(number, size) for bit, number in grid.number.items()}
    worth = {bit: checker_worth(weights, size, *place) for bit, place in places.items()}
    farthest = 2 * (size - 2) * (size - 1)  # from the centre of mass, times the checkers
    roots = [isqrt(FINE * FINE * square) for square in range(2 * farthest * farthest + 1)]

    def value(board: Bits) -> float:
        number, rest, men = board.bit_count(), board, []
        while rest:
            men.append(rest & -rest)
            rest &= rest - 1
        standing = [places[man] for man in men]
        rows = sum([row for row, _ in standing])
        columns = sum([column for _, column in standing])
        far = [(number * row - rows, number * column - columns) for row, column in standing]
        spread = sum([roots[up * up + right * right] for up, right in far])
        pairs = board & board >> 1
        return (
            concentration / (1 + spread / (FINE * number * number))
            + largest * max(map(int.bit_count, grid.groups(board))) / number
            + block * (pairs & pairs >> width).bit_count()
            + sum([worth[man] for man in men]) / FINE
        )

    return value
