"""The guest process itself: it loads students' files and runs jobs with them.

Everything that a student's file prints goes to the host as messages, and what it writes to the raw
streams ends up in the host's error pipe. The wire is a descriptor that the file is not told about;
if it writes there all the same, the host notices and ends the process.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any, NoReturn

from loa_tk.control.guest import limits
from loa_tk.control.guest.sandbox import CLASS, LIMITS, NONE
from loa_tk.control.guest.wire import FrameReader, encode, write_answer
from loa_tk.lab.adapter import OwnFiles
from loa_tk.lab.mistakes import LONGEST, Mistake, from_exception
from loa_tk.model.game import UserError

PULSE = 0.25  # seconds between two messages that say what the file is doing
MOST_OUTPUT = 10_000  # characters that are passed on for one search
MOST_MODULES = 50


def main(sandbox: str) -> None:
    """Serve the host until it closes the pipe; `sandbox` says whether to set limits."""
    if sandbox == "probe":
        return
    Inside().serve(sandbox)


class Printer(io.TextIOBase):
    """The standard output of a student's file: bounded, and sent as messages a few at a time."""

    def __init__(self, send: Any) -> None:
        """Send the text with this function."""
        self._send = send
        self._text: list[str] = []
        self._left = MOST_OUTPUT
        self._lock = threading.Lock()

    def renew(self) -> None:
        """Begin another search with the full allowance."""
        self._left = MOST_OUTPUT

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep the text for the next message, up to the bound."""
        if not isinstance(text, str):
            raise TypeError(f"write() needs a text, not {type(text).__name__}")
        with self._lock:
            if self._left > 0:
                self._text.append(text[: self._left])
                if len(text) >= self._left:
                    self._text.append("\n… the rest of the output is left out\n")
                self._left -= len(text)
        return len(text)

    def hand_over(self) -> None:
        """Send what has been printed since the last time."""
        with self._lock:
            text, self._text = "".join(self._text), []
        if text:
            self._send({"kind": "print", "text": text})


class Inside:
    """The guest's side of the conversation."""

    def __init__(self) -> None:
        """Take the wire away from the standard streams."""
        self._in, self._out = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        self._sending = threading.Lock()
        self._jobs: SimpleQueue[tuple[int, Any, dict[str, str]]] = SimpleQueue()
        self._stopped = 0  # jobs up to this number have to stop
        self._number = 0  # of the job that runs, or 0
        self._folder: Path | None = None
        self._files = OwnFiles()
        if shared := os.environ.get(CLASS):
            sys.path.append(shared)  # for the files that the whole class may import
        self._printer = Printer(self.send)
        sys.stdout = sys.stderr = self._printer

    def send(self, message: dict[str, Any], carried: bytes | None = None) -> None:
        """Send one message, whole, with the bytes that it carries."""
        content = encode({"number": self._number, **message}, carried)
        with self._sending:
            view = memoryview(content)
            while view:
                view = view[os.write(self._out, view) :]

    def serve(self, sandbox: str) -> NoReturn:
        """Do one job after the other."""
        if sandbox == LIMITS:
            limits.end_with_parent()  # bwrap does that itself
        # Before the limits, which forbid most users another thread.
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True).start()
        if sandbox != NONE:
            limits.apply()
            limits.filter_calls()
        self.send({"kind": "ready"})
        while True:
            number, job, places = self._jobs.get()
            self._number = number
            try:
                self._answer("done", job, self._do(number, job, places))
            except Mistake as error:
                self._fail(error)
            except BaseException as error:
                self._fail(self._explained(error, places))
            self._number = 0

    def _do(self, number: int, job: Any, places: dict[str, str]) -> object:
        """Load the files, run the job and return its answer."""
        self._printer.renew()
        self._files.places.update(places)
        self._folder = Path(next(iter(places.values()))).parent
        for name in places:
            self._files.code(name)
        self.send({"kind": "loaded", "modules": modules_beside(self._folder)})
        limits.allow_processor_time(job.limit)
        self.send({"kind": "begun"})
        return job.run(
            lambda: self._stopped >= number,
            lambda content: self._answer("progress", job, content),
            self._files,
        )

    def _answer(self, kind: str, job: Any, answer: object) -> None:
        """Send an answer or progress, after what the file has printed before it."""
        self._printer.hand_over()
        content = write_answer(job, answer, kind == "progress")
        if isinstance(content, bytes):
            self.send({"kind": kind}, content)
        else:
            self.send({"kind": kind, "content": content})

    def _fail(self, mistake: Mistake) -> None:
        self._printer.hand_over()
        self.send(failed(mistake))

    def _explained(self, error: BaseException, places: dict[str, str]) -> Mistake:
        """Return any other error than a student's exception as a mistake."""
        if isinstance(error, UserError):
            return Mistake(str(error))
        return from_exception(error, Path(next(iter(places.values()))))

    def _listen(self) -> None:
        reader = FrameReader()
        while data := os.read(self._in, 65536):
            for content in reader.feed(data):
                word, number, job, places = pickle.loads(content)
                if word == "job":
                    self._jobs.put((number, job, places))
                else:
                    self._stopped = max(self._stopped, number)
        os._exit(0)  # the host has ended, for whatever reason

    def _watch(self, thread: int) -> None:
        """Tell the host now and then where the file is, so that it can end a file that hangs."""
        while True:
            time.sleep(PULSE)
            if self._number:
                self._printer.hand_over()
                frame = sys._current_frames().get(thread)
                name, line = own_line(frame, self._folder)
                self.send({"kind": "watch", "calls": self._files.calls, "file": name, "line": line})


def failed(mistake: Mistake) -> dict[str, Any]:
    """Return a mistake as a message."""
    return {
        "kind": "failed",
        "what": mistake.what[: 4 * LONGEST],
        "file": mistake.file[: 4 * LONGEST],
        "line": mistake.line,
        "code": mistake.code[:LONGEST],
    }


def own_line(frame: FrameType | None, folder: Path | None) -> tuple[str, int]:
    """Return the file and line of the student's that is being run, or nothing."""
    while frame is not None and folder is not None:
        name = frame.f_code.co_filename
        if Path(name).parent == folder:
            return Path(name).name, frame.f_lineno or 0
        frame = frame.f_back
    return "", 0


def modules_beside(folder: Path) -> Sequence[str]:
    """Return the names of the student's own modules that have been imported."""
    places = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    modules = {Path(place).name for place in places if Path(place).parent == folder}
    return sorted(modules)[:MOST_MODULES]
