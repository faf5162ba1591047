"""A recorded tree as JSON, made piece by piece because a large one would fill the memory."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from math import isfinite

from loa_tk.model.notation import move_text, position_text
from loa_tk.model.search.statistics import unsigned
from loa_tk.model.tree.searchtree import ROOT, SearchTree


def pieces(tree: SearchTree) -> Iterator[str]:
    """Yield the text of one JSON object, without a line end.

    A bound of minimax and the value of an open node without one are null.
    """
    figures = tree.statistics
    head = {
        "game": tree.game.key,
        "position": position_text(tree.game, tree.root),
        "value": finite(tree.value()),
        "move": move_text(tree.game, tree.root, tree.decision),
        "nodes": figures.nodes,
        "levels": list(figures.levels),
        "evals_max": figures.evals_max,
        "evals_min": figures.evals_min,
        "prunes_max": figures.prunes_max,
        "prunes_min": figures.prunes_min,
    }
    yield dumps(head, ensure_ascii=False)[:-1] + ', "tree": '
    yield from node_pieces(tree, ROOT)
    yield "}"


def node_pieces(tree: SearchTree, node: int) -> Iterator[str]:
    """Yield the text of one node with everything below it."""
    own = {
        "move": tree.move_name(node) or None,
        "value": finite(tree.value(node)),
        "alpha": finite(tree.alpha(node)),
        "beta": finite(tree.beta(node)),
        "nodes": tree.size(node),
        "cut": tree.cut(node),
    }
    yield dumps(own, ensure_ascii=False)[:-1] + ', "children": ['
    between = ""
    for child in tree.each_child(node):
        yield between
        yield from node_pieces(tree, child)
        between = ", "
    yield f'], "untried": {dumps(list(tree.untried_names(node)))}}}'


def finite(value: float) -> float | None:
    """Return a number that JSON has, zero without a sign, or None."""
    return unsigned(value) if isfinite(value) else None
