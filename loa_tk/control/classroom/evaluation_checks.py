"""The checks of an evaluation: is it a function of the position, fast, and right?"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import sqrt
from secrets import token_hex
from typing import Protocol

from loa_tk.control.classroom.findings import Finding, check_row, failed, measured, passed, skipped
from loa_tk.control.series.plan import FORFEITS, Plan, Result, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.summary import score_of
from loa_tk.model.checks.evaluations import images, spearman
from loa_tk.model.checks.positions import SOLVED, Proved, known
from loa_tk.model.checks.samples import positions
from loa_tk.model.game import Game, State
from loa_tk.model.notation import position_text
from loa_tk.model.search.search import never
from loa_tk.words import classroom as words
from loa_tk.words.series import counted

POSITIONS = 100  # from random play
MIRRORED = 30  # of them
PROVED = 300
GAMES, DEPTH = 20, 2
CLOSE = 1e-6  # values that differ by less, relative to their size, are equal

Asked = Sequence[tuple[State, int]]  # states, each with the player to be asked about


@dataclass(frozen=True)
class Values:
    """The values of some positions, and the seconds that the answer took."""

    numbers: tuple[float, ...]
    seconds: float


class Evaluating(Protocol):
    """A student's evaluation, wherever it runs; a mistake raises Forfeit."""

    sandbox: str
    alone: str

    def values(self, asked: Asked) -> Values:
        """Return the values of these positions."""

    def player(self, depth: int) -> str:
        """Return the player that searches with this evaluation to a depth."""


class EvaluationExam:
    """One evaluation being examined, and what several checks need to know about it."""

    def __init__(
        self,
        game: Game,
        seed: int,
        subject: Evaluating,
        games: int = GAMES,
        tell: Callable[[str], None] = lambda text: None,
        stop: Callable[[], bool] = never,
        secret: str = "",
    ) -> None:
        """Begin; `games` are played against the game's first evaluation."""
        self.game, self.seed, self.subject = game, seed, subject
        self.games, self.tell, self.stop = games, tell, stop
        self.secret = secret or token_hex(8)

    @property
    def drawn(self) -> str:
        """What the positions are drawn from: a table of values would be quick in known ones."""
        return f"{self.seed}/{self.secret}"

    @cached_property
    def asked(self) -> list[tuple[State, int]]:
        """Random positions, each for both players."""
        states = islice(positions(self.game, self.drawn), POSITIONS)
        return [(state, player) for state in states for player in (0, 1)]

    @cached_property
    def values(self) -> Values:
        """The values of the random positions, and the seconds for all positions of the question."""
        answered = self._answered
        return Values(answered.numbers[: len(self.asked)], answered.seconds)

    @cached_property
    def _answered(self) -> Values:
        """The values of the random and the proved positions, asked for in one question.

        Their order is a secret one, so that a file cannot be quick in those that are timed and slow
        in those that count.
        """
        asked = [*self.asked, *self._both_sides]
        order = list(range(len(asked)))
        random.Random(self.secret).shuffle(order)
        answer = self.subject.values([asked[place] for place in order])
        numbers = dict(zip(order, answer.numbers, strict=True))
        return Values(tuple(numbers[place] for place in range(len(asked))), answer.seconds)

    @property
    def _both_sides(self) -> list[tuple[State, int]]:
        return [(position.state, player) for position in self.proved for player in (0, 1)]

    @property
    def constant(self) -> bool:
        """Whether every random position has the same value, so that it says nothing."""
        return len(set(self.values.numbers)) == 1

    @cached_property
    def proved(self) -> tuple[Proved, ...]:
        """Positions whose winner is known."""
        return known(self.game, PROVED, self.drawn)

    @cached_property
    def opinions(self) -> list[float]:
        """What the evaluation says of the proved positions, for the player who moved first."""
        return balanced(self._answered.numbers[len(self.asked) :])

    @cached_property
    def others(self) -> dict[str, list[float]]:
        """What the game's own evaluations say of them."""
        opinions = {}
        for name in self.game.evaluations:
            own = self.game.evaluation(name, 0, 0.0)
            values = (own.value(known.state, who) for known in self.proved for who in (0, 1))
            opinions[name] = balanced(list(values))
        return opinions


