"""The ladder of each game: eight fixed players from random moves to a strong search.

A player is given by its depth and by how often it plays another move than its best one; it has no
clock, and its chance comes from the seed of the series and the number of the game. So it plays the
same on every machine, and a mark against it does not depend on the class. `build/tasks.py ladder`
measures the ratings, of which `random` is 0; the intervals are those of the difference from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loa_tk.model.game import UserError
from loa_tk.model.scoring import Rating, Score, placed

LADDER = "ladder"  # in the place of a player: all of them


@dataclass(frozen=True)
class Rung:
    """One player of a ladder, and its measured rating."""

    player: str
    elo: int
    error: int  # half of the 95 % interval


def _ladder(*rows: tuple[int, float, int, int]) -> tuple[Rung, ...]:
    """Return the ladder of random moves and searches: depth, share of blunders, rating, error."""
    rungs = [Rung("random", 0, 0)]
    for depth, share, elo, error in rows:
        search = f"strong:eval=full,depth={depth}"
        rungs.append(Rung(f"{search},blunder={share:g}" if share else search, elo, error))
    return tuple(rungs)


LADDERS: Mapping[str, tuple[Rung, ...]] = {
    "loa5": _ladder(
        (4, 0.8, 116, 44),
        (4, 0.66, 232, 45),
        (4, 0.52, 337, 48),
        (4, 0.38, 476, 53),
        (4, 0.24, 601, 58),
        (4, 0.11, 716, 62),
        (4, 0, 826, 67),
    ),
    "loa6": _ladder(
        (3, 0.85, 143, 79),
        (3, 0.72, 356, 88),
        (3, 0.59, 524, 96),
        (3, 0.43, 689, 105),
        (3, 0.27, 823, 111),
        (3, 0.12, 995, 119),
        (3, 0, 1203, 133),
    ),
    "loa8": _ladder(
        (2, 0.78, 204, 81),
        (2, 0.67, 339, 86),
        (2, 0.55, 492, 92),
        (2, 0.42, 693, 103),
        (2, 0.32, 825, 110),
        (2, 0.23, 1014, 120),
        (2, 0.14, 1193, 132),
    ),
    "minicheckers": _ladder(
        (1, 0.1, 117, 56),
        (2, 0.2, 266, 58),
        (2, 0.03, 385, 61),
        (4, 0.03, 509, 68),
        (6, 0, 602, 71),
        (9, 0, 707, 76),
        (14, 0, 855, 84),
    ),
    "breakthrough5": _ladder(
        (2, 0.8, 115, 46),
        (2, 0.63, 261, 48),
        (2, 0.46, 401, 51),
        (2, 0.29, 530, 57),
        (2, 0.17, 667, 61),
        (2, 0.06, 793, 65),
        (2, 0, 954, 72),
    ),
    "breakthrough6": _ladder(
        (2, 0.85, 175, 49),
        (2, 0.67, 331, 52),
        (2, 0.55, 453, 55),
        (2, 0.37, 591, 61),
        (2, 0.22, 751, 66),
        (2, 0.11, 918, 72),
        (2, 0, 1138, 82),
    ),
    "breakthrough8": _ladder(
        (1, 0.91, 180, 51),
        (1, 0.82, 346, 55),
        (1, 0.73, 532, 61),
        (1, 0.62, 706, 67),
        (1, 0.5, 845, 71),
        (1, 0.38, 1000, 75),
        (1, 0.21, 1137, 81),
    ),
    "breakthrough3": _ladder(
        (2, 0.82, 99, 70),
        (2, 0.67, 240, 73),
        (2, 0.53, 346, 77),
        (2, 0.38, 545, 90),
        (2, 0.26, 691, 99),
        (2, 0.17, 886, 110),
        (2, 0.09, 1065, 123),
    ),
    "breakthrough5x10": _ladder(
        (2, 0.84, 179, 47),
        (2, 0.73, 282, 49),
        (2, 0.6, 414, 52),
        (2, 0.45, 525, 57),
        (2, 0.28, 664, 61),
        (2, 0.15, 840, 67),
        (2, 0.08, 906, 71),
    ),
}


@dataclass(frozen=True)
class Climbed:
    """How far somebody has come on a ladder: the highest rung not above the rating, from 0."""

    rung: int
    rungs: int
    rating: Rating


def ladder(game: str) -> tuple[Rung, ...]:
    """Return the ladder of a game, or raise UserError."""
    if game not in LADDERS:
        raise UserError(f"there is no ladder for {game}; name opponents for it")
    return LADDERS[game]


def rung_title(number: int) -> str:
    """Return the name of a rung in tables, from 1."""
    return f"rung {number}"


def climbed(game: str, scores: Sequence[Score]) -> Climbed:
    """Return where a player stands on the ladder of a game, by its scores against the rungs."""
    rungs = ladder(game)
    rating = placed([(rung.elo, score) for rung, score in zip(rungs, scores, strict=True)])
    return Climbed(sum(rung.elo <= rating.elo for rung in rungs), len(rungs), rating)
