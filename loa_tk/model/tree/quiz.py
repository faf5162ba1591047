"""A quiz on alpha-beta: small trees of real positions, with questions, answers and explanations.

The same game, seed, level and number make the same quiz on every machine and with every version of
Python. A question's tree is that of a `NarrowGame`, so that it can be drawn. All its leaves have
their values, those that alpha-beta never looks at as well, so every question can be answered from
what is shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeAlias

from loa_tk.model.fields import SEEDS, Field, OneOf, Whole
from loa_tk.model.game import Evaluation, Game, State, UserError, finish
from loa_tk.model.notation import move_text, position_text
from loa_tk.model.numbers import number
from loa_tk.model.search.options import EVAL
from loa_tk.model.search.players import read_player
from loa_tk.model.tree.narrow import NarrowGame, RoundedEvaluation
from loa_tk.model.tree.reasons import bound_origin, explain
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import EXACT, ROOT, SearchTree
from loa_tk.model.written import WrittenTree, letters

ATTEMPTS = 400  # positions tried for a question; most games need 2, Mini-Checkers up to 110
STRICT = 100  # of them with high demands on the tree
LEAST_PLIES, MOST_PLIES = 4, 40  # of the random game that leads to a position
ENOUGH = 0.005  # answers this near are right, because values are shown with two decimals

# The value returned; alpha and beta; the names of the branches cut off.
Answer: TypeAlias = tuple[float] | tuple[float, float] | tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class QuizLevel:
    """How large the trees are and how much of the search is shown."""

    name: str
    label: str
    depth: int
    widths: tuple[int, int]  # the most moves of MAX and of MIN in a position
    values: bool  # the values returned so far are shown
    window: bool  # alpha and beta on entry are shown, and cuts are asked for in one node only


LEVELS = {
    level.name: level
    for level in (
        QuizLevel(name="easy", label="Easy", depth=2, widths=(3, 3), values=True, window=True),
        QuizLevel(name="normal", label="Normal", depth=3, widths=(2, 3), values=True, window=False),
        QuizLevel(name="hard", label="Hard", depth=4, widths=(2, 2), values=False, window=False),
    )
}
SEED = Field(name="seed", kind=SEEDS, default=1, help="which sheet")
LEVEL = Field(name="level", kind=OneOf(tuple(LEVELS)), default="normal", help=", ".join(LEVELS))
MIXED, PREDICT = "mixed", "predict"
KIND = Field(
    name="kind", kind=OneOf((MIXED, PREDICT)), default=MIXED,
    help="mixed asks for values, bounds and branches in turn; predict asks at tests of a bound "
    "whether the search cuts or goes on",
)  # fmt: skip
CUT, GO_ON = "cut", "go on"  # the answers to a prediction
QUESTIONS = Field(name="questions", kind=Whole(1, 100), default=6, help="how many questions")


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


@dataclass(frozen=True, kw_only=True)
class Quiz:
    """Several questions on one game."""

    game: str
    seed: int
    level: str
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Mark:
    """What an answer is worth, with the reason."""

    right: bool
    text: str


def make_quiz(game: Game, seed: int, level: str, questions: int, kind: str = MIXED) -> Quiz:
    """Return a quiz, or raise UserError if no position makes a good question."""
    made = (make_question(game, seed, level, place, kind) for place in range(1, questions + 1))
    return Quiz(game=game.key, seed=seed, level=level, questions=tuple(made))


def make_question(
    game: Game, seed: int, level: str, place: int, sort: str = MIXED
) -> Question:
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


def read_answer(question: Question, text: str) -> tuple[float, ...] | tuple[str, ...]:
    """Return an answer typed by a person: numbers or names, with commas or spaces between them.

    UserError says what was expected.
    """
    words = text.replace(",", " ").replace("−", "-").replace("∞", "inf").split()
    if question.kind == PREDICT:
        said = " ".join(words).lower()
        if said not in (CUT, GO_ON):
            raise UserError(f"{text!r} is neither {CUT!r} nor {GO_ON!r}")
        return (said,)
    if question.kind == "cut":
        names = tuple(word.upper() for word in words if word.lower() != "none")
        for name in names:
            if name not in question.choices:
                raise UserError(f"{name!r} is none of the branches {', '.join(question.choices)}")
        return names
    expected = len(question.answer)
    try:
        values = tuple(map(float, words))
    except ValueError:
        values = ()
    if len(values) != expected:
        raise UserError(f"{text!r} is not {'one number' if expected == 1 else 'two numbers'}")
    return values


class Exercise:
    """A position with its small tree, and alpha-beta's way through it."""

    def __init__(self, game: Game, level: QuizLevel, seed: str) -> None:
        """Play at random to a position and search it."""
        chance = random.Random(seed)
        self.game, self.level, self.chance = game, level, chance
        self.narrow: Game
        self.state: State
        self.evaluation: Evaluation
        if isinstance(game, WrittenTree):
            self.level = level = replace(level, depth=game.height)
            self.state, self.narrow, self.name = game.start, game, game.evaluations[0]
            self.evaluation = game.evaluation(self.name)
        else:
            self.state = random_position(game, chance)
            first = game.player(self.state)
            widths = level.widths if first == 0 else (level.widths[1], level.widths[0])
            self.narrow = NarrowGame(game, widths, seed)
            self.name = str(read_player(game, "textbook").options[EVAL.name])
            self.evaluation = RoundedEvaluation(game, self.name)
        self.tree = record(TreeRequest(
            game=self.narrow, state=self.state, search="alphabeta", evaluation=self.name,
            depth=level.depth, own=self.evaluation,
        ))  # fmt: skip
        self.entered: dict[int, int] = {}  # place in `nodes` -> node of the recorded tree
        self.nodes: list[QuizNode] = []
        self.letters = map(letters, count())
        self.grow(self.state, None, "", "", ROOT)

    def grow(
        self, state: State, parent: int | None, move: str, branch: str, recorded: int | None
    ) -> None:
        """Add a position and everything below it; `recorded` is its node if it was entered."""
        depth = 0 if parent is None else self.depth(parent) + 1
        last = depth == self.level.depth
        # At the depth limit the book's search does not look whether the side to move has a move.
        outcome = self.game.outcome(state) if last else finish(self.game, state)
        leaf, value = last or outcome is not None, None
        player = self.game.player(self.state)
        if outcome is not None:
            value = outcome.utility(player, self.game.utmost)
        elif leaf:
            value = self.evaluation.value(state, player)
        name = branch if leaf else next(self.letters)
        if isinstance(self.game, WrittenTree):
            name = self.game.node(state).name
        returned = None if recorded is None else self.tree.value(recorded)
        bound = EXACT if recorded is None else self.tree.bound(recorded)
        place = len(self.nodes)
        self.nodes.append(QuizNode(
            name=name, parent=parent, move=move, state=state,
            maximises=self.game.maximises(depth), leaf=leaf, value=value, returned=returned,
            bound=bound,
        ))  # fmt: skip
        if recorded is not None:
            self.entered[place] = recorded
        if leaf:
            return
        children = iter(() if recorded is None else self.tree.children(recorded))
        for index, a in enumerate(self.narrow.moves(state), 1):
            text = move_text(self.game, state, a)
            after = self.game.play(state, a)
            self.grow(after, place, text, f"{name}{index}", next(children, None))

    def depth(self, place: int) -> int:
        """Return the depth of a node of the tree."""
        parent = self.nodes[place].parent
        return 0 if parent is None else 1 + self.depth(parent)

    def worthwhile(self, strict: bool) -> bool:
        """Return whether the tree is neither trivial nor all the same.

        It is not much smaller than the level allows, something is cut off, and the values differ.
        A strict judge wants more values, few finished games and a choice in every position.
        """
        if isinstance(self.game, WrittenTree):
            return True  # whoever wrote it wants these questions
        leaves = [node for node in self.nodes if node.leaf]
        inner = [place for place, node in enumerate(self.nodes) if not node.leaf]
        values = {node.value for node in leaves}
        ended = sum(1 for node in leaves if abs(node.value or 0.0) == self.game.utmost)
        small = 3 * len(leaves) < 2 * self.full()
        if self.level.window and ended:
            return False  # at the first level no value equals a bound of the root
        if not inner or small or not self.cut_off() or len(values) < 3:
            return False
        choice = all(len(self.children(place)) > 1 for place in inner)
        return not strict or (
            choice and 2 * len(values) >= len(leaves) and 8 * ended <= len(leaves)
        )

    def full(self) -> int:
        """Return the number of leaves of a tree in which every position has all its moves."""
        ours, theirs = self.level.widths
        turns = self.level.depth
        return int(ours ** ((turns + 1) // 2) * theirs ** (turns // 2))

    def children(self, place: int) -> list[int]:
        """Return the places of a node's children."""
        return [n for n, node in enumerate(self.nodes) if node.parent == place]

    def cut_off(self) -> list[int]:
        """Return the places of all nodes that were cut off in a node that was entered."""
        return [
            place
            for place, node in enumerate(self.nodes)
            if place not in self.entered and node.parent in self.entered
        ]

    def inner(self) -> Iterator[tuple[int, int]]:
        """Yield the nodes with a choice that alpha-beta enters, below the root: place and node."""
        for place, node in self.entered.items():
            if place and len(self.children(place)) > 1:
                yield place, node

    def place_of(self, recorded: int) -> int:
        """Return the place of a node of the recorded tree."""
        return next(place for place, node in self.entered.items() if node == recorded)

    def choose(self, places: Sequence[int]) -> int | None:
        """Return one of these places at random, or None if there are none."""
        return places[self.chance.randrange(len(places))] if places else None

    def question(
        self,
        number: int,
        kind: str,
        asked: int,
        text: str,
        answer: Answer,
        explanation: str,
        choices: Sequence[str] = (),
    ) -> Question:
        """Return a question about a node; the values returned before it is entered are shown."""
        nodes = tuple(
            node if node.leaf else self.shown(place, node, asked)
            for place, node in enumerate(self.nodes)
        )
        cut = tuple(self.nodes[place].name for place in self.cut_off())
        return Question(
            number=number, kind=kind, game=self.game.key,
            position=position_text(self.game, self.state), evaluation=self.name,
            depth=self.level.depth, utmost=self.game.utmost, nodes=nodes, asked=asked, text=text,
            choices=tuple(choices), answer=answer, cut=cut, explanation=explanation,
        )  # fmt: skip

    def shown(self, place: int, node: QuizNode, asked: int) -> QuizNode:
        """Return an inner node, with its value if it has returned and the level shows it."""
        ended = place in self.entered and self.after(place) <= self.entered[asked]
        return replace(node, value=node.returned if ended and self.level.values else None)

    def after(self, place: int) -> int:
        """Return the number of the first node that is entered after this one has returned."""
        return self.entered[place] + self.tree.size(self.entered[place])


def random_position(game: Game, chance: random.Random) -> State:
    """Return an unfinished position of a random game."""
    plies = LEAST_PLIES + chance.randrange(MOST_PLIES - LEAST_PLIES)
    states = [game.start]
    while len(states) <= plies and finish(game, states[-1]) is None:
        moves = game.moves(states[-1])
        states.append(game.play(states[-1], moves[chance.randrange(len(moves))]))
    if finish(game, states[-1]) is None:
        return states[-1]
    # The game ended early. Its last positions are too near to its end.
    return states[max(0, len(states) - 1 - LEAST_PLIES)]


def called(node: QuizNode) -> str:
    """Return the book's name of the function that is called for a node."""
    return "MAX-VALUE" if node.maximises else "MIN-VALUE"


def ask_value(exercise: Exercise, nth: int) -> Question | None:
    """Ask what a node returns."""
    tree, nodes = exercise.tree, exercise.nodes
    # A node after the first has bounds to be compared with.
    places = [place for place, node in exercise.inner() if narrowed(tree, node)]
    asked = exercise.choose(places)
    if asked is None:
        return None
    node, recorded = nodes[asked], exercise.entered[asked]
    window = entry(tree, recorded)
    text = f"Which value does {called(node)} return for node {node.name}?"
    if exercise.level.window:
        text = f"{arrival(node)} with {window}. {text}"
    elif exercise.level.values:
        text = f"{arrival(node)}. {text}"
    value = tree.value(recorded)
    why = f"{node.name} is entered with {window} and returns {number(value)}."
    why += f" {explain(tree, recorded).sentence}"
    return exercise.question(nth, "value", asked, text, (value,), why)


def ask_window(exercise: Exercise, nth: int) -> Question | None:
    """Ask for alpha and beta when a node is entered."""
    tree = exercise.tree
    places = [place for place, node in exercise.inner() if narrowed(tree, node)]
    both = [place for place in places if narrowed(tree, exercise.entered[place], both=True)]
    asked = exercise.choose(both or places)
    if asked is None:
        return None
    node, recorded = exercise.nodes[asked], exercise.entered[asked]
    text = f"{arrival(node)}. What are α and β there now?"
    if not exercise.level.values:
        text = f"What are α and β when Figure 2 enters node {node.name}?"
    why = " ".join(bound_reason(exercise, recorded, lower) for lower in (True, False))
    answer = tree.alpha(recorded), tree.beta(recorded)
    return exercise.question(nth, "window", asked, text, answer, why)


def ask_cut(exercise: Exercise, nth: int) -> Question | None:
    """Ask which branches are cut off: of one node, or at the higher levels of the whole tree."""
    tree, nodes = exercise.tree, exercise.nodes
    cut = exercise.cut_off()
    if exercise.level.window:
        asked = exercise.choose(sorted({nodes[place].parent or 0 for place in cut}))
        if asked is None:
            return None
        node = nodes[asked]
        choices = exercise.children(asked)
        text = (
            f"{arrival(node)} with {entry(tree, exercise.entered[asked])}. "
            f"Which branches of {node.name} will be cut off?"
        )
        answer = [place for place in cut if nodes[place].parent == asked]
    else:
        asked, answer = 0, cut
        choices = list(range(1, len(nodes)))
        text = (
            "Figure 2 searches the whole tree from left to right. Which branches are cut off? "
            "Name each by the node at its lower end; do not name what is below it."
        )
    parents = sorted({nodes[place].parent or 0 for place in answer})
    why = " ".join(
        f"In {nodes[place].name}: {explain(tree, exercise.entered[place]).sentence}"
        for place in parents
    )
    names = tuple(nodes[place].name for place in answer)
    return exercise.question(
        nth, "cut", asked, text, names, why, [nodes[place].name for place in choices]
    )


def ask_prediction(exercise: Exercise, nth: int) -> Question | None:
    """Ask at a test of a bound whether the search cuts or goes on; both are asked as often."""
    tree, nodes = exercise.tree, exercise.nodes
    cuts = exercise.chance.randrange(2) == 0
    found: list[tuple[int, int]] = []  # places of nodes and of the children that have returned
    for place, node in exercise.inner():
        for child in tree.each_child(node):
            last = tree.cut(node) and child + tree.size(child) == node + tree.size(node)
            if last == cuts:
                found.append((place, exercise.place_of(child)))
    if not found:
        return None
    asked, returned = found[exercise.chance.randrange(len(found))]
    shown, child = nodes[asked], exercise.entered[returned]
    recorded = exercise.entered[asked]
    earlier = [tree.value(one) for one in tree.each_child(recorded) if one <= child]
    v = max(earlier) if shown.maximises else min(earlier)
    before = [values for one, values in zip(
        tree.children(recorded), tree.windows(recorded), strict=True) if one < child]  # fmt: skip
    alpha, beta = before[-1] if before else (tree.alpha(recorded), tree.beta(recorded))
    name, sign, bound = ("β", "≥", beta) if shown.maximises else ("α", "≤", alpha)
    text = (
        f"{called(shown)} works on node {shown.name} with α = {number(alpha)} and β = "
        f"{number(beta)}. Branch {nodes[returned].name} has just returned, and v = {number(v)}. "
        "Cut or go on?"
    )
    why = f"v = {number(v)} {sign if cuts else 'is not ' + sign} {name} = {number(bound)}."
    if cuts:
        why = f"{why} {explain(tree, recorded).sentence}"
    else:
        why = f"{why} The search goes on."
    return exercise.question(nth, PREDICT, asked, text, (CUT if cuts else GO_ON,), why)


# A row for each kind of question; they take turns.
Asked: TypeAlias = dict[str, Callable[[Exercise, int], "Question | None"]]
KINDS: Asked = {
    "value": ask_value,
    "window": ask_window,
    "cut": ask_cut,
}


def arrival(node: QuizNode) -> str:
    """Say where the search is."""
    return f"Figure 2 has just entered node {node.name}"


def entry(tree: SearchTree, node: int) -> str:
    """Return the bounds with which a node is entered."""
    return f"α = {number(tree.alpha(node))} and β = {number(tree.beta(node))}"


def narrowed(tree: SearchTree, node: int, both: bool = False) -> bool:
    """Return whether a node is entered with another window than the root's: one bound or both."""
    changed = tree.alpha(node) != tree.alpha(ROOT), tree.beta(node) != tree.beta(ROOT)
    return all(changed) if both else any(changed)


def bound_reason(exercise: Exercise, node: int, lower: bool) -> str:
    """Say where alpha or beta of a node comes from."""
    tree = exercise.tree
    letter, side = ("α", "MAX") if lower else ("β", "MIN")
    bound = number(tree.alpha(node) if lower else tree.beta(node))
    origin = bound_origin(tree, node, lower)
    if origin is None:
        return f"{letter} = {bound} is still the root’s: {side} has no value on this path yet."
    name = exercise.nodes[exercise.place_of(origin.node)].name
    return f"{letter} = {bound}: {side} already has that with {origin.move} ({name})."
