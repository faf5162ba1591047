"""Two searches on one clock: they step together, and stop where they first differ.

A moment is a number of nodes that both have entered. A search that has fewer waits at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from loa_tk.control.effects import Effects
from loa_tk.control.explorer import own_commands
from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.own import OwnComparison
from loa_tk.control.explorer.own_scenes import edges, legend, own_scene, titles, tree_scene
from loa_tk.control.explorer.running import advance, pause, play_label
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.explorer.tree_scenes import board_scene, mover
from loa_tk.control.rows import Command
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import number
from loa_tk.model.tree.reasons import ChildRow, signed
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.scenes.explorer import (
    ColumnScene,
    Frame,
    MoveRow,
    OwnScene,
    OwnTreeScene,
    Piece,
    ReasonScene,
)
from loa_tk.words import explorer as words

# --- what happens ---


def moment(state: ExplorerState) -> int:
    """Return the moment that is shown; without one it is that of the first difference."""
    assert state.own is not None
    return state.own.apart if state.own_moment is None else state.own_moment


def seek(state: ExplorerState, to: int) -> Effects[ExplorerState]:
    """Show both searches at a moment."""
    effects = pause(state)
    go(state, to)
    return effects


def go(state: ExplorerState, to: int) -> None:
    """Show another moment; the opened node is forgotten."""
    if state.own is not None and own_commands.shown(state):
        state.own_moment, state.own_at = max(1, min(to, state.own.end)), None
        state.say("")


def step_by(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Let both searches enter their next node, or go back by one."""
    return seek(state, moment(state) + by)


def to_difference(state: ExplorerState) -> Effects[ExplorerState]:
    """Show where the searches part, and why."""
    effects = pause(state)
    state.own_moment = state.own_at = None
    return effects


def last(state: ExplorerState) -> Effects[ExplorerState]:
    """Go to the end of both searches."""
    assert state.own is not None
    return seek(state, state.own.end)


def play(state: ExplorerState) -> Effects[ExplorerState]:
    """Let both run until they first differ, then to the end; or pause."""
    if state.playing:
        return pause(state)
    assert state.own is not None
    go(state, 1 if moment(state) == state.own.end else moment(state))
    return advance(state, run_on)


def run_on(state: ExplorerState, steps: int) -> bool:
    """Enter some nodes more; return whether both stop there."""
    own = state.own
    if own is None:
        return True
    before = moment(state)
    go(state, before + steps)
    if before < own.apart <= moment(state) and own.known.difference is not None:
        state.own_moment = None  # the page then says why they differ
        return True
    return moment(state) == own.end


def can_go_back(state: ExplorerState) -> bool:
    """Return whether there is a moment before."""
    return own_commands.shown(state) and state.job is None and moment(state) > 1


def can_go_on(state: ExplorerState) -> bool:
    """Return whether one of the searches has not ended."""
    if not own_commands.shown(state) or state.job is not None or state.own is None:
        return False
    return moment(state) < state.own.end


def can_play(state: ExplorerState) -> bool:
    """Return whether both searches can run."""
    return own_commands.shown(state) and state.job is None


def can_return(state: ExplorerState) -> bool:
    """Return whether another moment or node is shown than where the searches part."""
    elsewhere = state.own_moment is not None or state.own_at is not None
    return own_commands.shown(state) and elsewhere


ROWS = (
    Command("own-first", partial(seek, to=1), label="|◀", possible=can_go_back),
    Command("own-back", partial(step_by, by=-1), label="◀ Step", possible=can_go_back),
    Command("own-step", partial(step_by, by=1), label="Step ▶", possible=can_go_on),
    Command("own-last", last, label="▶|", possible=can_go_on),
    Command("own-play", play, label=words.PLAY, possible=can_play, relabel=play_label),
    Command("own-difference", to_difference, label=words.TO_DIFFERENCE, possible=can_return),
)  # fmt: skip


# --- what is shown ---


def clock_scene(state: ExplorerState) -> OwnScene:
    """Return both searches at the moment that is shown, or where they part."""
    own = state.own
    if own is None or not own_commands.shown(state):
        return own_scene(state)
    now = moment(state)
    apart = now == own.apart and own.known.difference is not None
    texts = words.CLOCK_APART if apart else words.CLOCK
    clock = tuple(text.format(moment=now, end=own.end) for text in texts)
    shown = own_scene(state) if state.own_moment is None else moment_scene(state, own, now)
    return replace(shown, moment=now, moments=own.end, clock=clock)


def moment_scene(state: ExplorerState, own: OwnComparison, now: int) -> OwnScene:
    """Return what both searches have done at a moment."""
    left = own.figure.tree if now <= len(own.figure.tree) else own.mine.tree
    node = entered(left, now)
    last = None
    if node != ROOT:
        last = left.state(left.columns.parents[node]), left.move(node)
    position = left.state(node)
    return OwnScene(
        trees=tuple(tree_at(state, own, which, now) for which in (0, 1)),
        caption=words.WIDTH_EXACT,
        legend=tuple(entry for entry in legend(own) if entry[0] != "parts"),
        columns=tuple(column_at(own, which, now) for which in (0, 1)),
        reason=ReasonScene(
            board=board_scene(left.game, position, last),
            place=words.to_move(mover(left.game, position), left.move_name(node)),
            text=tuple(sentences(own, now)),
        ),
    )  # fmt: skip


def entered(tree: SearchTree, now: int) -> int:
    """Return the node that a search has entered last."""
    return min(now, len(tree)) - 1


