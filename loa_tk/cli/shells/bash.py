"""The completion script for bash, 4.3 or newer."""

from __future__ import annotations

from collections import defaultdict
from shlex import quote

from loa_tk.cli.parser import RECORD
from loa_tk.cli.shells.values import Offer, player_words, values_of
from loa_tk.cli.syntax import Argument, CommandSyntax

SCRIPT = r"""# Completion of loa for bash, made by `loa completions bash`.

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


def script(program: CommandSyntax, commands: list[CommandSyntax]) -> str:
    """Return the script for a program with these commands."""
    everything = [program, *commands]
    names = Offer(tuple(one.name for one in commands), "records")
    parts = {
        "OPTIONS": options(everything),
        "POSITIONALS": [case(['" 1"'], setting(names)), *positionals(commands)],
        "FLAGS": [case([quote(one.name)], setting(flags(one))) for one in everything],
    }
    text = SCRIPT
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
        case([f'"{command.name} "*' if one.many else f'"{command.name} {place}"'],
             setting(values_of(one)))
        for command in commands
        for place, one in enumerate(command.positionals, 1)
    ]  # fmt: skip
