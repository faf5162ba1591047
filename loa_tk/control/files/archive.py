"""The archive: every game is kept automatically in a separate file, written after every move.

A copy of the program locks the file of the game on its board, so that several copies do not take
each other's games. The lock goes with the process, so a game whose copy has crashed is free again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from loa_tk.control.files.recordfiles import load, save
from loa_tk.model.match import Match
from loa_tk.model.records import Headline, Record, RecordError, ReportError, headline, read_record

KEPT = 200  # games; the oldest go first
FILES = "*.sgf"


@dataclass(frozen=True)
class Kept:
    """One kept game, for a list."""

    path: Path
    written: float  # seconds since the epoch
    headline: Headline


class Archive:
    """The folder of kept games, and the one of them that is on the board."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when the first game is saved."""
        self.folder = folder
        self.path: Path | None = None
        self._lock: IO[str] | None = None

    def begin(self) -> None:
        """Let go of the game on the board: the next game saved is a new one."""
        self._release()
        self.path = None

    def save(self, match: Match, info: Mapping[str, str]) -> Path | None:
        """Write the game on the board; return its file, or None if nothing can be written."""
        try:
            if self.path is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._take(self._new_name())
                self._forget_oldest()
            assert self.path is not None
            save(self.path, [Record(match, dict(info))])
        except (OSError, RecordError):
            return None
        return self.path

    def take_up(self, name: str = "") -> Record | None:
        """Resume the game of this name, or else the newest unfinished one.

        Return None if there is no such game or another copy of the program has it.
        """
        if name:
            record = read(self.folder / name)
            return record if record is not None and self.resume(self.folder / name) else None
        for path in self._paths():
            # Most are finished, and reading their searches would take nearly all the time.
            record = read(path, reports=False)
            if record is None or not record.match.ply or record.match.outcome() is not None:
                continue
            record = read(path)
            if record is not None and self.resume(path):
                return record
        return None

    def games(self) -> list[Kept]:
        """Return all kept games but the one on the board, newest first, without broken files."""
        found = []
        for path in self._paths():
            try:
                if path != self.path:
                    found.append(Kept(path, path.stat().st_mtime, headline(load(path)[0])))
            except (OSError, RecordError):
                continue
        return found

    def resume(self, path: Path) -> bool:
        """Write to this game's file from now on; return False if that is not possible.

        Another copy may have the game on its board, or the folder may be read-only.
        """
        try:
            return self._take(path)
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the game on the board."""
        self._release()

    def _paths(self) -> list[Path]:
        """Return all kept files, newest first."""
        return sorted(self.folder.glob(FILES), reverse=True)

    def _new_name(self) -> Path:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        number = 0
        while (path := self.folder / f"{stamp}-{os.getpid()}-{number}.sgf").exists():
            number += 1
        return path

    def _forget_oldest(self) -> None:
        for path in self._paths()[KEPT:]:
            path.unlink(missing_ok=True)

    def _take(self, path: Path) -> bool:
        lock = open(path.with_suffix(".lock"), "w", encoding="utf-8")  # noqa: SIM115 - kept open
        if not try_lock(lock):
            lock.close()
            return False
        self._release()
        self.path, self._lock = path, lock
        return True

    def _release(self) -> None:
        if self._lock is not None and self.path is not None:
            self._lock.close()
            self.path.with_suffix(".lock").unlink(missing_ok=True)
            self._lock = None


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


def read(path: Path, reports: bool = True) -> Record | None:
    """Return the game in a file, or None if it holds no game, several, or an illegal one.

    A search's report that cannot be read is left out.
    """
    try:
        trees = load(path)
        if len(trees) != 1:
            return None
        record = read_record(trees[0], reports)
    except RecordError:
        return None
    broken = any(not isinstance(problem, ReportError) for problem in record.problems)
    return None if broken else record
