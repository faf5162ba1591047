"""Print what makes a shell complete the commands, options and values of loa: bash, zsh or fish.

Write it to the file that the shell reads, and start a new shell. For zsh, the folder must be one of
$fpath.

  loa completions bash > ~/.local/share/bash-completion/completions/loa
  loa completions zsh > ~/.zfunc/_loa
  loa completions fish > ~/.config/fish/completions/loa.fish
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from shlex import quote

from loa_tk.cli.argument_parser import make_parser
from loa_tk.cli.parser import RECORD
from loa_tk.cli.syntax import Argument, CommandSyntax, syntax_of
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games
from loa_tk.model.search import all_searches
from loa_tk.model.search.players import LEVELS
from loa_tk.model.search.search import ENGINE

GAMES, PLAYERS, FILES, FOLDERS = "games", "players", "files", "folders"
KINDS = {
    "GAME": GAMES,
    "PLAYER": PLAYERS,
    "PLAYER1": PLAYERS,
    "PLAYER2": PLAYERS,
    "SPEC": PLAYERS,
    "FILE": FILES,
    "OUT": FILES,
    "FOLDER": FOLDERS,
}


@dataclass(frozen=True)
class Offer:
    """The words to offer for a value, and what else to offer: players, files, folders or ""."""

    words: tuple[str, ...]
    kind: str


def values_of(argument: Argument) -> Offer:
    """Return what to offer for the value of an argument; nothing for a number or a free text."""
    kind = KINDS.get(argument.value, "")
    if kind == GAMES:
        return Offer(argument.choices or tuple(all_games()), "")
    return Offer(argument.choices, kind)


def player_words() -> list[str]:
    """Return how the text of a player begins: a level, or a search with the colon that it needs."""
    # The searches of this program can do without options; those elsewhere need a file or a command.
    searches = (
        name if search.place == ENGINE else f"{name}:" for name, search in all_searches().items()
    )
    return [*LEVELS, *searches]


# bash 4.3 or newer

BASH = r"""# Completion of loa for bash, made by `loa completions bash`.

# Set what the value of an option can be. $1 is the command, $2 the option.
_loa_option() {
    takes=none words='' kind=''
    case "$1 $2" in
@OPTIONS@
    esac
}

# Set what a positional argument can be. $1 is the command, $2 the place, counted from 1.
_loa_positional() {
    words='' kind=''
    case "$1 $2" in
@POSITIONALS@
    esac
}

# Set the options of a command.
_loa_flags() {
    words='' kind=''
    case "$1" in
@FLAGS@
    esac
}

