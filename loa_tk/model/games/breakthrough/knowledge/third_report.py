"""The third report's evaluations: defensive and offensive, each by number of workers and by V.

Each is a constant + `own` times V of the player's workers - `enemy` times V of the opponent's. They
are not antisymmetric: a judge uses the weights of the player asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loa_tk.model.bitboard import Bits
from loa_tk.model.games.breakthrough.army import Army, Contest


@dataclass(frozen=True, kw_only=True)
class Formula:
    """One evaluation: its constant, the weights of own and enemy V, whether V only counts."""

    constant: float
    own: float
    enemy: float
    counting: bool = False

    def seen_by(self, player: bool) -> Formula:
        """Return the formula for the player asked about, or its negative for the opponent."""
        if player:
            return self
        return Formula(
            constant=-self.constant, own=self.enemy, enemy=self.own, counting=self.counting
        )


@dataclass(frozen=True)
class Bonuses:
    """What V adds for a worker that is about to arrive, and for one on the home row.

    A worker is about to arrive one row before the end if both squares diagonally ahead of it exist
    and hold no enemy, so never in an edge column. The report's bonus of 1000 on the far row is left
    out, because a worker there has ended the game. The game with three workers has no bonuses.
    """

    about_to: float = 0
    at_home: float = 0


# The report does not print it. Of 30 and 300, 30 comes nearer to its even series on 8x8
# (docs/RESULTS.md).
ABOUT_TO = 30

FORMULAS = {
    "defensive1": Formula(constant=0, own=2, enemy=0, counting=True),
    "offensive1": Formula(constant=60, own=0, enemy=2, counting=True),
    "defensive2": Formula(constant=0, own=1, enemy=2),
    "offensive2": Formula(constant=0, own=2, enemy=1),
}

BONUSES = {
    "breakthrough5": Bonuses(about_to=ABOUT_TO),
    "breakthrough6": Bonuses(about_to=ABOUT_TO),
    "breakthrough8": Bonuses(about_to=ABOUT_TO),
    "breakthrough3": Bonuses(),
    "breakthrough5x10": Bonuses(about_to=ABOUT_TO, at_home=10),
}


class Heads:
    """V that only counts a side's workers."""

    def alone(self, board: Bits) -> float:
        """Return the number of workers."""
        return board.bit_count()

    def risks(self, board: Bits) -> tuple[Bits, Bits, Bits]:
        """Return no risks: nothing that the enemy does matters."""
        return 0, 0, 0

    threats = risks

    def lost(self, outnumbered: Bits, doubly: Bits, attacked: Bits) -> float:
        """Return 0."""
        return 0.0

    def terms(self, board: Bits, meetings: Sequence[Bits]) -> Sequence[tuple[str, float]]:
        """Return V under its name."""
        return (("workers", self.alone(board)),)


class Workers:
    """V of one side's workers: the value of its board alone, and its loss to the enemy."""

    def __init__(self, army: Army, bonuses: Bonuses) -> None:
        """Make each row worth twice the row behind it."""
        self.army, self.about_to = army, bonuses.about_to
        self.worth = [2.0**row for row in range(len(army.rows))]
        self.worth[0] += bonuses.at_home
        self.near = army.rows[-2] & ~army.edges

    def alone(self, board: Bits) -> float:
        """Return V with no enemy near."""
        return self.weight(board) + self.about_to * (board & self.near).bit_count()

    def weight(self, board: Bits) -> float:
        """Return the sum of the worth of the workers' rows."""
        rows = zip(self.worth, self.army.rows, strict=True)
        return sum(worth * (board & row).bit_count() for worth, row in rows)

    def risks(self, board: Bits) -> tuple[Bits, Bits, Bits]:
        """Return workers outnumbered by one attacker, by two, and those with a bonus to lose."""
        once, twice = self.army.covers(board)
        return board & ~once, board & ~twice, board & self.near

    def threats(self, board: Bits) -> tuple[Bits, Bits, Bits]:
        """Return the squares on which the enemy's risks come true, in the same order."""
        once, twice = self.army.covers(board)
        return once, twice, once

    def lost(self, outnumbered: Bits, doubly: Bits, attacked: Bits) -> float:
        """Return what V loses where this side's risks meet the enemy's threats."""
        return self.weight(outnumbered | doubly) + self.about_to * attacked.bit_count()

    def terms(self, board: Bits, meetings: Sequence[Bits]) -> Sequence[tuple[str, float]]:
        """Return the parts of V, given where this side's risks meet the enemy's threats."""
        outnumbered, doubly, attacked = meetings
        parts = [
            ("workers by row", self.weight(board)),
            ("outnumbered", -self.weight(outnumbered | doubly)),
        ]
        if self.about_to:
            near = (board & self.near).bit_count() - attacked.bit_count()
            parts.append(("about to arrive", self.about_to * near))
        return parts


class FormulaJudge:
    """Values positions by a formula over V of both sides, for the side that has just moved."""

    def __init__(self, game: Contest, mover: int, formula: Formula) -> None:
        """Choose how V is computed for each side."""
        self.formula, bonuses = formula, BONUSES[game.key]
        self.names = game.sides[mover].name, game.sides[1 - mover].name
        self.ours: Heads | Workers = Heads()
        self.theirs: Heads | Workers = Heads()
        if not formula.counting:
            self.ours = Workers(game.armies[mover], bonuses)
            self.theirs = Workers(game.armies[1 - mover], bonuses)

    def own(self, board: Bits) -> float:
        """Return the constant plus the mover's weighted V."""
        return self.formula.constant + self.formula.own * self.ours.alone(board)

    def enemy(self, board: Bits) -> float:
        """Return the enemy's weighted V, negated."""
        return -self.formula.enemy * self.theirs.alone(board)

    def own_sets(self, board: Bits) -> Sequence[Bits]:
        """Return the mover's risks, then its threats."""
        return self.ours.risks(board) + self.ours.threats(board)

    def enemy_sets(self, board: Bits) -> Sequence[Bits]:
        """Return the enemy's threats, then its risks."""
        return self.theirs.threats(board) + self.theirs.risks(board)

    def contact(self, *meetings: Bits) -> float:
        """Return what the enemy loses to threats less what the mover loses."""
        ours, theirs = self.ours.lost(*meetings[:3]), self.theirs.lost(*meetings[3:])
        return self.formula.enemy * theirs - self.formula.own * ours

    def terms(self, own: Bits, enemy: Bits) -> Sequence[tuple[str, float]]:
        """Return the constant and the weighted parts of both sides' V, if they have weights."""
        formula = self.formula
        meetings = [
            mine & other
            for mine, other in zip(self.own_sets(own), self.enemy_sets(enemy), strict=True)
        ]
        parts = [("constant", formula.constant)] if formula.constant else []
        for name, weight, values in (
            (self.names[0], formula.own, self.ours.terms(own, meetings[:3])),
            (self.names[1], -formula.enemy, self.theirs.terms(enemy, meetings[3:])),
        ):
            parts += [(f"{name}: {part}", weight * value) for part, value in values if weight]
        return parts
