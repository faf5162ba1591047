"""A quiz on alpha-beta: small trees of real positions, with questions, answers and explanations.

The same game, seed, level and number make the same quiz on every machine and with every version of
Python. A question's tree is that of a `NarrowGame`, so that it can be drawn. All its leaves have
their values, those that alpha-beta never looks at as well, so every question can be answered from
what is shown.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from loa_tk.model.fields import SEEDS, Field, OneOf, Whole
from loa_tk.model.game import Game, UserError
from loa_tk.model.tree.exercise import LEVELS, Exercise, QuizLevel
from loa_tk.model.tree.question import PREDICT, Question
from loa_tk.model.tree.quiz_kinds import KINDS, Asked, ask_prediction
from loa_tk.model.written import WrittenTree

ATTEMPTS = 400  # positions tried for a question; most games need 2, Mini-Checkers up to 110
STRICT = 100  # of them with high demands on the tree
SEED = Field(name="seed", kind=SEEDS, default=1, help="which sheet")
LEVEL = Field(name="level", kind=OneOf(tuple(LEVELS)), default="normal", help=", ".join(LEVELS))
MIXED = "mixed"
KIND = Field(
    name="kind", kind=OneOf((MIXED, PREDICT)), default=MIXED,
    help="mixed asks for values, bounds and branches in turn; predict asks at tests of a bound "
    "whether the search cuts or goes on",
)  # fmt: skip
QUESTIONS = Field(name="questions", kind=Whole(1, 100), default=6, help="how many questions")


@dataclass(frozen=True, kw_only=True)
class Quiz:
    """Several questions on one game."""

    game: str
    seed: int
    level: str
    questions: tuple[Question, ...]


def make_quiz(game: Game, seed: int, level: str, questions: int, kind: str = MIXED) -> Quiz:
    """Return a quiz, or raise UserError if no position makes a good question."""
    made = (make_question(game, seed, level, place, kind) for place in range(1, questions + 1))
    return Quiz(game=game.key, seed=seed, level=level, questions=tuple(made))


def make_question(game: Game, seed: int, level: str, place: int, sort: str = MIXED) -> Question:
    """Return the question at that place of a quiz, counted from 1."""
    asked: Asked = KINDS if sort == MIXED else {PREDICT: ask_prediction}
    kinds = list(asked)
    if isinstance(game, WrittenTree):
        kinds = askable(game, LEVELS[level], asked)
    first = random.Random(f"{seed}/{game.key}/{level}").randrange(len(kinds))
    kind = kinds[(first + place) % len(kinds)]
    for attempt in range(ATTEMPTS):
        exercise = Exercise(game, LEVELS[level], f"{seed}/{game.key}/{level}/{place}/{attempt}")
        if exercise.worthwhile(attempt < STRICT):
            question = asked[kind](exercise, place)
            if question is not None:
                return question
    raise UserError(f"no position of {game.key} makes a good question with seed {seed}")


def askable(game: WrittenTree, level: QuizLevel, asked: Asked) -> list[str]:
    """Return the kinds of questions that a written tree has an answer for, or raise UserError."""
    kinds = [kind for kind, ask in asked.items() if ask(Exercise(game, level, kind), 1) is not None]
    if not kinds:
        raise UserError("the tree is too small for a question: alpha-beta has no choice in it")
    return kinds
