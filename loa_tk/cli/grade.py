"""Grade one submission and write the results.json that Gradescope and similar autograders read.

The folder is one student's, with all files in it: the Python file with evaluate() or choose()
counts, and it may import the others; a program is graded as well. The submission is checked and
plays the opponents of the rubric. Whatever it does, there are marks when the time is over.
`loa new autograder` writes an archive for Gradescope that runs this command.

  loa grade submission --rubric rubric.ini --results results.json
"""

from __future__ import annotations

import argparse
from pathlib import Path

from loa_tk.cli.arguments import add_field, add_sandbox, add_secret
from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.grading import LIMIT, grade
from loa_tk.control.classroom.rubric import read_rubric
from loa_tk.control.series.plan import SEED
from loa_tk.model.fields import Field, Real
from loa_tk.model.games import find_game
from loa_tk.store.files import output, save

HELP = "grade one submission, for an autograder"
SECONDS = Field(
    name="limit", kind=Real(5, 3600), default=LIMIT, help="seconds for all checks and games"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("submission", metavar="FOLDER", help="the folder of one submission")
    parser.add_argument("--game", default="loa5", help="the game (default: loa5)")
    parser.add_argument("--rubric", metavar="FILE", help="give marks; see `loa new rubric`")
    parser.add_argument("--results", metavar="FILE", help="write the results here")
    add_field(parser, SECONDS)
    add_field(parser, SEED)
    add_secret(parser)
    add_sandbox(parser)


def run(args: argparse.Namespace) -> int:
    """Grade the submission, and print the results unless they are written."""
    rubric = None
    if args.rubric is not None:
        rubric = read_rubric(Path(args.rubric), [row.name for row in all_rows()])
    if args.results is not None:
        output(args.results)  # raises UserError if nothing can be written there
    game = find_game(args.game).key
    text = grade(
        Path(args.submission), game, rubric, args.limit, args.sandbox, args.seed, args.secret
    )
    if args.results is None:
        print(text, end="")
    else:
        save(args.results, text)
    return 0
