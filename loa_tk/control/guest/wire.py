"""What host and guest send each other: frames of bytes, messages, and the answers of jobs.

A frame is four bytes of length, then the content. The host sends pickles, because the guest may
trust it. The guest sends JSON objects, which the host takes apart with suspicion: a student's file
may write anything into the pipe. A message may carry bytes, for a recorded tree: its frame is then
the letter T, the length of the JSON, the JSON and the bytes. JSON is never longer than a megabyte,
because a little text can be many objects.

The annotation of a job's `run` says which kind of answer it has: a report, a tree or plain JSON.
Its progress is of the same kind, or plain JSON if the answer is a tree. Reading never runs
anything: an answer that is not what its row says raises WireError.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.records.record import ReportError
from loa_tk.model.records.reports import read_report, report_text
from loa_tk.model.search.statistics import Report
from loa_tk.model.tree.codec import from_bytes, to_bytes
from loa_tk.model.tree.searchtree import SearchTree

LENGTH = struct.Struct(">I")
MOST = 128 * 1024 * 1024  # bytes of a frame; a tree of a million nodes has some 50 MB
MOST_TEXT = 1024 * 1024  # bytes of JSON
WITH_BYTES = b"T"
BYTES = "bytes"  # the key of what a message carries
DEEPEST_JSON = 20  # lists within lists in a plain answer


class WireError(ValueError):
    """The other side has written something that is not a message."""


def frame(content: bytes) -> bytes:
    """Return a content with its length before it."""
    return LENGTH.pack(len(content)) + content


class FrameReader:
    """Cuts a stream of bytes into frames; it never keeps more than one frame's bytes."""

    def __init__(self, most: int = MOST) -> None:
        """Refuse frames of more bytes than this."""
        self.most = most
        self._begun = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the contents that these bytes complete; raise WireError for a frame too long."""
        self._begun += data
        while len(self._begun) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._begun)
            if length > self.most:
                raise WireError(f"a message of {length:,} bytes")
            end = LENGTH.size + length
            if len(self._begun) < end:
                return
            content = bytes(self._begun[LENGTH.size : end])
            del self._begun[:end]
            yield content


def encode(message: dict[str, Any], carried: bytes | None = None) -> bytes:
    """Return a message as a frame, with the bytes that it carries."""
    text = json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii")
    if len(text) > MOST_TEXT:
        raise WireError(f"the answer has {len(text):,} bytes, more than {MOST_TEXT:,}")
    if carried is None:
        return frame(text)
    return frame(WITH_BYTES + LENGTH.pack(len(text)) + text + carried)


def decode(content: bytes) -> dict[str, Any]:
    """Return the message of a frame, or raise WireError if it is not a JSON object with a kind.

    The bytes that it carries are under the key BYTES, which no message without them has.
    """
    text, carried = content, None
    if content.startswith(WITH_BYTES):
        start = len(WITH_BYTES) + LENGTH.size
        if len(content) < start:
            raise WireError("something that is not a message")
        (length,) = LENGTH.unpack_from(content, len(WITH_BYTES))
        text, carried = content[start : start + length], content[start + length :]
    if len(text) > MOST_TEXT:
        raise WireError(f"a message of {len(text):,} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise WireError("something that is not a message") from None
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise WireError("something that is not a message")
    message.pop(BYTES, None)
    return message if carried is None else {**message, BYTES: carried}


@dataclass(frozen=True)
class AnswerKind:
    """One row: which objects it is for, and how they are written and read for a position.

    They are written as JSON, or as bytes.
    """

    type: type
    write: Callable[[Game, State, Any], Any]
    read: Callable[[Game, State, Any], Any]


def _read_report(game: Game, state: State, content: Any) -> Report:
    if not isinstance(content, str):
        raise WireError("a report that is not a text")
    try:
        return read_report(game, state, content)
    except ReportError:
        raise WireError("a report that cannot be read") from None


def _plain(content: Any, depth: int = 0) -> Any:
    """Return plain JSON with finite numbers and bounded depth, or raise WireError."""
    if depth > DEEPEST_JSON or (isinstance(content, float) and not math.isfinite(content)):
        raise WireError("an answer that is not plain")
    if isinstance(content, dict):
        return {key: _plain(value, depth + 1) for key, value in content.items()}
    if isinstance(content, list):
        return [_plain(value, depth + 1) for value in content]
    return content


def _write_tree(game: Game, state: State, tree: SearchTree) -> bytes:
    return to_bytes(tree)


def _read_tree(game: Game, state: State, content: Any) -> SearchTree:
    if not isinstance(content, bytes):
        raise WireError("something that is not a tree")
    try:
        tree = from_bytes(content, game)
    except ValueError as error:  # UserError is one, too
        raise WireError(f"a tree that cannot be read ({error})") from None
    if tree.root != state:
        raise WireError("the tree of another position")
    return tree


ANSWERS = {
    "report": AnswerKind(Report, report_text, _read_report),
    "tree": AnswerKind(SearchTree, _write_tree, _read_tree),
    "json": AnswerKind(object, lambda _, __, answer: answer, lambda _, __, json: _plain(json)),
}


def kind_of(job: Any, progress: bool = False) -> AnswerKind:
    """Return the row of a job's answer, or of its progress."""
    named = str(type(job).run.__annotations__.get("return", ""))
    kind = next((row for row in ANSWERS.values() if row.type.__name__ == named), ANSWERS["json"])
    return ANSWERS["json"] if progress and kind.type is SearchTree else kind


def write_answer(job: Any, answer: object, progress: bool = False) -> Any:
    """Return an answer of a job as JSON or bytes."""
    return kind_of(job, progress).write(*place_of(job), answer)


def read_answer(job: Any, content: Any, progress: bool = False) -> object:
    """Return the answer of a job from JSON or bytes, or raise WireError."""
    return kind_of(job, progress).read(*place_of(job), content)


def place_of(job: Any) -> tuple[Game, State]:
    """Return the game of a job, and its position if it has one."""
    game = find_game(job.game)
    return game, job.position or game.start
