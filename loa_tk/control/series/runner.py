"""Plays a series in the background: a thread hands out the games, callers poll for results."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.series.executors import Local
from loa_tk.control.series.plan import Plan, Result, tasks
from loa_tk.control.series.play import try_out_players
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.store.diagnostics import LOG

Event = TypeVar("Event")


class PolledRun(ABC, Generic[Event]):
    """Long work in processes of this machine; neither polling nor stopping ever blocks.

    The thread only waits for the processes, so it does not delay the window's timers. It is no
    daemon, so that the program does not end before the last process has ended.
    """

    name: str  # of the work, for the log file: "series"

    def __init__(self, jobs: int) -> None:
        """Begin; subclasses have set what `events` needs before they call this."""
        self.done, self.error = False, ""
        self._local = Local(jobs)
        self._found: SimpleQueue[Event | str] = SimpleQueue()  # events, then an error or ""
        self._thread = threading.Thread(target=self._run, name=f"loa_tk {self.name}")
        self._thread.start()

    @abstractmethod
    def events(self, local: Local) -> Iterator[Event]:
        """Yield what happens, in the thread; Abandoned means that the work was stopped."""

    def _run(self) -> None:
        error = ""
        try:
            for event in self.events(self._local):
                self._found.put(event)
        except Abandoned:
            pass
        except UserError as problem:
            error = str(problem)
        except Exception as problem:  # the window reports it like any other error
            LOG.exception("a %s failed", self.name)
            error = repr(problem)
        finally:
            self._local.close()
        self._found.put(error)

    def poll(self, most: int = 200) -> list[Event]:
        """Return what has happened since the last call, and set `done` after the end."""
        events: list[Event] = []
        while len(events) < most and not self.done:
            try:
                found = self._found.get_nowait()
            except Empty:
                break
            if isinstance(found, str):
                self.done, self.error = True, found
            else:
                events.append(found)
        return events

    def stop(self) -> None:
        """End all work; the processes end within moments."""
        self._local.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the end of the last process, and return whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()


class Runner(PolledRun[Result]):
    """Plays a plan."""

    name = "series"

    def __init__(
        self,
        plan: Plan,
        jobs: int,
        done: Container[int] = (),
        keep: Callable[[Result], Result] | None = None,
    ) -> None:
        """Start to play the games that are not done; `keep` is called for each in the thread."""
        self._plan, self._finished, self._keep = plan, done, keep
        super().__init__(jobs)

    def events(self, local: Local) -> Iterator[Result]:
        """Yield the finished games."""
        plan, keep = self._plan, self._keep
        try_out_players(plan, local.stopped.is_set)
        remaining = tasks(find_game(plan.game), plan, self._finished, keep is not None)
        for result in local.run(remaining):
            yield result if keep is None else keep(result)
