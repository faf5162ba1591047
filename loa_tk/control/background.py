"""Slow work in a thread of its own, polled with after(), with a progress bar and Cancel."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from typing import TypeAlias

from loa_tk.scenes.services import ProgressView, Timers

SOON = 0.1  # seconds in which most work is done, without a progress bar that only flickers
POLL = 50  # ms between two looks

Watch: TypeAlias = Callable[[float], None]  # is given the share that is done, 0 to 1


class Cancelled(Exception):
    """The user does not want the result any more."""


class Collection:
    """Python's collection of garbage, which may be held off.

    Garbage of a window must be collected in the window's thread: Tcl aborts the program if its
    objects end in another one.
    """

    def __init__(self) -> None:
        """Let it run."""
        self._held, self._enabled = 0, True

    def hold(self) -> None:
        """Collect nothing, in any thread, until `free` has been called as often as this."""
        if not self._held:
            self._enabled = gc.isenabled()
            gc.disable()
        self._held += 1

    def free(self) -> None:
        """Collect again, if nothing else holds it off."""
        self._held -= 1
        if not self._held and self._enabled:
            gc.enable()


COLLECTION = Collection()


class Background:
    """One piece of work at a time; another one takes its place."""

    def __init__(
        self, timers: Timers, open_bar: Callable[[str, Callable[[], None]], ProgressView]
    ) -> None:
        """Show the progress of long work in the window that `open_bar` opens."""
        self._timers, self._open_bar = timers, open_bar
        self._work: _Work | None = None
        self._bar: ProgressView | None = None
        self._token: object = None

    def run(
        self, title: str, job: Callable[[Watch], object], done: Callable[[object], None]
    ) -> None:
        """Do a job, which calls its argument now and then; `done` gets its result."""
        self.cancel()
        COLLECTION.hold()
        self._work = _Work(job)
        self._work.thread.join(SOON)
        self._look(title, done)

    def cancel(self) -> None:
        """End the work without a result."""
        work = self._work
        self._rest()
        if work is not None:
            work.cancelled = True
            work.thread.join(SOON)
            self._free_later(work)

    def _free_later(self, work: _Work) -> None:
        """Collect garbage again when the thread of cancelled work has ended."""
        if work.thread.is_alive():
            self._timers.after(POLL, lambda: self._free_later(work))
        else:
            COLLECTION.free()

    def _look(self, title: str, done: Callable[[object], None]) -> None:
        work = self._work
        if work is None:
            return
        if not work.thread.is_alive():
            self._rest()
            COLLECTION.free()
            if work.error is not None:
                raise work.error
            done(work.result)
            return
        if self._bar is None:
            self._bar = self._open_bar(title, self.cancel)
        self._bar.show(work.share)
        self._token = self._timers.after(POLL, lambda: self._look(title, done))

    def _rest(self) -> None:
        self._work = None
        if self._token is not None:
            self._timers.cancel(self._token)
            self._token = None
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _Work:
    """One job in its thread, which does not keep the program from ending."""

    def __init__(self, job: Callable[[Watch], object]) -> None:
        self.share, self.cancelled = 0.0, False
        self.result: object = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(
            target=self._run, args=(job,), name="loa_tk work", daemon=True
        )
        self.thread.start()

    def _run(self, job: Callable[[Watch], object]) -> None:
        try:
            self.result = job(self._watch)
        except Cancelled:
            pass
        except BaseException as error:  # raised again in the window's thread, which reports it
            self.error = error

    def _watch(self, share: float) -> None:
        self.share = share
        if self.cancelled:
            raise Cancelled
