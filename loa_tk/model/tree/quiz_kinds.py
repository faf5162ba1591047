"""The kinds of questions of a quiz, a row for each: what is asked, and the right answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from loa_tk.model.numbers import number
from loa_tk.model.tree.exercise import Exercise
from loa_tk.model.tree.question import CUT, GO_ON, PREDICT, Question, QuizNode
from loa_tk.model.tree.reasons import bound_origin, explain
from loa_tk.model.tree.searchtree import ROOT, SearchTree


def called(node: QuizNode) -> str:
    """Return the book's name of the function that is called for a node."""
    return "MAX-VALUE" if node.maximises else "MIN-VALUE"


def ask_value(exercise: Exercise, nth: int) -> Question | None:
    """Ask what a node returns."""
    tree, nodes = exercise.tree, exercise.nodes
    # A node after the first has bounds to be compared with.
    places = [place for place, node in exercise.inner() if narrowed(tree, node)]
    asked = exercise.choose(places)
    if asked is None:
        return None
    node, recorded = nodes[asked], exercise.entered[asked]
    window = entry(tree, recorded)
    text = f"Which value does {called(node)} return for node {node.name}?"
    if exercise.level.window:
        text = f"{arrival(node)} with {window}. {text}"
    elif exercise.level.values:
        text = f"{arrival(node)}. {text}"
    value = tree.value(recorded)
    why = f"{node.name} is entered with {window} and returns {number(value)}."
    why += f" {explain(tree, recorded).sentence}"
    return exercise.question(nth, "value", asked, text, (value,), why)


def ask_window(exercise: Exercise, nth: int) -> Question | None:
    """Ask for alpha and beta when a node is entered."""
    tree = exercise.tree
    places = [place for place, node in exercise.inner() if narrowed(tree, node)]
    both = [place for place in places if narrowed(tree, exercise.entered[place], both=True)]
    asked = exercise.choose(both or places)
    if asked is None:
        return None
    node, recorded = exercise.nodes[asked], exercise.entered[asked]
    text = f"{arrival(node)}. What are α and β there now?"
    if not exercise.level.values:
        text = f"What are α and β when Figure 2 enters node {node.name}?"
    why = " ".join(bound_reason(exercise, recorded, lower) for lower in (True, False))
    answer = tree.alpha(recorded), tree.beta(recorded)
    return exercise.question(nth, "window", asked, text, answer, why)


def ask_cut(exercise: Exercise, nth: int) -> Question | None:
    """Ask which branches are cut off: of one node, or at the higher levels of the whole tree."""
    tree, nodes = exercise.tree, exercise.nodes
    cut = exercise.cut_off()
    if exercise.level.window:
        asked = exercise.choose(sorted({nodes[place].parent or 0 for place in cut}))
        if asked is None:
            return None
        node = nodes[asked]
        choices = exercise.children(asked)
        text = (
            f"{arrival(node)} with {entry(tree, exercise.entered[asked])}. "
            f"Which branches of {node.name} will be cut off?"
        )
        answer = [place for place in cut if nodes[place].parent == asked]
    else:
        asked, answer = 0, cut
        choices = list(range(1, len(nodes)))
        text = (
            "Figure 2 searches the whole tree from left to right. Which branches are cut off? "
            "Name each by the node at its lower end; do not name what is below it."
        )
    parents = sorted({nodes[place].parent or 0 for place in answer})
    why = " ".join(
        f"In {nodes[place].name}: {explain(tree, exercise.entered[place]).sentence}"
        for place in parents
    )
    names = tuple(nodes[place].name for place in answer)
    return exercise.question(
        nth, "cut", asked, text, names, why, [nodes[place].name for place in choices]
    )


def ask_prediction(exercise: Exercise, nth: int) -> Question | None:
    """Ask at a test of a bound whether the search cuts or goes on, equally often."""
    tree, nodes = exercise.tree, exercise.nodes
    cuts = exercise.chance.randrange(2) == 0
    found: list[tuple[int, int]] = []  # places of nodes and of the children that have returned
    for place, node in exercise.inner():
        children = tree.children(node)
        for child in children:
            last = child == children[-1]
            if last and not tree.leaves_out(node):
                continue  # there is no move left to be cut off
            if last == cuts:
                found.append((place, exercise.place_of(child)))
    if not found:
        return None
    asked, returned = found[exercise.chance.randrange(len(found))]
    shown, child = nodes[asked], exercise.entered[returned]
    recorded = exercise.entered[asked]
    earlier = [tree.value(one) for one in tree.each_child(recorded) if one <= child]
    v = max(earlier) if shown.maximises else min(earlier)
    before = [values for one, values in zip(
        tree.children(recorded), tree.windows(recorded), strict=True) if one < child]  # fmt: skip
    alpha, beta = before[-1] if before else (tree.alpha(recorded), tree.beta(recorded))
    name, sign, bound = ("β", "≥", beta) if shown.maximises else ("α", "≤", alpha)
    text = (
        f"{called(shown)} works on node {shown.name} with α = {number(alpha)} and β = "
        f"{number(beta)}. Branch {nodes[returned].name} has just returned, and v = {number(v)}. "
        "Cut or go on?"
    )
    why = f"v = {number(v)} {sign if cuts else 'is not ' + sign} {name} = {number(bound)}."
    if cuts:
        why = f"{why} {explain(tree, recorded).sentence}"
    else:
        why = f"{why} The search goes on."
    return exercise.question(nth, PREDICT, asked, text, (CUT if cuts else GO_ON,), why)


# A row for each kind of question; they take turns.
Asked: TypeAlias = dict[str, Callable[[Exercise, int], "Question | None"]]
KINDS: Asked = {
    "value": ask_value,
    "window": ask_window,
    "cut": ask_cut,
}


def arrival(node: QuizNode) -> str:
    """Say where the search is."""
    return f"Figure 2 has just entered node {node.name}"


def entry(tree: SearchTree, node: int) -> str:
    """Return the bounds with which a node is entered."""
    return f"α = {number(tree.alpha(node))} and β = {number(tree.beta(node))}"


def narrowed(tree: SearchTree, node: int, both: bool = False) -> bool:
    """Return whether a node is entered with another window than the root's: one bound or both."""
    changed = tree.alpha(node) != tree.alpha(ROOT), tree.beta(node) != tree.beta(ROOT)
    return all(changed) if both else any(changed)


def bound_reason(exercise: Exercise, node: int, lower: bool) -> str:
    """Say where alpha or beta of a node comes from."""
    tree = exercise.tree
    letter, side = ("α", "MAX") if lower else ("β", "MIN")
    bound = number(tree.alpha(node) if lower else tree.beta(node))
    origin = bound_origin(tree, node, lower)
    if origin is None:
        return f"{letter} = {bound} is still the root’s: {side} has no value on this path yet."
    name = exercise.nodes[exercise.place_of(origin.node)].name
    return f"{letter} = {bound}: {side} already has that with {origin.move} ({name})."
