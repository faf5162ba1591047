"""The cross table of a tournament: everyone's points against everyone, the best player first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.model.pairings import Pair
from loa_tk.model.scoring import Score

Scores = Mapping[Pair, Score]

NEVER_MET = "·"


def by_rating(rated: Sequence[float]) -> list[int]:
    """Return the players' numbers, the best first; equal ratings keep the players' order."""
    return sorted(range(len(rated)), key=lambda one: -round(rated[one], 6))


def other_way_round(score: Score) -> Score:
    """Return a score as the opponent sees it."""
    return Score(score.losses, score.draws, score.wins)


def total(scores: Scores, player: int, opponents: Sequence[int]) -> Score:
    """Return a player's score against all of these opponents together."""
    return sum((scores.get((player, other), Score()) for other in opponents), Score())


def cells(scores: Scores, player: int, order: Sequence[int]) -> list[str]:
    """Return a player's points against each of the players in this order."""
    return [
        f"{scores[player, other].points:g}" if (player, other) in scores else NEVER_MET
        for other in order
    ]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as text: place and name at the left, then figures under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{place:>{widths[0]}} {name:<{widths[1]}}"
        + "".join(f"  {cell:>{wide}}" for cell, wide in zip(figures, widths[2:], strict=True))
        for place, name, *figures in rows
    )
