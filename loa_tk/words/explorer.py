"""Every word of the search explorer's window."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from loa_tk.words.main import FACTS

TITLE = "Search explorer"
NOTHING = "–"
WINDOW_TITLE = "{game} – Search explorer"
PAGES: Mapping[str, str] = {
    "tree": "Tree", "compare": "Compare", "quiz": "Quiz", "pair": "Side by side",
    "ideas": "Ideas",
}  # fmt: skip
FIELDS: Mapping[str, str] = {
    **{name: name for name in ("search", "evaluation", "depth", "level", "seed")},
    "order": "moves tried",
    "playouts": "playouts",
    "exploration": "exploration C",
    "left": "first search",
    "file": "second search",
    "given": "evaluation",
    "plies": "depth",
    "speed": "steps/s",
}
SHORT: Mapping[str, str] = {  # in a small window
    "back": "◀",
    "step": "Step ▶",
    "over": "Over",
    "next-cut": "Cut-off",
    "next-best": "Best",
    "main-board": "To board",
    "from-board": "From board",
    "save-picture": "Picture…",
    "save-page": "Page…",
    "copy-text": "Copy",
    "copy-link": "Link",
    "all": "All",
}
STOP, PLAY, PAUSE = "Stop", "▶ Play", "Pause"
SEARCHES = (("minimax", "Minimax"), ("alphabeta", "Alpha-beta"))
WITH_PLAYOUTS = (*SEARCHES, ("mcts", "Monte Carlo"))
PACES = ("pace", "pair-pace")  # more fields of the speed, on other pages
SPEEDS = (
    ("1", "1"), ("3", "3"), ("10", "10"), ("30", "30"), ("100", "100"), ("1000", "1,000"),
    ("10000", "10,000"),
)  # fmt: skip

# --- the picture ---

MAX, MIN = "MAX", "MIN"
WHOLE_TREE = "The whole tree"
ROW = "{name} {ply}"  # beside a row of the picture
WIDTH_EXACT = "width: positions minimax would visit"
WIDTH_ESTIMATED = "width: positions minimax would visit, partly estimated"
LEGEND: Mapping[str, str] = {
    "max": "MAX ({side})",
    "min": "MIN ({side})",
    "cut": "cut off, never visited",
    "best": "best line",
    "opened": "opened below",
}
LEGEND_SHORT: Mapping[str, str] = {"cut": "cut off", "best": "best line", "opened": "opened"}
LEGEND_TINY: Mapping[str, str] = {**LEGEND_SHORT, "max": "MAX", "min": "MIN"}
EMPTY_PICTURE = (
    "Press Search: every position that the search visits is drawn here, with what it cut off."
)
GAME_OVER = "The game is over, so there is nothing to search. Go back to an earlier position."
SEARCHING = "Searching…"
START = "start"
HOVER = f"{{line}}{FACTS}{{function}}{FACTS}value {{value}}{FACTS}{{nodes}}"
HOVER_OPEN = f"{{line}}{FACTS}{{function}}{FACTS}value so far {{value}}{FACTS}{{nodes}}"
HOVER_CUT = f"{{line}}{FACTS}{{moves}} cut off, never visited"


def side(maximises: bool) -> str:
    """Return MAX or MIN."""
    return MAX if maximises else MIN


def short(kind: str, text: str) -> str:
    """Return an entry of the legend of a tree in which the sides are called MAX and MIN."""
    return LEGEND_TINY[kind] if kind in ("max", "min") else text


def moves(count: int) -> str:
    """Return a number of moves in words."""
    return f"{count:,} {'move' if count == 1 else 'moves'}"


def nodes(count: int) -> str:
    """Return a number of nodes in words."""
    return f"{count:,} {'node' if count == 1 else 'nodes'}"


# --- the columns ---

FUNCTIONS: Mapping[bool, str] = {True: "MAX-VALUE", False: "MIN-VALUE"}
AFTER = "after {move}"
WINDOW = "α {alpha}  β {beta}"
ALPHA, BETA = "α", "β"
COLUMN_HEADS = ("move", "value", "nodes")
SO_FAR = "v so far {value}"  # of a node that did not return
PARTS: Mapping[str, str] = {
    "best": "best",
    "best so far": "best so far",
    "cut": "cut ✂",
    "untried": "cut off",
    "unreached": "not reached",
    "open": "open",
}


NO_MOVES = "no moves tried"


def tried(count: int, of: int, ended: bool) -> str:
    """Return how many moves of a node were tried."""
    if of == 0:
        return NO_MOVES
    if count == of:
        return f"{moves(of)}, all tried" if of > 1 else "1 move, tried"
    text = f"{count:,} of {moves(of)} tried"
    return f"{text}, then the search ended" if ended else text


def tried_so_far(count: int, of: int) -> str:
    """Return how many moves of a node have returned while the algorithm runs."""
    return f"{count:,} of {moves(of)} tried so far" if of else NO_MOVES


# --- the reason ---

INTRO_TITLE = "See why the search chooses"
INTRO = (
    "Choose a search, an evaluation and a depth, and press Search. You can then open every"
    " position that the search visited, read why a move is best or why the rest was cut off, and"
    " run the algorithm line by line. F1 explains the picture. Own tree… (Ctrl+O) takes a tree of"
    " your own, such as a lecture’s figure."
)
EVAL_SAW = "What EVAL saw"
LEAF = "After {move}: {sentence}"
RUNNING = "What happens here"
COMPUTE, TRUE_VALUE = "Compute its true value", "Its true value is {value}."
WHAT_CHANGES = "What would have changed it?"
CHANGED_BY = "What would change the decision of {function}, {place}"
ASKING = "Searching for the answer…"
NOT_ANSWERED = "The question was given up."
WITH = "with {move}"  # how the sentence of a reason names the move that a bound comes from


def to_move(side: str, move: str = "") -> str:
    """Return which position the board shows."""
    return f"after {move}, {side} to move" if move else f"{side} to move"


# --- the algorithm ---

STATE, DEPTH, ACTION, VALUE = "state", "depth", "a", "v"
STEP_OF = "step {number:,} of {all:,}"
EVENTS: Mapping[str, str] = {  # what happens, by the step of the algorithm
    "enter": "{function} begins with α = {alpha}, β = {beta}.",
    "enter-minimax": "{function} begins.",
    "terminal": "The game is not over.",
    "cutoff": "The depth limit is not reached.",
    "start": "No move has been tried yet.",
    "next": "The next move is {move}.",
    "call": "{other} is called for the position after {move}.",
    "back": "{move} returned {value}; v is now {v}.",
    "back-same": "{move} returned {value}; v stays {v}.",
    "test-max": "v = {v} is less than β = {beta}, so the search goes on.",
    "test-min": "v = {v} is greater than α = {alpha}, so the search goes on.",
    "test": "The search goes on.",
    "bound-max": "α is now {alpha}.",
    "bound-min": "β is now {beta}.",
    "bound": "The bound is set.",
    "return": "{function} returns {v}.",
    "returns": "{function} returns {v}.",
    "cut": "Cut-off: {function} returns {v} at once.",
    "last": "{function} returns {v}. {move} was its last move, so nothing is left to cut off.",
}
RETURNED: Mapping[str, str] = {"upper": " (an upper bound)", "lower": " (a lower bound)"}

# --- the head and the status line ---

SUMMARY = f"minimax {{minimax}} nodes{FACTS}alpha-beta {{nodes:,}}"
SUMMARY_SHORT = "{nodes:,} of {minimax} nodes"
SUMMARY_MINIMAX = "minimax {nodes:,} nodes"
ABOUT = "about {number:,}"
NEVER_SEEN = "{share} of the tree never looked at"
NEVER_SEEN_SHORT = "{share} never looked at"
NEVER_SEEN_SHORTEST = "{share} unseen"
NOTHING_CUT = "every position was looked at"
INCOMPLETE = "recorded {nodes:,} of about {total:,} nodes"
INCOMPLETE_SHORT = "{nodes:,} of about {total:,}"
PLAYED_WITH = "{playouts:,} playouts, C {c:g}, seed {seed}"
SEARCHED_WITH = "{search}, {evaluation}, depth {depth}, {order}"
STALE, STALE_SHORT = "the tree shown is of {setting}", "of other settings"
READY_STALE = "The tree shown was searched with other settings. Press Search to use those above."
READY = "Choose a search and press Search. The position is that of the main board."
READY_KEPT = "Choose a search and press Search."
READY_COMPARE = "Choose an evaluation and a depth, and press Compare."
NO_FILE_HERE = "The comparison uses one of the game’s own evaluations, not a file."
COMPARING_NOW = "Comparing… Stop keeps the rows so far."
READY_QUIZ = "Choose a level and press New quiz. The same seed asks everyone the same questions."
ANSWER_NOW = "Answer the question and press Check."
ANSWERED, ANSWERED_LAST = "Next question goes on.", "New quiz asks other questions."
COMPARED_ALL = "Save the table as CSV or as a page, or compare with another evaluation or depth."
RECORDING = "Searching… Stop shows the tree as far as it has been recorded."
STOPPING = "Stopping…"
RECORDED = "Click a node, or use the arrow keys; Space executes the next line of the algorithm."
CUT_SHORT = (
    "The tree would have about {total:,} nodes. The first {nodes:,} are shown; a smaller depth"
    " shows them all."
)
STOPPED_EARLY = "The search was stopped. What it recorded so far, {nodes}, is shown."
FAILED = "The search failed: {reason}"
RESTARTED = "The engine process ended (status {status}) and was started again."
COPIED = "The tree is on the clipboard as text."
SAVED = "Saved {name}."
SAVING = "Saving {name}"
NOT_SAVED = "{name} could not be saved: {reason}"
LINK_COPIED = "The link to this step is on the clipboard."
NO_LINK = "The clipboard has no link to a step: {reason}"
NO_MORE_CUTS = "There is no further cut-off."
NO_MORE_CHANGES = "The best move does not change any more."
ON_BOARD = "The position of the search explorer is on the board."

SAVE_PICTURE, PICTURE_NAME = "Save the picture of the tree", "tree.png"
PICTURE_KINDS = (("PNG picture", ".png"), ("SVG picture", ".svg"))
NO_SUCH_PICTURE = "{name} was not saved: the name of a picture ends in .png or .svg."
SAVE_PAGE, PAGE_NAME = "Save the tree as a page", "tree.html"
PAGE_KINDS = (("HTML page", ".html"),)
SAVE_CSV, CSV_NAME = "Save the comparison", "comparison.csv"
CSV_KINDS = (("Table", ".csv"),)


def percent(share: float) -> str:
    """Return a share for people; only nothing and everything are 0 and 100 %."""
    if 0 < share < 0.01:
        return "less than 1 %"
    if 0.99 < share < 1:
        return "more than 99 %"
    return f"{floor(100 * share + 0.5)} %"  # a half is rounded up, as people do


# --- the presentation ---

PRESENT_EMPTY = "Search first (F5)."
NO_PRESENTATION = (
    "There is nothing to present here: choose Minimax or Alpha-beta on the page Tree, then F11."
)
PRESENT_FACTS = "{game}, {search}, {evaluation}, depth {depth}"
PRESENT_KEYS = (
    "← → step · C, G answer · Space shows it · + − size · Esc leaves", "← → C G Space + − Esc",
)  # fmt: skip
V_SO_FAR = "v {v}"  # of a drawn node that has not returned
CALLS, CALL_HEADS = "Calls", ("move", "α", "β", "v")
WORTH: Mapping[bool, str] = {True: "EVAL {value}", False: "UTILITY {value}"}
CUT_OR_GO_ON = "Cut or go on?"
PREDICT = "v = {v} and {name} = {bound}. {left}"
PREDICTED_CUT, PREDICTED_ON = "Cut:", "Go on:"
NOT_SO: Mapping[bool, str] = {True: "No, it cuts.", False: "No, it goes on."}
ANSWER_BUTTONS: Mapping[str, tuple[str, str]] = {
    "cut": ("Cut", "key C"), "go-on": ("Go on", "key G"),
}  # fmt: skip
MARKS: Mapping[bool, str] = {True: "✓", False: "✗"}
PREDICTED = "{right} of {asked} predicted"


def moves_left(left: int, of: int) -> str:
    """Return how many moves of a node are not tried yet."""
    if not left:
        return "All moves are tried."
    return f"{left:,} of {moves(of)} {'is' if left == 1 else 'are'} not tried yet."


# --- a tree of one's own ---

OWN_TREE, TREE_FIELD, FILE_FIELD, NO_FILE = "A tree of your own", "tree", "or a file", "no file"
OWN_TREE_NOTE = (
    "Brackets hold the moves of a node, and a number is the utility of a leaf for MAX. A name may"
    " stand before a bracket, or with a colon before a number: A(B(x:3 12) C(2 4)). MAX moves"
    " first, unless the tree begins with MIN."
)
NOT_READ, NOT_A_TEXT = "{name} cannot be read: {reason}", "it is not a text file"

# --- the comparison ---

COMPARE_TITLE = "The same position, the same value: what it cost to find it"
COMPARE_SHORT = "What it cost"
COMPARED = "What each search cost: evaluation {evaluation}, depth {depth}"
CHART_TITLE = "Leaves as the depth grows"
COMPARE_NOTE = (
    "Press Compare: the same position and depth by minimax, by alpha-beta in three orders of moves,"
    " and with the engine’s own ideas one by one."
)
COMPARING = "Comparing…"
SEARCH, PLY, AT_DEPTH = "search", "ply {ply}", "depth {depth}"
COMPARE_HEADS = ("nodes", "EVAL", "prunings", "value", "move", "seconds")
LOGARITHMIC = "logarithmic"
LEAST = (
    "┆ least with perfect order: b^⌈d/2⌉ + b^⌊d/2⌋ − 1, b ≈ {branching:.1f} in this tree",
    "┆ least with perfect order: b^⌈d/2⌉ + b^⌊d/2⌋ − 1",
    "┆ least leaves",
)
ESTIMATE = "≈ {nodes:,}"
SAVE_COMPARISON, COMPARISON_NAME = "Save the comparison as a page", "comparison.html"
COMPARISON_TITLE = "{game}: searches compared, {position}"

# --- the quiz ---

QUIZ_NOTE = (
    "Press New quiz: the program takes a position, draws a small tree, and asks what alpha-beta"
    " does in it.\nThe same level and seed ask the same questions."
)
MAKING_QUIZ = "Making questions…"
QUESTION = "Question {number} of {all}"
SCORE = "{right} of {asked} right in this session"
NO_SCORE = "no answer yet"
HINTS: Mapping[str, str] = {
    "value": "Type the value and press Check.",
    "window": "Type α and β and press Check.",
    "cut": "Click the branches that are cut off and press Check; none may be right, too.",
}
ANSWERS: Mapping[str, tuple[tuple[str, str], ...]] = {  # the fields and their labels
    "value": (("answer", "v ="),),
    "window": (("alpha", "α ="), ("beta", "β =")),
    "cut": (),
}
RIGHT, WRONG = "Right", "Not quite"
QUIZ_OVER = (
    "That was the last question: {right} of {asked} right in this session. New quiz asks others."
)
NOT_A_NUMBER = "{text} is not a number. Type a value such as −12.5."
NOTHING_TYPED = "Type your answer first."
ASKED = "?"

# --- the ideas of the strong search ---

CHOSEN_IDEA, OTHER_IDEA = "● {name}", "○ {name}"
IDEAS_NOTE = "Choose an idea, and press Show: it is searched on the position that is on the board."
SHOWS_LITTLE = "This position shows little of the idea. Load an example shows one that does."
IDEAS_NEED_A_GAME = "The ideas need a game, not a tree of your own."
IDEAS_HOW = "On the page Tree, “Take the board’s position” brings one back."
READY_IDEAS = "Choose an idea on the left; Show searches the position with it."

# --- the help page ---

# The tree of the help page: boxes from left to right in thousandths of its width.
EXAMPLE = (
    ((0, 1000, "max", "MAX"),),
    (
        (0, 340, "min", "b1-e1  0"), (340, 670, "min", "b1-b3  ≤ 0"),
        (670, 1000, "min", "c1xa3  ≤ −6.25"),
    ),
    (
        (0, 68, "max", ""), (68, 136, "max", "0"), (136, 204, "max", ""), (204, 272, "max", ""),
        (272, 340, "max", ""), (340, 406, "max", ""), (406, 472, "max", "0"),
        (472, 670, "cut", ""), (670, 736, "max", ""), (736, 1000, "cut", ""),
    ),
)  # fmt: skip
EXAMPLE_BEST = ((0, 0, 1000), (1, 0, 340), (2, 68, 136))
EXAMPLE_CAPTION = (
    "MAX tries three moves. All replies to b1-e1 are looked at, and it is worth 0. One of the"
    " replies to b1-b3 gives MIN 0 as well, so b1-b3 is worth at most 0, no better than b1-e1, and"
    " the other replies are cut off. The first reply to c1xa3 is enough."
)
KEY_ROWS = (  # besides those of the commands
    ("Up, Down", "select the move above or below"),
    ("Right, Enter", "go into the selected move"),
    ("Left", "go back to the node above"),
    ("Space, Backspace", "execute the next line; go back by one"),
    ("+, −, Home", "enlarge the picture, make it smaller, show all"),
    ("Shift+Left, Shift+Right", "move the enlarged picture"),
    ("Page Up, Page Down", "in Monte Carlo tree search: go to the playout before, to the next"),
    ("C, G", "in a presentation: the search cuts, it goes on"),
    ("Ctrl+1 to 5", "turn to the page Tree, Compare, Quiz, Side by side or Ideas"),
    ("Escape", "stop; show all; go back to the node above"),
)
