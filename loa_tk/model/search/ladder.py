"""The ladder of the level Adaptive: players of one game, each a little stronger than the last.

Easy and Normal are rungs, too: they differ in nothing but how often they blunder. Above them come
searches that do not blunder, deeper and deeper, up to Hard.
"""

from __future__ import annotations

from itertools import count, takewhile

from loa_tk.model.game import Game
from loa_tk.model.search.players import WEAK, levels

STEP = 0.05  # of the rate of blunders, from one rung to the next
MOST = 0.95  # the weakest rung's
BETTER = (
    "strong:eval=full,depth=3",
    "strong:eval=full,depth=4",
    "strong:eval=full,seconds=0.3",
    "strong:eval=full,seconds=1",
    "strong:eval=full,seconds=3",
)  # fmt: skip


def rungs(game: Game) -> tuple[str, ...]:
    """Return the players from the weakest to the strongest."""
    rates = takewhile(lambda rate: rate > STEP / 2, (MOST - STEP * step for step in count()))
    weak = [WEAK.format(round(rate, 2)) for rate in rates]
    return (*weak, WEAK.partition(",blunder")[0], *BETTER, levels(game)["hard"])


def rung_of(rate: float) -> int:
    """Return the rung whose rate of blunders is nearest to this one."""
    return max(0, round((MOST - rate) / STEP))


def first_rung(game: Game) -> int:
    """Return the rung to begin with, halfway between Easy and Normal."""
    return rung_of(sum(game.blunders) / 2)


def next_rung(game: Game, rung: int, score: float) -> int:
    """Return the rung after a game in which a person scored 0, 0.5 or 1: one step at most."""
    step = 0 if score == 0.5 else 1 if score > 0.5 else -1
    return min(len(rungs(game)) - 1, max(0, rung + step))


def place(game: Game, rung: int) -> tuple[str, str]:
    """Return the levels between which a rung is; both are the same if it is that level.

    Below Easy the first is empty.
    """
    easy, normal = map(rung_of, game.blunders)
    marks = {"easy": easy, "normal": normal, "hard": len(rungs(game)) - 1}
    below = [name for name, at in marks.items() if at <= rung]
    above = [name for name, at in marks.items() if at >= rung]
    return (below[-1] if below else "", above[0])
