"""All that a class writes: games as CSV and SGF, pages, and a folder for each student.

Files are written whole or not at all. What cannot be written is reported at the end, because the
games must not be lost for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from loa_tk.control.classroom import gradescope, keeping, sgf
from loa_tk.control.classroom.course import Course
from loa_tk.control.classroom.page import class_page, student_page
from loa_tk.control.classroom.rubric import Credit, Rubric, marks
from loa_tk.model.game import UserError
from loa_tk.store.files import new_output, output, save

INDEX, RESULTS, GAMES = "index.html", "results.json", "games"


@dataclass(frozen=True)
class Outputs:
    """Where a class writes what; None for what is not wanted."""

    csv: Path | None = None
    html: Path | None = None
    sgf: Path | None = None
    results: Path | None = None

    def check(self, resume: bool) -> None:
        """Raise UserError if something cannot be written or would be replaced."""
        if resume and self.csv is None:
            raise UserError("--resume needs --csv, the file of the class to continue")
        files = [self.csv, checks_file(self.csv) if self.csv else None, self.html]
        for path in filter(None, files):
            if resume:
                output(str(path))
            else:
                new_output(str(path), "use --resume or another name")
        if self.csv is not None and self.csv == self.html:
            raise UserError(f"--csv and --html are both {self.csv}; use another name for one")
        for folder in filter(None, (self.sgf, self.results)):
            if folder.exists() and not folder.is_dir():
                raise UserError(f"{folder} is not a folder")
            if not resume and folder.is_dir() and any(folder.iterdir()):
                raise UserError(f"{folder} is not empty; use --resume or another name")

    def keep(self, course: Course) -> None:
        """Write the games and checks so far, from which the class can be resumed."""
        if self.csv is not None:
            save(str(self.csv), keeping.games_text(course))
            save(str(checks_file(self.csv)), keeping.checks_text(course))

    def finish(self, course: Course, given: Mapping[int, Sequence[Credit]]) -> None:
        """Write the pages, the games and the students' results."""
        self.keep(course)
        if self.html is not None:
            save(str(self.html), class_page(course, given))
        games = self.sgf or (self.results / GAMES if self.results is not None else None)
        if games is not None:
            make(games)
            for pair, results in course.games.items():
                for result in results.values():
                    name = sgf.file_name(course, pair, result)
                    save(str(games / name), sgf.file_text(course, pair, result))
        if self.results is not None:
            make(self.results)
            save(str(self.results / INDEX), class_page(course, given))
            for number, student in enumerate(course.plan.students):
                folder = self.results / student.name
                make(folder)
                own = given.get(number, ())
                save(str(folder / INDEX), student_page(course, number, own))
                save(str(folder / RESULTS), gradescope.results(course, number, own))


def checks_file(path: Path) -> Path:
    """Return the file of the checks beside the CSV file of the games."""
    return path.with_name(path.name + keeping.CHECKS)


def make(folder: Path) -> None:
    """Make a folder with those above it, or raise UserError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror}") from None


def all_marks(course: Course, rubric: Rubric | None) -> dict[int, list[Credit]]:
    """Return what every checked student has earned, or nothing without a rubric."""
    if rubric is None:
        return {}
    return {
        number: marks(
            rubric,
            checked,
            course.against_opponents(number),
            course.against_students(number),
            course.plan.students[number].kinds,
        )
        for number, checked in course.checked.items()
    }
