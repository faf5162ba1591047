"""Runs one job at a time, in the engine process or elsewhere, and polls it with after()."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from loa_tk.control.engine.jobs import Job, Message
from loa_tk.model.search.search import ENGINE, GUEST, PROGRAM
from loa_tk.scenes.services import Timers

if TYPE_CHECKING:  # at run time only `make_engine` imports it
    from loa_tk.control.engine.worker import Worker

POLL = 20  # ms between two looks at the worker's messages
TICK = 0.1  # seconds between two ticks of the clock that a running job shows


class AnyWorker(Protocol):
    """What runs jobs one at a time: the engine, a guest for students' files, another program."""

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


def make_engine() -> Worker:
    """Start the engine process and return its worker."""
    # Imported only now, like the other workers: the window is drawn before a process is needed.
    from loa_tk.control.engine.worker import Worker

    return Worker()


def make_guest() -> AnyWorker:
    """Return a worker for students' files."""
    from loa_tk.control.guest.worker import GuestWorker

    return GuestWorker()


def make_program() -> AnyWorker:
    """Return a worker that asks another program."""
    from loa_tk.control.ugi.worker import ProgramWorker

    return ProgramWorker()


ELSEWHERE: Mapping[str, Callable[[], AnyWorker]] = {GUEST: make_guest, PROGRAM: make_program}


class Thinker:
    """The workers of one window; no message about a dropped job is ever reported.

    A job that has a `place` other than the engine is done by a worker of that place, which is made
    when it is first needed; so is one that names students' `files`.
    """

    def __init__(
        self,
        make: Callable[[], Worker],
        timers: Timers,
        clock: Callable[[], float],
        heard: Callable[[Job, Sequence[Message]], None],
        tick: Callable[[], None] | None = None,
    ) -> None:
        """Report each message with its job to `heard`; `make` is called for the first job."""
        self._make, self._timers, self._clock = make, timers, clock
        self._heard, self._tick = heard, tick
        self.worker: Worker | None = None
        self._waiting = False  # whether jobs wait until the window has been drawn
        self._elsewhere: dict[str, AnyWorker] = {}
        self._busy: AnyWorker | None = None  # the worker of the current job
        self.job: Job | None = None
        self._token: object = None
        self._ticked = 0.0

    def start_when_drawn(self) -> None:
        """Start the engine when the window has been drawn; a job asked before then waits for it.

        Started earlier, the process would delay the window by a tenth of a second.
        """
        self._waiting = True
        self._timers.when_drawn(self._start)

    def _start(self) -> None:
        if self._waiting:
            self._waiting = False
            self.worker = self.worker or self._make()
            if self.job is not None:
                self.ask(self.job)

    def ask(self, job: Job) -> None:
        """Give the engine this job, in place of any other."""
        self.forget()
        self.job = job
        if self._waiting:
            return
        self._busy = self._worker(job)
        self._busy.submit(job)
        self._token = self._timers.after(POLL, self._poll)

    def _worker(self, job: Job) -> AnyWorker:
        place = getattr(job, "place", GUEST if getattr(job, "files", ()) else ENGINE)
        if place == ENGINE:
            if self.worker is None:
                self.worker = self._make()
            return self.worker
        if place not in self._elsewhere:
            self._elsewhere[place] = ELSEWHERE[place]()
        return self._elsewhere[place]

    def answer_now(self) -> None:
        """Ask for the current job's answer at once."""
        if self._busy is not None:
            self._busy.stop()

    def forget(self) -> None:
        """Drop the current job."""
        self._rest()
        for worker in (self.worker, *self._elsewhere.values()):
            if worker is not None:
                worker.cancel()

    def close(self) -> None:
        """End the processes; another job would start new ones."""
        self._waiting = False
        self.forget()
        for place in list(self._elsewhere):
            self._elsewhere.pop(place).close()
        if self.worker is not None:
            self.worker.close()
            self.worker = None

    def _rest(self) -> None:
        self.job = self._busy = None
        if self._token is not None:
            self._timers.cancel(self._token)
            self._token = None

    def _poll(self) -> None:
        assert self._busy is not None
        self._token = self._timers.after(POLL, self._poll)
        job, messages = self.job, self._busy.poll()
        if any(message.kind in ("done", "failed") for message in messages):
            self._rest()
        if job is not None and messages:
            self._heard(job, messages)
        if self.job is not None and self._tick is not None:
            now = self._clock()
            if now - self._ticked > TICK:
                self._ticked = now
                self._tick()
