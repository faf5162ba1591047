"""Guests that stay warm from game to game: a new sandbox for every game costs more than the game.

A process serves one student's file only. After a game it forgets the file, and it loads it anew for
the next one, which finds the state that it would find in a new process. After GAMES games it is
replaced.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeAlias

from loa_tk.control.engine.leaving import before_end
from loa_tk.control.guest.host import Guest
from loa_tk.lab.mistakes import Mistake

MOST = 8  # idle guests of a process; each takes 15 MB, and a student's file may want a gigabyte
GAMES = 50  # that a process serves

Key: TypeAlias = tuple[Path, str, str]  # file, sandbox, folder of the class


class WarmGuests:
    """The idle guests of this process, the one that was used last at the end."""

    def __init__(self) -> None:
        """Begin without any."""
        self._idle: list[tuple[Key, Guest]] = []
        self._failed: set[Path] = set()  # files that have failed in a warm process
        self._lock = threading.Lock()  # on a cluster several threads play

    def take(self, path: Path, sandbox: str, alone: str, hear: Callable[[str], None]) -> Guest:
        """Return a guest for one game, in the state of a new one; raise what `Guest` raises."""
        key = path, sandbox, alone
        while (guest := self._pop(key)) is not None:
            guest.hear = hear
            # If it fails, perhaps by an effect of earlier games, a new process shows what is wrong.
            with suppress(Mistake):
                if not guest.changed:
                    guest.load()
                    return guest
            guest.close()
        return Guest(path, sandbox, alone, hear)

    def _pop(self, key: Key) -> Guest | None:
        with self._lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if self._idle[place][0] == key:
                    return self._idle.pop(place)[1]
        return None

    def distrust(self, path: Path) -> None:
        """Give a file a new process for every game from now on.

        It has failed in a warm one, and the game is played again: a file that ends its process
        whenever it is losing must not get a second try in every game.
        """
        self._failed.add(path)

    def give_back(self, guest: Guest) -> None:
        """Keep a guest for the next game, unless it has ended, served for long, or runs on."""
        lasting = guest.served < GAMES and guest.path not in self._failed
        try:
            kept = not guest.closed and lasting and guest.forget()
        except Mistake:
            kept = False
        if not kept:
            guest.close()
            return
        guest.hear = lambda text: None
        with self._lock:
            self._idle.append(((guest.path, guest.sandbox, guest.alone), guest))
            ended = [old for _, old in self._idle[:-MOST]]
            del self._idle[:-MOST]
        for old in ended:
            old.close()

    def close(self) -> None:
        """End all idle guests."""
        with self._lock:
            ended, self._idle = [guest for _, guest in self._idle], []
        for guest in ended:
            guest.close()


@cache
def warm_guests() -> WarmGuests:
    """Return the warm guests of this process, which end with it."""
    guests = WarmGuests()
    before_end(guests.close)
    return guests
