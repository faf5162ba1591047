"""Which values of a recorded tree are exact, and which are only bounds of the minimax value.

Alpha-beta returns a number beyond its window as soon as that is enough. Such a number is at least
or at most the minimax value, and must not be read as a value.
"""

from __future__ import annotations

from array import array
from math import inf

from loa_tk.model.tree.searchtree import LEAF, OPEN, SearchTree

# What may be true of the minimax value of a node: both may be if the node did not return.
MORE, LESS = 1, 2


def find_bounds(tree: SearchTree, bounded: bool) -> array[int]:
    """Return for each node whether its minimax value may be more or less than what it returned.

    The label is as strong as the visited nodes justify. A leaf is exact, a MAX node is at least
    what its best child is worth, and at most that if all its moves were tried. If EVAL is `bounded`
    by the utility of a won game, nothing is beyond that.
    """
    columns, utmost = tree.columns, tree.game.utmost if bounded else inf
    sizes, kinds, values = columns.sizes, columns.kinds, columns.values
    alphas, betas = columns.alphas, columns.betas
    bounds = array("B", bytes(len(tree)))
    for node in range(len(tree) - 1, -1, -1):
        kind = kinds[node]
        if kind & LEAF:
            continue
        if kind & OPEN:
            bounds[node] = MORE | LESS
            continue
        v = values[node]
        if alphas and alphas[node] < v < betas[node]:
            continue
        # Seen by the side to move, `better` is what untried moves leave open, `worse` the rest.
        better, worse = (MORE, LESS) if tree.is_max(node) else (LESS, MORE)
        tried, open_, reached = 0, 0, worse
        child, end = node + 1, node + sizes[node]
        while child < end:
            tried += 1
            open_ |= bounds[child] & better
            if values[child] == v:
                reached &= bounds[child]
            child += sizes[child]
        if tried < columns.branching[node]:
            open_ = better
        found = open_ | reached
        if v >= utmost:
            found &= ~MORE
        if v <= -utmost:
            found &= ~LESS
        bounds[node] = found
    return bounds
