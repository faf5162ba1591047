"""Play rows of the third report's table with other readings of what it leaves open.

A reading is what the report's code may have done where its text does not say. The rows are those of
`loa reproduce breakthrough`, with the same seeds, so the games differ only by the reading.

  python3 build/tasks.py readings --games 20
  python3 build/tasks.py readings --games 80 side-to-move
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from loa_tk.cli.reproduce import BREAKTHROUGH, Row
from loa_tk.control.series.plan import Plan, seeded
from loa_tk.model.game import Evaluation, Game, SimpleEvaluation, State
from loa_tk.model.games.breakthrough import GAMES
from loa_tk.model.games.breakthrough.army import Army
from loa_tk.model.games.breakthrough.knowledge import third_report
from loa_tk.model.games.breakthrough.knowledge.evaluation import Evaluations
from loa_tk.model.games.breakthrough.knowledge.third_report import Bonuses, Workers
from loa_tk.model.match import Match
from loa_tk.model.search.players import read_player

SEED = 1  # as in `loa reproduce`


class LargeBonus(Workers):
    """V with 300 instead of 30 for a worker that is about to arrive."""

    def __init__(self, army: Army, bonuses: Bonuses) -> None:
        """Replace the bonus, if the game has one."""
        super().__init__(army, bonuses)
        self.about_to = 300.0 if bonuses.about_to else 0.0


class EdgesToo(LargeBonus):
    """V with that bonus in the edge columns as well: a square off the board holds no enemy."""

    def __init__(self, army: Army, bonuses: Bonuses) -> None:
        """Extend the bonus to the whole row."""
        super().__init__(army, bonuses)
        self.near = army.rows[-2]


class EightRows(Workers):
    """V on five rows with the row numbers of the board with eight."""

    def __init__(self, army: Army, bonuses: Bonuses) -> None:
        """Value the rows of the side that moves down from 7, and give the other no bonus."""
        super().__init__(army, bonuses)
        if army.upwards:
            self.about_to = 0.0
        else:
            spare = 8 - len(army.rows)
            self.worth = [2.0 ** (row + spare) for row in range(len(army.rows))]
            self.worth[0] += bonuses.at_home


class ForSideToMove(SimpleEvaluation):
    """An evaluation that values a leaf for the side to move there, whoever searches."""

    def __init__(self, game: Game, inner: Evaluation) -> None:
        """Keep the evaluation."""
        super().__init__(game)
        self.inner = inner

    def value(self, state: State, player: int) -> float:
        """Return the value for the side to move, as if it were the value for `player`."""
        return self.inner.value(state, self.game.player(state))


@dataclass(frozen=True)
class Reading:
    """One reading: how V is computed, for whom leaves are valued, and the rows that it concerns."""

    concerns: Callable[[Row], bool]
    workers: type[Workers] = Workers
    leaves: type[ForSideToMove] | None = None


def bonuses_meet(row: Row) -> bool:
    """Return whether a row is the one on 8x8 with the bonus on both sides."""
    return row[0] == "breakthrough8" and "offensive2" in row and "defensive2" in row


def on_5x10(row: Row) -> bool:
    """Return whether a row is played on five rows."""
    return row[0] == "breakthrough5x10"


def odd(row: Row) -> bool:
    """Return whether both players look an odd number of plies ahead."""
    return bool(row[1] % 2 and row[2] % 2)


READINGS: Mapping[str, Reading] = {
    "bonus-300": Reading(bonuses_meet, LargeBonus),
    "bonus-300-edges": Reading(bonuses_meet, EdgesToo),
    "eight-rows": Reading(on_5x10, EightRows),
    "side-to-move": Reading(odd, leaves=ForSideToMove),
}


def play(reading: Reading, row: Row, games: int) -> tuple[int, int]:
    """Return how many games each player wins; there are no draws."""
    key, depth1, depth2, eval1, eval2, *_ = row
    (game,) = (game for game in GAMES if game.key == key)
    specs = (f"strong:eval={eval1},depth={depth1}", f"strong:eval={eval2},depth={depth2}")
    plan = Plan(game=key, players=specs, games=games, openings=0, seed=SEED, fixed_sides=True)
    vars(third_report)["Workers"] = reading.workers
    try:
        evaluations = Evaluations(game)
        wins = [0, 0]
        for number in range(games):
            wins[winner(game, evaluations, plan, number, reading)] += 1
    finally:
        vars(third_report)["Workers"] = Workers
    return wins[0], wins[1]


def winner(game: Game, evaluations: Evaluations, plan: Plan, number: int, reading: Reading) -> int:
    """Play one game of the plan and return the side that wins."""
    players = [read_player(game, seeded(game, plan, who, number)) for who in (0, 1)]
    found: list[Evaluation] = [
        evaluations.find(player.options["eval"], player.seed or 0, player.options["noise"])
        for player in players
    ]
    if reading.leaves is not None:
        found = [reading.leaves(game, evaluation) for evaluation in found]
    match = Match(game)
    while (outcome := match.outcome()) is None:
        side = match.player
        match.play(players[side].choose(game, match.state, own=found[side]).move)
    return 0 if outcome.winner == 0 else 1


def main(words: list[str] | None = None) -> int:
    """Read the command line, play, print a line for each row of each reading."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("readings", nargs="*", metavar="READING", help=", ".join(READINGS))
    parser.add_argument("--games", type=int, default=20, help="for each row (default: 20)")
    parser.add_argument("--depth", type=int, help="only rows of this depth")
    args = parser.parse_args(words)
    unknown = [name for name in args.readings if name not in READINGS]
    if unknown:
        print(f"there is no reading {unknown[0]!r}", file=sys.stderr)
        return 2
    for name in args.readings or READINGS:
        for row in filter(READINGS[name].concerns, BREAKTHROUGH):
            if args.depth in (None, row[1]):
                ours = "-".join(map(str, play(READINGS[name], row, args.games)))
                theirs = f"{row[-2]}-{row[-1]}"
                print(
                    f"{name:<17}{row[0]:<17}{row[3]} d{row[1]:<5}{row[4]} d{row[2]:<5}"
                    f"{theirs:>8}{ours:>8}",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