def tree_at(state: ExplorerState, own: OwnComparison, which: int, now: int) -> OwnTreeScene:
    """Return the picture of one search, paler where it has not come yet."""
    explored = (own.figure, own.mine)[which]
    scene, tree = tree_scene(state, own, which), explored.tree
    if now > len(tree):
        return scene
    node = entered(tree, now)
    path = [edges(state, explored, one) for one in tree.path(node)]
    left, right = path[-1]
    reached = [end for _, end in path] + [left] * (len(scene.rows) - len(path))
    opened = Frame(top=tree.ply(node), bottom=tree.ply(node), left=left, right=right)
    return replace(scene, reached=tuple(reached), opened=opened if node != ROOT else None)


def column_at(own: OwnComparison, which: int, now: int) -> ColumnScene:
    """Return the moves of the node above the one entered last, as far as they are known."""
    explored: Exploration = (own.figure, own.mine)[which]
    tree = explored.tree
    here = entered(tree, now)
    node = ROOT if now > len(tree) else tree.columns.parents[here]
    path, rows = tree.path(here), explored.rows(node)
    maximises = tree.is_max(node)
    name = tree.move_name(node)
    where = words.AFTER.format(move=name) if name else words.START
    inside = path[tree.ply(node) + 1] if tree.ply(node) + 1 < len(path) else None
    children = tree.children(node)
    known = sum(returned(tree, child, now) for child in children)
    return ColumnScene(
        title=titles(own)[which], caption=(f"{words.FUNCTIONS[maximises]} {where}", where),
        heads=(*words.COLUMN_HEADS, "", ""),
        rows=tuple(row_at(tree, row, now, inside) for row in rows),
        selected=children.index(inside) if inside is not None and now <= len(tree) else None,
        foot=words.tried_so_far(known, len(rows)) if now <= len(tree)
        else words.tried(known, len(rows), False),
    )  # fmt: skip


def returned(tree: SearchTree, node: int, now: int) -> bool:
    """Return whether a node has its value when this many nodes have been entered.

    A leaf is valued when it is entered. What lies above it returns before the next node.
    """
    if tree.is_leaf(node):
        return node < now
    return node + tree.size(node) < now or now > len(tree)


def row_at(tree: SearchTree, row: ChildRow, now: int, inside: int | None) -> MoveRow:
    """Return one move of a node; one that has not returned has only its name."""
    if row.node is None:
        ended = now > len(tree)
        return MoveRow((row.move, "", "", "", words.PARTS.get(row.part, "") if ended else ""),
                       "untried" if ended else "later")  # fmt: skip
    if row.value is not None and returned(tree, row.node, now):
        return MoveRow((row.move, signed(row.value, row.bound), f"{row.nodes:,}", "", ""))
    note = words.ROW_INSIDE if row.node == inside else ""
    return MoveRow((row.move, "", "", "", note), "" if note else "later")


def sentences(own: OwnComparison, now: int) -> Iterator[Piece]:
    """Yield what both searches have just done, once as long as it is the same."""
    said = [happened(own, which, now) for which in (0, 1)]
    if said[0] == said[1] and now < own.apart:
        yield Piece(words.BOTH + "\n", style="heading")
        yield Piece(said[0])
        return
    for place, (title, text) in enumerate(zip(titles(own), said, strict=True)):
        yield Piece(("\n" if place else "") + title + "\n", style="heading")
        yield Piece(text)


def happened(own: OwnComparison, which: int, now: int) -> str:
    """Return which nodes a search has left since the moment before, and what it has entered."""
    tree = (own.figure, own.mine)[which].tree
    ends, texts = now > len(tree), list[str]()
    until = None if ends else tree.columns.parents[now - 1]
    node = now - 2 if 1 < now <= len(tree) + 1 else ROOT
    while node not in (ROOT, until):
        if not tree.is_leaf(node):
            texts.append(leaves(tree, node))
        node = tree.columns.parents[node]
    return " ".join([*texts, ended(own, which) if ends else enters(tree, now - 1)])


def line_of(tree: SearchTree, node: int) -> str:
    """Return the moves from the root to a node."""
    return " ".join(tree.move_name(one) for one in tree.path(node)[1:])


def enters(tree: SearchTree, node: int) -> str:
    """Return what a search does when it enters a node."""
    line = line_of(tree, node)
    if tree.is_leaf(node):
        text = words.VALUED[tree.is_eval(node)]
        return text.format(line=line or words.AT_ROOT, value=number(tree.value(node)))
    function = words.FUNCTIONS[tree.is_max(node)]
    return (words.ENTERED if line else words.BEGINS).format(function=function, line=line)


def leaves(tree: SearchTree, node: int) -> str:
    """Return that a search leaves a node, with its value, and which moves it has left out."""
    facts = {"line": line_of(tree, node), "value": signed(tree.value(node), tree.bound(node))}
    left = len(tree.untried_places(node))
    if not left:
        return words.TRIED_THERE.format(**facts)
    return words.LEFT_THERE.format(**facts, left=words.not_looked_at(left))


def ended(own: OwnComparison, which: int) -> str:
    """Return the answer of a search."""
    tree = (own.figure, own.mine)[which].tree
    value = own.known.value if which else tree.value()
    move = move_text(tree.game, tree.root, tree.decision)
    facts = {"move": move, "nodes": words.nodes(len(tree))}
    if value is None:
        return words.HAS_ENDED_MUTE.format(**facts)
    return words.HAS_ENDED.format(**facts, value=number(value))
