"""The evaluation `centre` of the second report: checkers close together and near the centre."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, hypot

from loa_tk.model.bitboard import Bits, Grid

CORNER, BESIDE_CORNER, EDGE = -80, -25, -20
INNER_RINGS = {5: (10, 50), 6: (10, 50), 8: (10, 25, 50)}  # from the second ring to the centre


def square_worth(size: int, row: int, column: int) -> int:
    """Return the worth of a checker on that square, which grows towards the centre."""
    near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    if near > 0:
        return INNER_RINGS[size][near - 1]
    return {0: CORNER, 1: BESIDE_CORNER}.get(far, EDGE)


def concentration(places: list[tuple[int, int]]) -> float:
    """Return 100 / (1 + mean distance of the checkers from their centre of mass)."""
    number = len(places)
    rows, columns = (sum(part) for part in zip(*places, strict=True))
    # Whole numbers and fsum, so that mirrored boards do not differ in the last digit.
    spread = fsum(hypot(number * r - rows, number * c - columns) for r, c in places)
    return 100 / (1 + spread / number / number)


def centre_terms(grid: Grid) -> Callable[[Bits], Sequence[tuple[str, float]]]:
    """Return the function that splits a board's value into its two parts."""
    size = grid.columns
    worth = [square_worth(size, *divmod(square, size)) for square in range(size * size)]

    def terms(board: Bits) -> Sequence[tuple[str, float]]:
        squares = grid.numbers(board)
        places = [divmod(square, size) for square in squares]
        return (
            ("concentration", concentration(places)),
            ("centralisation", sum(worth[square] for square in squares) / len(squares)),
        )

    return terms


def centre(grid: Grid) -> Callable[[Bits], float]:
    """Return the value of a board: concentration plus the mean worth of its checkers' squares."""
    terms = centre_terms(grid)

    def value(board: Bits) -> float:
        (_, concentrated), (_, central) = terms(board)
        return concentrated + central

    return value
