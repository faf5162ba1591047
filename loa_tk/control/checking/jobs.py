"""The check window's job: examine a file in a process, and report every line as it is known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from loa_tk.control.classroom.examine import examine
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.students import handed_in
from loa_tk.control.engine.jobs import Abandoned, EngineJob, LongJob
from loa_tk.control.engine.worker import Worker
from loa_tk.model.game import UserError
from loa_tk.model.search.options import is_file

PULSE = 0.05  # seconds between two looks at the process
GRACE = 3.0  # seconds in which its guest ends if the window's process has ended


@dataclass(frozen=True)
class Refused:
    """Why a file could not be examined at all."""

    reason: str


@dataclass(frozen=True)
class ExamineJob(EngineJob):
    """Examine one file; the progress is a text, what is being checked, or a line of the table."""

    path: str
    game: str
    sandbox: str = ""
    grace = GRACE

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None]
    ) -> Checked | Refused | None:
        """Return what was found, or None if the examination was stopped."""

        def begun(text: str) -> None:
            if stop():
                raise Abandoned
            tell(text)

        try:
            path = Path(self.path)
            subject = self.path if is_file(path.name) else handed_in(path).checked
            return examine(
                subject, self.game, sandbox=self.sandbox, tell=begun, stop=stop, report=tell
            )
        except Abandoned:
            return None
        except UserError as error:
            return Refused(str(error))


@dataclass(frozen=True)
class CheckJob(LongJob):
    """Examine one file in a process, which ends with its guest and the guest's folder."""

    name: ClassVar[str] = "check"
    path: str
    game: str

    def events(self, stopped: Event) -> Iterator[object]:
        """Yield the lines and texts as they are known, what was found, and every restart."""
        with closing(Worker()) as worker:
            worker.submit(ExamineJob(self.path, self.game))
            while worker.busy and not stopped.wait(PULSE):
                for message in worker.poll():
                    if message.kind == "failed":
                        raise UserError(message.reason)
                    yield message if message.kind == "restarted" else message.content
            worker.stop()
            end = time.monotonic() + GRACE
            while worker.busy and time.monotonic() < end:
                time.sleep(PULSE)
                worker.poll()
