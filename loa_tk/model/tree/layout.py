"""The layout of a whole tree: a row of boxes for each ply, as wide as what minimax would visit.

A box is as wide as its share of the positions that minimax would visit. Children fill the width of
their parent: first those that were tried, then one hatched box for those that were cut off, which
reaches down to the last row. What is narrower than a pixel is merged, so the number of boxes
depends on the layout's width and not on the size of the tree.

Subtrees that were cut off are counted if that takes about a second for all of them. Otherwise they
are estimated by the average branching at each ply, the small ones being counted first.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from loa_tk.model.game import State
from loa_tk.model.tree.searchtree import ROOT, SearchTree

BUDGET = 80_000  # positions whose moves are counted; half a second on 5x5 and on 8x8


@dataclass(frozen=True, kw_only=True)
class Widths:
    """The widths of all nodes, and which of them rest on an estimate."""

    nodes: array[float]  # the positions of minimax in each node's subtree, the node included
    estimated: bytearray  # 1 if the width of a node is estimated
    averages: tuple[float, ...]  # the estimated width of a node at each ply
    counted: int  # subtrees of this many plies and less were counted

    def width(self, node: int = ROOT) -> float:
        """Return the positions that minimax would visit in a node's subtree."""
        return self.nodes[node]

    def is_exact(self, node: int = ROOT) -> bool:
        """Return whether a node's width was counted."""
        return not self.estimated[node]


class Census:
    """Counts the positions that minimax visits, each state of a depth only once."""

    def __init__(self, tree: SearchTree) -> None:
        self.game = tree.game
        self.known: dict[tuple[State, int], int] = {}

    def positions(self, state: State, plies: int) -> int:
        """Return the positions of minimax from a state that looks this many plies ahead."""
        game = self.game
        if not plies or game.outcome(state):
            return 1
        key = state, plies
        number = self.known.get(key)
        if number is None:
            if plies == 1:
                number = 1 + game.count(state)
            else:
                play, below = game.play, plies - 1
                number = 1 + sum(self.positions(play(state, a), below) for a in game.moves(state))
            self.known[key] = number
        return number


def measure(tree: SearchTree, budget: int = BUDGET) -> Widths:
    """Return the widths of a tree; `budget` bounds the positions counted beyond the tree."""
    columns, depth = tree.columns, tree.depth
    untried = array("H", columns.branching)  # after this loop, the moves never tried
    parents = columns.parents
    for node in range(1, len(tree)):
        untried[parents[node]] -= 1
    averages = average_widths(tree)
    counted = affordable(tree, untried, averages, budget)
    nodes = array("d", [1.0]) * len(tree)
    estimated = bytearray(len(tree))
    plies = columns.plies
    census = Census(tree)
    states: list[State] = [tree.root] * (depth + 1)  # on the path to the node being looked at
    inner = depth - 2  # below it, cut-off moves lead to leaves, which count 1
    for node, missing in enumerate(untried):
        ply = plies[node]
        if ply > inner:
            nodes[node] += missing
            continue
        if node:
            states[ply] = played(tree, states[ply - 1], columns.places[node])
        if not missing:
            continue
        if depth - ply - 1 <= counted:
            nodes[node] += sum(
                census.positions(played(tree, states[ply], place), depth - ply - 1)
                for place in tree.untried_places(node)
            )
        else:
            nodes[node] += missing * averages[ply + 1]
            estimated[node] = 1
    for node in range(len(tree) - 1, 0, -1):
        parent = parents[node]
        nodes[parent] += nodes[node]
        estimated[parent] |= estimated[node]
    return Widths(nodes=nodes, estimated=estimated, averages=averages, counted=counted)


def full_widths(tree: SearchTree, census: Census) -> Widths:
    """Return widths that depend on the positions alone, so that two searches can be compared.

    Every position is counted: this is for searches of a few plies.
    """
    columns, depth = tree.columns, tree.depth
    states: list[State] = [tree.root] * (depth + 1)  # on the path to the node being looked at
    nodes = array("d", [1.0]) * len(tree)
    for node, ply in enumerate(columns.plies):
        if node and ply < depth:
            states[ply] = played(tree, states[ply - 1], columns.places[node])
        if ply < depth:
            nodes[node] = census.positions(states[ply], depth - ply)
    return Widths(nodes=nodes, estimated=bytearray(len(tree)), averages=(), counted=depth)


def played(tree: SearchTree, state: State, place: int) -> State:
    """Return the state after the move at that place of the game's order."""
    return tree.game.play(state, tree.move_at(state, place))


def average_widths(tree: SearchTree) -> tuple[float, ...]:
    """Return the positions of minimax below a node of each ply, by the average branching."""
    moves, entered = [0] * (tree.depth + 1), [0] * (tree.depth + 1)
    for ply, branching in zip(tree.columns.plies, tree.columns.branching, strict=True):
        moves[ply] += branching
        entered[ply] += 1
    averages = [1.0]
    last = 1.0  # the branching of a ply that no node has reached is that of the ply above
    branching_of = []
    for ply in range(tree.depth):
        last = moves[ply] / entered[ply] if entered[ply] else last
        branching_of.append(last)
    for mean in reversed(branching_of):
        averages.append(1 + mean * averages[-1])
    return tuple(reversed(averages))


