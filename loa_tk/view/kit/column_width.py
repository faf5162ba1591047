"""The width of the column of cards beside a board, for the main and the Flow Free window."""

from __future__ import annotations

LEAST, SHARE, MOST_LEAST, WIDEST = 284, 0.33, 360, 520
MARGINS = 48  # 16 each: left, right, and between board and column


def column_width(window: int, board: int, scale: float = 1.0) -> int:
    """Return the column's width in a window of this width, if the board could be `board` wide.

    The board is as large as it can be; the column gets what a board limited by its height leaves.
    """
    least = max(LEAST * scale, min(MOST_LEAST * scale, window * SHARE))
    return round(max(least, min(WIDEST * scale, window - MARGINS * scale - board)))
