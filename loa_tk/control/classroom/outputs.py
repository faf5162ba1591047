"""All that a class writes: games as CSV and SGF, checks as JSON, pages, and students' results.

Files are written whole or not at all. What cannot be written is reported at the end, because the
games must not be lost for it. A class that was interrupted can be resumed from the CSV file of its
games and the JSON file of its checks, which has the settings and the digests of the students'
files, so that games of other settings are never mixed and a file that has been changed since is
checked and plays again. Gradescope's autograder reads a student's results.json, which is written
only after the student's last game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from loa_tk.control.classroom.conduct import Known, carried
from loa_tk.control.classroom.findings import MEASURED, PASSED, STATUSES, Checked, Finding, Line
from loa_tk.control.classroom.handed_back import file_of, student_page
from loa_tk.control.classroom.integrity import read_integrity
from loa_tk.control.classroom.names import GAMES, INDEX
from loa_tk.control.classroom.page import class_page, file_name, game_row
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Credit, earned
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.settings import difference, settings_of
from loa_tk.control.series import gamefiles
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.play import sgf_text
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.pairings import Pair, every_pair
from loa_tk.store.files import attempt, new_output, output, save
from loa_tk.store.kept import kept_text, read_kept
from loa_tk.words import classroom as words

CHECKS = ".checks.json"  # after the name of the CSV file
MOST_BYTES = 100_000_000  # of the checks: a hundred students take two million
RESULTS = "results.json"
KEPT = ("html", "sgf", "results", "marks")  # the outputs that a class remembers beside its CSV


def games_text(run: ClassroomRun) -> str:
    """Return all finished games as CSV; the players are the students' names."""
    plan = run.plan
    pairs = {plan.series(pair): pair for pair in run.games}
    sides = [side.name for side in find_game(plan.game).sides]

    def more(series: Plan, result: Result) -> list[object]:
        return [sides[result.first], sides[1 - result.first], run.round(pairs[series], result)]

    games = ((plan.series(pair), [*found.values()]) for pair, found in sorted(run.games.items()))
    return gamefiles.table_of(games, more)


def checks_text(run: ClassroomRun, names: Mapping[str, str] | None = None) -> str:
    """Return all checks as JSON, with the settings and the names of the other files to write."""
    plan = run.plan
    students = {
        plan.students[number].name: {
            "digest": plan.students[number].digest, "checked": as_json(checked),
        }
        for number, checked in sorted(run.checked.items())
    }  # fmt: skip
    return kept_text({
        "settings": settings_of(plan), "secret": plan.secret, "provisional": run.provisional,
        "outputs": dict(names or {}), "students": students,
    })  # fmt: skip


def save_table(path: Path, run: ClassroomRun) -> str:
    """Write the games and, beside them, the checks; return the reason why that failed, or nothing.

    A class can go on with both.
    """
    failure = attempt(path, lambda: games_text(run))
    return failure or attempt(checks_file(path), lambda: checks_text(run))


def as_json(checked: Checked) -> dict[str, Any]:
    """Return what the checks found, for programs."""
    return {
        "program": checked.program, "game": checked.game, "seed": checked.seed,
        "kinds": list(checked.kinds), "sandbox": checked.sandbox, "passed": checked.passed,
        "seconds": round(checked.seconds, 3), "printed": checked.printed,
        "integrity": checked.integrity and checked.integrity.json(), "secret": checked.secret,
        "checks": [
            {
                "name": line.name, "text": line.text, "required": line.required,
                "first": line.first, "status": line.finding.status, "result": line.finding.text,
                "share": line.finding.share, "brief": line.finding.brief,
                "figures": dict(line.finding.figures),
            }
            for line in checked.lines
        ],
    }  # fmt: skip


