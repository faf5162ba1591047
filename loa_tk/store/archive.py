"""The archive: every game is kept automatically in a separate file, written after every move.

A copy of the program locks the file of the game on its board, so that two copies never write the
same game. The lock ends with its process, so the game of a crashed copy can be reopened.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from loa_tk.immutable import dataclass
from loa_tk.model.game import UserError
from loa_tk.model.match import Match
from loa_tk.model.records import Headline, Record, RecordError, ReportError, headline, read_record
from loa_tk.store.files import DISK_FULL, is_full, write_whole
from loa_tk.store.games import load, save
from loa_tk.store.kept import kept_text, read_kept
from loa_tk.store.locks import Holder, is_locked

MOST_GAMES = 200  # the oldest are deleted first
FILES = "*.sgf"
LOCK = ".lock"
LINK = ".link"  # beside a kept game: which file of the user's it belongs to


@dataclass(frozen=True, kw_only=True)
class Kept:
    """One kept game, for a list."""

    path: Path
    written: float  # seconds since the epoch
    headline: Headline
    here: bool = False  # it is on the board


@dataclass(frozen=True)
class Link:
    """The user's file of a game, and whether the game was changed since it was written there."""

    file: Path
    changed: bool


class Archive(Holder):
    """The folder of kept games, and the one of them that is on the board, which is locked."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when the first game is saved."""
        super().__init__(folder)
        self.full = False  # whether the last failure to write was a full disk
        # A game that has left the board may still wait to be written: each has its own file.
        self._files: WeakKeyDictionary[Match, Path] = WeakKeyDictionary()

    def save(
        self, match: Match, info: Mapping[str, str], link: Link | None = None
    ) -> Path | None:
        """Write a game to its file; return the file, or None if nothing can be written.

        The link to the user's file, if there is one, is written beside it.
        """
        try:
            if match not in self._files:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._files[match] = self._new_name()
                self._forget_oldest()
            path = self._files[match]
            if self.path is None and not self.take(path, path.with_suffix(LOCK)):
                return None
            save(path, [Record(match=match, info=dict(info))])
            if link is not None:
                content = {"file": str(link.file), "changed": link.changed}
                write_whole(path.with_suffix(LINK), kept_text(content))
        except (OSError, RecordError) as error:
            self.full = is_full(error) or str(error).endswith(DISK_FULL)
            return None
        return path

    def take_up(self, name: str = "") -> Record | None:
        """Resume the game of this name, or else the newest unfinished one.

        Return None if there is no such game or another copy of the program has it.
        """
        if name:
            path = self.folder / name
            record = read(path)
            return record if record is not None and self.resume(path, record) else None
        for path in self._paths():
            # Most are finished, and reading their searches would take nearly all the time.
            record = read(path, reports=False)
            if record is None or not record.match.ply or record.match.outcome() is not None:
                continue
            record = read(path)
            if record is not None and self.resume(path, record):
                return record
        return None

    def games(self, here: bool = False) -> list[Kept]:
        """Return all kept games, newest first; the one on the board only if `here` asks for it.

        Broken files and games in which no move has been played are left out.
        """
        found = []
        for path in self._paths():
            try:
                own = path == self.path
                if (here or not own) and (line := headline(load(path)[0])).moves:
                    written = path.stat().st_mtime
                    found.append(Kept(path=path, written=written, headline=line, here=own))
            except (OSError, RecordError):
                continue
        return found

    def delete(self, path: Path) -> bool:
        """Delete a kept game; return False if a copy of the program has it on its board."""
        try:
            if is_locked(path.with_suffix(LOCK)):
                return False
            _remove(path)
        except OSError:
            return False
        return True

    def resume(self, path: Path, record: Record) -> bool:
        """Put a kept game on the board again; return False if that is not possible.

        Another copy may have the game on its board, or the folder may be read-only.
        """
        try:
            taken = self.take(path, path.with_suffix(LOCK))
        except OSError:
            return False
        if taken:
            self._files[record.match] = path
        return taken

    def reopen(self, path: Path) -> tuple[Record | None, bool, Link | None]:
        """Return a kept game or None, whether it is on the board now, and the user's file of it."""
        record = read(path)
        return record, record is not None and self.resume(path, record), link_of(path)

    def _paths(self) -> list[Path]:
        """Return all kept files, the last written first; none if the folder cannot be read."""
        found = {}
        with suppress(OSError):
            for path in self.folder.glob(FILES):
                with suppress(OSError):  # another copy has just deleted it
                    found[path] = path.stat().st_mtime_ns
        return sorted(found, key=lambda path: (found[path], path.name), reverse=True)

    def _new_name(self) -> Path:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        number = 0
        while (path := self.folder / f"{stamp}-{os.getpid()}-{number}.sgf").exists():
            number += 1
        return path

    def _forget_oldest(self) -> None:
        for path in self._paths()[MOST_GAMES:]:
            if not is_locked(path.with_suffix(LOCK)):  # on the board of another copy
                _remove(path)


def _remove(path: Path) -> None:
    """Delete a kept game and its link."""
    path.unlink(missing_ok=True)
    path.with_suffix(LINK).unlink(missing_ok=True)


def link_of(path: Path) -> Link | None:
    """Return the user's file of a kept game, if that is still as this program left it.

    A file written since then has another content, which saving the game must not replace unasked.
    """
    written = path.with_suffix(LINK)
    try:
        link = read_kept(written, _read_link, aside=False)
        if link is None or link.file.stat().st_mtime_ns > written.stat().st_mtime_ns:
            return None
    except (OSError, ValueError, UserError):  # ValueError: a name that no file has
        return None
    return link


def _read_link(content: dict[str, Any]) -> Link:
    return Link(Path(content["file"]), bool(content["changed"]))


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
