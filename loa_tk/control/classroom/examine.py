"""Examines one program: runs it, makes the checks of what it is, and returns what they found.

A file runs in a guest process, and another program speaks UGI."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from loa_tk.control.classroom.search_checks import Chosen, SearchExam
from loa_tk.control.classroom.students import FUNCTIONS, SEARCH
from loa_tk.control.engine.jobs import Abandoned, GuestJob, Message
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.guest.worker import GuestWorker, run_guest
from loa_tk.control.series.plan import UGI
from loa_tk.control.ugi.client import ProgramClient
from loa_tk.control.ugi.protocol import Forfeit, Terms
from loa_tk.lab.adapter import OwnFiles, number, placed, think
from loa_tk.lab.mistakes import Mistake, from_exception
from loa_tk.lab.position import Position
from loa_tk.lab.source import CHOOSE, EVALUATE
from loa_tk.model.checks.diagnosis import given_evaluation
from loa_tk.model.checks.mistakes import six
from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.options import EVAL
from loa_tk.model.search.players import FILE_OPTION, Player, read_player
from loa_tk.model.search.search import ignore, never
from loa_tk.model.search.statistics import Report
from loa_tk.words import classroom as words
from loa_tk.words.own_code import SANDBOXES

VALUING = 10.0, 0.05  # seconds in which a check's values must be known: at least, for each one
LOADED = 5.0
MOST_PRINTED = 1000  # characters that are shown of what a file prints
Tell = Callable[[str], None]
LOADS = "loads"


@dataclass(frozen=True)
class FileJob(GuestJob):
    """What every job about one file has."""

    game: str
    path: str

    @property
    def files(self) -> tuple[str, ...]:
        """The student's file."""
        return (self.path,)


@dataclass(frozen=True)
class FunctionsJob(FileJob):
    """Load a file and return which of the two functions it has."""

    limit = LOADED

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None], files: OwnFiles
    ) -> dict[str, bool]:
        """Return for each function whether the file has it."""
        code = files.code(self.path)
        return {name: code.has(name) for name in (EVALUATE, CHOOSE)}


@dataclass(frozen=True, kw_only=True)
class ValuesJob(FileJob):
    """Value positions with a file's own function, each one anew."""

    asked: tuple[tuple[State, int], ...]
    seed: str  # of the student's own random numbers

    @property
    def limit(self) -> float:
        """The seconds that it may take; 20 positions in a second are very few."""
        least, each = VALUING
        return max(least, each * len(self.asked))

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None], files: OwnFiles
    ) -> dict[str, Any]:
        """Return the values, the seconds that they took, and whether no position was changed."""
        game, code = find_game(self.game), files.code(self.path)
        function = code.function(EVALUATE)
        letters = [side.letter for side in game.sides]
        numbers, intact = list[float](), True
        random.seed(self.seed)
        begun = time.perf_counter()
        for state, player in self.asked:
            position = Position(game, state)
            try:
                value = function(position, letters[player])
            except (Exception, SystemExit) as error:
                raise from_exception(error, code.path) from error
            try:
                numbers.append(number(value, EVALUATE))
            except Mistake as error:
                raise placed(error, code, EVALUATE) from None
            intact = intact and position == Position(game, state)
        return {"numbers": numbers, "seconds": time.perf_counter() - begun, "intact": intact}


@dataclass(frozen=True, kw_only=True)
class ChooseJob(GuestJob):
    """Let a file's search find a move; `seconds` is how long it may take in any case."""

    game: str
    state: State
    player: Player
    seconds: float

    @property
    def limit(self) -> float:
        """The seconds that it may take."""
        return self.seconds

    @property
    def position(self) -> State:
        """The position that is searched."""
        return self.state

    @property
    def files(self) -> tuple[str, ...]:
        """The student's file."""
        return self.player.files

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None], files: OwnFiles
    ) -> Report:
        """Return the report of the search."""
        return think(self.player, find_game(self.game), self.state, (), stop, files=files)


def chosen(report: Report) -> Chosen:
    """Return a search's report as its answer to a check."""
    counted = six(report.statistics)
    return Chosen(move=report.move, value=report.value, six=counted, seconds=report.seconds)


