"""Write a short, commented example to begin with: an evaluation, a search or a rubric.

The examples work at once. An existing file is never replaced. docs/STUDENTS.md explains what to
write; `loa check FILE` checks it.

  loa new evaluation mine.py --game loa5
  loa new search mine.py
  loa new rubric rubric.ini
"""

from __future__ import annotations

import argparse

from loa_tk.control.classroom.students import EXAMPLES, RUBRIC, example
from loa_tk.model.commandline import quote
from loa_tk.model.game import UserError, shown
from loa_tk.model.games import find_game
from loa_tk.model.search.options import is_file
from loa_tk.store.files import new_output, save

HELP = "write an example of an evaluation, a search or a rubric"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "kind", metavar="KIND", choices=EXAMPLES, help=f"one of {', '.join(EXAMPLES)}"
    )
    parser.add_argument("file", metavar="FILE", help="the file to write")
    parser.add_argument("--game", default="loa5", help="the game it is for (default: loa5)")


def run(args: argparse.Namespace) -> int:
    """Write the file and print what to do next."""
    game = find_game(args.game)
    if args.kind not in EXAMPLES:
        raise UserError(f"there is no example of {args.kind!r}; there are {', '.join(EXAMPLES)}")
    if args.kind != RUBRIC and not is_file(args.file):
        raise UserError(f"{shown(args.file)} must end in .py")
    path = new_output(args.file, "use another name")
    if path.exists():
        raise UserError(f"{args.file} exists; use another name")
    save(args.file, example(args.kind, args.file, game))
    print(f"{args.file} is written.")
    if args.kind == RUBRIC:
        print(f"Next: loa class FOLDER --game {game.key} --rubric {quote(args.file)}")
    else:
        print(f"Next: loa check {quote(args.file)} --game {game.key}")
    return 0
