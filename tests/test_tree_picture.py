"""Widths, the picture of the tree as boxes, and the reasons for each node."""

import time
from itertools import pairwise

import pytest

from loa_tk.control.tree.page import LABELLED, svg_tree
from loa_tk.model.numbers import number
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.textbook import Minimax
from loa_tk.model.tree.figure import Execution
from loa_tk.model.tree.layout import CUT, LATER, MAX, MIN, Census, lay_out, measure, span, spot
from loa_tk.model.tree.reasons import bound_origin, explain, rows
from loa_tk.model.tree.recording import TreeRequest, record
from tree_samples import BIG, KEYS, ORDERS, sample
from trees import Tree


def minimax_nodes(game, state, depth):
    options = {"eval": game.evaluations[0]}
    return (
        Minimax(Request(game=game, state=state, limits=Limits(depth=depth), options=options))
        .search()
        .statistics.nodes
    )


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("key", KEYS)
def test_widths_are_what_minimax_visits(key, order):
    depth = 2 if key in BIG else 3
    tree = sample(key, order=order, depth=depth, plies=7)
    widths = measure(tree)
    assert widths.is_exact()
    for node in range(0, len(tree), 1 + len(tree) // 40):
        left = tree.depth - tree.ply(node)
        expected = 1 if tree.is_leaf(node) else minimax_nodes(tree.game, tree.state(node), left)
        assert widths.width(node) == expected


def test_widths_beyond_the_budget_are_estimated():
    tree = sample("loa5", depth=4)
    widths = measure(tree, budget=2_000)
    assert not widths.is_exact() and 0 < widths.counted < 4
    assert 60_571 / 2 < widths.width() < 60_571 * 2
    census = Census(tree)
    exact = [node for node in range(len(tree)) if widths.is_exact(node)]
    assert len(exact) > len(tree) / 2
    for node in exact[::40]:
        left = tree.depth - tree.ply(node)
        assert widths.width(node) == census.positions(tree.state(node), left)


def rows_of(picture):
    """Return, for each row of pixels, the boxes that it shows, from the left."""
    for row in range(picture.rows):
        shown = [box for box in picture.boxes if box.top <= row <= box.bottom]
        yield row, sorted(shown, key=lambda box: (box.left, box.right))


@pytest.mark.parametrize("view", [(0, None), (100, 900), (2000.5, 2010)])
@pytest.mark.parametrize("pixels", [60, 500, 2000])
def test_boxes_lie_side_by_side_in_the_picture(pixels, view):
    tree = sample("loa5")
    picture = lay_out(tree, measure(tree), pixels, *view)
    assert picture.rows == 4 and picture.total == 4463
    for _, boxes in rows_of(picture):
        assert all(0 <= box.left <= box.right <= pixels for box in boxes)
        for before, after in pairwise(boxes):
            assert before.right <= after.left + 1e-6
    assert len(picture.boxes) < 4 * 2 * pixels


def test_no_visited_node_is_left_out_of_a_picture_it_is_narrow_in():
    tree = sample("loa5", depth=6)
    picture = lay_out(tree, measure(tree), 1100)
    assert len(tree) > 60 * 1100
    for row, boxes in rows_of(picture):
        painted = {x for box in boxes for x in range(round(box.left), round(box.right))}
        assert len(painted) == 1100, row
        assert any(box.kind not in (CUT, LATER) for box in boxes)


def test_a_wide_picture_shows_every_node_where_it_belongs():
    tree = sample("loa5")
    widths = measure(tree)
    picture = lay_out(tree, widths, 20_000)
    nodes = [box.node for box in picture.boxes if box.kind != CUT]
    assert sorted(nodes) == list(range(len(tree)))
    scale = 20_000 / widths.width()
    for box in picture.boxes:
        if box.kind == CUT:
            assert tree.cut(box.node) and box.merged == len(tree.untried_places(box.node))
            place = spot(tree, widths, (box.left + box.right) / 2 / scale, box.top)
            assert place == (box.node, True)
        else:
            left, right = span(tree, widths, box.node)
            assert (box.left, box.right) == pytest.approx((left * scale, right * scale))
            assert spot(tree, widths, (left + right) / 2, tree.ply(box.node)) == (box.node, False)
            assert box.kind == ("max" if tree.is_max(box.node) else "min")
    assert [box.node for box in picture.best] == list(tree.best_line())


def test_a_place_outside_the_tree_is_nothing():
    tree = sample("loa5")
    widths = measure(tree)
    assert spot(tree, widths, -1, 0) is None and spot(tree, widths, 5000, 0) is None
    assert spot(tree, widths, 10, 9) is None and spot(tree, widths, 10, 0) == (0, False)


def test_a_running_search_fills_its_picture():
    tree = sample("loa5")
    widths, execution = measure(tree), Execution(tree)
    for moment in range(0, len(execution), 401):
        entered, running = execution.entered(moment), execution.running(moment)
        picture = lay_out(tree, widths, 20_000, entered=entered, running=running)
        for box in picture.boxes:
            hatched = box.top > tree.ply(box.node)  # it belongs to the moves below its node
            later = box.node >= entered or (hatched and box.node in running)
            assert (box.kind == LATER) == later
    assert LATER not in {box.kind for box in lay_out(tree, widths, 800).boxes}


def test_a_large_tree_is_drawn_in_time():
    tree = sample("loa5", "minimax", depth=4)
    widths = measure(tree)
    begun = time.process_time()
    picture = lay_out(tree, widths, 1200)
    assert time.process_time() - begun < 0.2 and len(picture.boxes) < 5_000


# Reasons


def test_the_reason_of_a_cut_names_the_move_that_set_the_bound():
    tree = sample("loa5")
    first, second = tree.children()[:2]
    reason = explain(tree, second)
    assert reason.sentence == (
        "MIN found e2-e5, worth v = 0, and v ≤ α = 0. MAX already has 0 with b1-e1, so b1-b3 can "
        "change nothing: the other 10 moves are not looked at."
    )
    assert reason.link == first and reason.kind == "cut"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("key", KEYS)
def test_a_bound_comes_from_an_earlier_move_of_an_ancestor(key, order):
    tree = sample(key, order=order, depth=2 if key in BIG else 3, plies=7)
    root = tree.alpha(), tree.beta()
    for node in range(len(tree)):
        for lower, bound in ((True, tree.alpha(node)), (False, tree.beta(node))):
            origin = bound_origin(tree, node, lower)
            if origin is None:
                assert bound == root[0 if lower else 1]
                continue
            above = tree.parent(origin.node)
            assert above == tree.parent(origin.instead) and origin.instead in tree.path(node)
            assert origin.node < origin.instead and tree.is_max(above) == lower
            assert tree.value(origin.node) == bound
            # It is an exact value: the move was searched with a window around it.
            assert tree.alpha(origin.node) < bound < tree.beta(origin.node)


@pytest.mark.parametrize("key", KEYS)
def test_every_node_has_a_reason_in_one_line(key):
    tree = sample(key, depth=2, plies=7)
    for node in range(len(tree)):
        reason = explain(tree, node)
        kind = "cut" if tree.cut(node) else "best"
        if tree.is_leaf(node):
            kind = "eval" if tree.is_eval(node) else "utility"
        assert reason.kind == kind
        assert reason.sentence.endswith(".") and "\n" not in reason.sentence
        assert reason.link is None or 0 < reason.link < len(tree)


def test_the_parts_of_children():
    tree = sample("loa5")
    for node in range(len(tree)):
        found = rows(tree, node)
        tried = [row for row in found if row.node is not None]
        assert [row.node for row in tried] == list(tree.children(node))
        assert [row.move for row in found[len(tried) :]] == list(tree.untried_names(node))
        assert sum(row.part in ("best", "cut") for row in tried) >= bool(tried)
        assert [row.part == "cut" for row in tried].count(True) == tree.cut(node)
        for row in tried:
            if row.part == "≤ α":
                assert tree.is_max(node) and row.value <= tree.alpha(row.node)
            if row.part == "≥ β":
                assert not tree.is_max(node) and row.value >= tree.beta(row.node)


def test_a_won_game_cuts_off_the_rest_without_an_earlier_move():
    game = Tree([[5, 5], "won", [7, 7]])
    game.path = lambda state, move: (0, 0)
    game.taken = lambda state, move: None
    tree = record(
        TreeRequest(game=game, state=game.start, search="alphabeta", evaluation="full", depth=2)
    )
    reason = explain(tree, 0)
    assert reason.kind == "cut" and reason.origin is None and reason.link == tree.children()[1]
    assert "No game can end better for MAX" in reason.sentence
    assert explain(tree, reason.link).sentence == "Said so. UTILITY is +100 for MAX."


def test_the_terms_of_an_evaluation_are_named():
    tree = sample("loa5", depth=2)
    leaf = tree.best_line()[-1]
    reason = explain(tree, leaf)
    assert reason.terms == (
        ("black: 2 groups, 6 checkers", 18.75),
        ("white: 2 groups, 6 checkers", -18.75),
    )
    assert reason.sentence.endswith(
        ": black: 2 groups, 6 checkers +18.75, white: 2 groups, 6 checkers −18.75."
    )


def test_numbers_for_people():
    shown = [0, -0.0, 18.75, -6.25, 100, 1e6, 0.001, float("inf"), -float("inf"), 1 / 3]
    assert [number(value) for value in shown] == [
        "0", "0", "+18.75", "−6.25", "+100", "+1,000,000", "+0.001", "+∞", "−∞", "+0.33",
    ]  # fmt: skip


def test_only_a_node_by_itself_has_the_name_of_its_move():
    tree = sample("loa5", "minimax", depth=3)
    widths = measure(tree)
    picture = lay_out(tree, widths, 920.0)
    wide = [
        box for box in picture.boxes if box.kind in (MAX, MIN) and box.right - box.left >= LABELLED
    ]
    alone = [box for box in wide if box.merged == 1]
    assert len(alone) < len(wide)
    assert svg_tree(tree, widths).count('class="move"') == len(alone)
