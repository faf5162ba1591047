"""Who plays whom in a tournament: every pair, or the rounds of the Swiss system."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]


def every_pair(players: int) -> list[Pair]:
    """Return each pair of players once, the lower number first."""
    return list(combinations(range(players), 2))


def swiss_round(
    players: int,
    points: Mapping[int, float],
    met: Collection[Pair],
    rested: Collection[int],
    seed: object,
) -> tuple[list[Pair], int | None]:
    """Return the pairs of the next round, and who rests in it if their number is odd.

    Players with equal points meet if possible, and nobody meets the same opponent twice unless all
    others have been met. The seed decides among players with equal points.
    """
    dice = random.Random(f"swiss/{seed}")
    lots = [dice.random() for _ in range(players)]
    order = sorted(range(players), key=lambda player: (-points.get(player, 0.0), lots[player]))
    resting = None
    if players % 2:
        # The last of the table that has not rested yet.
        resting = next((player for player in reversed(order) if player not in rested), order[-1])
        order.remove(resting)
    known = {frozenset(pair) for pair in met}
    pairs = _paired(order, known)
    if pairs is None:
        pairs = list(zip(order[::2], order[1::2], strict=True))
    return [(min(pair), max(pair)) for pair in pairs], resting


STEPS = 100_000  # of the search for a round without a second meeting


def _paired(order: Sequence[int], met: Collection[frozenset[int]]) -> list[Pair] | None:
    """Return pairs of neighbours as far as possible without a second meeting, or None."""
    left = STEPS

    def pair_up(waiting: Sequence[int]) -> list[Pair] | None:
        nonlocal left
        if not waiting:
            return []
        first, *others = waiting
        for opponent in others:
            left -= 1
            if left < 0:
                return None
            if frozenset((first, opponent)) not in met:
                rest = pair_up([player for player in others if player != opponent])
                if rest is not None:
                    return [(first, opponent), *rest]
        return None

    return pair_up(order)
