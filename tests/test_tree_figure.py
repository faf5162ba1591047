"""The moments of a recorded search against a plain run through the figure."""

import random
import time
from math import inf

import pytest

from loa_tk.model.tree.figure import FIGURES, Execution
from tree_samples import KEYS, KINDS, sample


def run(tree, node=0):
    """Yield (node, step, child, v, alpha, beta) of every line, as a reader of the figure would."""
    alpha, beta, maximises = tree.alpha(node), tree.beta(node), tree.is_max(node)
    yield node, "enter", None, None, alpha, beta
    if tree.is_open(node) and not tree.branching(node):
        return
    yield node, "terminal", None, None, alpha, beta
    if tree.is_leaf(node) and not tree.is_eval(node):
        return
    yield node, "cutoff", None, None, alpha, beta
    if tree.is_leaf(node):
        return
    v = -inf if maximises else inf
    yield node, "start", None, v, alpha, beta
    for child in tree.children(node):
        yield node, "next", child, v, alpha, beta
        yield node, "call", child, v, alpha, beta
        yield from run(tree, child)
        if tree.is_open(child):
            return
        v = max(v, tree.value(child)) if maximises else min(v, tree.value(child))
        yield node, "back", child, v, alpha, beta
        if not tree.prunes:
            continue
        yield node, "test", child, v, alpha, beta
        if (v >= beta) if maximises else (v <= alpha):
            assert v == tree.value(node) and child == tree.children(node)[-1]
            return
        alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
        yield node, "bound", child, v, alpha, beta
    if not tree.is_open(node):
        assert v == tree.value(node)
        yield node, "return", None, v, alpha, beta


@pytest.mark.parametrize(("search", "order"), KINDS)
@pytest.mark.parametrize("key", KEYS)
def test_the_moments_are_those_of_the_figure(key, search, order):
    tree = sample(key, search, order, 2, 7)
    made = Execution(tree)
    assert [(m.node, m.step, m.child, m.v, m.alpha, m.beta) for m in made] == list(run(tree))


@pytest.mark.parametrize(("search", "order"), KINDS)
def test_the_moments_of_a_search_that_was_ended(search, order):
    for most in (1, 2, 3, 19, 25, 53):
        tree = sample("loa5", search, order, 3, most=most)
        made = [(m.node, m.step, m.child, m.v, m.alpha, m.beta) for m in Execution(tree)]
        assert made == list(run(tree))


def test_a_moment_knows_its_line():
    execution = Execution(sample("loa5"))
    lines = execution.figure.lines
    for moment in execution:
        text = lines[moment.line]
        name = "MAX" if execution.tree.is_max(moment.node) else "MIN"
        first = execution.figure.max_line if name == "MAX" else execution.figure.min_line
        assert lines[first].startswith(f"function {name}-VALUE")
        assert first <= moment.line < first + 9
        word = {"enter": "function", "terminal": "TERMINAL-TEST", "cutoff": "CUTOFF-TEST",
                "start": "v ← ", "next": "for each a", "call": "RESULT", "back": "RESULT",
                "test": "then return v", "return": "return v"}.get(moment.step, "←")  # fmt: skip
        assert word in text


def test_what_has_been_entered_and_what_has_returned():
    execution = Execution(sample("loa5", depth=2))
    entered, running = 0, []
    for moment in execution:
        if moment.step == "enter":
            assert moment.node == entered
            entered += 1
            running.append(moment.node)
        if moment.returned is not None:
            assert running.pop() == moment.node
            assert moment.returned == execution.tree.value(moment.node)
        assert moment.entered == entered
        assert execution.running(moment.number) == tuple(running)
    assert entered == len(execution.tree) and running == []


def test_steps_over_out_and_to_the_next_event():
    tree = sample("loa5")
    execution = Execution(tree)
    moments = list(execution)
    cuts = [m.number for m in moments if m.step == "test" and m.returned is not None]
    assert len(cuts) == 48 and list(execution.cuts) == cuts
    best, changes = -inf, []
    for m in moments:
        if m.node == 0 and m.step == "back" and m.v > best:
            best = m.v
            changes.append(m.number)
    assert changes
    for m in random.Random(3).sample(moments, 300):
        assert execution.next_cut(m.number) == next((c for c in cuts if c > m.number), None)
        assert execution.next_change(m.number) == next((c for c in changes if c > m.number), None)
        over, out = execution.moment(execution.over(m.number)), execution.out(m.number)
        if m.step == "call":
            assert (over.node, over.step, over.child) == (m.node, "back", m.child)
        else:
            assert over.number == min(m.number + 1, len(execution) - 1)
        if m.node:
            after = execution.moment(out)
            assert (after.node, after.step, after.child) == (tree.parent(m.node), "back", m.node)
    assert execution.moment(-5) == moments[0] and execution.moment(10**9) == moments[-1]
    assert execution.over(len(execution)) == execution.out(len(execution) - 1) == moments[-1].number


def test_any_moment_of_a_large_tree_is_found_at_once():
    tree = sample("loa5", "minimax", depth=4)
    execution = Execution(tree)
    columns = execution.starts, execution.counts
    assert [column.itemsize * len(column) for column in columns] == [4 * len(tree)] * 2
    numbers = random.Random(1).sample(range(len(execution)), 500)
    begun = time.process_time()
    for number in numbers:
        assert execution.moment(number).number == number
    assert (time.process_time() - begun) / 500 < 0.005


def test_the_figures_have_a_line_for_each_step():
    for figure in FIGURES.values():
        for first in (figure.max_line, figure.min_line):
            end = first + len(figure.steps)
            assert end == len(figure.lines) or figure.lines[end] == ""
