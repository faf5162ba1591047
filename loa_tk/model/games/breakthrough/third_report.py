"""The third report's evaluations: defensive and offensive, by counting workers and by their V.

Each is a constant + `own` times V of the player's workers - `enemy` times V of the opponent's. They
are not antisymmetric: a judge looks with the weights of the player asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loa_tk.model.bitboard import Bits
from loa_tk.model.games.breakthrough.army import Army, Contest


@dataclass(frozen=True)
class Formula:
    """One evaluation: its constant, the weights of own and enemy V, and whether V only counts."""

    constant: float
    own: float
    enemy: float
    counting: bool = False

    def seen_by(self, player: bool) -> Formula:
        """The same as the player asked about sees it, or its opponent: the negative."""
        if player:
            return self
        return Formula(-self.constant, self.enemy, self.own, self.counting)


@dataclass(frozen=True)
class Bonuses:
    """What V adds one row before the far row with nothing to fear, and on the home row.

    The report's 1000 on the far row is nobody's: a worker there has ended the game, and with three
    workers there are no bonuses.
    """

    about_to: float = 0
    at_home: float = 0


FORMULAS = {
    "defensive1": Formula(0, 2, 0, counting=True),
    "offensive1": Formula(60, 0, 2, counting=True),
    "defensive2": Formula(0, 1, 2),
    "offensive2": Formula(0, 2, 1),
}

BONUSES = {
    "breakthrough8": Bonuses(about_to=300),
    "breakthrough3": Bonuses(),
    "breakthrough5x10": Bonuses(about_to=300, at_home=10),
}


class Heads:
    """V that only counts a side's workers."""

    def alone(self, board: Bits) -> float:
        """The number of workers."""
        return board.bit_count()

    def risks(self, board: Bits) -> tuple[Bits, Bits, Bits]:
        """Nothing an enemy does matters."""
        return 0, 0, 0

    threats = risks

    def lost(self, outnumbered: Bits, doubly: Bits, attacked: Bits) -> float:
        """Nothing."""
        return 0.0


class Workers:
    """V of one side's workers: what its board alone is worth, and what the enemy takes from it."""

    def __init__(self, army: Army, bonuses: Bonuses) -> None:
        """Give each row its worth: double that of the row behind it."""
        self.army, self.about_to = army, bonuses.about_to
        self.worth = [2.0**row for row in range(len(army.rows))]
        self.worth[0] += bonuses.at_home

    def alone(self, board: Bits) -> float:
        """V with no enemy near."""
        return self.weight(board) + self.about_to * (board & self.army.rows[-2]).bit_count()

    def weight(self, board: Bits) -> float:
        """The sum over workers of their rows' worth."""
        rows = zip(self.worth, self.army.rows, strict=True)
        return sum(worth * (board & row).bit_count() for worth, row in rows)

    def risks(self, board: Bits) -> tuple[Bits, Bits, Bits]:
        """Workers that one attacker outnumbers, that two do, that lose their bonus to any."""
        once, twice = self.army.covers(board)
        return board & ~once, board & ~twice, board & self.army.rows[-2]

    def threats(self, board: Bits) -> tuple[Bits, Bits, Bits]:
        """The squares on which the enemy's risks come true."""
        once, twice = self.army.covers(board)
        return once, twice, once

    def lost(self, outnumbered: Bits, doubly: Bits, attacked: Bits) -> float:
        """What V loses where this side's risks meet the enemy's threats."""
        return self.weight(outnumbered | doubly) + self.about_to * attacked.bit_count()


class FormulaJudge:
    """Weighs V of both sides, seen by the side that has just moved."""

    def __init__(self, game: Contest, mover: int, formula: Formula) -> None:
        """Choose how V is counted for each side."""
        self.formula, bonuses = formula, BONUSES[game.key]
        self.ours: Heads | Workers = Heads()
        self.theirs: Heads | Workers = Heads()
        if not formula.counting:
            self.ours = Workers(game.armies[mover], bonuses)
            self.theirs = Workers(game.armies[1 - mover], bonuses)

    def own(self, board: Bits) -> float:
        """The constant and the mover's own V."""
        return self.formula.constant + self.formula.own * self.ours.alone(board)

    def enemy(self, board: Bits) -> float:
        """What the enemy's V takes away."""
        return -self.formula.enemy * self.theirs.alone(board)

    def own_sets(self, board: Bits) -> Sequence[Bits]:
        """The mover's risks, then its threats."""
        return self.ours.risks(board) + self.ours.threats(board)

    def enemy_sets(self, board: Bits) -> Sequence[Bits]:
        """The enemy's threats, then its risks."""
        return self.theirs.threats(board) + self.theirs.risks(board)

    def contact(self, *meetings: Bits) -> float:
        """What each side loses to the other's threats."""
        ours, theirs = self.ours.lost(*meetings[:3]), self.theirs.lost(*meetings[3:])
        return self.formula.enemy * theirs - self.formula.own * ours
