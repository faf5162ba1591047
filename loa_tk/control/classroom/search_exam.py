"""A search being examined: the positions that it is asked, and what it answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex
from typing import Any, Protocol

from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.model.checks.beside import Watched
from loa_tk.model.checks.diagnosis import Case, cases, expected
from loa_tk.model.checks.following import Difference, differences
from loa_tk.model.checks.level import LevelEvaluation
from loa_tk.model.checks.mistakes import Six
from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.notation import position_text
from loa_tk.model.search.search import never
from loa_tk.model.steps import SearchStep
from loa_tk.words import classroom as words

PATIENCE = 30.0  # seconds for a search to a fixed depth
MORE_TIMES, MORE = 2, 200  # EVAL calls that are watched: times those of Figure 2, and more


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """A search's answer: the move, its value for the side to move and its six, if it gives them.

    The steps are those of a file: the EVAL calls that we answered, and what its process told.
    """

    move: Move
    value: float | None
    six: Six | None
    seconds: float
    steps: tuple[SearchStep, ...] = ()


class Searching(Protocol):
    """A student's search, wherever it runs; a mistake raises Forfeit."""

    close: float  # values that differ by less are equal
    watched: bool  # whether it asks us for EVAL, so that its steps are seen

    def choose(
        self,
        state: State,
        depth: int | None,
        seconds: float,
        evaluation: Evaluation | None = None,
        watch: int = 0,
    ) -> Chosen:
        """Return its answer; with a depth, `seconds` is only how long we wait.

        EVAL is the evaluation, or the game's first one. The steps are kept up to `watch` EVAL
        calls.
        """

    def frames(self, state: State, depth: int, leaf: int, evaluation: Evaluation | None) -> object:
        """Return what its source was doing at a leaf, as `lab.frames` has it, or None."""


class SearchExam:
    """One search being examined, and what several checks need to know about it."""

    def __init__(
        self,
        game: Game,
        seed: int,
        subject: Searching,
        tell: Callable[[str], None] = lambda text: None,
        stop: Callable[[], bool] = never,
        secret: str = "",
    ) -> None:
        """Begin; without a secret, one is drawn that nobody can know before."""
        self.game, self.seed, self.subject = game, seed, subject
        self.tell, self.stop = tell, stop
        self.secret = secret or token_hex(8)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The positions and depths at which values, moves and steps are compared."""
        return cases(self.game, self.seed, self.secret, self.subject.watched)

    @property
    def drawn(self) -> str:
        """What the other positions are drawn from: a table of answers would need all of them."""
        return f"{self.seed}/{self.secret}"

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
                answers.append(
                    self.subject.choose(
                        case.state, case.depth, PATIENCE, self.asked(case), enough(self.game, case)
                    )
                )
            except Forfeit as error:
                return answers, Forfeit(f"{self.where(case)}: {error}")
        return answers, None

    @cached_property
    def differences(self) -> list[list[Difference]]:
        """How each answer differs from Figure 2; only if the steps were seen."""
        pairs = zip(self.cases, self.answers, strict=True)
        return [list(differences(self.game, case, watched(answer))) for case, answer in pairs]

    def asked(self, case: Case) -> Evaluation | None:
        """Return the evaluation of a case, or None for a program, which has its own."""
        return case.evaluation(self.game) if self.subject.watched else None

    @property
    def level(self) -> Evaluation | None:
        """EVAL where only wins count, or None for a program, which has its own."""
        return LevelEvaluation(self.game) if self.subject.watched else None

    def where(self, case: Case) -> str:
        """Return a case in words."""
        text = words.WHERE_SECRET if case.secret else words.WHERE
        return text.format(position=position_text(self.game, case.state), depth=case.depth)

    def figures(self, case: Case) -> dict[str, Any]:
        """Return what is needed to repeat a case."""
        return {
            "position": position_text(self.game, case.state), "depth": case.depth,
            "secret": case.secret or None,
        }  # fmt: skip


def enough(game: Game, case: Case) -> int:
    """Return the EVAL calls after which a search certainly differs from Figure 2, and a few more.

    Those that follow only delay it; a search without pruning would take several times as long.
    """
    _, _, *evals, _, _ = expected(game, case).six
    return MORE_TIMES * sum(evals) + MORE


def watched(answer: Chosen) -> Watched:
    """Return an answer as what was seen of a search."""
    return Watched(
        steps=answer.steps, move=answer.move, value=answer.value, six=answer.six or (0,) * 6
    )
