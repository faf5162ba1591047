"""Measure the ladders: their players play each other, and all games are rated together.

Each player meets the three above it, under the conditions of a class. The tables are those of
docs/RESULTS.md, and the figures those of loa_tk/model/ladder.py. With --marks a student's file
meets the ladder in classes with different seeds, which shows how much a mark depends on the seed.

  python3 build/tasks.py ladder
  python3 build/tasks.py ladder loa5 minicheckers --games 40
  python3 build/tasks.py ladder loa5 --marks mine.py
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from loa_tk.control.series.plan import Plan, own_openings, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.summary import other_way_round, score_of
from loa_tk.model.games import find_game
from loa_tk.model.ladder import LADDERS, Rung, climbed, ladder
from loa_tk.model.pairings import Pair
from loa_tk.model.scoring import Rating, Score, ratings

REACH = 3  # rungs above that a player meets
GAMES = 150  # of a pair
OPENINGS, SEED = 2, 1  # as in a class
RUBRIC_GAMES = 40  # of the example of a rubric, against each rung
SEEDS = (1, 2, 3, 4)
NONE, FULL = 0.1, 0.8  # the shares of that rubric


def measured(game: str, rungs: Sequence[Rung], games: int) -> list[Rating]:
    """Return the ratings of the players of a ladder above its first one."""
    scores: dict[Pair, Score] = {}
    for one, other in combinations(range(len(rungs)), 2):
        if other - one <= REACH:
            scores[one, other] = played(game, rungs[one].player, rungs[other].player, games, SEED)
            scores[other, one] = other_way_round(scores[one, other])
    return ratings(scores, len(rungs), anchor=0)


def played(game: str, one: str, other: str, games: int, seed: int, skipped: int = 0) -> Score:
    """Return the score of the first player in a series, without the first openings of the seed."""
    plan = Plan(
        game=game, players=(one, other), games=games, openings=OPENINGS, seed=seed,
        skipped=skipped,
    )  # fmt: skip
    return score_of([play_game(task) for task in tasks(find_game(game), plan)])


def table(game: str, rungs: Sequence[Rung], rated: Sequence[Rating], seconds: float) -> str:
    """Return the ladder as a table in Markdown."""
    lines = [f"{game} ({seconds:.0f} s):", "", "| rung | player | Elo |", "|---|---|---|"]
    for number, (rung, rating) in enumerate(zip(rungs, rated, strict=True), 1):
        interval = f" ± {rating.error:.0f}" if number > 1 else ""
        lines.append(f"| {number} | `{rung.player}` | {rating.elo:.0f}{interval} |")
    return "\n".join(lines)


def marks(game: str, file: Path) -> str:
    """Return the share of a file's points against the ladder for different seeds."""
    player, lines = f"alphabeta:eval={file},depth=2", list[str]()
    for seed in SEEDS:
        scores = [
            played(game, player, rung.player, RUBRIC_GAMES, seed, own_openings(rung.player))
            for rung in ladder(game)
        ]
        total, place = sum(scores, Score()), climbed(game, scores)
        mark = max(0.0, min(1.0, (total.share - NONE) / (FULL - NONE)))
        lines.append(
            f"{game}, {file.name}, seed {seed}: {total.points:g} of {total.games}, "
            f"mark {mark:.1%}, rung {place.rung}, {place.rating.elo:.0f} ± {place.rating.error:.0f}"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure the ladders that the arguments name, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("game", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--marks", type=Path)
    args = parser.parse_args()
    for game in args.game:
        if game not in LADDERS:
            parser.error(f"there is no ladder of {game!r}; there are {', '.join(LADDERS)}")
    for game in args.game or LADDERS:
        begun = time.process_time()
        if args.marks is not None:
            print(marks(game, args.marks.absolute()), flush=True)
            continue
        rungs = ladder(game)
        rated = measured(game, rungs, args.games)
        print(table(game, rungs, rated, time.process_time() - begun), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
