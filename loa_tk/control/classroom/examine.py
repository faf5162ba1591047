"""Examines one program: runs it, makes the checks of what it is, and returns what they found.

A file runs in a guest process, and another program speaks UGI."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from loa_tk.control.classroom import evaluation_checks, search_checks
from loa_tk.control.classroom.evaluation_checks import Asked, EvaluationExam, Values
from loa_tk.control.classroom.findings import (
    Check,
    Checked,
    Finding,
    Line,
    check_row,
    failed,
    passed,
    run_all,
)
from loa_tk.control.classroom.integrity import Integrity, integrity
from loa_tk.control.classroom.search_exam import Chosen, SearchExam
from loa_tk.control.classroom.students import FUNCTIONS, SEARCH
from loa_tk.control.engine.jobs import Abandoned, Message
from loa_tk.control.guest.files import GuestFiles, reported
from loa_tk.control.guest.host import Guest
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.guest.witness import Testimony
from loa_tk.control.series.plan import UGI
from loa_tk.control.ugi.client import ProgramClient
from loa_tk.control.ugi.protocol import Forfeit, Terms
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.source import CHOOSE, EVALUATE
from loa_tk.model.checks.diagnosis import given_evaluation
from loa_tk.model.checks.mistakes import six
from loa_tk.model.game import Evaluation, Game, State
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.elsewhere import FOLDER
from loa_tk.model.search.options import EVAL
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.search import Limits, never
from loa_tk.model.search.statistics import Report
from loa_tk.words import classroom as words
from loa_tk.words.own_code import SANDBOXES

MOST_PRINTED = 1000  # characters that are shown of what a file prints
Tell = Callable[[str], None]
Answered = TypeVar("Answered")
LOADS = "loads"


def chosen(report: Report) -> Chosen:
    """Return a search's report as its answer to a check."""
    counted = six(report.statistics)
    return Chosen(move=report.move, value=report.value, six=counted, seconds=report.seconds)


class FileSubject:
    """A student's file, examined in one warm guest process."""

    close, watched = 1e-6, True
    loaded = words.FUNCTIONS

    def __init__(
        self,
        path: Path,
        game: Game,
        sandbox: str,
        stop: Callable[[], bool],
        alone: str = "",
        seed: int = 1,
    ) -> None:
        """Start nothing yet; the file does not see the others of the class in the folder `alone`.

        The file's own random numbers come from the seed, so that a check can be repeated.
        """
        self.path, self.game, self.sandbox, self.stop = path, game, sandbox, stop
        self.alone, self.seed = alone, seed
        self.files = GuestFiles(sandbox, alone)
        self.files.tell = self._hear
        self.printed = ""  # the beginning of what the file has printed
        self._given = game.evaluation(given_evaluation(game), 0, 0.0)
        self.evals = self.reported = 0  # EVAL calls at fixed depths: seen here, and reported
        self.tried: dict[str, None] = {}
        self._times = 0  # how often values were asked for: each time has random numbers of its own

    def _asked(self, question: Callable[[Guest], Answered]) -> Answered:
        """Return the answer of the file's guest; raise Forfeit with the mistake in the file."""
        if self.stop():
            raise Abandoned
        try:
            guest = self.files.guest(str(self.path))
            try:
                return question(guest)
            finally:
                self.tried.update(dict.fromkeys(guest.tried))
        except Mistake as error:
            if self.stop():
                raise Abandoned from None
            raise Forfeit(str(error)) from error

    def _hear(self, message: Message) -> None:
        if message.kind == "output" and len(self.printed) < MOST_PRINTED:
            self.printed = (self.printed + str(message.content))[:MOST_PRINTED]

    def functions(self) -> dict[str, bool]:
        """Return which functions the file has; raise Forfeit if it cannot be loaded."""
        names = self._asked(lambda guest: guest.functions)
        return {name: name in names for name in (EVALUATE, CHOOSE)}

    def values(self, asked: Asked) -> Values:
        """Return the values of positions; none is remembered from an earlier question."""
        self._times += 1

        def ask(guest: Guest) -> Values:
            guest.seed = f"{self.seed}/{self._times}"
            begun = time.perf_counter()
            numbers = guest.values(self.game, asked, self.stop)
            return Values(tuple(numbers), time.perf_counter() - begun)

        return self._asked(ask)

    def player(self, depth: int) -> str:
        """Return alpha-beta with this file's evaluation."""
        return Player("alphabeta", **{EVAL.name: str(self.path)}, depth=depth).spec()

    def choose(
        self,
        state: State,
        depth: int | None,
        seconds: float,
        evaluation: Evaluation | None = None,
        watch: int = 0,
    ) -> Chosen:
        """Return what the file's search answers, with the evaluation that is given to it."""
        used = evaluation or self._given
        limits = Limits(depth=depth, seconds=None if depth else seconds, stop=self.stop)

        def ask(guest: Guest) -> Testimony:
            guest.seed = f"{self.seed}/{depth}/{state}"
            return guest.choose(self.game, state, limits, used, seconds, watch)

        said = self._asked(ask)
        if said.evals is not None:
            self.evals += said.evals
            self.reported += sum(said.counted.evals)
        return replace(chosen(reported(said)), steps=said.steps)

    def frames(self, state: State, depth: int, leaf: int, evaluation: Evaluation | None) -> object:
        """Return what the file's source does at a leaf of the same search."""
        used, limits = evaluation or self._given, Limits(depth=depth, stop=self.stop)

        def ask(guest: Guest) -> object:
            guest.seed = f"{self.seed}/{depth}/{state}"
            return guest.frames(self.game, state, limits, used, leaf)

        return self._asked(ask)

    def integrity(self) -> Integrity | None:
        """Return what is known about the file besides its marks."""
        return integrity(self.path, self.evals, self.reported, self.tried)

    def end(self) -> None:
        """End the process."""
        self.files.close()


