"""Play a series of games between two players and print the result.

Games begin with random legal plies, which depend on the seed; each opening is played twice, with
either player moving first. Players that are limited by depth play the same games on every run, with
any number of jobs. A player is search:key=value,… as `loa search --help` explains, a level (easy,
normal, hard), or ugi:COMMAND for any program that speaks the Universal Game Interface. A player
with neither depth nor seconds has 10 s for each move. Ctrl-C ends the series and prints the result
of the finished games; the same command with --resume plays the others. An existing file is written
only with --resume.

  loa match loa6 strong:eval=full,seconds=0.2 strong:eval=groups,seconds=0.2 --games 40
  loa match loa5 alphabeta:eval=groups,depth=3 random --games 100 --csv games.csv --html games.html
  loa match loa8 hard 'ugi:other-engine --loa' --seconds 2
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from loa_tk.cli.arguments import add_json, print_json
from loa_tk.cli.playing import add_conditions, add_series, plan_of, play
from loa_tk.control.series import csvfile, html
from loa_tk.control.series.plan import Plan, Result, check_player
from loa_tk.control.series.summary import Summary, as_json, table
from loa_tk.control.series.tally import summarise
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.store.files import new_output, output, save
from loa_tk.words.series import count

HELP = "play a series of games between two players"
ANOTHER = "use another name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="its key; `loa games` lists them")
    for name in ("PLAYER1", "PLAYER2"):  # two names, so that the message names the missing one
        parser.add_argument("players", metavar=name, action="append", help="a player, see above")
    add_series(parser)
    add_conditions(parser)
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument("--resume", action="store_true", help="continue the series in the CSV file")
    parser.add_argument("--html", metavar="FILE", help="write a report with tables and plots")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the series and print the table."""
    game = find_game(args.game)
    first, second = (check_player(game, text, not args.dask) for text in args.players)
    plan = plan_of(args, game.key, (first, second))
    check_outputs(args)
    files = Files(args.csv, plan)
    if args.resume:
        files.read()
    files.keep(())
    results, interrupted = play(args, plan, files.done, files.keep)
    summary = summarise(plan.players, results)
    if args.html is not None:
        page = html.page(f"{game.title}: a series", plan, summary, results)
        files.attempt(lambda: save(args.html, page))
    if args.json:
        print_json({"game": game.key, **as_json(summary), "complete": not interrupted,
                    "results": [game_json(result) for result in results]})  # fmt: skip
    else:
        report(plan, summary, interrupted)
    if files.problem is not None:
        raise files.problem
    return 130 if interrupted else 0


def check_outputs(args: argparse.Namespace) -> None:
    """Raise UserError if a file cannot be written or would replace another, before any game."""
    if args.resume and args.csv is None:
        raise UserError("--resume needs --csv, the file of the series to continue")
    paths = []
    for name, otherwise in ((args.csv, "use --resume or another name"), (args.html, ANOTHER)):
        if name is not None:
            paths.append(output(name) if args.resume else new_output(name, otherwise))
    if len(paths) == 2 and paths[0] == paths[1]:
        raise UserError(f"--csv and --html are both {args.csv}; use another name for one of them")


class Files:
    """The CSV file of a series as it grows; a game is not lost if the file cannot be written."""

    def __init__(self, name: str | None, plan: Plan) -> None:
        """Keep the games of this plan in a file of this name, if there is a name."""
        self.name, self.plan = name, plan
        self.done: list[Result] = []  # the plan's games that the file had
        self.beyond: list[Result] = []  # games of a longer plan, which stay in the file
        self.problem: UserError | None = None

    def read(self) -> None:
        """Take up the games in the file."""
        assert self.name is not None
        found = csvfile.read(Path(self.name), self.plan)
        for fault in found.faults:
            print(f"loa: {fault}; the game is played again", file=sys.stderr)
        for result in found.of(self.plan):
            (self.done if result.number < self.plan.games else self.beyond).append(result)

    def keep(self, results: Sequence[Result]) -> None:
        """Write these games; raise UserError only before the first game has been played."""
        if self.name is None:
            return
        text, name = csvfile.as_csv(self.plan, [*(results or self.done), *self.beyond]), self.name
        if results:
            self.attempt(lambda: save(name, text))
        else:
            save(name, text)

    def attempt(self, write: Callable[[], None]) -> None:
        """Write a file; keep the error until the table has been printed."""
        try:
            write()
        except UserError as problem:
            self.problem = problem


def report(plan: Plan, summary: Summary, interrupted: bool) -> None:
    """Print the table for a person."""
    if interrupted:
        print(f"interrupted after {count(summary.score.games, plan.games)}")
    if summary.score.games:  # a table of no games would look like a result
        print(table(summary))


def game_json(result: Result) -> dict[str, object]:
    """Return one game for programs, which count players from 1."""
    return {
        "number": result.number + 1,
        "first": result.first + 1,
        "winner": None if result.winner is None else result.winner + 1,
        "reason": result.reason,
        "moves": list(result.moves),
    }
