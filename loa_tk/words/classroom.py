"""The words of `loa new`, `loa check` and `loa class`, and of their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.words.series import INTERVALS as INTERVALS
from loa_tk.words.series import NOTHING, counted

# Each check's text for people, and what it means.
FIRST_CHECKS: Mapping[str, tuple[str, str]] = {
    "loads": (
        "Loads",
        "The file is a Python program that runs without an error and has the function "
        "evaluate(position, player), choose(position, seconds, counts), or both. Another program "
        "answers the first lines of the Universal Game Interface.",
    ),
}
EVALUATION_CHECKS: Mapping[str, tuple[str, str]] = {
    "numbers": (
        "Returns numbers",
        "evaluate() is called for 100 positions of random games, for both players, and must "
        "return a finite number every time.",
    ),
    "same": (
        "Returns the same twice",
        "The same positions are valued again in the opposite order. A search visits a position "
        "many times and relies on the same answer; chance and global variables break that.",
    ),
    "symmetry": (
        "Symmetric",
        "A position mirrored on the board, with colours exchanged where the board asks for it, "
        "must have the same value for the player who has taken the other's place. If not, the "
        "evaluation prefers a corner or a colour, which is nearly always a mistake.",
    ),
    "speed": (
        "Speed",
        "Positions valued per second. A search with a slower evaluation looks less far ahead in "
        "the same time.",
    ),
    "right": (
        "Names the winner",
        "On positions whose winner is proved: how often the value is positive for the winner. "
        "A value of 0 names nobody and is not right. Half of it is guessing. The program's own "
        "evaluations are shown beside it.",
    ),
    "rank": (
        "Rank correlation",
        "Spearman's correlation between the values and the nearness of the win: 1 if a position "
        "that is won sooner always has a greater value, 0 if there is no connection.",
    ),
    "games": (
        "Games",
        "20 games by alpha-beta at equal depth against the game's first evaluation, from random "
        "openings, each side moving first in half of them. A game lost by an error fails the "
        "check; the score does not.",
    ),
}
SEARCH_CHECKS: Mapping[str, tuple[str, str]] = {
    "legal": (
        "Legal moves always",
        "choose() is called in 20 positions of random games and must return one of "
        "position.moves().",
    ),
    "time": (
        "Keeps the time limit",
        "choose() gets 0.4 s and no depth, and must answer within half a second more. Its move may "
        "not give away a win that the shallowest search sees.",
    ),
    "win1": ("Finds wins in 1", "Positions in which one move wins; the search is given depth 1."),
    "win3": (
        "Finds wins in 3",
        "Positions with a proved win in 3 plies; the search is given depth 3.",
    ),
    "win5": (
        "Finds wins in 5",
        "Positions with a proved win in 5 plies; the search is given depth 5.",
    ),
    "keeps": (
        "Keeps a proved win",
        "In won positions that were proved for this: how often the move keeps the win, at depth 2 "
        "or 3 with the game's first evaluation. Few of the moves of each keep it. What Figure 2's "
        "search keeps at the same depth is shown beside it.",
    ),
    "value": (
        "Value equals minimax",
        "At a fixed depth, with counts.evaluate() as EVAL, the value that the search reports by "
        "counts.value() must be the minimax value. Alpha-beta never changes it. In half of the "
        "searches of a file EVAL has secret numbers, which only counts.evaluate() knows.",
    ),
    "move": (
        "Chooses the best move",
        "At a fixed depth the minimax value of the move must be the best one. What alpha-beta "
        "returns for a later move is often only a bound: a move that seems to be as good as the "
        "best may lose.",
    ),
    "statistics": (
        "Steps and counts equal Figure 2's",
        "At a fixed depth, with the moves in the order of position.moves() and the root window "
        "[-U, +U], alpha-beta looks at the same positions in the same order for everyone. Each "
        "call of counts.evaluate() is seen, and the six statistics must be right. The first step "
        "that differs is explained. Known mistakes leave their own numbers and are named.",
    ),
}

FUNCTIONS = "it has {names}"
SPEAKS = "it speaks the Universal Game Interface"
BROKEN = "the check itself failed: {error}"
NOT_MADE = "not checked, because “{check}” failed"
NO_FUNCTIONS = "it has neither evaluate(position, player) nor choose(position, seconds, counts)"
TEXTS = {
    name: text
    for rows in (FIRST_CHECKS, EVALUATION_CHECKS, SEARCH_CHECKS)
    for name, (text, _) in rows.items()
}
NUMBERS = "{count} values, from {least:g} to {most:g}"
SAME = "every value was the same again"
NOT_SAME = "{position} had the value {one:g}, then {two:g}"
SYMMETRIC = "{count} mirror images have the same values"
NOT_SYMMETRIC = (
    "{share:.0%} of the mirror images differ: {position} is {value:g} for {player}, its mirror "
    "image {mirror} {other:g} for {opposite}"
)
SPEED = "{mine:,.0f} positions/s; {name}: {theirs:,.0f}"
RIGHT = "{share:.0%} of {count} proved positions ({beside})"
RIGHT_BESIDE = "{name} {share:.0%}"
NAMES_NOBODY = "; in {count} of them the value is 0, which names nobody"
NEAR_THE_END = "; this game has no proved set, so these are wins near the end"
CONSTANT = "every value is {value:g}: such an evaluation says nothing about a position"
REVERSED = "; its greater values go with losses. Is the sign reversed?"
FOR_BOTH = "; every value is the same for both players: does it use `player`?"
RANK = "{mine} ({beside})"
PLAYED = "game {done} of {games}"
GAMES = (
    "{won} won, {drawn} drawn, {lost} lost against {name} at depth {depth}: {share:.0%} "
    "(95 % interval {low:.0%} to {high:.0%})"
)
FORFEITED = "{games} lost by an error; the first: {reason}"

CASE = "position {number} of {count}"
WHERE = "{position} at depth {depth}"
WHERE_SECRET = "{position} at depth {depth} with secret numbers as EVAL"
LEGAL = "{count} positions, every move legal"
NOT_LEGAL = "position {number}, {position}: {error}"
IN_TIME = "{seconds:g} s given, at most {slowest:.2f} s taken"
LATE = "{seconds:g} s given, up to {slowest:.2f} s taken"
NO_ANSWER = "{seconds:g} s given: {error}"
BLUNDER = (
    "{seconds:g} s given: in {position} it played {move}, which gives a certain win away. Does it "
    "search if counts.depth is None?"
)
WINS = "all {count} found"
MISSED = "{right} of {count} found; in {position} it played {move}, but {wins} wins within {plies}"
NO_WINS = "no wins in {plies} are known for {game}"
TOO_DEEP = "depth {plies} takes too long in {game}"
NO_WON = "no won positions are proved for {game}"
NONE_PROVED = "no positions are proved for {game}"
KEEPS = "{right} of {count} at depth {depth} (Figure 2: {figure})"
THROWN = "; in {position}, won in {plies}, {move} gives the win away and {better} keeps it"
NO_VALUE = "it reports no value: counts.value(v), or `score cp` in UGI"
VALUES = "{count} values are the minimax values"
NOT_VALUES = "{wrong} of {count} differ; the first: {where}: value {value}, minimax {right}."
NO_NUMBER = "none"
IN_UNITS = " `score cp` is in hundredths: send 100 times the value."
BEST_MOVES = "{count} moves, each one of the best"
NOT_BEST = (
    "{wrong} of {count} are not the best; the first: {where}: {move} is worth {value}, and {best} "
    "{right}."
)
NO_STATISTICS = (
    "it counts nothing: counts.node(depth), counts.eval_max(), …, or `info string statistics` "
    "in UGI"
)
STATISTICS = "all six are equal in {count} searches"
STEPS = "{count} searches looked at the same positions in the same order, with the same counts"


def correlation(value: float | None) -> str:
    """Return a correlation for people; constant values have none."""
    return NOTHING if value is None else f"{value:.2f}".replace("-", "−")


# Marks
NOT_CHECKED = "this check was not made"
AGAINST = "Games against {player}"
AGAINST_CLASS = "Games against the other students"
NO_GAMES = "no games were played"
MISSING_HALF = "the file has no function for it: {kind} was not handed in"


def not_made(unloaded: bool) -> str:
    """Return why there is nothing about a check."""
    return NOT_MADE.format(check=TEXTS["loads"]) if unloaded else NOT_CHECKED


def within(low: float, high: float) -> str:
    """Return the 95 % interval of marks for games."""
    return f"; {low:g} to {high:g} with these games"


def forfeited(won: int, lost: int, count: int) -> str:
    """Return how many of some games were won and lost by forfeit, or nothing if none was."""
    if won + lost == count:
        return "; every game was forfeited, which is not a sample"
    parts = (f"; {counted(won, 'game')} won by forfeit" if won else "",
             f"; {counted(lost, 'game')} lost by forfeit" if lost else "")  # fmt: skip
    return "".join(parts)


def score(points: float, games: float) -> str:
    """Return the points of some games."""
    return f"{points:g} of {games:g} points"


# A class that is continued
OTHER_SETTING = "{name} {kept}, not {now}"
OTHER_RUBRIC, NONE = "another rubric", "none"
OTHER_CLASS = (
    "{file} belongs to a class with {difference}; leave that setting as it was, or start a new "
    "class"
)
OTHER_FOLDER = "{file} is of another folder: nobody in {folder} is one of its students, {names}"
NOTHING_TO_RESUME = "there is no file {file} to resume; leave out --resume to begin a class"
NO_CHECKS = "the file of its checks is not beside it"
AGAIN = "{names}: changed since, to be checked and played again"
GONE = "{names}: no longer in the class"
NOT_A_CLASS = "{file} does not contain the checks of a class: {reason}"


def provisional(checked: int, files: int, played: int, games: int) -> str:
    """Return how far an unfinished class is."""
    looked = f"{checked:,} of {counted(files, 'file')} checked, " if checked < files else ""
    return f"Provisional: {looked}{played:,} of {counted(games, 'game')} played."


REPORTED = (
    "The seconds, moves and captures are measured here. A student's own search reports its nodes, "
    "depth and prunings itself, and in a game nobody compares them or holds it to its depth."
)
CHANGED_MEANWHILE = (
    "Provisional: the files of {names} were changed while the class was running, so that checks "
    "and games may be of different files. Continue the class to check and play these again."
)
# On a student's page, which names nobody else.
OWN_CHANGED = (
    "Provisional: your file was changed while the class was running, so that checks and games may "
    "be of different files."
)
OTHERS_CHANGED = "Provisional: files of other students were changed while the class was running."
NOT_IN_THIS_CLASS = (
    "Provisional: “{part}” ({points:g} points of the rubric) cannot be played here, because the "
    "students do not meet each other."
)
LEFT_OUT_OF_GRADE = (
    "“{part}” ({points:g} points of the rubric) is left out: there is no class to play against."
)

# A class
RUNS_IN = "Each student's file runs in {sandbox}."
READ_EACH_OTHER = " The files can read each other; bwrap would hide them."
SANDBOX_OF_MACHINES = "the best sandbox of the machine that it runs on"
NO_CHECKS_FOR = "the rubric has no check of {kind}: {names} can have marks only for the rest of it"
KIND_NAMES = {"evaluation": "an evaluation", "search": "a search"}


def sandbox(how: str, hidden: bool) -> str:
    """Return where the files of a class run, and whether they are hidden from each other."""
    text = RUNS_IN.format(sandbox=how or SANDBOX_OF_MACHINES)
    return text + ("" if hidden else READ_EACH_OTHER)


# Its pages
TITLE = "{game}: a class of {count}"
STUDENT_TITLE = "{name}: {game}"
CHECKS, CROSS_TABLE, MARKS, TIME_USED = "Checks", "Cross table", "Marks", "Time used"
ERRORS, ROUNDS, GAMES_HEAD = "Errors", "Rounds", "Games played"
STUDENT, RATING, POINTS, SECONDS, TOTAL = "player", "Elo", "points", "seconds", "total of {most:g}"
ERROR, ROUND, PAIRS, RESTING = "error", "round", "pairs", "rests"
TEST, WHY = "for", "why"
NO_ERRORS = "No game was lost by an error."
ALL_PASS = "All required checks pass."
NOT_ALL_PASS = "Not all required checks pass."
STANDING = "Place {place} of {count} students, rating {rating}; {score} against the other students."
ALL_FORFEITED = "Every game was forfeited. That is not a sample, so there is no rating."
ADVICE = "(✗)"


TURNED = "Where game {number} against {opponent} turned"


def turning(
    move: str, side: str, other: str, won: int | None, lost: int | None, better: str
) -> str:
    """Return what a decisive move gave away; a number is the plies of a win, None is a draw."""
    what = "win" if won is not None else "draw"
    had = f"{side.capitalize()} had a win in {won}" if won is not None else (
        f"{side.capitalize()} had a draw"
    )
    now = f"now {other.capitalize()} has a win in {lost}" if lost else "now it is a draw"
    now = f"now {other.capitalize()} has won" if lost == 0 else now
    instead = f" {better} would have kept the win." if better else ""
    return f"{move} gave the {what} away: {had}, {now}.{instead}"


def rung(number: int, rungs: int, elo: float, error: float) -> str:
    """Return where a student stands on the ladder."""
    where = f"Rung {number} of {rungs} on the ladder" if number else "Below the ladder"
    return f"{where}: {elo:.0f} ± {error:.0f} Elo above random moves, by the games against it."


LEGEND = (
    "✓ passes. ✗ is required and fails. (✗) fails, but is not required. · or a "
    "figure is a measurement. – was not checked."
)
GAME_HEADS = ("opponent", "moves", "result", "plies", "reason")
GAME_FILE = "file"
ANOTHER = "the student in place {place}"
FIRST, SECOND = "first", "second"
WON, DRAWN, LOST = "won", "drawn", "lost"
CONDITIONS = (
    "{games} games for each pair, {limit}, openings of {openings} random plies, seed {seed}."
)
OPPONENT_IS = "“{name}” is {player}."

# The table of `loa check`
HEADLINE = "{program}: {kinds} for {game}"
UNKNOWN_KIND = "a file"
RAN_IN = "It ran in {sandbox}."
INTEGRITY = "Integrity: {line}."
STOPPED = "stopped; the results so far follow (another Ctrl-C leaves them out)"
GO_ON = "to go on: loa class {folder} --csv {csv} --resume"
ONLY_AGAIN = (
    "--only cannot be continued: begin it again, with other names for the files and folders that "
    "it has written"
)
CLASS_SECRET = (
    "The positions and numbers of the checks were drawn from the secret {secret}. With --secret "
    "and the same seed, loa class and loa check draw them again. No student's page names it."
)
OUTPUTS_AGAIN = "name again what is not in the folder of {file}: {options}"
PROGRAM_AGAIN = (
    "an opponent of this class is another program, which is started only if you name it: repeat "
    "--against or --rubric with {player}"
)
OTHER_SECRET = "{file} belongs to a class with another secret; leave --secret out"
DRAWN_SEED = "the seed {seed} was drawn: --seed {seed} plays the same games again"
REPEAT = "The same positions and numbers again: --secret {secret}"
FILE_HASH = "the file's SHA-256 begins with {digest}"
IMPORTS = "its text imports {names}"
NO_IMPORTS = "nothing"
EVALS = "the searches that were watched called EVAL {seen:,} times and reported {reported:,}"
TRIED = "it tried to {what}"
TRIED_NOTHING = "it was not seen to write, to start a program or to open a socket"
PRINTED = "It printed:"

# `loa class` on a terminal
CHECKING = "checked {done} of {count} files"
PLAYING = "played {done} of {count} games"
PASSED_ALL = "✓ all required checks pass"
NO_CROSS = "The cross table is on the page of the class (--html or --results)."
LOST_BY_ERRORS = "Games lost by errors:"


# Submissions that are left out
NOTHING_IN = "neither a Python file nor a program is in {names}"
EQUAL_HEAD, EQUAL = "Equal submissions", "{names}: the same submission, byte for byte"
LEFT_OUT_HEAD, LEFT_OUT = "Left out", "{name} is left out: {why}"
UNREADABLE = "{file} cannot be read: {reason}"
LINK = "it is a symbolic link; put the file or folder itself there"
LINK_IN = "{file} in it is a symbolic link; put the file itself there"
UNCLEAR = "it is not clear which of {files} counts; let the names of the others begin with _"
NAME_ONE = "{folder}: {why}; or name the file itself"
SAME_NAME = "{places} are left out: some systems take their names for the same; rename one of them"
RENAME = "{why}; rename it"
UNPRINTABLE = "its name contains {char}, which not every system can show or write"
TOO_LONG = "its name has {length} characters, and at most {most} can be shown"
BLANK_END = "its name begins or ends with a blank or ends with a dot"
FORMULA = "a spreadsheet takes a name that begins with {char} for a formula"
RESERVED = "the results have a file or folder of this name"
TAKEN = "an opponent has this name"


def unwritten(problems: Sequence[str]) -> str:
    """Return why some of the results are missing."""
    more = f", and {counted(len(problems) - 1, 'other file')} neither" if problems[1:] else ""
    return problems[0] + more


def submissions(own: int, files: int, example: str) -> str:
    """Return how many students' files were read in folders of their own, and where one is."""
    beside = f", and {counted(files, 'file')} beside them" if files else ""
    return f"{counted(own, 'folder')} with a student's file, as {example}{beside}"


OUT_OF_TIME = (
    "Provisional: the time of {seconds:g} s was over after {done} of {count} games. They are "
    "played in rounds of two with every opponent; what is missing of a begun round is lost."
)
CHECKS_OUT_OF_TIME = "Provisional: the time for the checks was over before their end."
TIME_OVER = "The time for all games was over."
NO_TIME = "the time was over before the first check had ended"
EMPTY_SUBMISSION = (
    "There is nothing to grade: no Python file with evaluate() or choose(), and no program."
)
SUBMISSION = "Submission"

ALL_POINTS = "all points"
LOST_POINTS = "{name}: {points:g} of {most:g} ({why})"
