"""Check a student's program: an evaluation, a search, or any program that speaks UGI.

A file with a function evaluate(position, player) is checked as an evaluation, one with
choose(position, seconds, counts) as a search, and one with both as both. ugi:COMMAND is checked as
a search. Of a folder, its Python file is checked, or its program: an executable file, or a file
`player` that has the command in one line. Such a program runs in the sandbox, as a file does. The
exit status is 0 if all required checks pass, 1 if one fails, and 2 if the file or an argument is
wrong. --explain prints what each check means.

  loa check mine.py
  loa check mine.py --game breakthrough8 --explain
  loa check "ugi:./engine --fast" --json
  loa check engine_folder
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time
from dataclasses import replace
from math import inf
from pathlib import Path

from loa_tk.cli.arguments import add_field, add_json, add_sandbox, add_secret, print_json
from loa_tk.control.classroom.examine import all_rows, examine
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.outputs import as_json
from loa_tk.control.classroom.students import in_folder
from loa_tk.control.series.plan import SEED, UGI
from loa_tk.control.ugi.client import check_command
from loa_tk.lab.source import read
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.words import classroom as words
from loa_tk.words import own_code as guest_words

HELP = "check a student's evaluation or search"
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "file", metavar="FILE",
        help="a Python file, a folder with one or a program, or ugi:COMMAND",
    )  # fmt: skip
    parser.add_argument("--game", default="loa5", help="the game to check it in (default: loa5)")
    add_field(parser, replace(SEED, help="seed of positions and games"))
    add_secret(parser)
    parser.add_argument("--explain", action="store_true", help="print what each check means")
    add_sandbox(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Make all checks and print them."""
    game = find_game(args.game)
    if args.file.startswith(UGI):
        check_command(read_player(game, args.file))
    elif not args.file.strip():
        raise UserError("the name of the file is empty: name a Python file, or ugi:COMMAND")
    elif Path(args.file).is_dir():
        args.file = in_folder(Path(args.file)).checked
    else:
        read(Path(args.file))  # raises UserError if there is no such file
    progress = Progress(sys.stderr.isatty())
    try:
        checked = examine(
            args.file, game.key, args.seed, args.sandbox, tell=progress.show, secret=args.secret
        )
    finally:
        progress.clear()
    if args.json:
        print_json(as_json(checked))
    else:
        print(table(checked, args.explain))
    return 0 if checked.passed else 1


class Progress:
    """One line that says what is being done, if the error stream is a terminal.

    Otherwise it is a line now and then, at least `between` seconds after the last one, if any.
    """

    def __init__(self, visible: bool, between: float = inf) -> None:
        """Show nothing yet."""
        self.visible, self.width = visible, 0
        self.between, self.due = between, time.monotonic()

    def show(self, text: str) -> None:
        """Replace the line, or add one to a file."""
        if self.visible:
            line = f"  {text} …"
            print(f"\r{line:<{self.width}}", end="", file=sys.stderr, flush=True)
            self.width = len(line)
        elif self.between < inf and time.monotonic() >= self.due:
            print(f"loa: {text}", file=sys.stderr, flush=True)
            self.due = time.monotonic() + self.between

    def clear(self) -> None:
        """Remove the line."""
        if self.visible:
            print(f"\r{'':<{self.width}}\r", end="", file=sys.stderr, flush=True)


def table(checked: Checked, explain: bool) -> str:
    """Return all checks for a person."""
    kinds = " and ".join(checked.kinds) or words.UNKNOWN_KIND
    lines = [words.HEADLINE.format(program=checked.program, kinds=kinds, game=checked.game)]
    if checked.sandbox:
        lines.append(words.RAN_IN.format(sandbox=checked.sandbox))
    lines.append("")
    helps = {row.name: row.help for row in all_rows()}
    width = max(len(line.text) for line in checked.lines) + 2
    for line in checked.lines:
        head = f"{line.sign[0]} {line.text:<{width}}"
        lines += textwrap.wrap(
            line.finding.text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head),
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        if explain:
            text = helps[line.name]
            lines += textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
            lines.append("")
    verdict = words.ALL_PASS if checked.passed else words.NOT_ALL_PASS
    lines += [*([] if explain else [""]), verdict]
    if checked.integrity:
        known = words.INTEGRITY.format(line=checked.integrity.line)
        lines += textwrap.wrap(known, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    if checked.kinds:
        lines.append(words.REPEAT.format(secret=checked.secret))
    if checked.output:
        lines += ["", words.PRINTED, *(guest_words.PRINTED.format(line=line)
                                       for line in checked.output)]  # fmt: skip
    return "\n".join(lines)
