"""Why a node has its value: one sentence, the facts behind it, and a link to the move that decides.

Values are those of MAX everywhere, so MIN looks for small ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from loa_tk.model.game import State, finish
from loa_tk.model.numbers import number
from loa_tk.model.search.why import written
from loa_tk.model.tree.searchtree import EXACT, LOWER, ROOT, UPPER, SearchTree

# The part that a child plays in its node.
BEST, LOW, HIGH, CUTS, PLAIN = "best", "≤ α", "≥ β", "cut", ""
UNTRIED, UNREACHED = "untried", "unreached"  # a bound cut it off; the search ended before it
BEST_SO_FAR = "best so far"  # in a node in which the search ended
UNFINISHED = "open"  # the search ended in it, so its value is only that so far
SIGNS = {LOWER: "≥ ", UPPER: "≤ "}  # before a number that is a bound
PHRASES = {LOWER: "at least ", UPPER: "at most "}  # the same in a sentence


@dataclass(frozen=True, kw_only=True)
class ChildRow:
    """One move of a node: what it returned, what it cost, and what it did to the window.

    A move that was never tried has no node, and neither value nor window.
    """

    move: str
    node: int | None = None
    value: float | None = None
    bound: str = EXACT  # what the value is of the minimax value
    nodes: int = 0
    alpha: float | None = None  # after the move
    beta: float | None = None
    part: str  # one of those above


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a bound comes from: an earlier move, and the move on the path that it competes with."""

    node: int  # after the earlier move
    move: str
    instead: int  # the node on the path after the move of the same position
    instead_move: str


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a node has its value."""

    kind: str  # "utility", "eval", "best", "cut" or "open"
    title: str
    sentence: str
    link: int | None = None  # the node that the sentence names: the bound's move, or the best move
    origin: Origin | None = None  # of the bound that cut the node off, unless it is the root's own
    terms: tuple[tuple[str, float], ...] = ()  # what EVAL adds up, if it names its terms


def signed(value: float, bound: str) -> str:
    """Return a value for people, a bound with its sign: ≤ −6.25, ≥ +25."""
    return SIGNS.get(bound, "") + number(value)


def shown_value(tree: SearchTree, node: int) -> str:
    """Return what a node returned, with a sign if that is a bound."""
    return signed(tree.value(node), tree.bound(node))


def in_words(tree: SearchTree, node: int, name: str = "") -> str:
    """Return what a node is worth for a sentence: "at most −6.25", or "at most v = −6.25"."""
    return f"{PHRASES.get(tree.bound(node), '')}{name}{number(tree.value(node))}"


def rows(tree: SearchTree, node: int) -> tuple[ChildRow, ...]:
    """Return the moves of a node: those tried with what they did, then those never tried."""
    moves = []
    alpha, beta = tree.alpha(node), tree.beta(node)
    best, children = tree.best_child(node), tree.children(node)
    for child, after in zip(children, tree.windows(node), strict=True):
        value = tree.value(child)
        part = PLAIN
        if tree.is_open(child):
            part = UNFINISHED
        elif child == children[-1] and tree.leaves_out(node):
            part = CUTS
        elif child == best:
            part = BEST_SO_FAR if tree.is_open(node) else BEST
        elif tree.is_max(node) and value <= alpha:
            part = LOW
        elif not tree.is_max(node) and value >= beta:
            part = HIGH
        alpha, beta = after
        moves.append(ChildRow(
            move=tree.move_name(child), node=child, value=value, bound=tree.bound(child),
            nodes=tree.size(child), alpha=alpha, beta=beta, part=part,
        ))  # fmt: skip
    left_out = UNREACHED if tree.is_open(node) else UNTRIED
    moves += [ChildRow(move=name, part=left_out) for name in tree.untried_names(node)]
    return tuple(moves)


def bound_origin(tree: SearchTree, node: int, lower: bool) -> Origin | None:
    """Return the earlier move that set the bound with which a node was entered: alpha, or beta.

    None means that the bound is still that of the root: the value of a game lost or won.
    """
    bound = tree.alpha if lower else tree.beta
    for above, below in pairwise(tree.path(node)):
        if bound(above) != bound(below) == bound(node):
            for child in tree.each_child(above):
                if tree.value(child) == bound(node):
                    return Origin(
                        node=child, move=tree.move_name(child), instead=below,
                        instead_move=tree.move_name(below),
                    )  # fmt: skip
    return None


def explain(tree: SearchTree, node: int) -> Reason:
    """Return why a node has its value."""
    if tree.is_open(node):
        return Reason(
            kind="open", title="Not finished",
            sentence=f"The search ended before this node returned. Its value so far is "
            f"{number(tree.value(node))}.",
        )  # fmt: skip
    if tree.is_leaf(node):
        return leaf_reason(tree, node)
    if tree.cut(node) and not tree.prunes:
        return left_reason(tree, node)
    return cut_reason(tree, node) if tree.cut(node) else best_reason(tree, node)


def leaf_reason(tree: SearchTree, node: int) -> Reason:
    """Return why a leaf has its value: UTILITY of a finished game, or EVAL."""
    state, value = tree.state(node), number(tree.value(node))
    if not tree.is_eval(node):
        outcome = finish(tree.game, state)
        ended = outcome.reason if outcome else ""
        return Reason(
            kind="utility",
            title="The game is over",
            sentence=f"{ended} UTILITY is {value} for MAX.".strip(),
        )
    terms = eval_terms(tree, state)
    signs = written(tree.game, tree.game.player(tree.root), terms)
    parts = " ".join(f"{name} {part}," for name, part in signs).rstrip(",")
    sentence = f"The depth limit is reached, and EVAL is {value} for MAX"
    return Reason(
        kind="eval",
        title="What EVAL saw",
        sentence=f"{sentence}: {parts}." if parts else f"{sentence}.",
        terms=terms,
    )


def eval_terms(tree: SearchTree, state: State) -> tuple[tuple[str, float], ...]:
    """Return the terms of EVAL for MAX, or nothing if the evaluation does not name them.

    Only a game's own evaluations name them, and no student's file.
    """
    if tree.evaluation not in tree.game.evaluations:
        return ()
    player, evaluation = tree.game.player(tree.root), tree.game.evaluation(tree.evaluation)
    return tuple(evaluation.terms(state, player))


def best_reason(tree: SearchTree, node: int) -> Reason:
    """Return why the best move of a node that tried all its moves is best."""
    best = tree.best_child(node)
    assert best is not None, "a finished node that is not a leaf has tried a move"
    move, value = tree.move_name(best), in_words(tree, node)
    others = len(tree.children(node)) - 1
    maximises = tree.is_max(node)
    side, more = ("MAX", "more") if maximises else ("MIN", "less")
    if not others:
        sentence = f"{move} is the only move, and it is worth {value}."
    else:
        rest = "the other move is not" if others == 1 else f"none of the other {others:,} moves is"
        sentence = f"{side} plays {move}: it is worth {value}, and {rest} worth {more}."
    bound = tree.alpha(node) if maximises else tree.beta(node)
    failed = tree.value(node) <= bound if maximises else tree.value(node) >= bound
    origin = bound_origin(tree, node, maximises) if failed else None
    if origin is not None:
        sentence += f" That changes nothing: {side} already has {number(bound)} with {origin.move}."
    if node == ROOT:
        sentence += slip(tree)
    return Reason(
        kind="best", title=f"Why {move} is best", sentence=sentence, link=best, origin=origin
    )


def slip(tree: SearchTree) -> str:
    """Return a warning if moves of the root returned v only as a bound, or nothing.

    "The action with value v" is then the first that returned it, and none of the others.
    """
    value, best = tree.value(), tree.best_child()
    same = [child for child in tree.each_child(ROOT) if tree.value(child) == value]
    others = sum(child != best and tree.bound(child) != EXACT for child in same)
    if best is None or not others:
        return ""
    who = "Another move" if others == 1 else f"{others:,} other moves"
    last = "it is" if others == 1 else "they are"
    return (
        f" {who} returned {number(value)} too, but only as a bound: {last} worth at most that. "
        f"Only the first, {tree.move_name(best)}, is known to be worth it."
    )


def bound_reason(tree: SearchTree, node: int) -> str:
    """Return why the value of a node is only a bound, in a sentence, or nothing if it is exact."""
    bound, best = tree.bound(node), tree.best_child(node)
    if bound not in PHRASES or best is None:
        return ""
    move, reply = tree.move_name(node) or "The position", tree.move_name(best)
    side, why = "MAX" if tree.is_max(node) else "MIN", f"’s best answer is {reply}"
    if node and tree.is_max(node) == (bound == LOWER):
        why = f" refuted it with {reply}"
    return f"{move} is worth {in_words(tree, node)}: {side}{why}; its true value was never needed."


def left_reason(tree: SearchTree, node: int) -> Reason:
    """Return what is known of a node that a student's search left early: bounds are not."""
    best = tree.best_child(node)
    assert best is not None, "a node with moves left out has tried one"
    tried, side = len(tree.children(node)), "MAX" if tree.is_max(node) else "MIN"
    return Reason(
        kind="cut", title="Left early", link=best,
        sentence=f"{tried:,} of {tree.branching(node):,} moves were tried. For {side} "
        f"{tree.move_name(best)} is the best of them, worth {in_words(tree, node)}.",
    )  # fmt: skip


