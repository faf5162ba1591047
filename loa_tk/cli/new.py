"""Write a short, commented example to begin with: an evaluation, a search, a rubric, an engine.

The examples work at once. An existing file is never replaced. docs/STUDENTS.md explains what to
write; `loa check FILE` checks it. An engine is a program in C++ or Java, by the ending of the file,
that knows the rules of Lines of Action and speaks the Universal Game Interface.

  loa new evaluation mine.py --game loa5
  loa new search mine.py
  loa new rubric rubric.ini
  loa new engine mine.cpp
"""

from __future__ import annotations

import argparse

from loa_tk.control.classroom.students import ENGINE, EXAMPLES, RUBRIC, example
from loa_tk.model.commandline import quote
from loa_tk.model.game import UserError, shown
from loa_tk.model.games import find_game
from loa_tk.model.search.options import is_file
from loa_tk.store.files import new_output, save

HELP = "write an example of an evaluation, a search, a rubric or an engine"


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
    if args.kind not in (RUBRIC, ENGINE) and not is_file(args.file):
        raise UserError(f"{shown(args.file)} must end in .py")
    path = new_output(args.file, "use another name")
    if path.exists():
        raise UserError(f"{args.file} exists; use another name")
    text = example(args.kind, args.file, game)
    save(args.file, text)
    print(f"{args.file} is written.")
    if args.kind == RUBRIC:
        print(f"Next: loa class FOLDER --game {game.key} --rubric {quote(args.file)}")
    elif args.kind == ENGINE:
        print("Next: the first lines of the file say how to compile and check it.")
    else:
        print(f"Next: loa check {quote(args.file)} --game {game.key}")
    return 0
