"""Make a quiz on alpha-beta with real positions: a sheet of questions with their solutions.

Each question shows a position and a small tree of its moves with the values of all leaves, and asks
what a node returns, what alpha and beta are, or which branches are cut off. The same game, seed,
level and number of questions make the same sheet on every machine. With --tree the questions are
about a tree of your own, as `loa tree` takes it. --kind predict asks at tests of a bound whether
the search cuts or goes on.

  loa quiz loa5 --seed 7
  loa quiz --tree "((3 12 8)(2 4 6)(14 5 2))"
  loa quiz breakthrough8 --seed 7 --level hard --questions 10 --html sheet.html
"""

from __future__ import annotations

import argparse

from loa_tk.cli.arguments import add_field, add_json, add_tree, own_tree, print_json
from loa_tk.control.tree.quiz_page import as_html, as_json, as_text
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.tree.quiz import KIND, LEVEL, QUESTIONS, SEED, make_quiz
from loa_tk.store.files import new_output, save

HELP = "make a sheet of questions on alpha-beta, with solutions"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_tree(parser)
    add_field(parser, SEED, "S")
    add_field(parser, QUESTIONS, "N")
    add_field(parser, LEVEL, "L")
    add_field(parser, KIND, "KIND")
    parser.add_argument("--html", metavar="FILE", help="write a page that prints well on A4")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Make the quiz and print or write it."""
    game = own_tree(args) or find_game(args.game)
    if args.html is not None and args.json:
        raise UserError("--html and --json cannot be used together")
    if args.html is not None:
        new_output(args.html, "use another name")
    quiz = make_quiz(game, args.seed, args.level, args.questions, args.kind)
    if args.html is not None:
        save(args.html, as_html(quiz, game))
        print(args.html)
    elif args.json:
        print_json(as_json(quiz))
    else:
        print(as_text(quiz, game), end="")
    return 0
