"""Why a move was chosen, in up to three sentences, and what would have changed the decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nextafter

from loa_tk.model.game import Move, State
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import number
from loa_tk.model.search.search import Limits, never
from loa_tk.model.search.textbook import AlphaBeta
from loa_tk.model.search.why import eval_text, expected, greatest, refuted, tied, written
from loa_tk.model.tree.reasons import PHRASES, eval_terms, in_words, leaf_reason, slip
from loa_tk.model.tree.recording import TreeRequest
from loa_tk.model.tree.searchtree import EXACT, ROOT, SearchTree


def why(tree: SearchTree, node: int = ROOT) -> Sequence[str]:
    """Return the line expected, what refutes the runner-up, and whether others are as good.

    Each is one sentence. A leaf has none of them, nor has a node that did not return.
    """
    best = tree.best_child(node)
    if best is None or tree.is_open(node):
        return ()
    line = tree.best_line(node)[1:]
    sentences = [expected(names(tree, line), end(tree, line[-1]))]
    second = runner_up(tree, node, best)
    if second is not None and not tree.cut(node):
        after = tree.best_line(second)
        sentences.append(refuted(
            tree.move_name(second), tree.value(second), PHRASES.get(tree.bound(second), ""),
            len(tree.children(node)) - 1, end(tree, after[-1]), names(tree, after[1:]),
        ))  # fmt: skip
    same = sum(
        tree.value(child) == tree.value(node) and tree.bound(child) == EXACT
        for child in tree.each_child(node)
    )
    if same > 1 and tree.bound(best) == EXACT:
        sentences.append(tied(tree.move_name(best), same))
    return sentences


def root_why(tree: SearchTree) -> Sequence[str]:
    """Return why the root's move was chosen, and a warning if others only returned its value."""
    return [*why(tree), *filter(None, [slip(tree).strip()])]


def names(tree: SearchTree, nodes: Sequence[int]) -> Sequence[str]:
    """Return the moves to these nodes."""
    return [tree.move_name(node) for node in nodes]


def runner_up(tree: SearchTree, node: int, best: int) -> int | None:
    """Return the first of the best other children, or None.

    A bound comes after an exact value that is as great: the child is worth no more.
    """
    others = [child for child in tree.each_child(node) if child != best and not tree.is_open(child)]
    sign = 1 if tree.is_max(node) else -1
    return max(
        others, default=None,
        key=lambda child: (sign * tree.value(child), tree.bound(child) == EXACT),
    )  # fmt: skip


def end(tree: SearchTree, leaf: int) -> str:
    """Return what a leaf is worth and why, as the end of a sentence."""
    if not tree.is_leaf(leaf):
        return f"the value is {in_words(tree, leaf)}"
    if not tree.is_eval(leaf):
        return leaf_reason(tree, leaf).sentence.rstrip(".")
    shown, rest = greatest(eval_terms(tree, tree.state(leaf)))
    player = tree.game.player(tree.root)
    return eval_text(tree.value(leaf), written(tree.game, player, shown), rest)


# What would have changed it


@dataclass(frozen=True, kw_only=True)
class Change:
    """The smallest change of the value of one leaf that changes the decision at a position.

    The decision changes if the leaf is worth `limit`, or only beyond it if `strict`.
    """

    line: tuple[Move, ...]  # from the position to the leaf
    value: float  # of the leaf
    limit: float
    strict: bool
    raised: bool  # whether the leaf has to be worth more than it is
    move: Move  # the decision then
    others: int = 0  # leaves whose change by as much would do as well

    @property
    def size(self) -> float:
        """How much the leaf has to change."""
        return abs(self.limit - self.value)


