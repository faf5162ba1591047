"""Waiting and timing for tests on a loaded machine, which is not a bug."""

import os
import threading
import time
from pathlib import Path

PATIENCE = 60  # seconds; only a failing test waits this long
# A test that runs longer ends its process (conftest.py). With three minutes for the whole suite, a
# hang in its last test ends within the ten minutes that .ci/run has.
LIMIT = 3 * PATIENCE


def wait_until(condition, what="the condition"):
    """Wait for a condition to hold and return what it found."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"{what}: not within {PATIENCE} s"
        time.sleep(0.01)
    return found


def patiently(process, read, *arguments):
    """Return what `read` reads from a process, which is killed if it stays silent too long."""
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    try:
        return read(*arguments)
    finally:
        timer.cancel()


def quickest(action, good, attempts=10):
    """Return the fewest seconds of several attempts, which end at the first within `good` seconds.

    A delay in the program slows down every attempt; other programs slow down only some of them.
    """
    times = []
    for _ in range(attempts):
        times.append(action())
        if times[-1] < good:
            break
    return min(times)


def processor_seconds(pid):
    """Return the processor time that a process has used, on Linux."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
