"""Moving about in a recorded tree: the opened node, its moves, and the moments of the search.

There is one place for the eye. While the user walks, everything is shown, and the algorithm stands
where it has just come back from the selected move. While the algorithm runs, only what is known at
that moment is shown, and the opened node is the one whose call is executed.
"""

from __future__ import annotations

from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.tree.layout import Spot, span, spot
from loa_tk.model.tree.searchtree import ROOT, SearchTree

CLOSEST = 40.0  # positions of minimax in the most enlarged picture


def open_node(state: ExplorerState, node: int, pick: int | None = None) -> None:
    """Open a node with one of its moves selected: the one given, else the best, else the first."""
    explored = state.explored
    if explored is None:
        return
    tree = explored.tree
    if tree.is_leaf(node) and node != ROOT:
        return open_above(state, tree, node)
    state.node, state.whole = node, True
    if pick is None:
        best = tree.best_child(node)
        pick = tree.children(node).index(best) if best is not None else 0
    select(state, pick)
    reveal(state)


def open_above(state: ExplorerState, tree: SearchTree, node: int) -> None:
    """Open the node above this one, if there is one, with the move to this one selected."""
    parent = tree.parent(node)
    if parent is not None:
        open_node(state, parent, tree.children(parent).index(node))


def select(state: ExplorerState, pick: int) -> None:
    """Select a move of the opened node, and let the algorithm have come back from it."""
    explored = state.explored
    if explored is None:
        return
    state.say("")
    count = len(explored.rows(state.node))
    state.pick = max(0, min(pick, count - 1)) if count else None
    state.whole = True
    state.moment = moment_of(explored, state.node, state.pick)


def moment_of(explored: Exploration, node: int, pick: int | None) -> int:
    """Return the moment at which a call has dealt with a move: its test, or its return."""
    tree, execution = explored.tree, explored.execution
    children = tree.children(node)
    if pick is None or pick >= len(children):
        return execution.leaves(node)
    child = children[pick]
    if tree.is_open(child):
        return execution.leaves(child)
    back = execution.leaves(child) + 1
    return min(back + 1, execution.leaves(node)) if tree.prunes else back


def run_to(state: ExplorerState, moment: int) -> None:
    """Show what is known at a moment of the search; at its end, everything is."""
    explored = state.explored
    if explored is None:
        return
    state.say("")
    execution = explored.execution
    last = len(execution) - 1
    state.moment = max(0, min(moment, last))
    state.whole = state.moment == last
    here = execution.moment(state.moment)
    state.node = here.node
    children = explored.tree.children(here.node)
    state.pick = children.index(here.child) if here.child in children else None
    if state.whole:
        state.pick = state.pick or 0
    reveal(state)


def selected_node(state: ExplorerState) -> int | None:
    """Return the node after the selected move, or None if it was never tried."""
    if state.explored is None or state.pick is None:
        return None
    children = state.explored.tree.children(state.node)
    return children[state.pick] if state.pick < len(children) else None


def pointed(state: ExplorerState, row: int, x: int) -> Spot | None:
    """Return what is at a pixel of the picture."""
    explored = state.explored
    if explored is None or row < 0 or not state.width:
        return None
    low, high = state.shown
    place = (low + (high - low) * (x + 0.5) / state.width) * explored.positions
    return spot(explored.tree, explored.widths, place, row)


def reveal(state: ExplorerState) -> None:
    """Move an enlarged picture so that the opened node is in it."""
    explored, (low, high) = state.explored, state.shown
    if explored is None or (low, high) == (0.0, 1.0):
        return
    edges = span(explored.tree, explored.widths, state.node)
    left, right = (edge / explored.positions for edge in edges)
    if right > low and left < high:
        return
    half = (high - low) / 2
    show_part(state, (left + right) / 2 - half, (left + right) / 2 + half)


def show_part(state: ExplorerState, low: float, high: float) -> None:
    """Show a part of the tree's width, moved to where there is a tree."""
    assert state.explored is not None
    wide = min(1.0, max(high - low, min(1.0, CLOSEST / state.explored.positions)))
    low = (low + high - wide) / 2
    low = max(0.0, min(low, 1.0 - wide))
    state.shown = (low, low + wide) if wide < 1.0 else (0.0, 1.0)


def zoom(state: ExplorerState, factor: float, share: float) -> None:
    """Enlarge the picture; the place at this share of its width stays where it is."""
    if state.explored is None:
        return
    low, high = state.shown
    at = low + (high - low) * share
    wide = max((high - low) / factor, min(1.0, CLOSEST / state.explored.positions))
    if wide >= 1.0:
        state.shown = (0.0, 1.0)
        return
    low = max(0.0, min(at - wide * share, 1.0 - wide))
    state.shown = (low, low + wide)


def pan(state: ExplorerState, share: float) -> None:
    """Move an enlarged picture by a share of its width."""
    low, high = state.shown
    if state.explored is not None and (low, high) != (0.0, 1.0):
        by = (high - low) * share
        show_part(state, low + by, high + by)


def middle(state: ExplorerState) -> float:
    """Return where the opened node is in the picture, as a share of its width, for the keys."""
    explored, (low, high) = state.explored, state.shown
    if explored is None:
        return 0.5
    left, right = span(explored.tree, explored.widths, state.node)
    at = ((left + right) / 2 / explored.positions - low) / (high - low)
    return min(1.0, max(0.0, at))
