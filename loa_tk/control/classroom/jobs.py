"""The class window's jobs: check the files and play the tournament, and write the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from loa_tk.control.classroom.conduct import Known, conduct
from loa_tk.control.classroom.outputs import Outputs
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Credit
from loa_tk.control.classroom.run import ClassroomEvent, ClassroomRun
from loa_tk.control.engine.jobs import LongJob
from loa_tk.control.series.executors import Local


@dataclass(frozen=True)
class ClassJob(LongJob):
    """Check the files that are not known yet and play the games that are missing."""

    name: ClassVar[str] = "class"
    plan: ClassroomPlan
    processes: int
    known: Known

    def events(self, stopped: Event) -> Iterator[ClassroomEvent]:
        """Yield the checks and games as they end."""
        with closing(Local(self.processes, stopped)) as local:
            yield from conduct(self.plan, local, self.known)


@dataclass(frozen=True)
class ResultsJob(LongJob):
    """Write pages, games and marks into a folder; all of them, even if the program ends."""

    name: ClassVar[str] = "writing of results"
    lasts: ClassVar[bool] = True
    folder: Path
    run: ClassroomRun
    marks: Mapping[int, Sequence[Credit]]

    def events(self, stopped: Event) -> Iterator[object]:
        """Yield nothing: hundreds of files take seconds."""
        Outputs(results=self.folder).finish(self.run, self.marks)
        yield from ()
