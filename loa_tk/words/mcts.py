"""The words of recorded Monte Carlo tree searches."""

from __future__ import annotations

TITLE = "Monte Carlo tree search on {game}"
SETTING = "Monte Carlo tree search, {playouts:,} playouts, C {c:g}, seed {seed}"
NO_SEED = "none"
ANSWER = "answer {move}: {visits:,} of {playouts:,} playouts, {side} won {wins} of {visits:,}"
COST = "{nodes:,} nodes ({levels})"
PLAYOUTS, PLAYOUT = "{:,} playouts", "1 playout"
WON = "{side} won {wins}"
START, BEST = "start", "most playouts"
MORE, UNTRIED = "{:,} more tried", "{:,} not tried yet"
POSITION, PICTURE, SELECT, NODES = "The position", "The tree", "SELECT at the root", "Node by node"
FIGURE = "The algorithm"
WIDTHS = "width: playouts · bar: share won by the side that moved"
WIDTHS_ORDER = f"{WIDTHS} · moves in the order added"
HINT = (
    "Click a line to open or close the node. Each line has the move, the playouts through it, and"
    " how many of them the side that moved there won."
)
HEADS = ("move", "visits", "wins of {side}", "win share", "exploration", "UCB1")
FORMULA = (
    "UCB1 = wins ÷ visits + C · √(ln N ÷ visits), after all N = {n:,} playouts, C = {c:g}. Each"
    " number is rounded only at the end."
)
LIMITED = "This page has the {shown:,} of {nodes:,} nodes with the most playouts."

WHY_ONCE = "It wins at once."
WHY_MOST = (
    "It has the most playouts, {visits:,} of {playouts:,} ({share:.0%}). UCB1 only chooses where"
    " the next playout begins."
)
WHY_AS_MANY = "{other} has as many and as many wins; {move} was added first."
WHY_FEWER = "{other} has as many, but won fewer of them: {fewer}, not {wins}."
WHY_ONLY = "It is the only move."

CONCENTRATION = "How visits concentrate"
CONCENTRATED = ("playouts", "most visited", "second", "third")
SHARE = "{move} {share:.0%}"
# Why SELECT took a move.
TAKEN = (
    "Its sum is the greatest, {sum}: the share it has won, and a bonus for rarely tried moves."
)
SUM = "{wins} ÷ {visits:,} + {c:g} · √(ln {n:,} ÷ {visits:,}) = {ucb1}"
NEXT = "Next is {other}: {sum}."
TIED = "{other} has the same sum; {move} was added first."
TIED_MORE = "{other} and {more:,} more have the same sum; {move} was added first."
NOT_TRIED = "{move} has not been tried yet, and every move is tried once before any is tried again."


def playouts(count: int) -> str:
    """Return a number of playouts with its noun."""
    return PLAYOUT if count == 1 else PLAYOUTS.format(count)


def wins(count: float) -> str:
    """Return a number of wins; a draw is half a win."""
    return f"{count:,.0f}" if count == int(count) else f"{count:,.1f}"


def won(count: float, visits: int) -> str:
    """Return what was won of all visits, such as "4 of 6"."""
    return f"{wins(count)} of {visits:,}"


# --- the page in the search explorer ---

NO_SUCH_SEED = "The seed must be a whole number, such as 1."
STOPPED = "Stopped: the tree has {playouts}."
PICTURE_NAME, PAGE_NAME = "mcts.svg", "mcts.html"
PICTURE_KINDS = (("SVG picture", ".svg"),)
EMPTY = "Press Search: every playout is kept, and you can go through them one by one."
TREE_AFTER = "The tree after playout {number:,}"
ROW = "{side} {ply}"
LEGEND = (
    ("max", "{own} to move"), ("min", "{other} to move"), ("best", "best line: most playouts"),
    ("opened", "this playout"),
)  # fmt: skip
SELECT_ROOT, SELECT_AFTER = "SELECT at the root", "SELECT after {move}"
BEFORE = "N = {n:,}, C = {c:g}, before playout {number:,}"
AFTER_ALL = "N = {n:,}, C = {c:g}, after all playouts"
SELECT_HEADS = ("move", "won", "win share", "exploration", "UCB1")
UCB1 = "UCB1 = wins ÷ visits + C · √(ln N ÷ visits), rounded only at the end"
NOT_COMPARED = "{tried:,} of {all:,} moves tried: UCB1 compares them when all have been"
PARTS = {"taken": "taken", "equal": "equal"}
NO_NUMBER = "–"
STEPS_TITLE = "Playout {number:,}"
SMALL_TABS = {"steps": "The four steps", "board": "The board"}
STEPS = ("Select", "Expand", "Simulate", "Back up")
SELECTED = "{move} has the greatest sum, {ucb1}"
SELECTED_UNTRIED = "the root has a move that has not been tried"
EXPANDED = "adds {move}, {moves}"
UNTRIED_MOVES, UNTRIED_MOVE = "one of {:,} moves not tried", "the last move not tried"
WINS_NOTE = "wins of the side that moved there"
NOT_EXPANDED = "adds nothing: the game is over at the leaf"
WINS_GAME, DRAWN_GAME = "{side} wins", "a draw"
SIMULATED = "{moves} to the end: {result}"
RANDOM_MOVES, RANDOM_MOVE = "{:,} random moves", "1 random move"
ENDED = "the game is over here: {result}"
COUNT_HEADS = ("node", "visits", "wins")
CHANGE = "{before} → {after}"
ROOT_NAME = "root"
RANDOM_TITLE, RANGE = "Random moves", "{first:,}–{last:,} of {all:,}"
MOVE_NUMBER = "{number:>2} {move}"
WHY_TITLE = "Why {move}"
VARIABLES = ("leaf", "child", "result", "N", "tree")
NODES_OF = "{:,} nodes"
PLAYOUT_OF = "playout {number:,} of {all:,}"
SEARCHING = "Searching… Stop keeps the playouts that have been made."
READY = (
    "Click a node, or use the arrow keys; Space executes the next step, Page Down the next playout."
)
ANSWER_SHORT = "answer {move} · {visits:,} of {playouts}"
WON_OF = "won {wins} of {visits:,} · {nodes:,} nodes in the tree"
COMPARED = "How visits concentrate: {setting}"
SPREAD = "{move}: {last:.0%} of the visits after {playouts}, {first:.0%} after the first {few}."
BAR_SCALE = "share of all playouts; the longest bar is the greatest share"
CHART = "Where the visits go"
READY_COMPARE = "Press Compare: a search of these playouts shows how its visits concentrate."


def untried(count: int) -> str:
    """Return of how many untried moves one was added."""
    return UNTRIED_MOVE if count == 1 else UNTRIED_MOVES.format(count)


def random_moves(count: int) -> str:
    """Return a number of random moves with its noun."""
    return RANDOM_MOVE if count == 1 else RANDOM_MOVES.format(count)
