"""What host and guest write to each other: frames of four bytes of length, then a JSON object.

Neither side unpickles anything. The host takes what it reads apart with suspicion: a student's file
may write anything into the pipe.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
from typing import Any, NoReturn, TypeAlias

LENGTH = struct.Struct(">I")
MOST = 1024 * 1024  # bytes of a frame: a little text can be many objects
CHUNK = 1 << 16

Message: TypeAlias = dict[str, Any]


class WireError(ValueError):
    """The other side has written something that is not a message."""


def frame(message: Message) -> bytes:
    """Return a message with its length before it, or raise WireError if it is too long."""
    content = ENCODER.encode(message).encode("ascii")
    if len(content) > MOST:
        raise WireError(f"a message of {len(content):,} bytes")
    return LENGTH.pack(len(content)) + content


def decode(content: bytes) -> Message:
    """Return the message of a frame, or raise WireError if it is not a JSON object."""
    try:
        message = DECODER.decode(content.decode("utf-8"))
    except (ValueError, RecursionError):
        raise WireError("something that is not a message") from None
    if not isinstance(message, dict):
        raise WireError("something that is not a message")
    return message


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


# Made once: `json.dumps` and `json.loads` make them anew for every message.
ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
DECODER = json.JSONDecoder(parse_constant=_refuse)


class Wire:
    """One end of the conversation: messages are written whole, and read one at a time."""

    def __init__(self, reads: int, writes: int) -> None:
        """Use these two descriptors."""
        self._reads, self._writes = reads, writes
        self._begun = bytearray()  # what was read of the next frames
        self._sending = threading.Lock()

    def send(self, message: Message) -> None:
        """Write a message; any thread may do that."""
        view = memoryview(frame(message))
        with self._sending:
            while view:
                view = view[os.write(self._writes, view) :]

    def offer(self, message: Message) -> bool:
        """Write a short message unless that could take a while; return whether it was written."""
        if not self._sending.acquire(blocking=False):
            return False
        try:
            if not writable(self._writes):
                return False
            os.write(self._writes, frame(message))
            return True
        finally:
            self._sending.release()

    def receive(self) -> Message:
        """Return the next message, however long that takes; raise EOFError if there is none."""
        begun = self._begun
        while True:
            if len(begun) >= LENGTH.size:
                (length,) = LENGTH.unpack_from(begun)
                if length > MOST:
                    raise WireError(f"a message of {length:,} bytes")
                end = LENGTH.size + length
                if len(begun) >= end:
                    content = bytes(begun[LENGTH.size : end])
                    del begun[:end]
                    return decode(content)
            data = os.read(self._reads, CHUNK)
            if not data:
                raise EOFError
            begun += data

    def waiting(self) -> bool:
        """Return whether a message has arrived, or has begun to."""
        return bool(self._begun) or readable(self._reads)


if sys.platform == "win32":
    import _winapi
    import msvcrt

    def readable(descriptor: int, milliseconds: int | None = 0) -> bool:
        """Return whether a pipe has bytes to read now, or has ended; nothing can wait for that."""
        try:
            return _winapi.PeekNamedPipe(msvcrt.get_osfhandle(descriptor), 0)[0] > 0
        except OSError:
            return True

    def writable(descriptor: int) -> bool:
        """Return True: a pipe does not say whether it has room."""
        return True

else:
    import select

    def readable(descriptor: int, milliseconds: int | None = 0) -> bool:
        """Return whether a pipe has bytes to read, or has ended, after a wait; None has no end."""
        asked = select.poll()
        asked.register(descriptor, select.POLLIN)
        return bool(asked.poll(milliseconds))

    def writable(descriptor: int) -> bool:
        """Return whether a short message can be written to a pipe at once."""
        asked = select.poll()
        asked.register(descriptor, select.POLLOUT)
        return any(event & select.POLLOUT for _, event in asked.poll(0))
