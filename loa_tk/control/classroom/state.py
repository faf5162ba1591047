"""The state of the class window: one object that holds everything its scene is made from."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from loa_tk.control.classroom.conduct import Known
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Rubric
from loa_tk.control.classroom.run import ClassroomEvent, ClassroomRun, GamePlayed, StudentChecked
from loa_tk.control.classroom.store import ClassroomStore
from loa_tk.control.classroom.students import Student
from loa_tk.control.classroom.tables import ClassroomTables, class_tables, game_row, waiting
from loa_tk.model.pairings import Pair
from loa_tk.scenes.classroom import TableRow
from loa_tk.words import class_window as words

EVERYONE = "everyone"  # whose games are listed
BETWEEN = 0.5  # seconds between two tables of a class at work


@dataclass(kw_only=True)
class ClassState:
    """The fields of the window, and the class that was started last."""

    clock: Callable[[], float] = time.monotonic
    store: ClassroomStore | None = None  # where the class is kept
    values: Mapping[str, str] = field(default_factory=dict)  # of the fields, by their keys
    students: tuple[Student, ...] = ()  # of the folder, as it was read last
    sandbox: str = ""
    hidden: bool = True  # whether the files cannot read each other
    run: ClassroomRun | None = None
    rubric: Rubric | None = None
    jobs: int = 1
    to_check: tuple[int, ...] = ()  # students in the order in which their files are checked
    rows: dict[Pair, list[TableRow]] = field(default_factory=dict)  # the games, by pairs
    tables: ClassroomTables = field(default_factory=ClassroomTables)
    due: float = 0.0  # seconds after the start at which the next tables are made
    kept: float = 0.0  # seconds after the start at which the class was kept last
    running: bool = False
    complete: bool = False
    writing: bool = False  # the results are being written
    begun: float = 0.0  # by the clock
    seconds: float = 0.0  # that the class has taken so far
    earlier: float = 0.0  # of them before it was stopped
    unsaved: bool = False  # some games are in no CSV file
    page: str = "students"
    student: int | None = None  # whose checks are shown
    only: int | None = None  # whose games are listed
    status: str = words.READY
    bad: bool = False  # the status reports an error

    @property
    def plan(self) -> ClassroomPlan | None:
        """Return the plan of the class that was started last."""
        return self.run.plan if self.run is not None else None

    def read(self, students: tuple[Student, ...]) -> None:
        """Show the files of a folder, of which none has run yet."""
        self.students, self.student, self.only = students, None, None
        self.run, self.rubric, self.rows = None, None, {}
        self.complete, self.unsaved, self.seconds, self.earlier = False, False, 0.0, 0.0
        self.tables = waiting(students)

    def begin(self, plan: ClassroomPlan, rubric: Rubric | None, jobs: int, known: Known) -> None:
        """Begin a class, of which something may be known already."""
        self.students, self.rubric, self.jobs = plan.students, rubric, jobs
        self.running, self.complete, self.unsaved = True, False, False
        self.run, self.rows = ClassroomRun(plan), {}
        self.student = self.only = None
        for number, checked in known.checked.items():
            self.run.add(StudentChecked(number, checked))
        for pair, results in known.games.items():
            for result in results:
                self.add(GamePlayed(pair, result))
        self.to_check = tuple(n for n in range(len(plan.students)) if n not in known.checked)
        self.count()

    def known(self) -> Known:
        """Return what a class that goes on need not repeat."""
        if self.run is None:
            return Known()
        games = {pair: list(results.values()) for pair, results in self.run.games.items()}
        return Known(checked=dict(self.run.checked), games=games)

    def add(self, event: ClassroomEvent) -> None:
        """Take in what has happened; a game that was known already is not listed twice."""
        assert self.run is not None
        if isinstance(event, GamePlayed):
            new = event.result.number not in self.run.games[event.pair]
            if new:
                row = game_row(self.run.plan.names, event.pair, event.result)
                self.rows.setdefault(event.pair, []).append(row)
                self.unsaved = True
        self.run.add(event)

    def checking(self) -> set[int]:
        """Return the students whose files are being checked: they are handed out in order."""
        if not self.running or self.run is None:
            return set()
        done = sum(number in self.run.checked for number in self.to_check)
        handed = self.to_check[: done + self.jobs]
        return {number for number in handed if number not in self.run.checked}

    def count(self) -> None:
        """Make the tables of the class; the ratings of thirty players take a while."""
        if self.run is not None:
            self.tables = class_tables(self.run, self.checking(), self.rubric)
            self.due = self.seconds + BETWEEN

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line; an empty text shows the state of the class."""
        if not text:
            text, bad = self.usual(), False
        self.status, self.bad = text, bad

    def usual(self) -> str:
        """Return what the status line says if nothing else is to be said."""
        if self.running and self.run is not None:
            all_checked = len(self.run.checked) == len(self.run.plan.students)
            return words.PLAYING if all_checked else words.CHECKING
        return words.found(len(self.students)) if self.students else words.READY
