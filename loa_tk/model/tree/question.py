"""A question of a quiz: its small tree, its answer, and what somebody's answer is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from loa_tk.model.game import State
from loa_tk.model.numbers import number
from loa_tk.model.tree.searchtree import EXACT

ENOUGH = 0.005  # answers this near are right, because values are shown with two decimals

# The value returned; alpha and beta; the names of the branches cut off.
Answer: TypeAlias = tuple[float] | tuple[float, float] | tuple[str, ...]
PREDICT = "predict"  # the kind of question that asks whether the search cuts or goes on
CUT, GO_ON = "cut", "go on"  # its answers


@dataclass(frozen=True, kw_only=True)
class QuizNode:
    """One node of a question's tree.

    An inner node is named by a letter, a leaf by that of its parent and its place there.
    """

    name: str
    parent: int | None
    move: str  # that led here; "" at the root
    state: State
    maximises: bool
    leaf: bool
    value: float | None  # of a leaf, or returned so far; None if it is not shown
    returned: float | None  # by alpha-beta, for the solution; None if it is never entered
    bound: str = EXACT  # what that is of the minimax value


@dataclass(frozen=True, kw_only=True)
class Question:
    """One question; everything that is shown is in its nodes and its text."""

    number: int
    kind: str  # "value", "window" or "cut"
    game: str
    position: str
    evaluation: str
    depth: int
    utmost: float
    nodes: tuple[QuizNode, ...]  # in the order in which minimax enters them, the root first
    asked: int  # the place of the node that the question is about
    text: str
    choices: tuple[str, ...]  # the names of the branches to choose from, if they are asked for
    answer: Answer
    cut: tuple[str, ...]  # the names of all branches cut off, for the solution
    explanation: str

    @property
    def path(self) -> tuple[int, ...]:
        """The places of the nodes from the root to the one that is asked about."""
        places: list[int] = []
        place: int | None = self.asked
        while place is not None:
            places.insert(0, place)
            place = self.nodes[place].parent
        return tuple(places)

    def children(self, place: int) -> tuple[int, ...]:
        """Return the places of a node's children."""
        return tuple(n for n, node in enumerate(self.nodes) if node.parent == place)


@dataclass(frozen=True)
class Mark:
    """What an answer is worth, with the reason."""

    right: bool
    text: str


def check(question: Question, answer: Sequence[float] | Sequence[str]) -> Mark:
    """Return whether an answer is right, and why the right answer is right."""
    if question.kind in ("cut", PREDICT):
        right = set(answer) == set(question.answer)
    else:
        given, wanted = list(map(float, answer)), list(map(float, question.answer))
        right = len(given) == len(wanted) and all(map(alike, given, wanted))
    if right:
        return Mark(True, f"Right. {question.explanation}")
    return Mark(False, f"The answer is {answer_text(question)}. {question.explanation}")


def alike(one: float, other: float) -> bool:
    """Return whether two values are shown alike; both may be infinite."""
    return one == other or abs(one - other) <= ENOUGH


def answer_text(question: Question) -> str:
    """Return the right answer as people write it."""
    if question.kind in ("cut", PREDICT):
        return ", ".join(map(str, question.answer)) or "none"
    values = [number(float(value)) for value in question.answer]
    return values[0] if question.kind == "value" else f"α = {values[0]}, β = {values[1]}"
