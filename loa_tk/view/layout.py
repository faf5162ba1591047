"""How the window divides its width between the board and the column of cards."""

from __future__ import annotations

import re

FIRST = (1000, 720)  # the window's size when none is remembered, with the menu bar
LEAST, SHARE, MOST_LEAST, WIDEST = 284, 0.33, 360, 520
MARGINS = 48  # 16 each: left, right, and between board and column


def column_width(window: int, board: int, scale: float = 1.0) -> int:
    """The column's width in a window so wide, with a board that could be `board` pixels wide.

    The board is as large as it can be; the column takes what a board limited by its height leaves.
    """
    least = max(LEAST * scale, min(MOST_LEAST * scale, window * SHARE))
    return round(max(least, min(WIDEST * scale, window - MARGINS * scale - board)))


def fitting(geometry: str, most: tuple[int, int], least: tuple[int, int]) -> str:
    """A remembered "WxH+X+Y" made to lie on a screen of `most`, or nothing when it is nonsense."""
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})\+(-?\d{1,5})\+(-?\d{1,5})", geometry)
    if not found:
        return ""
    width, height, x, y = map(int, found.groups())
    width = max(least[0], min(width, most[0]))
    height = max(least[1], min(height, most[1]))
    x = max(0, min(x, most[0] - width))
    y = max(0, min(y, most[1] - height))
    return f"{width}x{height}+{x}+{y}"
