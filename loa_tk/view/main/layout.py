"""The place of the third card in the main window, and the window's remembered geometry."""

from __future__ import annotations

import re

FIRST = (1000, 720)  # the window's size, with the menu bar, if none is remembered
SHARE = 0.7  # of the screen's height, which a window on a large screen takes at first


def first_size(screen: tuple[int, int], scale: float = 1.0) -> tuple[int, int]:
    """Return the size of a window that opens for the first time, in proportion to the screen."""
    width, height = (scale * side for side in FIRST)
    larger = max(1.0, min(SHARE * screen[1] / height, SHARE * screen[0] / width))
    return round(larger * width), round(larger * height)


def third_card(
    size: tuple[int, int], column: int, gap: int, board: int, cards: int, least: int
) -> str:
    """Return where the third card is largest: in the "column", below the "board", or below "all".

    `board` and `cards` are the heights of what is above it. It goes below them only if it is at
    least `least` high there. A board of 5 rows and 10 columns leaves half of the window below it.
    """
    width, height = size
    room = {
        "column": (column, height - cards - gap),
        "board": (width - column - gap, height - board - gap),
        "all": (width, height - max(board, cards) - gap),
    }
    able = [place for place in room if place == "column" or room[place][1] >= least]
    return max(able, key=lambda place: room[place][0] * max(0, room[place][1]))


def fitting(
    geometry: str, most: tuple[int, int], least: tuple[int, int], scale: float = 1.0
) -> str:
    """Return a remembered "WxH+X+Y" moved onto a screen of `most`, or "" if it is unreadable.

    "WxH+X+Y@S" was remembered at the scale S; the window is as much larger now as its texts are.
    """
    found = re.fullmatch(
        r"(\d{1,5})x(\d{1,5})\+(-?\d{1,5})\+(-?\d{1,5})(?:@(\d\.?\d{0,2}))?", geometry
    )
    if not found:
        return ""
    width, height, x, y = map(int, found.groups()[:4])
    larger = scale / max(1.0, float(found[5] or scale))
    width = max(least[0], min(round(larger * width), most[0]))
    height = max(least[1], min(round(larger * height), most[1]))
    x = max(0, min(x, most[0] - width))
    y = max(0, min(y, most[1] - height))
    return f"{width}x{height}+{x}+{y}"
