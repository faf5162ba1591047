"""The completion script for fish, 3.0 or newer."""

from __future__ import annotations

from loa_tk.cli.parser import RECORD
from loa_tk.cli.shells.values import FILES, FOLDERS, PLAYERS, player_words, values_of
from loa_tk.cli.syntax import Argument, CommandSyntax

SCRIPT = r"""# Completion of loa for fish, made by `loa completions fish`.

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


def script(program: CommandSyntax, commands: list[CommandSyntax]) -> str:
    """Return the script for a program with these commands."""
    # The function prints the other files, too.
    found = f"(__fish_complete_suffix {RECORD} | string match -r '.*(?:{RECORD}|/)$')"
    records = f"-k -x -a {quoted(found)}"
    lines = [line(when("", "1"), f"-a {quoted(one.name)}", one.help) for one in commands]
    lines += [line(when("", "1"), records, "a game record")]
    for command in (program, *commands):
        lines += [option_line(command.name, option) for option in command.options]
        lines += [
            line(when(command.name, option.flags[-1]), offers(option), "")
            for option in command.options
            if option.many
        ]
        for place, one in enumerate(command.positionals, 1):
            there = when(command.name, f"{place}{'+' if one.many else ''}")
            lines.append(line(there, offers(one), ""))
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
    text = SCRIPT.replace("@LINES@", "\n".join(lines))
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
    told = f" -d {quoted(description)}" if description else ""
    return f"complete -c loa -n {quoted(condition)} {offer}{told}"


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
