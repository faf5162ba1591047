"""Two searches on one clock: they step together, and stop where they first differ.

A moment is a number of nodes that both have entered. A search that has fewer waits at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from loa_tk.control.effects import Effects
from loa_tk.control.explorer import pair_commands
from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.pair import PairComparison
from loa_tk.control.explorer.pair_parting import titles
from loa_tk.control.explorer.pair_scenes import pair_scene
from loa_tk.control.explorer.pair_trees import edges, legend, tree_scene
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
    PairScene,
    PairTreeScene,
    Piece,
    ReasonScene,
)
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words

# --- what happens ---


def moment(state: ExplorerState) -> int:
    """Return the moment that is shown; without one it is that of the first difference."""
    assert state.pair is not None
    return state.pair.apart if state.pair_moment is None else state.pair_moment


def seek(state: ExplorerState, to: int) -> Effects[ExplorerState]:
    """Show both searches at a moment."""
    effects = pause(state)
    go(state, to)
    return effects


def go(state: ExplorerState, to: int) -> None:
    """Show another moment; the opened node is forgotten."""
    if state.pair is not None and pair_commands.shown(state):
        state.pair_moment, state.pair_at = max(1, min(to, state.pair.end)), None
        state.say("")


def step_by(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Let both searches enter their next node, or go back by one."""
    return seek(state, moment(state) + by)


def to_difference(state: ExplorerState) -> Effects[ExplorerState]:
    """Show where the searches part, and why."""
    effects = pause(state)
    state.pair_moment = state.pair_at = None
    return effects


def last(state: ExplorerState) -> Effects[ExplorerState]:
    """Go to the end of both searches."""
    assert state.pair is not None
    return seek(state, state.pair.end)


def play(state: ExplorerState) -> Effects[ExplorerState]:
    """Let both run until they first differ, then to the end; or pause."""
    if state.playing:
        return pause(state)
    assert state.pair is not None
    go(state, 1 if moment(state) == state.pair.end else moment(state))
    return advance(state, run_on)


def run_on(state: ExplorerState, steps: int) -> bool:
    """Enter some nodes more; return whether both stop there."""
    pair = state.pair
    if pair is None:
        return True
    before = moment(state)
    go(state, before + steps)
    if before < pair.apart <= moment(state) and pair.known.difference is not None:
        state.pair_moment = None  # the page then says why they differ
        return True
    return moment(state) == pair.end


def can_go_back(state: ExplorerState) -> bool:
    """Return whether there is a moment before."""
    return pair_commands.shown(state) and state.job is None and moment(state) > 1


def can_go_on(state: ExplorerState) -> bool:
    """Return whether one of the searches has not ended."""
    if not pair_commands.shown(state) or state.job is not None or state.pair is None:
        return False
    return moment(state) < state.pair.end


def can_play(state: ExplorerState) -> bool:
    """Return whether both searches can run."""
    return pair_commands.shown(state) and state.job is None


def can_return(state: ExplorerState) -> bool:
    """Return whether another moment or node is shown than where the searches part."""
    elsewhere = state.pair_moment is not None or state.pair_at is not None
    return pair_commands.shown(state) and elsewhere


ROWS = (
    Command("pair-first", partial(seek, to=1), label="|◀", possible=can_go_back),
    Command("pair-back", partial(step_by, by=-1), label="◀ Step", possible=can_go_back),
    Command("pair-step", partial(step_by, by=1), label="Step ▶", possible=can_go_on),
    Command("pair-last", last, label="▶|", possible=can_go_on),
    Command("pair-play", play, label=words.PLAY, possible=can_play, relabel=play_label),
    Command("pair-difference", to_difference, label=pair_words.TO_DIFFERENCE, possible=can_return),
)  # fmt: skip


# --- what is shown ---


def clock_scene(state: ExplorerState) -> PairScene:
    """Return both searches at the moment that is shown, or where they part."""
    pair = state.pair
    if pair is None or not pair_commands.shown(state):
        return pair_scene(state)
    now = moment(state)
    apart = now == pair.apart and pair.known.difference is not None
    texts = pair_words.CLOCK_APART if apart else pair_words.CLOCK
    clock = tuple(text.format(moment=now, end=pair.end) for text in texts)
    shown = pair_scene(state) if state.pair_moment is None else moment_scene(state, pair, now)
    return replace(shown, moment=now, moments=pair.end, clock=clock)


