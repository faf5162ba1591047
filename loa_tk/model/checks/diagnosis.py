"""Compares a program's statistics with Figure 2's, and names the mistake behind a difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, cycle, islice
from math import inf
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
from loa_tk.model.checks.secret import TIED, SecretEvaluation
from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.games import find_game
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.statistics import ROWS, SIX, Statistics
from loa_tk.model.search.textbook import AlphaBeta, ValueAndLine

LEAVES, DEEPEST = 60_000, 6  # a search without any pruning is still answered within seconds
NEAR_END, ANYWHERE = 6, 4  # positions besides the start
TELLING = 40  # nodes that a search of a random position must have, so that mistakes show
TEMPTING = 40  # positions that are tried for one in which a later move seems to be as good
MOST_SLIPS = 2  # mistakes of counting that are looked for together
CLOSE = 1e-6  # values that differ by less are equal

Explanation: TypeAlias = tuple[KnownMistake | Slip, ...]


@dataclass(frozen=True)
class Case:
    """A position to be searched to a depth, with the game's first evaluation as EVAL.

    With a secret, EVAL is the evaluation that is drawn from this seed.
    """

    state: State
    depth: int
    secret: str = ""

    def evaluation(self, game: Game) -> Evaluation:
        """Return what EVAL is in this case."""
        if self.secret:
            return SecretEvaluation(game, self.secret)
        return game.evaluation(given_evaluation(game), 0, 0.0)


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

    @property
    def hints(self) -> tuple[str, ...]:
        """The names of the mistakes with what to look at."""
        return tuple(
            " and ".join(f"{row.name} ({row.hint})" for row in rows) for rows in self.explanations
        )

    @property
    def name(self) -> str:
        """A sentence with the name of the only known mistake that explains all counts, or none."""
        return f"This fits a known mistake: {self.hints[0]}" if len(self.hints) == 1 else ""

    def sentence(self) -> str:
        """Return the first difference with the mistakes that explain it, in one line."""
        text, figure, right = self.differences[0]
        first = f"{text}: {figure:,}, expected {right:,}"
        return f"{first}: {', or '.join(self.hints)}" if self.hints else first


def given_evaluation(game: Game) -> str:
    """Return the name of the evaluation that searches are compared with."""
    return game.evaluations[0]


@lru_cache(maxsize=20)
def cases(
    game: Game, seed: int = 1, secret: str = "", given: bool = True
) -> tuple[Case, ...]:
    """Return what a search is compared on: the start at several depths, then random positions.

    With a secret, EVAL is a secret one in every second case, and the positions are drawn from it,
    too, so that no answer can be known before. Every second secret EVAL and the game's first one
    have many equal values, which show whether a search compares them rightly. A program has its own
    EVAL: if none is `given` to it, only the positions are drawn from the secret.
    """
    deepest = affordable(game, LEAVES, DEEPEST)
    # Not for the deepest search of the start: without good moves first, few others are cut off.
    numbers = secret if given else ""
    hidden = cycle(("", numbers, "", numbers and numbers + TIED))
    evaluations = islice(hidden, (deepest + 1) % 2, None)
    chosen = [Case(game.start, depth, next(evaluations)) for depth in range(1, deepest + 1)]
    # Two cases have the same depth, so that each evaluation meets each depth.
    depths = cycle(depth for depth in (deepest, max(1, deepest - 1)) for _ in "12")
    drawn = f"{seed}/{secret}" if secret else seed
    for state_source, number, tied in (
        (endings(game, drawn, 2, 5), NEAR_END, False),
        (positions(game, drawn), ANYWHERE, True),
    ):
        states = (state for state in state_source if state != game.start)
        for _ in range(number):
            depth, evaluation = next(depths), next(evaluations)
            new = (Case(state, depth, evaluation) for state in states)
            asked = (case for case in new if telling(game, case))
            ties = tied and (not evaluation or evaluation.endswith(TIED))
            found = tempting_one(game, asked) if ties else next(asked, None)
            if found is None:
                break  # a tiny game has no more positions
            chosen.append(found)
    return tuple(chosen)


def tempting_one(game: Game, asked: Iterator[Case]) -> Case | None:
    """Return the first case in which a later move only seems to be as good, or else the first."""
    few = list(islice(asked, 1))
    for case in chain(few, islice(asked, TEMPTING)):
        if tempting(game, case):
            return case
    return few[0] if few else None


def tempting(game: Game, case: Case) -> bool:
    """Return whether a later move of the root returns the best value and is worth less.

    What alpha-beta returns for a move that is not better is only a bound. A search that takes the
    last of equal moves, or any of them, plays such a move.
    """
    search, v, alpha = prepared(game, case), -inf, -game.utmost
    for move in game.moves(case.state):
        v2 = search.min_value(game.play(case.state, move), alpha, game.utmost, 1)[0]
        if v2 == v and move_value(game, case, move) < v - CLOSE:
            return True
        v = max(v, v2)
        alpha = max(alpha, v)
        if v >= game.utmost:
            break
    return False


def telling(game: Game, case: Case) -> bool:
    """Return whether a case has enough nodes, and one right answer."""
    right = searched(game.key, case, AlphaBeta)
    return right[1].nodes >= TELLING and right == searched(game.key, case, StuckAtTheLimit)


@lru_cache(maxsize=2000)
def _searched(key: str, case: Case, search: type[AlphaBeta]) -> tuple[ValueAndLine, Statistics]:
    run = prepared(find_game(key), case, search)
    return run.decide(case.state), run.counts.statistics()


def searched(key: str, case: Case, search: type[AlphaBeta]) -> tuple[float, Statistics]:
    """Return the value and the statistics that a search gives for a case of a game."""
    (value, _), statistics = _searched(key, case, search)
    return value, statistics


def decision(game: Game, case: Case) -> Move:
    """Return the move that Figure 2 chooses."""
    return _searched(game.key, case, AlphaBeta)[0][1][0]


def prepared(
    game: Game,
    case: Case,
    search: type[AlphaBeta] = AlphaBeta,
    evaluation: Evaluation | None = None,
) -> AlphaBeta:
    """Return a search of a case that is ready to begin, with its evaluation or another one."""
    limits, own = Limits(depth=case.depth), evaluation or case.evaluation(game)
    return search(Request(game=game, state=case.state, limits=limits, own=own))


def move_value(game: Game, case: Case, move: Move, evaluation: Evaluation | None = None) -> float:
    """Return the minimax value of a move of a case, not only a bound of it."""
    search = prepared(game, case, evaluation=evaluation)
    child = game.play(case.state, move)
    return search.min_value(child, -game.utmost, game.utmost, 1)[0]


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
    """Return whether a search with this mistake, counted with these slips, gives these answers.

    A side without moves at the depth limit may have its EVAL or its utility there.
    """
    search = mistake[0].search if mistake else AlphaBeta
    pairs = zip(asked, answers, strict=True)
    return all(
        gives(game, case, search, slips, answer)
        or gives(game, case, settled(search), slips, answer)
        for case, answer in pairs
    )


@cache
def settled(search: type[AlphaBeta]) -> type[AlphaBeta]:
    """Return a search in which a side without moves at the depth limit has its utility."""
    return type(f"Settled{search.__name__}", (StuckAtTheLimit, search), {})


def gives(
    game: Game, case: Case, search: type[AlphaBeta], slips: Sequence[Slip], answer: Answer
) -> bool:
    """Return whether a search, counted with these slips, gives this answer to a case."""
    value, statistics = searched(game.key, case, search)
    for slip in slips:
        statistics = slip.figures(statistics)
    close = answer.value is None or abs(value - answer.value) <= CLOSE
    return close and six(statistics) == answer.six
