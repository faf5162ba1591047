"""The words of `loa replay --confirm` and of the page that is handed in."""

from __future__ import annotations

from collections.abc import Iterable

MISNAMED = (
    "the record names {name} as {side}, but the searches recorded with the moves are those of "
    "{found}"
)
UNSEARCHED = (
    "nothing is confirmed: the record names {names}, but has no search; such a record cannot show "
    "who chose the moves"
)
IN_ALL, SUMS = "in all", "the sum of the passes"
PASS = "pass {number} ({kind} {depth})"
PASSES, LINE, VALUE, MOVE, LEVELS = "passes", "line", "value", "move", "nodes at each level"
ALL_EQUAL = "all counts are equal ({nodes:,} nodes)"
NO_PLAYER = "it cannot be searched again: {reason}"
NO_FILE = "it needs the student’s file {name}; name it with --own"
PROGRAM = "{player} is another program, whose counts nobody can repeat here"
OWN_CLOCK = "a student’s own search with a clock cannot be repeated"
FAILED = "the search failed: {reason}"
NOTHING_COUNTED = "nothing was counted"
NO_SEED = "it was made by chance without a seed"
BLUNDER_WITHOUT_SEED = "the search is confirmed; the blunder was made by chance without a seed"
UNKNOWN = "an unknown program"
OTHER_VERSION = (
    "the record was written by {other} and this is {own}; searches of another version may count "
    "differently"
)
OTHER_MOVE = "the search chose {move}, but another move was played"
OTHER_PASS = "{told} is recorded, {found} was made"
CUT = (
    "{passes} equal ({repeated:,} of {nodes:,} nodes); the pass that the clock or a person ended "
    "cannot be repeated"
)
MOVE_BY_CUT = ", and the move comes from it"
TOO_FEW = "; {told:.3g} s are recorded, and that many nodes take only {took:.2g} s here"
NOTHING, DEPTH, PROOF = "nothing", "depth", "proof"
ENDED_EARLY = (
    "all counts are equal, but it should have gone on: it ended after {told:.3g} of its {limit:g} s"
)
TOO_LITTLE = (
    "all counts are equal, but it should have gone on: {told:.3g} s are recorded, and {took:.2g} s "
    "were enough here"
)


def both(names: Iterable[str]) -> str:
    """Return one or two names."""
    return " and ".join(names)


def passes(number: int) -> str:
    """Return how many finished passes were found equal."""
    return "no pass was finished, none is" if not number else (
        "the only finished pass is" if number == 1 else f"the {number} finished passes are"
    )  # fmt: skip


def differs(where: str, what: str, told: str, found: str) -> str:
    """Return the sentence about a figure that is not as recorded."""
    return f"{where}, {what}: {told} is recorded, {found} was found"


def summary(counts: dict[str, int]) -> str:
    """Return how many searches were confirmed, and what that means, in one line."""
    number = sum(counts.values())
    if not number:
        return "no search is recorded, so there is nothing to confirm"
    text = f"{number} searches" if number > 1 else "1 search"
    said = [f"{count} {status}" for status, count in counts.items() if count]
    return f"{text}: {', '.join(said)}"


# The page that is handed in.
HAND_IN_TITLE = "Hand in: name the page after yourself"
HAND_IN_NAME = "-hand-in"
HAND_IN_KINDS = (("Web page", ".html"),)
NO_MOVES = "There is nothing to hand in yet: no move has been played."
REPLACE, REPLACE_BUTTON = "Replace the record?", "Replace"
REPLACE_TEXT = "The page has a record beside it. A file {name} is already there."
IS_PAGE = "it is a page to be read; its record is {record}"
HANDED_IN = "Written: {page} to read, and {record}, which loa replay --confirm checks."
PAGE_TITLE = "{name}: {game}"
GAME, PLAYER, RESULT, MOVES, SEARCHES = "game", "player", "result", "moves", "searches"
HELP = "help"
LOG_PARTLY = "This log does not have the whole game; the head and the table of this page do."
LOG_GONE = (
    "Nothing is logged of this game: the log was emptied, or the program was closed since then. "
    "The head and the table of this page are from the game itself."
)
DATE, VERSION, COMMAND, UNFINISHED = "date", "version", "to check it", "not finished"
BOARD_HEAD, TABLE_HEAD, LOG_HEAD = "The last position", "Moves and searches", "The log"
VALUES_HEAD, NODES_HEAD = "Value of the position after each ply", "Nodes of each search"
VALUE_CURVE = "value, as far as searches know it"
EVEN, PLY, MOVE_NUMBER = "even", "ply {number}", "move {number}"
NO_SEARCH, BEST_VALUE = "no search", "best: {value}"
TABLE_NOTE = (
    "A value is for the side that moves. If a weaker move was played on purpose, it is that of the "
    "best move."
)
CONFIRM_HEAD = "What can be checked"
CONFIRM_TEXT = (
    "The record beside this page has the game, the moves taken back as variations, and the search "
    "of each of these moves. Searches for hints are not in it; it counts them. The command above "
    "plays the moves by the rules, makes every search in the record again, and compares the names "
    "of the computer players with the searches.",
    "A search without a clock is confirmed if its move, value, line, proof and all counts are "
    "equal. Of a search that a clock or a person has ended, the finished passes must be equal; the "
    "pass under way at its end cannot be repeated. Other programs, and chance without a seed, "
    "cannot be repeated. Moves of people, and the times, are not checked.",
)


def searched(number: int, nodes: int) -> str:
    """Return how much was searched."""
    text = "{number} with {nodes:,} nodes, moves taken back and variations included, hints not"
    return text.format(number=number, nodes=nodes) if number else "none"


def heads(statistics: Iterable[str]) -> list[str]:
    """Return the heads of the table of moves; the statistics have their numbers of the log."""
    numbered = [f"({number}) {text}" for number, text in enumerate(statistics, 1)]
    return ["move", "search", "value", "depth", "time", *numbered]
