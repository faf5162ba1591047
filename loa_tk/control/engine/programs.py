"""Processes of other programs: started without a console, and ended with all that they started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from loa_tk.store.settings import frozen

# An option for every process: a window of this program has no console, so that Windows would open
# one for each of them.
NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
if sys.platform == "win32":
    import msvcrt

    # Every process that this one starts inherits it: one that crashes, or lacks a library, ends at
    # once. Otherwise Windows would show a dialog first, and a class would wait for a click.
    msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)

MARK = "LOA_TK_STARTED"  # the variable that tells which process has started another
ROUNDS, PAUSE = 100, 0.01  # how often, and how many seconds apart, to look for what is left
ENDING = 1.0  # seconds in which what was killed must have gone


def variables_of_others() -> dict[str, str]:
    """Return the variables for another program: without the frozen file's own libraries."""
    own = ("LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG") if frozen() else ()
    variables = {name: value for name, value in os.environ.items() if name not in own}
    if own and (before := os.environ.get("LD_LIBRARY_PATH_ORIG")):
        variables["LD_LIBRARY_PATH"] = before
    return variables


def marked(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a process with a mark, by which `ender` knows what it has started."""
    return {**variables, MARK: os.urandom(16).hex()}


def ender(
    process: subprocess.Popen[Any],
    variables: Mapping[str, str],
    memory: int = 0,
    processes: int = 0,
) -> Callable[[], None]:
    """Return a function that kills a new process and everything that it has started.

    The process must have been started with `start_new_session` and these variables. On Windows a
    job holds everything. On Linux a process that has left the session is known by the mark in its
    variables; one that has neither the mark nor a living parent is not found, and elsewhere none
    that has left the session is. Only Windows bounds the memory and the processes, if these are not
    0; elsewhere a process limits itself.
    """
    if os.name == "posix":
        mark = f"{MARK}={variables[MARK]}\0".encode() if MARK in variables else b""
        return lambda: _kill_all(process.pid, mark)
    from loa_tk.control.engine.windows_job import JobObject

    try:
        job = JobObject(int(process._handle), memory, processes)  # type: ignore[attr-defined]
    except OSError:
        process.kill()
        raise
    return lambda: job.end(ENDING)


def _kill_all(leader: int, mark: bytes) -> None:
    """Kill the group that a process leads and all that has left it; often nothing is left.

    What is killed last may have started something more, so look again until nothing is found.
    """
    strays = _strays(leader, mark)
    for _ in range(ROUNDS):
        with suppress(OSError):
            os.killpg(leader, signal.SIGKILL)
        for stray in strays:
            with suppress(OSError):
                os.kill(stray, signal.SIGKILL)
        if not (strays := _strays(leader, mark)):
            return
        time.sleep(PAUSE)  # the kernel has not removed them yet


def _strays(leader: int, mark: bytes) -> set[int]:
    """Return the living processes that a process with a mark has started (Linux)."""
    parents, found = dict[int, int](), set[int]()
    for name in os.listdir("/proc") if mark and sys.platform.startswith("linux") else ():
        if not name.isdecimal():
            continue
        with suppress(OSError):  # it has just ended, or it is another user's
            status = Path("/proc", name, "stat").read_bytes().rpartition(b")")[2].split()
            if status[0] == b"Z":
                continue
            parents[int(name)] = int(status[1])
            if int(status[3]) == leader or mark in Path("/proc", name, "environ").read_bytes():
                found.add(int(name))
    families = len(found) - 1
    while families < len(found):
        families = len(found)
        found |= {one for one, parent in parents.items() if parent in found or parent == leader}
    return found - {leader}


def processor_time(process: int) -> float | None:
    """Return the seconds that a process and its children have computed, or None if unknown."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        status = Path("/proc", str(process), "stat").read_bytes().rpartition(b")")[2].split()
        tasks = Path("/proc", str(process), "task").glob("*/children")
        children = [int(child) for task in tasks for child in task.read_bytes().split()]
    except OSError:  # it has just ended, or this kernel does not say it
        return None
    own = (int(status[11]) + int(status[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_time(child) or 0.0 for child in children)
