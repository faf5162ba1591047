"""The options of searches: each is one row that text, forms, menus and messages are made from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from loa_tk.model.game import PlayerError, shown
from loa_tk.model.search.statistics import Report

# The options of a player as text and back: `name=value` with commas between them.
#
# A value with a comma in it, or one that begins with a double quote, stands in double quotes, and
# every double quote within is written twice: `file:"a, b.py",seconds=2`. The first value of
# `file:`, `ugi:` and `uci:` has no name. A command needs no quotes for its commas: it ends at the
# first comma that the name of an option and an equals sign follow:
# `uci:engine -x 1,2,seconds=2`.

QUOTED = r'"((?:[^"]|"")*)"'
VALUE = re.compile(rf"(?:{QUOTED}|([^,]*))(,|\Z)", re.DOTALL)
NAME = re.compile(r'([^=,"]*)=')


def write_values(values: Sequence[tuple[str, str]], enders: Sequence[str] = ()) -> str:
    """Return values, each with its name or none, as text.

    If the first one is a command, `enders` are the names of the options that may follow it.
    """
    return ",".join(
        f"{name}={_quote(value)}" if name else _quote(value, enders) for name, value in values
    )


def _quote(value: str, enders: Sequence[str] = ()) -> str:
    ended = _end(value, enders) < len(value) if enders else "," in value
    if ended or value.startswith('"'):
        return '"' + value.replace('"', '""') + '"'
    return value


def _end(text: str, enders: Sequence[str]) -> int:
    """Return where a command without quotes ends."""
    end = re.search(f",(?:{'|'.join(map(re.escape, enders))})=", text)
    return end.start() if end else len(text)


def read_values(
    text: str, first: str = "", enders: Sequence[str] = ()
) -> list[tuple[str, str, str]]:
    """Return each part of a text with its name and its value; a part without a name has "".

    `first` is the name of the value in the first place. If that is a command, `enders` are the
    names of the options that may follow it.
    """
    parts, place = [], 0
    if enders and not re.match(rf"{QUOTED}(,|\Z)", text, re.DOTALL):
        end = _end(text, enders)
        parts.append((text[:end], first, text[:end]))
        if end == len(text):
            return parts
        place = end + 1
    while True:
        begun, name = place, first if not place else ""
        if not name and (written := NAME.match(text, place)):
            name, place = written[1], written.end()
        value = VALUE.match(text, place)
        assert value is not None  # a quote that nothing closes is part of the value
        said = value[2] if value[1] is None else value[1].replace('""', '"')
        place = value.end()
        parts.append((text[begun : value.end() - len(value[3])], name, said))
        if not value[3]:
            return parts


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
