"""The words of the main window: cards, status line, dialogs, the Customise form."""

from __future__ import annotations

PROGRAM = "loa_tk"
WINDOW_CLASS = PROGRAM.capitalize()  # by which a desktop knows the program's windows
MINUS = "\N{MINUS SIGN}"
FACTS = " \N{MIDDLE DOT} "  # between the facts of one line

# Captions of the cards. Units are lower-case captions above bold figures.
DEPTH, VALUE, NODES, TIME, LINE = "depth", "value", "nodes", "time", "line"
POSITIONS_PER_SECOND = "positions/s"
BEST_LINE = "best line"
# What the figures of a search mean, shown when the mouse rests on them.
DEPTH_HELP = (
    "The depth of the answer: the last one that was finished, or the plies of a proof. Statistic "
    "(1) in the log is the deepest position met, which may be deeper: the pass after it was begun, "
    "and the prover looks ahead, too."
)
VALUE_HELP = "The value for the side that moves; MAX in the book. {unit}"
NODES_HELP = "The positions made in all passes of this search."
SPEED_HELP = "Positions made in a second, on this machine."
MOVE_NOW, TRY_AGAIN = "Move now", "Try again"

LOG_WILL_SHOW = (
    "The moves will appear here. With each move of the computer comes its search: six statistics, "
    "and a line for every depth with the value, the nodes, the time and the best moves found.\n\n"
    "New to the game? Press F1, or choose Help > Rules of this game."
)
LOG_WILL_SHOW_SHORT = "Moves and searches will appear here. F1 shows the rules."
SHOW_RULES = "Show the rules"
EXPLORE, EXPLORE_MENU = "Explore", "Explore this search"
WHY, AT_LEAST = "Why?", "≥ {value}"
SPARE = " calls"  # of "EVAL calls in MAX-VALUE", in a narrow log

NEW_GAME = "New game"
UNDO, HINT = "Undo", "Hint"  # the buttons at the board
AIM = "Your aim: {aim}"
REMATCH, SWAP_SIDES, REVIEW = "Rematch", "Swap sides", "Review"
YOU_WON, YOU_LOST = "You won", "You lost"
DISMISS = "✕"
OK, CANCEL, DEFAULTS, CLOSE, COPY = "OK", "Cancel", "Defaults", "Close", "Copy"
MORE = "…"  # replaces text that does not fit


def mac_accelerator(accelerator: str) -> str:
    """Return an accelerator as a Mac names it: "Ctrl+Shift+C" is "Command-Shift-C"."""
    return accelerator.replace("Ctrl", "Command").replace("+", "-")


# A search in words.
NO_WIN, NO_LOSS = "no win", "no loss"  # the prover's answers, within a number of plies
STOPPED = "stopped"
# What is proved, by what the proof rests on, and for narrow places.
SOLVED = (
    "Solved: {winner} wins within {plies}", "Solved: {winner} wins within {number}",
    "{winner} wins within {number}",
)  # fmt: skip
PROVED_WIN = {
    "": ("Proved: {winner} wins in {plies}", "Proved: {winner} wins in {number}",
         "{winner} wins in {number}"),
    "book": ("Solved: {winner} wins within {plies} (book)", *SOLVED),
    "prover": ("Solved: {winner} wins within {plies} (live proof)", *SOLVED),
    "program": ("Announced by the program: {winner} wins within {plies}",
                "Announced: {winner} wins within {number}"),
}  # fmt: skip
BOOK = "book"
PROVED_DRAW = "Proved: a draw"
LOG_FACTS = "{value}  {time}"
# A value is always that of a side, which is named: White −8.5.
SIDE_VALUE, FOR_SIDE, EVEN = "{side} {value}", "for {side}", "even"
WINS_IN, WINS_WITHIN = "{side} wins in {plies}", "{side} wins within {plies}"
# A certain result instead of a value, for the side whose value it is.
WIN, LOSS, PROVED_EVEN = "win", "loss", "draw"
DISTANCE, BOUND = "{word} {plies}", "{word} ≤{plies}"  # exact, or at most that many plies


def duration(seconds: float, decimals: int = 1) -> str:
    """Return a time with its unit: 12 ms below a tenth of a second, 0.6 s above."""
    if seconds < 0.0005:
        return "<1 ms"
    if seconds < 0.0995:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.{decimals if seconds < 99.5 else 0}f} s"


LOG_DATE = "%Y-%m-%d %H:%M"
LOG_PLAYER = "{side}: {player}"
THEN = ", then "
LOG_PLAYERS = "The players from here on"
LOG_WON, LOG_DRAWN = "{side} wins. {reason}", "A draw. {reason}"
LOG_BACK, LOG_AGAIN = "Taken back: {moves}", "Played again: {moves}"
LOG_FROM, LOG_FROM_START = "From the position after {move}:", "From the first position:"
LOG_MARKED = "{head} (taken back)"
LOG_MOVE = "{number}. {side} {move}"
LOG_PASS = "{number}. {side} passes: no move is legal"
# How good the random move is, nobody has searched.
BLUNDERED = "A random move on purpose; the best found was {best}: {value}"


