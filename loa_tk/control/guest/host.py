"""The host's side of one guest process: it starts it, reads its messages, and ends it.

Two threads read what the guest writes: its messages, which are checked before anybody sees them,
and its raw output. Both keep a bounded amount.
"""

from __future__ import annotations

import os
import pickle
import select
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Empty, Full, Queue
from typing import IO, Any

from loa_tk.control.engine.programs import NO_CONSOLE, ender
from loa_tk.control.guest.limits import MEMORY, PROCESSES
from loa_tk.control.guest.sandbox import BWRAP, CLASS, bwrap_command, environment, guest_command
from loa_tk.control.guest.wire import BYTES, FrameReader, WireError, decode, frame, read_answer
from loa_tk.lab.mistakes import Mistake

FOLDER = "loa_guest_"  # how the names of the guests' folders begin
DAY = 24 * 60 * 60.0
WAITING = 200  # messages that nobody has read; a guest that sends more is blocked
PULSE = 0.1  # seconds between two checks whether the host has closed the guest
ENDING = 1.0  # seconds in which a killed process must have gone
MOST_OUTPUT = 20_000  # characters of a guest's output that are kept for one search
TOO_MUCH = 10_000_000  # bytes of raw output after which a guest is ended
MOST_TEXT = 2_000  # characters of any other text from a guest
MOST_LINE = 10**7
MOST_CALLS = 2**62
CAN_POLL = hasattr(select, "poll")  # Windows cannot wait for a pipe without reading it


@dataclass(frozen=True)
class Event:
    """Something that a guest has said, or that has happened to it.

    The kinds are "ready", "loaded", "begun", "watch", "print", "progress", "done", "failed",
    "broken" (it wrote something that is not a message) and "ended".
    """

    kind: str
    number: int = 0
    content: Any = None


