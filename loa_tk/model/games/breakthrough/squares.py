"""The weights of `full` for Breakthrough 8x8, in hundredths of a typical worker.

They were fitted by logistic regression to games (docs/REPORT.md), except those of a worker that is
one step from base and cannot be captured, and those of a race that is certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

ByRow: TypeAlias = tuple[float, ...]
# By row from home, then by supporters (0 to 2), then by attackers (0 to 2).
ByContact: TypeAlias = tuple[tuple[tuple[float, ...], ...], ...]


@dataclass(frozen=True)
class SquareWeights:
    """What each square adds for a side, by its row from that side's home, and what the race adds.

    Supporters stand diagonally behind a square, and attackers are enemies diagonally ahead of it.
    """

    to_move: ByContact  # a worker of the side to move
    waiting: ByContact  # a worker of the other side
    contested: ByContact  # an empty square, for each side
    files: tuple[ByRow, ...]  # by row, then by the worker's file from the nearer edge
    beside: ByRow  # a worker with another to its left
    certain: ByRow  # a race that is certain to be won, by the winner's steps to go
    turn: float  # the right to move


SQUARES = {
    "breakthrough8": SquareWeights(
        to_move=(
            ((92, 82, 0), (0, 0, 0), (0, 0, 0)),
            ((129, 100, 69), (114, 121, 74), (89, 87, 45)),
            ((88, 87, 73), (94, 100, 37), (95, 113, 56)),
            ((105, 93, 63), (104, 93, 75), (101, 92, 86)),
            ((113, 101, 95), (116, 110, 74), (128, 114, 105)),
            ((108, 75, 64), (120, 119, 65), (93, 97, 92)),
            ((3000, 3000, 3000), (3000, 3000, 3000), (3000, 3000, 3000)),
        ),
        waiting=(
            ((93, 38, 0), (0, 0, 0), (0, 0, 0)),
            ((131, -62, 68), (116, 114, 58), (91, 95, 61)),
            ((90, -9, 40), (95, 104, -31), (95, 115, 81)),
            ((107, 22, 22), (105, 97, 14), (103, 94, 99)),
            ((114, 48, 30), (116, 110, 41), (127, 110, 110)),
            ((111, 1, 5), (123, 125, 15), (98, 101, 151)),
            ((2500, -213, 8), (2500, 140, 3), (2500, 0, 3)),
        ),
        contested=(
            ((-8, -146, 0), (0, 0, 0), (0, 0, 0)),
            ((25, -82, -5), (21, 8, -111), (10, 11, -8)),
            ((1, -1, -2), (3, 7, -1), (4, 14, 16)),
            ((7, 6, 5), (7, 5, 2), (7, 8, 6)),
            ((-7, -7, -7), (-6, -5, -8), (-5, -2, -6)),
            ((-1, -3, -4), (1, -7, -14), (2, 1, -16)),
            ((-25, -21, -10), (82, -8, -11), (5, 111, 8)),
            ((8, 0, 0), (146, 0, 0), (0, 0, 0)),
        ),
        files=(
            (-24, 3, 18, 5),
            (-4, -1, 3, 4),
            (-2, 0, 1, 3),
            (-1, -1, -1, 2),
            (-6, -3, 5, 5),
            (12, -23, 6, 5),
            (0, 0, 0, 0),
        ),
        beside=(3, 4, 1, 3, 34, 193, 0),
        certain=(0, 2900, 2800, 2700, 2600, 2500, 2400, 2300),
        turn=36,
    ),
}
