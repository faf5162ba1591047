"""The engine process and its client: numbered jobs one way, numbered messages back.

It is a process and not a thread, because a searching thread makes the window's timers 5 to 15 ms
late, a process 0.3 ms. Jobs are cancelled by number: an event that the worker clears could lose a
stop that comes early.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue

from loa_tk.control.engine.jobs import Job

LIVES = 3  # a job that has ended three processes is given up
PATIENCE = 0.5  # seconds that a closing worker gets before it is killed


@dataclass(frozen=True)
class Message:
    """A message about the current job: "progress", "done", "failed" or "restarted"."""

    kind: str
    content: object = None


class Worker:
    """A warm process that does one job at a time; if it dies, another takes its place."""

    def __init__(self) -> None:
        """Start the process at once: it takes 0.2 to 0.5 s to be ready."""
        self.number = 0
        self.job: Job | None = None
        self.deaths = 0
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=serve, args=(theirs,), name="loa_tk engine", daemon=True
        )
        self.process.start()
        theirs.close()

    @property
    def busy(self) -> bool:
        """Return whether a job is being done."""
        return self.job is not None

    def submit(self, job: Job) -> None:
        """Do this job now, and drop the one before it."""
        self.cancel()
        self.job, self.deaths = job, 0
        self._send("job", job)

    def stop(self) -> None:
        """Ask for the current job's answer at once."""
        if self.busy:
            self._send("stop")

    def cancel(self) -> None:
        """Drop the current job: `poll` returns no more messages about it."""
        if self.busy:
            self._send("stop")
        self.job = None
        self.number += 1

    def _send(self, word: str, content: object = None) -> None:
        with suppress(OSError):  # the process has died; the next poll replaces it
            self.connection.send((word, self.number, content))

    def poll(self, most: int = 10) -> list[Message]:
        """Return the messages that have arrived about the current job, at most this many."""
        found: list[Message] = []
        try:
            while len(found) < most and self.connection.poll():
                kind, number, content = self.connection.recv()
                if number == self.number and self.busy:
                    found.append(Message(kind, content))
                    if kind != "progress":
                        self.job = None
        except (EOFError, OSError):
            found += self._replace()
        return found

    def _replace(self) -> list[Message]:
        """Start another process, and do the job again in it."""
        self.connection.close()
        self.process.join(PATIENCE)
        status = self.process.exitcode
        self._start()
        if self.job is None:
            return []
        self.deaths += 1
        if self.deaths >= LIVES:
            self.job = None
            return [Message("failed", f"the engine process ended {LIVES} times (status {status})")]
        self._send("job", self.job)
        return [Message("restarted", status)]

    def close(self) -> None:
        """End the process: it exits when the pipe closes, or is killed."""
        self.job = None
        self.connection.close()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def serve(connection: Connection) -> None:
    """Run the worker process: one thread listens, the main thread does one job after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    gc.disable()  # pauses of 100 ms otherwise; the searches make no cycles
    jobs: SimpleQueue[tuple[int, Job]] = SimpleQueue()
    stopped = 0  # jobs up to this number have to stop

    def listen() -> None:
        nonlocal stopped
        while True:
            try:
                word, number, content = connection.recv()
            except (EOFError, OSError):
                os._exit(0)  # the parent has ended, for whatever reason
            if word == "job":
                jobs.put((number, content))
            else:
                stopped = max(stopped, number)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        number, job = jobs.get()
        try:
            answer = (
                "done",
                number,
                job.run(
                    lambda: stopped >= number,  # noqa: B023 - called within this turn only
                    lambda content: connection.send(("progress", number, content)),  # noqa: B023
                ),
            )
        except OSError:
            os._exit(0)
        except Exception:
            answer = "failed", number, traceback.format_exc()
        try:
            connection.send(answer)
        except OSError:
            os._exit(0)  # the parent has ended while this answer was found
