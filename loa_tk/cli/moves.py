"""List the legal moves of a position, in the game's fixed order: by origin, then by target.

For a finished position, print how the game ended instead.

  loa moves loa5
  loa moves loa5 --position "1b3/wbw2/2bbb/w1ww1/1b3 w"
"""

from __future__ import annotations

import argparse
import sys

from loa_tk.cli.arguments import (
    add_game,
    add_json,
    game_and_state,
    outcome_json,
    print_json,
    winner_name,
)
from loa_tk.model.game import finish
from loa_tk.model.notation import move_text, position_text

HELP = "list the legal moves of a position"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_game(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the moves, one on each line."""
    game, state = game_and_state(args)
    outcome = finish(game, state)
    moves = [move_text(game, state, move) for move in game.moves(state)] if outcome is None else []
    if args.json:
        print_json(
            {
                "game": game.key,
                "position": position_text(game, state),
                "side": game.sides[game.player(state)].name,
                "moves": moves,
                "result": outcome_json(game, outcome),
            }
        )
    elif outcome is not None:
        print(f"game over ({winner_name(game, outcome.winner)}): {outcome.reason}", file=sys.stderr)
    else:
        print("\n".join(moves))
    return 0
