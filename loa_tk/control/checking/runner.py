"""Examines a file in the background: a thread waits for the process, callers poll for news."""

from __future__ import annotations

import threading
import time
from queue import Empty, SimpleQueue

from loa_tk.control.checking.jobs import GRACE, CheckJob
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.worker import Worker

PULSE = 0.05  # seconds between two looks at the process


class CheckRunner:
    """Does one job in a process of this machine; neither polling nor stopping ever blocks.

    The thread is no daemon, so that the program does not end before the process has ended, with
    its guest and the guest's folder.
    """

    def __init__(self, job: CheckJob) -> None:
        """Begin."""
        self._job = job
        self._stopped = threading.Event()
        self._found: SimpleQueue[Message] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="loa_tk check")
        self._thread.start()

    def _run(self) -> None:
        worker = Worker()
        try:
            worker.submit(self._job)
            while worker.busy and not self._stopped.wait(PULSE):
                for message in worker.poll():
                    self._found.put(message)
            worker.stop()
            end = time.monotonic() + GRACE
            while worker.busy and time.monotonic() < end:
                time.sleep(PULSE)
                worker.poll()
        finally:
            worker.close()

    def poll(self) -> list[Message]:
        """Return what has happened since the last call."""
        found = []
        while True:
            try:
                found.append(self._found.get_nowait())
            except Empty:
                return found

    def stop(self) -> None:
        """End the examination; its process ends within moments."""
        self._stopped.set()

    def join(self, seconds: float) -> bool:
        """Wait for the end of the process, and return whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
