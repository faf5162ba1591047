"""Jobs: work for other processes and threads, and the messages that come back about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from threading import Event
from typing import ClassVar

from loa_tk.immutable import dataclass
from loa_tk.model.search.search import ENGINE

THREAD = "thread"  # a place where jobs are done, besides the places of players


@dataclass(frozen=True)
class Message:
    """A message about the current job: "progress", "done", "failed" or "restarted".

    The content of "restarted" is the exit status of the process, which was killed if it was late.
    A job with students' files also has a "note", a line for the log, and "output", what a file has
    printed. The content of "failed" is a text, or the UserError that ended the job.
    """

    kind: str
    content: object = None
    late: bool = False

    @property
    def reason(self) -> str:
        """The last line of the content, which says why a job has failed."""
        return str(self.content).strip().split("\n")[-1]


class Abandoned(Exception):
    """The work was stopped before it had an answer."""


class Job:
    """Work for another process or thread, with all that it needs, and what its worker must know."""

    lasts: ClassVar[bool] = False  # whether it goes on when its window closes

    @property
    def limit(self) -> float | None:
        """The seconds within which it must have answered, if they are limited."""
        return None

    @property
    def grace(self) -> float:
        """The seconds that it gets to end programs of its own if nobody waits for its answer."""
        return 0.0

    @property
    def files(self) -> tuple[str, ...]:
        """The students' files that it names."""
        return ()

    @property
    def place(self) -> str:
        """Where it is done: in the engine process, by a program or by a thread."""
        return ENGINE


class EngineJob(Job, ABC):
    """A job for the engine process: it can be pickled and stopped, and reports its progress."""

    @abstractmethod
    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> object:
        """Do the work, or return the result so far soon after `stop` returns True.

        `tell` is given its progress, or a whole Message.
        """


class LongJob(Job, ABC):
    """Work that a thread of this process leads: it hands out jobs and reports what happens."""

    name: ClassVar[str]  # of the work, for the log file: "series"
    place = THREAD

    @abstractmethod
    def events(self, stopped: Event) -> Iterator[object]:
        """Yield what happens; end, or raise Abandoned, soon after `stopped` is set."""
