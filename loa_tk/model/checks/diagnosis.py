"""Compares a program's statistics with Figure 2's, and names the mistake behind a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, cycle, islice
from typing import TypeAlias

from loa_tk.model.checks.mistakes import (
    MISTAKES,
    SLIPS,
    KnownMistake,
    Six,
    Slip,
    StuckAtTheLimit,
    six,
)
from loa_tk.model.checks.samples import affordable, endings, positions
from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.search.options import EVAL, NOISE
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.statistics import ROWS, SIX, Statistics
from loa_tk.model.search.textbook import AlphaBeta

LEAVES, DEEPEST = 60_000, 6  # a search without any pruning is still answered within seconds
NEAR_END, ANYWHERE = 6, 4  # positions besides the start
TELLING = 40  # nodes that a search of a random position must have, so that mistakes show
MOST_SLIPS = 2  # mistakes of counting that are looked for together
CLOSE = 1e-6  # values that differ by less are equal

Explanation: TypeAlias = tuple[KnownMistake | Slip, ...]


@dataclass(frozen=True)
class Case:
    """A position to be searched to a depth."""

    state: State
    depth: int


@dataclass(frozen=True)
class Answer:
    """What a program says of a case: the value for the side to move, if it has one, and its six."""

    value: float | None
    six: Six


@dataclass(frozen=True)
class Diagnosis:
    """The first case in which a program differs, its figures, and what explains them.

    An explanation has one mistake, or several that were made together. There may be none.
    """

    number: int  # of the case, from 0
    differences: tuple[tuple[str, int, int], ...]  # the statistic's text, the figure, the expected
    explanations: tuple[Explanation, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the mistakes; those that only explain the counts together are joined."""
        return tuple(" and ".join(row.name for row in rows) for rows in self.explanations)

    def sentence(self) -> str:
        """Return the first difference with the mistakes that explain it, in one line."""
        text, figure, right = self.differences[0]
        first = f"{text}: {figure:,}, expected {right:,}"
        if not self.explanations:
            return f"{first}; no mistake known here gives these counts"
        hints = [
            " and ".join(f"{row.name} ({row.hint})" for row in rows) for rows in self.explanations
        ]
        return f"{first}: {', or '.join(hints)}"


def given_evaluation(game: Game) -> str:
    """Return the name of the evaluation that searches are compared with."""
    return game.evaluations[0]


@lru_cache(maxsize=20)
def cases(game: Game, seed: int = 1) -> tuple[Case, ...]:
    """Return what a search is compared on: the start at several depths, then random positions."""
    deepest = affordable(game, LEAVES, DEEPEST)
    chosen = [Case(game.start, depth) for depth in range(1, deepest + 1)]
    depths = cycle((deepest, max(1, deepest - 1)))
    sources = (endings(game, seed, 2, 5), NEAR_END), (positions(game, seed), ANYWHERE)
    for source, number in sources:
        new = (Case(state, next(depths)) for state in source if state != game.start)
        chosen += islice((case for case in new if telling(game, case)), number)
    return tuple(chosen)


def telling(game: Game, case: Case) -> bool:
    """Return whether a case has enough nodes, and one right answer."""
    right = searched(game.key, case, AlphaBeta)
    return right[1].nodes >= TELLING and right == searched(game.key, case, StuckAtTheLimit)


@lru_cache(maxsize=2000)
def searched(key: str, case: Case, search: type[AlphaBeta]) -> tuple[float, Statistics]:
    """Return the value and the statistics that a search gives for a case of a game."""
    game = find_game(key)
    options = {EVAL.name: given_evaluation(game), NOISE.name: 0.0}
    run = search(
        Request(game=game, state=case.state, limits=Limits(depth=case.depth), options=options)
    )
    return run.decide(case.state)[0], run.counts.statistics()


def expected(game: Game, case: Case) -> Answer:
    """Return the value and the six statistics of Figure 2."""
    value, statistics = searched(game.key, case, AlphaBeta)
    return Answer(value, six(statistics))


def sees_win(game: Game, state: State, plies: int) -> bool:
    """Return whether a textbook search sees a win that is this many plies away.

    It does not if the win is the other side's lack of moves at the depth limit.
    """
    return searched(game.key, Case(state, plies), AlphaBeta)[0] == game.utmost


def diagnose(game: Game, asked: Sequence[Case], answers: Sequence[Answer]) -> Diagnosis | None:
    """Return how the answers' counts differ from Figure 2's, or None if they are equal."""
    for number, (case, answer) in enumerate(zip(asked, answers, strict=True)):
        right = expected(game, case)
        if answer.six != right.six:
            different = tuple(
                (ROWS[name].text, mine, figure)
                for name, mine, figure in zip(SIX, answer.six, right.six, strict=True)
                if mine != figure
            )
            return Diagnosis(number, different, explanations(game, asked, answers))
    return None


def explanations(
    game: Game, asked: Sequence[Case], answers: Sequence[Answer]
) -> tuple[Explanation, ...]:
    """Return the mistakes that explain every answer: one of the search, then with slips."""
    searches: list[tuple[KnownMistake, ...]] = [(), *((mistake,) for mistake in MISTAKES)]
    for slips in range(MOST_SLIPS + 1):
        fitting: list[Explanation] = [
            (*mistake, *chosen)
            for mistake in searches
            for chosen in combinations(SLIPS, slips)
            if (mistake or chosen) and explains(game, asked, answers, mistake, chosen)
        ]
        if fitting:
            return tuple(fitting)
    return ()


def explains(
    game: Game,
    asked: Sequence[Case],
    answers: Sequence[Answer],
    mistake: Sequence[KnownMistake],
    slips: Sequence[Slip],
) -> bool:
    """Return whether a search with this mistake, counted with these slips, gives these answers."""
    search = mistake[0].search if mistake else AlphaBeta
    for case, answer in zip(asked, answers, strict=True):
        value, statistics = searched(game.key, case, search)
        for slip in slips:
            statistics = slip.figures(statistics)
        if six(statistics) != answer.six:
            return False
        if answer.value is not None and abs(value - answer.value) > CLOSE:
            return False
    return True
