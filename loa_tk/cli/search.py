"""Search a position with one player and print everything that the search found and counted.

A player is written search:option=value,…; the searches and their options are listed below. A
player with neither depth nor seconds nor another limit has 10 s for a move. The levels easy,
normal, hard and textbook are players too. eval= may name your own file, and file:mine.py is a
search of your own (`loa handout`). ugi:COMMAND asks another program, and uci:COMMAND a chess
program that plays Breakthrough 8x8; docs/FILES.md says more about both.

  loa search loa5
  loa search loa5 --player alphabeta:eval=mine.py,depth=4
  loa search loa6 --player alphabeta:eval=groups,depth=4
  loa search loa8 --player strong:eval=full,seconds=2 --json
  loa search breakthrough8 --player uci:fairy-stockfish,depth=11
"""

from __future__ import annotations

import argparse
import sys
from textwrap import fill

from loa_tk.cli.arguments import (
    add_game,
    add_json,
    add_sandbox,
    checked_sandbox,
    game_and_state,
    plain,
    print_json,
    winner_name,
)
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.searchlog import as_text, line_texts, log_entry
from loa_tk.model.game import Game, State, UserError, finish
from loa_tk.model.notation import board_text, move_text, position_text
from loa_tk.model.search import all_searches
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.search import ENGINE, never
from loa_tk.model.search.statistics import Iteration, Report
from loa_tk.words.own_code import PRINTED

HELP = "search a position and show the statistics"
WIDTH = 100  # columns of a paragraph


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_game(parser)
    parser.add_argument(
        "--player", metavar="SPEC", default="hard", help="the player that searches (default: hard)"
    )
    add_sandbox(parser)
    add_json(parser)
    rows = [
        f"  {search.name:<11}{', '.join(option.name for option in search.options)}"
        for search in all_searches().values()
    ]
    parser.epilog = "\n".join(["searches and their options:", *rows])


def run(args: argparse.Namespace) -> int:
    """Search and print the report."""
    game, state = game_and_state(args)
    player = read_player(game, args.player)
    sandbox = checked_sandbox(args, player)
    outcome = finish(game, state)
    if outcome is not None:
        raise UserError(f"the game is over ({winner_name(game, outcome.winner)}): {outcome.reason}")
    report = find_report(SearchJob(
        game=game.key, state=state, history=(), player=player, sandbox=sandbox,
    ))  # fmt: skip
    if args.json:
        print_json(report_json(game, state, player, report))
    else:
        print(board_text(game, state))
        print(position_text(game, state))
        print(report_table(game, state, player, report))
        if state == game.start and game.story:
            print(fill(game.story, WIDTH))
    return 0


def find_report(job: SearchJob) -> Report:
    """Search here, or by another program."""
    if job.place == ENGINE:
        return job.run(never, hear)
    from loa_tk.control.ugi.client import ProgramWorker  # most players need no other program

    worker = ProgramWorker()
    try:
        report = worker.wait_for(job)
    finally:
        worker.close()
    assert isinstance(report, Report)
    return report


def hear(message: object) -> None:
    """Print on the error stream what a student's file prints."""
    if isinstance(message, Message) and message.kind == "output":
        for line in str(message.content).splitlines():
            print(PRINTED.format(line=line), file=sys.stderr)


def report_table(game: Game, state: State, player: Player, report: Report) -> str:
    """Return a report for people: the log's entry, or one line if nothing was searched."""
    if not report.iterations:
        return f"{player.spec()}: {move_text(game, state, report.move)}, without a search"
    looked_up = report.iterations[-1].kind == "book"
    speed = "from the book" if looked_up else f"{report.nodes_per_second:,} positions/s"
    rate = f"{player.spec()}: {speed}"
    return plain(f"{rate}\n{as_text(log_entry(game, state, 1, report))}")


def report_json(game: Game, state: State, player: Player, report: Report) -> dict[str, object]:
    """Return a report with the keys that programs rely on."""
    proof, shown = report.proof, report.shown
    return {
        "game": game.key,
        "position": position_text(game, state),
        "side": game.sides[game.player(state)].name,
        "player": player.spec(),
        "move": move_text(game, state, report.move),
        "value": report.value,
        "depth": report.depth,
        "seconds": round(report.seconds, 6),
        "nodes_per_second": report.nodes_per_second,
        "line": list(line_texts(game, state, report.line)),
        "proof": proof
        and {"winner": winner_name(game, proof.winner), "plies": proof.plies}
        | ({"source": proof.source} if proof.source else {}),
        "statistics": report.statistics.figures(shown),
        "iterations": [
            {"depth": made.depth, "value": made.value, "move": move_text(game, state, made.move),
             "line": list(line_texts(game, state, made.line)), **cost_json(made, shown)}
            for made in report.iterations
            if made.move is not None and made.kind != "unfinished"
        ],
        "questions": [
            {"plies": made.depth, **cost_json(made, shown)}
            for made in report.iterations
            if made.kind == "proof" and made.move is None
        ],
        "unfinished": next((cost_json(made, shown) for made in report.iterations
                            if made.kind == "unfinished"), None),
        "levels": list(report.statistics.levels),
    }  # fmt: skip


def cost_json(iteration: Iteration, shown: tuple[str, ...]) -> dict[str, object]:
    """Return what one pass took."""
    return {"seconds": round(iteration.seconds, 6), **iteration.statistics.figures(shown)}
