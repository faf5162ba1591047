"""The words of the help pages that are not a game's own."""

from __future__ import annotations

RULES_TITLE = "Rules of {game}"
KEYS_TITLE = "Keys"
STATISTICS_TITLE = "What the statistics mean"
ABOUT_TITLE = "About loa_tk"
ABOUT_VERSION, ABOUT_PYTHON = "Version", "Python"
ABOUT_SETTINGS, ABOUT_LOG = "Settings and games", "Log file"
ABOUT_TEXT = (
    "A lab for game search: play Lines of Action and its relatives against the computer, "
    "and see what every search did."
)
ABOUT_LICENCE = "Free software under the MIT licence."

# The keys that are not a menu's; the keys of the menus are in the rows of their commands.
BOARD_KEYS = (
    (
        "On the board",
        (
            ("Arrows", "move the dashed cursor"),
            ("Enter, Space", "take the piece under the cursor, or put it down there"),
            ("Esc", "put the piece back, then the hint, the banner, the cursor"),
            ("Tab", "go to the buttons and the log; Enter or Space presses a button"),
        ),
    ),
    (
        "In the list of moves",
        (
            ("Left, Right", "go one move back or forward"),
            ("Home, End", "go to the beginning or the end"),
        ),
    ),
)

# A paragraph, a heading (#), or a search (@) whose statistics are listed.
STATISTICS_HELP: tuple[str, ...] = (
    "The names are the textbook’s: MAX is the player whose turn it is at the root, MIN the other. "
    "For every move of the computer the log shows six figures:",
    "@alphabeta",
    "A finished game has a utility and needs no EVAL. At one fixed depth all estimates are made "
    "at that depth, so one of (3) and (4) is 0: at an even depth MAX is to move there, at an "
    "odd depth MIN. A search that deepens step by step adds up all its depths; the table under "
    "the six figures shows each depth separately.",
    "# The table of depths",
    "Depth, the value found (for the side to move), nodes, seconds, and the line expected. "
    "A depth with ≤ is a question to the prover: is there a win, or for even numbers a loss, "
    "within this many plies? A “no” counts as well: it makes the distance exact when the "
    "answer is yes in the end. A ply is one move of one side. The last row, …, is the depth that "
    "was being searched when time ran out; it has a value if it had found a better move.",
    "On a solved board, a row called book has the move of the game’s book and a bound on the plies "
    "to the win. Where the book ends, the program proves the win that the book promises.",
    "# Monte Carlo tree search",
    "The search mcts plays random games, playouts, and counts figures of its own. Its value is the "
    "share of wins, put on the scale of the value bar. A playout that does not end is a draw.",
    "@mcts",
    "# Values",
    "Positive is good for the side that searched. The value bar beside the board shows the value "
    "of the position from the first player’s point of view. It comes from a search or, if there is "
    "none, from EVAL. A proved win has the greatest possible value.",
    "A level may sometimes play a move other than the best. The log then calls it a deliberate "
    "blunder and names the best move; the value that the search found belongs to that move.",
)
