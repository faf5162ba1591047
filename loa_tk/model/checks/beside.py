"""A student's search and Figure 2's side by side: their leaves, and where they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from loa_tk.model.checks.mistakes import Six, six
from loa_tk.model.game import Move, Outcome, State, finish
from loa_tk.model.notation import line_text, move_text
from loa_tk.model.steps import AFTER, EVAL, Path, SearchStep
from loa_tk.model.tree.searchtree import ROOT, SearchTree

# Where two searches part. In a node: the student's goes on where Figure 2 returns, returns where
# Figure 2 goes on, tries another move first, or leaves a move out.
GOES_ON, STOPS, ORDER, SKIPS = "goes on", "stops", "order", "skips"
# At a position: it is evaluated again, below or above the depth limit, though the game is over
# there, or though no moves lead to it from the root.
AGAIN, DEEP, SHALLOW, FINISHED, NOWHERE = "again", "deep", "shallow", "finished", "nowhere"


@dataclass(frozen=True, kw_only=True)
class Watched:
    """What was seen of a student's search of a case, and what it reported."""

    steps: tuple[SearchStep, ...]
    move: Move
    value: float | None
    six: Six


@dataclass(frozen=True, kw_only=True)
class Parting:
    """Where two searches part: the kind, the node, and the move with which each of them goes on.

    A move is None if that search returns. `opened` is the node in Figure 2's tree, or the deepest
    one above it that is there.
    """

    kind: str
    number: int  # of the first leaf that differs, from 0
    node: Path
    opened: int
    tried: tuple[int, ...] = ()  # the node's children in Figure 2's tree so far
    next_move: Move | None = None
    figure_move: Move | None = None


