"""What a student reads about the first step that differs: one function for each kind of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from loa_tk.model.checks import beside
from loa_tk.model.checks.beside import Beside, Parting, below, below_or_at
from loa_tk.model.game import Move
from loa_tk.model.numbers import apart, number
from loa_tk.model.steps import NODE, PRUNE_MAX, PRUNE_MIN, Path
from loa_tk.model.tree.reasons import Origin, bound_origin

SORTED = "Do you sort the moves by EVAL? Try them in the order of position.moves()."


class Words(NamedTuple):
    """What the student's search did, what Figure 2 does, what to look at, and why."""

    did: str
    does: str
    look: str = ""
    why: str = ""


class Standing(NamedTuple):
    """Figure 2's v, alpha and beta in a node, after the moves tried so far."""

    v: float | None
    alpha: float
    beta: float


def standing(both: Beside, parting: Parting) -> Standing:
    """Return Figure 2's numbers in the node where the searches part."""
    tree, node, tried = both.tree, parting.opened, parting.tried
    if not tried:
        return Standing(None, tree.alpha(node), tree.beta(node))
    values = [tree.value(child) for child in tried]
    v = max(values) if tree.is_max(node) else min(values)
    return Standing(v, *tree.windows(node)[len(tried) - 1])


def after(both: Beside, path: Path) -> str:
    """Return where a node is, as the beginning of a sentence."""
    return f"After {both.line(path)}" if path else "At the root"


def goes_on(both: Beside, parting: Parting) -> Words:
    """Say that the student's search goes on where Figure 2 returns."""
    tree, node = both.tree, parting.opened
    maximises, now = tree.is_max(node), standing(both, parting)
    side, other = ("MAX", "MIN") if maximises else ("MIN", "MAX")
    assert now.v is not None and parting.next_move is not None
    move = both.name(parting.node, parting.next_move)
    last = tree.move_name(parting.tried[-1])
    did = f"{after(both, parting.node)} you looked at {move}."
    if not tree.cut(node):
        return Words(did, f"Figure 2 has tried all moves there, and {move} was one of them.")
    bound = now.beta if maximises else now.alpha
    v, text = apart(now.v, bound)
    sign, name = ("≥", "β") if maximises else ("≤", "α")
    does = f"Figure 2 returns before it: {side} has v = {v} {sign} {name} = {text} since {last}."
    origin = bound_origin(tree, node, not maximises)
    left = len(tree.untried_places(node))
    rest = "its other reply changes" if left == 1 else f"its other {left:,} replies change"
    if origin is None:
        why = f"No game can end better for {side}, so {rest} nothing."
    else:
        push = "higher" if maximises else "lower"
        why = (
            f"{other} already has {text} with {origin.move}. {side} can only push "
            f"{origin.instead_move} {push}, so {rest} nothing."
        )
    return Words(did, does, look_at_cut(both, parting, now, origin), why=why)


def look_at_cut(both: Beside, parting: Parting, now: Standing, origin: Origin | None) -> str:
    """Return where the test of a cut can go wrong, from what is known of this one."""
    maximises = both.tree.is_max(parting.opened)
    test, strict = ("v >= beta", "v > beta") if maximises else ("v <= alpha", "v < alpha")
    count, kind = ("prune_max", PRUNE_MAX) if maximises else ("prune_min", PRUNE_MIN)
    name = "β" if maximises else "α"
    side, other = ("MAX", "MIN") if maximises else ("MIN", "MAX")
    if any(step.kind == kind for step in both.between(parting.number)):
        return f"You counted this with counts.{count}(). Did you also return?"
    if origin is None:
        end = "won game worth +U" if maximises else "lost game worth −U"
        return (
            f"Is the root's window [−U, +U], the test `{test}`, not `{strict}`, and a {end} at "
            "every depth?"
        )
    bound = now.beta if maximises else now.alpha
    change = "lower β" if maximises else "raise α"
    passed = f"Does {other} {change} after {origin.move} and pass it down"
    if origin.instead != parting.opened:
        passed = f"Did you pass {name} down through every call since {origin.move}"
    if now.v == bound:
        return f"Is the test `{test}`, not `{strict}`? {passed}?"
    return f"{passed}, and does {side} return if {test}?"


def stops(both: Beside, parting: Parting) -> Words:
    """Say that the student's search returns where Figure 2 goes on."""
    tree, node = both.tree, parting.opened
    maximises, now = tree.is_max(node), standing(both, parting)
    side = "MAX" if maximises else "MIN"
    assert parting.figure_move is not None
    move = both.name(parting.node, parting.figure_move)
    if now.v is None:
        did = f"{after(both, parting.node)} you evaluated nothing."
        return Words(did, f"Figure 2 looks at {move} there.", look_at_nothing(both, parting))
    last = tree.move_name(parting.tried[-1])
    did = f"{after(both, parting.node)} you stopped after {last}."
    bound = now.beta if maximises else now.alpha
    v, text = apart(now.v, bound)
    sign, name = ("<", "β") if maximises else (">", "α")
    does = f"Figure 2 goes on with {move}: {side} has v = {v} {sign} {name} = {text}."
    way = "v ≥ β" if maximises else "v ≤ α"
    why = f"Only {way} ends a {side} node before its last move."
    test = "v >= beta" if maximises else "v <= alpha"
    look = f"Which two numbers does your {side} compare there? It may return only if {test}."
    if not any(step.kind in (PRUNE_MAX, PRUNE_MIN) for step in both.between(parting.number)):
        look = "You counted no pruning there. Does a `return` stand inside the loop?"
    return Words(did, does, look, why=why)