class Changes:
    """Looks for the smallest change below one position; its values are those of naive minimax."""

    def __init__(
        self, request: TreeRequest, state: State, ply: int, stop: Callable[[], bool]
    ) -> None:
        """Take the position at this ply of a search."""
        self.search = AlphaBeta(request.task(Limits(depth=request.depth, stop=stop)))
        self.state, self.ply, self.max_at = state, ply, request.game.maximises
        self.maximises = self.max_at(ply)
        self.utmost = self.search.utmost if self.search.evaluation.bounded else inf

    def value(self, state: State, ply: int, alpha: float = -inf, beta: float = inf) -> float:
        """Return the minimax value if it is between the bounds, otherwise a bound of it."""
        call = self.search.max_value if self.max_at(ply) else self.search.min_value
        return call(state, alpha, beta, ply)[0]

    def smallest(self, moves: Sequence[Move]) -> Change | None:
        """Return the smallest change, or None if none of one leaf is enough.

        The decision is the first of the best moves in this order.
        """
        first = self.best(moves, None)
        if first is None:
            return None
        chosen, value = first
        found = []
        second = self.best(moves, chosen)
        if second is not None:
            place, limit = second
            for change in self.flips(moves[chosen], not self.maximises, limit, place > chosen):
                found.append((change, moves[place]))
        for place, move in enumerate(moves):
            if place != chosen:
                for change in self.flips(move, self.maximises, value, place > chosen):
                    found.append((change, move))
        if not found:
            return None
        least = min(found, key=size_of)
        (line, leaf, limit, strict, raised), move = least
        return Change(
            line=line, value=leaf, limit=limit, strict=strict, raised=raised, move=move,
            others=sum(size_of(one) == size_of(least) for one in found) - 1,
        )  # fmt: skip

    def best(self, moves: Sequence[Move], without: int | None) -> tuple[int, float] | None:
        """Return the place and the value of the first best move, leaving one out, or None."""
        found, low, high = None, -inf, inf
        for place, move in enumerate(moves):
            if place == without:
                continue
            value = self.value(self.search.result(self.state, move), self.ply + 1, low, high)
            if found is None or (value > found[1] if self.maximises else value < found[1]):
                found = place, value
                low, high = (value, inf) if self.maximises else (-inf, value)
        return found

    def flips(self, move: Move, up: bool, limit: float, strict: bool) -> list[Flip]:
        """Return the leaves below a move each of which alone can bring it past a limit."""
        if strict and (limit >= self.utmost if up else limit <= -self.utmost):
            return []  # nothing is worth more than a game won
        found: list[Flip] = []
        # Being past the limit is the same as being past the next number, and that counts.
        edge = nextafter(limit, inf if up else -inf) if strict else limit

        def past(state: State, ply: int) -> bool:
            # The window asks only whether the value is on the one side of the edge.
            if up:
                return self.value(state, ply, nextafter(edge, -inf), edge) >= edge
            return self.value(state, ply, edge, nextafter(edge, inf)) <= edge

        def look(state: State, ply: int, line: tuple[Move, ...]) -> None:
            actions = self.search.actions(state, ply)
            if not actions:
                value = self.search.leaf_value(state, ply)
                found.append((line, value, limit, strict, up))
                return
            children = [(a, self.search.result(state, a)) for a in actions]
            if self.max_at(ply) != up:
                # One child keeps the node from passing the limit; a second would do so as well.
                failing = []
                for child in children:
                    if not past(child[1], ply + 1):
                        failing.append(child)
                        if len(failing) > 1:
                            return
                children = failing
            for a, after in children:
                look(after, ply + 1, (*line, a))

        look(self.search.result(self.state, move), self.ply + 1, (move,))
        return found


# The line to a leaf, its value, the limit, whether that must be passed, and whether upwards.
Flip = tuple[tuple[Move, ...], float, float, bool, bool]


def size_of(found: tuple[Flip, Move]) -> tuple[float, bool]:
    """Return how much a leaf has to change; a change beyond a limit is more than one to it."""
    (_, value, limit, strict, _), _ = found
    return abs(limit - value), strict


def change(
    tree: SearchTree, request: TreeRequest, node: int = ROOT, stop: Callable[[], bool] = never
) -> Change | None:
    """Return the smallest change of one leaf that changes the decision at a node, or None."""
    state = tree.state(node)
    moves = [move for move in map(tree.move, tree.children(node)) if move is not None]
    return Changes(request, state, tree.ply(node), stop).smallest([*moves, *tree.untried(node)])


def change_text(tree: SearchTree, node: int, found: Change | None) -> str:
    """Return a change in words, with its way up."""
    if found is None:
        return "No change of one leaf changes the decision."
    texts, state = [], tree.state(node)
    for move in found.line:
        texts.append(move_text(tree.game, state, move))
        state = tree.game.play(state, move)
    way = []
    for ply in range(tree.ply(node) + len(texts) - 1, tree.ply(node), -1):
        maximises = tree.game.maximises(ply)
        side, taken = ("MAX", "more") if maximises else ("MIN", "less")
        reply = texts[ply - tree.ply(node)]
        best = maximises == found.raised
        way.append(f"{side} takes {reply}" if best else f"{side} has nothing worth {taken}")
    decision = move_text(tree.game, tree.state(node), found.move)
    than = f"{'more' if found.raised else 'less'} than " if found.strict else ""
    value, limit = number(found.value), number(found.limit)
    if value == limit and not found.strict:
        value, limit = f"{found.value:+.9g}", f"{found.limit:+.9g}"  # they differ by a hair
    mover = "MAX" if tree.is_max(node) else "MIN"
    sentence = (
        f"If the position after {' '.join(texts)} were worth {than}{limit} instead of {value}, "
        f"{mover} would play {decision}"
    )
    if way:
        sentence += f". The way up: {', '.join(way)}"
    return f"{sentence}. No smaller change of one leaf does it{as_great(found.others)}."


def as_great(others: int) -> str:
    """Return how many other leaves would do with a change as great."""
    if not others:
        return ""
    leaves = "one other leaf" if others == 1 else f"{others:,} other leaves"
    return f"; a change as great of {leaves} would, too"
