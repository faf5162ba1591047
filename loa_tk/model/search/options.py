"""The options of searches: fields that are written in a player's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from loa_tk.immutable import dataclass
from loa_tk.model.fields import SEEDS, Field, Real, T, Text, Whole
from loa_tk.model.game import PlayerError, UserError, shown
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


DEFAULT_SECONDS = 10.0  # for a move of a player without any limit
LEAST_SECONDS, MOST_SECONDS = 0.05, 86_400.0
MOST_DEPTH, MOST_NODES = 100, 10**12
FILE_ENDING = ".py"


@dataclass(frozen=True, kw_only=True)
class Option(Field[T]):
    """One thing that a player can set, written `name=value`; one without a label is in no form."""

    explicit: bool = False  # written even at its default
    first: bool = False  # written without its name, in the first place
    # A command: only a comma before the name of another option ends it, so that it needs no quotes.
    command: bool = False
    limit: str = ""  # a limit ends a search; this is its text for people
    used: Callable[[Report], float] | None = None  # how much of the limit a report has used

    def read(self, text: str) -> T:
        """Return the value of a text, or raise PlayerError."""
        try:
            return super().read(text)
        except UserError as error:
            raise PlayerError(str(error)) from None


def is_file(evaluation: str) -> bool:
    """Return whether an evaluation is not a name but a student's file."""
    return evaluation.lower().endswith(FILE_ENDING)


class PythonFile(Text):
    """The path of a student's file."""

    def read(self, name: str, text: str) -> str:
        """Return the path, or raise UserError if it cannot be one."""
        if not is_file(text):
            raise UserError(f"{name} {shown(text)} is not a Python file, as in file:mine.py")
        return text


# Only the game can judge the name of an evaluation; a form also offers to look for a file.
EVAL = Option(name="eval", label="Evaluation", kind=Text("file"), default="full", explicit=True)
DEPTH: Option[int | None] = Option(
    name="depth", label="Depth", kind=Whole(1, MOST_DEPTH), default=None,
    limit="depth {}", used=lambda report: report.depth,
)  # fmt: skip
SECONDS: Option[float | None] = Option(
    name="seconds", label="Seconds", kind=Real(LEAST_SECONDS, MOST_SECONDS), default=None,
    limit="{:g} s", used=lambda report: report.seconds,
)  # fmt: skip
NODES: Option[int | None] = Option(
    name="nodes", label="Nodes", kind=Whole(1, MOST_NODES), default=None,
    limit="{:,} nodes", used=lambda report: report.statistics.nodes,
)  # fmt: skip
BLUNDER = Option(name="blunder", label="Blunder", kind=Real(0, 1), default=0.0)
SEED: Option[int | None] = Option(name="seed", kind=SEEDS, default=None)
NOISE = Option(name="noise", kind=Real(0, 1000), default=1.0)
# Whether a search without a limit of depth plays by the game's book: 0 measures the search alone.
BOOK = Option(name="book", kind=Whole(0, 1), default=1)
