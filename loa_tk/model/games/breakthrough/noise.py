"""Reproducible noise: the same number in [0, 1) for the same seed and position, on any machine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from loa_tk.model.bitboard import Bits, Lazy

DIGITS = 53  # the bits of a whole number that a float holds exactly
WORD = (1 << 64) - 1
BOUND = 100_000  # boards kept for each side
PRIME = (1 << 61) - 1  # larger boards are reduced modulo this


def stir(seed: int, board: Bits) -> int:
    """Return a number of 53 bits that depends on every bit of board and seed (splitmix)."""
    mixed = (board % PRIME * 0x9E3779B97F4A7C15 + (seed % PRIME) * 0xD1B54A32D192ED03) & WORD
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
    return (mixed ^ mixed >> 31) >> 64 - DIGITS


class Noise:
    """The noise of one seed, combined from a number for each board and one for the turn.

    The numbers are combined by exclusive or, so one `map` over boards gives the noise of all
    children.
    """

    def __init__(self, seed: int, amplitude: float) -> None:
        """Prepare the tables, one for each side's boards."""
        self.unit = amplitude / (1 << DIGITS)
        self.parts = tuple(Lazy(partial(stir, 3 * seed + side), BOUND) for side in (0, 1))
        self.turns = stir(3 * seed + 2, 0), stir(3 * seed + 2, 1)

    def one(self, own: Bits, enemy: Bits, mover: int) -> float:
        """Return the noise of the position in which `mover` has just moved to `own`."""
        return self.many([own], enemy, mover)[0]

    def many(self, boards: Iterable[Bits], enemy: Bits, mover: int) -> list[float]:
        """Return the noise of each position in which `mover` has just moved to a board."""
        rest = self.parts[1 - mover][enemy] ^ self.turns[mover]
        parts = map(rest.__xor__, map(self.parts[mover].__getitem__, boards))
        return list(map(self.unit.__mul__, parts))
