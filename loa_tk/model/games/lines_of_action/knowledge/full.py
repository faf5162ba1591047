"""The evaluation `full`: the best one, with weights chosen by matches (docs/RESULTS.md).

The value of a side is the sum of: how close its checkers are to their centre of mass, the share of
them that is in the largest group, the worth of each checker's square, solid blocks, and a bonus for
being to move. All that it needs is looked up for half a board at a time (`halves.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from loa_tk.immutable import dataclass
from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.game import WON
from loa_tk.model.games.lines_of_action.knowledge.halves import Halves, Place

CONNECTED = 4 * WON  # the value of a connected board: beyond WON, whatever is subtracted from it
BOUND = 1_000_000  # boards kept for one evaluation: about 100 MB
FINE = 1_000  # parts of a unit, because sums of whole numbers are the same on mirrored boards


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


def full(grid: Grid, weights: BoardWeights | None = None) -> dict[Bits, float]:
    """Return the table of the values of one colour's boards; it fills itself.

    A missing value takes 0.7 microseconds instead of the 4 that a flood fill and a loop over the
    checkers took: 8x8 is searched 1.4 times as fast.
    """
    size = grid.columns
    weights = weights or WEIGHTS[size]
    concentration, largest, block = weights.concentration, weights.largest, weights.block
    places: dict[Bits, Place] = {}
    for bit, square in grid.number.items():
        row, column = divmod(square, size)
        worth = checker_worth(weights, size, row, column)
        places[bit] = row, column, row * row + column * column, worth
    halves = Halves(grid, places)
    lower, upper = halves.lower, halves.upper
    lower_mask, upper_mask = halves.lower_mask, halves.upper_mask

    class FullTable(dict[Bits, float]):
        __slots__ = ()

        def __missing__(self, board: Bits) -> float:
            if len(self) >= BOUND:
                self.clear()
            rows, columns, squares, worth, blocks, joined = lower[board & lower_mask]
            rows_2, columns_2, squares_2, worth_2, blocks_2, border = upper[board & upper_mask]
            group, blocks_between = joined[border]
            number = board.bit_count()
            if group == number:
                self[board] = CONNECTED
                return CONNECTED
            rows += rows_2
            columns += columns_2
            spread = number * (squares + squares_2) - rows * rows - columns * columns
            value = self[board] = (
                concentration / (1 + sqrt(spread) / number)
                + largest * group / number
                + block * (blocks + blocks_2 + blocks_between)
                + (worth + worth_2) / FINE
            )
            return value

    return FullTable()


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
