"""Which values are bounds: against naive minimax, and no label weaker than the visited nodes allow.

The definition is an interval for each node, from what was visited alone.
"""

import random
from functools import cache
from math import inf

import pytest

from loa_tk.model.game import SimpleEvaluation
from loa_tk.model.games import find_game
from loa_tk.model.tree.recording import TreeRequest, record
from tree_samples import BIG, KEYS, KINDS, Plain, sample

PLIES = (0, 7, 12)


def interval(tree, node, utmost):
    """Return between which values the minimax value of a node is, as far as the search has seen."""
    if tree.is_leaf(node):
        return tree.value(node), tree.value(node)
    found = [interval(tree, child, utmost) for child in tree.children(node)]
    if tree.untried_places(node):
        found.append((-utmost, utmost))
    choose = max if tree.is_max(node) else min
    return choose(low for low, _ in found), choose(high for _, high in found)


def holds(label, value, truth):
    """Return whether a label is true."""
    return {"exact": truth == value, "upper": truth <= value, "lower": truth >= value}[label]


@cache
def minimax(key, depth, plies):
    """Return the definition, which keeps its values, for the trees of all kinds of search."""
    tree = sample(key, *KINDS[0], depth, plies)
    return Plain(tree.game, tree.root, tree.evaluation, tree.depth, "minimax", "fixed").minimax


@pytest.mark.parametrize(("search", "order"), KINDS)
@pytest.mark.parametrize("key", KEYS)
def test_every_label_is_true_of_the_minimax_value(key, search, order):
    for plies in PLIES:
        depth = 2 if key in BIG else 3
        tree, exact = sample(key, search, order, depth, plies), minimax(key, depth, plies)
        for node in range(len(tree)):
            truth = exact(tree.state(node), tree.ply(node))
            assert holds(tree.bound(node), tree.value(node), truth)


@pytest.mark.parametrize(("search", "order"), KINDS)
@pytest.mark.parametrize("key", KEYS)
def test_no_label_is_weaker_than_what_was_visited_allows(key, search, order):
    for plies in PLIES:
        tree = sample(key, search, order, 2 if key in BIG else 3, plies)
        for node in range(len(tree)):
            low, high = interval(tree, node, tree.game.utmost)
            at_least, at_most = low == tree.value(node), high == tree.value(node)
            label = {(True, True): "exact", (True, False): "lower", (False, True): "upper"}
            assert tree.bound(node) == label[at_least, at_most]


def test_a_move_that_loses_by_force_is_not_shown_as_nearly_as_good_as_the_best():
    """a3xc1 after b1-b3 returns -6.25, and minimax says -100."""
    tree = sample("loa5")
    after = next(node for node in tree.children() if tree.move_name(node) == "b1-b3")
    reply = next(node for node in tree.children(after) if tree.bound(node) != "exact")
    assert tree.bound(after) == "upper" and tree.bound(reply) in ("upper", "lower")
    assert tree.bound() == "exact"


def test_a_node_in_which_the_search_ended_has_no_label_of_a_value():
    tree = sample("loa5", most=20)
    opened = [node for node in range(20) if tree.is_open(node)]
    assert opened and all(tree.bound(node) == "open" for node in opened)


class Wild(SimpleEvaluation):
    """An evaluation whose values pass those of won games."""

    bounded = False

    def value(self, state, player):
        return random.Random(str(state)).choice([-250.0, -100.0, 0.0, 100.0, 250.0])


def test_u_is_no_bound_if_eval_may_pass_it():
    game = find_game("loa5")
    tree = record(TreeRequest(game=game, state=game.start, evaluation="mine.py", own=Wild(game)))
    exact = Plain(game, game.start, "groups", 3, "minimax", "fixed")
    exact.eval = Wild(game).value
    for node in range(len(tree)):
        low, high = interval(tree, node, inf)
        assert low <= exact.minimax(tree.state(node), tree.ply(node)) <= high
        assert holds(tree.bound(node), tree.value(node), low) or tree.bound(node) == "upper"
        assert holds(tree.bound(node), tree.value(node), high) or tree.bound(node) == "lower"
    assert tree.bound() == "lower"