def folded(number: int, depth: str) -> str:
    """Return the line that stands for the questions to the prover that were answered with no."""
    asked = "1 question" if number == 1 else f"{number} questions"
    return f"prover to {depth}: no ({asked})"


def games(number: int) -> str:
    """Return a number of games in words."""
    return "1 game" if number == 1 else f"{number} games"


def plies(number: int) -> str:
    """Return a number of plies in words."""
    return "1 ply" if number == 1 else f"{number} plies"


# The thinking card.
NOTHING = "–"
NO_SEARCH = "No search yet"
THINKING = "{side} is thinking"
LAST_SEARCH, FAILED_SEARCH = "{side}’s last search", "{side}’s search failed"
LOOKING_FOR_HINT = "Looking for a hint"
HINT_SEARCH = "Search for a hint"


def clock(seconds: float, limit: float | None) -> str:
    """Return the time on a stop watch: "0.6 of 1.0 s", or "1.0 s" and "56 ms" without a limit."""
    if limit is None:
        return duration(seconds)
    return f"{seconds:.1f} of {limit:.1f} s" if limit < 10 else f"{seconds:.1f} of {limit:.0f} s"


# The players' card.
LEVELS = {
    "easy": "Easy", "normal": "Normal", "hard": "Hard", "textbook": "Textbook",
    "adaptive": "Adaptive",
}  # fmt: skip


def estimate(below: str, above: str) -> str:
    """Return where a strength is among the levels; there is none below the weakest."""
    if not below:
        return f"below {LEVELS[above]}"
    if below == above:
        return f"about {LEVELS[above]}"
    return f"between {LEVELS[below]} and {LEVELS[above]}"


YOUR_LEVEL = "Your level on {game}: {estimate}. {next}"
STRONGER, WEAKER = "The next game is a little harder.", "The next game is a little easier."
SAME_STRENGTH = "The next game is as hard as this one."
HELPED = "With hints or moves taken back, a win does not make the next game harder."
BLUNDERS = "{share:.0%} blunders"
MOVE_NUMBER = "Move {number}"
TO_MOVE, WON = "● to move", "✓ won"
PLAYS = ("plays first", "plays second")


YOU = "You"


def stretch(player: str, first: int, last: int) -> str:
    """Return a player with the numbers of the moves that it made."""
    return f"{player} ({f'move {first}' if first == last else f'moves {first}–{last}'})"


def helped(hints: int, back: int) -> str:
    """Return how many hints were asked for and how many moves taken back."""
    if not hints and not back:
        return "no hints, nothing taken back"
    hinted = f"{hints or 'no'} hint{'' if hints == 1 else 's'}"
    taken = f"{back} move{'' if back == 1 else 's'}" if back else "nothing"
    return f"{hinted}, {taken} taken back"


def person(human: bool, humans: tuple[bool, bool]) -> str:
    """Return a word for the person or program that plays a side."""
    if not human:
        return "Computer"
    return "Player" if all(humans) else YOU


AS_HINTED = "{who}, as the hint said"


# Title, banner and status line.
TITLE = "{game}"
FILE_TITLE, CHANGED = "{changed}{name} – {game}", "*"
WINS = "{side} wins"
DRAW = "A draw"
GAME_OVER = "The game is over. Undo takes back the last move; New game starts again."
SIDE_NEXT = "The game is over. The side that you have chosen holds for the next game."
LEVEL_NEXT = "The game is over. The level that you have chosen holds for the next game."
COMPUTER_THINKS = "{side} is thinking. You can undo or start a new game at any time."
PAUSED = "Paused before {side}’s move. Game > Pause resumes play, Single step plays one move."
PASSES = "{side} has no legal move and passes."
PASSED = "{side} had no legal move and passed."
MUST_CAPTURE = "{side} must capture: choose one of the ringed pieces."
YOUR_MOVE = "{side} to move: click a {piece} or drag it."
NOT_YOURS = "This {piece} is {owner}’s; {side} is to move."
NOT_YOUR_TURN = "It is {side}’s turn."
NO_MOVES_HERE = "This {piece} has no legal move."
PICK_FIRST = "There is no piece on {square}. Choose a {piece} of {side} first."
HINT_PROVED = "Hint: {move}. {proof}. Enter or a click on {target} plays it."
HINT_FOUND = "Hint: {move}, {value} at depth {depth}. Enter or a click on {target} plays it."
POSITION_COPIED = "Position copied: {text}"
POSITION_PASTED = "Position pasted: a new game begins here, {side} to move."
POSITION_REFUSED = "The clipboard holds no position of this game: {reason}."
MOST_QUOTED = 30  # letters of a text that was not understood


