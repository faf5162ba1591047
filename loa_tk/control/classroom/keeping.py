"""What is kept of an unfinished class: a CSV file of all games, and the checks beside it.

The checks are in a JSON file with the digests of the students' files, so that a file that has been
changed since is noticed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loa_tk.control.classroom.course import ClassPlan, Course, Known
from loa_tk.control.classroom.findings import Checked, Finding, Line
from loa_tk.control.series import gamefiles
from loa_tk.model.game import UserError
from loa_tk.model.pairings import Pair, every_pair

CHECKS = ".checks.json"  # after the name of the CSV file


def games_text(course: Course) -> str:
    """Return all finished games as CSV; the players are the students' names."""
    plan = course.plan
    return gamefiles.table_of(
        (plan.series(pair), list(results.values()))
        for pair, results in sorted(course.games.items())
    )


def checks_text(course: Course) -> str:
    """Return all checks as JSON."""
    plan = course.plan
    students = {
        plan.students[number].name: {
            "digest": plan.students[number].digest,
            "checked": as_json(checked),
        }
        for number, checked in sorted(course.checked.items())
    }
    content = {"game": plan.game, "seed": plan.seed, "students": students}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def as_json(checked: Checked) -> dict[str, Any]:
    """Return what the checks found, for programs."""
    return {
        "program": checked.program,
        "game": checked.game,
        "seed": checked.seed,
        "kinds": list(checked.kinds),
        "sandbox": checked.sandbox,
        "passed": checked.passed,
        "seconds": round(checked.seconds, 3),
        "printed": checked.printed,
        "checks": [
            {
                "name": line.name,
                "text": line.text,
                "required": line.required,
                "first": line.first,
                "status": line.finding.status,
                "result": line.finding.text,
                "share": line.finding.share,
                "brief": line.finding.brief,
                "figures": dict(line.finding.figures),
            }
            for line in checked.lines
        ],
    }


def from_json(content: Any) -> Checked:
    """Return what `as_json` has written; KeyError or TypeError if it is something else."""
    lines = tuple(
        Line(
            str(one["name"]),
            str(one["text"]),
            bool(one["required"]),
            Finding(
                str(one["status"]),
                str(one["result"]),
                one["share"],
                dict(one["figures"]),
                str(one["brief"]),
            ),
            bool(one["first"]),
        )
        for one in content["checks"]
    )
    return Checked(
        str(content["program"]), str(content["game"]), int(content["seed"]),
        tuple(map(str, content["kinds"])), str(content["sandbox"]), lines,
        float(content["seconds"]), str(content.get("printed", "")),
    )  # fmt: skip


def read_known(plan: ClassPlan, path: Path) -> Known:
    """Return what an interrupted class has left in its files; raise UserError if they do not fit.

    A student who has come since is new, and one who has gone is an error.
    """
    checked: dict[int, Checked] = {}
    file = path.with_name(path.name + CHECKS)
    numbers = {student.name: number for number, student in enumerate(plan.students)}
    for name, digest, one in _kept_checks(plan, file):
        if name not in numbers:
            raise UserError(f"{path} has games of {name}, whose file is no longer there")
        if plan.students[numbers[name]].digest != digest:
            changed = plan.students[numbers[name]].path.relative_to(plan.home)
            raise UserError(f"{changed} has been changed since its games were played; start anew")
        checked[numbers[name]] = one
    pairs = _pairs(plan)
    series = [plan.series(pair) for pair in pairs]
    found = gamefiles.read(path, *series, unplayed=True)
    games = {pair: found.of(plan) for pair, plan in zip(pairs, series, strict=True)}
    return Known(checked, games, tuple(found.faults))


def _kept_checks(plan: ClassPlan, file: Path) -> list[tuple[str, str, Checked]]:
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UserError(f"{file} cannot be read: {reason}") from None
    try:
        content = json.loads(text)
        if (content["game"], content["seed"]) != (plan.game, plan.seed):
            raise UserError(f"{file} belongs to a class with another game or seed")
        return [
            (name, one["digest"], from_json(one["checked"]))
            for name, one in content["students"].items()
        ]
    except UserError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{file} does not hold the checks of a class: {error!r}") from None


def _pairs(plan: ClassPlan) -> list[Pair]:
    """Return every pair that may have met."""
    students = every_pair(len(plan.students))
    return list(dict.fromkeys([*students, *plan.met]))
