"""Grades one submission as an autograder does: all its files are one student's, within a time.

Whatever the submission does, there is a result. A check that could not be made in the time earns
nothing. The games are played in rounds of two with every opponent, and only whole rounds count:
what is missing of a round that has begun is lost. So nobody gains by playing slowly, neither in a
bad game nor after a lucky one. A result without all rounds says that it is provisional.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from secrets import token_hex
from typing import cast

from loa_tk import __version__
from loa_tk.control.classroom.conduct import Known, conduct
from loa_tk.control.classroom.examine import examine, kinds_of, unexamined
from loa_tk.control.classroom.findings import Checked, Line
from loa_tk.control.classroom.opponents import opponents_of, titles_of
from loa_tk.control.classroom.outputs import gradescope_text
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Rubric
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.students import LeftOut, Student, submitted
from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.guest.host import NotStarted
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.series.executors import Answer, Item, Local, Work
from loa_tk.control.series.plan import FORFEITS, Result, Task
from loa_tk.model.game import UserError, shown
from loa_tk.model.games import find_game
from loa_tk.words import classroom as words

CHECKING = 0.6  # the share of the time that the checks may take; the rest is for the games
ROUND = 2  # games with every opponent
PACE = 1.5  # a round begins if there is time for it at this multiple of the last round's
LIMIT = 100.0  # seconds: an autograder gives up a submission after some minutes


class Here(Local):
    """Does work one after the other in this process, until the time is over."""

    def __init__(self, end: float) -> None:
        """End at this moment of the monotonic clock."""
        super().__init__(1)
        self.end = end

    def late(self) -> bool:
        """Return whether the time is over."""
        return time.monotonic() >= self.end

    def each(
        self, work: Work[Item, Answer], items: Sequence[Item]
    ) -> Generator[tuple[Item, Answer], None, None]:
        """Yield each item with the answer that the work gives for it, as long as there is time."""
        for item in items:
            try:
                yield item, work(item, self.late)
            except Abandoned:
                return


class InRounds(Here):
    """Plays the games of one student in rounds, and does nothing else."""

    missed = 0  # games of a round that had begun

    def each(
        self, work: Work[Item, Answer], items: Sequence[Item]
    ) -> Generator[tuple[Item, Answer], None, None]:
        """Yield the games of every round that there is time for; the student loses missing ones."""
        took, tasks = 0.0, [(task_of(item), item) for item in items]
        games = sorted(
            ((task, item) for task, item in tasks if task is not None),
            key=lambda game: game[0].number // ROUND,
        )
        for _, group in groupby(games, key=lambda game: game[0].number // ROUND):
            begun, played, done = time.monotonic(), list(group), 0
            if begun + PACE * took > self.end:
                return
            for item, answer in super().each(work, [item for _, item in played]):
                done += 1
                yield item, answer
            self.missed += len(played) - done
            for task, item in played[done:]:
                yield item, cast(Answer, lost(task))
            took = time.monotonic() - begun


def task_of(item: object) -> Task | None:
    """Return the task of a game of two players, or None if this is other work."""
    task = item[1] if isinstance(item, tuple) else None
    return task if isinstance(task, Task) else None


def lost(task: Task) -> Result:
    """Return a game that the student has lost, because the time was over before its end."""
    return Result(
        number=task.number, first=task.first, winner=1, reason=FORFEITS + words.TIME_OVER,
        moves=(), opening=0, turns=(),
    )  # fmt: skip


def grade(
    submission: Path,
    game: str,
    rubric: Rubric | None = None,
    seconds: float = LIMIT,
    sandbox: str = "",
    seed: int = 1,
    secret: str = "",
) -> str:
    """Return the results of a submission, a folder or a file, as Gradescope reads them.

    Raise UserError if there is no such folder, or if the rubric names a wrong opponent.
    """
    rules, begun = find_game(game), time.monotonic()
    # There is no class to play against.
    notes, whole = list[str](), rubric.others if rubric is not None else None
    if whole is not None and whole.points:
        part = words.LEFT_OUT_OF_GRADE
        notes.append(part.format(part=words.AGAINST_CLASS, points=whole.points))
    rubric = replace(rubric, others=None) if rubric is not None else None
    others = opponents_of(rules, (), rubric)
    try:
        student = read_one(submission)
    except LeftOut as error:
        return nothing_text(str(error), rubric)
    plan = ClassroomPlan(
        game=game, students=(student,), opponents=others, seed=seed, sandbox=choose(sandbox),
        titles=titles_of(others, (student,), rubric), folder=str(submission.absolute().parent),
        rubric=rubric, secret=secret or token_hex(8),
    )  # fmt: skip
    run = ClassroomRun(plan)
    run.checked[0], complete = _checked(plan, Here(begun + CHECKING * seconds))
    rounds = InRounds(begun + seconds)
    for event in conduct(plan, rounds, Known(checked=dict(run.checked))):
        run.add(event)
    content = json.loads(gradescope_text(run, 0, run.marks(rubric).get(0, ())))
    made = run.played - rounds.missed
    if not complete:
        notes.insert(0, words.CHECKS_OUT_OF_TIME)
    if made < run.planned:
        notes.insert(0, words.OUT_OF_TIME.format(seconds=seconds, done=made, count=run.planned))
    content["output"] = "\n".join([*notes, content["output"]])
    # Gradescope keeps this for the instructor, and shows it to no student.
    content["extra_data"] = {
        "version": __version__, "seed": seed, "secret": plan.secret,
        "sandbox": plan.sandbox, "sha256": student.digest, "planned": run.planned, "played": made,
    }  # fmt: skip
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def read_one(submission: Path) -> Student:
    """Return the one student of a submission; raise LeftOut if nothing in it can be graded."""
    if not submission.exists():
        raise UserError(f"there is no folder {shown(str(submission))}")
    found = submitted(submission.absolute())
    if found is None:
        raise LeftOut(words.EMPTY_SUBMISSION)
    return found


def _checked(plan: ClassroomPlan, here: Here) -> tuple[Checked, bool]:
    """Return what the checks find in the time, and whether none is missing."""
    (student,) = plan.students
    lines = list[Line]()
    try:
        checked = examine(
            student.checked, plan.game, plan.seed, plan.sandbox, games=plan.check_games,
            stop=here.late, alone=plan.home, report=lines.append, secret=plan.secret,
        )  # fmt: skip
        return checked, True
    except NotStarted:
        raise
    except Abandoned:
        pass
    except UserError as error:
        return unexamined(student.checked, plan.game, plan.seed, str(error)), True
    if not lines:
        return unexamined(student.checked, plan.game, plan.seed, words.NO_TIME), False
    empty = unexamined(student.checked, plan.game, plan.seed, "")
    return replace(empty, lines=tuple(lines), kinds=kinds_of(lines[0])), False


def nothing_text(reason: str, rubric: Rubric | None) -> str:
    """Return the results of a submission in which there is nothing to grade."""
    most = rubric.most if rubric is not None else 1.0
    test = {"name": words.SUBMISSION, "score": 0.0, "max_score": most, "status": "failed",
            "output": reason}  # fmt: skip
    content = {"score": 0.0, "output": reason, "output_format": "text", "visibility": "visible",
               "tests": [test]}  # fmt: skip
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
