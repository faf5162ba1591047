"""Game files on disk: read whole and once, written whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from loa_tk.model import records
from loa_tk.model.records import Headline, Record, RecordError, Tree, headline, ignore, read_record
from loa_tk.model.records.record import letter
from loa_tk.store.files import attempt, read_ordinary

MOST_BYTES = 64_000_000  # ten thousand games with all their searches; /dev/zero has more
STANDARD_INPUT = "-"


def load(path: Path, watch: Callable[[float], None] = ignore) -> list[Tree]:
    """Return the games of a file, not yet played; raise RecordError if there are none.

    `watch` is now and then given the share that has been read; it may raise to end the reading.
    """
    try:
        data = read_ordinary(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise _unreadable(error) from None
    return _trees(data, watch)


def listed(path: Path, watch: Callable[[float], None]) -> list[tuple[Tree, Headline]] | RecordError:
    """Return the games of a file with their headlines, or the error."""
    try:
        found = load(path, watch)
    except RecordError as error:
        return error
    games = []
    for number, tree in enumerate(found):
        watch(number / len(found))
        games.append((tree, headline(tree)))
    return games


def played(tree: Tree, watch: Callable[[float], None]) -> Record | RecordError:
    """Return the game of a tree, or the error."""
    try:
        return read_record(tree, watch=watch)
    except RecordError as error:
        return error


def load_named(name: str) -> list[Tree]:
    """Return the games of a file named on the command line; - is the standard input."""
    if name == STANDARD_INPUT:
        return _trees(sys.stdin.buffer.read(MOST_BYTES + 1))
    try:
        with open(name, "rb") as file:  # also a pipe, which a shell makes for <(…)
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None
    return _trees(data)


def _unreadable(error: OSError | ValueError) -> RecordError:
    reason = error.strerror if isinstance(error, OSError) else None
    return RecordError(reason or "it cannot be read")


def _trees(data: bytes, watch: Callable[[float], None] = ignore) -> list[Tree]:
    if len(data) > MOST_BYTES:
        raise RecordError(f"it has more than {MOST_BYTES // 1_000_000} MB")
    return records.trees(data, watch)


def save(path: Path, games: Iterable[Record]) -> None:
    """Write games to a file, replacing its content; raise RecordError if that fails."""
    if reason := attempt(path, lambda: records.text(games)):
        raise RecordError(f"{path}: {reason}")


def names_of(record: Record) -> tuple[str, str]:
    """Return the names of both players; one that the file does not have is empty."""
    first, second = (record.info.get("P" + letter(record.match.game, side)) for side in (0, 1))
    return first or "", second or ""
