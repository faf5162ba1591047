"""Print what makes a shell complete the commands, options and values of loa: bash, zsh or fish.

Write it to the file that the shell reads, and start a new shell. For zsh, the folder must be one of
$fpath.

  loa completions bash > ~/.local/share/bash-completion/completions/loa
  loa completions zsh > ~/.zfunc/_loa
  loa completions fish > ~/.config/fish/completions/loa.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from loa_tk.cli.parser import make_parser
from loa_tk.cli.shells import bash, fish, zsh
from loa_tk.cli.syntax import CommandSyntax, syntax_of
from loa_tk.model.game import UserError

HELP = "print what makes a shell complete the commands"
SHELLS: dict[str, Callable[[CommandSyntax, list[CommandSyntax]], str]] = {
    "bash": bash.script,
    "zsh": zsh.script,
    "fish": fish.script,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}"
    )


def run(args: argparse.Namespace) -> int:
    """Print the script of a shell."""
    if args.shell not in SHELLS:
        known = ", ".join(SHELLS)
        raise UserError(f"there are no completions for {args.shell!r}; there are {known}")
    print(SHELLS[args.shell](*syntax_of(make_parser())), end="")
    return 0