class ProgramSubject:
    """Another program, examined by the Universal Game Interface; its values are hundredths."""

    close, watched = 0.011, False
    loaded = words.SPEAKS
    printed = ""  # what it writes is the interface

    def __init__(
        self,
        player: Player,
        game: Game,
        stop: Callable[[], bool],
        sandbox: str = "",
        alone: str = "",
    ) -> None:
        """Start nothing yet; a student's program runs in the sandbox, as its file would."""
        self.player, self.game, self.stop = player, game, stop
        self.sandbox, self.alone = sandbox, alone
        self.client: ProgramClient | None = None

    def functions(self) -> dict[str, bool]:
        """Return that it is a search; raise Forfeit if it does not speak the interface."""
        self._open()
        return {EVALUATE: False, CHOOSE: True}

    def _open(self) -> ProgramClient:
        if self.client is None:
            self.client = ProgramClient(
                self.player, self.game, self.stop, sandbox=self.sandbox, alone=self.alone
            )
        return self.client

    def choose(
        self,
        state: State,
        depth: int | None,
        seconds: float,
        evaluation: Evaluation | None = None,
        watch: int = 0,
    ) -> Chosen:
        """Return its answer; a program that has failed is started again the next time."""
        assert evaluation is None  # a program has its own
        client = self._open()
        terms = Terms(wait=seconds, seconds=seconds if depth is None else None, depth=depth)
        try:
            report = client.choose(Match(self.game, state), terms)
        except Forfeit:
            self.end()
            raise
        return chosen(report)

    def frames(self, state: State, depth: int, leaf: int, evaluation: Evaluation | None) -> None:
        """Return None: its source is not known."""

    def integrity(self) -> None:
        """Return None: nothing is known about a program but its answers."""

    def end(self) -> None:
        """End the program."""
        client, self.client = self.client, None
        if client is not None:
            client.close()


def check_loads(subject: FileSubject | ProgramSubject) -> Finding:
    """Load the file, and say which functions it has."""
    functions = subject.functions()
    names = [f"{name}()" for name, there in functions.items() if there]
    if not names:
        return failed(words.NO_FUNCTIONS)
    return passed(subject.loaded.format(names=" and ".join(names)), **functions)


FIRST = (check_row(LOADS, words.FIRST_CHECKS, check_loads, first=True),)


def all_rows() -> tuple[Check[Any], ...]:
    """Return every check that there is, in the order of the tables."""
    return (*FIRST, *evaluation_checks.CHECKS, *search_checks.CHECKS)


def examine(
    program: str,
    game: str,
    seed: int = 1,
    sandbox: str = "",
    games: int = evaluation_checks.GAMES,
    tell: Tell = lambda text: None,
    stop: Callable[[], bool] = never,
    alone: str = "",
    report: Callable[[Line], None] = lambda line: None,
    secret: str = "",
) -> Checked:
    """Return what all checks find about a file, or about a program written ugi:COMMAND.

    `tell` gets what is being checked, `report` every line as soon as it is known. The file does not
    see the others of the class in the folder `alone`. With the same `secret` the
    positions and the secret numbers of EVAL are the same. Raise UserError if there is no such file,
    program or sandbox, and Abandoned if the examination is stopped.
    """
    rules, begun, secret = find_game(game), time.monotonic(), secret or token_hex(8)
    subject: FileSubject | ProgramSubject
    if program.startswith(UGI):
        player = read_player(rules, program)
        where = choose(sandbox) if player.options[FOLDER.name] else ""
        subject = ProgramSubject(player, rules, stop, where, alone)
    else:
        where = choose(sandbox)
        subject = FileSubject(Path(program), rules, where, stop, alone, seed)
    try:
        lines = run_all(FIRST, subject, tell, report)
        kinds = kinds_of(lines[0])
        for kind in kinds:
            if kind == SEARCH:
                search = SearchExam(rules, seed, subject, tell, stop, secret)
                lines += run_all(search_checks.CHECKS, search, tell, report)
            else:
                assert isinstance(subject, FileSubject)  # a program has no evaluation
                evaluation = EvaluationExam(rules, seed, subject, games, tell, stop, secret)
                lines += run_all(evaluation_checks.CHECKS, evaluation, tell, report)
    finally:
        subject.end()
    return Checked(
        program=program, game=game, seed=seed, kinds=kinds, sandbox=SANDBOXES.get(where, ""),
        lines=tuple(lines), seconds=time.monotonic() - begun, printed=subject.printed,
        integrity=subject.integrity(), secret=secret,
    )  # fmt: skip


def unexamined(program: str, game: str, seed: int, reason: str) -> Checked:
    """Return that a program could not be examined at all."""
    lines = (FIRST[0].line(failed(reason)),)
    return Checked(
        program=program, game=game, seed=seed, kinds=(), sandbox="", lines=lines, seconds=0.0
    )


def kinds_of(loaded: Line) -> tuple[str, ...]:
    """Return what a loaded program is."""
    figures = loaded.finding.figures
    return tuple(kind for name, kind in FUNCTIONS.items() if figures.get(name))
