"""The words of the series window, and of series on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, log10

from loa_tk.words.main import FACTS, MINUS

TITLE = "Series"
BY_TURNS, ALWAYS_1 = "by turns", "player 1"
EDIT, START, STOP = "Edit…", "Start", "Stop"
GO_ON, NEW, OPEN, OPEN_TITLE = "Go on", "New", "Open…", "Open a series"
KEPT, KEPT_TITLE, OPEN_BUTTON = "Kept…", "Kept series", "Open"
KEPT_HEADS = ("played", "game", "players", "games")
AGAINST = "{} against {}"
NONE_KEPT = "No series is kept yet."
NOT_OPENED = "This series cannot be opened: another copy of the program has it, or it is damaged."
LEAVE_TITLE, LEAVE = "The series is being played", "Stop and close"
SAVE_CSV, SAVE_REPORT, REPLAY = "Save as CSV…", "Save report…", "Replay"
SAVE_CSV_TITLE, SAVE_REPORT_TITLE = "Save the games", "Save the report"
FILE_NAME = "series"
EVENT = "series, seed {seed}, {openings} random plies"
CSV_KINDS = (("CSV table", ".csv"),)
HTML_KINDS = (("Web page", ".html"),)
EDIT_TITLE = "Edit {player}"
LEFT_OUT = "The text of the player is wrong: {reason}. The form has the rest of it."
REPORT_TITLE = "{game}: a series"
INTERVALS = (
    "Ratings are 0 on average. They are fitted to all games together, with two drawn games of "
    "every player against the average, and the 95 % intervals come from the covariance of all "
    "ratings and from what these drawn games have changed. Players whose intervals overlap may be "
    "equally strong."
)

# The titles of the pages in the lower part, long and short.
PAGES: Mapping[str, tuple[str, str]] = {
    "table": ("Score and effort", "Score"),
    "games": ("Finished games", "Games"),
    "nodes": ("Nodes for each move", "Nodes"),
    "seconds": ("Seconds for each move", "Time"),
}
GAME_HEADS = ("game", "first", "winner", "plies", "reason")
SCORE_HEADS = ("player 1", "won", "drawn", "lost", "score")
SCORE_ROWS = ("as first", "as second", "together")
BY_FIRST_MOVE = ("moving first", "moving second", "together")  # in wider tables
EFFORT_HEADS = ("", "player 1", "player 2")
SCORE, INTERVAL, ELO, ELO_INTERVAL = "score", "95 % interval", "Elo", "Elo interval"
PLAYERS = ("player 1", "player 2")
DRAW = "draw"
MOVE = "move {number}"
GAMES_AT = "n {number}"
QUARTILES = "Line: median. Band: the middle half of the games. n: games with the move{left_out}."
BAND = ("median and the middle half of n games", "median, middle half")
FEW_GAMES = "; moves that fewer than a tenth have are left out"
NOTHING = "–"

NO_SERIES = "No series yet"
READY = "Choose two players and press Start. Games are played in the background."
PLAYING = "The series is being played. The main window stays free."
FROM_FILE = "All games of this series are finished. Double-click one to see it on the board."
READING = "Reading {name}"
OFFER_TITLE = "A series was interrupted"
FINISHED = "All games are finished. Double-click one to see it on the board."
FORFEITED = "Some games were forfeited. {excuse}"
FAILED = "The series ended early: {reason}"
SAVED = "Saved as {name}."
NOT_WRITTEN = "{name} cannot be written: {reason}"
NOT_KEPT, START_ANEW = "The finished games are not saved", "Start a new series"
NUMBERED = ("1: {name}", "2: {name}")  # the players of a series, on the main board
ON_BOARD = "Game {number} of a series: {reason} Step through it on the Moves page."


def count(done: int, games: int) -> str:
    """Return how many games are finished."""
    return f"{done:,} of {counted(games, 'game')}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def stopped(done: int, games: int) -> str:
    """Return that the series has been stopped, and how many games are finished."""
    text = f"Stopped: {count(done, games)} {'is' if done == 1 else 'are'} finished."
    return f"{text} {GO_ON} plays the others." if done else text


def leave(done: int, games: int) -> str:
    """Return what closing the window does to the series that is being played."""
    are = "is" if done == 1 else "are"
    kept = f"{count(done, games)} {are} finished and kept; {GO_ON} plays the others later."
    return f"Closing the window stops the series. {kept if done else 'No game is finished yet.'}"


def interrupted(done: int, games: int) -> str:
    """Return that a series of a file is not finished, and how it goes on."""
    are = "is" if done == 1 else "are"
    return f"{count(done, games)} {are} finished. {GO_ON} plays the others."


def faults(number: int, first: str) -> str:
    """Return that games of a file cannot be used."""
    return f"{counted(number, 'game')} of the file will be played again. {first}"


def offer(game: str, players: tuple[str, str], games: int) -> str:
    """Return the question whether to go on with the series that was left."""
    return (
        f"{game}, {players[0]} against {players[1]}, {counted(games, 'game')}. "
        f"The finished games are kept. {TITLE} in the Tools menu shows them at any time."
    )


def distinct(different: int, plies: float, few: bool) -> str:
    """Return how varied and how long the games were; this has to fit into a narrow card."""
    games = f"only {different:,} distinct" if few else counted(different, "distinct game")
    return f"{games}{FACTS}{plies:.1f} plies on average"


def repeated(different: int, games: int) -> str:
    """Return that most games of a series only repeat others."""
    are = "is" if different == 1 else "are"
    return (
        f"Only {different:,} of {counted(games, 'game')} {are} distinct, so the intervals are too "
        "narrow."
    )


def lost(games: int, seconds: float) -> str:
    """Return what would be lost by starting a new series, and how to keep it."""
    took = f"{counted(games, 'game')} that took {duration(seconds)}"
    return f"A new series starts with an empty list: {took} would be lost. {SAVE_CSV} keeps them."


def duration(seconds: float) -> str:
    """Return a time as a stopwatch shows it: "0:35", "1:02:03"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def short_time(seconds: float) -> str:
    """Return the average time of a move to the millisecond, or two digits of a short one.

    Random moves take no time: nothing is searched.
    """
    if not seconds:
        return "0"
    return f"{seconds:.{max(3, 1 - floor(log10(seconds)))}f}"


def left(seconds: float) -> str:
    """Return the estimated time until the end."""
    return f"about {duration(seconds)} left"


def percent(share: float) -> str:
    """Return a share of all points."""
    return f"{100 * share:.1f} %"


def percents(low: float, high: float) -> str:
    """Return an interval of shares."""
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def signed(number: float) -> str:
    """Return a difference in rating with its sign, a true minus; it may be infinite."""
    text = "∞" if abs(number) == float("inf") else f"{abs(number):.0f}"
    return (MINUS if number < 0 and text != "0" else "+") + text


def signed_interval(low: float, high: float) -> str:
    """Return an interval of differences in rating."""
    return f"{signed(low)} to {signed(high)}"
