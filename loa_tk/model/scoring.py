"""Scores of series with their confidence intervals, Elo differences and ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt

Z = 1.959964  # 95 % of a normal distribution lie within this many standard deviations


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Score) -> Score:
        """Return the score of both together."""
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Return the points: one for a win, half of one for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Return the share of all points; without any games it is one half."""
        return self.points / self.games if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share, which also holds if all games were won."""
        n, p = self.games, self.share
        if not n:
            return 0.0, 1.0
        middle = p + Z * Z / (2 * n)
        spread = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        # Exactly 0 or 1, because a rounding error beside them would be 6,000 Elo.
        low = 0.0 if p == 0 else (middle - spread) / scale
        return low, 1.0 if p == 1 else (middle + spread) / scale


def elo(share: float) -> float:
    """Return the difference in rating that explains a share of the points."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else -400 * log10(1 / share - 1)


def ratings(scores: Mapping[tuple[int, int], Score], players: int) -> Sequence[float]:
    """Return the Elo ratings that explain all pairs' scores best (Bradley and Terry's model).

    Their average is 0. Every pair is given one more drawn game, so that a player that has won
    everything has a rating, too.
    """
    strength = [1.0] * players
    for _ in range(500):
        new = []
        for i in range(players):
            points = sum(scores.get((i, j), Score()).points + 0.5 for j in range(players) if j != i)
            weight = sum(
                (scores.get((i, j), Score()).games + 1) / (strength[i] + strength[j])
                for j in range(players)
                if j != i
            )
            new.append(points / weight)
        mean = 10 ** (sum(map(log10, new)) / players)
        strength = [value / mean for value in new]
    return [400 * log10(value) for value in strength]
