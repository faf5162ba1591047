"""Play a series of games between two players and print the result.

Openings are random legal plies from the seed, each played with both players moving first. Players
that are limited by depth play the same games on every run, with any number of jobs.

  loa match loa6 strong:eval=full,seconds=0.2 strong:eval=groups,seconds=0.2 --games 40
  loa match loa5 alphabeta:eval=groups,depth=3 random:seed=1 --games 100 --jobs 2
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from loa_tk.commands.arguments import number
from loa_tk.control import series
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player, read_player

HELP = "play a series of games between two players"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="its key; `loa games` lists them")
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="search:key=value,… or a level")
    parser.add_argument("--games", default="40", help="how many (default: 40)")
    parser.add_argument(
        "--openings", metavar="PLIES", default="2", help="random plies (default: 2)"
    )
    parser.add_argument("--seed", default="1", help="of the openings (default: 1)")
    parser.add_argument("--jobs", default=str(os.cpu_count() or 1), help="games at a time")


def run(args: argparse.Namespace) -> int:
    """Play the series and print the table."""
    game = find_game(args.game)
    first, second = (read_player(game, text) for text in args.players)
    games = series.tasks(
        game,
        (first, second),
        number(args.games, "games", 1, 100_000),
        number(args.openings, "openings", 0, 100),
        number(args.seed, "seed", 0, 2**63 - 1),
        fixed=False,
    )
    jobs = number(args.jobs, "jobs", 1, 1024)
    score, lines, efforts = series.Score(), set(), [series.Effort(), series.Effort()]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as executor:
        for result in series.run(games, executor):
            score.add(result)
            lines.add(result.moves)
            for who, spent in enumerate(result.efforts):
                efforts[who] = series.Effort(
                    efforts[who].moves + spent.moves,
                    efforts[who].nodes + spent.nodes,
                    efforts[who].seconds + spent.seconds,
                    max(efforts[who].depth, spent.depth),
                    efforts[who].captures + spent.captures,
                    efforts[who].prunings + spent.prunings,
                )
            if sys.stderr.isatty():
                print(f"\r{score.games}/{len(games)} {score.share:.1%}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print_score((first, second), score, len(lines), efforts)
    return 0


def print_score(
    players: tuple[Player, Player], score: series.Score, distinct: int, efforts: list[series.Effort]
) -> None:
    """The result as a small table."""
    print(f"{players[0].spec()} against {players[1].spec()}")
    print(f"games {score.games}, distinct {distinct}")
    for place, name in enumerate(("moving first", "moving second")):
        print(f"  {name:<14} +{score.wins[place]} ={score.draws[place]} -{score.losses[place]}")
    print(f"score {score.share:.1%}")
    for player, spent in zip(players, efforts, strict=True):
        moves = max(spent.moves, 1)
        print(
            f"  {player.spec()}: {spent.nodes / moves:,.0f} nodes a move, "
            f"{spent.seconds / moves:.3f} s a move, deepest {spent.depth}"
        )
