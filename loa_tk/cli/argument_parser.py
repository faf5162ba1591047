"""The parser of the commands and their options."""

from __future__ import annotations

import argparse
from importlib import import_module

from loa_tk import __version__
from loa_tk.cli.parser import COMMANDS, INSTALL, REMOVE
from loa_tk.model.game import UserError

MODULES = {"class": "classroom"}  # whose name is not the command's, which is a word of Python
COMMAND = "command"  # the argument that names it
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
