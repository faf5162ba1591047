"""The command line, which runs a command or, without one, opens the window."""

from __future__ import annotations

import codecs
import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from loa_tk.model.game import UserError, shown

if TYPE_CHECKING:  # the window does without it, and opens 4 ms earlier
    import argparse

# In the order of the help. Each names a module with HELP, add_arguments(parser) and run(args).
COMMANDS = (
    "games", "moves", "perft", "search", "tree", "quiz", "match", "tournament", "reproduce",
    "verify", "replay", "convert", "flow", "engine", "new", "check", "class", "grade", "doctor",
    "handout", "completions", "manual",
)  # fmt: skip

RECORD = ".sgf"
INSTALL, REMOVE = "--install-desktop", "--remove-desktop"
ERRORS = "loa_tk.console"
# What is shown instead of signs that the console lacks.
SIGNS = {
    "÷": "/", "√": "sqrt",
    "−": "-", "≤": "<=", "≥": ">=", "∞": "inf", "–": "-", "—": "-", "…": "...", "×": "x",
    "·": ".", "█": "#", "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "←": "<-", "≈": "~",
    "✓": "+", "★": "*", "✗": "x", "●": "*", "○": "o", "■": "#", "±": "+/-",
    "½": "1/2", "α": "alpha", "β": "beta", "\xa0": " ",
}  # fmt: skip


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
        from loa_tk.cli.argument_parser import make_parser

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
