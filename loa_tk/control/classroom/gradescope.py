"""The file results.json that Gradescope's autograder reads, for one student."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite

from loa_tk.control.classroom.course import Course
from loa_tk.control.classroom.findings import MEASURED, PASSED, Checked
from loa_tk.control.classroom.rubric import Credit
from loa_tk.words import classroom as words


def results(course: Course, student: int, marks: Sequence[Credit]) -> str:
    """Return the marks with their reasons, and a leaderboard with the rating and the points."""
    checked = course.checked.get(student)
    rating, error = course.rated()[student]
    played = course.against_students(student)
    marks = marks or plain_marks(checked)
    content = {
        "score": round(sum(mark.points for mark in marks), 2),
        "max_score": round(sum(mark.most for mark in marks), 2),
        "output": summary(checked),
        "output_format": "text",
        "visibility": "visible",
        "tests": [
            {
                "number": str(number),
                "name": mark.name,
                "score": mark.points,
                "max_score": mark.most,
                "status": "passed" if mark.points >= mark.most else "failed",
                "output": mark.why,
            }
            for number, mark in enumerate(marks, 1)
        ],
        "leaderboard": [
            {"name": words.RATING, "value": round(rating) if isfinite(error) else 0},
            {"name": words.POINTS, "value": played.points},
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def plain_marks(checked: Checked | None) -> list[Credit]:
    """Return a point for each required check, for a class without a rubric."""
    lines = checked.lines if checked is not None else ()
    return [
        Credit(line.text, float(line.finding.status in (PASSED, MEASURED)), 1.0, line.finding.text)
        for line in lines
        if line.required and line.finding.share is not None
    ]


def summary(checked: Checked | None) -> str:
    """Return every check with what it found, as lines of text."""
    if checked is None:
        return words.NOT_CHECKED
    return "\n".join(f"{line.text}: {line.finding.text}" for line in checked.lines)
