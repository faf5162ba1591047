"""Print the handout for students: how to write an evaluation or a search, and how it is checked.

With --html it is written as a page that prints on A4.

  loa handout | less
  loa handout --html handout.html
"""

from __future__ import annotations

import argparse
from pathlib import Path

import loa_tk
from loa_tk.control.markdown import as_page
from loa_tk.model.game import UserError
from loa_tk.store.files import new_output, save

HELP = "print the handout for students"
PACKAGE = Path(loa_tk.__file__).parent
# An installed package has the handout among its modules (setup.py), the sources in docs/.
PLACES = (PACKAGE / "STUDENTS.md", PACKAGE.parent / "docs" / "STUDENTS.md")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("--html", metavar="FILE", help="write a page that prints well on A4")


def run(args: argparse.Namespace) -> int:
    """Print the handout or write it as a page."""
    path = next(filter(Path.is_file, PLACES), None)
    if path is None:  # as in an autograder, whose archive has only what grading needs
        raise UserError("this copy of the program has no handout; use the package or the sources")
    text = path.read_text("utf-8")
    if args.html is None:
        print(text, end="")
        return 0
    new_output(args.html, "use another name")
    save(args.html, as_page(text))
    print(args.html)
    return 0
