"""The start of a process: no module comes from the current folder, and no signal interrupts it.

`python -c`, with which multiprocessing starts its processes, searches the current folder first: a
student's own `signal.py` there ended every engine process.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import util

FLAGS = "_args_from_interpreter_flags"  # of multiprocessing.util: the options of every process
SAFE = "-P" if sys.version_info >= (3, 11) else "-I"  # leaves out the current folder
SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

_flags = getattr(util, FLAGS, None)


def safe_flags() -> list[str]:
    """Return the options of this Python, and the one that leaves out the current folder."""
    flags: list[str] = _flags() if _flags is not None else []
    # A frozen program takes no options of Python.
    safe = getattr(sys, "frozen", False) or SAFE in flags or "-I" in flags
    return flags if safe else [*flags, SAFE]


setattr(util, FLAGS, safe_flags)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let signals wait until the block has ended; a process started in it hears none until `ready`.

    A Ctrl-C of the terminal reaches both processes: it would make the new one print a traceback,
    or interrupt this one before it has sent the new one everything that it waits for.
    """
    held: list[int] = []
    handlers = {}
    # Any thread may receive a signal, but its handler interrupts only the main thread.
    if threading.current_thread() is threading.main_thread():
        handled = [number for number in SIGNALS if callable(signal.getsignal(number))]
        handlers = {n: signal.signal(n, lambda number, frame: held.append(number)) for n in handled}
    try:
        with blocked():
            yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in held:
            signal.raise_signal(number)


@contextmanager
def blocked() -> Iterator[None]:
    """Block the signals in this thread, and in a process or thread that is started in the block."""
    if os.name != "posix":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # first, because it lets some signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ready() -> None:
    """Ignore Ctrl-C in a started process, because its parent handles it, and hear the rest."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
