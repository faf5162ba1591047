"""Locks between copies of the program: a locked file, which ends with its process."""

from __future__ import annotations

import errno
import os
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from loa_tk.store.files import open_ordinary

PATIENCE = 2.0  # seconds to wait for another copy, which holds a lock for milliseconds
PAUSE = 0.01


def try_lock(file: IO[str]) -> bool:
    """Lock a file for this process until it is closed; return False if another has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def open_lock(path: Path) -> IO[str]:
    """Return a lock file, made if it is missing, or raise OSError.

    In a folder that others can write to, a link in its place could lead to any file of the user's.
    So links are not followed, and nothing is emptied or written.
    """
    if os.name == "nt" and path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link")
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(open_ordinary(str(path), flags), "r+", encoding="utf-8")


def take_lock(path: Path) -> IO[str] | None:
    """Return this lock file, locked until it is closed, or None if another process has it.

    The file may be removed by a process that ends, so that it is locked but has no name any more:
    then another process could lock a new file of the same name.
    """
    while True:
        file = open_lock(path)
        if not try_lock(file):
            file.close()
            return None
        try:
            same = os.path.samestat(os.stat(path), os.fstat(file.fileno()))
        except FileNotFoundError:
            same = False
        if same or os.name == "nt":  # Windows removes no file that is open
            return file
        file.close()


def free_lock(path: Path, file: IO[str]) -> None:
    """Remove a lock file and unlock it, in this order, so that no other process has it as well.

    Windows removes no file that is open. The file stays there if another process has taken the
    lock, or looks whether it is locked; a file that nobody has locked is no lock.
    """
    if os.name == "nt":
        file.close()
    with suppress(OSError):
        path.unlink(missing_ok=True)
    file.close()


def is_locked(path: Path) -> bool:
    """Return whether a process holds this lock file, or may: it cannot be opened."""
    if not os.path.lexists(path):
        return False
    try:
        file = take_lock(path)
    except OSError:
        return True
    if file is None:
        return True
    free_lock(path, file)
    return False


class Holder:
    """A store of which this copy of the program has one part locked: a folder or a file."""

    def __init__(self, folder: Path) -> None:
        """Keep everything in this folder, which is made when something is kept."""
        self.folder = folder
        self.path: Path | None = None  # the part that is locked
        self._lock: tuple[Path, IO[str]] | None = None
        self._dropped: Callable[[], object] = lambda: None

    def take(self, path: Path, lock: Path) -> bool:
        """Lock a part in place of the last one; return False if another copy has it."""
        file = take_lock(lock)
        if file is None:
            return False
        self.release()
        self.path, self._lock = path, (lock, file)
        end = weakref.finalize(self, file.close)  # a store that is dropped locks nothing
        self._dropped = end.detach
        return True

    def release(self) -> None:
        """Let other copies of the program have the part; it stays where it is."""
        if self._lock is not None:
            held, self.path, self._lock = self._lock, None, None
            self._dropped()
            free_lock(*held)


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold a lock file for a moment; after some seconds go on without it rather than wait longer.

    The file stays, so that all processes lock the same one.
    """
    with open_lock(path) as file:
        end = time.monotonic() + PATIENCE
        while not try_lock(file) and time.monotonic() < end:
            time.sleep(PAUSE)
        yield