def look_at_nothing(both: Beside, parting: Parting) -> str:
    """Return why nothing may have been evaluated in a node."""
    deepest = max((len(step.path) for step in both.watched.steps if step.path), default=0)
    if deepest > both.tree.depth:
        return (
            f"You looked {deepest} plies ahead, and the limit is {both.tree.depth}. "
            "Is depth + 1 passed down in every call?"
        )
    return "Is CUTOFF-TEST `depth >= limit`, and EVAL counts.evaluate(position, me)?"


def order(both: Beside, parting: Parting) -> Words:
    """Say that the student's search tries the moves in another order."""
    assert parting.next_move is not None and parting.figure_move is not None
    mine, move = (both.name(parting.node, one) for one in (parting.next_move, parting.figure_move))
    path = (*parting.node, parting.figure_move)
    later = any(below_or_at(step.path, path) for step in both.evals[parting.number :])
    place = f"tried {mine} before {move}" if later else f"went on with {mine}, not with {move}"
    did = f"{after(both, parting.node)} you {place}."
    does = f"Figure 2 tries the moves in the order of position.moves(): {move} first."
    return Words(did, does, order_of(both, parting), why="Another order gives other cut-offs.")


def order_of(both: Beside, parting: Parting) -> str:
    """Return the order in which a student's search tries the moves of a node, if it is known."""
    node, ply = parting.node, len(parting.node)
    state = both.state(node)
    moves = list(both.game.moves(state))
    tried: dict[Move, None] = {}
    for step in both.evals:
        if step.path is not None and below(step.path, node):
            tried[step.path[ply]] = None
    mine = list(tried)
    texts = {move: both.name(node, move) for move in moves}
    captures = [both.game.taken(state, move) is None for move in moves]
    orders = {
        "Do you try every move of position.moves()?": moves,
        "Are the moves reversed?": moves[::-1],
        "Are the moves sorted by their text?": sorted(moves, key=lambda move: texts[move]),
        "Are captures tried first?": [
            move for _, move in sorted(zip(captures, moves, strict=True), key=lambda pair: pair[0])
        ],
    }
    for sentence, ranked in orders.items():
        if [move for move in ranked if move in tried] == mine:
            return sentence
    return "Are the moves sorted or shuffled, or some left out?"


def skips(both: Beside, parting: Parting) -> Words:
    """Say that the student's search leaves a position out."""
    assert parting.figure_move is not None
    path = (*parting.node, parting.figure_move)
    leaf = both.leaf(parting.number)
    assert leaf is not None
    did = f"After {both.line(path)} you evaluated nothing."
    if leaf == path:
        does = f"Figure 2 asks EVAL there: it is leaf {parting.number + 1:,}."
    else:
        rest = " ".join(both.line(leaf).split()[len(path) :])
        does = f"Figure 2 goes on there with {rest}, leaf {parting.number + 1:,}."
    return Words(did, does, look_at_skip(both, parting, path))


def look_at_skip(both: Beside, parting: Parting, path: Path) -> str:
    """Return whether a table can have answered for a position, or what else."""
    game, state = both.game, both.state(path)
    pieces, depth = game.pieces(state), len(path)
    end = both.leaves[parting.number]
    known = ""
    for node in range(end):
        earlier = both.tree.state(node)
        if game.pieces(earlier) == pieces and both.paths[node] != path:
            where = f"after {both.line(both.paths[node])}" if node else "at the root"
            if earlier == state and both.tree.ply(node) == depth:
                return f"The same position stood {where}. Does a table or a cache answer for it?"
            if earlier == state:
                known = (
                    f"The same position stood {where}, at another depth. Does a table answer "
                    "for it whatever the depth?"
                )
            elif not known:
                known = (
                    f"The same board stood {where}, with the other side to move. Does a table or "
                    "a cache forget whose turn it is?"
                )
    return known


def again(both: Beside, parting: Parting) -> Words:
    """Say that a position is looked at for a second time."""
    leaf = both.eval_path(parting.number)
    assert leaf is not None
    earlier = [n for n in range(parting.number) if both.evals[n].path == leaf]
    line = both.line(leaf)
    if not earlier:
        did = f"You came back to {after(both, parting.node).lower()} and looked at {line}."
        does = f"Figure 2 has left that node before leaf {parting.number + 1:,}."
        return Words(did, does, "Do you search a move a second time?")
    did = f"You evaluated the position after {line} again: it was leaf {earlier[0] + 1:,}."
    between = both.watched.steps[both.at[earlier[0]] : both.at[parting.number - 1]]
    if earlier[0] == parting.number - 1:
        look = "Do you call counts.evaluate() twice there? Keep its value in a variable."
    elif not any(step.kind == NODE for step in between):
        look = SORTED
    elif earlier[0] == 0:
        look = "Do you search the whole tree twice?"
    else:
        look = f"Do you search {both.line(leaf[:1])} a second time?"
    return Words(did, "Figure 2 looks at each line of moves once.", look)


