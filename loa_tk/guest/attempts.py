"""What a student's file tries that no search needs, as Python's own audit events tell it.

A sandbox refuses these things whether or not they are noticed here. A file that goes around Python
is not noticed; what is, an instructor reads beside the marks.
"""

from __future__ import annotations

import os
import sys
from typing import Any

MOST = 20  # different attempts that are told
LONGEST = 80  # characters of a name
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# The audit events, and what they are in words; `{0}` is the event's first argument.
EVENTS = {
    "ctypes.dlopen": "load a library of machine code",
    "ctypes.dlsym": "call a library of machine code",
    "os.chmod": "change the permissions of {0}",
    "os.exec": "start the program {0}",
    "os.fork": "start a process",
    "os.forkpty": "start a process",
    "os.kill": "send a signal to process {0}",
    "os.mkdir": "make the folder {0}",
    "os.posix_spawn": "start the program {0}",
    "os.putenv": "change a variable of its environment",
    "os.remove": "remove {0}",
    "os.rename": "rename {0}",
    "os.rmdir": "remove the folder {0}",
    "os.spawn": "start a program",
    "os.startfile": "open {0} with its program",
    "os.system": "start the program {0}",
    "os.truncate": "cut {0} short",
    "socket.__new__": "open a socket",
    "subprocess.Popen": "start the program {0}",
    "gc.get_objects": "look into the program's own objects",
    "gc.get_referrers": "look into the program's own objects",
}


class Attempts:
    """The different things that were tried, in their order."""

    def __init__(self) -> None:
        """See nothing yet."""
        self.seen: dict[str, None] = {}
        self.told = 0

    def begin(self) -> None:
        """See what is tried from now on; Python has no way to end that."""
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            name, _, flags = arguments
            if isinstance(flags, int) and flags & WRITING and name != os.devnull:
                self.add(f"write to {shown(name)}")
        elif event in EVENTS:
            self.add(EVENTS[event].format(shown(arguments[0]) if arguments else ""))

    def add(self, what: str) -> None:
        """Keep what was tried, unless it is known."""
        if len(self.seen) < MOST:
            self.seen[what] = None

    def news(self) -> list[str]:
        """Return what has not been told yet."""
        new = list(self.seen)[self.told :]
        self.told += len(new)
        return new


def shown(name: object) -> str:
    """Return a name that was an argument, cut short."""
    if isinstance(name, (str, bytes, int, os.PathLike)):
        return os.fsdecode(name)[:LONGEST] if not isinstance(name, int) else str(name)
    return type(name).__name__
