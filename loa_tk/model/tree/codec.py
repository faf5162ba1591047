"""Recorded trees as bytes and back: a header in JSON, then the arrays.

The bytes may come from a process that runs a student's code, so everything is checked when they
are read. The layout: MAGIC, the header's length in 4 bytes, the header, and the columns one after
the other, all little-endian. Parents and plies follow from the sizes and are not stored.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Mapping
from dataclasses import asdict, fields
from math import inf, isfinite
from typing import Any, NoReturn

from loa_tk.model.game import Game, UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.search.statistics import SIX, Statistics
from loa_tk.model.tree.orders import ORDER
from loa_tk.model.tree.searchtree import (
    CUT,
    EVAL,
    FIXED,
    INNER,
    LEAF,
    OPEN,
    UTILITY,
    Columns,
    SearchTree,
)

MAGIC = b"loa-tree 1\n"
DERIVED = ("parents", "plies")
LONGEST_HEADER = 65_536
LONGEST_NAME = 200  # of an evaluation: it may be the path of a file
MOST_NODES = 50_000_000
SEARCHES = ("minimax", "alphabeta")
KINDS = (INNER, UTILITY, EVAL, CUT, OPEN)
BIG = sys.byteorder == "big"


def to_bytes(tree: SearchTree) -> bytes:
    """Return the tree as bytes."""
    stored = {name: column for name, column in vars(tree.columns).items() if name not in DERIVED}
    header = {
        "game": tree.game.key,
        "position": position_text(tree.game, tree.root),
        "search": tree.search,
        "evaluation": tree.evaluation,
        "depth": tree.depth,
        "order": tree.order,
        "complete": tree.complete,
        "total": tree.total,
        "line": tree.line,
        "statistics": asdict(tree.statistics),
        "lengths": {name: len(column) for name, column in stored.items()},
    }
    text = json.dumps(header).encode()
    parts = [MAGIC, len(text).to_bytes(4, "little"), text]
    parts += [little(column).tobytes() for column in stored.values()]
    return b"".join(parts)


def from_bytes(data: bytes, game: Game | None = None) -> SearchTree:
    """Return the tree that the bytes describe, or raise UserError if they describe none.

    Whether a node's move exists is known only when its position is replayed: `SearchTree.state`
    raises UserError if it does not. `game` is needed only for a game that is in no list.
    """
    if not data.startswith(MAGIC):
        fail("it does not begin as one")
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    if length > LONGEST_HEADER or len(data) < start + length:
        fail("its header is cut short")
    try:
        header = json.loads(data[start : start + length])
    except (ValueError, RecursionError):
        fail("its header is not JSON")
    lengths = part(header, "lengths", dict)
    columns = read_columns(memoryview(data)[start + length :], lengths)
    game = find_game(part(header, "game", str)) if game is None else game
    root = read_position(game, part(header, "position", str))
    if finish(game, root) is not None:
        fail("its game is over")
    search, depth = part(header, "search", str), part(header, "depth", int)
    evaluation = part(header, "evaluation", str)
    order = ORDER.read(part(header, "order", str))
    complete, total = part(header, "complete", bool), part(header, "total", int)
    if search not in SEARCHES or not 1 <= depth <= 200 or len(evaluation) > LONGEST_NAME:
        fail("its search is unknown")
    shape(columns, depth)
    bounds(columns, search == "alphabeta")
    rests(columns, order)
    if complete != (not columns.kinds[0] & OPEN):
        fail("it is not clear whether it is complete")
    nodes = len(columns.sizes)
    if not nodes <= total <= 2**63 or (complete and nodes != total):
        fail("its number of nodes is wrong")
    statistics = read_statistics(part(header, "statistics", dict), columns)
    line = tuple(part(header, "line", list))
    state = root
    for move in line:
        if type(move) is not int or finish(game, state) or move not in game.moves(state):
            fail("its best line is not legal")
        state = game.play(state, move)
    if not 1 <= len(line) <= depth:
        fail("its best line is too short or too long")
    tree = SearchTree(
        game=game, root=root, search=search, evaluation=evaluation, depth=depth, order=order,
        statistics=statistics, line=line, complete=complete, total=total, columns=columns,
    )  # fmt: skip
    if complete and line != tuple(tree.move(node) for node in tree.best_line()[1:]):
        fail("its best line is not the best")
    return tree


def fail(reason: str) -> NoReturn:
    """Raise UserError: this is not a tree."""
    raise UserError(f"this is not a recorded tree: {reason}")


def part(header: object, name: str, kind: type) -> Any:
    """Return one entry of the header, which must have that type."""
    value = header.get(name) if isinstance(header, dict) else None
    if type(value) is not kind:
        fail(f"{name} is missing or wrong")
    return value


def little(column: array[Any]) -> array[Any]:
    """Return a column in little-endian order."""
    if not BIG:
        return column
    column = array(column.typecode, column)
    column.byteswap()
    return column


def read_columns(data: memoryview, lengths: Mapping[str, object]) -> Columns:
    """Return the columns as stored, with the right lengths; parents and plies are added."""
    columns, place = Columns(), 0
    names = [field.name for field in fields(Columns) if field.name not in DERIVED]
    if sorted(lengths) != sorted(names):
        fail("its columns are wrong")
    for name in names:
        count = lengths[name]
        if type(count) is not int or not 0 <= count <= MOST_NODES:
            fail(f"the length of {name} is wrong")
        column: array[Any] = getattr(columns, name)
        size = count * column.itemsize
        if len(data) - place < size:
            fail("it is cut short")
        column.frombytes(data[place : place + size])
        if BIG:
            column.byteswap()
        place += size
    if place != len(data):
        fail("something follows its end")
    nodes = len(columns.sizes)
    if not nodes:
        fail("it is empty")
    for name in ("places", "branching", "kinds", "values"):
        if len(getattr(columns, name)) != nodes:
            fail(f"the length of {name} is wrong")
    return columns


def shape(columns: Columns, depth: int) -> None:
    """Check sizes, kinds and moves, and add parents and plies."""
    sizes, kinds, branching = columns.sizes, columns.kinds, columns.branching
    nodes = len(sizes)
    if sizes[0] != nodes or columns.places[0]:
        fail("its root is wrong")
    if any(kind not in KINDS for kind in set(kinds)):
        fail("a node is of no known kind")
    parents, plies = columns.parents, columns.plies
    above: list[int] = []  # the nodes whose subtrees are not at their end
    tried: list[set[int]] = []
    for node in range(nodes):
        while above and node == above[-1] + sizes[above[-1]]:
            above.pop()
            tried.pop()
        size = sizes[node]
        if not size or len(above) > depth:
            fail("a subtree is empty or too deep")
        if above:
            parent = above[-1]
            place = columns.places[node]
            if node + size > parent + sizes[parent]:
                fail("a subtree is larger than the one around it")
            if place >= branching[parent] or place in tried[-1]:
                fail("a move is tried twice or does not exist")
            if kinds[parent] & LEAF:
                fail("a leaf has a child")
            if kinds[node] & OPEN and not (kinds[parent] & OPEN and node + size == nodes):
                fail("a node is open although the search went on")
            tried[-1].add(place)
        elif node:
            fail("it has two roots")
        if (kinds[node] == EVAL) != (len(above) == depth) and kinds[node] not in (UTILITY, OPEN):
            fail("the limit of its depth is not where EVAL was called")
        leaf = bool(kinds[node] & LEAF)
        if (leaf and branching[node]) or (not leaf and size == 1 and not kinds[node] & OPEN):
            fail("a node has no children although it is not a leaf")
        parents.append(above[-1] if above else 0)
        plies.append(len(above))
        above.append(node)
        tried.append(set())


def bounds(columns: Columns, prunes: bool) -> None:
    """Check that values and bounds are numbers and that cuts are right."""
    kinds, values = columns.kinds, columns.values
    for node, value in enumerate(values):
        if not isfinite(value) and not (kinds[node] & OPEN and value in (-inf, inf)):
            fail("a value is not a number")
    expected = len(values) if prunes else 0
    if len(columns.alphas) != expected or len(columns.betas) != expected:
        fail("its bounds are incomplete")
    if not all(map(isfinite, columns.alphas)) or not all(map(isfinite, columns.betas)):
        fail("a bound is not a number")
    for node, kind in enumerate(kinds):
        if kind in (INNER, CUT):
            passed = prunes and (
                values[node] <= columns.alphas[node]
                if columns.plies[node] % 2
                else values[node] >= columns.betas[node]
            )
            if passed != (kind == CUT):
                fail("a cut is not where the bounds are passed")


def rests(columns: Columns, order: str) -> None:
    """Check the lists of moves never tried: with those tried, they are all moves of a node."""
    nodes, ends = columns.rest_nodes, columns.rest_ends
    if len(nodes) != len(ends) or (ends[-1] if ends else 0) != len(columns.rest):
        fail("its untried moves are incomplete")
    if order == FIXED and nodes:
        fail("it has untried moves that are not in the fixed order")
    sizes, rest_of, before = columns.sizes, {}, -1
    begin = 0
    for node, end in zip(nodes, ends, strict=True):
        if not before < node < len(sizes) or end <= begin:
            fail("its untried moves are out of order")
        rest_of[node] = columns.rest[begin:end]
        before, begin = node, end
    for node, moves in enumerate(columns.branching):
        if not moves:
            if node in rest_of:
                fail("a leaf has untried moves")
            continue
        children, child, last = [], node + 1, node + sizes[node]
        while child < last:
            children.append(columns.places[child])
            child += sizes[child]
        if order == FIXED:
            if children != list(range(len(children))):
                fail("its moves are not in the fixed order")
            rest = moves - len(children)
        else:
            rest = len(rest_of.get(node, ()))
            if sorted([*children, *rest_of.get(node, ())]) != list(range(moves)):
                fail("its untried moves are wrong")
        if rest and columns.kinds[node] == INNER:
            fail("a node left out moves without a cut")


def read_statistics(stored: Mapping[str, object], columns: Columns) -> Statistics:
    """Return the statistics, of which the columns give most; a wrong figure is refused."""
    levels = [0] * (max(columns.plies) + 1)
    for ply in columns.plies:
        levels[ply] += 1
    evals, prunes = [0, 0], [0, 0]
    for ply, kind in zip(columns.plies, columns.kinds, strict=True):
        if kind == EVAL:
            evals[ply % 2] += 1
        elif kind == CUT:
            prunes[ply % 2] += 1
    six = len(levels) - 1, len(columns.sizes), *evals, *prunes
    statistics = Statistics(**dict(zip(SIX, six, strict=True)), levels=tuple(levels))
    if json.loads(json.dumps(asdict(statistics))) != stored:
        fail("its statistics do not belong to it")
    return statistics
