"""The words of the help pages that are not a game's own."""

from __future__ import annotations

from loa_tk.words.explorer import KEY_ROWS as EXPLORER_KEYS

RULES_TITLE = "Rules of {game}"
KEYS_TITLE = "Keys"
STATISTICS_TITLE = "What the statistics mean"
EVALUATIONS_TITLE = "Evaluations of {game}"
SERIES_TITLE = "Series"
FLOW_TITLE = "Flow Free and its algorithms"
EXPLORER_TITLE = "The search explorer: how to read it"
OWN_CODE_TITLE = "Your own code, and a class"
ABOUT_TITLE = "About loa_tk"
ABOUT_VERSION, ABOUT_PYTHON = "Version", "Python"
ABOUT_SETTINGS, ABOUT_LOG = "Settings and games", "Log file"
ABOUT_TEXT = (
    "A lab for game search: play Lines of Action and its relatives against the computer, "
    "and see what every search did."
)
ABOUT_LICENCE = "Free software under the MIT licence."

# The keys that are not a menu's; the keys of the menus are in the rows of their commands.
MAIN_KEYS = (
    ("In every window", (
        ("F1", "help on this window"),
        ("Tab, Shift+Tab", "go to the next or the previous button or field"),
        ("Enter, Space", "press the button; Enter confirms a dialog, Esc closes it"),
        ("Ctrl+A", "select all of a field or a text"),
        ("Ctrl+W", "close a window of the Tools menu; so does Esc if it has nothing to end"),
    )),
    ("On the board", (
        ("Arrows", "move the dashed cursor"),
        ("Enter, Space", "take the piece under the cursor, or put it down there"),
        ("Esc", "put the piece back, then the hint, the banner, the cursor"),
    )),
    ("In the position editor", (
        ("Arrows", "move the dashed cursor"),
        ("Enter, Space", "place the chosen piece under the cursor, or remove it"),
        ("Esc", "go back to the game"),
    )),
    ("In the log, the list of moves and the tabs above them", (
        ("Enter", "in the log: explore the search with the cursor, or the latest one"),
        ("Left, Right", "go one move back or forward; on a tab, turn to another page"),
        ("Up, Down", "go one move back or forward"),
        ("Home, End", "go to the beginning or the end"),
    )),
    (
        "In lists of games",
        (("Enter", "open the selected game"), ("Delete", "delete the selected kept game")),
    ),
)  # fmt: skip
# The keys of each tool window besides those of its commands.
TOOL_KEYS = (
    ("In the series window", "series", (
        ("Ctrl+1 to Ctrl+4", "show the score, the games, the nodes, the seconds"),
        ("Enter", "put the selected game on the board"),
    )),
    ("In the search explorer", "explorer", EXPLORER_KEYS),
    ("In a quiz", "", (
        ("Enter", "check the answer, then go to the next question"),
        ("Left, Right", "in the tree: go to another branch"),
        ("Space", "in the tree: choose the branch, or not"),
    )),
    ("On the slider of the search explorer", "", (
        ("Arrows", "go one step back or forward"),
        ("Page Up, Page Down", "go a twentieth of the whole forward or back"),
        ("Home, End", "go to the beginning or the end"),
    )),
    ("In the class window", "classroom", (
        ("Ctrl+1, Ctrl+2, Ctrl+3", "show the students, the cross table, the games"),
        ("Enter", "put the selected game on the board"),
    )),
    ("In the check window", "checking", ()),
    ("In Flow Free", "flow", (
        ("Arrows", "move the cursor, or draw the path that was taken up"),
        ("Enter, Space", "take up a path at the cursor, or release it"),
        ("Esc", "discard the path that is being drawn, stop an algorithm"),
    )),
)  # fmt: skip

EVALUATIONS_HELP: tuple[str, ...] = (
    "An evaluation, EVAL in the book, estimates how good an unfinished position is for the player "
    "who searches: the greater, the better. A won position has the greatest possible value, and no "
    "estimate reaches it. The searches look ahead a few plies and evaluate the positions there.",
    "@evaluations",
    "# Which one is used",
    "Easy, Normal, Hard and the analysis use full, Textbook that of a report. Level > Customise… "
    "gives a level another one. In a player’s text it is eval=NAME, as in "
    "alphabeta:eval=full,depth=4. The search explorer shows what an evaluation adds up at a leaf. "
    "Tools > My code writes an example of an evaluation of your own.",
)

