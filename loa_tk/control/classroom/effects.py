"""The effects that only the class window has: reading, holding, stopping, showing, writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from loa_tk.control.classroom.course import ClassEvent, ClassPlan, Course, Known
from loa_tk.control.classroom.rubric import Credit
from loa_tk.control.effects import Effect, Handler, Stage
from loa_tk.control.series.plan import Plan, Result
from loa_tk.scenes.immutable import dataclass


@dataclass(frozen=True)
class FindSandbox(Effect):
    """Look for the best sandbox of this machine; `then` gets its name."""

    stage = Stage.DISK
    then: Handler


@dataclass(frozen=True)
class ReadFolder(Effect):
    """Read which students' files are in a folder; `then` gets them, or the reason why not."""

    stage = Stage.DISK
    folder: Path
    then: Handler


@dataclass(frozen=True)
class LookInto(Effect):
    """Look whether a folder is empty; `then` gets the answer."""

    stage = Stage.DISK
    folder: Path
    then: Handler


@dataclass(frozen=True)
class Prepare(Effect):
    """Read all that a class needs; `then` gets it as Prepared with what is known, or the reason.

    What is known comes from `kept`, the CSV file of an interrupted class.
    """

    stage = Stage.DISK
    values: Mapping[str, str]
    then: Handler
    kept: Path | None = None


@dataclass(frozen=True)
class KeepClass(Effect):
    """Write the fields and what is known of the class to the user's folder."""

    stage = Stage.DISK
    values: Mapping[str, str]
    course: Course | None


@dataclass(frozen=True)
class RecallClass(Effect):
    """Read the fields that were kept; `then` gets them, and the file of the games or None."""

    stage = Stage.DISK
    then: Handler


@dataclass(frozen=True)
class RunClass(Effect):
    """Start to hold a class in the background, with this number of files or games at a time."""

    stage = Stage.ENGINE
    plan: ClassPlan
    jobs: int
    known: Known


@dataclass(frozen=True)
class AwaitClass(Effect):
    """Look soon for what has happened in the class, and report it."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class StopClass(Effect):
    """End all checks and games; they report nothing more."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class ShowGame(Effect):
    """Put a finished game on the main window's board."""

    plan: Plan
    result: Result


@dataclass(frozen=True)
class WriteResults(Effect):
    """Write pages, games and marks into a folder, in the background.

    `then` gets the reason why that failed, or nothing.
    """

    stage = Stage.DISK
    folder: Path
    course: Course
    marks: Mapping[int, Sequence[Credit]]
    then: Handler


@dataclass(frozen=True)
class ClassNews:
    """What has happened in the class since the last look at it.

    `seconds` is the time since its start, `error` the reason if it could not be held to its end.
    """

    events: tuple[ClassEvent, ...] = ()
    done: bool = False
    error: str = ""
    seconds: float = 0.0
