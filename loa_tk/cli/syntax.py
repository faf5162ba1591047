"""The commands and their arguments as data, read from the parser for completions and the manual."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

MANY = (argparse.ONE_OR_MORE, argparse.ZERO_OR_MORE)


@dataclass(frozen=True, kw_only=True)
class Argument:
    """An option, which has flags, or a positional argument, which has none."""

    flags: tuple[str, ...]
    value: str  # the name of its value, such as FILE; "" if it takes none
    choices: tuple[str, ...]  # values to offer; others may be right, too
    many: bool  # it takes several values
    help: str


@dataclass(frozen=True, kw_only=True)
class CommandSyntax:
    """A command with its arguments; the program itself is the one without a name."""

    name: str
    help: str  # one line
    usage: str  # one long line
    description: str
    epilog: str  # what the help says after the arguments
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """Its arguments that have flags."""
        return tuple(argument for argument in self.arguments if argument.flags)

    @property
    def positionals(self) -> tuple[Argument, ...]:
        """Its arguments that are known by their place."""
        return tuple(argument for argument in self.arguments if not argument.flags)


def syntax_of(parser: argparse.ArgumentParser) -> tuple[CommandSyntax, list[CommandSyntax]]:
    """Return the program and its commands, in the order of the help."""
    commands = []
    for action in subparsers(parser):
        rows = {row.dest: row.help or "" for row in action._choices_actions}
        commands += [command(name, rows[name], child) for name, child in action.choices.items()]
    return command("", "", parser), commands


def subparsers(
    parser: argparse.ArgumentParser,
) -> Iterator[argparse._SubParsersAction[argparse.ArgumentParser]]:
    """Yield the argument that names the command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield action


def command(name: str, help_line: str, parser: argparse.ArgumentParser) -> CommandSyntax:
    """Return the syntax of one parser."""
    names = set(subparsers(parser))
    # Wide enough for one line. Python 3.14 writes it in colours unless it is told not to.
    parser.formatter_class = lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=10_000)
    parser.color = False  # type: ignore[attr-defined]
    formatter = parser._get_formatter()
    return CommandSyntax(
        name=name,
        help=help_line,
        usage=parser.format_usage().removeprefix("usage: ").strip(),
        description=parser.description or "",
        epilog=parser.epilog or "",
        arguments=tuple(
            argument(action, formatter) for action in parser._actions if action not in names
        ),
    )


def argument(action: argparse.Action, formatter: argparse.HelpFormatter) -> Argument:
    """Return one argument; an action that takes no value has nargs 0."""
    choices = () if action.choices is None else tuple(map(str, action.choices))
    value = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
    return Argument(
        flags=tuple(action.option_strings),
        value=value,
        choices=choices,
        many=action.nargs in MANY,
        help=formatter._expand_help(action) if action.help else "",
    )
