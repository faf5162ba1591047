"""Plays series with a progress bar, and declares the arguments that their commands share."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import replace

from loa_tk.cli.arguments import add_field, add_sandbox
from loa_tk.control.series.executors import TLS, Cluster, Local, place
from loa_tk.control.series.gamefiles import GameFiles, check_outputs
from loa_tk.control.series.movefiles import moves_table
from loa_tk.control.series.plan import (
    GAMES,
    GRACE,
    JOBS,
    OPENINGS,
    SECONDS,
    SEED,
    Plan,
    Result,
    tasks,
)
from loa_tk.control.series.play import play_game, try_out_players
from loa_tk.control.series.summary import score_of
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score
from loa_tk.store.files import save
from loa_tk.words.series import percent

BAR = 30  # characters
BETWEEN_WRITES = 1.0  # seconds at least between two writes of the growing CSV file
SHARE = 10  # writing the file takes at most a tenth of the time


def add_series(
    parser: argparse.ArgumentParser, games: int = GAMES.default, each: str = "", openings: int = 2
) -> None:
    """Declare the number of games, for `each` of what, their openings, and where they run."""
    each = f"{GAMES.help} for each {each}" if each else GAMES.help
    add_field(parser, replace(GAMES, default=games, help=each))
    add_field(parser, replace(OPENINGS, default=openings), "PLIES")
    add_field(parser, SEED)
    add_jobs(parser, JOBS.help, "play")


def add_jobs(parser: argparse.ArgumentParser, help_text: str, what: str) -> None:
    """Add --jobs and --dask with its options, which say where to do `what`."""
    add_field(parser, replace(JOBS, help=help_text), default="the number of processors")
    parser.add_argument(
        "--dask", metavar="ADDRESS",
        help=f"{what} on a Dask cluster: HOST:PORT, or tls://HOST:PORT if it uses TLS",
    )  # fmt: skip
    for name, file in TLS.items():
        parser.add_argument(f"--{name}", metavar="FILE", help=f"for tls://: {file} (PEM)")


def place_of(args: argparse.Namespace) -> AbstractContextManager[Local | Cluster]:
    """Return where to work, as --jobs and --dask say."""
    given = vars(args)
    files = {name: given[name.replace("-", "_")] for name in TLS}
    return place(args.jobs, args.dask, {name: file for name, file in files.items() if file})


def add_conditions(parser: argparse.ArgumentParser) -> None:
    """Declare which player moves first and how long an external player thinks."""
    parser.add_argument(
        "--fixed-sides", action="store_true", help="the first player always moves first"
    )
    add_field(parser, SECONDS)
    add_field(parser, GRACE, "SECONDS")
    add_sandbox(parser)


def add_files(parser: argparse.ArgumentParser) -> None:
    """Declare the files that a command writes."""
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument(
        "--moves", metavar="FILE", help="write a row for each move, for statistics programs"
    )
    parser.add_argument("--resume", action="store_true", help="continue the series in the CSV file")
    parser.add_argument("--html", metavar="FILE", help="write a report with tables and plots")
    parser.add_argument(
        "--sgf", metavar="FOLDER", help="write each game with its searches to a file in FOLDER"
    )


def plan_of(args: argparse.Namespace, game: str, players: tuple[str, str]) -> Plan:
    """Return the series that the arguments describe."""
    return Plan(
        game=game, players=players, games=args.games, openings=args.openings, seed=args.seed,
        fixed_sides=args.fixed_sides, seconds=args.seconds, sandbox=args.sandbox, grace=args.grace,
    )  # fmt: skip


def files_of(args: argparse.Namespace, labels: dict[Plan, str]) -> GameFiles:
    """Return the files that the arguments name, with the games that are in them already.

    Raise UserError if a file cannot be written, before any game.
    """
    check_outputs(args.csv, args.html, args.sgf, args.resume, args.moves)
    files = GameFiles(args.csv, args.sgf, labels)
    if args.resume:
        for fault in files.read():
            print(f"loa: {fault}; the game is played again", file=sys.stderr)
    files.write()
    return files


def write_moves(args: argparse.Namespace, files: GameFiles | None) -> None:
    """Write the moves of all finished games, if the arguments name a file for them."""
    if args.moves is not None and files is not None:
        text = moves_table(files.done.items())
        files.attempt(lambda: save(args.moves, text))


def play(
    args: argparse.Namespace, plan: Plan, files: GameFiles | None = None, label: str = ""
) -> tuple[list[Result], bool]:
    """Play the games that are not done; return all results and whether they were interrupted.

    `label` begins the line of progress.
    """
    files = files or GameFiles(None, None, {plan: ""})
    results = list(files.done[plan])
    score, finished = score_of(results), {result.number for result in results}
    missing = tasks(find_game(plan.game), plan, finished, recorded=files.sgf is not None)
    due = time.monotonic() + BETWEEN_WRITES
    show(score, plan, label)
    interrupted = False
    try:
        with place_of(args) as where:
            if missing and not args.dask:  # the machines of a cluster have their own programs
                try_out_players(plan)
            for _, result in where.each(play_game, missing):
                results.append(files.record(plan, result))
                score += score_of([result])
                show(score, plan, label)
                begun = time.monotonic()
                if begun >= due:
                    files.keep(plan, results)
                    now = time.monotonic()
                    due = now + max(BETWEEN_WRITES, SHARE * (now - begun))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        files.keep(plan, results)
    return sorted(results, key=lambda result: result.number), interrupted


def show(score: Score, plan: Plan, label: str = "") -> None:
    """Print a progress bar with the score so far, if the output is a terminal."""
    if not sys.stderr.isatty():
        return
    done = score.games
    full = BAR * done // plan.games
    bar = "█" * full + "·" * (BAR - full)
    print(
        f"\r{label}{bar} {done}/{plan.games}  +{score.wins} ={score.draws} -{score.losses}  "
        f"{percent(score.share)} ",
        end="",
        file=sys.stderr,
        flush=True,
    )
