"""How well two lists of numbers agree in their order: Spearman's rank correlation."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt


def ranks(numbers: Sequence[float]) -> list[float]:
    """Return each number's rank from 1; equal numbers share the mean of their ranks."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    found = [0.0] * len(numbers)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and numbers[order[last + 1]] == numbers[order[first]]:
            last += 1
        for place in order[first : last + 1]:
            found[place] = (first + last) / 2 + 1
        first = last + 1
    return found


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return the correlation of the ranks, -1 to 1, or None if all numbers of a list are equal."""
    if len(one) != len(other):
        raise ValueError("the lists have different lengths")
    x, y = ranks(one), ranks(other)
    middle = (len(x) + 1) / 2
    together = sum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    spread = sum((a - middle) ** 2 for a in x) * sum((b - middle) ** 2 for b in y)
    return together / sqrt(spread) if spread else None
