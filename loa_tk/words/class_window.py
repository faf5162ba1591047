"""The words of the class window."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.words.own_code import BOUNDED
from loa_tk.words.series import counted

TITLE = "Class"
NO_FOLDER, CHOOSE_FOLDER = "none yet", "Choose a folder…"
NO_RUBRIC, CHOOSE_RUBRIC = "no marks", "Choose a rubric…"
FOLDER_TITLE = "The folder with the students’ files"
RUBRIC_TITLE, RUBRIC_KINDS = "The rubric", (("Rubric", ".ini"), ("Any file", ""))
SAVE_CSV, LOOK = "Save CSV…", "Look at it"

SANDBOXES: Mapping[str, str] = {
    "": "Students’ files run only after Start.",
    "bwrap": (
        "Students’ files run only after Start, each in a sandbox (bwrap): without network, with "
        "nothing to write to, with limited memory and time. A file sees neither your files nor "
        "those of the other students."
    ),
    "limits": (
        f"Students’ files run only after Start, each in its own process with limits on {BOUNDED}."
    ),
    "none": (
        "Students’ files run only after Start, each in its own process, but without any limits: a "
        "file can do everything that you can do. Run only files that you trust."
    ),
}

HIDDEN = " A file sees neither your files nor those of the other students."
OPEN = (
    " This does not hide anything: a file can read what you can read, the other students’ files "
    "too. bwrap would hide them."
)


def sandbox_note(name: str, hidden: bool) -> str:
    """Return where students' files run; of limits, it depends on the kernel what they can read."""
    return SANDBOXES[name] + ({True: HIDDEN, False: OPEN}[hidden] if name == "limits" else "")


# The titles of the pages, long and short.
PAGES: Mapping[str, tuple[str, str]] = {
    "students": ("Students", "Students"),
    "cross": ("Cross table", "Cross table"),
    "games": ("Games", "Games"),
}
STUDENT_HEADS = ("student", "kind", "checks", "games", "points", "Elo")
MARKS, REMARK = "marks", "remark"
GAME_HEADS = ("moves first", "moves second", "winner", "plies", "reason")
SELF = "■"
DRAW, NOBODY = "draw", "nobody"
EVERYONE = "everyone’s games"
GAMES_OF = "{name}’s games"
KINDS = {(): "?", ("evaluation",): "evaluation", ("search",): "search"}
BOTH_KINDS = "both"
WAITS, BEING_CHECKED, PASSED, FAILED = "waits", "checking …", "✓", "✗ {number}"
OF = "{done} of {count}"
FAULT = "{check}: {found}"
LOST_BY = "Games lost by an error"
INTERVALS = "Elo is 0 on average, with 95 % intervals. A row has the points against each column."

NO_CLASS = "No class yet"
READY = "Choose the folder with the students’ files. Nothing runs before Start."
READ = "{files} found. Start checks each of them, then they play each other."
TAKEN_UP = (
    "The last class is here again: {done} of {count} games are finished. Nothing runs before Start "
    "or Go on."
)
CHECKING = "The files are being checked in the background. The main window stays free."
PLAYING = "The games are being played. The main window stays free."
FINISHED = "All games are finished. The page Games puts each of them on the board."
ENDED = "The class ended early: {reason}"
SAVED = "Saved as {name}."
RESULTS_WRITING = "The results are being written to {name} …"
RESULTS_SAVED = "The results are in {name}: index.html, games, and a folder for each student."
NOT_WRITTEN = "{name} cannot be written: {reason}"
OTHER_PLAN = "The class that was stopped has {difference}. Start begins another one."
GO_ON_FROM = "{done} of {count} games are known; the class goes on."
NOT_KEPT, START_ANEW = "The finished games are not saved", "Start a new class"
NOT_EMPTY, WRITE_THERE = "The folder is not empty", "Write the results there"
NOT_EMPTY_TEXT = "{name} has files already. Results of the same names replace them."
SAVE_PAGE_TITLE, SAVE_CSV_TITLE = "Save the page of the class", "Save the games of the class"
RESULTS_TITLE, RESUME_TITLE = "The folder for the results", "The CSV file of the class"
FILE_NAME = "class"
CSV_KINDS = (("CSV table", ".csv"),)
HTML_KINDS = (("Web page", ".html"),)
ON_BOARD = "{one} against {two}, game {number}: {reason} Step through it on the Moves page."
NO_FILE = "There is no file {name}."
NEEDED = "a folder is needed"
NO_STUDENT = "no student in the folder is called {name!r}"
ONE_LIMIT = "give a depth or seconds, not both"
NO_LIMIT = "a depth or seconds are needed"


def found(files: int) -> str:
    """Return how many files a folder has."""
    return READ.format(files=counted(files, "file"))


def titles(folder: str, game: str) -> tuple[str, str]:
    """Return the class in a line, long and short."""
    return f"{folder}: {game}", folder


def checked(done: int, files: int) -> str:
    """Return how many files are checked."""
    return f"{done:,} of {counted(files, 'file')} checked"


def stopped(done: int, games: int) -> str:
    """Return that the class has been stopped, and what can be done next."""
    return f"Stopped: {done:,} of {counted(games, 'game')} finished. Go on plays the others."


def lost(games: int, took: str) -> str:
    """Return what would be lost by starting a new class, and how to keep it."""
    return (
        f"A new class starts with an empty list: {counted(games, 'game')} that took {took} would "
        f"be lost. {SAVE_CSV} keeps them."
    )
