"""What the class window shows of a class: the students, the cross table and the games as rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from loa_tk.control.classroom.course import Course
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.outputs import all_marks
from loa_tk.control.classroom.page import rating_text
from loa_tk.control.classroom.rubric import Credit, Rubric
from loa_tk.control.classroom.students import Student
from loa_tk.control.series.plan import Result
from loa_tk.model.pairings import Pair
from loa_tk.model.scoring import Score
from loa_tk.scenes.classroom import RowsScene, TableRow
from loa_tk.words import class_window as words
from loa_tk.words.main import NOTHING

GOOD, BAD, BUSY = "good", "bad", "busy"
NO_ROWS = RowsScene()


@dataclass(frozen=True)
class ClassPicture:
    """The tables of the students and of their scores."""

    students: RowsScene = NO_ROWS
    cross: RowsScene = NO_ROWS


def waiting(students: Sequence[Student]) -> ClassPicture:
    """Return the files of a folder, of which none has been checked."""
    rows = tuple(
        TableRow(str(number), (one.name, kind(one), words.WAITS, *[NOTHING] * 3, ""))
        for number, one in enumerate(students)
    )
    return ClassPicture(RowsScene((*words.STUDENT_HEADS, words.REMARK), rows))


def picture(course: Course, checking: Collection[int], rubric: Rubric | None) -> ClassPicture:
    """Return the tables of a class; `checking` are the students whose files are being checked."""
    given = all_marks(course, rubric)
    marked = (words.MARKS,) if rubric is not None else ()
    rows = tuple(
        student_row(course, number, number in checking, given.get(number), rubric is not None)
        for number in range(len(course.plan.students))
    )
    return ClassPicture(
        RowsScene((*words.STUDENT_HEADS, *marked, words.REMARK), rows), cross_table(course)
    )


def student_row(
    course: Course, number: int, checking: bool, given: Sequence[Credit] | None, marked: bool
) -> TableRow:
    """Return one student: what the checks found, the games, and the first thing that is wrong."""
    plan, checked = course.plan, course.checked.get(number)
    scores = course.scores()
    total = sum((scores.get((number, other), Score()) for other in range(len(plan.names))), Score())
    state, tone = words.BEING_CHECKED if checking else words.WAITS, BUSY if checking else ""
    if checked is not None:
        failed = sum(line.failed for line in checked.lines)
        state, tone = words.FAILED.format(number=failed) if failed else words.PASSED, ""
        tone = BAD if failed or course.errors(number) else GOOD
    marks: tuple[str, ...] = ()
    if marked:
        marks = (NOTHING if given is None else f"{sum(mark.points for mark in given):g}",)
    return TableRow(
        str(number),
        (
            plan.students[number].name,
            kind(plan.students[number]),
            state,
            words.OF.format(done=total.games, count=games_of(course)),
            f"{total.points:g}" if total.games else NOTHING,
            rating_text(*course.rated()[number]),
            *marks,
            remark(course, number, checked),
        ),
        tone,
    )


def kind(student: Student) -> str:
    """Return what a file is, in a word."""
    return words.KINDS.get(student.kinds, words.BOTH_KINDS)


def games_of(course: Course) -> int:
    """Return how many games each student plays; one may rest in a Swiss tournament."""
    plan = course.plan
    others = plan.rounds if plan.rounds is not None else len(plan.students) - 1
    return (others + len(plan.opponents)) * plan.games


def remark(course: Course, number: int, checked: Checked | None) -> str:
    """Return the first thing that is wrong with a file, or nothing."""
    lines = checked.lines if checked is not None else ()
    faults = [words.FAULT.format(check=line.text, found=line.finding.text)
              for line in lines if line.failed]  # fmt: skip
    return next(iter([*faults, *course.errors(number)]), "")


def cross_table(course: Course) -> RowsScene:
    """Return the points of everyone against everyone, the best player first."""
    order, rated, scores = course.order(), course.rated(), course.scores()
    heads = (*words.CROSS_HEADS, *(str(place) for place in range(1, len(order) + 1)))
    rows = []
    for place, one in enumerate(order, 1):
        total = sum((scores.get((one, other), Score()) for other in order), Score())
        cells = (
            words.SELF if one == other
            else f"{scores[one, other].points:g}" if (one, other) in scores
            else words.NOT_MET
            for other in order
        )  # fmt: skip
        name = course.plan.names[one]
        points = words.OF.format(done=f"{total.points:g}", count=total.games)
        rows.append(
            TableRow(str(one), (str(place), name, rating_text(*rated[one]), points, *cells))
        )
    return RowsScene(heads, tuple(rows))


def game_key(pair: Pair, number: int) -> str:
    """Return the name of a game in the list."""
    return f"{pair[0]}-{pair[1]}-{number}"


def game_row(names: Sequence[str], pair: Pair, result: Result) -> TableRow:
    """Return one finished game."""
    players = names[pair[0]], names[pair[1]]
    winner = words.DRAW if result.winner is None else players[result.winner]
    return TableRow(
        game_key(pair, result.number),
        (
            players[result.first],
            players[1 - result.first],
            winner,
            str(len(result.moves)),
            result.reason,
        ),
        BAD if result.forfeited else "",
    )


def games_table(rows: Mapping[Pair, Sequence[TableRow]], only: int | None) -> RowsScene:
    """Return the games of everyone, or of one player."""
    found = [row for pair, of_pair in rows.items() if only is None or only in pair
             for row in of_pair]  # fmt: skip
    return RowsScene(words.GAME_HEADS, tuple(found))
