"""The rows that windows show of a class: students, cross table, games and checks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.findings import Checked, Line
from loa_tk.control.classroom.page import standings
from loa_tk.control.classroom.rubric import Credit, Rubric, marks_text
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.students import Student
from loa_tk.control.series.plan import Result
from loa_tk.control.series.summary import rating_text, total
from loa_tk.model.pairings import Pair
from loa_tk.scenes.checking import CheckRow
from loa_tk.scenes.classroom import RowsScene, TableRow
from loa_tk.words import checking as check_words
from loa_tk.words import class_window as words
from loa_tk.words.main import NOTHING

GOOD, BAD, BUSY = "good", "bad", "busy"
NO_ROWS = RowsScene()


@dataclass(frozen=True)
class ClassroomTables:
    """The tables of the students and of their scores."""

    students: RowsScene = NO_ROWS
    cross: RowsScene = NO_ROWS


def waiting(students: Sequence[Student]) -> ClassroomTables:
    """Return the files of a folder, of which none has been checked."""
    rows = tuple(
        TableRow(str(number), (student.name, kind(student), words.WAITS, *[NOTHING] * 3, ""))
        for number, student in enumerate(students)
    )
    return ClassroomTables(RowsScene((*words.STUDENT_HEADS, words.REMARK), rows))


def class_tables(
    run: ClassroomRun, checking: Collection[int], rubric: Rubric | None
) -> ClassroomTables:
    """Return the tables of a class; `checking` are the students whose files are being checked."""
    given = run.marks(rubric)
    marked = (words.MARKS,) if rubric is not None else ()
    rows = tuple(
        student_row(run, number, number in checking, given.get(number), rubric is not None)
        for number in range(len(run.plan.students))
    )
    return ClassroomTables(
        RowsScene((*words.STUDENT_HEADS, *marked, words.REMARK), rows), cross_table(run)
    )


def student_row(
    run: ClassroomRun, number: int, checking: bool, given: Sequence[Credit] | None, marked: bool
) -> TableRow:
    """Return one student: what the checks found, the games, and the first thing that is wrong."""
    plan, checked = run.plan, run.checked.get(number)
    score = total(run.scores(), number, range(len(plan.names)))
    state, tone = words.BEING_CHECKED if checking else words.WAITS, BUSY if checking else ""
    if checked is not None:
        failed = sum(line.failed for line in checked.lines)
        state, tone = words.FAILED.format(number=failed) if failed else words.PASSED, ""
        tone = BAD if failed or run.errors(number) else GOOD
    marks: tuple[str, ...] = ()
    if marked:
        marks = (NOTHING if given is None else marks_text(given),)
    student = plan.students[number]
    played = words.OF.format(done=score.games, count=run.games_due(number))
    points = f"{score.points:g}" if score.games else NOTHING
    figures = played, points, rating_text(*run.rated()[number]), *marks
    cells = (student.name, kind(student), state, *figures, remark(run, number, checked))
    return TableRow(str(number), cells, tone)


def kind(student: Student) -> str:
    """Return what a file is, in a word."""
    return words.KINDS.get(student.kinds, words.BOTH_KINDS)


def remark(run: ClassroomRun, number: int, checked: Checked | None) -> str:
    """Return the first thing that is wrong with a file, or nothing."""
    lines = checked.lines if checked is not None else ()
    faults = [words.FAULT.format(check=line.text, found=line.finding.text)
              for line in lines if line.failed]  # fmt: skip
    return next(iter([*faults, *run.errors(number)]), "")


def cross_table(run: ClassroomRun) -> RowsScene:
    """Return the points of everyone against everyone, the best player first."""
    heads, *rows = standings(run)
    own = len(heads) - len(rows)  # the first column of points
    for place, row in enumerate(rows):
        row[own + place] = words.SELF
    players = map(str, run.order())
    return RowsScene(tuple(heads), tuple(map(TableRow, players, map(tuple, rows))))


def game_key(pair: Pair, number: int) -> str:
    """Return the name of a game in the list."""
    return f"{pair[0]}-{pair[1]}-{number}"


def game_row(names: Sequence[str], pair: Pair, result: Result) -> TableRow:
    """Return one finished game."""
    players = names[pair[0]], names[pair[1]]
    nobody = words.NOBODY if result.both_lost else words.DRAW
    winner = nobody if result.winner is None else players[result.winner]
    sides = players[result.first], players[1 - result.first]
    cells = (*sides, winner, str(len(result.moves)), result.reason)
    return TableRow(game_key(pair, result.number), cells, BAD if result.forfeited else "")


def games_table(rows: Mapping[Pair, Sequence[TableRow]], only: int | None) -> RowsScene:
    """Return the games of everyone, or of one player."""
    listed = [row for pair, of_pair in rows.items() if only is None or only in pair
             for row in of_pair]  # fmt: skip
    return RowsScene(words.GAME_HEADS, tuple(listed))


def check_rows(lines: Iterable[Line], explain: bool = True) -> Iterable[CheckRow]:
    """Yield what each check found and, to `explain` it, what it means."""
    helps = {row.name: row.help for row in all_rows()}
    for line in lines:
        found = line.finding.text
        text = check_words.ADVISED.format(found=found) if line.advice else found
        sign, tone = line.sign
        meaning = helps.get(line.name, "") if explain else ""
        yield CheckRow(sign=sign, tone=tone, text=line.text, found=text, help=meaning)
