"""The clock of a guest: until when the question that is open must be answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf

from loa_tk.control.engine.programs import processor_time
from loa_tk.model.search.search import never
from loa_tk.words import own_code as words

LATE = 1.0  # seconds that a search may take beyond its time
# A search to a fixed depth has its patience in processor time if it has computed for this share of
# the time at least: a busy machine must not decide about a check, and a file that mostly sleeps is
# waited for ten times as long at most.
COMPUTING = 0.1
STOPPING = 2.0  # seconds in which a stopped search must have answered
SILENT = 10.0  # seconds in which a search without a limit of time must have called something
LONGEST = 3600.0  # seconds for a search without a limit of time, whatever it calls
PULSE = 0.05  # seconds between two looks at the clock
PAUSE = 1.0  # seconds between two looks after which not only the guest may have been stopped


class QuestionClock:
    """Tells a guest when its answer is wanted now, and ends it if it is late."""

    def __init__(
        self, process: int, tell_to_stop: Callable[[], bool], end: Callable[[str], None]
    ) -> None:
        """Begin without a question. `tell_to_stop` returns whether the guest could be told.

        `end` is given the reason.
        """
        self._process, self._tell_to_stop, self._end_guest = process, tell_to_stop, end
        self._lock = threading.Lock()  # of the question that is open
        self._end: float | None = None  # when the answer must have come
        self._silent: float | None = None  # when an endless search must have called something
        self._patience: float | None = None  # the processor time of a search to a fixed depth
        self._asked = self._computed = 0.0  # when its question was asked, and what was used then
        self._late = ""  # why the guest is ended if its answer is late
        self._stop: Callable[[], bool] = never
        self._stopping = self._told = False

    def begin(
        self, limit: float | None, late: str, stop: Callable[[], bool], patience: float | None
    ) -> None:
        """Begin with a question, whose answer must come within the limit, or soon after a stop.

        With `patience` it may come later, as long as the guest has computed for fewer seconds.
        """
        now, computed = time.monotonic(), processor_time(self._process) if patience else None
        with self._lock:
            self._late, self._stop, self._stopping = late, stop, False
            self._end = now + (LONGEST if limit is None else limit + LATE)
            self._silent = now + SILENT if limit is None else None
            self._patience = None if computed is None else patience
            self._asked, self._computed = now, computed or 0.0

    def called(self) -> None:
        """Note that the file has called something."""
        if self._silent is not None:
            with self._lock:
                self._silent = time.monotonic() + SILENT

    def finish(self) -> None:
        """Stop the clock: the question is answered, or nobody waits for its answer."""
        with self._lock:
            self._end = self._silent = None

    def watch(self, closed: threading.Event) -> None:
        """Look at the clock until the guest is closed or has been ended."""
        looked = time.monotonic()
        while not closed.wait(PULSE):
            now = time.monotonic()
            pause, looked = now - looked, now
            with self._lock:  # the answer of a guest that is ended now has not come
                if self._end is None:
                    continue
                if pause > PAUSE:
                    # This process was stopped or busy, too; what the guest sent is still unread.
                    self._end += pause
                    self._silent = None if self._silent is None else self._silent + pause
                if not self._stopping and self._stop():
                    self._stopping, self._told, self._late = True, False, words.DID_NOT_STOP
                    self._end = now + STOPPING
                if self._stopping and not self._told:
                    with suppress(OSError):
                        self._told = self._tell_to_stop()
                if now > self._end and not self._waits_for_a_processor(now):
                    self._end_guest(self._late)
                    return
                if self._silent is not None and now > self._silent:
                    self._end_guest(words.SILENT.format(seconds=SILENT))
                    return

    def _waits_for_a_processor(self, now: float) -> bool:
        """Return whether a late search has computed, but less than it may."""
        if self._patience is None or self._stopping:
            return False
        used = (processor_time(self._process) or inf) - self._computed
        return COMPUTING * (now - self._asked) <= used < self._patience
