"""Calls of the Linux kernel that Python has no function for; each raises OSError if it fails."""

from __future__ import annotations

import os
import platform
import re
import sys
from typing import Any

# The kinds of machine whose calls are known: the column of their numbers, and the kernel's name for
# the kind.
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

PARENT_DEATH_SIGNAL, DUMPABLE, NO_NEW_PRIVILEGES = 1, 4, 38  # of <linux/prctl.h>


def known() -> bool:
    """Return whether this is a Linux on a kind of machine whose calls are known."""
    # A 32-bit Python on a 64-bit kernel would use other numbers.
    return (
        sys.platform.startswith("linux")
        and platform.machine() in ARCHITECTURES
        and sys.maxsize > 2**32
    )


def column() -> int:
    """Return the column of this machine in a table of calls."""
    return ARCHITECTURES[platform.machine()][0]


def version() -> tuple[int, ...]:
    """Return the first two numbers of the kernel's version."""
    return tuple(int(number) for number in re.findall(r"\d+", platform.release())[:2])


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process."""
    import ctypes

    numbers = (ctypes.c_ulong(number) for number in (value, 0, 0, 0))
    _checked(_library().prctl(option, *numbers))


def call(number: int, *arguments: object) -> int:
    """Make a call by its number; the arguments are whole numbers, bytes, None or pointers."""
    import ctypes

    wide = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    return _checked(_library().syscall(ctypes.c_long(number), *wide))


def _library() -> Any:
    import ctypes

    return ctypes.CDLL(None, use_errno=True)


def _checked(answer: int) -> int:
    import ctypes

    if answer == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
