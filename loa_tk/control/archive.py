"""Games kept by themselves: every game has a file of its own, written after every move.

A copy of the program locks the file of the game on its board, so that several copies do not take
each other's games, and a game whose copy has gone, however it went, can be taken up again.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import IO, Any

from loa_tk.files import write_whole
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_position

KEPT = 200  # games; the oldest go first


class Archive:
    """The folder of kept games, and the one of them that is on the board."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when the first game is saved."""
        self.folder = folder
        self.path: Path | None = None
        self._lock: IO[str] | None = None

    def begin(self) -> None:
        """The next game saved is a new one."""
        self._release()
        self.path = None

    def save(self, match: Match) -> bool:
        """Write the game on the board; False where nothing can be written."""
        try:
            if self.path is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._take(self._new_name())
                self._forget_oldest()
            assert self.path is not None
            write_whole(self.path, json.dumps(record(match), ensure_ascii=False) + "\n")
        except OSError:
            return False
        return True

    def take_up(self) -> Match | None:
        """The newest game that was left unfinished, if no other copy has it on its board."""
        for path in sorted(self.folder.glob("*.json"), reverse=True):
            match = read(path)
            if match is not None and match.outcome() is None and match.ply and self._take(path):
                return match
        return None

    def close(self) -> None:
        """Let go of the game on the board."""
        self._release()

    def _new_name(self) -> Path:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        number = 0
        while (path := self.folder / f"{stamp}-{os.getpid()}-{number}.json").exists():
            number += 1
        return path

    def _forget_oldest(self) -> None:
        for path in sorted(self.folder.glob("*.json"))[:-KEPT]:
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


def record(match: Match) -> dict[str, Any]:
    """A match as it is kept: the line on the board to its end, and where in it we are."""
    game, here = match.game, match.ply
    while match.can_redo:
        match.redo()
    moves = match.notation()
    while match.ply > here:
        match.undo()
    return {
        "game": game.key,
        "start": position_text(game, match.root.state),
        "moves": moves,
        "ply": here,
    }


def read(path: Path) -> Match | None:
    """The match in a file, or None where it holds none that is legal."""
    try:
        found = json.loads(path.read_text("utf-8"))
        game = find_game(found["game"])
        match = Match(game, read_position(game, found["start"]))
        for text in found["moves"]:
            match.play_text(text)
        while match.ply > found["ply"] and match.can_undo:
            match.undo()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return match