def nothing_to_paste(game: str, text: str) -> str:
    """Return that the clipboard has nothing that can be pasted, and what it has."""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not text:
        return "The clipboard has no text."
    quoted = text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"
    return f"The clipboard has neither a position of {game} nor a game in SGF: “{quoted}”."


LOG_COPIED, ALL_COPIED = "Log of this game copied.", "Log of all games copied."
LOG_SAVED = "Log saved as {name}."
LOG_EMPTY = "The log is empty."
CLEAR_TITLE, CLEAR_BUTTON = "Clear the log?", "Clear"
CLEAR_TEXT = (
    "The log of {games} is deleted and cannot be brought back. File > Search log saves it before. "
    "The games themselves stay as they are."
)
NOT_LOGGED = "The log has nothing of this game yet; File > Search log has the games before it."


def log_dropped(number: int) -> str:
    """Return the sentence about the searches that the log no longer holds."""
    which = "The oldest search is" if number == 1 else f"The {number:,} oldest searches are"
    return f" {which} no longer kept."


# The archive keeps a game automatically; "saved" is what the user does with a file.
KEPT, NOT_KEPT = "Game kept", "Game not kept: its folder cannot be written to"
NOT_KEPT_FULL = "Game not kept: the disk is full"
RESTORED = "The game you left is back on the board."
RESTORED_PAUSED = "The game you left is back on the board, paused. Game > Pause resumes it."
WAITS = "The settings let {player} move now. It is not started before Game > Pause is chosen."
FOLDER_REFUSED = "{folder} is not used, because {reason}."
SETTINGS_ASIDE = "The settings file could not be read; it was set aside as {name}."
RESET_TITLE, RESET_BUTTON = "Reset all settings?", "Reset"
RESET_TEXT = (
    "Side, level, theme, text size and every other choice in the menus go back to their defaults. "
    "Levels and players that you have customised and the lists of recent games and of your own "
    "files are forgotten. "
    "The game on the board and all kept games stay."
)
SETTINGS_RESET = "All settings have been reset to their defaults."
ENGINE_RESTARTED = "The engine process ended (status {status}) and was started again."
ENGINE_LATE = "The engine process did not answer in time and was replaced."
ENGINE_FAILED = "The search failed: {reason}"

SAVE_LOG, SAVE_ALL, LOG_NAME = "Save the log of this game", "Save the log of all games", "searches"
LOG_KINDS = (("Text", ".txt"), ("CSV table", ".csv"))
CANNOT_SAVE = "Could not save"
CANNOT_SAVE_TEXT = "{name} could not be written: {reason}"
UNEXPECTED = "Something went wrong"
UNEXPECTED_TEXT = (
    "An error occurred that should not have. Your game is kept and the program continues.\n\n"
    "{error}\n\nThe details are in {log}."
)
NO_LOG_FILE = "no file, because none could be written"


def selected(piece: str, square: str, moves: int, captures: int) -> str:
    """Return what the selected piece can do."""
    text = f"{piece.capitalize()} {square}: {'1 move' if moves == 1 else f'{moves} moves'}"
    if captures == 1:
        text += ", a capture" if moves == 1 else ", one of them a capture"
    elif captures:
        text += f", {'all' if captures == moves else captures} of them captures"
    return text + ". Press Esc to put it back."


HINT_HEAD = "Hint {head}"

# The form of Level > Customise….
CUSTOMISE_TITLE = "Customise {game}"
CUSTOMISE_NOTE = (
    "No depth means as deep as the seconds allow; no seconds means as long as the depth takes; "
    "neither means 10 seconds. "
    "A blunder is a move other than the best: 0 never, 1 always. "
    "The search file is your own Python file, ugi another program. "
    "Another search begins with its own values."
)
CHESS_NOTE = (
    " The search uci is a chess program such as fairy-stockfish; only it uses nodes and options "
    "(Hash=64;Threads=1)."
)
CUSTOMISE_WHAT = "Level or side"
WRONG_FIELD = "{field}: {reason}"
NO_FILE, NO_COMMAND = "choose a Python file", "type the command that starts the program"
WRONG_SECTION = "{section}, {field}: {reason}"
BROWSE, PROGRAM_TITLE = "Browse…", "Choose a program"
ANY_FILES = (("All files", ""),)
CHOOSE_FILE, FILE_TITLE_OWN = "Choose a file…", "Choose a Python file"
PYTHON_FILES = (("Python", ".py"),)
SEARCH = "Search"
PLAYS_AS, AS_LEVEL, OWN = "Plays", "as Level", "as below"
