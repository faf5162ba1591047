"""Recorded trees against a plain recursion, the definition of a cut, and the search itself."""

import pickle
import random
import sys
from math import inf

import pytest

from loa_tk.model.game import SimpleEvaluation, UserError
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, read_position
from loa_tk.model.search import search
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.textbook import AlphaBeta, Minimax
from loa_tk.model.tree.orders import AHEAD
from loa_tk.model.tree.recording import TreeRequest, record
from tree_samples import BIG, KEYS, KINDS, ORDERS, Plain, nested, plain, positions, sample
from trees import FIGURE_5_2, Tree

PLAIN = {"minimax": Minimax, "alphabeta": AlphaBeta}


@pytest.mark.parametrize(
    ("depth", "search", "order", "nodes"),
    [
        (3, "alphabeta", "fixed", 754),
        (3, "alphabeta", "eval", 395),
        (3, "alphabeta", "best", 355),
        (3, "minimax", "fixed", 4463),
        (4, "alphabeta", "fixed", 1625),
        (4, "alphabeta", "eval", 938),
        (4, "alphabeta", "best", 893),
        (4, "minimax", "fixed", 60571),
    ],
)
def test_the_trees_from_the_start_of_loa5(depth, search, order, nodes):
    tree = sample("loa5", search, order, depth)
    assert len(tree) == tree.size() == tree.statistics.nodes == tree.total == nodes
    assert tree.complete and tree.value() == 0
    assert move_text(tree.game, tree.root, tree.decision) == "b1-e1"


def test_the_levels_and_prunings_of_loa5():
    figures = sample("loa5").statistics
    assert figures.levels == (1, 18, 66, 669) and figures.prunes_max + figures.prunes_min == 48


@pytest.mark.parametrize(("search", "order"), KINDS)
@pytest.mark.parametrize("key", KEYS)
def test_every_node_is_what_a_plain_recursion_finds(key, search, order):
    for plies in (0, 7):
        tree = sample(key, search, order, 2 if key in BIG else 3, plies)
        assert nested(tree) == plain(tree)


@pytest.mark.parametrize("search", PLAIN)
@pytest.mark.parametrize("key", KEYS)
def test_the_recorder_changes_no_statistic(key, search):
    game = find_game(key)
    depth = 2 if search == "minimax" and key in BIG else 3
    for state in positions(key, (0, 5, 9)):
        options = {"eval": game.evaluations[-1]}
        report = PLAIN[search](
            Request(game=game, state=state, limits=Limits(depth=depth), options=options)
        ).search()
        tree = record(
            TreeRequest(
                game=game, state=state, search=search, evaluation=game.evaluations[-1], depth=depth
            )
        )
        assert tree.statistics == report.statistics
        assert (tree.value(), tree.line) == (report.value, report.line)


def test_the_book_s_example():
    game = Tree(FIGURE_5_2)
    tree = record(
        TreeRequest(game=game, state=game.start, search="alphabeta", evaluation="full", depth=2)
    )
    second = tree.children()[1]
    assert tree.value() == 3 and tree.cut(second) and tree.value(second) == 2
    assert tree.untried(second) == (1, 2) and tree.windows()[0] == (3, 100)


# The definition of the bounds


def to_the_root(tree, node, value):
    """Return what the root would return if `node` returned a value and then nothing else came."""
    for below in reversed(tree.path(node)[1:]):
        above = tree.parent(below)
        choose = max if tree.is_max(above) else min
        earlier = [tree.value(child) for child in tree.children(above) if child < below]
        value = choose([*earlier, value])
    return value


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("key", ["loa5", "breakthrough3", "minicheckers"])
def test_a_value_reaches_the_root_if_and_only_if_it_is_between_alpha_and_beta(key, order):
    tree = sample(key, order=order, plies=4)
    for node in range(1, len(tree)):
        alpha, beta = tree.alpha(node), tree.beta(node)
        assert alpha < beta, "a node that cannot matter is not entered"
        middle = (alpha + beta) / 2
        assert to_the_root(tree, node, middle) == middle
        assert to_the_root(tree, node, alpha - 1) != alpha - 1 or alpha == -tree.game.utmost
        assert to_the_root(tree, node, beta + 1) != beta + 1 or beta == tree.game.utmost


def refilled(tree, node, dice):
    """Return the root's value by minimax if whatever was cut off had these values instead."""
    children = tree.children(node)
    if not children:
        return tree.value(node)
    values = [refilled(tree, child, dice) for child in children]
    values += [dice.choice([-1e9, 1e9, dice.uniform(-50, 50)]) for _ in tree.untried_places(node)]
    return max(values) if tree.is_max(node) else min(values)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("key", KEYS)
def test_nothing_that_was_cut_off_could_change_the_value(key, order):
    tree = sample(key, order=order, depth=2 if key in BIG else 3, plies=7)
    dice, utmost = random.Random(7), tree.game.utmost
    for _ in range(10):
        # The window of the root is [-U, +U]: beyond it, values count as a game won or lost.
        value = refilled(tree, 0, dice)
        assert max(-utmost, min(utmost, value)) == tree.value()


@pytest.mark.parametrize("order", ORDERS)
def test_values_are_exact_between_the_bounds_and_bounds_beyond_them(order):
    for key in ("loa5", "minicheckers", "breakthrough3"):
        tree = sample(key, order=order, plies=7)
        exact = Plain(tree.game, tree.root, tree.evaluation, tree.depth, "minimax", "fixed")
        for node in range(len(tree)):
            value, truth = tree.value(node), exact.minimax(tree.state(node), tree.ply(node))
            if tree.is_leaf(node) or tree.alpha(node) < value < tree.beta(node):
                assert value == truth
            else:
                assert truth <= value if value <= tree.alpha(node) else truth >= value


