"""The diagnostic log file, in which unexpected errors are written down."""

from __future__ import annotations

import logging
import platform
from logging.handlers import RotatingFileHandler
from pathlib import Path

from loa_tk import __version__
from loa_tk.store.files import open_ordinary

LOG = logging.getLogger("loa_tk")
BYTES, FILES = 500_000, 3


def start_log(folder: Path) -> Path | None:
    """Start the log file in `folder` and return its path, or None if it cannot be written."""
    path = folder / "loa_tk.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(path, "a", opener=open_ordinary):
            pass  # a pipe in its place would block the handler for ever
        handler = RotatingFileHandler(path, maxBytes=BYTES, backupCount=FILES, encoding="utf-8")
    except OSError:
        LOG.addHandler(logging.NullHandler())
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    # Not platform.platform(), which runs another program, `uname -p`.
    system = platform.uname()
    names = system.system, system.release, system.machine
    LOG.info("loa_tk %s, Python %s, %s %s %s", __version__, platform.python_version(), *names)
    return path
