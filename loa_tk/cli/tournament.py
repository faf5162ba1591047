"""Play every pair of several players and print cross table, ratings and scores.

NAME=PLAYER gives a player a name for the tables. All pairs share the files: a CSV file with a row
for each game, with which --resume continues, a report, and a folder of game records.

  loa tournament loa6 easy normal strong:eval=centre,depth=3 --games 20
  loa tournament loa5 Ann=strong:depth=2 Bob=mcts:playouts=200 easy --csv all.csv --html all.html
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
from loa_tk.control.series.gamefiles import GameFiles
from loa_tk.control.series.tournament import Tournament, read_entries
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.store.files import save
from loa_tk.words.series import count

HELP = "play every pair of several players"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="its key; `loa games` lists them")
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="as for `loa match`")
    add_series(parser, games=20, each="pair")
    add_conditions(parser)
    add_files(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play all pairs and print the tables."""
    game = find_game(args.game)
    entries = read_entries(game, args.players, not args.dask)
    named = (read_player(game, entry.player) for entry in entries)
    args.sandbox = checked_sandbox(args, *named)
    players = entries[0].player, entries[1].player
    tournament = Tournament(entries, plan_of(args, game.key, players))
    written = args.csv is not None or args.sgf is not None or args.moves is not None
    files = files_of(args, tournament.labels()) if written or args.html or args.resume else None
    interrupted = play_pairs(args, tournament, files)
    write_moves(args, files)
    if args.html is not None and files is not None:
        page = tournament.page(f"{game.title}: a tournament")
        files.attempt(lambda: save(args.html, page))
    if args.json:
        print_json({"game": game.key, "complete": not interrupted, **tournament.as_json()})
    else:
        if interrupted:
            print(f"interrupted after {count(tournament.finished, tournament.planned)}")
        print(plain(tournament.text()))
    if files is not None and files.problem is not None:
        raise files.problem
    return 130 if interrupted else 0


def play_pairs(args: argparse.Namespace, tournament: Tournament, files: GameFiles | None) -> bool:
    """Play the games of all pairs; return whether they were interrupted."""
    for number, (pair, plan) in enumerate(tournament.plans.items(), 1):
        label = (
            f"pair {number} of {len(tournament.plans)}, {tournament.title(pair)}, "
            f"{count(tournament.finished, tournament.planned)} before it  "
        )
        tournament.results[pair], interrupted = play(args, plan, files, label)
        if interrupted:
            return True
    return False
