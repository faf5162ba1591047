"""The words of the help pages that are not a game's own."""

from __future__ import annotations

RULES_TITLE = "Rules of {game}"
KEYS_TITLE = "Keys"
STATISTICS_TITLE = "What the statistics mean"
ABOUT_TITLE = "About loa_tk"
ABOUT_VERSION, ABOUT_PYTHON = "Version", "Python"
ABOUT_SETTINGS, ABOUT_LOG = "Settings and games", "Log file"
ABOUT_TEXT = (
    "A lab for game search: play Lines of Action and its relatives against alpha-beta, "
    "and see what every search did."
)
ABOUT_LICENCE = "Free software under the MIT licence."

KEYS_HELP = (
    (
        "On the board",
        (
            ("Arrows", "move the dashed cursor"),
            ("Enter, Space", "take the piece under the cursor, or put it down there"),
            ("Esc", "put the piece back, then the hint, the banner, the cursor"),
        ),
    ),
    (
        "The game",
        (
            ("Ctrl+N", "new game; the old one is kept"),
            ("Ctrl+Z, Ctrl+Y", "take your last move back, play it again"),
            ("Ctrl+H", "hint; once more plays it, and so does Enter or a click on its target"),
            ("Ctrl+Shift+A", "analyse the position on the board; no move is played"),
            ("Ctrl+M", "let the computer move now"),
            ("Ctrl+P, Ctrl+J", "pause the computer, let it make a single move"),
            ("Ctrl+Shift+C, Ctrl+Shift+V", "copy the position, paste one"),
            ("Ctrl+Shift+E", "edit the position"),
            ("Ctrl+O, Ctrl+S, Ctrl+Shift+S", "open a game, save it, save it under another name"),
            ("Ctrl+K", "the games that were kept by themselves"),
            ("Ctrl+Q", "quit; the game is there again at the next start"),
        ),
    ),
    (
        "The window",
        (
            ("Ctrl+F", "turn the board round"),
            ("Ctrl+L", "show legal moves"),
            ("Ctrl+G", "show the links between touching checkers"),
            ("Ctrl+Shift+L", "show the card of log, moves and analysis"),
            ("Left, Right, Home, End", "in the list of moves: go to and fro in the game"),
            ("Ctrl+E", "customise the levels"),
            ("Ctrl+T", "a series: the computer against itself, by the hundred games"),
            ("Tab", "go on to the buttons and the log; Enter or Space presses a button"),
            ("F1, Shift+F1", "rules, keys"),
        ),
    ),
)

# A paragraph, a heading (#) or the rows of a table.
STATISTICS_HELP: tuple[str | tuple[tuple[str, str], ...], ...] = (
    "The search is the book’s: MAX is the player whose turn it is at the root, MIN the other. "
    "For every move of the computer the log shows six figures:",
    (
        ("(1) Maximum depth reached", "how many moves ahead the search looked; the root is 0"),
        ("(2) Nodes generated", "positions made, the root included"),
        ("(3) EVAL calls in MAX-VALUE", "estimates made of positions where MAX is to move"),
        ("(4) EVAL calls in MIN-VALUE", "estimates made of positions where MIN is to move"),
        ("(5) Prunings in MAX-VALUE", "times that v ≥ β ended a MAX node early"),
        ("(6) Prunings in MIN-VALUE", "times that v ≤ α ended a MIN node early"),
    ),
    "A finished game has a utility and needs no EVAL. At one fixed depth all estimates are made "
    "at that depth, so one of (3) and (4) is 0: at an even depth MAX is to move there, at an "
    "odd depth MIN. A search that deepens step by step adds up all its depths; the table under "
    "the six figures shows each depth by itself.",
    "# The table of depths",
    "Depth, the value found (for the side to move), nodes, seconds, and the line expected. "
    "A depth with ≤ is a question to the prover: is there a win, or for even numbers a loss, "
    "within so many plies? “no” is an answer too: it makes the distance exact when the answer "
    "is yes in the end. A ply is one move of one side. The last row, …, is what was going on "
    "when the time was over: with a value where it had found a better move.",
    "# Monte Carlo tree search",
    "The search mcts plays random games, playouts, and counts figures of its own. The value is its "
    "share of wins, put on the scale of the value bar. A playout that does not end is a draw.",
    (
        ("(1) Playouts", "random games played"),
        ("(2) Nodes generated", "positions in the tree, the root included"),
        ("(3) Maximum depth reached", "how many moves ahead the tree goes"),
        ("(4) Win share of the best move", "wins among its playouts; a draw is half a win"),
    ),
    "# Values",
    "Positive is good for the side that searched. The value bar beside the board shows the value "
    "of the position on it from the first player’s point of view: of a search, or where there was "
    "none, of EVAL. A proved win has the utmost value.",
    "A level may choose another move than the best now and then. The log then calls it a blunder "
    "on purpose and names the best move, whose value it is that the search found.",
)
