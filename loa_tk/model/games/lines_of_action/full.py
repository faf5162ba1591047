"""The evaluation `full`: the program's own best, its weights chosen by matches (docs/RESULTS.md).

Four things count for a side: how close its checkers stand to their centre of mass, how large a
part of them is one group already, how many checkers it has and how central their squares are;
and, against it, checkers spent on solid blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt

from loa_tk.model.bitboard import Bits, Grid

FINE = 1_000  # distances are whole thousandths: sums of whole numbers are equal on mirrored boards


@dataclass(frozen=True)
class Weights:
    """What the features are worth on one size of board, the board's value being their sum."""

    concentration: int  # checkers that all stood on one square would have all of it
    largest: int  # times the part of the checkers that are in the largest group
    block: int  # for each 2x2 block of checkers
    checkers: Sequence[Sequence[float]]  # for each checker, by the distances from its two edges


WEIGHTS = {
    5: Weights(410, 26, 7, ((2.9, 5.2, 7.3), (7.4, 17.1), (14.0,))),
    6: Weights(297, 25, -7, ((2.2, 5.7, 8.2), (10.6, 13.4), (15.5,))),
    8: Weights(400, 15, -2, ((2.1, 3.8, 5.3, 3.9), (7.3, 8.3, 9.2), (7.5, 7.9), (7.9,))),
}


def checker_worth(weights: Weights, size: int, row: int, column: int) -> int:
    """What a checker on that square is worth, in thousandths: more towards the centre."""
    near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    return round(FINE * weights.checkers[near][far - near])


def full(grid: Grid) -> Callable[[Bits], float]:
    """The value of one colour's board; computing one costs 7 to 10 microseconds."""
    size, width, weights = grid.columns, grid.width, WEIGHTS[grid.columns]
    concentration, largest, block = weights.concentration, weights.largest, weights.block
    places = {bit: divmod(number, size) for bit, number in grid.number.items()}
    worth = {bit: checker_worth(weights, size, *place) for bit, place in places.items()}
    farthest = 2 * (size - 2) * (size - 1)  # from the centre of mass, times the checkers
    roots = [isqrt(FINE * FINE * square) for square in range(2 * farthest * farthest + 1)]

    def value(board: Bits) -> float:
        number, rest = board.bit_count(), board
        men = []
        while rest:
            men.append(rest & -rest)
            rest &= rest - 1
        stand = [places[man] for man in men]
        rows = sum([row for row, _ in stand])
        columns = sum([column for _, column in stand])
        spread = sum([roots[(number * row - rows) ** 2 + (number * column - columns) ** 2]
                      for row, column in stand])
        pairs = board & board >> 1
        return (
            concentration / (1 + spread / (FINE * number * number))
            + largest * max(map(int.bit_count, grid.groups(board))) / number
            + block * (pairs & pairs >> width).bit_count()
            + sum([worth[man] for man in men]) / FINE
        )

    return value