_loa() {
    local IFS=$' \t\n' line=() word command='' option='' takes=none words='' kind='' place=1
    # bash splits words at : and =, which are parts of a player: join them again.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#line[@]} -gt 0 && -n $word && ( $word == [:=]* || ${line[-1]} == *[:=] ) ]]; then
            line[-1]+=$word
        else
            line+=("$word")
        fi
    done
    local current=${line[-1]}
    unset 'line[-1]'
    for word in "${line[@]}"; do
        if [[ $word == -?* ]]; then
            option=${word%%=*}
            _loa_option "$command" "$option"
            [[ $word == *=* ]] && takes=none
        elif [[ $takes == one ]]; then
            takes=none
        elif [[ $takes == none && -z $command ]]; then
            command=$word
        elif [[ $takes == none ]]; then
            place=$((place + 1))
        fi
    done
    if [[ $current == -*=* ]]; then
        _loa_option "$command" "${current%%=*}"
        current=${current#*=}
    elif [[ $current == -* ]]; then
        _loa_flags "$command"
    elif [[ $takes == none ]]; then
        _loa_positional "$command" "$place"
    else
        _loa_option "$command" "$option"
    fi
    if [[ $kind == players && $current == *[:=]* ]]; then
        current=${current##*[:=]} kind=files  # a player names a student's file
    elif [[ $kind == players ]]; then
        words=@PLAYERS@
        compopt -o nospace 2>/dev/null  # its options may follow
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    local files=()
    case $kind in
        files) mapfile -t files < <(compgen -f -- "$current") ;;
        folders) mapfile -t files < <(compgen -d -- "$current") ;;
        records) mapfile -t files < <(compgen -f -X '!*@RECORD@' -- "$current"
                                      compgen -d -- "$current") ;;
    esac
    # A command stays a command where there is a folder of the same name.
    [[ ${#COMPREPLY[@]} -gt 0 || ${#files[@]} -eq 0 ]] || compopt -o filenames 2>/dev/null
    COMPREPLY+=("${files[@]}")
}

complete -F _loa loa
"""


def bash(program: CommandSyntax, commands: list[CommandSyntax]) -> str:
    """Return the script of bash for a program with these commands."""
    everything = [program, *commands]
    names = Offer(tuple(command.name for command in commands), "records")
    parts = {
        "OPTIONS": options(everything),
        "POSITIONALS": [case(['" 1"'], setting(names)), *positionals(commands)],
        "FLAGS": [case([quote(part.name)], setting(flags(part))) for part in everything],
    }
    text = BASH
    for name, lines in parts.items():
        text = text.replace(f"@{name}@", "\n".join(f"        {line}" for line in lines))
    return text.replace("@PLAYERS@", quote(" ".join(player_words()))).replace("@RECORD@", RECORD)


def case(patterns: list[str], then: str) -> str:
    """Return one branch of a case."""
    return f"{' | '.join(patterns)}) {then} ;;"


def setting(values: Offer) -> str:
    """Return the assignments that offer these values."""
    words = f"words={quote(' '.join(values.words))}" if values.words else ""
    return " ".join(filter(None, (words, f"kind={values.kind}" if values.kind else ""))) or ":"


def flags(command: CommandSyntax) -> Offer:
    """Return all options of a command as values."""
    return Offer(tuple(flag for option in command.options for flag in option.flags), "")


def options(commands: list[CommandSyntax]) -> list[str]:
    """Return a branch for each kind of value, with all options that take it."""
    patterns: defaultdict[str, list[str]] = defaultdict(list)
    for command in commands:
        for option in command.options:
            if option.value:
                then = f"takes={takes(option)} {setting(values_of(option))}".removesuffix(" :")
                patterns[then] += [f'"{command.name} {flag}"' for flag in option.flags]
    return [case(names, then) for then, names in patterns.items()]


def takes(option: Argument) -> str:
    """Return how many values an option takes, as the script has it."""
    return "many" if option.many else "one"


def positionals(commands: list[CommandSyntax]) -> list[str]:
    """Return a branch for each positional argument; the last one may stand for many places."""
    return [
        case([f'"{command.name} "*' if argument.many else f'"{command.name} {place}"'],
             setting(values_of(argument)))
        for command in commands
        for place, argument in enumerate(command.positionals, 1)
    ]  # fmt: skip


# zsh

ZSH = r"""#compdef loa
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


def zsh(program: CommandSyntax, commands: list[CommandSyntax]) -> str:
    """Return the script of zsh for a program with these commands."""
    rows = [quote(f"{command.name}:{command.help}") for command in commands]
    branches = [line for command in commands for line in branch(command)]
    parts = {
        "COMMANDS": [f"        {row}" for row in rows],
        "PROGRAM": [f"        {quote(spec)} \\" for spec in specs(program)],
        "ARGUMENTS": [f"                {line}" for line in branches],
        "PLAYERS": [" ".join(player_words())],
        "RECORD": [RECORD],
    }
    text = ZSH
    for name, lines in parts.items():
        text = text.replace(f"@{name}@", "\n".join(lines))
    return text


def branch(command: CommandSyntax) -> list[str]:
    """Return the branch of a case for one command."""
    return [
        f"{command.name})",
        "    _arguments \\",
        *(f"        {quote(spec)} \\" for spec in specs(command)),
        "        && return",
        "    ;;",
    ]


def specs(command: CommandSyntax) -> list[str]:
    """Return the arguments of a command as `_arguments` reads them."""
    return [
        *(spec for option in command.options for spec in option_specs(option)),
        *(f"{'*' if positional.many else ''}:{positional.value}:{action(values_of(positional))}"
          for positional in command.positionals),
    ]  # fmt: skip


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


# fish 3.0 or newer

FISH = r"""# Completion of loa for fish, made by `loa completions fish`.

# Succeed if the next word is an argument of this command; with a place, counted from 1, if it is
# the positional argument at that place or, with +, there or later; with an option that takes many
# values, if it can be one of them.
function __loa_at --argument-names wanted place
    set -l command ''
    set -l here 1
    set -l takes none
    set -l option ''
    for word in (commandline -opc)[2..-1]
        if string match -q -- '-?*' $word
            set option $word
            set takes none
            contains -- "$command $word" @ONE@; and set takes one
            contains -- "$command $word" @MANY@; and set takes many
        else if test $takes = one
            set takes none
        else if test $takes = none; and test -z "$command"
            set command $word
        else if test $takes = none
            set here (math $here + 1)
        end
    end
    test "$command" = "$wanted"; or return 1
    test -n "$place"; or return 0
    if test $takes = many
        test "$place" = $option
        return
    end
    test $takes = none; or return 1
    if string match -q -- '*+' $place
        test $here -ge (string trim -r -c + -- $place)
    else
        test "$here" = "$place"
    end
end

# Print what a player can begin with, or the students' files that it can name.
function __loa_players
    set -l word (commandline -ct)
    if string match -q -r '[:=]' -- $word
        set -l head (string replace -r '[^:=]*$' '' -- $word)
        for file in (__fish_complete_path (string replace -r '.*[:=]' '' -- $word))
            echo $head$file
        end
    else
        printf '%s\n' @PLAYERS@
    end
end

complete -c loa -f
@LINES@
"""
OFFERS = {
    PLAYERS: "-x -a '(__loa_players)'",
    FILES: "-r -F",
    FOLDERS: "-x -a '(__fish_complete_directories)'",
    "": "-x",
}


def fish(program: CommandSyntax, commands: list[CommandSyntax]) -> str:
    """Return the script of fish for a program with these commands."""
    # The function prints the other files, too.
    files = f"(__fish_complete_suffix {RECORD} | string match -r '.*(?:{RECORD}|/)$')"
    records = f"-k -x -a {quoted(files)}"
    first = when("", "1")
    lines = [line(first, f"-a {quoted(command.name)}", command.help) for command in commands]
    lines += [line(first, records, "a game record")]
    for command in (program, *commands):
        lines += [option_line(command.name, option) for option in command.options]
        lines += [
            line(when(command.name, option.flags[-1]), offers(option), "")
            for option in command.options
            if option.many
        ]
        for place, argument in enumerate(command.positionals, 1):
            there = when(command.name, f"{place}{'+' if argument.many else ''}")
            lines.append(line(there, offers(argument), ""))
    pairs = {
        many: [
            quoted(f"{command.name} {flag}")
            for command in (program, *commands)
            for option in command.options
            if option.value and option.many == many
            for flag in option.flags
        ]
        for many in (False, True)
    }
    text = FISH.replace("@LINES@", "\n".join(lines))
    text = text.replace("@ONE@", " ".join(pairs[False])).replace("@MANY@", " ".join(pairs[True]))
    return text.replace("@PLAYERS@", " ".join(player_words()))


def quoted(text: str) -> str:
    """Return a text as one word of fish, in which only \\ and ' need a backslash."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def when(command: str, place: str = "") -> str:
    """Return the condition that the next word is an argument of this command, at this place."""
    return f"__loa_at {quoted(command)} {place}".strip()


def line(condition: str, offer: str, description: str) -> str:
    """Return one line of completions."""
    described = f" -d {quoted(description)}" if description else ""
    return f"complete -c loa -n {quoted(condition)} {offer}{described}"


def option_line(command: str, option: Argument) -> str:
    """Return the completion of an option and of its value."""
    names = " ".join(
        f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags
    )
    offer = f"{names} {offers(option)}" if option.value else names
    return line(when(command), offer, option.help)


def offers(argument: Argument) -> str:
    """Return the options of `complete` for the value of an argument."""
    values = values_of(argument)
    if not values.words:
        return OFFERS[values.kind]
    words = f"-a {quoted(' '.join(values.words))}"
    return f"{words} {OFFERS[values.kind]}" if values.kind == FILES else f"-x {words}"


# the command

HELP = "print what makes a shell complete the commands"
SHELLS: dict[str, Callable[[CommandSyntax, list[CommandSyntax]], str]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
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
