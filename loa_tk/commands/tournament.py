"""Play every pair of several players and print the cross table and their ratings.

loa tournament loa6 easy normal strong:eval=centre,depth=3 --games 20
"""

from __future__ import annotations

import argparse
from itertools import combinations

from loa_tk.commands.arguments import add_json, number, print_json
from loa_tk.commands.series_arguments import (
    MOST_GAMES,
    add_conditions,
    add_series,
    plan_of,
    play,
)
from loa_tk.control.series.games import check_player
from loa_tk.control.series.summary import score_of
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score, ratings
from loa_tk.series_strings import count

HELP = "play every pair of several players"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="its key; `loa games` lists them")
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="as for `loa match`")
    add_series(parser, games=20, each="pair")
    add_conditions(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play all pairs and print the tables."""
    game = find_game(args.game)
    players = [check_player(game, text, not args.dask) for text in args.players]
    if len(players) < 2:
        raise UserError("a tournament needs two players or more")
    scores: dict[tuple[int, int], Score] = {}
    interrupted = False
    pairs = list(combinations(range(len(players)), 2))
    for i, j in pairs:
        results, interrupted = play(args, plan_of(args, game.key, (players[i], players[j])))
        score = score_of(results)
        scores[i, j] = score
        scores[j, i] = Score(score.losses, score.draws, score.wins)
        if interrupted:
            break
    rated = ratings(scores, len(players))
    if args.json:
        print_json({
            "game": game.key,
            "players": players,
            "complete": not interrupted,
            "ratings": [round(value, 1) for value in rated],
            "scores": [{"player": i + 1, "opponent": j + 1, **vars(score)}
                       for (i, j), score in sorted(scores.items())],
        })  # fmt: skip
    else:
        if interrupted:
            done = sum(score.games for score in scores.values()) // 2
            planned = len(pairs) * number(args.games, "games", 1, MOST_GAMES)
            print(f"interrupted after {count(done, planned)}")
        print(cross_table(players, scores, rated))
    return 130 if interrupted else 0


def cross_table(
    players: list[str], scores: dict[tuple[int, int], Score], rated: list[float]
) -> str:
    """Everybody's points against everybody, the best first."""
    order = sorted(range(len(players)), key=lambda i: -rated[i])
    rows = [["", "", "Elo", "points", *(str(place) for place in range(1, len(order) + 1))]]
    for place, i in enumerate(order, 1):
        own = [scores[i, j] for j in range(len(players)) if (i, j) in scores]
        points, games = sum(s.points for s in own), sum(s.games for s in own)
        cells = [f"{scores[i, j].points:g}" if (i, j) in scores else "·" for j in order]
        elo = f"{round(rated[i]):+d}"
        rows.append([str(place), players[i], elo, f"{points:g} of {games}", *cells])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{place:>{widths[0]}} {name:<{widths[1]}}"
        + "".join(f"  {cell:>{wide}}" for cell, wide in zip(cells, widths[2:], strict=True))
        for place, name, *cells in rows
    )
