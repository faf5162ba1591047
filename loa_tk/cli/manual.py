"""Print the manual page of loa, with all commands, for `man`.

It is made from what `--help` prints.

  loa manual | man -l -
  loa manual > ~/.local/share/man/man1/loa.1
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import groupby

from loa_tk import __version__
from loa_tk.cli.argument_parser import make_parser
from loa_tk.cli.syntax import Argument, CommandSyntax, syntax_of

HELP = "print the manual page"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments: none."""


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    print("\n".join(page(*syntax_of(make_parser()))))
    return 0


def page(program: CommandSyntax, commands: list[CommandSyntax]) -> Iterator[str]:
    """Yield the lines of the page in the language of man pages."""
    title, *about = program.description.split("\n\n")
    yield f'.TH LOA 1 "" "loa_tk {__version__}" "User Commands"'
    yield ".SH NAME"
    yield escaped(f"loa - {title.rstrip('.')}")
    yield ".SH SYNOPSIS"
    for usage in ("loa [FILE]", *(command.usage for command in commands)):
        yield from synopsis(usage)
    yield ".SH DESCRIPTION"
    yield from paragraphs("\n\n".join(about))
    yield ".PP"
    yield from paragraphs(program.epilog)
    yield ".SH OPTIONS"
    yield from arguments(program.arguments)
    yield ".SH COMMANDS"
    for command in commands:
        yield f".SS loa {command.name}"
        yield from paragraphs(command.description)
        yield from arguments(command.arguments)
        if command.epilog:
            yield ".PP"
            yield from paragraphs(command.epilog)


def synopsis(usage: str) -> Iterator[str]:
    """Yield one command line, indented where it goes on."""
    program, _, rest = usage.partition(" [")
    yield ".HP"
    yield f"\\fB{escaped(program)}\\fR{escaped(' [' + rest) if rest else ''}"


def paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs; indented lines are examples and stay as they are."""
    for number, paragraph in enumerate(filter(None, text.split("\n\n"))):
        if number:
            yield ".PP"
        for example, lines in groupby(paragraph.strip("\n").split("\n"), is_example):
            escaped_lines = map(escaped, lines)
            yield from (".EX", *escaped_lines, ".EE") if example else escaped_lines


def is_example(line: str) -> bool:
    """Return whether a line is indented."""
    return line.startswith("  ")


def arguments(rows: tuple[Argument, ...]) -> Iterator[str]:
    """Yield the positional arguments and the options, each with its explanation."""
    for argument in sorted(rows, key=lambda argument: bool(argument.flags)):
        names = ", ".join(f"\\fB{escaped(flag)}\\fR" for flag in argument.flags)
        value = f"\\fI{escaped(argument.value)}\\fR" if argument.value else ""
        yield ".TP"
        yield " ".join(filter(None, (names, value + (" ..." if argument.many else ""))))
        yield escaped(argument.help)


def escaped(text: str) -> str:
    """Return a text for troff, whose plain - is a hyphen, which no program understands."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    return f"\\&{text}" if text.startswith((".", "'")) else text
