"""The checks of a search: its moves, its time, the wins it finds, its values and its statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Protocol

from loa_tk.control.classroom.findings import Finding, check_row, failed, judged, passed, skipped
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.model.checks.diagnosis import (
    DEEPEST,
    LEAVES,
    Answer,
    Case,
    cases,
    diagnose,
    expected,
    given_evaluation,
    sees_win,
)
from loa_tk.model.checks.mistakes import Six
from loa_tk.model.checks.positions import SHORT, winning_moves, wins_in
from loa_tk.model.checks.samples import affordable, positions
from loa_tk.model.game import Game, Move, State
from loa_tk.model.notation import move_text, position_text
from loa_tk.model.search.search import never
from loa_tk.words import classroom as words

MOVES = 20  # positions in which the move must be legal
LEGAL_DEPTH, LEGAL_PATIENCE = 2, 5.0  # and seconds after which no answer is expected
TIMED, SECONDS, GRACE = 4, 0.4, 0.5  # positions, seconds for a move, and seconds beyond them
ATTEMPTS = 3  # to answer in time
WINS = {1: 8, 3: 6, 5: 4}  # positions for each distance
LATER = 4  # plies by which such a search may win later
PATIENCE = 30.0  # seconds for a search to a fixed depth


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """A search's answer: the move, its value for the side to move and its six, if it gives them."""

    move: Move
    value: float | None
    six: Six | None
    seconds: float


class Searching(Protocol):
    """A student's search, wherever it runs; a mistake raises Forfeit."""

    close: float  # values that differ by less are equal

    def choose(self, state: State, depth: int | None, seconds: float) -> Chosen:
        """Return its answer; with a depth, `seconds` is only how long we wait."""


