"""Play a series of games between two players and print the result.

Games begin with random legal plies, which depend on the seed; each opening is played twice, with
either player moving first. Players that are limited by depth play the same games on every run, with
any number of jobs. A player is search:key=value,… as `loa search --help` explains, a level (easy,
normal, hard, textbook), your own file (eval=mine.py, file:mine.py), ugi:COMMAND for any program
that speaks the Universal Game Interface, or uci:COMMAND for a chess program that plays Breakthrough
8x8. A player with neither depth nor seconds has 10 s for each move. NAME=PLAYER gives a player a
name for the tables. Ctrl-C ends the series and prints the result of the finished games; the same
command with --resume plays the others. An existing file is written only with --resume.

  loa match loa6 strong:eval=full,seconds=0.2 strong:eval=groups,seconds=0.2 --games 40
  loa match loa5 alphabeta:eval=groups,depth=3 random --games 100 --csv games.csv --html games.html
  loa match loa8 hard "ugi:other-engine --loa" --seconds 2
  loa match breakthrough8 hard "uci:fairy-stockfish,depth=11,options=Hash=64;Threads=1"
"""

from __future__ import annotations

import argparse

from loa_tk.cli.arguments import add_json, checked_sandbox, plain, print_json
from loa_tk.cli.playing import (
    add_conditions,
    add_files,
    add_series,
    files_of,
    plan_of,
    play,
    write_moves,
)
from loa_tk.control.series.gamefiles import values_of
from loa_tk.control.series.page import series_page
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.summary import Summary, as_json, conditions_json, summarise, table
from loa_tk.control.series.tournament import check_names, read_entry
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.store.files import save
from loa_tk.words.series import count

HELP = "play a series of games between two players"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="its key; `loa games` lists them")
    for name in ("PLAYER1", "PLAYER2"):  # two names, so that the message names the missing one
        parser.add_argument("players", metavar=name, action="append", help="a player, see above")
    add_series(parser)
    add_conditions(parser)
    add_files(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the series and print the table."""
    game = find_game(args.game)
    first, second = (read_entry(game, text, not args.dask) for text in args.players)
    check_names((first, second))
    named = (read_player(game, entry.player) for entry in (first, second))
    args.sandbox = checked_sandbox(args, *named)
    plan = plan_of(args, game.key, (first.player, second.player))
    files = files_of(args, {plan: ""})
    results, interrupted = play(args, plan, files)
    write_moves(args, files)
    summary = summarise((first.name, second.name), results)
    if args.html is not None:
        page = series_page(f"{game.title}: a series", plan, summary, results)
        files.attempt(lambda: save(args.html, page))
    if args.json:
        print_json({"game": game.key, "players": list(plan.players), **conditions_json(plan),
                    **as_json(summary), "complete": not interrupted,
                    "games": [game_json(result) for result in results]})  # fmt: skip
    else:
        report(plan, summary, interrupted)
    if files.problem is not None:
        raise files.problem
    return 130 if interrupted else 0


def report(plan: Plan, summary: Summary, interrupted: bool) -> None:
    """Print the table for a person."""
    if interrupted:
        print(f"interrupted after {count(summary.score.games, plan.games)}")
    if summary.score.games:  # a table of no games would look like a result
        print(plain(table(summary)))


def game_json(result: Result) -> dict[str, object]:
    """Return one game for programs, under the names of the CSV file's columns."""
    return {
        "number": result.number + 1,
        "first": result.first + 1,
        "winner": None if result.winner is None else result.winner + 1,
        "reason": result.reason,
        "plies": len(result.moves),
        "moves": list(result.moves),
        "values": values_of(result),
        "opening": result.opening,
    }
