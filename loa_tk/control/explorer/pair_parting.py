"""Where two searches side by side part: the node, its moves, and which node is opened."""

from __future__ import annotations

from loa_tk.control.explorer.pair import KNOWN, ORDERED, PairComparison, node_at
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.checks.following import COUNTS, MOVE, VALUE, Difference
from loa_tk.model.checks.lines import AT_A_LEAF
from loa_tk.model.notation import line_text, move_text
from loa_tk.model.steps import Path
from loa_tk.model.tree.layout import spot
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.words import pair as pair_words

AT_THE_END = (VALUE, MOVE, COUNTS)


def titles(pair: PairComparison) -> tuple[str, str]:
    """Return the names of both searches above their parts of the page."""
    rival, tree = pair.known.rival, pair.figure.tree
    if rival in ORDERED:
        return pair_words.IN_ORDER[tree.order], pair_words.IN_ORDER[ORDERED[rival].name]
    return pair_words.FIGURE_2, pair_words.MISTAKE if rival in KNOWN else pair_words.YOURS


def names(pair: PairComparison, other: str = "") -> dict[str, str]:
    """Return both names as they stand in a sentence, by their sides."""
    left, right = titles(pair)
    if pair.known.rival in ORDERED:
        return {"left": f"the {small(left)}", "right": other or f"the {small(right)}"}
    return {"left": left, "right": other or small(right)}


def small(name: str) -> str:
    """Return a name as it stands within a sentence; EVAL keeps its letters."""
    return name if name[:2].isupper() else name[0].lower() + name[1:]


# --- which node is opened ---


def opened_path(state: ExplorerState) -> Path:
    """Return the moves to the node that is opened: where the searches part, or another one."""
    if state.pair_at is not None:
        return state.pair_at
    return parting_path(state.pair) if state.pair is not None else ()


def parting_path(pair: PairComparison) -> Path:
    """Return the node with moves that is nearest to where the searches part."""
    difference, tree = pair.known.difference, pair.figure.tree
    if difference is None or difference.kind in (VALUE, MOVE):
        return ()
    path = inner_path(tree, difference.node)
    at_leaf = difference.kind in AT_A_LEAF and path == difference.node
    return path[:-1] if at_leaf else path  # the node above it shows what is wrong with it


def inner_path(tree: SearchTree, path: Path) -> Path:
    """Return the part of a path that leads to a node with moves."""
    node, fits = node_at(tree, path)
    while fits and tree.is_leaf(node):
        node, fits = tree.columns.parents[node], fits - 1
    return path[:fits]


def picked_path(state: ExplorerState, which: int, row: int, x: int) -> Path | None:
    """Return the path to the node at a pixel of a picture, or None."""
    pair = state.pair
    if pair is None or not state.pair_width:
        return None
    explored = (pair.figure, pair.mine)[which]
    place = (x + 0.5) / state.pair_width * explored.positions
    found = spot(explored.tree, explored.widths, place, row)
    if found is None:
        return None
    moves = (explored.tree.move(node) for node in explored.tree.path(found.node)[1:])
    path = tuple(move for move in moves if move is not None)
    return inner_path(explored.tree, path)


def named(pair: PairComparison, difference: Difference) -> dict[str, str]:
    """Return the names of the moves of a difference."""
    tree, state = pair.figure.tree, pair.figure.tree.root
    for move in difference.node:
        state = tree.game.play(state, move)
    moves = {
        "last": difference.last, "move": difference.next_move,
        "figure_move": difference.figure_move,
    }  # fmt: skip
    texts = {
        name: move_text(tree.game, state, move) if move is not None else ""
        for name, move in moves.items()
    }
    line = line_text(tree.game, tree.root, difference.node).split()
    return {**texts, "node": line[-1] if line else pair_words.AT_ROOT}