def deep(both: Beside, parting: Parting) -> Words:
    """Say that EVAL is asked below the depth limit."""
    return wrong_depth(both, parting, "`depth >= limit`, not `depth > limit`")


def shallow(both: Beside, parting: Parting) -> Words:
    """Say that EVAL is asked above the depth limit."""
    path = parting.node
    begun = next((step.number for step in both.watched.steps if step.kind == NODE), 0)
    if not path and not begun:
        return Words(
            "You evaluated the root itself.",
            f"Figure 2 asks EVAL at depth {both.tree.depth}.",
            "Do you hand position.after(move) to the next call?",
        )
    ending = [step.path for step in both.evals[-len(both.leaves) :]]
    if len(both.evals) > len(both.leaves) and ending == [both.paths[n] for n in both.leaves]:
        depths = sorted({len(step.path or ()) for step in both.evals} - {both.tree.depth})
        first = " and ".join(map(str, depths))
        return Words(
            f"You searched to depth {first} first.",
            f"counts.depth is {both.tree.depth}: Figure 2 searches to that depth alone.",
            "Deepen only if counts.depth is None.",
            why="The counts of the other depths are added to those of this one.",
        )
    siblings = 0
    for step in both.evals[parting.number :]:
        if step.path is None or step.path[:-1] != path[:-1] or len(step.path) != len(path):
            break
        siblings += 1
    deeper = any(step.path is not None and below(step.path, path) for step in both.evals)
    if deeper:
        where = after(both, path[:-1]).replace("After", "after").replace("At", "at")
        return Words(
            f"You evaluated {siblings} moves {where} before you searched them.",
            f"Figure 2 asks EVAL only at depth {both.tree.depth}.",
            SORTED,
            why="Every EVAL call counts, and another order of moves gives other cut-offs.",
        )
    return wrong_depth(both, parting, "`depth >= limit`, with 0 for the root's depth")


def counted_depth(both: Beside, parting: Parting) -> int | None:
    """Return the depth that the student's search counted a leaf at, or None if it did not."""
    nodes = [step for step in both.between(parting.number) if step.kind == NODE]
    return int(nodes[-1].number or 0) if nodes else None


def wrong_depth(both: Beside, parting: Parting, test: str) -> Words:
    """Say that EVAL is asked at another depth than the limit."""
    path, told = parting.node, counted_depth(both, parting)
    where = f"after {both.line(path)}" if path else "at the root"
    did = f"You asked EVAL {where}, at depth {len(path)}."
    does = f"Figure 2 asks it at depth {both.tree.depth}."
    if told is not None and told != len(path):
        look = f"You count that position as depth {told}: the root has 0, and each call adds 1."
    else:
        look = f"Is CUTOFF-TEST {test}?"
    return Words(did, does, look)


def finished(both: Beside, parting: Parting) -> Words:
    """Say that EVAL is asked though the game is over, or below such a position."""
    outcome = both.ended(parting.node)
    assert outcome is not None
    utility = number(outcome.utility(both.player, both.game.utmost))
    below_it = both.eval_path(parting.number) != parting.node
    return Words(
        f"You {'searched on' if below_it else 'asked EVAL'} after {both.line(parting.node)}, where "
        "the game is over.",
        f"Figure 2 takes UTILITY, which is {utility} for MAX.",
        "Ask position.over before the depth, in both functions.",
        why=outcome.reason,
    )


def nowhere(both: Beside, parting: Parting) -> Words:
    """Say that a position was evaluated that no moves lead to."""
    return Words(
        f"Leaf {parting.number + 1:,} of your search is a position that was not made by "
        "position.after(move) from the root.",
        "Figure 2 looks only at positions after moves.",
        "Do you keep positions from an earlier call, or make them in another way?",
    )


def unseen(both: Beside) -> Words | None:
    """Say that EVAL calls were counted and none was made, or return None."""
    counted = sum(both.watched.six[2:4])
    if both.evals or not counted:
        return None
    return Words(
        f"You counted {counted:,} EVAL calls, but counts.evaluate() was never called.",
        f"Figure 2 calls it {len(both.leaves):,} times.",
        "EVAL is counts.evaluate(position, me), and no evaluation of your own.",
    )


SENTENCES: Mapping[str, Callable[[Beside, Parting], Words]] = {
    beside.GOES_ON: goes_on,
    beside.STOPS: stops,
    beside.ORDER: order,
    beside.SKIPS: skips,
    beside.AGAIN: again,
    beside.DEEP: deep,
    beside.SHALLOW: shallow,
    beside.FINISHED: finished,
    beside.NOWHERE: nowhere,
}
