"""Scores of series and what they prove: confidence intervals, Elo differences, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

Z = 1.959964  # 95 % of the normal distribution lie within this many standard deviations


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points: one for a win, half of one for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The share of all points, one half if no game was played."""
        return self.points / self.games if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share, which also holds if all games were won."""
        n, p = self.games, self.share
        if not n:
            return 0.0, 1.0
        middle = p + Z * Z / (2 * n)
        spread = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        # Exactly 0 and 1: a rounding error beside them would be a difference of 6,000 Elo.
        low = 0.0 if p == 0 else (middle - spread) / scale
        return low, 1.0 if p == 1 else (middle + spread) / scale


def elo(share: float) -> float:
    """Return the difference in rating that explains a share of the points."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


def ratings(scores: Mapping[tuple[int, int], Score], players: int) -> Sequence[float]:
    """Return the Elo ratings, 0 on average, that explain all scores best (Bradley and Terry).

    Every pair is given one more drawn game, so that a player who won everything has a rating, too.
    """
    others = [[j for j in range(players) if j != i] for i in range(players)]
    # Outside the loop, because a window asks for the ratings of thirty players while they play.
    points = [sum(scores.get((i, j), Score()).points + 0.5 for j in others[i])
              for i in range(players)]
    games = [[(j, scores.get((i, j), Score()).games + 1) for j in others[i]]
             for i in range(players)]
    strength = [1.0] * players
    for _ in range(500 if players > 1 else 0):
        new = [
            points[i] / sum([number / (mine + strength[j]) for j, number in games[i]])
            for i, mine in enumerate(strength)
        ]
        mean = 10 ** (sum(map(log10, new)) / players)
        before, strength = strength, [value / mean for value in new]
        if strength == before:
            break
    return [400 * log10(value) for value in strength]


def rating_errors(
    scores: Mapping[tuple[int, int], Score], rated: Sequence[float]
) -> Sequence[float]:
    """Return for each rating the distance to the ends of its 95 % interval.

    It comes from the information in the player's own games while the other ratings stay as they
    are. A player without games has an infinite one.
    """
    errors = []
    for i, mine in enumerate(rated):
        information = 0.0
        for j, theirs in enumerate(rated):
            games = scores.get((i, j), Score()).games
            likely = 1 / (1 + 10 ** ((theirs - mine) / 400))
            information += games * likely * (1 - likely) * (log(10) / 400) ** 2
        errors.append(Z / sqrt(information) if information else inf)
    return errors
