"""A recorded tree by mouse and keys: its picture, and the path through its nodes."""

from __future__ import annotations

from loa_tk.control.effects import Effects, ShowMatch
from loa_tk.control.explorer import asking, walking
from loa_tk.control.explorer.running import pause
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.match import Match
from loa_tk.words import explorer as words

ZOOM, PAN = 1.6, 0.25  # for one key


def pick(state: ExplorerState, line: int, x: int) -> Effects[ExplorerState]:
    """Open the node that was clicked, or the node whose other moves were cut off there."""
    spot = walking.pointed(state, line, x)
    if spot is None or state.explored is None:
        return []
    effects = pause(state)
    first_untried = len(state.explored.tree.children(spot.node))
    walking.open_node(state, spot.node, first_untried if spot.cut else None)
    return effects


def show_all(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the whole tree."""
    state.shown = (0.0, 1.0)
    return []


def zoom(state: ExplorerState, factor: float) -> Effects[ExplorerState]:
    """Enlarge the picture around the opened node."""
    walking.zoom(state, factor, walking.middle(state))
    return []


def pan(state: ExplorerState, share: float) -> Effects[ExplorerState]:
    """Move the enlarged picture."""
    walking.pan(state, share)
    return []


# --- the path ---


def up_down(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Select the move above or below."""
    effects = pause(state)
    walking.select(state, by + state.pick if state.pick is not None else 0)
    return effects


def right(state: ExplorerState) -> Effects[ExplorerState]:
    """Go into the selected move, unless there is nothing below it."""
    effects, ahead = pause(state), walking.selected_node(state)
    if state.explored is not None and ahead is not None and not state.explored.tree.is_leaf(ahead):
        walking.open_node(state, ahead)
    return effects


def left(state: ExplorerState) -> Effects[ExplorerState]:
    """Go back to the node above."""
    effects = pause(state)
    if state.explored is not None:
        walking.open_above(state, state.explored.tree, state.node)
    return effects


def select(state: ExplorerState, column: int, place: int) -> Effects[ExplorerState]:
    """Select a move in one of the columns."""
    if state.explored is None:
        return []
    effects = pause(state)
    path = state.explored.tree.path(state.node)
    ahead = walking.selected_node(state)
    node = path[column] if column < len(path) else ahead
    if node is not None:
        walking.open_node(state, node, place)
    return effects


def follow(state: ExplorerState, link: str) -> Effects[ExplorerState]:
    """Go to the move that a reason names."""
    if state.explored is None or not link:
        return []
    effects = pause(state)
    if link in asking.QUESTIONS:
        return [*effects, *asking.ask(state, link)]
    walking.open_above(state, state.explored.tree, int(link))
    return effects


def follow_reason(state: ExplorerState) -> Effects[ExplorerState]:
    """Follow the link of the reason that is shown."""
    assert state.explored is not None
    link = state.explored.reason(state.node).link
    return follow(state, "" if link is None else str(link))


def main_board(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the position at the opened node on the main board."""
    if state.explored is None:
        return []
    tree = state.explored.tree
    match = Match(tree.game, tree.root)
    for node in tree.path(state.node)[1:]:
        if (move := tree.move(node)) is not None:
            match.play(move)
    return [*pause(state), ShowMatch(match=match, note=words.ON_BOARD)]


def on_tree(state: ExplorerState) -> bool:
    """Return whether the tree page shows a tree."""
    shown = state.explored is not None and state.values["page"] == "tree"
    return shown and not state.by_playouts
