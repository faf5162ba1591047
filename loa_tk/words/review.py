"""The words of files, review, analysis and the position editor."""

from __future__ import annotations

# Files.
OPEN_TITLE, SAVE_TITLE = "Open a game", "Save the game"
GAME_KINDS = (("Game records", ".sgf"),)
ANY_KIND = ("All files", "")
READING = "Reading {name}"
CANNOT_OPEN = "Could not open"
CANNOT_OPEN_TEXT = "{name} could not be opened: {reason}."
PYTHON_FILE = (
    "\n\nIt is a Python file. Tools > My code plays against it and checks it; "
    "on the command line, loa check {name} checks it."
)
OPENED = "{name}: {moves}. {reason}"
LACKING = "{reason} About the file: {note}."
OPENED_UNFINISHED = "The game is not finished."
GAME_SAVED = "Saved as {name}."
UNSAVED_TITLE = "{name} has unsaved changes"
UNSAVED_TEXT = (
    "The game on the board was changed after it was opened or saved. Without saving, the changes "
    "stay only among the kept games."
)
SAVE_FIRST, SAVE_NOT = "Save", "Do not save"
PASTED = "Game pasted: {moves}.{problem} Step through it with ‹ ›; play on from any position."
PASTED_PART = " A part of it cannot be read: {problem}."
PASTE_REFUSED = "The game on the clipboard cannot be read: {reason}."
NO_RECENT = "(none yet)"
INCOMPLETE = "A part cannot be read"
INCOMPLETE_TEXT = "{name}: {problem}.{more}"
INCOMPLETE_MORE = " Further problems: {number}."
OPEN_REST = "Open the rest"
OPEN_BEFORE = "Open the moves before it"
SEVERAL_TITLE = "Games in {name}"
OPEN_BUTTON = "Open"
HEADS = ("Date", "Game", "Players", "Moves", "Result")
UNFINISHED = (
    "The game on the board is not finished",
    "The other game takes its place. The unfinished one stays in File > Kept games…, and can go on "
    "from there.",
    "Show the other game",
)
KEPT_TITLE = "Kept games"
KEPT_NOTE = "Every game is kept automatically after each move; the newest is at the top."
DELETE, DELETE_TITLE = "Delete…", "Delete this game?"
DELETE_TEXT = "{game}, {players}, {date}. A deleted game cannot be brought back."
DELETE_BUTTON = "Delete"
DELETED = "The game was deleted."
NOT_DELETED = "The game could not be deleted: a copy of the program has it on its board."
ON_BOARD = "on the board"
NOTHING_KEPT = "No game has been kept yet: a game is kept from its first move on."
KEPT_IN_USE = "Another copy of the program has this game on its board."
KEPT_GONE = "This game can no longer be read."
KEPT_OPENED = "The kept game is back on the board."
NOT_PLAYED = "cannot be opened: {reason}"
PLAYERS = "{first} – {second}"
HUMAN, COMPUTER = "Human", "loa_tk {player}"


def moves(number: int) -> str:
    """Return a number of moves in words."""
    return "1 move" if number == 1 else f"{number} moves"


LOG_ACTIONS = (("log-copy", "Copy"), ("log-save", "Save…"), ("log-clear", "Clear"))
STEPS = (("first", "«"), ("previous", "‹"), ("next", "›"), ("last", "»"))
# The pages of the third card: name, tab, short tab, and the commands beside the tabs.
PAGES = (
    ("log", "Search log", "Log", LOG_ACTIONS),
    ("moves", "Moves", "Moves", STEPS),
    ("analysis", "Analysis", "Analysis", ()),
)
MORE_ACTIONS = "⋯"

# Review.
REVIEWING = "Review, move {ply} of {plies}. Play on from here, or resume with Game > Pause."
BLUNDER = "?"
NO_WORD = "…"
COMMENTED = "*"
COMMENT = "comment (* in the list)"
BEGINNING = "Start"
# The menu of a move: the choice that each entry reports, and its label.
MOVE_MENU = (("promote", "Make it the main line"), ("delete", "Delete from here…"))
BRANCH_TITLE = "Delete these moves?"
BRANCH_TEXT = "{moves} from {move} on. Deleted moves cannot be brought back."
BRANCH_DELETED = "Deleted: {moves} from {move} on."
NO_MOVES_YET = "No move has been played yet."
NO_VALUES_YET = "Values come from searches: play on, or analyse the game."

