"""Games kept by themselves: every game has a file of its own, written after every move.

A copy of the program locks the file of the game on its board, so that several copies do not take
each other's games, and a game whose copy has gone, however it went, can be taken up again.
"""

from __future__ import annotations

import os
import time
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
        self.info: dict[str, str] = {}  # what the file says of the game: PB, PW, DT, …
        self._lock: IO[str] | None = None

    def begin(self) -> None:
        """The next game saved is a new one."""
        self._release()
        self.path, self.info = None, {}

    def save(self, match: Match) -> bool:
        """Write the game on the board; False where nothing can be written."""
        try:
            if self.path is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._take(self._new_name())
                self._forget_oldest()
            assert self.path is not None
            save(self.path, [Record(match, self.info)])
        except (OSError, RecordError):
            return False
        return True

    def take_up(self, name: str = "") -> Match | None:
        """The game of this name, or else the newest unfinished one; none that another copy has."""
        if name:
            record = read(self.folder / name)
            taken = record is not None and self.resume(self.folder / name, record)
            return record.match if record is not None and taken else None
        for path in self._paths():
            # Most are finished, and their searches would take nearly all the time.
            record = read(path, reports=False)
            if record is None or not record.match.ply or record.match.outcome() is not None:
                continue
            record = read(path)
            if record is not None and self.resume(path, record):
                return record.match
        return None

    def games(self) -> list[Kept]:
        """All kept games but the one on the board, the newest first; broken files are left out."""
        found = []
        for path in self._paths():
            try:
                if path != self.path:
                    found.append(Kept(path, path.stat().st_mtime, headline(load(path)[0])))
            except (OSError, RecordError):
                continue
        return found

    def resume(self, path: Path, record: Record) -> bool:
        """Write to this game's file from now on; False where that is not possible.

        Another copy may have it on its board, or the folder can only be read.
        """
        try:
            taken = self._take(path)
        except OSError:
            return False
        if taken:
            self.info = record.info
        return taken

    def close(self) -> None:
        """Let go of the game on the board."""
        self._release()

    def _paths(self) -> list[Path]:
        """All kept files, the newest first."""
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
    """Lock a file for this process until it is closed; False when another has it."""
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
    """The game in a file, or None where it holds none, or several, or breaks the rules.

    A search's report that cannot be read costs nothing but itself.
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
