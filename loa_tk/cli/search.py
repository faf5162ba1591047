"""Search a position with one player and tell all that the search found and counted.

A player is written search:key=value,…; the searches are minimax, alphabeta, strong and random, the
keys eval, depth, seconds, blunder, seed and noise; with neither depth nor seconds a player has 10 s
for a move. The levels easy, normal and hard are players too.

  loa search loa5
  loa search loa6 --player alphabeta:eval=groups,depth=4
  loa search loa8 --player strong:eval=full,seconds=2 --json
"""

from __future__ import annotations

import argparse

from loa_tk.cli.arguments import (
    add_game,
    add_json,
    game_and_state,
    print_json,
    winner_name,
)
from loa_tk.control.engine.searchlog import as_text, line_texts, log_entry, six
from loa_tk.model.game import Game, State, UserError, finish
from loa_tk.model.notation import move_text, position_text
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.statistics import Iteration, Report, Statistics

SIX = ("max_depth", "nodes", "evals_max", "evals_min", "prunes_max", "prunes_min")
HELP = "search a position and show the statistics"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_game(parser)
    parser.add_argument(
        "--player", metavar="SPEC", default="hard", help="who searches (default: hard)"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Search and print the report."""
    game, state = game_and_state(args)
    player = read_player(game, args.player)
    outcome = finish(game, state)
    if outcome is not None:
        raise UserError(f"the game is over ({winner_name(game, outcome.winner)}): {outcome.reason}")
    report = player.choose(game, state)
    if args.json:
        print_json(report_json(game, state, player, report))
    else:
        print(position_text(game, state))
        print(told(game, state, player, report))
    return 0


def told(game: Game, state: State, player: Player, report: Report) -> str:
    """A report for a person: the log's entry, or one line for chance, which has no figures."""
    if player.search == "random":
        return f"{player.spec()}: {move_text(game, state, report.move)}, without a search"
    rate = f"{player.spec()}: {report.nodes_per_second:,} positions/s"
    return f"{rate}\n{as_text(log_entry(game, state, 1, report))}"


def report_json(game: Game, state: State, player: Player, report: Report) -> dict[str, object]:
    """A report with the keys that programs rely on."""
    proof = report.proof
    return {
        "game": game.key,
        "position": position_text(game, state),
        "to_move": game.sides[game.player(state)].name,
        "player": player.spec(),
        "move": move_text(game, state, report.move),
        "value": report.value,
        "depth": report.depth,
        "seconds": round(report.seconds, 6),
        "nodes_per_second": report.nodes_per_second,
        "pv": list(line_texts(game, state, report.line)),
        "proof": proof and {"winner": winner_name(game, proof.winner), "plies": proof.plies},
        "statistics": named(report.statistics),
        "iterations": [
            iteration_json(game, state, iteration)
            for iteration in report.iterations
            if iteration.move is not None and iteration.kind != "unfinished"
        ],
        "questions": [
            {"plies": iteration.depth, "seconds": round(iteration.seconds, 6)}
            | named(iteration.statistics)
            for iteration in report.iterations
            if iteration.kind == "proof" and iteration.move is None
        ],
        "unfinished": next(
            (
                {"seconds": round(iteration.seconds, 6)} | named(iteration.statistics)
                for iteration in report.iterations
                if iteration.kind == "unfinished"
            ),
            None,
        ),
        "levels": list(report.statistics.levels),
    }


def iteration_json(game: Game, state: State, iteration: Iteration) -> dict[str, object]:
    """One depth: what it found and its own six statistics."""
    assert iteration.move is not None
    return {
        "depth": iteration.depth,
        "value": iteration.value,
        "move": move_text(game, state, iteration.move),
        "pv": list(line_texts(game, state, iteration.line)),
        "seconds": round(iteration.seconds, 6),
        **named(iteration.statistics),
    }


def named(statistics: Statistics) -> dict[str, int]:
    """The six statistics by name."""
    return dict(zip(SIX, six(statistics), strict=True))
