"""The words of `loa replay --confirm` and of the page that is handed in."""

from __future__ import annotations

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
OTHER_MOVE = "the search chose {move}, but another move was played"
OTHER_PASS = "{told} is recorded, {found} was made"
CUT = (
    "{passes} equal ({repeated:,} of {nodes:,} nodes); the pass that the clock or a person ended "
    "cannot be repeated"
)
MOVE_BY_CUT = ", and the move comes from it"


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
