"""Other processes as Linux shows them in /proc; a minimal machine has neither ps nor pgrep."""

import os
import signal
from pathlib import Path

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows every signal ends a process at once


def alive(pid):
    """Return whether a process still runs; one that has ended and waits for its parent does not."""
    if os.name == "nt":
        from ctypes import windll

        synchronize, still_running = 0x100000, 0x102
        handle = windll.kernel32.OpenProcess(synchronize, False, pid)
        found = handle and windll.kernel32.WaitForSingleObject(handle, 0) == still_running
        windll.kernel32.CloseHandle(handle)
        return bool(found)
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def children_of(pid):
    """Return the processes that a program's threads have started and that are still listed."""
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, children.read_text().split())
        except OSError:  # the thread has ended
            continue
    return found
