"""Where puzzles come from: the built-in ones, and files."""

from __future__ import annotations

from pathlib import Path

from loa_tk.model.flow import library
from loa_tk.model.flow.puzzle import Puzzle, PuzzleError, read
from loa_tk.scenes.pages import Choice
from loa_tk.words import flow as words

MOST_BYTES = 100_000  # far more than a puzzle has


def built_in() -> tuple[Choice, ...]:
    """The built-in puzzles, as a choice."""
    return tuple(Choice(name, title_of(name)) for name in library.NAMES)


def title_of(name: str) -> str:
    """A built-in puzzle's name for people: "report-10x10-1" is "Report 10×10-1"."""
    return words.BUILT_IN.format(size=name.partition("-")[2].replace("x", "×"))


def following(name: str) -> str:
    """The built-in puzzle after this one; after the last, and after any other, the first."""
    names = library.NAMES
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def from_file(name: str) -> Puzzle:
    """The puzzle in a file, or PuzzleError with one line on why there is none."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # opening a pipe would wait for ever
            raise PuzzleError(words.NOT_READ.format(name=path.name, reason=words.NOT_A_FILE))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(words.NOT_READ.format(name=path.name, reason=reason)) from None
    return read(data, path.name)
