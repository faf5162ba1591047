"""The words of recorded search trees and of quiz sheets, on the command line and in saved files."""

from __future__ import annotations

SEARCHES = {"alphabeta": "Alpha-beta", "minimax": "Minimax", "file": "A search of one's own"}
OWN_ORDER = "in an order of its own"
TITLE = "{search} on {game}"
SETTING = "{search}, evaluation {evaluation}, depth {depth}, moves tried {order}"
FOUND, FOUND_SO_FAR = "value {value} with {move}", "value so far {value}, with {move}"
COST = "{nodes:,} nodes ({levels}), {evals:,} EVAL calls, {prunes:,} prunings"
INCOMPLETE = "Only the first {nodes:,} of about {total:,} nodes were recorded."
MAX, MIN, START = "MAX", "MIN", "start"
NODES, NODE = "{:,} nodes", "1 node"
MORE = "{:,} more tried"
UNTRIED, UNREACHED = "{:,} cut off: {}", "{:,} not reached: {}"
SO_FAR = "so far"  # beside the value of a node that did not return
CUT_OFF, NOT_REACHED = "cut off: {}", "not reached: {}"

POSITION, PICTURE, TREE = "The position", "The whole tree", "Node by node"
WIDTHS = "width: positions that minimax would visit ({total:,})"
ESTIMATED = "width: positions that minimax would visit (about {total:,}, partly estimated)"
LEGEND = {
    "max": "MAX ({side})",
    "min": "MIN ({side})",
    "cut": "cut off, never visited",
    "later": "not reached",
    "best": "best line",
}
HINT = (
    "Click a line to open or close the node. Each line has the move, its value for MAX, "
    "[α, β] on entry and the number of nodes."
)
HINT_MINIMAX = (
    "Click a line to open or close the node. Each line has the move, its value for MAX "
    "and the number of nodes."
)
LIMITED = (
    "This page has {shown:,} of {nodes:,} nodes: those nearest to the root. "
    "A line that ends with … has more below it."
)
BELOW = " …"
STEPS, STEP, NEXT_CUT, LINK = "Step by step", "step", "Next cut-off", "Link to this step:"
STEP_HINT = (
    "Use the buttons, the slider or the arrow keys. A link to a step, typed or pasted below and"
    " followed by Enter, goes there; the search explorer takes the same link from the clipboard."
)
OTHER_LINK = "This link is one of another search than that of this page."
NO_LINK = "This is not a link to a step."
RETURNS = "  returns {}"
PARTS = {part: part for part in ("best", "best so far", "≤ α", "≥ β")} | {"cut": "cut ✂"}


def counted_nodes(nodes: int) -> str:
    """Return a number of nodes with its noun."""
    return NODE if nodes == 1 else NODES.format(nodes)


# The sheet of a quiz; its questions are worded where they are made.
QUIZ_TITLE = "Alpha-beta quiz: {game}"
QUIZ_FACTS = "level {level}, seed {seed}"
QUESTION, ANSWER, SOLUTIONS = "Question {}", "Answer:", "Solutions"
BRANCHES = "branches: {}"
SIDES = "MAX is {max}, MIN is {min}."
QUIZ_NODE = "{kind} node {name}"
HERE = "<--"
QUIZ_HINT_TREE = (
    "Figure 2 is alpha-beta search as the book prints it, with the bounds ±∞ at the root. It tries "
    "the moves from left to right. The numbers are the utilities of the leaves for MAX."
)
QUIZ_HINT = (
    "Figure 2 is alpha-beta search as the book prints it, with the bounds ±{utmost} at the root. "
    "It tries the moves from left to right; each position offers only the moves that are drawn. "
    "The values are those of EVAL ({evaluation}) for MAX, or ±{utmost} if the game is "
    "over. A letter names an inner node; C2 is the second branch of node C."
)
