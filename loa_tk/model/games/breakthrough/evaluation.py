"""Evaluations of Breakthrough by name, and all children of a position valued in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add
from typing import TYPE_CHECKING

from loa_tk.model.bitboard import Bits
from loa_tk.model.game import WON, Evaluation, Move, State
from loa_tk.model.games.breakthrough.full import FullJudge
from loa_tk.model.games.breakthrough.noise import Noise
from loa_tk.model.games.breakthrough.report import REPORTS, ReportJudge
from loa_tk.model.games.breakthrough.scales import Scales, scales

if TYPE_CHECKING:
    from loa_tk.model.games.breakthrough.rules import Breakthrough

EVALUATIONS = (*REPORTS, "full")


def evaluation(game: Breakthrough, name: str, seed: int, noise: float) -> Evaluation:
    """The evaluation of that name; `full` has no noise."""
    if name == "full":
        both = [scales(game, mover, FullJudge(game, mover)) for mover in (0, 1)]
        return PairEvaluation(game, [both, both], None)
    report, tables = REPORTS[name], []
    for player in (0, 1):
        seen = [report if mover == player else report.of_opponent() for mover in (0, 1)]
        tables.append([scales(game, m, ReportJudge(game, m, seen[m])) for m in (0, 1)])
    return PairEvaluation(game, tables, Noise(seed, noise) if noise else None)


class PairEvaluation(Evaluation):
    """The value of two boards by Scales, one for each player asked about and side that moved."""

    def __init__(
        self, game: Breakthrough, tables: Sequence[Sequence[Scales]], noise: Noise | None
    ) -> None:
        """Keep the tables."""
        self.limit, self.armies = 0.99 * game.utmost, game.armies
        self.tables, self.noise = tables, noise

    def value(self, state: State, player: int) -> float:
        """How good an unfinished state is for `player`."""
        enemy, own, side = state
        value = self._clip(self._value(own, enemy, player, 1 - side))
        return -value if side == player else value

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """All moves in the game's order and their children's values for the side to move."""
        moves, values = self._values(state, player)
        if moves and (max(values) > self.limit or min(values) < -self.limit):
            return moves, list(map(self._clip, values))
        return moves, values

    def best_child(self, state: State, player: int) -> tuple[float, Move, int, int]:
        """The best child alone; no move ends the game for the opponent."""
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
        moves = self.armies[side].moves(own, enemy)
        boards = list(map(own.__xor__, moves))
        meetings = map(table.enemy_sets[enemy].__and__, map(table.own_sets.__getitem__, boards))
        found: Iterable[float] = map(
            add, map(table.own.__getitem__, boards), map(table.contact.__getitem__, meetings)
        )
        if self.noise is not None:
            found = map(add, found, self.noise.of_boards(boards, enemy, side, player))
        values = list(map(table.enemy[enemy].__add__, found))
        for index, captured in enumerate(map(enemy.__and__, moves)):
            if captured:
                values[index] = self._value(boards[index], enemy ^ captured, player, side)
        return moves, values

    def _value(self, own: Bits, enemy: Bits, player: int, mover: int) -> float:
        """The value for `mover`, who has just moved to `own`."""
        table = self.tables[player][mover]
        value = table.own[own] + table.contact[table.own_sets[own] & table.enemy_sets[enemy]]
        if self.noise is not None:
            value += sum(self.noise.of_boards([own], enemy, mover, player))
        return value + table.enemy[enemy]
