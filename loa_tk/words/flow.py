"""Every word of the Flow Free window."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.words.main import FACTS

PUZZLE = "Puzzle"
WINDOW_TITLE = "{puzzle} – Flow Free"
FIELDS: Mapping[str, str] = {
    "puzzle": "puzzle",
    "algorithm": "algorithm",
    "speed": "steps/s",
    "limit": "limit for each",
}
CANCEL, PAUSE, GO_ON, STOP, LEAVE = "Cancel", "Pause", "Go on", "Stop", "Leave"
PAGES: Mapping[str, tuple[str, str]] = {  # titles, long and short
    "watch": ("Watch an algorithm", "Watch"),
    "compare": ("Algorithms side by side", "Compare"),
}
BUILT_IN = "{columns}×{rows}, {colours} colours"
SPEEDS = (("1", "1"), ("3", "3"), ("10", "10"), ("30", "30"), ("100", "100"),
          ("1000", "1,000"), ("max", "max"))  # fmt: skip
LIMITS = tuple((str(s), f"{s} s") for s in (1, 2, 5, 10, 30, 60, 300))
ABOUT: Mapping[str, str] = {
    "random": "random: cells and colours in random order",
    "rows": "rows: cells row by row from the top left",
    "mrv": "mrv: the cell with the fewest colours left first",
    "forward": "forward: mrv with forward checking",
    "ac3": "ac3: mrv with arc consistency after every assignment",
    "fast": "fast: rules over all cells at once; it rarely guesses",
}
ALGORITHMS: Mapping[str, str] = {name: name for name in ABOUT}
CELLS, FLOWS, MOVES, SOLUTIONS = "cells", "flows", "moves", "solutions"
ATTEMPTS, BACKTRACKS, GUESSES, SECONDS = "attempts", "backtracks", "guesses", "seconds"
TABLE_HEADS = ("algorithm", "seconds", "attempts", "backtracks")
NOTHING, RUNNING, NO_SOLUTION = "–", "…", "none"
ONE, SEVERAL, NONE, UNKNOWN = "one", "≥ 2", "none", "…"

GENERATE_TITLE = "Generate a puzzle"
GENERATE_NOTE = "The puzzle has exactly one solution. The same seed makes the same puzzle again."
DIFFICULTIES: Mapping[str, str] = {"easy": "Easy", "normal": "Normal", "hard": "Hard"}
GENERATED = "{columns}×{rows}, {difficulty}, seed {seed}"

ONE_OF_FILE = "{name}, {number} of {count}"
OPEN_TITLE = "Open a puzzle"
OPEN_KINDS = (("Puzzles", ".txt .json"), ("All files", ""))
SAVE_TITLE = "Save the puzzle"
SAVE_KINDS = (("Puzzles", ".txt"), ("JSON", ".json"))
SAVED = "{name} has been saved."
NOT_WRITTEN = "{name} could not be written: {reason}"
NOT_READ = "{name} could not be read: {reason}"
NOT_A_FILE = "not a file"

READY = "Drag from a disc to its twin. Keys: arrows move, Space takes up and releases a path."
HELD = "Arrows draw, Space releases the path, Esc discards it."
TOUCHES = "Every cell is filled, but a path touches itself at the crosses."
FILL = "All flows are joined. Now fill every cell."
SOLVED, PERFECT = "Solved", "Perfect"
MARKS: Mapping[bool | None, str] = {None: "", False: " ✓", True: " ★"}  # unsolved, solved, perfect
NOT_KEPT = "It could not be kept that this puzzle is solved: {reason}"
HINTED = "The next piece of {name} has been drawn. Undo removes it."
ALL_RIGHT = "Everything drawn so far is right."
NOT_UNIQUE = "This puzzle has several solutions, so there is nothing to check against."
NOT_SOLVABLE = "This puzzle has no solution."
NOT_KNOWN = "Solving this puzzle took too long, so there is no help for it."
LOOKING = "The puzzle is being solved. Try again in a moment."
MAKING = "Generating a puzzle."
WATCHED_SOLVED = "{name} has found the solution. Leave returns to your own drawing."
WATCHED_NONE = "{name} has tried everything. There is no solution."
WATCHING = "{about}."
GOING_BACK = "Going back…"
COMPARING = "{name} is running, for at most {limit} s."
COMPARED = "The comparison is finished. A dash means that the time ran out before a solution."
STOPPED = "Stopped."
FAILED = "The worker failed: {reason}"
RESTARTED = "The worker process ended (status {status}) and has been restarted."
LATE = "The worker process did not answer in time and was replaced."


def built_in(columns: int, rows: int, colours: int) -> str:
    """Return a built-in puzzle's title."""
    return BUILT_IN.format(columns=columns, rows=rows, colours=colours)


def file_name(title: str) -> str:
    """Return the name under which a puzzle is saved: "9x9-normal-seed-7.txt"."""
    plain = "".join(c if c.isalnum() or c in "._-" else " " for c in title.replace("×", "x"))
    name = "-".join(plain.split())
    return name if name.lower().endswith((".txt", ".json")) else f"{name}.txt"


def of(part: int, whole: int) -> str:
    """Return a count with the number it should reach."""
    return f"{part} of {whole}"


def wrong(cells: int) -> str:
    """Return how many cells Check found wrong."""
    return "1 cell is wrong." if cells == 1 else f"{cells} cells are wrong."


def solved_reason(flows: int, moves: int, hints: int) -> str:
    """Return the figures under the banner's title."""
    facts = [f"{flows} flows", "1 move" if moves == 1 else f"{moves} moves"]
    if hints:
        facts.append("1 hint" if hints == 1 else f"{hints} hints")
    return FACTS.join(facts)


def count(number: int) -> str:
    """Return a number with separators, rounded from a million on."""
    return f"{number:,}" if number < 1_000_000 else f"{number / 1e6:,.2f} M"


def seconds(number: float) -> str:
    """Return a time with as many decimals as are meaningful."""
    digits = 4 if number < 1 else 2 if number < 100 else 0
    return f"{number:.{digits}f}"


def guesses(number: int) -> str:
    """Return the fast solver's guesses, for the column of the attempts."""
    return "1 guess" if number == 1 else f"{count(number)} guesses"
