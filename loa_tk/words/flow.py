"""The words of the Flow Free window."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.words.main import FACTS

TITLE = "Flow Free"
WINDOW_TITLE = "{puzzle} – Flow Free"
FIELDS: Mapping[str, str] = {
    "puzzle": "puzzle",
    "algorithm": "algorithm",
    "speed": "steps/s",
    "limit": "limit for each",
}
BUTTONS: Mapping[str, str] = {
    "open": "Open…",
    "generate": "Generate…",
    "hint": "Hint",
    "check": "Check",
    "undo": "Undo",
    "redo": "Redo",
    "reset": "Reset",
    "run": "Watch",
    "step": "Step",
    "stop": "Stop",
    "compare": "Compare",
    "next": "Next puzzle",
}
CANCEL, PAUSE, GO_ON, STOP, BACK = "Cancel", "Pause", "Go on", "Stop", "Back"
PAGES: Mapping[str, tuple[str, str]] = {  # their titles, long and short
    "watch": ("Watch an algorithm", "Watch"),
    "compare": ("Algorithms side by side", "Compare"),
}
BUILT_IN = "Report {size}"
SPEEDS = (("1", "1"), ("3", "3"), ("10", "10"), ("30", "30"), ("100", "100"),
          ("1000", "1,000"), ("max", "max"))  # fmt: skip
LIMITS = tuple((str(s), f"{s} s") for s in (1, 2, 5, 10, 30, 60, 300))
ALGORITHMS: Mapping[str, str] = {
    "random": "random",
    "rows": "rows",
    "mrv": "mrv",
    "forward": "forward",
    "fast": "fast",
}
ABOUT: Mapping[str, str] = {
    "random": "random: cells and colours in random order",
    "rows": "rows: cells row by row from the top left",
    "mrv": "mrv: the cell with the fewest colours left first",
    "forward": "forward: mrv with forward checking",
    "fast": "fast: rules over all cells at once; it seldom guesses",
}
CELLS, FLOWS, SOLUTIONS = "cells", "flows", "solutions"
ATTEMPTS, BACKTRACKS, GUESSES, SECONDS = "attempts", "backtracks", "guesses", "seconds"
TABLE_HEADS = ("algorithm", "seconds", "attempts", "backtracks")
NOTHING, RUNNING, NO_SOLUTION = "–", "…", "none"
ONE, SEVERAL, NONE, UNKNOWN = "one", "several", "none", "…"

GENERATE_TITLE = "Generate a puzzle"
NEW_PUZZLE = "Puzzle"
GENERATE_NOTE = "It will have exactly one solution. The same seed makes the same puzzle again."
GENERATE_FIELDS: Mapping[str, str] = {
    "columns": "Columns",
    "rows": "Rows",
    "difficulty": "Difficulty",
    "seed": "Seed",
}
DIFFICULTIES: Mapping[str, str] = {"easy": "Easy", "normal": "Normal", "hard": "Hard"}
NOT_WHOLE = "{name} {text!r} is not a whole number from {least} to {most}"
GENERATED = "{columns}×{rows} {difficulty} {seed}"

OPEN_TITLE = "Open a puzzle"
OPEN_KINDS = (("Puzzles", ".txt"), ("All files", ""))
NOT_READ = "{name} could not be read: {reason}"
NOT_A_FILE = "not a file"

READY = "Drag from a disc to its twin. By keys: arrows move, Space takes a path and lets it go."
HELD = "Arrows draw, Space lets go, Esc takes it back."
TOUCHES = "All is joined and filled, but where it is crossed a path touches itself."
FILL = "All flows are joined: now fill every cell."
SOLVED = "Solved"
HINTED = "A piece of {name} was drawn. Undo takes it back."
ALL_RIGHT = "All that is drawn is right so far."
NOT_UNIQUE = "This puzzle has several solutions, so there is nothing to check against."
NOT_SOLVABLE = "This puzzle has no solution."
NOT_KNOWN = "It took too long to solve this puzzle: there is no help for it."
LOOKING = "The puzzle is being solved; help comes in a moment."
MAKING = "A puzzle is being made."
WATCHED_SOLVED = "{name} has found the solution. Back returns to your own drawing."
WATCHED_NONE = "{name} has tried everything: there is no solution."
WATCHING = "{about}."
COMPARING = "{name} is at work: at most {limit} s."
COMPARED = "The comparison is finished; – means that the time was up."
STOPPED = "Stopped."
FAILED = "The worker failed: {reason}"
RESTARTED = "The worker process ended (status {status}) and was started again."


def built_in(name: str) -> str:
    """Return a built-in puzzle's title: "Report 10×10-1" for "report-10x10-1"."""
    return BUILT_IN.format(size=name.partition("-")[2].replace("x", "×"))


def of(part: int, whole: int) -> str:
    """A count and what it should come to."""
    return f"{part} of {whole}"


def wrong(cells: int) -> str:
    """How many cells Check found wrong."""
    return "1 cell is wrong." if cells == 1 else f"{cells} cells are wrong."


def solved_reason(cells: int, flows: int, hints: int) -> str:
    """What was done, under the banner's title."""
    facts = [f"{flows} flows", f"{cells} cells"]
    if hints:
        facts.append("1 hint" if hints == 1 else f"{hints} hints")
    return FACTS.join(facts)


def count(number: int) -> str:
    """A number that may be large: from a million on it is rounded."""
    return f"{number:,}" if number < 1_000_000 else f"{number / 1e6:,.2f} M"


def seconds(number: float) -> str:
    """A time with as many decimals as mean something."""
    digits = 4 if number < 1 else 2 if number < 100 else 0
    return f"{number:.{digits}f}"


def guesses(number: int) -> str:
    """The fast solver's effort, in the column of the attempts."""
    return "1 guess" if number == 1 else f"{count(number)} guesses"
