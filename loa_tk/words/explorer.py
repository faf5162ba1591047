"""Every word of the search explorer's window."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from loa_tk.words.main import FACTS

TITLE = "Search explorer"
NOTHING = "–"
WINDOW_TITLE = "{game} – Search explorer"
PAGES: Mapping[str, str] = {
    "tree": "Tree", "compare": "Compare", "quiz": "Quiz", "mine": "Side by side",
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
    "own-tree": "Own tree…",
    "save-picture": "Picture…",
    "save-page": "Page…",
    "copy-text": "Copy",
    "copy-link": "Link",
    "all": "All",
}
STOP, PLAY, PAUSE = "Stop", "▶ Play", "Pause"
SEARCHES = (("minimax", "Minimax"), ("alphabeta", "Alpha-beta"))
WITH_PLAYOUTS = (*SEARCHES, ("mcts", "Monte Carlo"))
PACES = ("pace", "own-pace")  # more fields of the speed, on other pages
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
    " run the algorithm line by line. F1 explains the picture."
)
EVAL_SAW = "What EVAL saw"
LEAF = "After {move}: {sentence}"
RUNNING = "What happens here"
COMPUTE, TRUE_VALUE = "Compute its true value", "Its true value is {value}."
WHAT_CHANGES, CHANGED_BY = "What would have changed it?", "What would have changed it: "
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
NOTHING_CUT = "every position was looked at"
INCOMPLETE = "recorded {nodes:,} of about {total:,} nodes"
INCOMPLETE_SHORT = "{nodes:,} of about {total:,}"
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
PRESENT_FACTS = "{game}, {search}, {evaluation}, depth {depth}"
PRESENT_KEYS = (
    "← → step · C, G answer · Space shows it · + − size · Esc leaves", "← → C G Space + − Esc",
)  # fmt: skip
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

# --- a search of one's own ---

OWN_NOTE = (
    "Choose a second search and press Compare: your file, a known mistake, or another order of"
    " moves. It runs beside Figure 2, and both stop at the first step that differs."
)
OWN_RUNNING = "Both searches are running…"
READY_OWN = "Choose a second search, an evaluation and a depth, and press Compare."
NO_FILE_YET = "Choose the second search first: a mistake, an order of moves, or your Python file."
NO_MISTAKES_HERE = "A tree of your own can be compared only in another order of moves."
TOO_LARGE = "These searches have more than {nodes:,} nodes; choose a smaller depth."
MISTAKE_LABEL, ORDER_LABEL = "mistake: {name}", "order: {label}"
COMPARISON_STOPPED = "The comparison was stopped."
OWN_TITLE, OWN_SHORT = "Where the two searches part", "The two searches"
FIGURE_2, YOURS, MISTAKE = "Figure 2", "Yours", "The mistake"
IN_ORDER: Mapping[str, str] = {
    "fixed": "Fixed order", "eval": "EVAL order", "best": "Best order",
}  # fmt: skip
LEAVES, CUT_OFFS = "{count:,} leaves", "{count:,} cut-offs"
OWN_LEGEND: Mapping[str, str] = {
    **{kind: text for kind, text in LEGEND.items() if kind != "best"},
    "parts": "first difference, paler after it",
}
OWN_LEGEND_SHORT: Mapping[str, str] = {**LEGEND_SHORT, "parts": "difference"}
OWN_LEGEND_TINY: Mapping[str, str] = {**LEGEND_TINY, "parts": "difference"}
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


def no_difference(leaves: int, depths: tuple[int, ...]) -> str:
    """Return that two searches are the same, at these depths."""
    at = f"depths {depths[0]} to {depths[-1]}" if len(depths) > 1 else f"depth {depths[0]}"
    found = f"all {leaves:,} leaves in the same order" if leaves != 1 else "the same leaf"
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
DOES_IT, DOES_MISTAKE, THE_MISTAKE = "What {name} does", "What the mistake does", "The mistake"
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
OWN_COPIED = "The difference is on the clipboard as text."
OWN_FAILED = "The second search could not be compared."

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
    return f"{moves(count)} {'is' if count == 1 else 'are'}"


STEPPING = "Both searches have entered as many nodes. Escape shows where they part."

# --- the ideas of the strong search ---

CHOSEN_IDEA, OTHER_IDEA = "● {name}", "○ {name}"
IDEAS_NOTE = "Choose an idea, and press Show: it is searched on the position that is on the board."
SHOWS_LITTLE = "This position shows little of the idea. Load an example shows one that does."
IDEAS_NEED_A_GAME = "The ideas need a game, not a tree of your own."
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