def cut_reason(tree: SearchTree, node: int) -> Reason:
    """Return why the rest of a node was cut off, and where the bound comes from."""
    last = tree.children(node)[-1]
    maximises = tree.is_max(node)
    side, other = ("MAX", "MIN") if maximises else ("MIN", "MAX")
    sign, name = ("≥", "β") if maximises else ("≤", "α")
    bound = tree.beta(node) if maximises else tree.alpha(node)
    move, value = tree.move_name(last), in_words(tree, last, "v = ")
    first = f"{side} found {move}, worth {value}, and v {sign} {name} = {number(bound)}."
    untried = len(tree.untried_places(node))
    origin = bound_origin(tree, node, not maximises)
    if origin is None:
        second = f"No game can end better for {side}"
    else:
        second = (
            f"{other} already has {number(bound)} with {origin.move}, "
            f"so {origin.instead_move} can change nothing"
        )
    third = {
        0: "it was the last move, so none was left out",
        1: "the other move is not looked at",
    }.get(untried, f"the other {untried:,} moves are not looked at")
    title = "Why the rest is cut off" if untried else "Why the node ends here"
    link = last if origin is None else origin.node
    return Reason(
        kind="cut", title=title, sentence=f"{first} {second}: {third}.", link=link, origin=origin
    )
