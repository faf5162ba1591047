"""The worker process of one window: started when first needed, polled with after(), closed."""

from __future__ import annotations

from collections.abc import Callable

from loa_tk.control.engine.jobs import Job
from loa_tk.control.engine.worker import Message, Worker
from loa_tk.scenes.main import View

POLL = 20  # ms between two looks at the worker's messages


class Errands:
    """At most one job at a time; one that is cancelled is never heard of again."""

    def __init__(
        self, view: View, heard: Callable[[Job, Message], None], make: Callable[[], Worker] = Worker
    ) -> None:
        """Tell `heard` each message with the job it is about."""
        self._view, self._heard, self._make = view, heard, make
        self._worker: Worker | None = None
        self._token: object = None
        self.job: Job | None = None

    def ask(self, job: Job) -> None:
        """Do this job now, whatever went on before."""
        self.cancel()
        if self._worker is None:
            self._worker = self._make()
        self.job = job
        self._worker.submit(job)
        self._token = self._view.after(POLL, self._poll)

    def cancel(self) -> None:
        """Think no more of the current job."""
        self.job = None
        if self._token is not None:
            self._view.cancel(self._token)
            self._token = None
        if self._worker is not None:
            self._worker.cancel()

    def close(self) -> None:
        """End the process; the next job starts another."""
        self.cancel()
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _poll(self) -> None:
        assert self._worker is not None
        self._token = self._view.after(POLL, self._poll)
        for message in self._worker.poll():
            job = self.job
            if job is None:
                break  # who heard the message before this one has cancelled
            if message.kind in ("done", "failed"):
                self.cancel()
            self._heard(job, message)