class GuestProcess:
    """One process for students' files; it is killed with all its children."""

    def __init__(self, files: Sequence[Path], sandbox: str, alone: str = "") -> None:
        """Start the process for these files; those of the class in the folder `alone` are hidden.

        Only bwrap hides anything.
        """
        self.sandbox = sandbox
        sweep(tempfile.gettempdir())
        self.folder = tempfile.mkdtemp(prefix=FOLDER)
        self.events: Queue[Event] = Queue(WAITING)
        self.closed = False
        self._job: tuple[int, Any] = (0, None)
        self._reading = threading.Lock()  # held while output is read and becomes an event
        variables = {**environment(), **({CLASS: alone} if alone else {})}
        command = guest_command(sandbox)
        if sandbox == BWRAP:
            command = [*bwrap_command(files, variables, alone), *command]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=variables, cwd=self.folder, bufsize=0, start_new_session=True,
                creationflags=NO_CONSOLE,
            )  # fmt: skip
            self._end = ender(self.process, MEMORY, PROCESSES)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self._threads = [
            threading.Thread(target=listen, daemon=True)
            for listen in (self._read_messages, self._read_output)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, number: int, job: object, places: Mapping[str, str]) -> None:
        """Give the guest a job; `places` has the absolute path of each file that it names."""
        self._job = number, job
        self._send("job", number, job, dict(places))

    def stop(self, number: int) -> None:
        """Ask for the answer to a job at once."""
        self._send("stop", number, None, {})

    def _send(self, *message: object) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # it has ended, which the events say
            self.process.stdin.write(frame(pickle.dumps(message)))

    def status(self) -> int | None:
        """Return the exit status of an ended guest; a signal is negative, as in `subprocess`."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(ENDING)
        status = self.process.poll()
        if self.sandbox == BWRAP and status is not None and status > 128:
            return 128 - status  # bwrap reports a signal as a shell does
        return status

    def close(self) -> None:
        """Kill the process and its children, and remove its folder."""
        self.closed = True
        self._end()
        self.process.kill()
        self.process.wait()
        with suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        for stream, thread in zip(
            (self.process.stdout, self.process.stderr), self._threads, strict=True
        ):
            thread.join(ENDING)
            # Closing a stream that a thread still reads would block for ever.
            if stream is not None and not thread.is_alive():
                stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- the two threads ---

    def _read_messages(self) -> None:
        reader = FrameReader()
        try:
            for data in _chunks(self.process.stdout):
                for content in reader.feed(data):
                    event = self._event(content)
                    if event.kind in ("done", "failed"):
                        self._catch_up()
                    self._put(event)
        except WireError as error:
            self._put(Event("broken", content=str(error)))
            return
        self._put(Event("ended"))

    def _event(self, content: bytes) -> Event:
        """Return a message, checked; raise WireError if it is not what it should be."""
        message = decode(content)
        kind, number = message["kind"], whole(message.get("number"), MOST_CALLS)
        if kind in ("ready", "begun"):
            return Event(kind, number)
        if kind == "loaded":
            return Event(kind, number, module_names(message.get("modules")))
        if kind == "print":
            return Event(kind, number, text(message.get("text"), MOST_OUTPUT, lines=True))
        if kind == "watch":
            calls = whole(message.get("calls"), MOST_CALLS)
            place = text(message.get("file")), whole(message.get("line"), MOST_LINE)
            return Event(kind, number, (calls, *place))
        if kind == "failed":
            return Event(kind, number, read_mistake(message))
        if kind in ("progress", "done"):
            current, job = self._job
            if job is None or number != current:
                return Event("late", number)
            answer = message.get(BYTES, message.get("content"))
            return Event(kind, number, read_answer(job, answer, kind == "progress"))
        raise WireError("a message of an unknown kind")

    def _read_output(self) -> None:
        kept = read = 0
        chunks = _chunks(self.process.stderr)
        while _readable(self.process.stderr):
            with self._reading:
                data = next(chunks, b"")
                if not data:
                    return
                read += len(data)
                if kept < MOST_OUTPUT:
                    said = data[: MOST_OUTPUT - kept].decode("utf-8", "replace")
                    kept += len(data)
                    self._put(Event("print", content=text(said, MOST_OUTPUT, lines=True)))
                if read > TOO_MUCH:
                    self._put(Event("broken", content="too much on its error stream"))
                    return

    def _catch_up(self) -> None:
        """Wait until what was written before an answer has become an event before it."""
        if not CAN_POLL:
            return
        while self._threads[1].is_alive() and _readable(self.process.stderr, 0):
            time.sleep(0.001)
        with self._reading:
            pass

    def _put(self, event: Event) -> None:
        while not self.closed:
            with suppress(Full):
                self.events.put(event, timeout=PULSE)
                return

    def next_event(self, seconds: float = 0.0) -> Event | None:
        """Return the next event, after waiting at most this long for it, or None."""
        try:
            return self.events.get(timeout=seconds) if seconds else self.events.get_nowait()
        except Empty:
            return None


def _readable(stream: IO[bytes] | None, milliseconds: int | None = None) -> bool:
    """Wait until a stream has bytes or has ended; return False if the time is over before."""
    if not CAN_POLL:
        return True
    asked = select.poll()
    with suppress(OSError, ValueError):  # it has been closed
        assert stream is not None
        asked.register(stream, select.POLLIN)
        return bool(asked.poll(milliseconds))
    return False


def _chunks(stream: IO[bytes] | None) -> Iterator[bytes]:
    """Yield the bytes of a stream as they come, until its end."""
    assert stream is not None
    with suppress(OSError, ValueError):
        while data := stream.read(65536):
            yield data


# --- folders that were left ---


@cache
def sweep(place: str) -> None:
    """Remove empty folders of guests whose program was killed; look once in each place.

    A folder stays for a day, and as long as a process works in it.
    """
    old = time.time() - DAY
    with suppress(OSError):
        left = [path for path in Path(place).glob(f"{FOLDER}*") if path.lstat().st_mtime < old]
        used = set(_working_folders()) if left else set()
        for path in left:
            if os.path.realpath(path) not in used:
                with suppress(OSError):  # it is not empty, or somebody else's
                    path.rmdir()


def _working_folders() -> Iterator[str]:
    """Yield the folders that processes work in, as far as the system shows them."""
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            yield os.readlink(link)


# --- what a guest may say ---


def whole(number: Any, most: int) -> int:
    """Return a whole number of a message, or raise WireError."""
    if type(number) is not int or not 0 <= number <= most:
        raise WireError("something that is not a number")
    return int(number)


def text(said: Any, most: int = MOST_TEXT, lines: bool = False) -> str:
    """Return a text of a message without control characters, cut short, or raise WireError.

    An escape sequence of a student's must not reach a terminal.
    """
    if not isinstance(said, str):
        raise WireError("something that is not a text")
    kept = "\n\t" if lines else ""
    return "".join(char if char.isprintable() or char in kept else "\ufffd" for char in said[:most])


def module_names(names: Any) -> tuple[str, ...]:
    """Return the names of files in one folder, or raise WireError."""
    if not isinstance(names, list) or len(names) > 100:
        raise WireError("something that is not a list")
    modules = tuple(text(name) for name in names)
    if any(Path(name).name != name for name in modules):
        raise WireError("a file in another folder")
    return modules


def read_mistake(message: Mapping[str, Any]) -> Mistake:
    """Return the mistake that a message tells, or raise WireError."""
    return Mistake(
        text(message.get("what")),
        text(message.get("file")),
        whole(message.get("line"), MOST_LINE),
        text(message.get("code")),
    )
