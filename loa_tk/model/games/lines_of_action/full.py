"""The evaluation `full`: the program's own best, its weights chosen by matches (docs/RESULTS.md)."""

from __future__ import annotations

from collections.abc import Callable

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.games.lines_of_action.centre import centre


def full(grid: Grid) -> Callable[[Bits], float]:
    """The value of one colour's board."""
    return centre(grid)
