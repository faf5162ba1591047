"""The evaluations of Breakthrough by name, each valuing all children of a position in one call."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, sub

from loa_tk.model.bitboard import Bits, Lazy
from loa_tk.model.boards import with_clipping
from loa_tk.model.game import WON, Evaluation, Move, State
from loa_tk.model.games.breakthrough.army import Contest
from loa_tk.model.games.breakthrough.formation import FormationJudge
from loa_tk.model.games.breakthrough.full import FullEvaluation
from loa_tk.model.games.breakthrough.noise import Noise
from loa_tk.model.games.breakthrough.scales import Scales, scales
from loa_tk.model.games.breakthrough.squares import SQUARES
from loa_tk.model.games.breakthrough.third_report import FORMULAS, FormulaJudge

EVALUATIONS = (*FORMULAS, "full")
KEPT = 8  # evaluations that differ in their noise; a series may use a new seed for every game


class Evaluations:
    """The evaluations of one game; those that differ only in their noise share all tables."""

    def __init__(self, game: Contest) -> None:
        """Remember the game; evaluations are made when they are first needed."""
        self.game = game
        self.tables = Lazy(self._tables)
        self.made = Lazy(self._make, KEPT)

    def find(self, name: str, seed: int, noise: float) -> Evaluation:
        """Return the evaluation of that name with that seed and amplitude of noise.

        `full` has no noise.
        """
        return self.made[(name, seed, noise) if name in FORMULAS else (name, 0, 0.0)]

    def _make(self, key: tuple[str, int, float]) -> Evaluation:
        name, seed, noise = key
        if name == "full" and self.game.key in SQUARES:
            return FullEvaluation(self.game, SQUARES[self.game.key])
        if not noise:
            return PairEvaluation(self.game, self.tables[name])
        return NoisyEvaluation(self.game, self.tables[name], Noise(seed, noise))

    def _tables(self, name: str) -> Sequence[Sequence[Scales]]:
        game, sides = self.game, (0, 1)
        if name == "full":
            both = [scales(game, mover, FormationJudge(game, mover)) for mover in sides]
            return [both, both]
        formula = FORMULAS[name]
        return [
            [
                scales(game, mover, FormulaJudge(game, mover, formula.seen_by(player == mover)))
                for mover in sides
            ]
            for player in sides
        ]


class PairEvaluation(Evaluation):
    """The value of two boards by the Scales of the player asked about and the side that moved."""

    def __init__(self, game: Contest, tables: Sequence[Sequence[Scales]]) -> None:
        """Keep the tables."""
        self.limit, self.armies, self.tables = 0.99 * game.utmost, game.armies, tables

    def value(self, state: State, player: int) -> float:
        """Return how good an unfinished state is for `player`."""
        enemy, own, side = state
        value = self._clip(self._value(own, enemy, player, 1 - side))
        return -value if side == player else value

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
        """Return the parts of an unfinished state's value for `player`."""
        enemy, own, side = state
        parts = self._terms(own, enemy, player, 1 - side)
        if side == player:
            parts = [(name, -part) for name, part in parts]
        return with_clipping(parts, self.value(state, player))

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves in the game's order and their children's values for the mover."""
        moves, values = self._values(state, player)
        if moves and (max(values) > self.limit or min(values) < -self.limit):
            return moves, list(map(self._clip, values))
        return moves, values

    def best_child(self, state: State, player: int) -> tuple[float, Move, int, int]:
        """Return the best child; no child is lost, because no move wins for the opponent."""
        moves, values = self._values(state, player)
        if not moves:
            return 0.0, -1, 0, 0
        best = max(values)
        return self._clip(best), moves[values.index(best)], len(moves), 0

    def _clip(self, value: float) -> float:
        return WON if value >= WON else max(-self.limit, min(self.limit, value))

    def _values(self, state: State, player: int) -> tuple[Sequence[Move], list[float]]:
        own, enemy, side = state
        table = self.tables[player][side]
        moves, worths, sets = table.fans[own, self.armies[side].ahead[own] & enemy]
        contact = map(table.contact.__getitem__, map(table.enemy_sets[enemy].__and__, sets))
        values = list(map(add, map(table.enemy[enemy].__add__, worths), contact))
        for index, captured in enumerate(map(enemy.__and__, moves)):
            if captured:
                left = enemy ^ captured
                meeting = sets[index] & table.enemy_sets[left]
                values[index] = table.enemy[left] + worths[index] + table.contact[meeting]
        return moves, values

    def _value(self, own: Bits, enemy: Bits, player: int, mover: int) -> float:
        """Return the value for `mover`, which has just moved to `own`."""
        table = self.tables[player][mover]
        meeting = table.own_sets[own] & table.enemy_sets[enemy]
        return table.enemy[enemy] + table.own[own] + table.contact[meeting]

    def _terms(
        self, own: Bits, enemy: Bits, player: int, mover: int
    ) -> Sequence[tuple[str, float]]:
        """Return the parts of the value for `mover`, which has just moved to `own`."""
        return self.tables[player][mover].judge.terms(own, enemy)


class NoisyEvaluation(PairEvaluation):
    """A PairEvaluation with noise added to the value of the player asked about."""

    def __init__(
        self, game: Contest, tables: Sequence[Sequence[Scales]], noise: Noise
    ) -> None:
        """Keep tables and noise."""
        super().__init__(game, tables)
        self.noise = noise

    def _value(self, own: Bits, enemy: Bits, player: int, mover: int) -> float:
        value, noise = super()._value(own, enemy, player, mover), self.noise.one(own, enemy, mover)
        return value + noise if player == mover else value - noise

    def _terms(
        self, own: Bits, enemy: Bits, player: int, mover: int
    ) -> Sequence[tuple[str, float]]:
        noise = self.noise.one(own, enemy, mover)
        parts = super()._terms(own, enemy, player, mover)
        return [*parts, ("noise", noise if player == mover else -noise)]

    def _values(self, state: State, player: int) -> tuple[Sequence[Move], list[float]]:
        own, enemy, side = state
        moves, values = super()._values(state, player)
        noises = self.noise.many(map(own.__xor__, moves), enemy, side)
        for index, captured in enumerate(map(enemy.__and__, moves)):
            if captured:
                noises[index] = self.noise.one(own ^ moves[index], enemy ^ captured, side)
        return moves, list(map(add if player == side else sub, values, noises))
