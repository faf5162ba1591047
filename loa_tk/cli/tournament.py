"""Play every pair of several players and print cross table, ratings and scores.

loa tournament loa6 easy normal strong:eval=centre,depth=3 --games 20
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import combinations

from loa_tk.cli.arguments import add_json, checked_sandbox, number, print_json
from loa_tk.cli.playing import add_conditions, add_series, plan_of, play
from loa_tk.control.series.crosstable import (
    aligned,
    by_rating,
    cells,
    other_way_round,
    total,
)
from loa_tk.control.series.plan import RANGES, check_player
from loa_tk.control.series.summary import score_of, score_text
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score, ratings
from loa_tk.model.search.players import read_player
from loa_tk.words.series import count, signed

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
    args.sandbox = checked_sandbox(args, *(read_player(game, text) for text in players))
    scores: dict[tuple[int, int], Score] = {}
    interrupted = False
    pairs = list(combinations(range(len(players)), 2))
    for i, j in pairs:
        results, interrupted = play(args, plan_of(args, game.key, (players[i], players[j])))
        score = score_of(results)
        scores[i, j] = score
        scores[j, i] = other_way_round(score)
        if interrupted:
            break
    rated = ratings(scores, len(players))
    if args.json:
        print_json({
            "game": game.key,
            "players": players,
            "complete": not interrupted,
            "ratings": [round(value, 1) for value in rated],
            "scores": [{"player": i + 1, "opponent": j + 1, **vars(score),
                        "interval": list(score.interval())}
                       for (i, j), score in sorted(scores.items())],
        })  # fmt: skip
    else:
        if interrupted:
            done = sum(score.games for score in scores.values()) // 2
            planned = len(pairs) * number(args.games, "games", *RANGES["games"])
            print(f"interrupted after {count(done, planned)}")
        print(cross_table(players, scores, rated))
        if pairs_printed := pair_lines(scores, rated):
            print("\n" + "\n".join(pairs_printed))
    return 130 if interrupted else 0


def pair_lines(scores: Mapping[tuple[int, int], Score], rated: Sequence[float]) -> list[str]:
    """Return each pair's score in the words of a match; players are named by their places."""
    places = list(enumerate(by_rating(rated), 1))
    return [
        f"{place} against {other}: {score_text(scores[i, j])}"
        for (place, i), (other, j) in combinations(places, 2)
        if (i, j) in scores and scores[i, j].games
    ]


def cross_table(
    players: list[str], scores: dict[tuple[int, int], Score], rated: Sequence[float]
) -> str:
    """Return all players' points against each other, the best player first."""
    order = by_rating(rated)
    rows = [["", "", "Elo", "points", *(str(place) for place in range(1, len(order) + 1))]]
    for place, one in enumerate(order, 1):
        own = total(scores, one, order)
        figures = [signed(rated[one]), f"{own.points:g} of {own.games}", *cells(scores, one, order)]
        rows.append([str(place), players[one], *figures])
    return aligned(rows)
