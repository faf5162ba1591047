"""How many positions minimax would visit below each node: the widths of the tree's picture.

Subtrees that were cut off are counted if that takes about a second for all of them. Otherwise they
are estimated by the average branching at each ply, the small ones being counted first.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from loa_tk.model.game import State
from loa_tk.model.tree.searchtree import ROOT, SearchTree

BUDGET = 80_000  # positions whose moves are counted; half a second on 5x5 and on 8x8


@dataclass(frozen=True)
class Widths:
    """The widths of all nodes, and which of them rest on an estimate."""

    nodes: array[float]  # the positions of minimax in each node's subtree, the node included
    estimated: bytearray  # 1 if the width of a node is estimated
    averages: tuple[float, ...]  # the estimated width of a node at each ply
    counted: int  # subtrees of this many plies and less were counted

    def width(self, node: int = ROOT) -> float:
        """Return the positions that minimax would visit in a node's subtree."""
        return self.nodes[node]

    def is_exact(self, node: int = ROOT) -> bool:
        """Return whether a node's width was counted."""
        return not self.estimated[node]


class Census:
    """Counts the positions that minimax visits, each state of a depth only once."""

    def __init__(self, tree: SearchTree) -> None:
        """Prepare to count positions of this tree's game."""
        self.game = tree.game
        self.known: dict[tuple[State, int], int] = {}

    def positions(self, state: State, plies: int) -> int:
        """Return the positions of minimax from a state that looks this many plies ahead."""
        game = self.game
        if not plies or game.outcome(state):
            return 1
        key = state, plies
        found = self.known.get(key)
        if found is None:
            if plies == 1:
                found = 1 + game.count(state)
            else:
                play, below = game.play, plies - 1
                found = 1 + sum(self.positions(play(state, a), below) for a in game.moves(state))
            self.known[key] = found
        return found


def measure(tree: SearchTree, budget: int = BUDGET) -> Widths:
    """Return the widths of a tree; `budget` bounds the positions counted beyond the tree."""
    columns, depth = tree.columns, tree.depth
    untried = array("H", columns.branching)  # after this loop, the moves never tried
    parents = columns.parents
    for node in range(1, len(tree)):
        untried[parents[node]] -= 1
    averages = average_widths(tree)
    counted = affordable(tree, untried, averages, budget)
    nodes = array("d", [1.0]) * len(tree)
    estimated = bytearray(len(tree))
    plies = columns.plies
    census = Census(tree)
    states: list[State] = [tree.root] * (depth + 1)  # on the path to the node being looked at
    inner = depth - 2  # below it, cut-off moves lead to leaves, which count 1
    for node, missing in enumerate(untried):
        ply = plies[node]
        if ply > inner:
            nodes[node] += missing
            continue
        if node:
            states[ply] = played(tree, states[ply - 1], columns.places[node])
        if not missing:
            continue
        if depth - ply - 1 <= counted:
            nodes[node] += sum(
                census.positions(played(tree, states[ply], place), depth - ply - 1)
                for place in tree.untried_places(node)
            )
        else:
            nodes[node] += missing * averages[ply + 1]
            estimated[node] = 1
    for node in range(len(tree) - 1, 0, -1):
        parent = parents[node]
        nodes[parent] += nodes[node]
        estimated[parent] |= estimated[node]
    return Widths(nodes, estimated, averages, counted)


def played(tree: SearchTree, state: State, place: int) -> State:
    """Return the state after the move at that place of the game's order."""
    return tree.game.play(state, tree.move_at(state, place))


def average_widths(tree: SearchTree) -> tuple[float, ...]:
    """Return the positions of minimax below a node of each ply, by the average branching."""
    moves, entered = [0] * (tree.depth + 1), [0] * (tree.depth + 1)
    for ply, branching in zip(tree.columns.plies, tree.columns.branching, strict=True):
        moves[ply] += branching
        entered[ply] += 1
    averages = [1.0]
    last = 1.0  # the branching of a ply that no node has reached is that of the ply above
    branching_of = []
    for ply in range(tree.depth):
        last = moves[ply] / entered[ply] if entered[ply] else last
        branching_of.append(last)
    for mean in reversed(branching_of):
        averages.append(1 + mean * averages[-1])
    return tuple(reversed(averages))


def affordable(
    tree: SearchTree, untried: Sequence[int], averages: Sequence[float], budget: int
) -> int:
    """Return the plies of the highest subtrees that can be counted within the budget."""
    missing = [0] * (tree.depth + 1)  # the untried moves at each ply
    for ply, moves in zip(tree.columns.plies, untried, strict=True):
        missing[ply] += moves
    cost = 0.0
    for plies in range(1, tree.depth):
        ply = tree.depth - plies  # of the positions after the untried moves
        # A position one ply above the leaves is counted without making its moves.
        cost += missing[ply - 1] * averages[ply] / max(averages[tree.depth - 1], 1.0)
        if cost > budget:
            return plies - 1
    return tree.depth
