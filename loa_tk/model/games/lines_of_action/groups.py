"""The evaluation `groups` of the first report: fewer groups are better, then fewer checkers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from loa_tk.model.bitboard import Bits, Grid


def ranks(most: int) -> dict[tuple[int, int], int]:
    """Number the pairs (groups, checkers) with 2 <= groups <= checkers <= most, from 1."""
    pairs = [(a, b) for a in range(2, most + 1) for b in range(a, most + 1)]
    return {pair: rank for rank, pair in enumerate(pairs, 1)}


def groups(grid: Grid) -> Callable[[Bits], float]:
    """Return the function that values a board at half of the report's u = 100 - 200 r / a.

    The difference of the two sides' halves is the report's value of a position.
    """
    most = 2 * (grid.columns - 2)
    rank_of = ranks(most)
    number = len(rank_of) + 1

    def value(board: Bits) -> float:
        rank = rank_of[len(grid.groups(board)), board.bit_count()]
        return (100 - 200 * rank / number) / 2

    return value


def groups_terms(grid: Grid) -> Callable[[Bits], Sequence[tuple[str, float]]]:
    """Return the function that names what the value of a board comes from, with its value."""
    value = groups(grid)

    def terms(board: Bits) -> Sequence[tuple[str, float]]:
        number, checkers = len(grid.groups(board)), board.bit_count()
        return ((f"{number} groups, {checkers} checkers", value(board)),)

    return terms
