"""Write a short, commented example to begin with: an evaluation, a search, a rubric, an engine.

The examples work at once. An existing file is never replaced. `loa handout` explains what to write,
and `loa check FILE` checks it. An engine is a program in C++ or Java, by the ending of the file,
that knows the rules of Lines of Action and speaks the Universal Game Interface. An autograder is
the archive that Gradescope takes, with this program and a rubric in it.

  loa new evaluation mine.py --game loa5
  loa new search mine.py
  loa new rubric rubric.ini
  loa new engine mine.cpp
  loa new autograder grader.zip --rubric rubric.ini
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from loa_tk.cli.arguments import add_field
from loa_tk.control.classroom.students import AUTOGRADER, ENGINE, EXAMPLES, RUBRIC, example
from loa_tk.control.series.plan import SEED
from loa_tk.model.commandline import quote
from loa_tk.model.game import Game, UserError, shown
from loa_tk.model.games import find_game
from loa_tk.model.search.options import is_file
from loa_tk.store.files import new_output, save

HELP = "write an example of an evaluation, a search, a rubric or an engine, or an autograder"


KINDS = (*EXAMPLES, AUTOGRADER)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "kind", metavar="KIND", choices=KINDS, help=f"one of {', '.join(KINDS)}"
    )
    parser.add_argument("file", metavar="FILE", help="the file to write")
    parser.add_argument("--game", default="loa5", help="the game it is for (default: loa5)")
    parser.add_argument(
        "--rubric", metavar="FILE", help="the rubric of an autograder (default: an example)"
    )
    seed = replace(SEED, help="the seed of an autograder")
    add_field(parser, seed, default="a new one", unset=True)


def run(args: argparse.Namespace) -> int:
    """Write the file and print what to do next."""
    game = find_game(args.game)
    if args.kind not in KINDS:
        raise UserError(f"there is no example of {args.kind!r}; there are {', '.join(KINDS)}")
    if args.rubric is not None and args.kind != AUTOGRADER:
        raise UserError(f"--rubric is for an autograder, not for {args.kind}")
    if args.seed is not None and args.kind != AUTOGRADER:
        raise UserError(f"--seed is for an autograder, not for {args.kind}")
    if args.kind not in (RUBRIC, ENGINE, AUTOGRADER) and not is_file(args.file):
        raise UserError(f"{shown(args.file)} must end in .py")
    path = new_output(args.file, "use another name")
    if path.exists():
        raise UserError(f"{args.file} exists; use another name")
    save(args.file, content(args, game))
    print(f"{args.file} is written.")
    if args.kind == RUBRIC:
        print(f"Next: loa class FOLDER --game {game.key} --rubric {quote(args.file)}")
    elif args.kind == AUTOGRADER:
        print("Next: upload it to Gradescope as the autograder of a programming assignment.")
        print("If results say that they are provisional, raise --limit in its run_autograder and")
        print("Gradescope's time limit, ask for fewer games in the rubric, or use more processors.")
    elif args.kind == ENGINE:
        print("Next: the first lines of the file say how to compile and check it.")
    else:
        print(f"Next: loa check {quote(args.file)} --game {game.key}")
    return 0


def content(args: argparse.Namespace, game: Game) -> str | bytes:
    """Return what is to be written; raise UserError if the rubric of an autograder is wrong."""
    if args.kind != AUTOGRADER:
        return example(args.kind, args.file, game)
    from loa_tk.control.classroom.autograder import archive
    from loa_tk.control.classroom.examine import all_rows
    from loa_tk.control.classroom.opponents import opponents_of
    from loa_tk.control.classroom.rubric import read_rubric
    from loa_tk.control.classroom.setup import drawn_seed

    if not args.file.endswith(".zip"):
        raise UserError(f"{shown(args.file)} must end in .zip")
    text = example(AUTOGRADER, "rubric.ini", game)
    if args.rubric is not None:
        rubric = read_rubric(Path(args.rubric), [row.name for row in all_rows()])
        opponents_of(game, (), rubric)
        text = Path(args.rubric).read_text("utf-8-sig")
    return archive(game.key, text, drawn_seed() if args.seed is None else args.seed)