# The record itself


def test_paths_parents_and_plies_agree():
    tree = sample("loa5", order="eval")
    for node in range(len(tree)):
        path = tree.path(node)
        assert len(path) == tree.ply(node) + 1 and path[0] == 0 and path[-1] == node
        state = tree.root
        for step in path[1:]:
            state = tree.game.play(state, tree.move(step))
        assert state == tree.state(node)
    assert tree.parent(0) is None and tree.move(0) is None


def test_the_best_line_is_the_search_s():
    for key in KEYS:
        tree = sample(key, depth=2)
        moves = tuple(tree.move(node) for node in tree.best_line()[1:])
        assert moves == tree.line and tree.best_child(len(tree) - 1) is None


@pytest.mark.parametrize("order", ORDERS)
def test_a_node_takes_at_most_64_bytes(order):
    tree = sample("loa5", order=order, depth=5 if order == "fixed" else 4)
    columns = vars(tree.columns).values()
    assert sum(map(sys.getsizeof, columns)) <= 64 * len(tree) + 80 * len(columns)


def test_a_pickled_tree_is_the_same():
    tree = sample("loa5", order="best")
    tree.state(40)
    copy = pickle.loads(pickle.dumps(tree))
    assert copy.columns == tree.columns and copy.game is tree.game and nested(copy) == nested(tree)
    assert len(pickle.dumps(tree)) < 64 * len(tree) + 2000


def test_no_minus_zero_is_recorded():
    tree = sample("loa5")
    for column in (tree.columns.values, tree.columns.alphas, tree.columns.betas):
        assert not any(str(value) == "-0.0" for value in column)


@pytest.mark.parametrize(("search", "order"), KINDS)
def test_a_tree_that_is_too_large_is_recorded_as_far_as_it_goes(search, order):
    whole = sample("loa5", search, order)
    for most in (1, 2, 3, 20, 87, 150, len(whole) - 1):
        part = sample("loa5", search, order, most=most)
        assert not part.complete and len(part) == most < part.total
        finished = [node for node in range(most) if not part.is_open(node)]
        for node in finished:
            assert part.size(node) == whole.size(node) and part.value(node) == whole.value(node)
            assert part.untried(node) == whole.untried(node)
        opened = set(range(most)) - set(finished)
        assert opened == {n for n in range(most) if n + whole.size(n) > most}
        for node in opened:
            values = [part.value(n) for n in part.children(node) if not part.is_open(n)]
            choose, worst = (max, -inf) if part.is_max(node) else (min, inf)
            assert part.value(node) == choose([worst, *values])
    assert not sample("loa5", search, order, most=len(whole) - 1).complete
    assert sample("loa5", search, order, most=len(whole)).complete


def test_the_size_of_a_tree_too_large_is_estimated():
    part = sample("loa5", "minimax", depth=5, most=20_000)
    assert 803_835 / 2 < part.total < 803_835 * 2


@pytest.mark.parametrize("order", ORDERS)
def test_a_search_stops_on_a_signal(order):
    asked = []
    game = find_game("loa5")
    request = TreeRequest(
        game=game, state=game.start, search="alphabeta", evaluation="groups", depth=7, order=order
    )
    tree = record(request, stop=lambda: len(asked) > 3 or asked.append(1))
    assert not tree.complete and 1 <= len(tree) <= 2048


def test_progress_grows_while_the_perfect_order_is_found(monkeypatch):
    """The bar stood still until the values of all moves at the root were known."""
    monkeypatch.setattr(search, "BETWEEN_PROGRESS", -1.0)
    game, shares = find_game("loa5"), []
    request = TreeRequest(
        game=game, state=game.start, search="alphabeta", evaluation="groups", depth=4, order="best"
    )
    record(request, progress=shares.append)
    assert shares == sorted(shares) and 0 <= shares[0] and shares[-1] <= 1
    assert len({share for share in shares if share < AHEAD}) > 10
    assert len({share for share in shares if share > AHEAD}) > 10


def test_progress_grows_to_the_whole():
    shares = []
    game = find_game("loa5")
    record(
        TreeRequest(game=game, state=game.start, search="minimax", evaluation="groups", depth=4),
        progress=shares.append,
    )
    assert shares == sorted(shares) and 0 <= shares[0] <= shares[-1] == 1


def test_an_evaluation_that_the_game_does_not_name():
    class Zero(SimpleEvaluation):
        def value(self, state, player):
            return 0.0

    game = find_game("loa5")
    tree = record(
        TreeRequest(
            game=game,
            state=game.start,
            search="alphabeta",
            evaluation="mine.py",
            depth=2,
            own=Zero(game),
        )
    )
    assert tree.evaluation == "mine.py" and tree.value() == 0
    assert tree.statistics.levels == (1, 18, 34)  # every reply after the first move is cut at once


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"search": "strong"}, "strong"),
        ({"depth": 0}, "depth 0"),
        ({"order": "random"}, "fixed, eval, best"),
        ({"evaluation": "edges"}, "no evaluation 'edges'"),
        ({"state": read_position(find_game("loa5"), "5/w3w/1bb2/5/w4 w")}, "the game is over"),
    ],
)
def test_what_cannot_be_recorded_is_refused(change, message):
    game = find_game("loa5")
    with pytest.raises(UserError, match=message):
        record(TreeRequest(**{"game": game, "state": game.start, **change}))
