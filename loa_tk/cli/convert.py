"""Rewrite the games of an SGF file: clean, complete, in strict FF[4] and UTF-8.

Every branch, comment and search is kept; spelling, encoding and line breaks become standard. An
illegal move is reported, and its branch ends before it.

  loa convert found.sgf -o clean.sgf
  loa convert - < found.sgf

An existing file is not overwritten. The exit status is 0 if everything was kept, 1 if something was
left out, 2 if the file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from loa_tk.model import records
from loa_tk.model.game import UserError
from loa_tk.model.records import Record, RecordError, read_record
from loa_tk.store.files import new_output
from loa_tk.store.games import load_named, save

HELP = "rewrite the games of a file in clean SGF"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="an SGF file; - is the standard input")
    parser.add_argument("-o", "--output", metavar="OUT", help="a file (default: standard output)")


def run(args: argparse.Namespace) -> int:
    """Write every game that can be read, and report what was left out."""
    out = Path() if args.output is None else new_output(args.output, "use another name")
    try:
        trees = load_named(args.file)
    except RecordError as error:
        raise UserError(f"{args.file}: {error}") from None
    games: list[Record] = []
    problems: list[tuple[int, object]] = []
    notes: list[tuple[int, object]] = []
    for number, tree in enumerate(trees, 1):
        try:
            games.append(read_record(tree))
            problems += [(number, problem) for problem in games[-1].problems]
            notes += [(number, games[-1].note)] if games[-1].note else []
        except RecordError as error:
            problems.append((number, error))
    for number, problem in sorted(problems + notes, key=lambda pair: pair[0]):
        print(f"loa: {args.file}: game {number}: {problem}", file=sys.stderr)
    if games and args.output is not None:
        save(out, games)
    elif games:
        # The text declares itself to be UTF-8, so the console's encoding does not matter.
        sys.stdout.flush()
        sys.stdout.buffer.write(records.text(games).encode("utf-8"))
    return 1 if problems else 0
