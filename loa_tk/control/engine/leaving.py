"""The end of a process: what must be done before, also if it leaves without Python's own exit."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_duties: list[Callable[[], None]] = []


def before_end(duty: Callable[[], None]) -> None:
    """Do this before the process ends by Python's exit or by `leave`."""
    _duties.append(duty)
    atexit.register(duty)


def leave() -> NoReturn:
    """End this process at once, from any thread, after its duties."""
    for duty in _duties:
        with suppress(Exception):  # the process ends in any case
            duty()
    os._exit(0)
