"""Holds a class in the background: a thread hands out the work, callers poll for what happens."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.control.classroom.course import ClassEvent, ClassPlan, Course, Known, conduct
from loa_tk.control.series.executors import Local
from loa_tk.control.series.runner import PolledRun


class ClassRunner(PolledRun[ClassEvent]):
    """Holds a class; `course` has the figures as far as they have been polled."""

    name = "class"

    def __init__(self, plan: ClassPlan, jobs: int, known: Known | None = None) -> None:
        """Begin."""
        self.course, self._known = Course(plan), known
        super().__init__(jobs)

    def events(self, local: Local) -> Iterator[ClassEvent]:
        """Yield the checks and games as they end."""
        return conduct(self.course.plan, local, self._known)

    def poll(self, most: int = 200) -> list[ClassEvent]:
        """Return what has happened since the last call, add it to the course, and set `done`."""
        events = super().poll(most)
        for event in events:
            self.course.add(event)
        return events
