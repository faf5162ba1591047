"""Count the positions at each depth below a position, which checks the move generator.

Finished games are not expanded, and repetition does not end a game.

  loa perft loa5 5
"""

from __future__ import annotations

import argparse

from loa_tk.cli.arguments import add_game, add_json, game_and_state, print_json
from loa_tk.model.fields import Field, Whole
from loa_tk.model.game import perft
from loa_tk.model.notation import position_text

HELP = "count the positions at each depth"
DEPTH = Field(name="depth", kind=Whole(1, 20), default=1, help="the greatest depth: 1 to 20 plies")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=DEPTH.read, help=DEPTH.help)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line 'depth leaves' for each depth as soon as it is counted."""
    game, state = game_and_state(args)
    depths = range(1, args.depth + 1)
    if args.json:
        leaves = [perft(game, state, depth) for depth in depths]
        print_json({"game": game.key, "position": position_text(game, state), "leaves": leaves})
        return 0
    for depth in depths:
        print(depth, perft(game, state, depth), flush=True)
    return 0
