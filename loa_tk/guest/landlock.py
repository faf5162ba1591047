"""Which files a guest may read, by Landlock: a part of Linux since 5.13 that needs no privilege.

Everything else is refused, also what the user could read. It also keeps the guest from looking into
processes outside (memory, environment), from their sockets, and from signalling them, as far as the
kernel's version has that.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from loa_tk.guest import kernel

CREATE, ADD_RULE, RESTRICT = 444, 445, 446  # calls, the same on every kind of machine
ASK_VERSION, BENEATH = 1, 1
EXECUTE, READ_FILE, READ_FOLDER = 1, 4, 8
# How many kinds of access to files, to the network and to other processes a version knows: all of
# them are refused unless a rule allows them.
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
NEWEST_RIGHTS = 16


def version() -> int:
    """Return the kernel's version of Landlock, or 0 if it has none."""
    try:
        return kernel.call(CREATE, None, 0, ASK_VERSION) if kernel.known() else 0
    except OSError:
        return 0


def allow_reading(paths: Sequence[str], run: bool = False) -> bool:
    """Let this process read only these files and folders; return whether the kernel can do that.

    With `run`, it may run the programs among them, too.
    """
    here = version()
    if sys.platform == "win32" or not here:
        return False
    refused = [(1 << FILE_RIGHTS.get(here, NEWEST_RIGHTS)) - 1]
    refused += [3] if here >= 4 else []
    refused += [3] if here >= 6 else []
    rules = kernel.call(CREATE, struct.pack(f"={len(refused)}Q", *refused), 8 * len(refused), 0)
    file = READ_FILE | (EXECUTE if run else 0)
    for path in map(Path, paths):
        if path.is_dir():
            _allow(rules, path, file | READ_FOLDER)
        elif path.exists():
            _allow(rules, path, file)
            if path.suffix == ".py":
                _allow(rules, path.parent, READ_FOLDER)  # an import lists the folder
    kernel.prctl(kernel.NO_NEW_PRIVILEGES, 1)
    kernel.call(RESTRICT, rules, 0)
    os.close(rules)
    return True


def _allow(rules: int, path: Path, rights: int) -> None:
    with suppress(FileNotFoundError, PermissionError):  # what is not there cannot be read anyway
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        kernel.call(ADD_RULE, rules, BENEATH, struct.pack("=Qi", rights, place), 0)
        os.close(place)
