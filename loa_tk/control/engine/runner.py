"""Runs one job at a time, in the engine process or elsewhere, and polls it with after()."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from loa_tk.control.engine.jobs import THREAD, Job, Message
from loa_tk.model.search.search import ENGINE, PROGRAM
from loa_tk.scenes.services import Timers

POLL = 20  # ms between two looks at the worker's messages
TICK = 0.1  # seconds between two ticks of the clock that a running job shows


class AnyWorker(Protocol):
    """What runs jobs one at a time: the engine, another program, or a thread."""

    @property
    def busy(self) -> bool:
        """Return whether a job is being done."""

    def submit(self, job: Any) -> None:
        """Do this job now, and drop the one before it."""

    def stop(self) -> None:
        """Ask for the current job's answer at once."""

    def cancel(self) -> None:
        """Drop the current job: `poll` returns no more messages about it."""

    def poll(self, most: int = 10) -> list[Message]:
        """Return the messages that have arrived about the current job."""

    def close(self) -> None:
        """End the process."""


# Each is imported only when it is needed: the window is drawn before a process is.


def _engine() -> AnyWorker:
    from loa_tk.control.engine.worker import Worker

    return Worker()


def _program() -> AnyWorker:
    from loa_tk.control.ugi.client import ProgramWorker

    return ProgramWorker()


def _thread() -> AnyWorker:
    from loa_tk.control.engine.thread import ThreadWorker

    return ThreadWorker()


Workers = Mapping[str, Callable[[], AnyWorker]]
WORKERS: Workers = {ENGINE: _engine, PROGRAM: _program, THREAD: _thread}


class Runner:
    """The workers of one window, one for each place where jobs are done.

    A worker is made when it is first needed. No message about a dropped job is ever reported.
    """

    def __init__(
        self,
        timers: Timers,
        clock: Callable[[], float],
        heard: Callable[[Job, Sequence[Message]], None],
        make: Workers = WORKERS,
    ) -> None:
        """Report a job's messages to `heard`, and an empty list at every tick while it runs."""
        self._timers, self._clock, self._heard, self._make = timers, clock, heard, make
        self.workers: dict[str, AnyWorker] = {}
        self._waiting = False  # whether jobs wait until the window has been drawn
        self._busy: AnyWorker | None = None  # the worker of the current job
        self.job: Job | None = None
        self._token: object = None
        self._ticked = 0.0

    def start_when_drawn(self) -> None:
        """Start the engine when the window has been drawn; a job given before then waits for it.

        Started earlier, the process would delay the window by a tenth of a second.
        """
        self._waiting = True
        self._timers.when_drawn(self._start)

    def _start(self) -> None:
        if self._waiting:
            self._waiting = False
            self._worker(ENGINE)
            if self.job is not None:
                self.run(self.job)

    def run(self, job: Job) -> None:
        """Do this job, in place of any other."""
        self.drop()
        self.job = job
        if self._waiting:
            return
        self._busy = self._worker(job.place)
        self._busy.submit(job)
        self._token = self._timers.after(POLL, self._poll)

    def _worker(self, place: str) -> AnyWorker:
        if place not in self.workers:
            self.workers[place] = self._make[place]()
        return self.workers[place]

    def stop(self) -> None:
        """Ask for the current job's answer at once."""
        if self._busy is not None:
            self._busy.stop()

    def drop(self) -> None:
        """Drop the current job."""
        self._rest()
        for worker in self.workers.values():
            worker.cancel()

    def close(self) -> None:
        """End the processes; another job would start new ones."""
        self._waiting = False
        self.drop()
        while self.workers:
            self.workers.popitem()[1].close()

    def _rest(self) -> None:
        self.job = self._busy = None
        if self._token is not None:
            self._timers.cancel(self._token)
            self._token = None

    def _poll(self) -> None:
        self._token = self._timers.after(POLL, self._poll)
        job, messages = self.take()
        now = self._clock()
        if job is not None and (messages or now - self._ticked > TICK):
            self._ticked = now
            self._heard(job, messages)

    def take(self) -> tuple[Job | None, list[Message]]:
        """Return the current job and what has arrived about it, which is then not reported."""
        job, messages = self.job, self._busy.poll() if self._busy is not None else []
        if any(message.kind in ("done", "failed") for message in messages):
            self._rest()
        return job, messages
