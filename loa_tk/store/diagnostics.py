"""The diagnostic log file, in which unexpected errors are written down."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from loa_tk import __version__
from loa_tk.store.files import open_ordinary

LOG = logging.getLogger("loa_tk")
BYTES, FILES = 500_000, 3


class LogFile(logging.FileHandler):
    """A log file that makes room for a new one when it is full.

    `logging.handlers` has one, but imports sockets and pickles: 6 ms before the first window.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, into a new file if this one is full."""
        if self.stream is not None and self.stream.tell() >= BYTES:
            self.stream.close()
            self.stream = None  # FileHandler opens it again
            names = [self.baseFilename, *(f"{self.baseFilename}.{n}" for n in range(1, FILES + 1))]
            for name, following in reversed(list(pairwise(names))):
                with suppress(OSError):  # there is none yet, or another program is reading it
                    os.replace(name, following)
        super().emit(record)


def start_log(folder: Path) -> Path | None:
    """Start the log file in `folder` and return its path, or None if it cannot be written."""
    path = folder / "loa_tk.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(path, "a", opener=open_ordinary):
            pass  # a pipe in its place would block the handler for ever
        handler = LogFile(path, encoding="utf-8")
    except OSError:
        LOG.addHandler(logging.NullHandler())
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    LOG.info("loa_tk %s, Python %s, %s", __version__, sys.version.split()[0], system_name())
    return path


def system_name() -> str:
    """Return the operating system's name, release and machine.

    The module `platform` is not asked: it imports `subprocess` in Python 3.10, and runs `uname`.
    """
    if sys.platform == "win32":
        version = sys.getwindowsversion()
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "")
        return f"Windows {version.major}.{version.minor}.{version.build} {machine}"
    name = os.uname()
    return f"{name.sysname} {name.release} {name.machine}"