SERIES_HELP: tuple[str, ...] = (
    "Tools > Series… plays many games between two computer players, several at a time, in the "
    "background. The main window stays free.",
    "# Players",
    "A player is a level (easy, normal, hard, textbook) or a search with its options: "
    "strong:eval=full,seconds=0.5 or alphabeta:eval=full,depth=3 or mcts:playouts=200. "
    "file:mine.py is your own search, eval=mine.py your own evaluation, and ugi:COMMAND another "
    "program. Edit… shows the options in a form.",
    "# Games",
    "The random plies at the beginning make the games differ; both players get each opening once "
    "with each side. The same seed makes the same openings, and with a depth instead of seconds "
    "the same games. At a time is how many games are played at once; with seconds, no more than "
    "the machine has cores. Moves first: by turns, or always player 1.",
    "# Figures",
    "The score is player 1’s share of all points; a draw is half a point. With a probability of "
    "95 % the true share lies within the interval, which is drawn above the bar: if it contains "
    "50 %, the games have not shown which player is better. Elo is the same share as a difference "
    "in rating: +100 is a score of 64 %. Distinct games are counted because a repeated "
    "game proves nothing new, though the intervals take it for a new one. The plots show the nodes "
    "and the seconds of each move: the median, and the middle half of the games as a band.",
    "# Stop, go on, save",
    "Every finished game is kept with its searches at once. Stop ends the series; Go on plays the "
    "missing games, also after the next start. Save as CSV… writes a row for each game, which "
    "Open… and loa match --resume continue. Save report… writes a page for a browser. A double "
    "click puts a game on the board.",
)

FLOW_HELP: tuple[str, ...] = (
    "Join the two discs of each colour with a path. Paths go along rows and columns, do not cross, "
    "do not touch themselves, and together fill every cell. A puzzle has one solution. Drag from a "
    "disc to its twin, or use the keys.",
    "# As a constraint satisfaction problem",
    "Each cell is a variable, and its values are the colours. The constraints: a disc has exactly "
    "one neighbour of its own colour, every other cell exactly two. Backtracking gives one cell "
    "after the other a colour, and takes the last one back when a constraint can no longer be met.",
    "# The algorithms",
    "@algorithms",
    "random and rows try the cells in an order that does not depend on the puzzle. mrv takes the "
    "cell with the minimum of remaining values, where a mistake shows soonest. forward checking "
    "also looks at the cells beside the one that was just coloured, and takes the colour back at "
    "once if one of them has no colour left. fast is another kind: it repeats rules that follow "
    "from the constraints for all cells until nothing changes, and guesses only then.",
    "# Figures",
    "Attempts are the colours that were tried in a cell, guesses how often fast had to try one of "
    "several, and backtracks how often either was taken back. Compare lets all of them solve the "
    "same puzzle, each within the limit.",
)

# A paragraph, a heading (#), or a search (@) whose statistics are listed.
AIM = "The aim: {aim}"
STATISTICS_HELP: tuple[str, ...] = (
    "The names are the textbook’s: MAX is the player whose turn it is at the root, MIN the other. "
    "For every move of the computer the log shows six figures:",
    "@alphabeta",
    "A finished game has a utility and needs no EVAL. At one fixed depth all estimates are made "
    "at that depth, so one of (3) and (4) is 0: at an even depth MAX is to move there, at an "
    "odd depth MIN. A search that deepens step by step adds up all its depths; the table under "
    "the six figures shows each depth separately.",
    "# Which search plays",
    "Level > Textbook plays by the book’s alpha-beta as it is printed, one depth after the other "
    "until ten seconds are over or a win or a loss is certain. Easy, Normal and Hard use a "
    "stronger search, strong, which adds a table of positions met before, an order of moves and a "
    "prover. It counts the same six "
    "figures: even plies are MAX nodes, odd plies MIN nodes, and every position that it makes is "
    "a node. Level > Customise… gives a level another search.",
    "# The table of depths",
    "Depth, the value found, nodes, time, and the line expected. A value is for the side that "
    "moves, which the log names; the text below the value bar names the side that is ahead. The "
    "depth of the answer is the last one that was finished; (1) may be deeper, because another "
    "depth was begun, and the prover looks ahead, too. Questions to the prover that were answered "
    "with no are behind one line: a click or the space bar opens it. A depth with ≤ is a question "
    "to the prover: is there a win, or for even numbers a loss, "
    "within this many plies? “No win” and “no loss” count as well: they make the distance exact "
    "when the answer is yes in the end. A ply is one move of one side. The last row, …, is the "
    "depth that was being searched when time ran out; it has a value if it had found a better "
    "move.",
    "On a solved board, a row called book has the move of the game’s book and a bound on the plies "
    "to the win. Where the book ends, the program proves the win that the book promises.",
    "# Monte Carlo tree search",
    "The search mcts plays random games, playouts, and counts figures of its own. Its value is the "
    "share of wins, put on the scale of the value bar. A playout that does not end is a draw.",
    "@mcts",
    "# Values",
    "Positive is good for the side that searched. The value bar beside the board shows the value "
    "of the position from the first player’s point of view. It comes from a search or, if there is "
    "none, from EVAL. A certain win or loss is a word instead of a number, with its distance in "
    "plies if a proof has found it: win 11, loss 8.",
    "A level that blunders sometimes plays a random move other than the best. The log then says so "
    "and names the best move; the value that the search found belongs to that move. How good the "
    "random move is was not searched: it may be as good.",
)

