"""Examines one program: loads it, makes the checks of what it is, and returns what they found."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from loa_tk.control.classroom import evaluation_checks, search_checks
from loa_tk.control.classroom.evaluation_checks import EvaluationExam
from loa_tk.control.classroom.findings import (
    Check,
    Checked,
    Finding,
    Line,
    failed,
    passed,
    run_all,
)
from loa_tk.control.classroom.search_checks import SearchExam
from loa_tk.control.classroom.students import EVALUATION, FUNCTIONS, SEARCH
from loa_tk.control.classroom.subjects import FileSubject, ProgramSubject
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.series.plan import UGI
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.model.game import Game
from loa_tk.model.games import find_game
from loa_tk.model.search.limits import never
from loa_tk.model.search.players import read_player
from loa_tk.words import classroom as words
from loa_tk.words.guest import SANDBOXES

Tell = Callable[[str], None]

LOADS = "loads"


def check_loads(subject: FileSubject | ProgramSubject) -> Finding:
    """Load the file, and say which functions it has."""
    found = subject.functions()
    names = [f"{name}()" for name, there in found.items() if there]
    if not names:
        return failed(words.NO_FUNCTIONS)
    return passed(subject.loaded.format(names=" and ".join(names)), **found)


FIRST = (Check(LOADS, *words.FIRST_CHECKS[LOADS], True, check_loads, first=True),)


def all_rows() -> tuple[Check[Any], ...]:
    """Return every check that there is, in the order of the tables."""
    return (*FIRST, *evaluation_checks.CHECKS, *search_checks.CHECKS)


def guarded(check: Callable[[], Finding]) -> Finding:
    """Return what a check finds; what the program does wrong is a finding, too."""
    try:
        return check()
    except Forfeit as error:
        return failed(str(error))


def examine(
    program: str,
    game: str,
    seed: int = 1,
    sandbox: str = "",
    games: int = evaluation_checks.GAMES,
    tell: Tell = lambda text: None,
    stop: Callable[[], bool] = never,
    alone: str = "",
    found: Callable[[Line], None] = lambda line: None,
) -> Checked:
    """Return what all checks find about a file, or about a program written ugi:COMMAND.

    `tell` gets what is being checked, `found` every line as soon as it is known. The file does not
    see the others of the class in the folder `alone`. Raise UserError if there is no such file,
    program or sandbox, and Abandoned if the examination is stopped.
    """
    rules, begun = find_game(game), time.monotonic()
    subject: FileSubject | ProgramSubject
    if program.startswith(UGI):
        subject, where = ProgramSubject(read_player(rules, program), rules, stop), ""
    else:
        where = choose(sandbox)
        subject = FileSubject(Path(program), rules, where, stop, alone, seed)
    try:
        lines = run_all(FIRST, subject, tell, guarded, found)
        kinds = kinds_of(lines[0])
        for kind in kinds:
            lines += checks_of(kind, rules, seed, subject, games, tell, stop, found)
    finally:
        subject.end()
    return Checked(
        program, game, seed, kinds, SANDBOXES.get(where, ""), tuple(lines),
        time.monotonic() - begun, subject.printed,
    )  # fmt: skip


def unexamined(program: str, game: str, seed: int, reason: str) -> Checked:
    """Return that a program could not be examined at all."""
    row = FIRST[0]
    line = Line(row.name, row.text, row.required, failed(reason), row.first)
    return Checked(program, game, seed, (), "", (line,), 0.0)


def kinds_of(loaded: Line) -> tuple[str, ...]:
    """Return what a loaded program is."""
    figures = loaded.finding.figures
    return tuple(kind for name, kind in FUNCTIONS.items() if figures.get(name))


def checks_of(
    kind: str,
    game: Game,
    seed: int,
    subject: FileSubject | ProgramSubject,
    games: int,
    tell: Tell,
    stop: Callable[[], bool],
    found: Callable[[Line], None],
) -> list[Line]:
    """Make the checks of one kind."""
    if kind == SEARCH:
        exam = SearchExam(game, seed, subject, tell, stop)
        return run_all(search_checks.CHECKS, exam, tell, guarded, found)
    assert kind == EVALUATION and isinstance(subject, FileSubject)
    evaluation = EvaluationExam(game, seed, subject, games, tell, stop)
    return run_all(evaluation_checks.CHECKS, evaluation, tell, guarded, found)
