"""The evaluations of Breakthrough by name, each valuing all children of a position in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add, sub
from typing import NamedTuple, TypeAlias

from loa_tk.model.bitboard import Bits, Cache, with_clipping
from loa_tk.model.game import WON, Evaluation, Move, State
from loa_tk.model.games.breakthrough.army import Contest
from loa_tk.model.games.breakthrough.knowledge.formation import FormationJudge
from loa_tk.model.games.breakthrough.knowledge.full import SQUARES, FullEvaluation
from loa_tk.model.games.breakthrough.knowledge.third_report import FORMULAS, FormulaJudge

# The tables of an evaluation of Breakthrough: one for each board, and one for their contact.
#
# The value of a position for the side that has just moved is own[its board] + enemy[the other's
# board] + contact[own_sets & enemy_sets]. The sets are squares of one colour's board (workers
# without support, attacked squares) of which only the intersection with a set of the other colour
# matters. They lie side by side in one int, so that one `and` intersects all of them.

BOUND = 100_000  # boards in each table; ten seconds need 40,000, and all tables 120 MB at most
FANS = 30_000  # about 1 kB each
REACHED = 4 * WON  # beyond WON, whatever is added to it


# What fills the tables: values of unfinished positions in which one side has just moved.
Judge: TypeAlias = FormulaJudge | FormationJudge


class Fan(NamedTuple):
    """All moves of a board, with the worth and the sets of the board after each move."""

    moves: Sequence[Move]
    worths: Sequence[float]
    sets: Sequence[Bits]


@dataclass(frozen=True, kw_only=True)
class Scales:
    """One judge and its tables, which are filled when needed."""

    judge: Judge
    own: Cache[Bits, float]
    enemy: Cache[Bits, float]
    own_sets: Cache[Bits, Bits]
    enemy_sets: Cache[Bits, Bits]
    contact: Cache[Bits, float]
    # By own board and the enemies straight ahead. From the start of 8x8 each is used fifty times.
    fans: Cache[tuple[Bits, Bits], Fan]


def scales(game: Contest, mover: int, judge: Judge) -> Scales:
    """Return the tables of a judge, with a won game beyond all its estimates."""
    needed, base = game.needed, game.armies[mover].base
    everywhere, stride = game.grid.all, game.grid.rows * game.grid.width
    starts = [number * stride for number in range(len(judge.own_sets(0)))]

    def own(board: Bits) -> float:
        return REACHED if (board & base).bit_count() >= needed else judge.own(board)

    def enemy(board: Bits) -> float:
        # A float, because `children` calls its __add__ with floats, which that of an int refuses.
        return REACHED if board.bit_count() < needed else float(judge.enemy(board))

    def packed(sets: Callable[[Bits], Sequence[Bits]]) -> Callable[[Bits], Bits]:
        return lambda board: sum(
            part << start for start, part in zip(starts, sets(board), strict=True)
        )

    def contact(meeting: Bits) -> float:
        return judge.contact(*(meeting >> start & everywhere for start in starts))

    own_table, own_sets = Cache(own, BOUND), Cache(packed(judge.own_sets), BOUND)

    def fan(key: tuple[Bits, Bits]) -> Fan:
        board, blockers = key
        moves = game.armies[mover].moves(board, blockers)
        boards = list(map(board.__xor__, moves))
        worths, sets = map(own_table.__getitem__, boards), map(own_sets.__getitem__, boards)
        return Fan(moves, tuple(worths), tuple(sets))

    return Scales(
        judge=judge,
        own=own_table,
        enemy=Cache(enemy, BOUND),
        own_sets=own_sets,
        enemy_sets=Cache(packed(judge.enemy_sets), BOUND),
        contact=Cache(contact, BOUND),
        fans=Cache(fan, FANS),
    )


# Reproducible noise: the same number in [0, 1) for the same seed and position, on any machine.

DIGITS = 53  # the bits of a whole number that a float holds exactly
WORD = (1 << 64) - 1
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
        self.unit = amplitude / (1 << DIGITS)
        self.parts = tuple(Cache(partial(stir, 3 * seed + side), BOUND) for side in (0, 1))
        self.turns = stir(3 * seed + 2, 0), stir(3 * seed + 2, 1)

    def one(self, own: Bits, enemy: Bits, mover: int) -> float:
        """Return the noise of the position in which `mover` has just moved to `own`."""
        return self.many([own], enemy, mover)[0]

    def many(self, boards: Iterable[Bits], enemy: Bits, mover: int) -> list[float]:
        """Return the noise of each position in which `mover` has just moved to a board."""
        rest = self.parts[1 - mover][enemy] ^ self.turns[mover]
        parts = map(rest.__xor__, map(self.parts[mover].__getitem__, boards))
        return list(map(self.unit.__mul__, parts))


EVALUATIONS = (*FORMULAS, "full")
KEPT = 8  # evaluations that differ in their noise; a series may use a new seed for every game


class Evaluations:
    """The evaluations of one game; those that differ only in their noise share all tables."""

    def __init__(self, game: Contest) -> None:
        """Remember the game; evaluations are made when they are first needed."""
        self.game = game
        self.tables = Cache(self._tables)
        self.made = Cache(self._make, KEPT)

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
        self.limit, self.armies, self.tables = 0.99 * game.utmost, game.armies, tables

    def value(self, state: State, player: int) -> float:
        enemy, own, side = state
        value = self._clip(self._value(own, enemy, player, 1 - side))
        return -value if side == player else value

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
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

    def __init__(self, game: Contest, tables: Sequence[Sequence[Scales]], noise: Noise) -> None:
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
