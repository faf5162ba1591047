"""The engine process and its client: numbered jobs one way, numbered messages back.

It is a process and not a thread, because a searching thread makes the window's timers 5 to 15 ms
late, a process 0.3 ms. Jobs are cancelled by number: an event that the worker clears could lose a
stop that comes early.

A process that hangs is replaced: it must be ready within STARTING, answer a job within the job's
time limit and GRACE, and answer a stop within GRACE. A thread sends the jobs, because a process
that hangs reads nothing, and after a hundred jobs its pipe would be full.
"""

from __future__ import annotations

import gc
import threading
import time
import traceback
from contextlib import suppress
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue

from loa_tk.control.engine import birth
from loa_tk.control.engine.jobs import EngineJob, Message
from loa_tk.control.engine.leaving import leave
from loa_tk.model.game import UserError

LIVES = 3  # a job that has ended three processes is given up
PATIENCE = 0.5  # seconds that a closing worker gets before it is killed
STARTING = 60.0  # seconds that a process may take to be ready, with its files on a slow network
GRACE = 10.0  # seconds that a process may be late with an answer
READY = 0  # the number of the first message of a process; jobs have greater numbers
PAUSE = 1.0  # seconds between two polls after which not only the process may have been stopped


class Worker:
    """A warm process that does one job at a time; if it dies or hangs, another takes its place."""

    def __init__(self) -> None:
        """Start the process at once: it takes 0.2 to 0.5 s to be ready."""
        self.number = 0
        self.job: EngineJob | None = None
        self.deaths = 0
        self._stopping = False  # the answer to the current job is wanted at once
        self._unreported: list[Message] = []  # what happened to the process between two jobs
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        with birth.undisturbed():
            self.connection, theirs = context.Pipe()
            self.process: SpawnProcess = context.Process(
                target=serve, args=(theirs,), name="loa_tk engine", daemon=True
            )
            self.process.start()
            theirs.close()
            del theirs  # here, because an interrupted end of it would print a traceback
        self._sender = Sender(self.connection)
        # What the process has not answered yet, with the seconds that each answer may take. The
        # first is the message that it is ready, with the number of no job.
        self._owed: dict[int, float | None] = {READY: STARTING}
        self._begin()
        self._polled = time.monotonic()

    @property
    def busy(self) -> bool:
        """Return whether a job is being done."""
        return self.job is not None

    def submit(self, job: EngineJob) -> None:
        """Do this job now, and drop the one before it."""
        self.cancel()
        self._receive()  # the answers to dropped jobs
        if self._late():
            self._replace(late=True)
        self.job, self.deaths, self._stopping = job, 0, False
        self._polled = time.monotonic()
        self._assign(job)

    def stop(self) -> None:
        """Ask for the current job's answer at once."""
        if self.busy and not self._stopping:
            self._stopping = True
            self._hurry()

    def cancel(self) -> None:
        """Drop the current job: `poll` returns no more messages about it."""
        self.stop()
        self.job = None
        self.number += 1

    def _assign(self, job: EngineJob) -> None:
        """Send the process a job; it begins when the jobs before it are answered."""
        self._sender.send("job", self.number, job)
        self._owed[self.number] = job.limit
        if len(self._owed) == 1:
            self._begin()
        if self._stopping:
            self._hurry()

    def _hurry(self) -> None:
        """Ask the process for the current job's answer; it has no time left but the grace."""
        self._sender.send("stop", self.number)
        if self.number in self._owed:
            self._owed[self.number] = 0.0
            if next(iter(self._owed)) == self.number:
                self._begin()

    def _begin(self) -> None:
        """Set the time by which the first answer that the process owes must have come."""
        limit = next(iter(self._owed.values()), None)
        self._due: float | None = None if limit is None else time.monotonic() + limit + GRACE

    def _late(self) -> bool:
        return self._due is not None and time.monotonic() > self._due

    def poll(self, most: int = 10) -> list[Message]:
        """Return the messages that have arrived about the current job, at most this many."""
        now = time.monotonic()
        if self._due is not None and now - self._polled > PAUSE:
            # This process was stopped or busy, too; what the other sent meanwhile is still unread.
            self._due += now - self._polled
        self._polled = now
        messages = self._receive(most)
        if not messages and self.busy and self._late():
            return self._replace(late=True)
        return messages

    def _receive(self, most: int = 1) -> list[Message]:
        messages, self._unreported = (self._unreported, []) if self.busy else ([], self._unreported)
        # On Windows the pipe of a process that was killed while it started does not break: this
        # process holds the other end, too, until the new one takes it.
        dead = not self.process.is_alive()
        try:
            while len(messages) < most and self.connection.poll():
                kind, number, content = self.connection.recv()
                answered = kind in ("ready", "done", "failed")
                if answered:
                    self._owed.pop(number, None)
                    self._begin()
                if number == self.number and self.busy:
                    messages.append(Message(kind, content))
                    if answered:
                        self.job = None
            if dead and not messages:
                messages += self._replace()
        except (EOFError, OSError):
            messages += self._replace()
        return messages

    def _replace(self, late: bool = False) -> list[Message]:
        """Start another process, and do the job again in it."""
        self._end(0.0 if late else PATIENCE)
        status = self.process.exitcode
        self._start()
        restarted = Message("restarted", status, late)
        if self.job is None:
            self._unreported = [restarted]
            return []
        self.deaths += 1
        if self.deaths >= LIVES:
            self.job = None
            how = "did not answer" if late else "ended"
            text = f"the engine process {how} {LIVES} times (status {status})"
            return [Message("failed", text)]
        self._assign(self.job)
        return [restarted]

    def close(self, patience: float = PATIENCE) -> None:
        """End the process: it exits when the pipe closes, or is killed after these seconds."""
        self.job = None
        self._end(patience)

    def _end(self, patience: float) -> None:
        # While the thread is sending, the pipe cannot be closed: only a dead process frees it.
        if patience and self._sender.end(patience):
            self.connection.close()
            self.process.join(patience)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(PATIENCE)
        if self._sender.end(PATIENCE):
            self.connection.close()


