"""Marks as the CSV file that gradebooks read: who, the mark, its maximum, and a comment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.outputs import plain_marks
from loa_tk.control.classroom.rubric import Credit, earned, possible
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.store.tables import table_text
from loa_tk.words import classroom as words

HEADS = ("Identifier", "Full name", "Grade", "Maximum grade", "Feedback comments")
# How Moodle writes the number that stands in the names of its folders.
PARTICIPANT = "Participant {id}"


def marks_text(run: ClassroomRun, given: Mapping[int, Sequence[Credit]]) -> str:
    """Return a row for each student; one who has not been checked has no mark."""
    rows: list[Sequence[str]] = [HEADS]
    for number, student in enumerate(run.plan.students):
        marks = given.get(number) or plain_marks(run.checked.get(number))
        grade = f"{earned(marks):g}" if marks else ""
        most = f"{possible(marks):g}" if marks else ""
        number_text = PARTICIPANT.format(id=student.id) if student.id else ""
        remarks = comment(marks, run.checked.get(number))
        said = " ".join(filter(None, (run.provisional_for(number), remarks)))
        rows.append([number_text, student.name, grade, most, said])
    return table_text(rows)


def comment(marks: Sequence[Credit], checked: Checked | None = None) -> str:
    """Return in one line where points were lost, and why; first what keeps a file from playing."""
    lost = [mark for mark in marks if mark.points < mark.most]
    if not lost:
        return words.ALL_POINTS if marks else words.NOT_CHECKED
    parts = [checked.obstacle] if checked is not None and checked.unloaded else []
    parts += [
        words.LOST_POINTS.format(name=mark.name, points=mark.points, most=mark.most, why=mark.why)
        for mark in lost
    ]
    return " ".join("; ".join(parts).split())
