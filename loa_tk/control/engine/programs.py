"""Processes of other programs: started without a console, and ended with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from loa_tk.store.settings import frozen

# An option for every process: a window of this program has no console, so that Windows would open
# one for each of them.
NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
ENDING = 1.0  # seconds in which what was killed must have gone


def variables_of_others() -> dict[str, str]:
    """Return the variables for another program: without the frozen file's own libraries."""
    own = ("LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG") if frozen() else ()
    variables = {name: value for name, value in os.environ.items() if name not in own}
    if own and (before := os.environ.get("LD_LIBRARY_PATH_ORIG")):
        variables["LD_LIBRARY_PATH"] = before
    return variables


def ender(
    process: subprocess.Popen[Any], memory: int = 0, processes: int = 0
) -> Callable[[], None]:
    """Return a function that kills a new process and everything that it has started.

    The process must have been started with `start_new_session`. Only Windows bounds the memory and
    the processes, if these are not 0; elsewhere a process limits itself.
    """
    if os.name == "posix":
        return lambda: _kill_group(process)
    from loa_tk.control.engine.windows_job import JobObject

    try:
        job = JobObject(int(process._handle), memory, processes)  # type: ignore[attr-defined]
    except OSError:
        process.kill()
        raise
    return lambda: job.end(ENDING)


def _kill_group(process: subprocess.Popen[Any]) -> None:
    """Kill the group that a process leads; often nothing of it is left."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
