"""The frames between host and guest: four bytes of length, then the content.

The host sends pickles, because the guest may trust it. The guest sends JSON objects, which the host
takes apart with suspicion: a student's file may write anything into the pipe.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

LENGTH = struct.Struct(">I")
MOST = 128 * 1024 * 1024  # bytes of a frame; a tree of a million nodes has 70 MB
MOST_TEXT = 1024 * 1024  # bytes of a frame that holds no tree


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


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as a frame."""
    return frame(json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii"))


def decode(content: bytes) -> dict[str, Any]:
    """Return the message of a frame, or raise WireError if it is not a JSON object with a kind."""
    try:
        message = json.loads(content)
    except (ValueError, RecursionError):
        raise WireError("something that is no message") from None
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise WireError("something that is no message")
    return message
