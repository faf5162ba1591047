"""A tree that was written by hand, drawn as in a lecture, with what is known of it at a moment."""

from __future__ import annotations

from collections.abc import Collection

from loa_tk.control.explorer.jobs import Exploration
from loa_tk.model.game import State
from loa_tk.model.numbers import number
from loa_tk.model.tree.figure import Moment
from loa_tk.model.tree.reasons import shown_value
from loa_tk.model.written import WrittenTree
from loa_tk.scenes.present import CUT, LATER, PATH, DrawnNode
from loa_tk.words import explorer as words

MOST_LEAVES = 40  # side by side; a wider tree is not drawn


def drawn(explored: Exploration, here: Moment, running: Collection[int]) -> tuple[DrawnNode, ...]:
    """Return the nodes of a written tree, or nothing if it is too wide or no such tree.

    `running` has the calls that are not known to have returned.
    """
    tree, execution, game = explored.tree, explored.execution, explored.tree.game
    if not isinstance(game, WrittenTree) or too_wide(game, tree.depth):
        return ()
    entered = {
        tree.state(node): node for node in range(len(tree)) if execution.starts[node] <= here.number
    }
    nodes: list[DrawnNode] = []
    leaves = 0

    def value(node: int) -> str:
        if node not in running:
            return shown_value(tree, node)
        child = next((below for below in tree.path(here.node) if tree.parent(below) == node), None)
        frame = here if child is None else execution.moment(execution.starts[child] - 1)
        return "" if frame.v is None else words.V_SO_FAR.format(v=number(frame.v))

    def add(state: State, above: int, part: str) -> float:
        """Add a node with all below it, and return its middle, counted in leaves."""
        nonlocal leaves
        written, node, place = game.node(state), entered.get(state), len(nodes)
        if node is not None:
            part = PATH if node in running else ""
        leaf = not written.moves or len(state) == tree.depth
        shown = "" if node is None else value(node)
        nodes.append(DrawnNode(
            name=written.name, ply=len(state), across=0.0, above=above, leaf=leaf, part=part,
            value=shown if written.moves else number(written.value),  # a figure prints its leaves
            maximises=game.maximises(len(state)),
        ))  # fmt: skip
        if leaf:
            leaves += 1
            middle = leaves - 0.5
        else:
            if node is not None and node not in running and tree.leaves_out(node):
                part = CUT
            elif node is not None:
                part = LATER
            ends = [add((*state, move), place, part) for move in game.moves(state)]
            middle = (ends[0] + ends[-1]) / 2
        nodes[place] = nodes[place]._replace(across=middle)
        return middle

    add(game.start, -1, LATER)
    return tuple(node._replace(across=node.across / leaves) for node in nodes)


def too_wide(game: WrittenTree, depth: int) -> bool:
    """Return whether a tree has too many leaves down to a depth."""
    leaves = 0
    waiting: list[State] = [game.start]
    while waiting and leaves <= MOST_LEAVES:
        state = waiting.pop()
        below = [] if len(state) == depth else [(*state, move) for move in game.moves(state)]
        leaves += not below
        waiting += below
    return leaves > MOST_LEAVES
