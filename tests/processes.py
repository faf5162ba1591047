"""Other processes as Linux shows them in /proc; a minimal machine has neither ps nor pgrep."""

from pathlib import Path


def alive(pid):
    """Return whether a process still runs; one that has ended and waits for its parent does not."""
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