def affordable(
    tree: SearchTree, untried: Sequence[int], averages: Sequence[float], budget: int
) -> int:
    """Return the plies of the highest subtrees that can be counted within the budget."""
    missing = [0] * (tree.depth + 1)  # the untried moves at each ply
    for ply, moves in zip(tree.columns.plies, untried, strict=True):
        missing[ply] += moves
    cost = 0.0
    for plies in range(1, tree.depth):
        ply = tree.depth - plies  # of the positions after the untried moves
        # A position one ply above the leaves is counted without making its moves.
        cost += missing[ply - 1] * averages[ply] / max(averages[tree.depth - 1], 1.0)
        if cost > budget:
            return plies - 1
    return tree.depth


MAX, MIN, CUT, LATER = "max", "min", "cut", "later"
PIXEL = 1.0


class Box(NamedTuple):
    """One rectangle: in rows `top` to `bottom`, from `left` to `right` in pixels."""

    top: int
    bottom: int
    left: float
    right: float
    kind: str  # MAX, MIN, CUT, or LATER for what a running search has not reached
    node: int  # its node, the first of those merged, or the node whose moves were cut off
    merged: int  # how many nodes it stands for; in a CUT box the moves cut off


class Spot(NamedTuple):
    """What is at a place of the layout: a node, or the moves that were cut off in a node."""

    node: int
    cut: bool


@dataclass(frozen=True, kw_only=True)
class TreeLayout:
    """The boxes of a view of the tree, row by row, and the outlines of the best line."""

    width: float
    rows: int
    x0: float  # the view, in positions of minimax
    x1: float
    total: float
    exact: bool  # no width in it is estimated
    boxes: tuple[Box, ...]
    best: tuple[Box, ...]


def lay_out(
    tree: SearchTree,
    widths: Widths,
    pixels: float,
    x0: float = 0.0,
    x1: float | None = None,
    entered: int | None = None,
    running: Collection[int] = (),
) -> TreeLayout:
    """Return the layout of the positions `x0` to `x1`, which is all of them if not given.

    While a search is replayed, `entered` is the number of nodes that it has entered and `running`
    are those that have not returned.
    """
    total = widths.width(ROOT)
    x0, x1 = max(0.0, x0), total if x1 is None else min(total, x1)
    if not x1 > x0:
        x0, x1 = 0.0, total
    scale = pixels / (x1 - x0)
    artist = Artist(tree, widths, pixels, len(tree) if entered is None else entered, running)
    artist.draw((0 - x0) * scale, total * scale)
    outlines = []
    if tree.complete and entered is None:
        for node in tree.best_line():
            left, right = span(tree, widths, node)
            box = Box(
                top=tree.ply(node), bottom=tree.ply(node), left=(left - x0) * scale,
                right=(right - x0) * scale, kind=MAX if tree.is_max(node) else MIN, node=node,
                merged=1,
            )  # fmt: skip
            if box.right > 0 and box.left < pixels:
                outlines.append(clipped(box, pixels))
    return TreeLayout(
        width=pixels, rows=tree.depth + 1, x0=x0, x1=x1, total=total, exact=widths.is_exact(),
        boxes=tuple(artist.boxes), best=tuple(outlines),
    )  # fmt: skip


class NarrowRun:
    """Narrow boxes of one kind that touch each other, not drawn yet."""

    __slots__ = ("bottom", "kind", "left", "merged", "node", "right")

    def __init__(
        self, node: int, bottom: int, left: float, right: float, kind: str, merged: int
    ) -> None:
        self.node, self.bottom, self.left, self.right = node, bottom, left, right
        self.kind, self.merged = kind, merged


