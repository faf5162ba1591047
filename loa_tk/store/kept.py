"""What the program keeps as JSON: one reader, which no damaged or hostile file can break."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from loa_tk.model.game import UserError
from loa_tk.store.files import read_ordinary

T = TypeVar("T")

MOST_BYTES = 10_000_000
DEEPEST = 50  # lists and objects within each other
MOST_DIGITS = 20  # of a whole number: a seed has 19
CORRUPT = ".corrupt"  # before the ending of a file that was set aside
FOREIGN = "it does not contain what belongs there"
# What a function can raise that takes apart an object of the wrong shape.
FAULTS = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError,
    MemoryError,
)  # fmt: skip


class Damaged(UserError):
    """A kept file that cannot be right, and the path at which it was set aside, if it was."""

    def __init__(self, path: Path, reason: str, aside: Path | None) -> None:
        """Put the file, the reason and the new name into words."""
        moved = f"; it was set aside as {aside}" if aside is not None else ""
        super().__init__(f"{path}: {reason}{moved}")
        self.aside = aside


def read_kept(
    path: Path, read: Callable[[dict[str, Any]], T], most: int = MOST_BYTES, aside: bool = True
) -> T | None:
    """Return what `read` makes of the JSON object in a file, or None if there is no file.

    Raise UserError with the file's name if the file cannot be opened, and Damaged if it is not such
    an object or `read` fails. A damaged file is set aside, unless `aside` is false.
    """
    data = read_bytes(path, most + 1)
    try:
        if data is not None and len(data) > most:
            raise UserError(f"it has more than {most // 1_000_000} MB")
        return None if data is None else read(parse(data))
    except FAULTS as error:
        reason = str(error) if isinstance(error, UserError) else FOREIGN
        raise Damaged(path, reason, set_aside(path) if aside else None) from None


def read_bytes(path: Path, most: int) -> bytes | None:
    """Return the first bytes of a file, or None if there is none; raise UserError with its name."""
    try:
        return read_ordinary(path, most)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not the name of a file"
        raise UserError(f"{path} cannot be read: {reason}") from None


def kept_text(content: Mapping[str, Any]) -> str:
    """Return the text of a file that `read_kept` reads back.

    A student's file or a folder may have put something into it that JSON cannot hold or that the
    reader refuses: a number that is not finite or too long becomes null, half a character a mark.
    """
    return json.dumps(_clean(content), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def parse(data: bytes) -> dict[str, Any]:
    """Return a JSON object whose numbers are finite and whose texts a file and a window can hold.

    Raise UserError with the reason if the data are anything else.
    """
    try:
        text = data.decode("utf-8-sig")  # an editor may have put a mark before it
        found = json.loads(text, parse_constant=_refuse, parse_float=_real, parse_int=_whole)
    except UserError:
        raise
    except (ValueError, RecursionError, MemoryError):
        raise UserError("it is not JSON") from None
    if not isinstance(found, dict):
        raise UserError(FOREIGN)
    _check(found)
    return found


def set_aside(path: Path) -> Path | None:
    """Give a file another name; return it, or None if that is not possible."""
    aside = path.with_suffix(CORRUPT + path.suffix)
    try:
        os.replace(path, aside)
    except OSError:
        return None
    return aside


def is_text(value: object) -> bool:
    """Return whether a value is a text that a window can show and a file can hold.

    JSON can write half of a pair of surrogates, which is no character.
    """
    if not isinstance(value, str):
        return False
    return value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value)


def _clean(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {_clean(str(key)): _clean(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(inner) for inner in value]
    if isinstance(value, str):
        return value if is_text(value) else value.encode("utf-8", "replace").decode()
    if isinstance(value, int):
        return value if abs(value) < 10 ** (MOST_DIGITS - 1) else None
    return value if value is None or isfinite(value) else None


def _check(found: dict[str, Any]) -> None:
    """Raise UserError if a value is too deep or a text has half a character."""
    level: list[Any] = [found]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += (*value, *value.values())
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str) and not is_text(value):
                raise UserError("it has half of a character")
        if not inner:
            return
        level = inner
    raise UserError("it is too deeply nested")


def _refuse(constant: str) -> NoReturn:
    raise UserError(f"{constant} is not a number")


def _real(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise UserError("it has a number that is too large")
    return number


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:  # int() takes a minute for a million digits
        raise UserError("it has a number that is too large")
    return int(text)
