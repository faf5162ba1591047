"""An exercise of a quiz: a position with a small tree, and alpha-beta's way through it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from loa_tk.model.game import Evaluation, Game, State, finish
from loa_tk.model.notation import move_text, position_text
from loa_tk.model.search.options import EVAL
from loa_tk.model.search.players import read_player
from loa_tk.model.tree.narrow import NarrowGame, RoundedEvaluation
from loa_tk.model.tree.question import Answer, Question, QuizNode
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import EXACT, ROOT
from loa_tk.model.written import WrittenTree, letters

LEAST_PLIES, MOST_PLIES = 4, 40  # of the random game that leads to a position


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
