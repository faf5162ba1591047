"""Two recorded searches on one clock: the first node that only one of them enters."""

from __future__ import annotations

from loa_tk.model.checks.beside import ORDER
from loa_tk.model.checks.following import Difference
from loa_tk.model.tree.searchtree import SearchTree


def first_apart(left: SearchTree, right: SearchTree) -> int | None:
    """Return the number of the first node that differs, or None if both enter the same ones.

    Nodes are numbered as they are entered. As long as all have been the same, equal numbers of
    parents and equal places of moves are equal nodes.
    """
    columns = [(tree.columns.parents, tree.columns.places) for tree in (left, right)]
    for node in range(min(len(left), len(right))):
        if any(one[node] != other[node] for one, other in zip(*columns, strict=True)):
            return node
    return None if len(left) == len(right) else min(len(left), len(right))


def order_difference(left: SearchTree, right: SearchTree) -> Difference | None:
    """Return the first node in which two orders try another move, or None if there is none.

    Before it both have found the same values, so they are in the same node.
    """
    apart = first_apart(left, right)
    if apart is None:
        return None
    node = left.columns.parents[apart]
    moves = [left.move(one) for one in left.path(node)[1:]]
    tried = [left.move(child) for child in left.each_child(node) if child < apart]
    return Difference(
        kind=ORDER, leaf=1 + sum(left.is_eval(one) for one in range(apart)), figure=None,
        student=None, node=tuple(move for move in moves if move is not None), opened=node,
        maximises=left.is_max(node), last=tried[-1] if tried else None,
        next_move=right.move(apart), figure_move=left.move(apart),
        did=right.move_name(apart), does=left.move_name(apart),
    )  # fmt: skip


def apart_at(tree: SearchTree, other: SearchTree, difference: Difference | None) -> int:
    """Return how many nodes both searches have entered when they first differ, or at the end.

    A difference at a leaf that both enter comes with that leaf.
    """
    apart = first_apart(tree, other)
    end = max(len(tree), len(other)) + 1
    if difference is None:
        return end
    entered = end if apart is None else apart + 1
    if difference.student is not None and difference.node == difference.student:
        leaves = (node + 1 for node in range(len(tree)) if tree.is_eval(node))
        for number, at in enumerate(leaves, 1):
            if number == difference.leaf:
                return min(entered, at)
    return entered

