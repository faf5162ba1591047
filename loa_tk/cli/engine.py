"""Serve the Universal Game Interface on standard input and output, for other programs.

The commands are: ugi, setoption name Game value KEY, setoption name Player value SPEC, isready,
uginewgame, position startpos|fen TEXT [moves …], go [depth N] [movetime MS] [nodes N] [infinite]
[p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N], stop, query p1turn|gameover|result,
quit. With p1time and p2time, the times on the players' clocks, a move takes a 25th of the time left
and the increment. After a wrong position there is nothing to search until a right one comes. The
answer to anything else is an info line. quit ends a search at once. At the end of the input, a
search that has a limit is finished first.

  printf 'ugi\\nposition startpos\\ngo movetime 500\\n' | loa engine loa8
"""

from __future__ import annotations

import argparse
import sys

from loa_tk.control.ugi.server import UgiServer, bounded
from loa_tk.model.games import all_games, find_game
from loa_tk.model.search.players import read_player

HELP = "serve the Universal Game Interface, for other programs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default=next(iter(all_games())),
        help="the first game (default: the first one that `loa games` lists)",
    )  # fmt: skip
    parser.add_argument(
        "--player", metavar="SPEC", default="hard", help="the player that searches (default: hard)"
    )


def run(args: argparse.Namespace) -> int:
    """Answer commands until quit or the end of the input; the lines are UTF-8 on every system."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):  # one byte that is no text must not end everything
            stream.reconfigure(encoding="utf-8", errors="replace")
    game = find_game(args.game)
    server = UgiServer(game, sys.stdout)
    server.player = read_player(game, args.player)
    server.converse(bounded(sys.stdin))
    return 0
