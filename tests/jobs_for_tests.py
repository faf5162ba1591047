"""Jobs that only tests need, in a module that a spawned process can import."""

import os
import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.context import SpawnContext
from pathlib import Path

from loa_tk.control.engine import worker as engine
from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.engine.leaving import before_end


@dataclass(frozen=True)
class Echo(EngineJob):
    """Answers with its own word."""

    word: str

    def run(self, stop, tell):
        tell(self.word.upper())
        return self.word


class Guarded(EngineJob):
    """Answers at once; if its answer is not waited for, its process may still need a minute."""

    grace = 60.0

    def run(self, stop, tell):
        return "done"


@dataclass(frozen=True)
class Count(EngineJob):
    """Reports each number, makes a file as a sign that it has done so, and answers."""

    numbers: int
    sign: Path

    def run(self, stop, tell):
        for number in range(self.numbers):
            tell(number)
        self.sign.touch()
        return "counted"


class UntilStopped(EngineJob):
    """Reports that it has begun and goes on until it is asked to stop."""

    def run(self, stop, tell):
        tell("begun")
        while not stop():
            time.sleep(0.005)
        return "stopped"


@dataclass(frozen=True)
class Asleep(EngineJob):
    """Stops its own process, as a machine without memory may, unless the sign is there already."""

    sign: Path
    limit: float | None = None

    def run(self, stop, tell):
        if not self.sign.exists():
            self.sign.touch()
            os.kill(os.getpid(), signal.SIGSTOP)
        while not stop() and self.limit is None:
            time.sleep(0.005)
        return "awake"


class Stubborn(EngineJob):
    """Never answers."""

    def run(self, stop, tell):
        while True:
            time.sleep(1)


class Crash(EngineJob):
    """Ends its process."""

    def run(self, stop, tell):
        os._exit(7)


class Fail(EngineJob):
    """Raises an error."""

    def run(self, stop, tell):
        raise ZeroDivisionError("on purpose")


@contextmanager
def unbroken_pipes(monkeypatch):
    """Keep the pipes of engine processes open when these die.

    On Windows the pipe of a process that is killed while it starts stays open.
    """
    kept = []

    class Context(SpawnContext):
        def Pipe(self):
            ours, theirs = super().Pipe()
            kept.append((theirs, theirs.close))
            theirs.close = lambda: None
            return ours, theirs

    with monkeypatch.context() as patch:
        patch.setattr(engine, "get_context", lambda method: Context())
        yield
    for _, close in kept:
        close()


def end_slowly(path, stop):
    """Let this process end as slowly as one with many guests on a loaded machine."""

    def end():
        time.sleep(1.5 * engine.PATIENCE)
        Path(path).touch()

    before_end(end)
