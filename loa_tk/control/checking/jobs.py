"""The check window's job for a process: examine a file, and report every line as it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.control.classroom.examine import examine
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.engine.jobs import Abandoned, EngineJob
from loa_tk.model.game import UserError

GRACE = 3.0  # seconds in which its guest ends if the window's process has ended


@dataclass(frozen=True)
class Refused:
    """Why a file could not be examined at all."""

    reason: str


@dataclass(frozen=True)
class CheckJob(EngineJob):
    """Examine one file; the progress is a text, what is being checked, or a line of the table."""

    path: str
    game: str
    sandbox: str = ""

    @property
    def grace(self) -> float:
        """The seconds in which its guest ends."""
        return GRACE

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None]
    ) -> Checked | Refused | None:
        """Return what was found, or None if the examination was stopped."""

        def begun(text: str) -> None:
            if stop():
                raise Abandoned
            tell(text)

        try:
            return examine(
                self.path, self.game, sandbox=self.sandbox, tell=begun, stop=stop, found=tell
            )
        except Abandoned:
            return None
        except UserError as error:
            return Refused(str(error))
