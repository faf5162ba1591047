"""The options of searches: each is one row that text, forms, menus and messages are made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from loa_tk.model.game import PlayerError, shown
from loa_tk.model.search.statistics import Report

T = TypeVar("T")

DEFAULT_SECONDS = 10.0  # for a move of a player without any limit
LEAST_SECONDS, MOST_SECONDS = 0.05, 86_400.0
MOST_DEPTH = 100
FILE_ENDING = ".py"


@dataclass(frozen=True)
class Option(Generic[T]):
    """One thing that a player can set, written `name=value`."""

    name: str
    label: str  # beside its field in a form
    default: T
    read: Callable[[str, str], T]  # from what the message calls it and its text, or PlayerError
    # How a form asks for it: "choice", "integer", "number", "text" or "file"; "" if it does not.
    form: str = ""
    explicit: bool = False  # written even at its default
    first: bool = False  # written without its name, in the first place
    # A command: only a comma before the name of another option ends it, so that it needs no quotes.
    command: bool = False
    limit: str = ""  # a limit ends a search; this is its text for people
    used: Callable[[Report], float] | None = None  # how much of the limit a report has used

    def text(self, value: T) -> str:
        """Return a value as it is typed, without losing a digit; None is nothing."""
        if value is None:
            return ""
        if not isinstance(value, float):
            return str(value)
        short = f"{value:g}"
        return short if float(short) == value else repr(value)


def word(name: str, value: str) -> str:
    """Return the text itself, which only the game can judge."""
    return value


def is_file(evaluation: str) -> bool:
    """Return whether an evaluation is not a name but a student's file."""
    return evaluation.lower().endswith(FILE_ENDING)


def python_file(name: str, value: str) -> str:
    """Return the path of a student's file, or raise PlayerError if it cannot be one."""
    if not is_file(value):
        raise PlayerError(f"{name} {shown(value)} is not a Python file, as in file:mine.py")
    return value


def whole(least: int, most: int) -> Callable[[str, str], int]:
    """Return a reader of whole numbers within bounds."""

    def read(name: str, value: str) -> int:
        right = value.isascii() and value.isdecimal() and len(value) < 100
        if not (right and least <= int(value) <= most):
            raise PlayerError(f"{name} {value!r} is not a whole number from {least} to {most}")
        return int(value)

    return read


def real(least: float, most: float) -> Callable[[str, str], float]:
    """Return a reader of numbers within bounds."""

    def read(name: str, value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise PlayerError(f"{name} {value!r} is not a number from {least:g} to {most:g}")
        return number

    return read


EVAL = Option("eval", "Evaluation", "full", word, "choice", explicit=True)
DEPTH: Option[int | None] = Option(
    "depth", "Depth", None, whole(1, MOST_DEPTH), "integer",
    limit="depth {}", used=lambda report: report.depth,
)  # fmt: skip
SECONDS: Option[float | None] = Option(
    "seconds", "Seconds", None, real(LEAST_SECONDS, MOST_SECONDS), "number",
    limit="{:g} s", used=lambda report: report.seconds,
)  # fmt: skip
NODES: Option[int | None] = Option(
    "nodes", "Nodes", None, whole(1, 10**12), "integer",
    limit="{:,} nodes", used=lambda report: report.statistics.nodes,
)  # fmt: skip
BLUNDER = Option("blunder", "Blunder", 0.0, real(0, 1), "number")
SEED: Option[int | None] = Option("seed", "Seed", None, whole(0, 2**63 - 1))
NOISE = Option("noise", "Noise", 1.0, real(0, 1000))
# Whether a search without a limit of depth plays by the game's book: 0 measures the search alone.
BOOK = Option("book", "Book", 1, whole(0, 1))
