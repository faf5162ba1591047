"""Repeat the third report's Breakthrough series and print the results beside the report's.

Player 1 always moves first, as in the report; games differ only by the noise of the evaluations. By
default the players search with `strong` to the report's depth, which finds the same values as
alpha-beta in a fraction of the time; --search alphabeta uses the book's search.

The interval is the 95 % interval of player 1's share of our games. A series shows a winner if its
interval does not contain 50 %. Same winner: "yes" if the report's series and ours show the same
winner or both show none, "no" if they show different ones, "open" if only one shows a winner.

  loa reproduce breakthrough
  loa reproduce breakthrough --games 100 --search alphabeta
"""

from __future__ import annotations

import argparse
from typing import TypeAlias

from loa_tk.cli.arguments import add_field, add_json, print_json
from loa_tk.cli.playing import add_series, plan_of, play
from loa_tk.control.series.plan import GRACE, SECONDS
from loa_tk.control.series.summary import score_of
from loa_tk.model.fields import Field, OneOf
from loa_tk.model.game import UserError, shown
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score
from loa_tk.words.series import INTERVAL, counted, percents

HELP = "repeat a report's series and compare the figures"
REPORTS = ("breakthrough",)
SEARCH = Field(
    name="search", kind=OneOf(("strong", "alphabeta")), default="strong",
    help="search of both players: strong or alphabeta",
)  # fmt: skip

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "report", metavar="REPORT", choices=REPORTS, help=f"which table: {REPORTS[0]}"
    )
    add_series(parser, games=20, each="row", openings=0)
    add_field(parser, SEARCH, "SEARCH")
    add_json(parser)
    parser.set_defaults(fixed_sides=True, seconds=SECONDS.default, grace=GRACE.default, sandbox="")


def run(args: argparse.Namespace) -> int:
    """Play every row of the table."""
    if args.report not in REPORTS:
        raise UserError(f"there is no report {shown(args.report)}; there is {REPORTS[0]}")
    rows: list[dict[str, object]] = []
    interrupted = False
    if not args.json:
        print(columns("game", "player 1", "player 2", "report", "ours", INTERVAL, "same winner"))
    for row in BREAKTHROUGH:
        score, players, interrupted = play_row(args, row)
        if interrupted:  # half of a row cannot be compared with a whole one
            break
        rows.append(
            {
                "game": row[0],
                "players": list(players),
                "reported": list(row[-2:]),
                **vars(score),
                "interval": [round(bound, 4) for bound in score.interval()],
                "same_winner": same_winner(score, *row[-2:]),
            }
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
    players = (f"{first}:eval={eval1},depth={depth1}", f"{args.search}:eval={eval2},depth={depth2}")
    results, interrupted = play(args, plan_of(args, find_game(game).key, players))
    return score_of(results), players, interrupted


def columns(*cells: str) -> str:
    """Return the cells of one line of the table, each in its column."""
    game, first, second, report, ours, interval, same = cells
    return f"{game:<17}{first:<15}{second:<15}{report:>7}{ours:>8}{interval:>16}  {same}"


def line(row: Row, score: Score) -> str:
    """Return a row of the table, with the report's points beside ours."""
    game, depth1, depth2, eval1, eval2, won, lost = row
    return columns(
        game,
        f"{eval1} d{depth1}",
        f"{eval2} d{depth2}",
        f"{won}-{lost}",
        f"{score.wins}-{score.losses}",
        percents(*score.interval()),
        same_winner(score, won, lost),
    )


def same_winner(score: Score, won: int, lost: int) -> str:
    """Return "yes", "no" or "open" if only one of the two series shows a winner."""
    ours, theirs = shown_winner(score), shown_winner(Score(won, 0, lost))
    if ours == theirs:
        return "yes"
    return "no" if ours and theirs else "open"


def shown_winner(score: Score) -> int:
    """Return 1 or 2 for the player whose win a score shows, or 0 if it shows neither."""
    low, high = score.interval()
    return 1 if low > 0.5 else 2 if high < 0.5 else 0
