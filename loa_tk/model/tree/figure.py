"""The searches as the book's figures print them, and every moment of their execution.

A moment is one line of a figure being executed in one call of MAX-VALUE or MIN-VALUE. A recorded
tree has a few moments for each node. Any of them is found without running the search again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from loa_tk.model.tree.followed import FOLLOWED
from loa_tk.model.tree.searchtree import CUT, EVAL, LEAF, OPEN, ROOT, UTILITY, SearchTree

# What a moment does, in the order of a call. BACK is the same line as CALL, after the return.
STEPS = (
    "enter", "terminal", "cutoff", "start", "next", "call", "back", "test", "bound", "return",
)  # fmt: skip
ENTER, TERMINAL, CUTOFF, START, NEXT, CALL, BACK, TEST, BOUND, RETURN = STEPS
BEFORE = (ENTER, TERMINAL, CUTOFF, START)  # the steps of a call before its first move


@dataclass(frozen=True, kw_only=True)
class Figure:
    """The printed lines of a search; a step of a call is one of them, in MAX or in MIN."""

    title: str
    lines: tuple[str, ...]
    max_line: int  # where MAX-VALUE begins
    min_line: int
    steps: tuple[str, ...]  # the step of each line of MAX-VALUE and MIN-VALUE, from the first

    def line(self, step: str, maximises: bool) -> int:
        """Return the number of the line that a step executes."""
        first = self.max_line if maximises else self.min_line
        return first + self.steps.index(CALL if step == BACK else step)


ALPHA_BETA = Figure(
    title="Figure 2: alpha-beta search",
    lines=(
        "function ALPHA-BETA-SEARCH(state) returns an action",
        "    v ← MAX-VALUE(state, −U, +U, 0)",
        "    return the action in ACTIONS(state) with value v",
        "",
        "function MAX-VALUE(state, α, β, depth) returns a utility value",
        "    if TERMINAL-TEST(state) then return UTILITY(state)",
        "    if CUTOFF-TEST(state, depth) then return EVAL(state)",
        "    v ← −∞",
        "    for each a in ACTIONS(state) do",
        "        v ← MAX(v, MIN-VALUE(RESULT(state, a), α, β, depth + 1))",
        "        if v ≥ β then return v",
        "        α ← MAX(α, v)",
        "    return v",
        "",
        "function MIN-VALUE(state, α, β, depth) returns a utility value",
        "    if TERMINAL-TEST(state) then return UTILITY(state)",
        "    if CUTOFF-TEST(state, depth) then return EVAL(state)",
        "    v ← +∞",
        "    for each a in ACTIONS(state) do",
        "        v ← MIN(v, MAX-VALUE(RESULT(state, a), α, β, depth + 1))",
        "        if v ≤ α then return v",
        "        β ← MIN(β, v)",
        "    return v",
    ),
    max_line=4,
    min_line=14,
    steps=(ENTER, TERMINAL, CUTOFF, START, NEXT, CALL, TEST, BOUND, RETURN),
)
MINIMAX = Figure(
    title="Minimax search",
    lines=(
        "function MINIMAX-SEARCH(state) returns an action",
        "    v ← MAX-VALUE(state, 0)",
        "    return the action in ACTIONS(state) with value v",
        "",
        "function MAX-VALUE(state, depth) returns a utility value",
        "    if TERMINAL-TEST(state) then return UTILITY(state)",
        "    if CUTOFF-TEST(state, depth) then return EVAL(state)",
        "    v ← −∞",
        "    for each a in ACTIONS(state) do",
        "        v ← MAX(v, MIN-VALUE(RESULT(state, a), depth + 1))",
        "    return v",
        "",
        "function MIN-VALUE(state, depth) returns a utility value",
        "    if TERMINAL-TEST(state) then return UTILITY(state)",
        "    if CUTOFF-TEST(state, depth) then return EVAL(state)",
        "    v ← +∞",
        "    for each a in ACTIONS(state) do",
        "        v ← MIN(v, MAX-VALUE(RESULT(state, a), depth + 1))",
        "    return v",
    ),
    max_line=4,
    min_line=12,
    steps=(ENTER, TERMINAL, CUTOFF, START, NEXT, CALL, RETURN),
)
MONTE_CARLO = (
    "function MONTE-CARLO-TREE-SEARCH(state) returns an action",
    "    tree ← NODE(state)",
    "    while IS-TIME-REMAINING() do",
    "        leaf ← SELECT(tree)",
    "        child ← EXPAND(leaf)",
    "        result ← SIMULATE(child)",
    "        BACK-PROPAGATE(result, child)",
    "    return the move in ACTIONS(state) whose node\n        has highest number of playouts",
)
# A student's own search is compared with alpha-beta.
FIGURES = {"alphabeta": ALPHA_BETA, "minimax": MINIMAX, FOLLOWED: ALPHA_BETA}


def figure_of(tree: SearchTree) -> Figure:
    """Return the figure of a tree's search, with its first call as it was made.

    That is MIN-VALUE if MIN moves first. The utilities of a tree that was written by hand have no
    limits, so its first bounds are infinite.
    """
    figure = FIGURES[tree.search]
    first = figure.lines[1]
    if not tree.is_max(ROOT):
        first = first.replace("MAX-VALUE", "MIN-VALUE")
    if tree.alpha(ROOT) == -inf:
        first = first.replace("−U, +U", "−∞, +∞")
    return replace(figure, lines=(figure.lines[0], first, *figure.lines[2:]))


class Moment(NamedTuple):
    """One line being executed; v and the bounds are those after it.

    `child` is the node of the move a, and `returned` is what the call returns with this line. v is
    None before it is assigned.
    """

    number: int
    node: int
    step: str
    line: int  # in the figure
    child: int | None
    v: float | None
    alpha: float
    beta: float
    entered: int  # the nodes entered so far: those with a smaller number
    returned: float | None


class Moments(NamedTuple):
    """The numbers of a recorded search's moments, which can be sent to another process."""

    starts: array[int]  # the first moment of each node
    counts: array[int]  # the moments of each node's subtree
    cuts: array[int]  # the moments at which a bound ends a node, in their order


