"""The completion script for zsh."""

from __future__ import annotations

from shlex import quote

from loa_tk.cli.parser import RECORD
from loa_tk.cli.shells.values import FILES, FOLDERS, PLAYERS, Offer, player_words, values_of
from loa_tk.cli.syntax import Argument, CommandSyntax

SCRIPT = r"""#compdef loa
# Completion of loa for zsh, made by `loa completions zsh`.

_loa_players() {
    if compset -P '*[:=]'; then
        _files  # a player names a student's file
    else
        compadd -S '' -- @PLAYERS@
    fi
}

_loa() {
    local curcontext=$curcontext state line
    local -a commands=(
@COMMANDS@
    )
    _arguments -C \
@PROGRAM@
        '1:COMMAND:->command' \
        '*::ARGUMENT:->argument' && return
    case $state in
        command)
            _describe -t commands command commands
            _files -g '*@RECORD@'
            ;;
        argument)
            case $words[1] in
@ARGUMENTS@
            esac
            ;;
    esac
}

if [[ $funcstack[1] == _loa ]]; then
    _loa "$@"
else
    compdef _loa loa
fi
"""
ACTIONS = {PLAYERS: "_loa_players", FILES: "_files", FOLDERS: "_files -/", "": " "}


def script(program: CommandSyntax, commands: list[CommandSyntax]) -> str:
    """Return the script for a program with these commands."""
    rows = [quote(f"{one.name}:{one.help}") for one in commands]
    branches = [line for one in commands for line in branch(one)]
    parts = {
        "COMMANDS": [f"        {row}" for row in rows],
        "PROGRAM": [f"        {quote(one)} \\" for one in specs(program)],
        "ARGUMENTS": [f"                {line}" for line in branches],
        "PLAYERS": [" ".join(player_words())],
        "RECORD": [RECORD],
    }
    text = SCRIPT
    for name, lines in parts.items():
        text = text.replace(f"@{name}@", "\n".join(lines))
    return text


def branch(command: CommandSyntax) -> list[str]:
    """Return the branch of a case for one command."""
    return [
        f"{command.name})",
        "    _arguments \\",
        *(f"        {quote(one)} \\" for one in specs(command)),
        "        && return",
        "    ;;",
    ]


def specs(command: CommandSyntax) -> list[str]:
    """Return the arguments of a command as `_arguments` reads them."""
    found = [one for option in command.options for one in option_specs(option)]
    for one in command.positionals:
        found.append(f"{'*' if one.many else ''}:{one.value}:{action(values_of(one))}")
    return found


def option_specs(option: Argument) -> list[str]:
    """Return an option with all its flags, which exclude each other."""
    others = f"({' '.join(option.flags)})" if len(option.flags) > 1 else ""
    value, tail = "", ""
    if option.value:
        tail = "=" if not option.many else ""
        value = f":{'*-*:' if option.many else ''}{option.value}:{action(values_of(option))}"
    help_text = option.help
    for sign in "\\[]:":
        help_text = help_text.replace(sign, f"\\{sign}")
    return [
        f"{others}{flag}{tail if flag.startswith('--') else tail and '+'}[{help_text}]{value}"
        for flag in option.flags
    ]


def action(values: Offer) -> str:
    """Return what completes a value; a blank completes nothing."""
    words = f"({' '.join(values.words)})"
    if not values.words:
        return ACTIONS[values.kind]
    if not values.kind:
        return words
    return f'{{_alternative "words:word:{words}" "others:other:{ACTIONS[values.kind]}"}}'
