"""Checks a solved game: walks its book through every reply, and proves what the book leaves open.

The walk knows only the rules and what the book says. Positions that are images of each other are
visited once. Other processes prove the open positions in batches. The proofs are kept in a file, so
that a check can be interrupted and continued.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from loa_tk.control.engine.jobs import Abandoned
from loa_tk.model.game import Game, State, UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, position_text, read_position
from loa_tk.model.search.proof_numbers import PROMISED, ProofNumbers
from loa_tk.model.search.search import never
from loa_tk.model.search.strong import NEAR
from loa_tk.store.kept import read_bytes

MOST_BYTES = 200_000_000  # of a file of proofs; those of 6×6 take 4 MB
TOGETHER = 32  # questions in a task: about a second of work, so that a message costs nothing
Question: TypeAlias = tuple[State, int]  # can the side to move win within this many plies?


class Hole(Exception):
    """A place where the strategy fails: its position and the reason, in one line."""

    def __init__(self, game: Game, state: State, reason: str) -> None:
        """Put the place into words."""
        super().__init__(f"{position_text(game, state)}: {reason}")


@dataclass(kw_only=True)
class Walk:
    """What a walk has met."""

    winner: int
    plies: int  # within which the winner wins from the start
    met: set[State] = field(default_factory=set)  # positions of the book, up to images
    replies: int = 0
    ended: int = 0  # moves and replies that won the game for the winner
    # Positions to be proved, up to images, each with the plies within which the win must come. A
    # position that is reached from several others may have to be proved within different plies.
    open: set[tuple[State, int]] = field(default_factory=set)


def walk(game: Game) -> Walk:
    """Follow the book from the start, or raise Hole at the first place where it fails.

    The plies must fall with every move of the winner, so no play can go round in a circle.
    """
    known = game.solved(game.start)
    if known is None:
        raise UserError(f"{game.key} has no book of its start")
    walked = Walk(winner=known.winner, plies=known.plies)
    start = game.canonical(game.start)
    if game.player(start) == walked.winner:
        waiting = [start]
    else:
        waiting = _answer(game, start, known.plies, walked)
    while waiting:
        state = waiting.pop()
        if state not in walked.met:
            walked.met.add(state)
            waiting += _follow(game, state, walked)
    return walked


def _follow(game: Game, state: State, walked: Walk) -> list[State]:
    """Play the book's move and every reply; return the positions that are in the book again."""
    known = game.solved(state)
    assert known is not None
    if known.move is None or known.move not in game.moves(state):
        raise Hole(game, state, "the book’s move is not legal")
    after = game.play(state, known.move)
    if _ended(game, after, walked):
        return []
    return _answer(game, after, known.plies - 1, walked)


def _answer(game: Game, state: State, plies: int, walked: Walk) -> list[State]:
    """Play every reply, and return the positions that are in the book again.

    The winner must win within these plies, whatever is replied.
    """
    inside = []
    for reply in game.moves(state):
        walked.replies += 1
        child = game.play(state, reply)
        if _ended(game, child, walked):
            continue
        image, left = game.canonical(child), plies - 1
        answer = game.solved(image)
        if answer is None:
            walked.open.add((image, min(left, NEAR)))
        elif answer.winner != walked.winner or answer.plies > left:
            bound = f"the bound of {plies} plies does not fall"
            move = move_text(game, state, reply)
            raise Hole(game, state, f"{bound}: after {move} the book says {answer.plies}")
        else:
            inside.append(image)
    return inside


def _ended(game: Game, state: State, walked: Walk) -> bool:
    """Return whether the winner has won here; raise Hole if the other side has."""
    outcome = finish(game, state)
    if outcome is None:
        return False
    if outcome.winner != walked.winner:
        raise Hole(game, state, f"the game is lost: {outcome.reason}")
    walked.ended += 1
    return True


@dataclass(frozen=True, kw_only=True)
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

    The engine searches in the same way where its book ends: with the game's best evaluation and
    nothing remembered from other positions.
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
        search, proved = prove(game, question)
        plies = search.plies_found() if proved else 0
        spent = round(1000 * (time.process_time() - begun))
        answers.append(LiveProof(
            question=question, plies=plies, expansions=search.expansions, milliseconds=spent,
        ))  # fmt: skip
    return tuple(answers)


def batches(game: Game, questions: Sequence[Question]) -> Iterator[Batch]:
    """Yield tasks for all these questions."""
    for first in range(0, len(questions), TOGETHER):
        yield Batch(game.key, tuple(questions[first : first + TOGETHER]))


def state_head(game: Game) -> str:
    """Return the first line of a game's file."""
    return f"# loa verify {game.key}: live proofs of at most {PROMISED} expansions"


def state_text(game: Game, proofs: Iterable[LiveProof]) -> str:
    """Return the content of a file."""
    lines = [
        f"{position_text(game, proof.question[0])} {proof.question[1]} {proof.plies} "
        f"{proof.expansions} {proof.milliseconds}"
        for proof in proofs
    ]
    return "\n".join([state_head(game), *lines, ""])


def read_state(game: Game, path: Path) -> list[LiveProof]:
    """Return the proofs in a file; none if there is no file, UserError if it is another one."""
    data = read_bytes(path, MOST_BYTES)
    if data is None:
        return []
    first, *lines = data.decode("utf-8", "replace").splitlines() or [""]
    if first != state_head(game):
        raise UserError(f"{path} does not begin with {state_head(game)!r}; use another file")
    proofs = []
    for number, line in enumerate(lines, 2):
        try:
            rows, side, *figures = line.split(" ")
            if not all(figure.isascii() and figure.isdecimal() for figure in figures):
                raise ValueError
            wanted, plies, expansions, milliseconds = map(int, figures)
            if plies > wanted:  # a proof of something else
                raise ValueError
            state = read_position(game, f"{rows} {side}")
        except ValueError:
            raise UserError(f"{path}, line {number}: {line[:80]!r} is not a proof") from None
        proofs.append(LiveProof(
            question=(state, wanted), plies=plies, expansions=expansions, milliseconds=milliseconds,
        ))  # fmt: skip
    return proofs
