"""Play a series of games between two players and print the result.

Openings are random legal plies from the seed, each played with both players moving first. Players
that are limited by depth play the same games on every run, with any number of jobs. A player is
written search:key=value,…, is a level (easy, normal, hard), or is ugi:COMMAND for any program that
speaks the Universal Game Interface. Ctrl-C ends the series with what is finished.

  loa match loa6 strong:eval=full,seconds=0.2 strong:eval=groups,seconds=0.2 --games 40
  loa match loa5 alphabeta:eval=groups,depth=3 random --games 100 --csv games.csv --html games.html
  loa match loa8 hard 'ugi:other-engine --loa' --seconds 2
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from loa_tk.commands.arguments import add_json, print_json
from loa_tk.commands.series_arguments import add_series, plan_of, play
from loa_tk.control.series import csvfile, html
from loa_tk.control.series.games import Plan, Result, check_player
from loa_tk.control.series.summary import Summary, as_json, summarise, table
from loa_tk.files import write_whole
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game

HELP = "play a series of games between two players"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="its key; `loa games` lists them")
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="who plays, see above")
    add_series(parser)
    parser.add_argument("--csv", metavar="FILE", help="keep a row for each game")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the series that the CSV file holds"
    )
    parser.add_argument("--html", metavar="FILE", help="write a report with tables and plots")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the series and print the table."""
    game = find_game(args.game)
    first, second = (check_player(game, text, not args.dask) for text in args.players)
    plan = plan_of(args, game.key, (first, second))
    if args.resume and not args.csv:
        raise UserError("--resume needs --csv, the file to go on with")
    done = csvfile.read(Path(args.csv), plan) if args.resume else []

    def keep(results: Sequence[Result]) -> None:
        if args.csv:
            save(args.csv, csvfile.as_csv(plan, results))

    keep(done)
    results, interrupted = play(args, plan, done, keep)
    summary = summarise(plan.players, results)
    if args.html:
        save(args.html, html.page(f"{game.title}: a series", plan, summary, results))
    if args.json:
        print_json({"game": game.key, **as_json(summary), "complete": not interrupted,
                    "results": [game_json(result) for result in results]})  # fmt: skip
    else:
        tell(plan, summary, interrupted)
    return 130 if interrupted else 0


def tell(plan: Plan, summary: Summary, interrupted: bool) -> None:
    """Print the table for a person."""
    if interrupted:
        print(f"interrupted after {summary.score.games} of {plan.games} games")
    print(table(summary))


def game_json(result: Result) -> dict[str, object]:
    """One game for programs; players are counted from 1."""
    return {
        "number": result.number + 1,
        "first": result.first + 1,
        "winner": None if result.winner is None else result.winner + 1,
        "reason": result.reason,
        "moves": list(result.moves),
    }


def save(name: str, text: str) -> None:
    """Write a file whole, or say in one line why not."""
    try:
        write_whole(Path(name), text)
    except OSError as error:
        raise UserError(f"{name} cannot be written: {error.strerror}") from None