def around(tree: SearchTree) -> int:
    """Return how many moments of its parent a child takes: two before its own, the rest after."""
    return 5 if tree.prunes else 3


def count_moments(tree: SearchTree) -> Moments:
    """Count the moments of every subtree."""
    parents, kinds = tree.columns.parents, tree.columns.kinds
    own = {UTILITY: 2, EVAL: 3, OPEN: len(BEFORE), CUT: len(BEFORE) - 1}
    plain, both = len(BEFORE) + 1, around(tree)
    counts = array("I", [own.get(kind, plain) for kind in kinds])
    deepest = len(tree) - 1
    if kinds[deepest] == OPEN and not tree.branching(deepest):
        counts[deepest] = 1  # the search ended when it had just entered this node
    for node in range(deepest, 0, -1):
        # Nothing follows the call of a node that did not return.
        counts[parents[node]] += counts[node] + (2 if kinds[node] == OPEN else both)
    starts = array("I", bytes(4 * len(tree)))
    following = array("I", starts)  # where the next child of a node can begin
    before, after = len(BEFORE), both - 2
    following[ROOT] = before
    for node in range(1, len(tree)):
        parent = parents[node]
        start = starts[node] = following[parent] + 2
        following[parent] = start + counts[node] + after
        following[node] = start + before
    cuts = (starts[node] + counts[node] - 1 for node, kind in enumerate(kinds) if kind & CUT)
    return Moments(starts, counts, array("I", sorted(cuts)))


class Execution:
    """The moments of a recorded search, numbered from 0."""

    def __init__(self, tree: SearchTree, moments: Moments | None = None) -> None:
        """Take the numbers of the moments, or count them."""
        self.tree, self.figure, self.around = tree, figure_of(tree), around(tree)
        self.starts, self.counts, self.cuts = moments or count_moments(tree)

    def __len__(self) -> int:
        return self.counts[ROOT]

    # One moment

    def node_at(self, number: int) -> int:
        """Return the node whose call is being executed."""
        parents, node = self.tree.columns.parents, self.entered(number) - 1
        while number >= self.starts[node] + self.counts[node]:
            node = parents[node]
        return node

    def entered(self, number: int) -> int:
        """Return the number of nodes entered by a moment."""
        return bisect_right(self.starts, number)

    def running(self, number: int) -> tuple[int, ...]:
        """Return the nodes that have been entered and have not returned, from the root."""
        node = self.node_at(number)
        path = self.tree.path(node)
        returned = number == self.starts[node] + self.counts[node] - 1
        return path[:-1] if returned and not self.tree.is_open(node) else path

    def moment(self, number: int) -> Moment:
        """Return a moment; a number beyond the end stands for the first or the last."""
        number = max(0, min(len(self) - 1, number))
        tree, node = self.tree, self.node_at(number)
        alpha, beta, entered = tree.alpha(node), tree.beta(node), self.entered(number)
        offset = number - self.starts[node]
        maximises, kind = tree.is_max(node), tree.columns.kinds[node]

        def made(
            step: str, child: int | None, v: float | None, returned: float | None = None
        ) -> Moment:
            return Moment(
                number=number, node=node, step=step, line=self.figure.line(step, maximises),
                child=child, v=v, alpha=alpha, beta=beta, entered=entered, returned=returned,
            )  # fmt: skip

        v = -inf if maximises else inf
        last = offset == self.counts[node] - 1
        if offset < len(BEFORE):
            step = BEFORE[offset]
            ends = last and bool(kind & LEAF)
            shown = v if step == START else None
            return made(step, None, shown, tree.value(node) if ends else None)
        for child in tree.each_child(node):
            start, value = self.starts[child], tree.value(child)
            if number < start:
                return made(NEXT if number == start - 2 else CALL, child, v)
            v = max(v, value) if maximises else min(v, value)
            after = number - start - self.counts[child]
            if 0 <= after < self.around - 2:
                step = (BACK, TEST, BOUND)[after]
                if step == BOUND:
                    alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
                ends = step == TEST and last and bool(kind & CUT)
                return made(step, child, v, v if ends else None)
            if tree.prunes:
                alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
        return made(RETURN, None, v, v)

    def __iter__(self) -> Iterator[Moment]:
        return map(self.moment, range(len(self)))

    # Other moments

    def leaves(self, node: int) -> int:
        """Return the last moment of a node."""
        return self.starts[node] + self.counts[node] - 1

    def over(self, number: int) -> int:
        """Return the moment after this line: the call that it makes is executed as a whole."""
        here = self.moment(number)
        if here.step == CALL and here.child is not None:
            number = self.leaves(here.child)
        return min(number + 1, len(self) - 1)

    def out(self, number: int) -> int:
        """Return the moment at which the call being executed has returned."""
        return min(self.leaves(self.node_at(number)) + 1, len(self) - 1)

    def next_cut(self, number: int) -> int | None:
        """Return the next moment at which a bound ends a node, or None."""
        at = bisect_right(self.cuts, number)
        return self.cuts[at] if at < len(self.cuts) else None

    def next_change(self, number: int) -> int | None:
        """Return the next moment at which the best move of the root changes, or None."""
        v = -inf
        for child in self.tree.each_child(ROOT):
            if self.tree.value(child) > v and not self.tree.is_open(child):
                v = self.tree.value(child)
                if self.leaves(child) + 1 > number:
                    return self.leaves(child) + 1
        return None
