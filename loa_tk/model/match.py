"""A game in progress: the tree of the positions played, the current one, and the result.

Undo and redo walk along a branch. Another move played from an earlier position starts a new branch,
and the old one is kept. The last of a node's children continues the main line; redo follows the one
that was on the board last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from loa_tk.model.game import Game, Move, MoveError, Outcome, State, finish
from loa_tk.model.notation import move_text, read_move

REPETITIONS = 3
DRAW_BY_REPETITION = "The same position has occurred three times with the same side to move."


@dataclass(eq=False, slots=True, kw_only=True)
class Node:
    """A position of a match: the move that led to it, and the positions played from it."""

    state: State
    parent: Node | None = None
    move: Move | None = None
    children: list[Node] = field(default_factory=list)
    latest: Node | None = None  # the child that was on the board last, or whose branch was
    report: object = None  # the report of the search that chose this node's move
    study: object = None  # the report of an analysis of this position
    comment: str = ""  # a text about the position
    marks: tuple[tuple[str, str], ...] = ()  # other notes of a record: SGF property and value
    outcome: Outcome | None = None  # the answer of `outcome_at`, once it is `judged`
    judged: bool = False

    def line(self) -> list[Node]:
        """Return the nodes from the root to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def end(self) -> Node:
        """Return the last node of the main line from here."""
        node = self
        while node.children:
            node = node.children[-1]
        return node

    def next(self) -> Node | None:
        """Return the child that redo leads to: the latest, or else that of the main line."""
        return self.latest or (self.children[-1] if self.children else None)

    def branch(self) -> Node:
        """Return the first node of the variation that this one is in, or the root in the main line.

        That of a variation of a variation is the inner one.
        """
        node = self
        while node.parent is not None and node.parent.children[-1] is node:
            node = node.parent
        return node

    def promote(self) -> None:
        """Make the variation that this node is in the main one of those beside it."""
        first = self.branch()
        if first.parent is not None:
            first.parent.children.remove(first)
            first.parent.children.append(first)

    def cut(self) -> None:
        """Remove this node and all after it from the tree."""
        if self.parent is not None:
            self.parent.children.remove(self)
            if self.parent.latest is self:
                self.parent.latest = None

    def ahead(self) -> Node:
        """Return the last node that redo leads to from here."""
        node = self
        while (following := node.next()) is not None:
            node = following
        return node


def outcome_at(game: Game, node: Node) -> Outcome | None:
    """Return how the game has ended at a node, by the rules or by repetition, or None.

    The answer is kept in the node, because neither a node's state nor its ancestors ever change:
    a window asks about the same node a dozen times for one click.
    """
    if not node.judged:
        node.outcome = finish(game, node.state)
        if node.outcome is None:
            met = sum(1 for earlier in node.line() if earlier.state == node.state)
            if met >= REPETITIONS:
                node.outcome = Outcome(None, DRAW_BY_REPETITION)
        node.judged = True
    return node.outcome


class Match:
    """A game being played: play, undo, redo, and the result with its reason."""

    def __init__(self, game: Game, state: State | None = None) -> None:
        """Begin at the game's start or at another position."""
        self.game = game
        self.root = self._node = Node(state=game.start if state is None else state)

    @property
    def node(self) -> Node:
        """The node of the current position; redo leads back to it from any node before it."""
        return self._node

    @node.setter
    def node(self, node: Node) -> None:
        self._node = node
        while node.parent is not None:
            node.parent.latest = node
            node = node.parent

    @property
    def state(self) -> State:
        """The current position."""
        return self.node.state

    @property
    def player(self) -> int:
        """The side to move."""
        return self.game.player(self.state)

    @property
    def ply(self) -> int:
        """The number of moves that led to the current position."""
        return len(self.node.line()) - 1

    def play(self, move: Move, report: object = None, main: bool = True) -> None:
        """Play a move; raise MoveError if it is not legal or the game is over.

        It continues the main line, unless it is a variation beside one that stays `main`.
        """
        if self.outcome() is not None:
            raise MoveError("the game is over")
        if move not in self.game.moves(self.state):
            raise MoveError("that move is not legal here")
        children = self.node.children
        child = next((child for child in children if child.move == move), None)
        if child is None:
            child = Node(state=self.game.play(self.state, move), parent=self.node, move=move)
            children.insert(len(children) if main else max(0, len(children) - 1), child)
        elif main:
            children.remove(child)
            children.append(child)
        child.report = report if report is not None else child.report
        self.node = child

    def play_text(self, text: str) -> None:
        """Play the move that a text names, or raise MoveError."""
        self.play(read_move(self.game, self.state, text))

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self.node.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether a move taken back can be played again."""
        return bool(self.node.children)

    def undo(self) -> None:
        """Go back one move, if there is one."""
        if self.node.parent is not None:
            self.node = self.node.parent

    def redo(self) -> None:
        """Go forward one move along the branch that was on the board last, if there is one."""
        self.node = self.node.next() or self.node

    def history(self) -> tuple[State, ...]:
        """Return the positions before the current one, first to last."""
        return tuple(node.state for node in self.node.line()[:-1])

    def outcome(self) -> Outcome | None:
        """Return how the game has ended at the current position, or None."""
        return outcome_at(self.game, self.node)

    def moves(self) -> Iterator[tuple[Node, str]]:
        """Yield the nodes played up to the current one, each with the notation of its move."""
        for node in self.node.line()[1:]:
            assert node.parent is not None and node.move is not None
            yield node, move_text(self.game, node.parent.state, node.move)

    def notation(self) -> list[str]:
        """Return the moves played so far as text."""
        return [text for _, text in self.moves()]