class Beside:
    """Both searches of one case; leaves are the positions that EVAL was asked for."""

    def __init__(self, tree: SearchTree, watched: Watched, settled: bool = False) -> None:
        """Lay a watched search beside Figure 2's recorded one.

        If it is `settled`, a side without moves at the depth limit has its utility, not its EVAL.
        """
        self.tree, self.game, self.watched, self.settled = tree, tree.game, watched, settled
        self.player = tree.game.player(tree.root)  # MAX
        self.at = [index for index, step in enumerate(watched.steps) if step.kind == EVAL]
        self.evals = [watched.steps[index] for index in self.at]

    @cached_property
    def paths(self) -> list[Path]:
        """The path of every node of Figure 2's tree."""
        tree, moves = self.tree, dict[int, Sequence[Move]]()
        paths: list[Path] = [()]
        for node in range(1, len(tree)):
            parent = tree.columns.parents[node]
            if parent not in moves:
                moves[parent] = self.game.moves(tree.state(parent))
            paths.append((*paths[parent], moves[parent][tree.columns.places[node]]))
        return paths

    @cached_property
    def leaves(self) -> list[int]:
        """The nodes of Figure 2's tree that EVAL was asked for."""
        nodes = (node for node in range(len(self.tree)) if self.tree.is_eval(node))
        return [node for node in nodes if not self.settled or not self.stuck(node)]

    def stuck(self, node: int) -> bool:
        """Return whether a side has no moves at a leaf."""
        return not self.game.count(self.tree.state(node))

    @cached_property
    def six(self) -> Six:
        """The six statistics of Figure 2."""
        depth, nodes, *evals_and_prunes = six(self.tree.statistics)
        evals = [0, 0]
        evals[self.tree.depth % 2] = len(self.leaves)
        return depth, nodes, *evals, *evals_and_prunes[2:]

    def leaf(self, number: int) -> Path | None:
        """Return Figure 2's leaf of this number, or None after the last."""
        return self.paths[self.leaves[number]] if 0 <= number < len(self.leaves) else None

    def eval_path(self, number: int) -> Path | None:
        """Return the student's leaf of this number, or None after the last."""
        return self.evals[number].path if 0 <= number < len(self.evals) else None

    @cached_property
    def number(self) -> int | None:
        """The number of the first leaf that differs, from 0, or None if there is none."""
        pairs = zip_longest(self.evals, self.leaves)
        for number, (step, node) in enumerate(pairs):
            if step is None or node is None or step.path != self.paths[node]:
                return number
        return None

    def state(self, path: Path) -> State:
        """Return the position after these moves."""
        state = self.tree.root
        for move in path:
            state = self.game.play(state, move)
        return state

    def ended(self, path: Path) -> Outcome | None:
        """Return how the game has ended after these moves, or None."""
        return finish(self.game, self.state(path))

    def name(self, path: Path, move: Move) -> str:
        """Return the notation of a move in the position after a path."""
        return move_text(self.game, self.state(path), move)

    def line(self, path: Path) -> str:
        """Return the moves of a path as text."""
        return line_text(self.game, self.tree.root, path)

    def node(self, path: Path) -> int:
        """Return the node of Figure 2's tree after a path, or the deepest one above it."""
        node = ROOT
        for ply in range(len(path)):
            children = self.tree.each_child(node)
            below = [child for child in children if self.paths[child] == path[: ply + 1]]
            if not below:
                break
            node = below[0]
        return node

    def between(self, number: int) -> tuple[SearchStep, ...]:
        """Return the student's steps after the leaf before this one, up to it."""
        begin = self.at[number - 1] + 1 if number else 0
        end = self.at[number] if number < len(self.at) else len(self.watched.steps)
        return self.watched.steps[begin:end]

    def parting(self) -> Parting | None:
        """Return where the sequences of leaves part, or None if they are equal."""
        number = self.number
        if number is None:
            return None
        if number < len(self.evals):
            wrong = self._wrong_leaf(number)
            if wrong is not None:
                return wrong
        student = self.eval_path(number)
        begin = self.leaves[number - 1] if number else 0
        end = self.leaves[number] if number < len(self.leaves) else len(self.tree)
        for node in range(begin + 1, end + 1):
            for left in self._left_between(node):
                if student is not None and below(student, self.paths[left]):
                    return self._returned(number, left, student)
            if node == len(self.tree):
                break
            holds_leaf = end < node + self.tree.size(node)
            if holds_leaf and not (student and student[: self.tree.ply(node)] == self.paths[node]):
                return self._entered(number, node, student)
        raise AssertionError("the sequences part somewhere")

    def _wrong_leaf(self, number: int) -> Parting | None:
        """Return what is wrong with a leaf wherever it comes in the sequence, or None."""
        path = self.evals[number].path
        if path is None:
            return Parting(kind=NOWHERE, number=number, node=(), opened=ROOT)
        kind = ""
        if self.ended(path) is not None and path != self.leaf(number):
            kind = FINISHED
        elif len(path) != self.tree.depth:
            kind = DEEP if len(path) > self.tree.depth else SHALLOW
        elif any(step.path == path for step in self.evals[:number]):
            kind = AGAIN
        if not kind:
            return None
        return Parting(kind=kind, number=number, node=path, opened=self.node(path))

    def _left_between(self, node: int) -> Iterator[int]:
        """Yield the nodes that Figure 2 leaves before it enters this one, the deepest first."""
        parent = self.tree.columns.parents[node] if node < len(self.tree) else None
        left: int | None = node - 1
        while left is not None and left != parent:
            yield left
            left = self.tree.parent(left)

    def _returned(self, number: int, node: int, student: Path) -> Parting:
        """Return the parting in a node that Figure 2 has left and the student has not."""
        path = self.paths[node]
        if self.ended(path) is not None:
            return Parting(kind=FINISHED, number=number, node=path, opened=node)
        move = student[len(path)]
        known = any(self.paths[child][-1] == move for child in self.tree.each_child(node))
        return Parting(
            kind=AGAIN if known else GOES_ON, number=number, node=path, opened=node,
            tried=self.tree.children(node), next_move=move,
        )  # fmt: skip

    def _entered(self, number: int, node: int, student: Path | None) -> Parting:
        """Return the parting at a node that Figure 2 enters and the student does not."""
        path, parent = self.paths[node], self.tree.columns.parents[node]
        above, move = path[:-1], None
        kind = STOPS
        if student is not None and below(student, above):
            kind, move = ORDER, student[len(above)]
        made = any(step.kind == AFTER and step.path == path for step in self.between(number))
        if made and not any(below_or_at(step.path, path) for step in self.evals[number:]):
            kind = SKIPS
        tried = tuple(child for child in self.tree.each_child(parent) if child < node)
        return Parting(
            kind=kind, number=number, node=above, opened=parent, tried=tried, next_move=move,
            figure_move=path[-1],
        )  # fmt: skip


def below(path: Path, above: Path) -> bool:
    """Return whether a position lies below another one."""
    return len(path) > len(above) and path[: len(above)] == above


def below_or_at(path: Path | None, above: Path) -> bool:
    """Return whether a position is another one or lies below it."""
    return path is not None and path[: len(above)] == above