# Analysis.
ANALYSE, STOP_ANALYSIS, HIDE_ANALYSIS = "Analyse", "Stop", "Hide arrows"
EXPLORE = "Explore…"
ANALYSE_GAME, STOP_GAME = "Analyse game", "Stop"
ANALYSIS_FACTS = "for {side} · depth {depth} · {nodes} nodes"
AT_DEPTH = "depth\u00a0{depth}:"  # before a line of another depth; the view breaks at spaces
ANALYSIS_OFF = "Shows the three best moves here, searching ever deeper. It plays no move."
ANALYSIS_WAITS = "The analysis waits until the computer has moved."
ANALYSIS_OVER = "The game is over here."
ANALYSIS_BEGINS = "Searching…"
GAME_PROGRESS = "Position {number} of {all}"
GAME_ANALYSED = "Game analysed: {positions}, {blunders}."
GAME_STOPPED = "Analysis stopped: {number} of {all} positions analysed, {blunders}."
GAME_FAILED = "The analysis of the game ended after {number} of {all} positions: {reason}."
ARROWS_ON, STUDY_ON = "Analysing: Esc ends it", "Analysing the game: Esc ends it"
ANALYSIS_TITLE, LAST_ANALYSIS = "Analysis", "Last analysis"


def positions(number: int) -> str:
    """Return a number of positions in words."""
    return "1 position" if number == 1 else f"{number} positions"


def blunders(number: int) -> str:
    """Return a number of blunders in words."""
    return {0: "no blunder", 1: "1 blunder"}.get(number, f"{number} blunders")


# Blunders. The names mark the variations that an analysis inserts, also in files.
BETTER_NAME, REPLY_NAME = "better", "best reply"
REPLY_TO = "{name} to {number} {move}"
NAMED = "{name}:"  # before a variation in the list of moves
AT_MOST = "≤ {value}"
# What a value rests on. Values to one depth are counted from the same position: they compare.
PROVED, TO_DEPTH = "proved", "estimated to depth {depth}"
RESTS_ON, BOTH = " ({evidence})", "both {evidence}"
MISTAKE = "{head}?: {value}{played}. Better: {better}, {best} ({evidence})."
REPLY = "Best reply: {line}."
SUMMARY = "{number} of {all} positions analysed: {blunders}."
MISTAKE_HEAD = "Blunder {number} of {all}"
ANALYSED = "Analysed game"
LINE_HEAD = "{name}, move {number} of {all}"
STEP_BACK, STEP_ON = "‹ Back", "Next move ›"
BETTER_ARROW, REPLY_ARROW = "Arrow: the better move", "Arrow: the best reply"
TRIED_ARROW = "Arrow: your move"
# The buttons about a blunder and of an exercise.
BETTER_LINE, REPLY_LINE = "Better line", "Best reply"
NEXT_MISTAKE, LEARN = "Next blunder", "Learn from it"
SHOW_ANSWER, NEXT_EXERCISE, END_LESSON = "Show answer", "Next", "End"
BACK_TO_EXERCISE = "Back to the exercise"

# Learn from it.
EXERCISE_STATUS = "Find the better move for {side}, on the board."
LESSON_ON = "Exercise {number} of {all}: Esc ends it"
EXERCISE = "Exercise {number} of {all}: {side} to move"
TASK = "{move} was played here: {value}. Find a better move on the board."
JUDGING = "Judging {move}…"
SAME = "{move} is the blunder of the game. Try another move."
WRONG = "{move}: {value} ({evidence}). There is a better move: try again."
RIGHT = "{move} is right: {value} ({evidence})."
ALSO_RIGHT = "{move} is good, too: {value} ({evidence}). The analysis chose {better}, {best}."
WINS_AT_ONCE = "{move} wins at once."
ANSWER = "The better move is {move}: {value} ({evidence})."
NOT_JUDGED = "{move} could not be judged. Try again, or let the answer be shown."
LESSON_DONE = "Exercises done"
LESSON_RESULT = "{all}: {found} found, {shown} shown. The answers are kept with the game."
LESSON_ENDED = "The exercises ended. Learn from it continues with those that are left."


def exercises(number: int) -> str:
    """Return a number of exercises in words."""
    return "1 exercise" if number == 1 else f"{number} exercises"


# The position editor.
EDITOR_TITLE = "Position editor"
PLACE, TO_MOVE = "Place", "To move"
REMOVE = "Nothing"
# Long, and for a narrow card short.
EDIT_TOOLS = (
    ("edit-clear", "Clear", "Clear"),
    ("edit-start", "Start position", "Start"),
    ("edit-copy", "Copy as text", "Copy"),
)
PLAY_FROM_HERE, PLAY = "Play from here", "Play"
EDIT_FINISHED = "The game would be over: {reason}"
EDIT_STATUS = "Click to place a piece, drag to move it, right-click to remove it."
EDIT_DONE = "A new game begins from this position."

# The picture.
PICTURE_TITLE, PICTURE_NAME = "Save a picture of the board", "board"
PICTURE_KINDS = (("PNG picture", ".png"),)
PICTURE_SAVED = "Picture saved as {name}."