def balanced(numbers: Sequence[float]) -> list[float]:
    """Return half of the first player's value less the second's, for pairs of values.

    What an evaluation says for one player alone may always be positive.
    """
    return [(first - second) / 2 for first, second in zip(numbers[::2], numbers[1::2], strict=True)]


def equal(value: float, other: float) -> bool:
    """Return whether two values differ only by rounding."""
    return abs(value - other) <= CLOSE * max(1.0, abs(value), abs(other))


def check_numbers(exam: EvaluationExam) -> Finding:
    """Ask for the values of random positions."""
    numbers = exam.values.numbers
    return passed(
        words.NUMBERS.format(count=len(numbers), least=min(numbers), most=max(numbers)),
        positions=len(numbers), least=min(numbers), most=max(numbers),
    )  # fmt: skip


def constant(exam: EvaluationExam) -> Finding:
    """Return a failure, because a constant would pass a check without being right."""
    return failed(words.CONSTANT.format(value=exam.values.numbers[0]))


def check_same(exam: EvaluationExam) -> Finding:
    """Ask for the same values again, in the opposite order."""
    if exam.constant:
        return constant(exam)
    again = exam.subject.values(exam.asked[::-1]).numbers[::-1]
    pairs = list(zip(exam.asked, exam.values.numbers, again, strict=True))
    wrong = [(state, one, two) for (state, _), one, two in pairs if one != two]
    if not wrong:
        return passed(words.SAME)
    state, one, two = wrong[0]
    text = words.NOT_SAME.format(position=position_text(exam.game, state), one=one, two=two)
    return failed(text, 1 - len(wrong) / len(pairs))


def check_symmetry(exam: EvaluationExam) -> Finding:
    """Compare the values of positions with those of their mirror images."""
    if exam.constant:
        return constant(exam)
    game, asked = exam.game, exam.asked[: 2 * MIRRORED]
    symmetries = images(game)
    mirrored = [
        (image.state(game, state), image.side(player))
        for state, player in asked
        for image in symmetries
    ]
    values = exam.subject.values(mirrored).numbers
    wrong, number = [], 0
    for (state, player), value in zip(asked, exam.values.numbers, strict=False):
        for image in symmetries:
            if not equal(value, values[number]):
                wrong.append((state, player, image, value, values[number]))
            number += 1
    if not wrong:
        return passed(words.SYMMETRIC.format(count=number))
    state, player, image, value, other = wrong[0]
    text = words.NOT_SYMMETRIC.format(
        share=len(wrong) / number, position=position_text(game, state), value=value,
        player=game.sides[player].name, mirror=position_text(game, image.state(game, state)),
        other=other, opposite=game.sides[image.side(player)].name,
    )  # fmt: skip
    return failed(text, 1 - len(wrong) / number)


def check_speed(exam: EvaluationExam) -> Finding:
    """Measure positions per second, and those of the game's first evaluation."""
    name = exam.game.evaluations[0]
    own = exam.game.evaluation(name, 0, 0.0)
    begun = time.perf_counter()
    for state, player in exam.asked:
        own.value(state, player)
    seconds = time.perf_counter() - begun
    theirs = len(exam.asked) / max(seconds, 1e-9)
    asked = len(exam.asked) + 2 * len(exam.proved)
    mine = asked / max(exam.values.seconds, 1e-9)
    text = words.SPEED.format(mine=mine, name=name, theirs=theirs)
    brief = f"{mine:,.0f}/s"
    return measured(text, min(1.0, mine / theirs), brief, positions_per_second=round(mine))


