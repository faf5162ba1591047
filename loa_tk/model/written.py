"""A game that is a tree written by hand, such as a lecture's figure: ((3 12 8)(2 4 6)(14 5 2)).

Brackets hold the moves of a node, and a number is the utility of a leaf for MAX. A name may stand
before a bracket, or before a number with a colon: A(B(x:3 12 8) C(2 4 6)). MAX moves first, unless
the text begins with MIN. Commas and blanks separate, and # begins a remark up to the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum, inf, isfinite

from loa_tk import immutable
from loa_tk.model.game import (
    TREE,
    Evaluation,
    Game,
    Move,
    Outcome,
    PositionError,
    Side,
    SimpleEvaluation,
    Square,
    State,
    UserError,
)

MOST_PLIES, MOST_MOVES, MOST_NODES = 50, 1000, 100_000
TOKEN = re.compile(
    r"(?P<skip>[\s,]+|#[^\n]*)|(?P<open>[(\[])|(?P<close>[)\]])|(?P<word>[^\s,()\[\]#]+)"
)
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)", re.ASCII)
MAX, MIN = "MAX", "MIN"
NO_NAME = "{!r} is neither a number nor a name before a bracket"
CLOSING = {"(": ")", "[": "]"}


@dataclass
class WrittenNode:
    """A node of the text: its moves, or the value of a leaf."""

    name: str = ""
    value: float = 0.0
    moves: list[WrittenNode] = field(default_factory=list)


class Reader:
    """Reads the text of a tree; every error names the place."""

    def __init__(self, text: str) -> None:
        """Begin at the beginning."""
        self.text = text.replace("−", "-").replace("\u2013", "-")
        self.min_first = False
        self.nodes = 0

    def wrong(self, at: int, problem: str) -> UserError:
        """Return the error at a place of the text."""
        line, start = self.text.count("\n", 0, at) + 1, self.text.rfind("\n", 0, at) + 1
        place = f"column {at - start + 1}"
        if "\n" in self.text.strip():
            place = f"line {line}, {place}"
        return UserError(f"the tree is wrong at {place}: {problem}")

    def read(self) -> WrittenNode:
        """Return the root, or raise UserError."""
        top = WrittenNode()
        open_: list[tuple[WrittenNode, str, int]] = [(top, "", 0)]  # with its bracket and place
        name, named_at, first = "", 0, True
        for token in TOKEN.finditer(self.text):
            at, kind, text = token.start(), token.lastgroup, token.group()
            if kind == "skip":
                continue
            node, bracket, _ = open_[-1]
            if node is top and top.moves:
                raise self.wrong(at, "the tree has ended before this")
            if first and text.upper().rstrip(":") in (MAX, MIN):
                self.min_first, first = text.upper().startswith(MIN), False
                continue
            first = False
            if kind == "open":
                if len(open_) > MOST_PLIES:
                    raise self.wrong(at, f"it has more than {MOST_PLIES} plies")
                open_.append((self.add(node, at, name), text, at))
                name = ""
            elif name:
                raise self.wrong(named_at, NO_NAME.format(name))
            elif kind == "close":
                if CLOSING.get(bracket) != text:
                    raise self.wrong(at, f"{text!r} closes nothing")
                if not node.moves:
                    raise self.wrong(at, "a node needs at least one move")
                open_.pop()
            else:
                name, named_at = self.word(node, text, at), at
        if name:
            raise self.wrong(named_at, NO_NAME.format(name))
        if len(open_) > 1:
            raise self.wrong(open_[-1][2], "this bracket is not closed")
        if not top.moves or not top.moves[0].moves:
            raise self.wrong(0, "there is no node with moves; write one such as ((3 12 8)(2 4 6))")
        return top.moves[0]

    def word(self, node: WrittenNode, text: str, at: int) -> str:
        """Add a leaf if a word is one, with its name or without; otherwise return the name."""
        name, colon, number = text.rpartition(":")
        if not colon and not NUMBER.fullmatch(text):
            return text
        if not NUMBER.fullmatch(number) or not isfinite(float(number)):
            raise self.wrong(at, f"{number!r} is not a number")
        self.add(node, at, name).value = float(number) + 0.0
        return ""

    def add(self, node: WrittenNode, at: int, name: str) -> WrittenNode:
        """Add a move to a node and return the node after it."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.wrong(at, f"it has more than {MOST_NODES:,} nodes")
        if len(node.moves) == MOST_MOVES:
            raise self.wrong(at, f"a node has more than {MOST_MOVES:,} moves")
        if name and any(other.name == name for other in node.moves):
            raise self.wrong(at, f"there is another move {name!r} here")
        node.moves.append(WrittenNode(name))
        return node.moves[-1]


