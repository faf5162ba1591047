"""List all games: key, name, sides and evaluations; as JSON also board and start."""

from __future__ import annotations

import argparse

from loa_tk.cli.arguments import add_json, print_json
from loa_tk.model.games import all_games
from loa_tk.model.notation import position_text

HELP = "list all games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the table of games."""
    games = all_games().values()
    if args.json:
        print_json(
            {
                "games": [
                    {
                        "game": game.key,
                        "title": game.title,
                        "rows": game.rows,
                        "columns": game.columns,
                        "sides": [side.name for side in game.sides],
                        "evaluations": list(game.evaluations),
                        "start": position_text(game, game.start),
                    }
                    for game in games
                ]
            }
        )
        return 0
    for game in games:
        first, second = (side.name for side in game.sides)
        print(f"{game.key:<17} {game.title}; {first} moves first, then {second}")
        print(f"{'':<17} evaluations: {', '.join(game.evaluations)}")
    return 0
