"""Holds a class in the background: a thread hands out the work, callers poll for what happens."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue

from loa_tk.control.classroom.course import ClassEvent, ClassPlan, Course, Known, conduct
from loa_tk.control.series.executors import Local
from loa_tk.control.ugi.client import Abandoned
from loa_tk.model.game import UserError
from loa_tk.store.diagnostics import LOG


class ClassRunner:
    """Holds a class in processes of this machine; neither polling nor stopping ever blocks.

    `course` has the figures as far as they have been polled. The thread only waits for the
    processes. It is no daemon, so that the program does not end before the last process has ended.
    """

    def __init__(self, plan: ClassPlan, jobs: int, known: Known | None = None) -> None:
        """Begin."""
        self.course = Course(plan)
        self.done, self.error = False, ""
        self._local, self._known = Local(jobs), known
        self._found: SimpleQueue[ClassEvent | str] = SimpleQueue()  # events, then an error or ""
        self._thread = threading.Thread(target=self._run, name="loa_tk class")
        self._thread.start()

    def _run(self) -> None:
        error = ""
        try:
            for event in conduct(self.course.plan, self._local, self._known):
                self._found.put(event)
        except Abandoned:
            pass
        except UserError as problem:
            error = str(problem)
        except Exception as problem:  # the window reports it like any other error
            LOG.exception("a class failed")
            error = repr(problem)
        self._found.put(error)

    def poll(self, most: int = 200) -> list[ClassEvent]:
        """Return what has happened since the last call, and set `done` after the end."""
        events: list[ClassEvent] = []
        while len(events) < most and not self.done:
            try:
                found = self._found.get_nowait()
            except Empty:
                break
            if isinstance(found, str):
                self.done, self.error = True, found
            else:
                self.course.add(found)
                events.append(found)
        return events

    def stop(self) -> None:
        """End all checks and games; their processes end within moments."""
        self._local.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the end of the last process, and return whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
