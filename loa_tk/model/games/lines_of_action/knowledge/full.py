"""The evaluation `full`: the best one, with weights chosen by matches (docs/RESULTS.md).

The value of a side is the sum of: how close its checkers are to their centre of mass, the share of
them that is in the largest group, the worth of each checker's square, solid blocks, and a bonus for
being to move. Sums over the checkers are looked up for half a board at a time, which takes a third
of the time of adding them up one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from loa_tk.model.bitboard import Bits, Cache, Grid, bits

FINE = 1_000  # parts of a unit, because sums of whole numbers are the same on mirrored boards
# Four sums in one int, each in a field that is wide enough: rows, columns, squares, worth.
FIELD = 16
MASK = (1 << FIELD) - 1


@dataclass(frozen=True, kw_only=True)
class BoardWeights:
    """The weights of the features on one size of board; a board's value is their sum."""

    concentration: float  # divided by 1 + the checkers' RMS distance from their centre of mass
    largest: float  # times the share of the checkers that is in the largest group
    block: float  # for each 2x2 block of checkers
    checkers: Sequence[Sequence[float]]  # for each checker, by its distances from two edges
    tempo: float  # for being the side to move


# Fitted to the results of 3,000 to 4,000 games of each size (20 units are odds of e to 1), then
# corrected by matches; docs/RESULTS.md has what was tried on 6x6 without success.
WEIGHTS = {
    5: BoardWeights(
        concentration=410,
        largest=26,
        block=7,
        checkers=((2.9, 5.2, 7.3), (7.4, 17.1), (14.0,)),
        tempo=15,
    ),
    6: BoardWeights(
        concentration=370,
        largest=25,
        block=-7,
        checkers=((2.2, 5.7, 8.2), (10.6, 13.4), (15.5,)),
        tempo=12,
    ),
    8: BoardWeights(
        concentration=400,
        largest=15,
        block=-2,
        checkers=((2.1, 3.8, 5.3, 3.9), (7.3, 8.3, 9.2), (7.5, 7.9), (7.9,)),
        tempo=6,
    ),
}


def tempo(grid: Grid) -> float:
    """Return the bonus of the side to move.

    Without it, values alternate between odd and even depths, and moves searched one ply shallower
    look too good: depth 6 on 8x8 took 2.3 million nodes instead of 0.3 million.
    """
    return WEIGHTS[grid.columns].tempo


def checker_worth(weights: BoardWeights, size: int, row: int, column: int) -> int:
    """Return the worth of a checker on that square in thousandths; it is least in a corner."""
    near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    return round(FINE * weights.checkers[near][far - near])


def full(grid: Grid, weights: BoardWeights | None = None) -> Callable[[Bits], float]:
    """Return the function that values one colour's board, in about 3 microseconds."""
    size, width = grid.columns, grid.width
    weights = weights or WEIGHTS[size]
    concentration, largest, block = weights.concentration, weights.largest, weights.block
    fields = {
        bit: packed(row, column, checker_worth(weights, size, row, column))
        for bit, (row, column) in ((bit, divmod(n, size)) for bit, n in grid.number.items())
    }
    sums: Cache[Bits, int] = Cache(lambda half: sum(fields[bit] for bit in bits(half)))
    lower = (1 << width * (size // 2)) - 1
    upper = grid.all & ~lower

    def value(board: Bits) -> float:
        number = board.bit_count()
        total = sums[board & lower] + sums[board & upper]
        rows, columns = total & MASK, total >> FIELD & MASK
        spread = number * (total >> 2 * FIELD & MASK) - rows * rows - columns * columns
        pairs = board & board >> 1
        return (
            concentration / (1 + sqrt(spread) / number)
            + largest * grid.largest_group(board) / number
            + block * (pairs & pairs >> width).bit_count()
            + (total >> 3 * FIELD) / FINE
        )

    return value


def packed(row: int, column: int, worth: int) -> int:
    """Return what a checker adds to the four sums, packed into one int."""
    return row | column << FIELD | row * row + column * column << 2 * FIELD | worth << 3 * FIELD


def full_terms(grid: Grid) -> Callable[[Bits], Sequence[tuple[str, float]]]:
    """Return the function that splits a board's value into its features, one checker at a time."""
    size, weights = grid.columns, WEIGHTS[grid.columns]

    def terms(board: Bits) -> Sequence[tuple[str, float]]:
        number = board.bit_count()
        places = [divmod(square, size) for square in grid.numbers(board)]
        rows, columns = (sum(part) for part in zip(*places, strict=True))
        spread = number * sum(r * r + c * c for r, c in places) - rows * rows - columns * columns
        pairs = board & board >> 1
        worth = sum(checker_worth(weights, size, *place) for place in places)
        return (
            ("concentration", weights.concentration / (1 + sqrt(spread) / number)),
            ("largest group", weights.largest * grid.largest_group(board) / number),
            ("blocks of four", weights.block * (pairs & pairs >> grid.width).bit_count()),
            ("squares", worth / FINE),
        )

    return terms
