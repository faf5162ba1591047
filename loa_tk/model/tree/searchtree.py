"""A recorded search: every node that was entered, in arrays of at most 64 bytes a node.

Nodes are numbered in the order in which the search entered them, so the root is 0, the first child
of a node is the next number, and the next sibling follows the whole subtree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from loa_tk.model.game import Game, Move, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text
from loa_tk.model.search.statistics import Statistics

ROOT = 0
FIXED = "fixed"  # the game's own order of moves
# The kind of a node: one of the first three, and what is added to it.
INNER, UTILITY, EVAL = 0, 1, 2
LEAF = 3  # the bits of a leaf's kind
CUT, OPEN = 4, 8
# What a value is: the minimax value, at least it or at most it, or v of an open node.
EXACT, LOWER, UPPER, UNKNOWN = BOUNDS = "exact", "lower", "upper", "open"
STATES_KEPT = 4096  # replayed states of a tree


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The arrays of a tree, with an entry for each node; those of the bounds are empty in minimax.

    `rest` has the places of the moves that were not tried, unless the order is the game's own:
    those of node `rest_nodes[i]` end at `rest_ends[i]`.
    """

    sizes: array[int] = field(default_factory=lambda: array("I"))  # of the subtree
    parents: array[int] = field(default_factory=lambda: array("I"))
    plies: array[int] = field(default_factory=lambda: array("B"))
    places: array[int] = field(default_factory=lambda: array("H"))  # of the move at the parent
    branching: array[int] = field(default_factory=lambda: array("H"))  # legal moves, 0 at a leaf
    kinds: array[int] = field(default_factory=lambda: array("B"))
    values: array[float] = field(default_factory=lambda: array("d"))
    alphas: array[float] = field(default_factory=lambda: array("d"))
    betas: array[float] = field(default_factory=lambda: array("d"))
    bounds: array[int] = field(default_factory=lambda: array("B"))  # MORE and LESS of `bounds.py`
    rest: array[int] = field(default_factory=lambda: array("H"))
    rest_nodes: array[int] = field(default_factory=lambda: array("I"))
    rest_ends: array[int] = field(default_factory=lambda: array("I"))


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchTree:
    """One search of one position, with a question for each thing that a node knows.

    Values and bounds are those of MAX, the side to move at the root. A search that was ended early
    is not `complete`: the nodes on its last path are open, and their value is v at that moment.
    """

    game: Game
    root: State
    search: str  # "alphabeta" or "minimax"
    evaluation: str
    depth: int
    order: str
    statistics: Statistics
    line: tuple[Move, ...]  # the best line from the root
    complete: bool
    total: int  # the nodes of the whole search; estimated if it is not complete
    columns: Columns
    _states: dict[int, State] = field(default_factory=dict, repr=False)

    def __getstate__(self) -> dict[str, object]:
        """Return what is pickled: the game's key instead of the game, and no replayed states."""
        return {**vars(self), "game": self.game.key, "_states": {}}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state, game=find_game(str(state["game"])))

    def __len__(self) -> int:
        return len(self.columns.sizes)

    @property
    def prunes(self) -> bool:
        """Whether the search has bounds; those of minimax are always infinite."""
        return bool(self.columns.alphas)

    @property
    def decision(self) -> Move:
        """The decision at the root."""
        return self.line[0]

    # One node

    def size(self, node: int = ROOT) -> int:
        """Return the number of nodes in the subtree, including the node itself."""
        return self.columns.sizes[node]

    def value(self, node: int = ROOT) -> float:
        """Return what the node returned; an open node without a value has an infinite one."""
        return self.columns.values[node]

    def bound(self, node: int = ROOT) -> str:
        """Return what the value is of the minimax value: exact, or a lower or an upper bound."""
        return BOUNDS[self.columns.bounds[node]]

    def alpha(self, node: int = ROOT) -> float:
        """Return alpha on entry."""
        return self.columns.alphas[node] if self.prunes else -inf

    def beta(self, node: int = ROOT) -> float:
        """Return beta on entry."""
        return self.columns.betas[node] if self.prunes else inf

    def ply(self, node: int) -> int:
        """Return the depth of a node; the root's is 0."""
        return self.columns.plies[node]

    def is_max(self, node: int) -> bool:
        """Return whether MAX-VALUE was called for this node."""
        return self.game.maximises(self.columns.plies[node])

    def side_name(self, maximises: bool) -> str:
        """Return the name of MAX or MIN in the game."""
        first = self.game.player(self.root)
        return self.game.sides[first if maximises == self.is_max(ROOT) else 1 - first].name

    def is_leaf(self, node: int) -> bool:
        """Return whether the node was valued without a look at its moves."""
        return bool(self.columns.kinds[node] & LEAF)

    def is_eval(self, node: int) -> bool:
        """Return whether the node is a leaf whose value is EVAL's; other leaves are finished."""
        return self.columns.kinds[node] & LEAF == EVAL

    def cut(self, node: int) -> bool:
        """Return whether a bound ended the node: v >= beta at MAX, v <= alpha at MIN.

        The bound may be reached with the last move, so that no move was left out.
        """
        return bool(self.columns.kinds[node] & CUT)

    def leaves_out(self, node: int) -> bool:
        """Return whether a bound ended the node while it still had moves to try."""
        return self.cut(node) and len(self.untried_places(node)) > 0

    def is_open(self, node: int) -> bool:
        """Return whether the search ended before the node returned."""
        return bool(self.columns.kinds[node] & OPEN)

    def branching(self, node: int) -> int:
        """Return the number of legal moves, or 0 at a leaf."""
        return self.columns.branching[node]

    # Its place in the tree

    def parent(self, node: int) -> int | None:
        """Return the node above, or None for the root."""
        return self.columns.parents[node] if node else None

    def path(self, node: int) -> tuple[int, ...]:
        """Return the nodes from the root to this one, both included."""
        parents, nodes = self.columns.parents, [node]
        while node:
            node = parents[node]
            nodes.append(node)
        return tuple(reversed(nodes))

    def each_child(self, node: int) -> Iterator[int]:
        """Yield the children in the order in which they were tried."""
        sizes = self.columns.sizes
        child, end = node + 1, node + sizes[node]
        while child < end:
            yield child
            child += sizes[child]

    def children(self, node: int = ROOT) -> tuple[int, ...]:
        """Return the children in the order in which they were tried."""
        return tuple(self.each_child(node))

    def best_child(self, node: int = ROOT) -> int | None:
        """Return the first child with the value that the node returned, or None."""
        value = self.columns.values[node]
        values, kinds = self.columns.values, self.columns.kinds
        for child in self.each_child(node):
            if values[child] == value and not kinds[child] & OPEN:
                return child
        return None

    def best_line(self, node: int = ROOT) -> tuple[int, ...]:
        """Return the nodes from this one on, always the best child."""
        nodes = [node]
        while (best := self.best_child(nodes[-1])) is not None:
            nodes.append(best)
        return tuple(nodes)

    def windows(self, node: int = ROOT) -> tuple[tuple[float, float], ...]:
        """Return alpha and beta in the node after each of its children.

        The child that ended the node by a bound is followed by no further assignment.
        """
        alpha, beta = self.alpha(node), self.beta(node)
        if not self.prunes:
            return ((alpha, beta),) * sum(1 for _ in self.each_child(node))
        values, kinds, maximises = self.columns.values, self.columns.kinds, self.is_max(node)
        windows = []
        sizes, end = self.columns.sizes, node + self.columns.sizes[node]
        for child in self.each_child(node):
            ends = child + sizes[child] == end and bool(kinds[node] & CUT)
            if not ends and not kinds[child] & OPEN:
                if maximises:
                    alpha = max(alpha, values[child])
                else:
                    beta = min(beta, values[child])
            windows.append((alpha, beta))
        return tuple(windows)

    # Its moves and its state

    def state(self, node: int = ROOT) -> State:
        """Return the position at a node, replayed from the root.

        UserError means that the tree does not belong to this game.
        """
        known = self._states
        if node in known:
            return known[node]
        if not node:
            return self.root
        if len(known) >= STATES_KEPT:
            known.clear()
        parent = self.columns.parents[node]
        state = self.state(parent)
        state = known[node] = self.game.play(state, self.move_at(state, self.columns.places[node]))
        return state

    def move_at(self, state: State, place: int) -> Move:
        """Return the move at that place of the game's order, or raise UserError."""
        moves = () if self.game.outcome(state) else self.game.moves(state)
        if place >= len(moves):
            raise UserError(f"the tree has a move that {self.game.key} does not have there")
        return moves[place]

    def move(self, node: int) -> Move | None:
        """Return the move that led to a node, or None at the root."""
        if not node:
            return None
        return self.move_at(self.state(self.columns.parents[node]), self.columns.places[node])

    def move_name(self, node: int) -> str:
        """Return the notation of the move that led to a node, or "" at the root."""
        move = self.move(node)
        if move is None:
            return ""
        return move_text(self.game, self.state(self.columns.parents[node]), move)

    def untried_places(self, node: int) -> Sequence[int]:
        """Return the places in the game's order of the moves never tried, in their order here."""
        columns = self.columns
        if self.order == FIXED:
            tried = sum(1 for _ in self.each_child(node))
            return range(tried, columns.branching[node])
        at = bisect_left(columns.rest_nodes, node)
        if at == len(columns.rest_nodes) or columns.rest_nodes[at] != node:
            return ()
        return columns.rest[columns.rest_ends[at - 1] if at else 0 : columns.rest_ends[at]]

    def untried(self, node: int = ROOT) -> tuple[Move, ...]:
        """Return the moves never tried, in the order in which they would have been tried.

        A bound cut them off, or the search ended before them if the node is open.
        """
        places = self.untried_places(node)
        if not places:
            return ()
        state = self.state(node)
        return tuple(self.move_at(state, place) for place in places)

    def untried_names(self, node: int = ROOT) -> tuple[str, ...]:
        """Return the notation of the moves never tried."""
        moves = self.untried(node)
        state = self.state(node) if moves else self.root
        return tuple(move_text(self.game, state, move) for move in moves)
