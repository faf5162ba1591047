"""Make a quiz on alpha-beta with real positions: a sheet of questions with their solutions.

Each question shows a position and a small tree of its moves with the values of all leaves, and asks
what a node returns, what alpha and beta are, or which branches are cut off. The same game, seed,
level and number of questions make the same sheet on every machine.

  loa quiz loa5 --seed 7
  loa quiz breakthrough8 --seed 7 --level hard --questions 10 --html sheet.html
"""

from __future__ import annotations

import argparse
import os

from loa_tk.cli.arguments import add_json, number, print_json
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.tree import quiz_page
from loa_tk.model.tree.quiz import LEVELS, MOST_QUESTIONS, make_quiz
from loa_tk.store.files import write_text

HELP = "make a sheet of questions on alpha-beta, with solutions"
MOST_SEED = 2**63 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the key of a game; `loa games` lists them")
    parser.add_argument("--seed", metavar="S", default="1", help="which sheet (default: 1)")
    parser.add_argument(
        "--questions", metavar="N", default="6", help="how many questions (default: 6)"
    )
    parser.add_argument(
        "--level", metavar="L", default="normal", help=f"{', '.join(LEVELS)} (default: normal)"
    )
    answer = parser.add_mutually_exclusive_group()
    answer.add_argument("--html", metavar="FILE", help="write a page to be printed")
    add_json(answer)