def letters(number: int) -> str:
    """Return the number as letters: A, B, …, Z, AA, AB."""
    text = ""
    while number >= 0:
        number, last = number // 26 - 1, number % 26
        text = chr(ord("A") + last) + text
    return text


def give_names(root: WrittenNode) -> int:
    """Name nodes by letters and leaves by their places if they have no names; return the plies."""
    inner = height = 0
    waiting = [(root, 0)]
    while waiting:
        node, ply = waiting.pop(0)
        height = max(height, ply)
        if node.moves and not node.name:
            node.name = letters(inner)
        inner += bool(node.moves)
        for place, child in enumerate(node.moves, 1):
            if not child.moves and not child.name:
                child.name = f"{node.name}{place}"
            waiting.append((child, ply + 1))
    return height


def written(node: WrittenNode) -> str:
    """Return a node as text that is read back as the same node."""
    if not node.moves:
        return f"{node.name}:{node.value:.15g}"
    return f"{node.name}({' '.join(map(written, node.moves))})"


@immutable.dataclass(frozen=True)
class LeafOutcome(Outcome):
    """The end of a written tree: the number of the leaf is its utility for MAX."""

    value: float = 0.0

    def utility(self, player: int, utmost: float) -> float:
        """Return the number; searches ask for MAX only, whoever moves first."""
        return self.value


class MeanOfLeaves(SimpleEvaluation):
    """EVAL of a node above the depth limit: the mean of the leaves below it."""

    game: WrittenTree

    def value(self, state: State, player: int) -> float:
        found, waiting = [], [self.game.node(state)]
        while waiting:
            node = waiting.pop()
            waiting += node.moves
            if not node.moves:
                found.append(node.value)
        return fsum(found) / len(found)


class WrittenTree(Game):
    """A tree as a game: a state is the path from the root, a move the place of a child."""

    rows = columns = 0  # there is no board
    utmost = inf
    start = ()
    evaluations = ("mean",)
    evaluation_help: Mapping[str, str] = {"mean": "the mean of the leaves below a node"}
    title = "Own tree"
    piece = "node"

    def __init__(self, text: str) -> None:
        """Read a tree, or raise UserError."""
        reader = Reader(text)
        self.root = reader.read()
        self.min_first = reader.min_first
        self.height = give_names(self.root)
        self.text = f"{'MIN ' if self.min_first else ''}{written(self.root)}"
        self.key = TREE + self.text
        sides = Side(MAX, "x"), Side(MIN, "n")
        self.sides = (sides[1], sides[0]) if self.min_first else sides

    def node(self, state: State) -> WrittenNode:
        """Return the node at the end of a path."""
        node = self.root
        for move in state:
            node = node.moves[move]
        return node

    def player(self, state: State) -> int:
        return len(state) % 2

    def moves(self, state: State) -> Sequence[Move]:
        return range(len(self.node(state).moves))

    def play(self, state: State, move: Move) -> State:
        return (*state, move)

    def outcome(self, state: State) -> Outcome | None:
        node = self.node(state)
        return None if node.moves else LeafOutcome(None, "", node.value)

    def stuck(self, state: State) -> Outcome:
        return LeafOutcome(None, "", self.node(state).value)

    def without_squares(self, state: State, move: Move) -> str:
        """Return the name of the node after a move."""
        return self.node(state).moves[move].name

    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        raise PositionError("a tree has no board")

    def pieces(self, state: State) -> dict[Square, int]:
        return {}

    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        return ()

    def taken(self, state: State, move: Move) -> Square | None:
        return None

    def explain(self, state: State, origin: Square, target: Square) -> str:
        return "A tree has no board."

    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        return MeanOfLeaves(self)


@lru_cache(16)
def read_tree(text: str) -> WrittenTree:
    """Return the tree that a text describes, or raise UserError; the same text is the same game."""
    return WrittenTree(text)
