"""What a guest may say: the fields of its messages, each checked before anything uses it."""

from __future__ import annotations

from math import inf, isfinite
from pathlib import Path
from typing import Any

from loa_tk.guest.wire import Message, WireError
from loa_tk.lab.mistakes import Mistake
from loa_tk.model.search.statistics import DEEPEST
from loa_tk.model.steps import ASKED, COUNTED, EVAL, SearchStep
from loa_tk.model.steps import Path as MovePath

MOST_TEXT = 2_000  # characters of a text
MOST_LINE = 10**7
MOST_CALLS = 2**62
MOST_MODULES = 100
LONGEST_PATH = 40  # moves of a told step's path that is kept
TOLD = (*(kind for kind in ASKED if kind != EVAL), *COUNTED)  # EVAL calls are seen, not told


def whole(said: Any, most: int) -> int:
    """Return a whole number of a message, or raise WireError."""
    if type(said) is not int or not 0 <= said <= most:
        raise WireError("something that is not a number")
    return int(said)


def number(said: Any) -> float:
    """Return a finite number of a message, or raise WireError."""
    try:
        value = float(said) if type(said) in (int, float) else inf
    except OverflowError:  # a whole number of hundreds of digits
        value = inf
    if not isfinite(value):
        raise WireError("something that is not a number")
    return value


def numbers(said: Any, count: int) -> list[float]:
    """Return this many finite numbers of a message, or raise WireError."""
    if not isinstance(said, list) or len(said) != count:
        raise WireError("something that is not a list of values")
    return [number(value) for value in said]


def listed(said: Any) -> list[Any]:
    """Return a list of a message, or raise WireError."""
    if not isinstance(said, list):
        raise WireError("something that is not a list")
    return said


def two(said: Any) -> list[int]:
    """Return two counts of a message, or raise WireError."""
    if not isinstance(said, list) or len(said) != 2:
        raise WireError("something that is not two counts")
    return [whole(count, MOST_CALLS) for count in said]


def text(said: Any, most: int = MOST_TEXT, lines: bool = False) -> str:
    """Return a text of a message without control characters, cut short, or raise WireError.

    An escape sequence of a student's must not reach a terminal.
    """
    if not isinstance(said, str):
        raise WireError("something that is not a text")
    kept = "\n\t" if lines else ""
    return "".join(char if char.isprintable() or char in kept else "\ufffd" for char in said[:most])


def move_path(said: Any) -> MovePath:
    """Return the moves of a path, or raise WireError; whether they are legal is not known yet."""
    if not isinstance(said, list) or len(said) > DEEPEST:
        raise WireError("something that is not a path")
    if any(type(move) is not int for move in said):
        raise WireError("something that is not a path")
    return tuple(said)


def read_step(said: Any) -> SearchStep:
    """Return one step of a search that a guest tells, or raise WireError."""
    if not isinstance(said, list) or len(said) != 4 or said[0] not in TOLD:
        raise WireError("something that is not a step")
    kind, path, player, figure = said
    far = path is None or (isinstance(path, list) and len(path) > LONGEST_PATH)
    return SearchStep(
        kind=str(kind),
        path=None if far else move_path(path),
        player=None if player is None else whole(player, 1),
        number=None if figure is None else number(figure),
    )


def module_names(said: Any) -> tuple[str, ...]:
    """Return the names of files in one folder, or raise WireError."""
    modules = tuple(text(name) for name in listed(said)[:MOST_MODULES])
    if any(Path(name).name != name or not name.endswith(".py") for name in modules):
        raise WireError("a file that is not a module beside it")
    return modules


def read_mistake(message: Message) -> Mistake:
    """Return the mistake that a message tells, or raise WireError."""
    return Mistake(
        text(message.get("mistake")),
        text(message.get("file")),
        whole(message.get("line"), MOST_LINE),
        text(message.get("code")),
    )