class Artist:
    """Makes the boxes of one layout: ply by ply, only the nodes that are wider than a pixel."""

    def __init__(
        self,
        tree: SearchTree,
        widths: Widths,
        pixels: float,
        entered: int,
        running: Collection[int],
    ) -> None:
        self.tree, self.widths, self.pixels = tree, widths.nodes, pixels
        self.entered, self.running = entered, running
        self.last, self.maximises = tree.depth, tree.game.maximises
        self.boxes: list[Box] = []

    def draw(self, left: float, width: float) -> None:
        """Draw the root and everything below it."""
        row = [(ROOT, left, width)]
        self.add(ROOT, 0, left, left + width)
        for ply in range(1, self.last + 1):
            row = self.below(row, ply)

    def kind(self, node: int, ply: int) -> str:
        """Return the kind of a node's box."""
        return LATER if node >= self.entered else MAX if self.maximises(ply) else MIN

    def add(self, node: int, ply: int, left: float, right: float) -> None:
        """Draw the box of a node."""
        self.boxes.append(clipped(Box(
            top=ply, bottom=ply, left=left, right=right, kind=self.kind(node, ply), node=node,
            merged=1,
        ), self.pixels))  # fmt: skip

    def below(
        self, row: list[tuple[int, float, float]], ply: int
    ) -> list[tuple[int, float, float]]:
        """Draw the children of a row and return those whose own children are to be drawn."""
        sizes: array[int] = self.tree.columns.sizes
        widths, pixels = self.widths, self.pixels
        parents: list[tuple[int, float, float]] = []
        run: NarrowRun | None = None
        own = MAX if self.maximises(ply) else MIN
        for node, left, width in row:
            size, end = sizes[node], node + sizes[node]
            if size == 1 and not self.tree.columns.branching[node]:
                continue
            if width < PIXEL:
                # Whatever fills most of such a narrow column stands for all of it.
                if 2 * size < widths[node] or size == 1:
                    run = self.rest(run, ply, node, left, left + width, 0)
                else:
                    run = self.join(
                        run, ply, node + 1, ply, left, left + width, self.kind(node + 1, ply), 1
                    )
                    parents.append((node + 1, left, width))
                continue
            x, child, tried = left, node + 1, 0
            stretch = width / (widths[node] - 1)
            while child < end and x < pixels:
                right = x + widths[child] * stretch
                if right > 0:
                    if right - x >= PIXEL:
                        self.flush(run, ply)
                        run = None
                        self.add(child, ply, x, right)
                        parents.append((child, x, right - x))
                    else:
                        kind = LATER if child >= self.entered else own
                        run = self.join(run, ply, child, ply, x, right, kind, 1)
                        if not parents or int(parents[-1][1]) != int(x):
                            parents.append((child, x, right - x))
                        else:  # the largest of those in a pixel stands for all of them
                            other, start, _ = parents[-1]
                            largest = child if sizes[child] > sizes[other] else other
                            parents[-1] = (largest, start, right - start)
                x, tried = right, tried + 1
                child += sizes[child]
            missing = self.tree.columns.branching[node] - tried
            if child == end and missing and x < pixels and left + width > 0:
                run = self.rest(run, ply, node, x, left + width, missing)
        self.flush(run, ply)
        return parents

    def rest(
        self, run: NarrowRun | None, ply: int, node: int, left: float, right: float, moves: int
    ) -> NarrowRun:
        """Join the hatched box of the moves that were cut off in a node."""
        returned = node < self.entered and node not in self.running
        kind = CUT if returned and not self.tree.is_open(node) else LATER
        return self.join(run, ply, node, self.last, left, right, kind, moves)

    def join(
        self, run: NarrowRun | None, ply: int, node: int, bottom: int, left: float, right: float,
        kind: str, merged: int,
    ) -> NarrowRun:  # fmt: skip
        """Return a run with one more box at its right, or draw it and begin another.

        Nothing is made for a box that joins: there are thousands of these in a picture.
        """
        if run is not None:
            alike = run.kind == kind and run.bottom == bottom
            if alike and right - left < PIXEL and left - run.right < PIXEL / 2:
                run.right = right
                run.merged += merged
                return run
            self.flush(run, ply)
        return NarrowRun(node, bottom, left, right, kind, merged)

    def flush(self, run: NarrowRun | None, ply: int) -> None:
        """Draw a run of narrow boxes."""
        if run is not None:
            self.boxes.append(clipped(Box(
                top=ply, bottom=run.bottom, left=run.left, right=run.right, kind=run.kind,
                node=run.node, merged=run.merged,
            ), self.pixels))  # fmt: skip


def clipped(box: Box, pixels: float) -> Box:
    """Return the part of a box within the layout."""
    return box._replace(left=max(0.0, box.left), right=min(pixels, box.right))


def span(tree: SearchTree, widths: Widths, node: int) -> tuple[float, float]:
    """Return where a node begins and ends, in positions of minimax."""
    left, width = 0.0, widths.width(ROOT)
    path = tree.path(node)
    for above, below in pairwise(path):
        stretch = width / (widths.width(above) - 1)
        for child in tree.each_child(above):
            if child == below:
                break
            left += widths.width(child) * stretch
        width = widths.width(below) * stretch
    return left, left + width


def spot(tree: SearchTree, widths: Widths, x: float, row: int) -> Spot | None:
    """Return what is at a place, in positions of minimax and rows, or None."""
    left, width, node = 0.0, widths.width(ROOT), ROOT
    if not 0 <= x < width or not 0 <= row <= tree.depth:
        return None
    for _ in range(row):
        inside = None
        stretch = width / max(widths.width(node) - 1, 1.0)
        for child in tree.each_child(node):
            right = left + widths.width(child) * stretch
            if x < right:
                inside = child
                break
            left = right
        if inside is None:
            return Spot(node, True) if tree.leaves_out(node) else None
        node, width = inside, widths.width(inside) * stretch
    return Spot(node, False)
