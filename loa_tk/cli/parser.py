"""The command line: a module beside this one for each command; without one, the window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from loa_tk import __version__
from loa_tk.model.game import UserError

# In the order of the help; each module has HELP, add_arguments(parser) and run(args).
COMMANDS = (
    "games",
    "moves",
    "perft",
    "search",
    "match",
    "tournament",
    "reproduce",
    "replay",
    "convert",
    "flow",
    "engine",
)

RECORD = ".sgf"
REQUIRED = "the following arguments are required"  # as argparse says it
DESCRIPTION = """\
A desktop lab for game search: Lines of Action and its relatives.

Without a command the window opens, with the name of a game file (.sgf) on that game. The commands
need no screen:"""

EPILOG = "loa COMMAND --help tells more of a command, with examples."


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Leave it to `main` to print the line and choose the status."""
        raise UserError(message.replace(REQUIRED, "missing"))


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser("loa", description=DESCRIPTION, epilog=EPILOG, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"loa_tk {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=Parser
    )
    for name in COMMANDS:
        module = import_module(f"loa_tk.cli.{name}")
        child = commands.add_parser(
            name, help=module.HELP, description=module.__doc__, formatter_class=raw
        )
        module.add_arguments(child)
        child.set_defaults(run=module.run)
    return parser


def open_window(file: str = "") -> int:
    """The window, imported only when it is wanted: the commands need no tkinter."""
    from loa_tk.app import open_window as open_it

    return open_it(file)


def file_of(arguments: Sequence[str]) -> str:
    """The file that is to be opened in the window, where a command line is only that."""
    name = arguments[0] if arguments else ""
    if not name or name in COMMANDS or name.startswith("-"):
        return ""
    # Told here, before the window: without a screen that would only complain of the screen.
    if not os.path.isfile(name):
        if name.lower().endswith(RECORD):
            raise UserError(f"there is no file {name!r}")
        raise UserError(f"{name!r} is neither a command nor a file; `loa --help` lists all")
    if len(arguments) > 1:
        raise UserError(f"the window opens one file and nothing more: not {arguments[1]!r}")
    return name


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit status: 0, 1 for a 'no', 2 for wrong input."""
    for stream in (sys.stdout, sys.stderr):
        # A console that lacks a character shows a ? for it; a windowed program has no streams.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        words = sys.argv[1:] if arguments is None else arguments
        if file := file_of(words):
            return open_window(file)
        args = make_parser().parse_args(words)
        status: int = args.run(args) if args.command else open_window()
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"loa: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone (`loa moves … | head`): nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