def from_json(content: Any) -> Checked:
    """Return what `as_json` has written; raise one of `kept.FAULTS` if it is something else."""
    lines = []
    for row in content["checks"]:
        share = None if row["share"] is None else float(row["share"])
        if row["status"] not in STATUSES or not 0 <= (share or 0) <= 1:
            raise ValueError
        finding = Finding(
            status=row["status"], text=str(row["result"]), share=share,
            figures=dict(row["figures"]), brief=str(row["brief"]),
        )  # fmt: skip
        lines.append(Line(
            name=str(row["name"]), text=str(row["text"]), required=bool(row["required"]),
            finding=finding, first=bool(row["first"]),
        ))  # fmt: skip
    return Checked(
        program=str(content["program"]), game=str(content["game"]), seed=int(content["seed"]),
        kinds=tuple(map(str, content["kinds"])), sandbox=str(content["sandbox"]),
        lines=tuple(lines), seconds=float(content["seconds"]),
        printed=str(content.get("printed", "")),
        integrity=read_integrity(content.get("integrity")), secret=str(content.get("secret", "")),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class KeptClass:
    """What the JSON file of a class has: the settings, and digest and checks by student."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    secret: str = ""
    students: Mapping[str, tuple[str, Checked]] = field(default_factory=dict)
    outputs: Mapping[str, Path] = field(default_factory=dict)  # what else is written, and where


def read_class(path: Path) -> KeptClass | None:
    """Return the settings and checks of a class beside its CSV file, or None if there are none."""

    def read(content: dict[str, Any]) -> KeptClass:
        students = {
            name: (str(row["digest"]), from_json(row["checked"]))
            for name, row in content["students"].items()
        }
        wanted = dict(content.get("outputs", {}))
        return KeptClass(
            settings=dict(content["settings"]), secret=str(content.get("secret", "")),
            students=students,
            outputs={kind: path.parent / str(wanted[kind]) for kind in KEPT if kind in wanted},
        )  # fmt: skip

    return read_kept(checks_file(path), read, MOST_BYTES)


def read_known(plan: ClassroomPlan, path: Path) -> Known:
    """Return what an interrupted class has left in its files and is still right.

    A student whose file has changed is checked and plays again, one who has come since is new, and
    the games of one who has gone are left out. Raise UserError if the files cannot be read, or
    belong to a class with other settings or to another folder.
    """
    kept = read_class(path)
    if kept is None:
        if path.exists() and gamefiles.load(path)[1]:
            raise UserError(words.NOT_A_CLASS.format(file=path, reason=words.NO_CHECKS))
        return Known()
    if found := difference(kept.settings, settings_of(plan)):
        raise UserError(words.OTHER_CLASS.format(file=path, difference=found))
    if not kept.students:
        return Known()
    if not any(student.name in kept.students for student in plan.students):
        names = ", ".join(sorted(kept.students))  # of a mistyped folder everything would be lost
        raise UserError(words.OTHER_FOLDER.format(file=path, folder=plan.home, names=names))
    rows = sorted(kept.students.items())
    students = (replace(plan.students[0], name=name, digest=row[0]) for name, row in rows)
    before = replace(plan, students=tuple(students))
    pairs = _pairs(before)
    content = gamefiles.read(path, *map(before.series, pairs), of_class=True)
    games = {pair: content.of(before.series(pair)) for pair in pairs}
    checked = {number: row[1] for number, (_, row) in enumerate(rows)}
    known = Known(checked=checked, games=games, faults=tuple(content.faults))
    return carried(before, known, plan)


def _pairs(plan: ClassroomPlan) -> list[Pair]:
    """Return every pair that may have met."""
    students = every_pair(len(plan.students))
    return list(dict.fromkeys([*students, *plan.met]))


def gradescope_text(run: ClassroomRun, student: int, marks: Sequence[Credit]) -> str:
    """Return the marks with their reasons, and a leaderboard with the rating and the points."""
    checked = run.checked.get(student)
    rating, error = run.rated()[student]
    played = run.against_students(student)
    marks = marks or plain_marks(checked)
    content: dict[str, object] = {
        "score": earned(marks),
        "output": checks_summary(checked),
        "output_format": "text",
        "visibility": "visible",
        "tests": [test_json(number, mark) for number, mark in enumerate(marks, 1)],
    }
    if len(run.plan.students) > 1:
        content["leaderboard"] = [
            {"name": words.RATING, "value": round(rating) if isfinite(error) else 0},
            {"name": words.POINTS, "value": played.points},
        ]
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def test_json(number: int, mark: Credit) -> dict[str, object]:
    """Return a mark as one of Gradescope's tests.

    Its status is optional, and partial credit has none: it is neither passed nor failed.
    """
    status = {}
    if mark.points >= mark.most or not mark.points:
        status["status"] = "passed" if mark.points >= mark.most else "failed"
    return {
        "number": str(number), "name": mark.name, "score": mark.points, "max_score": mark.most,
        **status, "output": mark.why,
    }  # fmt: skip


def plain_marks(checked: Checked | None) -> list[Credit]:
    """Return a point for each required check, for a class without a rubric."""
    lines = checked.lines if checked is not None else ()
    return [
        Credit(name=line.text, points=float(line.finding.status in (PASSED, MEASURED)), most=1.0,
               why=line.finding.text)
        for line in lines if line.required and line.finding.share is not None
    ]  # fmt: skip


def checks_summary(checked: Checked | None) -> str:
    """Return every check with what it found, as lines of text."""
    if checked is None:
        return words.NOT_CHECKED
    return "\n".join(f"{line.text}: {line.finding.text}" for line in checked.lines)


def sgf_of(run: ClassroomRun, pair: Pair, result: Result) -> str:
    """Return a game as the text of its file, which the window opens."""
    names = run.plan.names
    return _sgf(run, (names[pair[0]], names[pair[1]]), result, result.reason)


def own_sgf(run: ClassroomRun, student: int, pair: Pair, result: Result) -> str:
    """Return a game as its student gets it back: no other student is named."""
    other, *_, reason = game_row(run, student, pair, result, open_names=False)
    players = [other, other]
    players[pair.index(student)] = run.plan.names[student]
    return _sgf(run, players, result, reason)


def _sgf(run: ClassroomRun, players: Sequence[str], result: Result, reason: str) -> str:
    match = Match(find_game(run.plan.game))
    for move in result.moves:
        match.play_text(move)
    return sgf_text(match, players, result.first, result.winner, {"GC": reason})


@dataclass(frozen=True, kw_only=True)
class Outputs:
    """The files and folders that a class writes; None if one is not wanted."""

    csv: Path | None = None
    html: Path | None = None
    sgf: Path | None = None
    results: Path | None = None
    marks: Path | None = None

    def check(self, resume: bool, again: str = "use --resume or another name") -> None:
        """Raise UserError if something cannot be written or would be replaced.

        `again` is what to do about what exists.
        """
        if resume and self.csv is None:
            raise UserError("--resume needs --csv, the file of the class to continue")
        files = [self.csv, checks_file(self.csv) if self.csv else None, self.html, self.marks]
        for path in filter(None, files):
            if resume:
                output(str(path))
            else:
                new_output(str(path), again)
        named = {"--csv": self.csv, "--html": self.html, "--marks": self.marks}
        given = [(name, path) for name, path in named.items() if path is not None]
        for place, (name, path) in enumerate(given):
            for other, same in given[:place]:
                if path == same:
                    raise UserError(f"{other} and {name} are both {path}; use another name for one")
        for folder in filter(None, (self.sgf, self.results)):
            if folder.exists() and not folder.is_dir():
                raise UserError(f"{folder} is not a folder")
            if not resume and folder.is_dir() and any(folder.iterdir()):
                raise UserError(f"{folder} is not empty; {again}")

    def keep(self, run: ClassroomRun) -> None:
        """Write the games and checks so far, from which the class can be resumed."""
        if self.csv is not None:
            save(str(self.csv), games_text(run))
            save(str(checks_file(self.csv)), checks_text(run, self.names))

    @property
    def names(self) -> dict[str, str]:
        """The other outputs as they are kept beside the CSV file.

        What is in the same folder is named from there, so that the folder can be moved.
        """
        assert self.csv is not None
        home, names = self.csv.absolute().parent, dict[str, str]()
        for kind in KEPT:
            path: Path | None = getattr(self, kind)
            if path is not None:
                whole = path.absolute()
                inside = whole.is_relative_to(home)
                names[kind] = str(whole.relative_to(home) if inside else whole)
        return names

    def finish(self, run: ClassroomRun, given: Mapping[int, Sequence[Credit]]) -> None:
        """Write the pages, the games and the students' results, all that can be written.

        Raise UserError at the end with what cannot.
        """
        problems = list[str]()
        self._remove_old(run)
        try:
            self.keep(run)
        except UserError as error:
            problems.append(str(error))
        for path, text in self._files(run, given):
            try:
                make(path.parent)
                save(str(path), text)
            except UserError as error:
                problems.append(str(error))
        if problems:
            raise UserError(words.unwritten(problems))

    def _remove_old(self, run: ClassroomRun) -> None:
        """Remove earlier results of students whose checks and games are not complete now."""
        for number, student in enumerate(run.plan.students):
            if self.results is not None and not run.is_complete(number):
                with suppress(OSError):
                    (self.results / student.name / RESULTS).unlink()

    def _files(
        self, run: ClassroomRun, given: Mapping[int, Sequence[Credit]]
    ) -> Iterator[tuple[Path, str]]:
        """Yield the files of a class that has ended, each with its text."""
        if self.html is not None:
            yield self.html, class_page(run, given)
        if self.marks is not None:
            from loa_tk.control.classroom.gradebook import marks_text

            yield self.marks, marks_text(run, given)
        games = self.sgf or (self.results / GAMES if self.results is not None else None)
        if games is not None:
            for pair, results in run.games.items():
                for result in results.values():
                    yield games / file_name(run, pair, result), sgf_of(run, pair, result)
        if self.results is not None:
            yield self.results / INDEX, class_page(run, given, linked=True)
            for number, student in enumerate(run.plan.students):
                folder, own = self.results / student.name, given.get(number, ())
                yield folder / INDEX, student_page(run, number, own)
                for place, (pair, result) in enumerate(run.results_of(number), 1):
                    yield folder / file_of(place), own_sgf(run, number, pair, result)
                if run.is_complete(number):
                    yield folder / RESULTS, gradescope_text(run, number, own)


def checks_file(path: Path) -> Path:
    """Return the file of the checks beside the CSV file of the games."""
    return path.with_name(path.name + CHECKS)


def make(folder: Path) -> None:
    """Make a folder with those above it, or raise UserError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror}") from None
