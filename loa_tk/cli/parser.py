"""The parser of the command line, which runs a command or, without one, opens the window."""

from __future__ import annotations

import argparse
import codecs
import errno
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from loa_tk import __version__
from loa_tk.model.game import UserError, shown

# In the order of the help. Each names a module with HELP, add_arguments(parser) and run(args).
COMMANDS = (
    "games", "moves", "perft", "search", "tree", "quiz", "match", "tournament", "reproduce",
    "verify", "replay", "convert", "flow", "engine", "new", "check", "class", "grade", "doctor",
    "handout", "completions", "manual",
)  # fmt: skip

MODULES = {"class": "classroom"}  # whose name is not the command's, which is a word of Python

RECORD = ".sgf"
COMMAND = "command"  # the argument that names it
INSTALL, REMOVE = "--install-desktop", "--remove-desktop"
DESKTOP = {
    INSTALL: "add the program and the type of its game records to this user's desktop (Linux)",
    REMOVE: "remove what --install-desktop has written",
}
REQUIRED = "the following arguments are required"  # the wording of argparse
DESCRIPTION = """\
A desktop lab for game search: Lines of Action and its relatives.

Without a command the window opens; with the name of a game file (.sgf), it opens that game. The
commands need no screen."""

EPILOG = """\
loa COMMAND --help explains a command, with examples. The exit status is 0 for success, 1 for a
negative answer, and 2 for wrong input or if the window cannot open."""

ERRORS = "loa_tk.console"
# What is shown instead of signs that the console lacks.
SIGNS = {
    "÷": "/", "√": "sqrt",
    "−": "-", "≤": "<=", "≥": ">=", "∞": "inf", "–": "-", "—": "-", "…": "...", "×": "x",
    "·": ".", "█": "#", "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "←": "<-", "≈": "~",
    "✓": "+", "★": "*", "✗": "x", "●": "*", "○": "o", "■": "#", "±": "+/-",
    "½": "1/2", "α": "alpha", "β": "beta", "\xa0": " ",
}  # fmt: skip


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise UserError, so that `main` prints the line and chooses the status."""
        raise UserError(message.replace(REQUIRED, "missing"))

    def _get_value(self, action: argparse.Action, text: str) -> object:
        """Read a value; argparse would replace the sentence of a UserError by its own."""
        return action.type(text) if callable(action.type) else text

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Accept all values: `choices` are for completion, and commands have their own messages."""
        if action.dest == COMMAND:
            super()._check_value(action, value)


def make_parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of one command, or of all: importing every command takes a tenth second."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser("loa", description=DESCRIPTION, epilog=EPILOG, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"loa_tk {__version__}")
    desktop = parser.add_mutually_exclusive_group()
    for flag, text in DESKTOP.items():
        desktop.add_argument(flag, dest="desktop", action="store_const", const=flag, help=text)
    commands = parser.add_subparsers(
        dest=COMMAND, metavar="COMMAND", title="commands", parser_class=Parser
    )
    for name in [command] if command in COMMANDS else COMMANDS:
        module = import_module(f"loa_tk.cli.{MODULES.get(name, name)}")
        child = commands.add_parser(
            name, help=module.HELP, description=module.__doc__, formatter_class=raw
        )
        module.add_arguments(child)
        child.set_defaults(run=module.run)
    return parser


def open_window(file: str = "") -> int:
    """Open the window, which is imported only now because the commands need no tkinter."""
    gc.disable()  # the window collects garbage when it has been drawn
    from loa_tk.app import open_window as open_it

    return open_it(file)


def change_desktop(args: argparse.Namespace) -> int:
    """Add the program to the desktop's menu or remove it."""
    if args.command:
        raise UserError(f"{args.desktop} cannot be used with a command ({args.command})")
    from loa_tk.cli.desktop import change

    return change(args.desktop)


def file_of(arguments: Sequence[str]) -> str:
    """Return the file to open in the window if the command line is nothing else, or ""."""
    name = arguments[0] if arguments else ""
    if not name or name in COMMANDS or name.startswith("-"):
        return ""
    # Checked before the window, which without a screen would only report the missing screen.
    if not os.path.isfile(name):
        if name.lower().endswith(RECORD):
            raise UserError(f"there is no file {shown(name)}")
        raise UserError(f"{shown(name)} is neither a command nor a file; see `loa --help`")
    if len(arguments) > 1:
        raise UserError(f"the window opens one file and nothing more: not {shown(arguments[1])}")
    return name


def reader_has_gone(error: OSError, windows: bool = os.name == "nt") -> bool:
    """Return whether the output is a pipe that its reader has closed, as in `loa moves … | head`.

    Windows calls that an invalid argument. It says the same of a file with a wrong name.
    """
    wrong = windows and error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or wrong


def replace_signs(error: UnicodeError) -> tuple[str, int]:
    """Return what to write instead of the characters that a console lacks.

    A character without a sign here is escaped, because two names must not become the same.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(SIGNS.get(char) or escaped(char) for char in missing), error.end


def escaped(char: str) -> str:
    """Return a character as Python writes it in ASCII."""
    return char.encode("ascii", "backslashreplace").decode()


def prepare_console() -> None:
    """Let the output show any text, whatever the console's encoding is."""
    codecs.register_error(ERRORS, replace_signs)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a windowed program has no streams
            stream.reconfigure(errors=ERRORS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its status: 0, 1 for a negative answer, 2 for wrong input."""
    prepare_console()
    try:
        words = sys.argv[1:] if arguments is None else arguments
        if not words:
            return open_window()  # before the parser, which imports every command
        if file := file_of(words):
            return open_window(file)
        args = make_parser(words[0]).parse_args(words)
        if args.desktop:
            return change_desktop(args)
        status: int = args.run(args) if args.command else open_window()
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"loa: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if not reader_has_gone(error):
            raise
        # Nothing more can be printed, not even when the interpreter flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
