"""The texts of the page "Side by side", which runs two searches on one clock."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.words import explorer

NOTE = (
    "Choose a second search and press Compare: your file, a known mistake, or another order of"
    " moves. It runs beside Figure 2, and both stop at the first step that differs."
)
RUNNING = "Both searches are running…"
READY = "Choose a second search, an evaluation and a depth, and press Compare."
NO_FILE_YET = "Choose the second search first: a mistake, an order of moves, or your Python file."
NO_MISTAKES_HERE = "A tree of your own can be compared only in another order of moves."
TOO_LARGE = "These searches have more than {nodes:,} nodes; choose a smaller depth."
MISTAKE_LABEL, ORDER_LABEL = "mistake: {name}", "order: {label}"
COMPARISON_STOPPED = "The comparison was stopped."
TITLE, SHORT = "Where the two searches part", "The two searches"
FIGURE_2, YOURS, MISTAKE = "Figure 2", "Yours", "The mistake"
IN_ORDER: Mapping[str, str] = {
    "fixed": "Fixed order", "eval": "EVAL order", "best": "Best order",
}  # fmt: skip
# A student's search shows its EVAL calls; of two recorded ones all leaves are known.
LEAVES: Mapping[bool, str] = {True: "{count:,} leaves", False: "{count:,} EVAL calls"}
CUT_OFFS = "{count:,} cut-offs"
LEGEND: Mapping[str, str] = {
    **{kind: text for kind, text in explorer.LEGEND.items() if kind != "best"},
    "parts": "first difference, paler after it",
}
LEGEND_SHORT: Mapping[str, str] = {**explorer.LEGEND_SHORT, "parts": "difference"}
LEGEND_TINY: Mapping[str, str] = {**explorer.LEGEND_TINY, "parts": "difference"}
FIRST_DIFFERENCE = ("first difference: leaf {leaf:,}", "leaf {leaf:,}")
OTHER_VALUE = ("first difference: the value", "another value")
OTHER_MOVE = ("first difference: the move", "another move")
OTHER_COUNTS = ("first difference: the counts", "other counts")
AT_OTHER_DEPTH = ", at depth {depth}"
NO_DIFFERENCE_SHORT = ("no difference",)
SAME_VALUE, NOT_SAME_VALUE = "the same value, {value}", "value {value} instead of {right}"
NO_VALUE = "no value reported"
NOT_SAME_NODES = "{nodes} instead of {right:,}"
SECRET_LABEL = "secret {seed}…"


def no_difference(leaves: int, depths: tuple[int, ...], recorded: bool) -> str:
    """Return that two searches are the same, at these depths."""
    at = f"depths {depths[0]} to {depths[-1]}" if len(depths) > 1 else f"depth {depths[0]}"
    counted = LEAVES[recorded].format(count=leaves)
    found = f"all {counted} in the same order" if leaves != 1 else "the same leaf"
    return f"No difference: {found}, at {at}."


RAN_TO = "Both searches ran to leaf {leaf:,}. Correct the file and press Compare again."
RAN_WHOLE = "Both searches ran to their end. Correct the file and press Compare again."
RAN_EQUAL = "Both searches are equal, step by step."
# The flags at the first difference, by its kind: the left search's and the right one's.
FLAGS: Mapping[str, tuple[str, str]] = {
    "goes on": (
        "{left} {cuts} after {last}: the next leaf, number {leaf:,}, {figure_at}",
        "{right} goes on with {move}: its leaf {leaf:,} is still in {node}",
    ),
    "stops": (
        "{left} goes on with {figure_move}: leaf {leaf:,}",
        "{right} stops after {last}: its leaf {leaf:,} {student_at}",
    ),
    "order": ("{left} tries {figure_move} next", "{right} tries {move} next"),
    "skips": ("{left} looks at {figure_move}: leaf {leaf:,}", "{right} evaluates nothing there"),
    "again": ("leaf {leaf:,} of {left} {figure_at}", "{right} evaluates this again: leaf {leaf:,}"),
    "deep": ("{left} asks EVAL here", "{right} asks EVAL below the depth limit"),
    "shallow": ("{left} searches on here", "{right} asks EVAL above the depth limit"),
    "finished": ("{left} takes UTILITY here", "{right} goes on though the game is over"),
    "nowhere": ("leaf {leaf:,} of {left}", "leaf {leaf:,} of {right} is nowhere in the tree"),
}
IN_NODE, NO_MORE, AT_ROOT = "is in {move}", "does not come", "the root"
# The marks of moves: what Figure 2 does there, and what the student's search does.
ROW_CUT, ROW_NO_CUT, ROW_GOES_ON, ROW_STOPS = "cut ✂", "no cut", "goes on", "stops"
ROW_NEXT, ROW_CHOSEN = "next", "chosen"
ROW_LEAF: Mapping[str, str] = {
    "skips": "nothing",
    "again": "again",
    "deep": "too deep",
    "shallow": "EVAL here",
    "finished": "goes on",
    "counts": "counts",
}
ROW_NOT_TRIED = "not tried"
DID, DOES, WHY, LOOK_AT = "What you did", "What Figure 2 does", "Why", "Look at"
WENT_ON = "After {last}, worth {value}, your {side} went on with {move}."
RETURNS_AT_ONCE = "It returns {v} at once, because v {sign} {letter} = {bound}."
STOPPED_AFTER = "Your {side} stopped after {last}, but v = {v} is {than} than {letter} = {bound}."
GREATER, LESS = "greater", "less"
STANDS_IN = "stopped in line {line}"
NO_LINE = "Which line of your file does it is not known here."
LOOK_HERE, GOES_ON, RETURNS = "look here", "goes on", "returns"
RETURNS_VALUE = "returns {value}"
COMPARED_HERE = "v {v}, {letter} {bound}: {does}"
CUTS, NOT_VISITED = "cuts", "your search did not come here"
DOES_MISTAKE, THE_MISTAKE = "What the mistake does", "The mistake"
MISTAKE_TEXT = "{name}. Ask: {hint}"
IT = "it"
TRIES = "It tries {move} first."
COSTS = "{nodes}, {leaves:,} leaves, {cuts:,} cut-offs, value {value}."
ITS_END: Mapping[str, str] = {
    "value": "It looks at the same positions as Figure 2, but returns {value}.",
    "move": "It looks at the same positions as Figure 2, but chooses {move}.",
    "counts": "It looks at the same positions as Figure 2, but its counts differ.",
}
ORDERS_DIFFER = (
    "Both orders find the same value. Which replies are cut off, and so what it costs, depends on"
    " the order."
)
COPY_HEAD = "{file}, {game} {position}, evaluation {evaluation}, depth {depth}"
COPY_NODE = "the searches part after: {line}"
COPIED = "The difference is on the clipboard as text."
FAILED = "The second search could not be compared."

# --- both searches, step by step ---

CLOCK = ("step {moment:,} of {end:,}", "{moment:,} of {end:,}")
CLOCK_APART = ("step {moment:,} of {end:,}: here they differ first", CLOCK[1])
BOTH = "Both searches"
ENTERED = "{function} begins after {line}."
BEGINS = "{function} begins at the root."
VALUED: Mapping[bool, str] = {
    True: "{line}: EVAL is {value}.", False: "{line}: UTILITY is {value}.",
}  # fmt: skip
LEFT_THERE = "It leaves {line}, value {value}; {left} not looked at."
TRIED_THERE = "It leaves {line}, value {value}."
HAS_ENDED = "It has ended with {move}, value {value}, after {nodes}."
HAS_ENDED_MUTE = "It has ended with {move}, and reported no value, after {nodes}."
TO_DIFFERENCE = "Difference"
ROW_INSIDE = "inside"
RAN_APART = "They differ from here on. Step ▶ and Play go on; |◀ goes to the beginning."


def not_looked_at(count: int) -> str:
    """Return how many moves are not looked at, without the participle."""
    return f"{explorer.moves(count)} {'is' if count == 1 else 'are'}"


STEPPING = "Both searches have entered as many nodes. Escape shows where they part."