def check_right(exam: EvaluationExam) -> Finding:
    """Count the proved positions in which the sign of the value names the winner."""
    if not exam.proved:
        return skipped(words.NONE_PROVED.format(game=exam.game.title))
    decided = [number for number, position in enumerate(exam.proved) if position.winner is not None]

    def share(opinions: Sequence[float]) -> float:
        named = sum(
            opinions[number] > 0 if exam.proved[number].winner == 0 else opinions[number] < 0
            for number in decided
        )
        return named / len(decided)

    mine, others = share(exam.opinions), {name: share(v) for name, v in exam.others.items()}
    beside = ", ".join(words.RIGHT_BESIDE.format(name=name, share=v) for name, v in others.items())
    text = words.RIGHT.format(share=mine, count=len(decided), beside=beside)
    nobody = sum(exam.opinions[number] == 0 for number in decided)
    if 0 < nobody < len(decided):
        text += words.NAMES_NOBODY.format(count=nobody)
    figures = {"positions": len(decided), "right": mine, "nobody": nobody, "beside": others}
    if exam.game.key not in SOLVED:
        text += words.NEAR_THE_END
    if exam.constant:
        return replace(constant(exam), figures=figures)
    if not any(exam.opinions):
        return failed(text + words.FOR_BOTH, mine, **figures)
    if is_reversed(exam) and mine < share([-value for value in exam.opinions]):
        return failed(text + words.REVERSED, mine, **figures)
    return measured(text, mine, f"{mine:.0%}", **figures)


def is_reversed(exam: EvaluationExam) -> bool:
    """Return whether greater values go with losses, for certain: by three standard errors."""
    nearness = [position.nearness(0) for position in exam.proved]
    found = spearman(exam.opinions, nearness)
    return found is not None and found < -3 / sqrt(len(exam.proved))


def check_rank(exam: EvaluationExam) -> Finding:
    """Correlate the values with the nearness of the win."""
    if not exam.proved:
        return skipped(words.NONE_PROVED.format(game=exam.game.title))
    nearness = [position.nearness(0) for position in exam.proved]
    mine = spearman(exam.opinions, nearness)
    others = {name: spearman(values, nearness) for name, values in exam.others.items()}
    shown = ", ".join(f"{name} {words.correlation(value)}" for name, value in others.items())
    brief = words.correlation(mine)
    text = words.RANK.format(mine=brief, beside=shown)
    return measured(text, max(0.0, mine or 0.0), brief, correlation=mine, beside=others)


def check_games(exam: EvaluationExam) -> Finding:
    """Play games at equal depth against the game's first evaluation."""
    depth, name = DEPTH, exam.game.evaluations[0]
    plan = Plan(
        game=exam.game.key,
        players=(exam.subject.player(depth), f"alphabeta:eval={name},depth={depth}"),
        games=exam.games, seed=exam.seed, sandbox=exam.subject.sandbox, alone=exam.subject.alone,
    )  # fmt: skip
    results: list[Result] = []
    for task in tasks(exam.game, plan):
        results.append(play_game(task, exam.stop))
        exam.tell(words.PLAYED.format(done=len(results), games=plan.games))
    score = score_of(results)
    low, high = score.interval()
    text = words.GAMES.format(
        won=score.wins, drawn=score.draws, lost=score.losses, name=name, depth=depth,
        share=score.share, low=low, high=high,
    )  # fmt: skip
    figures = {**vars(score), "opponent": plan.players[1], "interval": [low, high]}
    mine = [result for result in results if result.forfeited and result.winner == 1]
    if mine:
        # Without the player, who has the file's whole path in it.
        _, _, fault = mine[0].reason.partition(FORFEITS)
        lost = words.FORFEITED.format(games=counted(len(mine), "game"), reason=fault)
        return failed(lost, score.share, **figures, forfeits=len(mine))
    return measured(text, score.share, f"{score.share:.0%}", **figures, forfeits=0)


CHECKS = tuple(
    check_row(name, words.EVALUATION_CHECKS, run, required, first=name == "numbers")
    for name, required, run in (
        ("numbers", True, check_numbers),
        ("same", True, check_same),
        ("symmetry", False, check_symmetry),
        ("speed", False, check_speed),
        ("right", True, check_right),
        ("rank", False, check_rank),
        ("games", True, check_games),
    )
)
