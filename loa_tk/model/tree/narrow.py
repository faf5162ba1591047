"""A game with only a few of its moves, so that a tree to be drawn or solved by hand stays small."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from loa_tk.model.bitboard import Cache
from loa_tk.model.game import Evaluation, Game, Move, Outcome, SimpleEvaluation, Square, State
from loa_tk.model.numbers import rounded


def pick(chance: random.Random, number: int, most: int) -> list[int]:
    """Return at most `most` of the numbers from 0 to `number` - 1, in order.

    Only `randrange` is used, because its results are the same in every version of Python.
    """
    left = list(range(number))
    return sorted(left.pop(chance.randrange(len(left))) for _ in range(min(most, number)))


class NarrowGame(Game):
    """Another game in which each side has at most a given number of its moves in each position.

    Which moves these are depends on the seed and the position alone.
    """

    def __init__(self, game: Game, widths: tuple[int, int], seed: str) -> None:
        """Limit the moves of the first and the second side to these numbers."""
        self.game, self.widths, self.seed = game, widths, seed
        self.key, self.title = game.key, game.title
        self.rows, self.columns = game.rows, game.columns
        self.sides, self.utmost, self.start = game.sides, game.utmost, game.start
        self.evaluations, self.board, self.piece = game.evaluations, game.board, game.piece
        self._moves: Cache[State, Sequence[Move]] = Cache(self._few)

    def _few(self, state: State) -> Sequence[Move]:
        moves = self.game.moves(state)
        places = pick(
            random.Random(f"{self.seed}/{state}"), len(moves), self.widths[self.player(state)]
        )
        return [moves[place] for place in places]

    def moves(self, state: State) -> Sequence[Move]:
        """Return a few of the game's moves, in its order."""
        return self._moves[state]

    def player(self, state: State) -> int:
        return self.game.player(state)

    def play(self, state: State, move: Move) -> State:
        return self.game.play(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return self.game.outcome(state)

    def stuck(self, state: State) -> Outcome:
        return self.game.stuck(state)

    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        return self.game.setup(pieces, player)

    def pieces(self, state: State) -> dict[Square, int]:
        return self.game.pieces(state)

    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        return self.game.path(state, move)

    def taken(self, state: State, move: Move) -> Square | None:
        return self.game.taken(state, move)

    def explain(self, state: State, origin: Square, target: Square) -> str:
        return self.game.explain(state, origin, target)

    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        return self.game.evaluation(name, seed, noise)


class RoundedEvaluation(SimpleEvaluation):
    """An evaluation without noise whose values are exactly as they are shown everywhere."""

    def __init__(self, game: Game, name: str) -> None:
        """Round what this evaluation of the game returns."""
        super().__init__(game)
        self.exact = game.evaluation(name, noise=0.0)

    def value(self, state: State, player: int) -> float:
        return rounded(self.exact.value(state, player))
