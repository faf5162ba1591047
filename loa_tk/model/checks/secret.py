"""An evaluation that exists nowhere else: its numbers are drawn from a secret seed."""

from __future__ import annotations

from hashlib import blake2b

from loa_tk.model.game import Game, SimpleEvaluation, State

SECRET = "secret:"  # begins the name of such an evaluation; the seed follows
TIED = "="  # ends a seed whose numbers have few different values, so that many moves are equal
HALVES = 2  # of the greatest value, in steps of which such numbers are
SHARE = 0.9  # of U that values stay within, so that no estimate passes for a win
BITS = 53  # of a fraction that a float holds exactly


class SecretEvaluation(SimpleEvaluation):
    """Numbers that depend on the seed and the position alone.

    Practically all of them differ, unless the seed is one of numbers that are tied.

    What a position is worth for one player is minus what it is worth for the other. A search that
    was copied, or that asks an evaluation of its own, cannot know them.
    """

    def __init__(self, game: Game, seed: str) -> None:
        """Draw the numbers of this seed."""
        super().__init__(game)
        self._begun = blake2b(f"{game.key}/{seed}/".encode(), digest_size=8)
        self._scale, self._tied = SHARE * game.utmost, seed.endswith(TIED)

    def value(self, state: State, player: int) -> float:
        """Return a number from -0.9 U to 0.9 U."""
        drawn = self._begun.copy()
        drawn.update(repr(state).encode())
        number = int.from_bytes(drawn.digest(), "big") >> (64 - BITS)
        fraction = number / (1 << (BITS - 1)) - 1
        if self._tied:
            fraction = round(HALVES * fraction) / HALVES
        return self._scale * (fraction if player == 0 else -fraction)
