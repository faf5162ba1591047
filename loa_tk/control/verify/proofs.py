"""Live proofs of the positions where a book ends, as tasks for other processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from loa_tk.control.engine.jobs import Abandoned
from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.search.limits import never
from loa_tk.model.search.proof_numbers import PROMISED, ProofNumbers

TOGETHER = 32  # questions in a task: about a second of work, so that a message costs nothing


Question: TypeAlias = tuple[State, int]  # can the side to move win within so many plies?


@dataclass(frozen=True)
class LiveProof:
    """The answer to a question: the plies of the proof (0 if none was found), and its cost."""

    question: Question
    plies: int
    expansions: int
    milliseconds: int  # of processor time


@dataclass(frozen=True)
class Batch:
    """Some questions about a game."""

    game: str
    questions: tuple[Question, ...]


def prove(game: Game, question: Question, allowed: int = PROMISED) -> tuple[ProofNumbers, bool]:
    """Return the search for a proof, and whether it found one.

    It is made exactly as where the engine finds its book at an end: with the game's best evaluation
    and nothing remembered from other positions.
    """
    search = ProofNumbers(game, game.evaluation(game.evaluations[-1]))
    return search, bool(search.prove(*question, allowed))


def prove_batch(batch: Batch, stop: Callable[[], bool] = never) -> tuple[LiveProof, ...]:
    """Answer every question of a batch."""
    game, answers = find_game(batch.game), []
    for question in batch.questions:
        if stop():
            raise Abandoned
        begun = time.process_time()
        search, found = prove(game, question)
        plies = search.plies_found() if found else 0
        spent = round(1000 * (time.process_time() - begun))
        answers.append(LiveProof(question, plies, search.expansions, spent))
    return tuple(answers)


def batches(game: Game, questions: Sequence[Question]) -> Iterator[Batch]:
    """Yield tasks for all these questions."""
    for first in range(0, len(questions), TOGETHER):
        yield Batch(game.key, tuple(questions[first : first + TOGETHER]))
