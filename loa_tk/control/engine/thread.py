"""Leads long work in a thread, which hands out jobs to processes; callers poll for what happens."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue

from loa_tk.control.engine.jobs import Abandoned, LongJob, Message
from loa_tk.model.game import UserError
from loa_tk.store.diagnostics import LOG

MOST = 200  # messages that a poll returns; a window shows them within one frame


class ThreadWorker:
    """Does one long job at a time; neither polling nor stopping ever blocks.

    The thread only waits for the processes, so it does not delay the window's timers. The program
    does not end before the thread has ended its last process.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self.thread: threading.Thread | None = None
        self.stopped = threading.Event()
        self._messages: SimpleQueue[Message] | None = None  # of the current job

    @property
    def busy(self) -> bool:
        """Return whether a job is being done."""
        return self._messages is not None

    def submit(self, job: LongJob) -> None:
        """Do this job now, and drop the one before it."""
        self.cancel()
        self._messages, self.stopped = SimpleQueue(), threading.Event()
        self.thread = threading.Thread(
            target=_lead, args=(job, self.stopped, self._messages), name=f"loa_tk {job.name}"
        )
        self.thread.start()

    def stop(self) -> None:
        """End the work; its processes end within moments."""
        self.stopped.set()

    def cancel(self) -> None:
        """End the work: `poll` returns no more messages about it."""
        self.stopped.set()
        self._messages = None

    def close(self) -> None:
        """End the work; the thread ends after its last process."""
        self.cancel()

    def poll(self, most: int = MOST) -> list[Message]:
        """Return what has happened since the last call."""
        messages: list[Message] = []
        while self._messages is not None and len(messages) < most:
            try:
                message = self._messages.get_nowait()
            except Empty:
                break
            messages.append(message)
            if message.kind != "progress":
                self._messages = None
        return messages


def _lead(job: LongJob, stopped: threading.Event, messages: SimpleQueue[Message]) -> None:
    end = Message("done")
    try:
        for event in job.events(stopped):
            messages.put(Message("progress", event))
    except Abandoned:
        pass
    except UserError as error:
        end = Message("failed", str(error))
    except Exception as error:  # the window reports it like any other error
        LOG.exception("a %s failed", job.name)
        end = Message("failed", repr(error))
    messages.put(end)