class FileSubject:
    """A student's file, examined in one warm guest process."""

    close = 1e-6
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
        self.worker = GuestWorker(sandbox, alone)
        self.printed = ""  # the beginning of what the file has printed
        self._asked = 0  # how often values were asked for: each time has random numbers of its own

    def _run(self, job: Any) -> Any:
        if self.stop():
            raise Abandoned
        try:
            return run_guest(job, self.stop, ignore, self._hear, self.worker)
        except Mistake as error:
            if self.stop():
                raise Abandoned from None
            raise Forfeit(str(error)) from error

    def _hear(self, message: Message) -> None:
        if message.kind == "output" and len(self.printed) < MOST_PRINTED:
            self.printed = (self.printed + str(message.content))[:MOST_PRINTED]

    def functions(self) -> dict[str, bool]:
        """Return which functions the file has; raise Forfeit if it cannot be loaded."""
        answer = self._run(FunctionsJob(self.game.key, str(self.path)))
        if not isinstance(answer, dict):
            raise Forfeit(words.STRANGE)
        return {name: answer.get(name) is True for name in (EVALUATE, CHOOSE)}

    def values(self, asked: Asked) -> Values:
        """Return the values of positions, each asked for anew."""
        self._asked += 1
        seed = f"{self.seed}/{self._asked}"
        answer = self._run(
            ValuesJob(game=self.game.key, path=str(self.path), asked=tuple(asked), seed=seed)
        )
        try:
            numbers = tuple(map(float, answer["numbers"]))
            values = Values(numbers, float(answer["seconds"]), answer["intact"] is True)
        except (KeyError, TypeError, ValueError):
            raise Forfeit(words.STRANGE) from None
        if len(values.numbers) != len(asked):
            raise Forfeit(words.STRANGE)
        return values

    def player(self, depth: int) -> str:
        """Return alpha-beta with this file's evaluation."""
        return Player("alphabeta", **{EVAL.name: str(self.path)}, depth=depth).spec()

    def choose(self, state: State, depth: int | None, seconds: float) -> Chosen:
        """Return what the file's search answers, with the evaluation that is given to it."""
        limits = {"depth": depth} if depth is not None else {"seconds": seconds}
        player = Player(
            "file", **{FILE_OPTION: str(self.path)}, eval=given_evaluation(self.game), **limits,
            seed=self.seed,
        )  # fmt: skip
        job = ChooseJob(game=self.game.key, state=state, player=player, seconds=seconds)
        report: Report = self._run(job)
        return chosen(report)

    def end(self) -> None:
        """End the process."""
        self.worker.close()


class ProgramSubject:
    """Another program, examined by the Universal Game Interface; its values are hundredths."""

    close = 0.011
    loaded = words.SPEAKS
    printed = ""  # what it writes is the interface

    def __init__(self, player: Player, game: Game, stop: Callable[[], bool]) -> None:
        """Start nothing yet."""
        self.player, self.game, self.stop = player, game, stop
        self.client: ProgramClient | None = None

    def functions(self) -> dict[str, bool]:
        """Return that it is a search; raise Forfeit if it does not speak the interface."""
        self._open()
        return {EVALUATE: False, CHOOSE: True}

    def _open(self) -> ProgramClient:
        if self.client is None:
            self.client = ProgramClient(self.player, self.game, self.stop)
        return self.client

    def choose(self, state: State, depth: int | None, seconds: float) -> Chosen:
        """Return its answer; a program that has failed is started again the next time."""
        client = self._open()
        terms = Terms(wait=seconds, seconds=seconds if depth is None else None, depth=depth)
        try:
            report = client.choose(Match(self.game, state), terms)
        except Forfeit:
            self.end()
            raise
        return chosen(report)

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
) -> Checked:
    """Return what all checks find about a file, or about a program written ugi:COMMAND.

    `tell` gets what is being checked, `report` every line as soon as it is known. The file does not
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
        lines = run_all(FIRST, subject, tell, report)
        kinds = kinds_of(lines[0])
        for kind in kinds:
            if kind == SEARCH:
                search = SearchExam(rules, seed, subject, tell, stop)
                lines += run_all(search_checks.CHECKS, search, tell, report)
            else:
                assert isinstance(subject, FileSubject)  # a program has no evaluation
                evaluation = EvaluationExam(rules, seed, subject, games, tell, stop)
                lines += run_all(evaluation_checks.CHECKS, evaluation, tell, report)
    finally:
        subject.end()
    return Checked(
        program=program, game=game, seed=seed, kinds=kinds, sandbox=SANDBOXES.get(where, ""),
        lines=tuple(lines), seconds=time.monotonic() - begun, printed=subject.printed,
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
