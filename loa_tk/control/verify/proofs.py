"""Live proofs of the positions where a book ends, as tasks for other processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from loa_tk.control.series.executors import Work
from loa_tk.control.ugi.client import Abandoned
from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.search.limits import Clock, Limits, never
from loa_tk.model.search.questions import PROMISED, Questions
from loa_tk.model.search.statistics import DEEPEST, Iteration

TOGETHER = 16  # positions in a task: some seconds of work, so that a message costs nothing


@dataclass(frozen=True)
class Proved:
    """The attempt to prove one position: the bound on the plies (0 for none) and its cost."""

    state: State
    plies: int
    expansions: int
    milliseconds: int  # of processor time


@dataclass(frozen=True)
class Batch:
    """Some positions of a game that are to be proved."""

    game: str
    states: tuple[State, ...]


def prove(
    game: Game, state: State, allowed: int = PROMISED, last: int = DEEPEST
) -> tuple[Iteration | None, int]:
    """Return the proof that the side to move wins within `last` plies, or None, and its expansions.

    It is found exactly as in a search that the book promises a win: with the game's best
    evaluation and nothing remembered from other positions.
    """
    evaluation = game.evaluation(game.evaluations[-1])
    moves, values = evaluation.children(state, game.player(state))
    order = [move for _, move in sorted(zip(values, moves, strict=True), reverse=True)]
    clock = Clock(Limits())
    questions = Questions(game, evaluation, state, order, (), clock, lambda: None, promised=True)
    try:
        while answer := questions.ask(allowed, last + 1):
            if answer.move is not None:
                return answer, questions.spent
        return None, questions.spent
    finally:
        questions.close()


def prove_batch(batch: Batch, stop: Callable[[], bool] = never) -> tuple[Proved, ...]:
    """Try to prove every position of a batch."""
    game, found = find_game(batch.game), []
    for state in batch.states:
        if stop():
            raise Abandoned
        begun = time.process_time()
        answer, expansions = prove(game, state)
        spent = round(1000 * (time.process_time() - begun))
        found.append(Proved(state, answer.depth if answer else 0, expansions, spent))
    return tuple(found)


PROVING: Work[Batch, tuple[Proved, ...]] = Work(prove_batch, "a position could not be examined")


def batches(game: Game, states: Sequence[State]) -> Iterator[Batch]:
    """Yield tasks for all these positions."""
    for first in range(0, len(states), TOGETHER):
        yield Batch(game.key, tuple(states[first : first + TOGETHER]))


def failing(needed: Mapping[State, int], found: Mapping[State, Proved]) -> list[State]:
    """Return the positions that were not proved, or not within the plies that the book needs."""
    return [state for state, plies in needed.items() if not 0 < found[state].plies <= plies]