def moment_scene(state: ExplorerState, pair: PairComparison, now: int) -> PairScene:
    """Return what both searches have done at a moment."""
    left = pair.figure.tree if now <= len(pair.figure.tree) else pair.mine.tree
    node = entered(left, now)
    last = None
    if node != ROOT:
        last = left.state(left.columns.parents[node]), left.move(node)
    position = left.state(node)
    return PairScene(
        trees=tuple(tree_at(state, pair, which, now) for which in (0, 1)),
        caption=words.WIDTH_EXACT,
        legend=tuple(entry for entry in legend(pair) if entry[0] != "parts"),
        columns=tuple(column_at(pair, which, now) for which in (0, 1)),
        reason=ReasonScene(
            board=board_scene(left.game, position, last),
            place=words.to_move(mover(left.game, position), left.move_name(node)),
            text=tuple(sentences(pair, now)),
        ),
    )  # fmt: skip


def entered(tree: SearchTree, now: int) -> int:
    """Return the node that a search has entered last."""
    return min(now, len(tree)) - 1


def tree_at(state: ExplorerState, pair: PairComparison, which: int, now: int) -> PairTreeScene:
    """Return the picture of one search, paler where it has not come yet."""
    explored = (pair.figure, pair.mine)[which]
    scene, tree = tree_scene(state, pair, which), explored.tree
    if now > len(tree):
        return scene
    node = entered(tree, now)
    path = [edges(state, explored, one) for one in tree.path(node)]
    left, right = path[-1]
    reached = [end for _, end in path] + [left] * (len(scene.rows) - len(path))
    opened = Frame(top=tree.ply(node), bottom=tree.ply(node), left=left, right=right)
    return replace(scene, reached=tuple(reached), opened=opened if node != ROOT else None)


def column_at(pair: PairComparison, which: int, now: int) -> ColumnScene:
    """Return the moves of the node above the one entered last, as far as they are known."""
    explored: Exploration = (pair.figure, pair.mine)[which]
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
        title=titles(pair)[which], caption=(f"{words.FUNCTIONS[maximises]} {where}", where),
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
    note = pair_words.ROW_INSIDE if row.node == inside else ""
    return MoveRow((row.move, "", "", "", note), "" if note else "later")


def sentences(pair: PairComparison, now: int) -> Iterator[Piece]:
    """Yield what both searches have just done, once as long as it is the same."""
    said = [happened(pair, which, now) for which in (0, 1)]
    if said[0] == said[1] and now < pair.apart:
        yield Piece(pair_words.BOTH + "\n", style="heading")
        yield Piece(said[0])
        return
    for place, (title, text) in enumerate(zip(titles(pair), said, strict=True)):
        yield Piece(("\n" if place else "") + title + "\n", style="heading")
        yield Piece(text)


def happened(pair: PairComparison, which: int, now: int) -> str:
    """Return which nodes a search has left since the moment before, and what it has entered."""
    tree = (pair.figure, pair.mine)[which].tree
    ends, texts = now > len(tree), list[str]()
    until = None if ends else tree.columns.parents[now - 1]
    node = now - 2 if 1 < now <= len(tree) + 1 else ROOT
    while node not in (ROOT, until):
        if not tree.is_leaf(node):
            texts.append(leaves(tree, node))
        node = tree.columns.parents[node]
    return " ".join([*texts, ended(pair, which) if ends else enters(tree, now - 1)])


def line_of(tree: SearchTree, node: int) -> str:
    """Return the moves from the root to a node."""
    return " ".join(tree.move_name(one) for one in tree.path(node)[1:])


def enters(tree: SearchTree, node: int) -> str:
    """Return what a search does when it enters a node."""
    line = line_of(tree, node)
    if tree.is_leaf(node):
        text = pair_words.VALUED[tree.is_eval(node)]
        return text.format(line=line or pair_words.AT_ROOT, value=number(tree.value(node)))
    function = words.FUNCTIONS[tree.is_max(node)]
    return (pair_words.ENTERED if line else pair_words.BEGINS).format(function=function, line=line)


def leaves(tree: SearchTree, node: int) -> str:
    """Return that a search leaves a node, with its value, and which moves it has left out."""
    facts = {"line": line_of(tree, node), "value": signed(tree.value(node), tree.bound(node))}
    left = len(tree.untried_places(node))
    if not left:
        return pair_words.TRIED_THERE.format(**facts)
    return pair_words.LEFT_THERE.format(**facts, left=pair_words.not_looked_at(left))


def ended(pair: PairComparison, which: int) -> str:
    """Return the answer of a search."""
    tree = (pair.figure, pair.mine)[which].tree
    value = pair.known.value if which else tree.value()
    move = move_text(tree.game, tree.root, tree.decision)
    facts = {"move": move, "nodes": words.nodes(len(tree))}
    if value is None:
        return pair_words.HAS_ENDED_MUTE.format(**facts)
    return pair_words.HAS_ENDED.format(**facts, value=number(value))