class Sender:
    """A thread that sends one process its jobs in their order, however long each may take."""

    def __init__(self, connection: Connection) -> None:
        """Start the thread."""
        self._connection = connection
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="loa_tk sender", daemon=True)
        self._thread.start()

    def send(self, word: str, number: int, content: object = None) -> None:
        """Send this after everything before it; return at once."""
        # Pickled here, so that a job that cannot be sent fails where it was given.
        self._waiting.put(bytes(ForkingPickler.dumps((word, number, content))))

    def end(self, seconds: float) -> bool:
        """Send nothing more; return whether the thread has ended within these seconds."""
        self._waiting.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        with suppress(OSError):  # the process has died; the next poll replaces it
            while (message := self._waiting.get()) is not None:
                self._connection.send_bytes(message)


def serve(connection: Connection) -> None:
    """Run the worker process: one thread listens, the main thread does one job after the other."""
    birth.ready()
    gc.disable()  # pauses of 100 ms otherwise; the searches make no cycles
    jobs: SimpleQueue[tuple[int, EngineJob]] = SimpleQueue()
    stopped: float = 0  # jobs up to this number have to stop
    current: EngineJob | None = None

    def listen() -> None:
        nonlocal stopped
        while True:
            try:
                word, number, content = connection.recv()
            except (EOFError, OSError):  # the parent has ended, for whatever reason
                stopped = inf
                time.sleep(current.grace if current is not None else 0.0)
                leave()
            if word == "job":
                jobs.put((number, content))
            else:
                stopped = max(stopped, number)

    threading.Thread(target=listen, daemon=True).start()
    with suppress(OSError):  # the listening thread ends the process
        connection.send(("ready", READY, None))
    while True:
        number, current = jobs.get()

        def tell(content: object, number: int = number) -> None:
            said = content if isinstance(content, Message) else Message("progress", content)
            connection.send((said.kind, number, said.content))

        try:
            result = current.run(lambda: stopped >= number, tell)  # noqa: B023 - within this turn
            answer: tuple[str, int, object] = "done", number, result
        except OSError:
            leave()
        except UserError as error:
            answer = "failed", number, error
        except Exception:
            answer = "failed", number, traceback.format_exc()
        # Before the answer is sent: a parent that then closes the pipe waits for nothing.
        current = None
        try:
            connection.send(answer)
        except OSError:
            leave()  # the parent has ended while this answer was found
