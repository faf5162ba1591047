"""The frames between host and guest: four bytes of length, then the content.

The host sends pickles, because the guest may trust it. The guest sends JSON objects, which the host
takes apart with suspicion: a student's file may write anything into the pipe. A message may carry
bytes, for a recorded tree: its frame is then the letter T, the length of the JSON, the JSON and the
bytes. JSON is never longer than a megabyte, because a little text can be many objects.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

LENGTH = struct.Struct(">I")
MOST = 128 * 1024 * 1024  # bytes of a frame; a tree of a million nodes has some 50 MB
MOST_TEXT = 1024 * 1024  # bytes of JSON
WITH_BYTES = b"T"
BYTES = "bytes"  # the key of what a message carries


class WireError(ValueError):
    """The other side has written something that is no message."""


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
            raise WireError("something that is no message")
        (length,) = LENGTH.unpack_from(content, len(WITH_BYTES))
        text, carried = content[start : start + length], content[start + length :]
    if len(text) > MOST_TEXT:
        raise WireError(f"a message of {len(text):,} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise WireError("something that is no message") from None
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise WireError("something that is no message")
    message.pop(BYTES, None)
    return message if carried is None else {**message, BYTES: carried}
