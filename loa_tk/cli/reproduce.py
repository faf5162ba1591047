"""Repeat the third report's Breakthrough series and print the results beside the report's.

Player 1 always moves first, as in the report; games differ only by the noise of the evaluations. By
default the players search with `strong` to the report's depth, which finds the same values as
alpha-beta in a fraction of the time; --search alphabeta uses the book's search.

  loa reproduce breakthrough
  loa reproduce breakthrough --games 100 --search alphabeta
"""

from __future__ import annotations

import argparse
from typing import TypeAlias

from loa_tk.cli.arguments import add_json, print_json
from loa_tk.cli.playing import SECONDS, add_series, plan_of, play
from loa_tk.control.series.summary import score_of
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score
from loa_tk.words.series import counted

HELP = "repeat a report's series and compare the figures"

Row: TypeAlias = tuple[str, int, int, str, str, int, int]

# The game, the depths of players 1 and 2, their evaluations, and their points in the report.
BREAKTHROUGH: tuple[Row, ...] = (
    ("breakthrough8", 4, 4, "offensive2", "defensive1", 96, 4),
    ("breakthrough8", 4, 4, "defensive2", "offensive1", 100, 0),
    ("breakthrough8", 4, 4, "offensive2", "offensive1", 50, 0),
    ("breakthrough8", 4, 4, "defensive2", "defensive1", 50, 0),
    ("breakthrough8", 4, 4, "offensive2", "defensive2", 9, 11),
    ("breakthrough8", 3, 4, "offensive1", "offensive1", 51, 49),
    ("breakthrough3", 3, 3, "defensive2", "offensive1", 96, 4),
    ("breakthrough3", 3, 3, "offensive2", "defensive1", 93, 7),
    ("breakthrough3", 3, 3, "offensive2", "defensive2", 0, 100),
    ("breakthrough5x10", 3, 3, "defensive2", "offensive1", 98, 2),
    ("breakthrough5x10", 3, 3, "offensive2", "defensive1", 97, 3),
    ("breakthrough5x10", 3, 3, "offensive2", "defensive2", 100, 0),
    ("breakthrough8", 1, 1, "offensive2", "defensive1", 68, 32),
    ("breakthrough8", 1, 1, "defensive2", "offensive1", 98, 2),
)
EVEN = 0.1  # a share this near to one half does not show which player is better


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("report", metavar="REPORT", help="which table: breakthrough")
    add_series(parser, games=20, each="row", openings=0)
    parser.add_argument(
        "--search", default="strong", help="search of both players: strong (default) or alphabeta"
    )
    add_json(parser)
    parser.set_defaults(fixed_sides=True, seconds=SECONDS, grace="1", sandbox="")


def run(args: argparse.Namespace) -> int:
    """Play every row of the table."""
    if args.report != "breakthrough":
        raise UserError(f"there is no report {args.report!r}; there is breakthrough")
    if args.search not in ("strong", "alphabeta"):
        raise UserError(f"search {args.search!r} is neither strong nor alphabeta")
    rows: list[dict[str, object]] = []
    interrupted = False
    if not args.json:
        print(f"{'game':<17}{'player 1':<16}{'player 2':<16}{'report':>9}{'ours':>9}  agrees")
    for row in BREAKTHROUGH:
        score, players, interrupted = play_row(args, row)
        if interrupted:  # half of a row cannot be compared with a whole one
            break
        won, lost = row[-2:]
        rows.append(
            {"game": row[0], "players": list(players), "report": [won, lost], **vars(score)}
        )
        if not args.json:
            print(line(row, score), flush=True)
    if args.json:
        print_json({"report": args.report, "complete": not interrupted, "rows": rows})
    elif interrupted:
        print(f"interrupted after {len(rows)} of {counted(len(BREAKTHROUGH), 'row')}")
    return 130 if interrupted else 0


def play_row(args: argparse.Namespace, row: Row) -> tuple[Score, tuple[str, str], bool]:
    """Return the score of one row, its players, and whether it was interrupted."""
    game, depth1, depth2, eval1, eval2, _, _ = row
    first = "minimax" if depth1 < depth2 and args.search == "alphabeta" else args.search
    players = (
        f"{first}:eval={eval1},depth={depth1}",
        f"{args.search}:eval={eval2},depth={depth2}",
    )
    results, interrupted = play(args, plan_of(args, find_game(game).key, players))
    return score_of(results), players, interrupted


def line(row: Row, score: Score) -> str:
    """Return a row of the table, with the report's points beside ours."""
    game, depth1, depth2, eval1, eval2, won, lost = row
    ours, theirs = f"{score.wins}-{score.losses}", f"{won}-{lost}"
    names = f"{eval1 + f' d{depth1}':<16}{eval2 + f' d{depth2}':<16}"
    agrees = "yes" if same_direction(score, won, lost) else "no"
    return f"{game:<17}{names}{theirs:>9}{ours:>9}  {agrees}"


def same_direction(score: Score, won: int, lost: int) -> bool:
    """Return whether both find the same player better, or both find them about even."""
    ours, theirs = score.share - 0.5, won / (won + lost) - 0.5
    if abs(theirs) < EVEN:
        return abs(ours) < 2 * EVEN
    return ours * theirs > 0