# Paragraphs and headings (#).
EXPLORER_HELP: tuple[str, ...] = (
    "Tools > Search explorer… runs the book’s minimax or alpha-beta on the position on the board "
    "and keeps the whole tree, so that you can see what the search did and why. Values are those "
    "of MAX, the side to move at the root: MAX looks for large values, MIN for small ones. The "
    "moves of the level Textbook come from this search, so they can be explored as they were "
    "found. Easy, Normal and Hard use another search; the explorer shows what the book’s search "
    "would do in their positions.",
    "# The whole tree",
    "@picture",
    "There is a row for each ply, the root at the top. A box is a node, as wide as the number of "
    "positions that minimax would visit below it. MAX nodes and MIN nodes have two colours, and "
    "the best line has an outline. Hatched parts were cut off: alpha-beta never looked at them. "
    "The more is hatched, the more the bounds have saved. If the positions of minimax take too "
    "long to count, the widths are partly estimated, and the caption says so.",
    "Point at a box to read its moves, its value and its size. Click it to open it. The wheel "
    "enlarges the picture, and Home shows all of it again.",
    "# The columns",
    "The columns show the nodes on the path, one for each ply: the function that was called, the "
    "move that led here, and α and β on entry. Each move has the value that it returned, the nodes "
    "below it, and α (in MAX-VALUE) or β (in MIN-VALUE) after it. The last cell names its part: "
    "best; ≤ α or ≥ β, if it could change nothing; cut, if it ended the node. Grey moves were "
    "never tried.",
    "# The algorithm",
    "The lines at the bottom are the book’s, with the one that is executed marked, and its "
    "variables beside it. Step executes one line, Step over a whole call. Next cut-off and Next "
    "best run until a bound ends a node, or until the best move at the root changes. While the "
    "algorithm runs, the picture fills in and the columns show only what is known so far.",
    "# Values and bounds",
    "α is the value that MAX is already sure of on the path to a node, β the value that MIN is "
    "sure of. Each move shows the value that it returned, and α and β after it. A MAX node ends as "
    "soon as v ≥ β, because MIN has a better choice above and will not let the game come here. A "
    "MIN node ends as soon as v ≤ α. A node that was cut off has not found its exact value: what "
    "it returned is a bound, and that is enough to reject the move that leads to it. A bound is "
    "written ≤ −6.25 or ≥ +25; select its move to read why, and to compute its true value.",
    "# Why this move",
    "Beside the board stand the line expected, what the other moves are worth and the reply that "
    "refutes the best of them, and what EVAL adds up at the end of both. “What would have changed "
    "it?” finds the smallest change of one leaf that changes the decision.",
    "# In the lecture",
    "Own tree… takes a tree such as ((3 12 8)(2 4 6)(14 5 2)). Present (F11) shows the algorithm, "
    "the calls and the board in large letters, and asks before each test of a bound whether the "
    "search cuts or goes on. Copy link copies a line of text that names the step shown; "
    "Ctrl+Shift+V opens such a link, and a saved page opens it, too.",
    "The sentence beside the board names the earlier move from which the bound comes. At a leaf it "
    "shows what EVAL added up, if the evaluation names its terms.",
    "# The order of moves",
    "How much is cut off depends on the order in which moves are tried. The fixed order is that of "
    "the squares. Best EVAL first sorts the moves by the value of the positions after them. Best "
    "move first everywhere is the perfect order, which is found beforehand by other searches: it "
    "shows about how much alpha-beta could save at most.",
    "# The page Compare",
    "Compare searches the same position in several ways: minimax, alpha-beta in the three orders, "
    "then with the ideas of the strong search, one added after the other. Deepening searches depth "
    "1, then 2, and so on, and tries the best move of the depth before first; its figures are sums "
    "over all depths. A transposition table remembers the values of positions that several orders "
    "of moves lead to. A null window asks of a later move only whether it is better than the best "
    "so far. All of them find the value of minimax, and the page says so or says why not. A search "
    "that would be too large is not run; its number of nodes is estimated and marked ≈.",
    "The mark in the chart is b^⌈d/2⌉ + b^⌊d/2⌋ − 1. That is how many leaves alpha-beta has to "
    "look at, even in perfect order, in a tree of depth d in which every position has b moves.",
    "# The page Quiz",
    "The quiz shows a small tree of a real position: each position offers only two or three of its "
    "moves, and all leaves have their values. Run alpha-beta by hand, from left to right, and "
    "answer what a node returns, what α and β are, or which branches are cut off. Easy shows α and "
    "β on entry and the values returned so far, Normal only these values, Hard neither. The same "
    "seed makes the same quiz for everyone; loa quiz prints it as a sheet with solutions.",
    "# The page Side by side",
    "Choose a second search and press Compare. Figure 2, the book’s alpha-beta, and the second "
    "search look at the position with the same EVAL to the chosen depth. The second search is your "
    "own file, Figure 2 with one of the known mistakes, or Figure 2 in another order of moves. A "
    "file or a mistake that does not show at that depth is tried at the other small depths, too. "
    "Both trees have the same widths; they are paler after the first step that differs. Below are "
    "the moves of that node in both searches, what each of them does and why, and for a file the "
    "lines of both sources: gold is the line in which a search has stopped, red the line to look "
    "at, blue the same line of Figure 2. Click a node to open it in both.",
    "Both searches also run on one clock: with every step both enter their next position. |◀ goes "
    "to the beginning, Play stops where they first differ, and Play once more goes on to the end. "
    "Escape goes back to where they part. The check window opens this page at what it has found.",
    "# Keys",
    "@keys",
)

