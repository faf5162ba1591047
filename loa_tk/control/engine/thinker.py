"""Runs one job at a time in the engine process and polls it with after()."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from loa_tk.control.engine.jobs import Job
from loa_tk.control.engine.worker import Message, Worker
from loa_tk.scenes.services import Timers

POLL = 20  # ms between two looks at the worker's messages
TICK = 0.1  # seconds between two ticks of the clock that a running job shows


class Thinker:
    """The worker of one window; no message about a dropped job is ever reported."""

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
        self.job: Job | None = None
        self._token: object = None
        self._ticked = 0.0

    def ask(self, job: Job) -> None:
        """Give the engine this job, in place of any other."""
        self.forget()
        if self.worker is None:
            self.worker = self._make()
        self.job = job
        self.worker.submit(job)
        self._token = self._timers.after(POLL, self._poll)

    def answer_now(self) -> None:
        """Ask for the current job's answer at once."""
        if self.worker is not None:
            self.worker.stop()

    def forget(self) -> None:
        """Drop the current job."""
        self._rest()
        if self.worker is not None:
            self.worker.cancel()

    def close(self) -> None:
        """End the process; another job would start a new one."""
        self.forget()
        if self.worker is not None:
            self.worker.close()
            self.worker = None

    def _rest(self) -> None:
        self.job = None
        if self._token is not None:
            self._timers.cancel(self._token)
            self._token = None

    def _poll(self) -> None:
        assert self.worker is not None
        self._token = self._timers.after(POLL, self._poll)
        job, messages = self.job, self.worker.poll()
        if any(message.kind in ("done", "failed") for message in messages):
            self._rest()
        if job is not None and messages:
            self._heard(job, messages)
        if self.job is not None and self._tick is not None:
            now = self._clock()
            if now - self._ticked > TICK:
                self._ticked = now
                self._tick()
