"""Scores of series and what they prove: confidence intervals, Elo differences, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt, tanh
from operator import mul
from typing import NamedTuple

Z = 1.959964  # 95 % of the normal distribution lie within this many standard deviations
ELO = 400 / log(10)  # a natural logarithm of odds in Elo
PRIOR = 2  # drawn games of every player against the average
STEPS = 100  # of Newton's method, which needs ten


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __sub__(self, other: Score) -> Score:
        return Score(self.wins - other.wins, self.draws - other.draws, self.losses - other.losses)

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


def joint_interval(scores: Sequence[Score]) -> tuple[float, float]:
    """Return the 95 % interval of the share of all points against different opponents together.

    Games against one opponent vary less than those against opponents of all strengths. Two points
    of four more games for each keep a share of 0 or 1 from being certain (Agresti and Coull).
    """
    games = sum(score.games for score in scores)
    if not games:
        return 0.0, 1.0
    variance = 0.0
    for score in scores:
        share = (score.points + 2) / (score.games + 4)
        variance += score.games * share * (1 - share)
    middle, spread = sum(score.points for score in scores) / games, Z * sqrt(variance) / games
    return max(0.0, middle - spread), min(1.0, middle + spread)


def sampled_interval(
    scores: Sequence[Score], forfeits: Sequence[Score]
) -> tuple[float, float] | None:
    """Return the 95 % interval of the share of all points, or None if every game was forfeited.

    `forfeits` are the parts of the scores that forfeits decided. They are not a sample of a
    player's strength: they count as they are, and only the other games could have ended otherwise.
    """
    played = [
        score - forfeited
        for score, forfeited in zip(scores, forfeits or [Score()] * len(scores), strict=True)
    ]
    count, every = sum(score.games for score in played), sum(score.games for score in scores)
    if not count:
        return None
    low, high = played[0].interval() if len(played) == 1 else joint_interval(played)
    fixed = sum(score.points for score in forfeits)
    return (fixed + low * count) / every, (fixed + high * count) / every


def elo(share: float) -> float:
    """Return the difference in rating that explains a share of the points."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


class Rating(NamedTuple):
    """A player's Elo, and the distance to the ends of its 95 % interval."""

    elo: float
    error: float  # infinite for a player without games


def ratings(
    scores: Mapping[tuple[int, int], Score], players: int, anchor: int | None = None
) -> list[Rating]:
    """Return the Elo ratings that explain all scores best (Bradley and Terry).

    They are 0 on average, or for the player `anchor` if one is given.

    Every player is given PRIOR drawn games against the average, so that one who won everything has
    a rating, too. The intervals come from the covariance of all ratings together, because a
    player's rating is no surer than those of its opponents, and reach further by what these drawn
    games have changed. Otherwise few games would leave the best and the worst outside of theirs.
    """
    met: list[list[tuple[int, Score]]] = [[] for _ in range(players)]
    for (player, other), score in scores.items():
        met[player].append((other, score))
    strengths = [0.0] * players  # natural logarithms of the odds against the average
    for _ in range(STEPS):
        slopes, information = _derived(met, strengths)
        step = _solved(_factor(information), slopes)
        most = max(map(abs, step), default=0.0)
        # Far from the best ratings a full step would lead too far.
        strengths = [
            old + change * min(1.0, 1 / most) if most else old
            for old, change in zip(strengths, step, strict=True)
        ]
        if most < 1e-9:
            break
    factor = _factor(_derived(met, strengths)[1])
    pulls = _solved(factor, [PRIOR * (0.5 - _likely(strength)) for strength in strengths])
    base = [1 / players if anchor is None else float(one == anchor) for one in range(players)]
    zero, rated = sum(map(mul, base, strengths)), list[Rating]()
    for player, strength in enumerate(strengths):
        weights = [(other == player) - part for other, part in enumerate(base)]
        variance = sum(map(mul, weights, _solved(factor, weights)))
        known = any(score.games for _, score in met[player])
        reach = Z * sqrt(max(variance, 0.0)) + abs(sum(map(mul, weights, pulls)))
        error = reach * ELO if known else inf
        rated.append(Rating((strength - zero) * ELO, error))
    return rated


def placed(met: Sequence[tuple[float, Score]]) -> Rating:
    """Return the rating of a player by its scores against opponents whose ratings are known.

    As in `ratings` it is given PRIOR drawn games against their average, and a wider interval.
    """
    average = sum(elo for elo, _ in met) / len(met)
    games = [(elo / ELO, score.points, score.games) for elo, score in met]
    games.append((average / ELO, PRIOR / 2, PRIOR))
    strength = average / ELO
    for _ in range(STEPS):
        slope = information = 0.0
        for other, points, number in games:
            likely = _likely(strength - other)
            slope += points - number * likely
            information += number * likely * (1 - likely)
        step = max(-1.0, min(1.0, slope / information))
        strength += step
        if abs(step) < 1e-9:
            break
    known = any(score.games for _, score in met)
    pull = PRIOR * (0.5 - _likely(strength - average / ELO)) / information
    return Rating(strength * ELO, (Z / sqrt(information) + abs(pull)) * ELO if known else inf)


def _derived(
    met: Sequence[Sequence[tuple[int, Score]]], strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the logarithm of the likelihood, and the information matrix."""
    slopes = list[float]()
    information = [[0.0] * len(met) for _ in met]
    for player, games in enumerate(met):
        own = information[player]
        likely = _likely(strengths[player])
        slope, own[player] = PRIOR * (0.5 - likely), PRIOR * likely * (1 - likely)
        for other, score in games:
            likely = _likely(strengths[player] - strengths[other])
            slope += score.points - score.games * likely
            known = score.games * likely * (1 - likely)
            own[player] += known
            own[other] -= known
        slopes.append(slope)
    return slopes, information


def _likely(difference: float) -> float:
    """Return the expected share of the points at a difference of strengths."""
    return 0.5 + tanh(difference / 2) / 2


def _factor(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the lower triangle whose square is a symmetric positive matrix (Cholesky)."""
    rows = list[list[float]]()
    for number, line in enumerate(matrix):
        row = list[float]()
        for column in range(number):
            other = rows[column]
            row.append((line[column] - sum(map(mul, row, other))) / other[column])
        row.append(sqrt(line[number] - sum(map(mul, row, row))))
        rows.append(row)
    return rows


def _solved(factor: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of the equations whose matrix has this factor."""
    forward = list[float]()
    for row, value in zip(factor, right, strict=True):
        forward.append((value - sum(map(mul, row, forward))) / row[-1])
    solution = forward
    for number in range(len(factor) - 1, -1, -1):
        row = factor[number]
        value = solution[number] = solution[number] / row[number]
        for column in range(number):
            solution[column] -= value * row[column]
    return solution