OWN_CODE_HELP: tuple[str, ...] = (
    "You can write the evaluation, or the whole search, in one Python file. Tools > My code writes "
    "an example that plays at once, lets the computer play with your file, and checks it. When the "
    "file is saved in an editor, the next move uses it. What it prints and what goes wrong in it, "
    "with the line, is in the log; Game > Try again searches once more.",
    "# An evaluation",
    "def evaluate(position, player): returns how good an unfinished position is for a player, the "
    "greater the better. The program searches with it by alpha-beta.",
    "# A search",
    "def choose(position, seconds, counts): returns one of position.moves(). Its figures appear in "
    "the log if it counts them: counts.node(depth), counts.eval_max(), counts.eval_min(), "
    "counts.prune_max(), counts.prune_min(), counts.value(v).",
    "# A position",
    "position.board, position[\"c3\"], position.pieces(player), position.groups(player), "
    "position.player, position.other(player), position.moves(), position.after(move), "
    "position.over, position.winner. loa handout prints the whole handout.",
    "# A class",
    "Tools > Class… checks every Python file of a folder and lets all of them play each other. "
    "Files whose names begin with _ are not treated as submissions. A file that fails, hangs or "
    "needs too much memory loses its games with the reason, and the others play on. A class that "
    "was stopped can "
    "go on; Save CSV… keeps it for another day, and Resume… continues it from that file.",
    "# Safety",
    "A student’s file is a program. It runs only because somebody named it or pressed Start, and "
    "never in the process of this window. The log and the class window name its sandbox. With "
    "bwrap it has no network, nothing to write to, and in a class it does not see the files of "
    "others. With limits alone it can read what you can read. No sandbox is perfect: do not run a "
    "stranger’s file on a machine that matters.",
)