class SearchExam:
    """One search being examined, and what several checks need to know about it."""

    def __init__(
        self,
        game: Game,
        seed: int,
        subject: Searching,
        tell: Callable[[str], None] = lambda text: None,
        stop: Callable[[], bool] = never,
    ) -> None:
        """Begin."""
        self.game, self.seed, self.subject = game, seed, subject
        self.tell, self.stop = tell, stop

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The positions and depths at which values and statistics are compared."""
        return cases(self.game, self.seed)

    @property
    def answers(self) -> list[Chosen]:
        """What the search says of the cases; raise Forfeit if it failed at one."""
        answers, trouble = self._answered
        if trouble is not None:
            raise trouble
        return answers

    @cached_property
    def _answered(self) -> tuple[list[Chosen], Forfeit | None]:
        answers: list[Chosen] = []
        for number, case in enumerate(self.cases, 1):
            self.tell(words.CASE.format(number=number, count=len(self.cases)))
            try:
                answers.append(self.subject.choose(case.state, case.depth, PATIENCE))
            except Forfeit as error:
                return answers, Forfeit(f"{self.where(case)}: {error}")
        return answers, None

    def where(self, case: Case) -> str:
        """Return a case in words."""
        return words.WHERE.format(position=position_text(self.game, case.state), depth=case.depth)


def check_legal(exam: SearchExam) -> Finding:
    """Ask for moves in random positions."""
    states = list(islice(positions(exam.game, exam.seed), MOVES))
    for number, state in enumerate(states):
        try:
            exam.subject.choose(state, LEGAL_DEPTH, LEGAL_PATIENCE)
        except Forfeit as error:
            text = words.NOT_LEGAL.format(
                number=number + 1, position=position_text(exam.game, state), error=error
            )
            return failed(text, number / len(states))
    return passed(words.LEGAL.format(count=len(states)))


def check_time(exam: SearchExam) -> Finding:
    """Give the search a time and measure what it takes."""
    taken = []
    for state in islice(positions(exam.game, f"{exam.seed}/time"), TIMED):
        try:
            taken.append(fewest_seconds(exam.subject, state))
        except Forfeit as error:
            return failed(words.NO_ANSWER.format(seconds=SECONDS, error=error))
    slowest = max(taken)
    right = sum(seconds <= SECONDS + GRACE for seconds in taken)
    words_for = words.IN_TIME if right == len(taken) else words.LATE
    text = words_for.format(seconds=SECONDS, slowest=slowest)
    return judged(right, len(taken), text, seconds=SECONDS, slowest=slowest)


def fewest_seconds(subject: Searching, state: State) -> float:
    """Return the least time of several attempts, which end with the first that is in time.

    Other programs on a busy machine delay some of the answers; a search that does not look at the
    clock delays all of them.
    """
    taken: list[float] = []
    for left in reversed(range(ATTEMPTS)):
        try:
            taken.append(subject.choose(state, None, SECONDS).seconds)
        except Forfeit:
            if not left and not taken:
                raise
        if taken and taken[-1] <= SECONDS + GRACE:
            break
    return min(taken)


def check_wins(plies: int, exam: SearchExam) -> Finding:
    """Let the search find wins that are known."""
    game = exam.game
    if plies > affordable(game, LEAVES, DEEPEST) + 1:
        return skipped(words.TOO_DEEP.format(plies=plies, game=game.title))
    visible = (win for win in wins_in(game, plies, exam.seed) if sees_win(game, win.state, plies))
    asked = list(islice(visible, WINS[plies]))
    if not asked:
        return skipped(words.NO_WINS.format(plies=plies, game=game.title))
    missed = []
    for win in asked:
        chosen = exam.subject.choose(win.state, plies, PATIENCE)
        if chosen.move not in win.moves and not _later(exam, win.state, chosen, plies):
            missed.append((win, chosen.move))
    right = len(asked) - len(missed)
    if not missed:
        return passed(words.WINS.format(count=right))
    win, move = missed[0]
    text = words.MISSED.format(
        right=right, count=len(asked), position=position_text(game, win.state),
        move=move_text(game, win.state, move), plies=plies,
        wins=", ".join(move_text(game, win.state, best) for best in win.moves[:3]),
    )  # fmt: skip
    return judged(right, len(asked), text)


def _later(exam: SearchExam, state: State, chosen: Chosen, plies: int) -> bool:
    """Return whether a search that went deeper than it was asked has chosen a later win."""
    deeper = chosen.six is None or chosen.six[0] > plies
    return deeper and chosen.move in winning_moves(exam.game, state, plies + LATER)


def check_value(exam: SearchExam) -> Finding:
    """Compare the values at a fixed depth with minimax."""
    name = given_evaluation(exam.game)
    pairs = list(zip(exam.cases, exam.answers, strict=True))
    if all(answer.value is None for _, answer in pairs):
        return failed(words.NO_VALUE)
    wrong = []
    for case, answer in pairs:
        right = expected(exam.game, case).value
        assert right is not None
        if answer.value is None or abs(answer.value - right) > exam.subject.close:
            wrong.append((case, answer.value, right))
    if not wrong:
        return passed(words.VALUES.format(count=len(pairs), name=name))
    case, value, right = wrong[0]
    text = words.NOT_VALUES.format(
        wrong=len(wrong), count=len(pairs), where=exam.where(case), value=value, right=right,
        name=name,
    )  # fmt: skip
    return judged(len(pairs) - len(wrong), len(pairs), text)


def check_statistics(exam: SearchExam) -> Finding:
    """Compare the six statistics with Figure 2's, position by position."""
    counted = [answer.six for answer in exam.answers]
    if not any(six and any(six[2:]) for six in counted):
        return failed(words.NO_STATISTICS)
    # What a program does not count is 0.
    answers = [
        Answer(answer.value if exam.subject.close < 0.001 else None, answer.six or (0,) * 6)
        for answer in exam.answers
    ]
    diagnosis = diagnose(exam.game, exam.cases, answers)
    if diagnosis is None:
        return passed(words.STATISTICS.format(count=len(answers)))
    right = sum(
        answer.six == expected(exam.game, case).six
        for case, answer in zip(exam.cases, answers, strict=True)
    )
    text = f"{exam.where(exam.cases[diagnosis.number])}: {diagnosis.sentence()}"
    return judged(
        right, len(answers), text, mistakes=list(diagnosis.names),
        differences=[list(difference) for difference in diagnosis.differences],
    )  # fmt: skip


RUNS: Mapping[str, Callable[[SearchExam], Finding]] = {
    "legal": check_legal,
    "time": check_time,
    **{f"win{plies}": partial(check_wins, plies) for plies in SHORT},
    "value": check_value,
    "statistics": check_statistics,
}
CHECKS = tuple(
    check_row(name, words.SEARCH_CHECKS, run, first=name == "legal") for name, run in RUNS.items()
)
