"""The pictures of two searches side by side: both trees, paler after they part, with flags."""

from __future__ import annotations

from dataclasses import replace

from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.pair import ORDERED, PairComparison, node_at
from loa_tk.control.explorer.pair_parting import AT_THE_END, named, names, opened_path, titles
from loa_tk.control.explorer.state import ExplorerState, Layout
from loa_tk.control.explorer.tree_scenes import laid_out
from loa_tk.model.checks.beside import DEEP, FINISHED, SHALLOW
from loa_tk.model.checks.following import Difference
from loa_tk.model.checks.lines import AT_A_LEAF
from loa_tk.model.notation import line_text
from loa_tk.model.steps import Path
from loa_tk.model.tree.layout import span
from loa_tk.scenes.explorer import MAX, MIN, Frame, PairTreeScene
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words


def legend(pair: PairComparison) -> tuple[tuple[str, str], ...]:
    """Return what the colours mean."""
    tree = pair.figure.tree
    sides, first = [side.name for side in tree.game.sides], tree.game.player(tree.root)
    names = {MAX: sides[first], MIN: sides[1 - first]}
    difference = pair.known.difference
    return tuple(
        (kind, text.format(side=names.get(kind, "")) if tree.game.rows else words.short(kind, text))
        for kind, text in pair_words.LEGEND.items()
        if kind != "parts" or (difference is not None and difference.kind not in AT_THE_END)
    )


def layouts(state: ExplorerState, pair: PairComparison) -> tuple[Layout, ...]:
    """Return both pictures, drawn again only if something about them has changed."""
    key, both = (id(pair), state.pair_width), (pair.figure, pair.mine)
    blank = Layout(((),) * (pair.figure.tree.depth + 1), (), True)
    if state.drawing:
        state.pair_layouts = (None, (blank, blank))
    elif state.pair_layouts is None or state.pair_layouts[0] != key:
        made = tuple(laid_out(explored, (0.0, 1.0), state.pair_width) for explored in both)
        state.pair_layouts = (key, made)
    return state.pair_layouts[1]


def tree_scene(state: ExplorerState, pair: PairComparison, which: int) -> PairTreeScene:
    """Return one picture with its name and its figures."""
    counted = (pair.figure, pair.mine)[which].tree.statistics
    leaves = (pair.known.figure_leaves, pair.known.leaves)[which]
    orders = pair.known.rival in ORDERED
    rows = layouts(state, pair)[which].rows
    return PairTreeScene(
        title=titles(pair)[which],
        figures=(
            words.nodes(counted.nodes), pair_words.LEAVES[orders].format(count=leaves),
            pair_words.CUT_OFFS.format(count=counted.prunes_max + counted.prunes_min),
        ),
        rows=rows, reached=(state.pair_width,) * len(rows),
    )  # fmt: skip


def tree_scenes(state: ExplorerState, pair: PairComparison) -> tuple[PairTreeScene, ...]:
    """Return both pictures, paler after the first difference."""
    path, flagged = opened_path(state), flags(pair)
    scenes = []
    for which, explored in enumerate((pair.figure, pair.mine)):
        scene = tree_scene(state, pair, which)
        parts = parting_line(state, explored, pair.known.difference, bool(which))
        reached = scene.reached if parts is None else (parts.left,) * len(scene.rows)
        scenes.append(replace(
            scene, opened=opened_frame(state, explored, path), parts=parts, flag=flagged[which],
            reached=reached,
        ))  # fmt: skip
    return tuple(scenes)


def edges(state: ExplorerState, explored: Exploration, node: int) -> tuple[int, int]:
    """Return where a node begins and ends in its picture."""
    scale = state.pair_width / max(1.0, explored.positions)
    left, right = span(explored.tree, explored.widths, node)
    return round(left * scale), round(right * scale)


def opened_frame(state: ExplorerState, explored: Exploration, path: Path) -> Frame | None:
    """Return the outline of the opened node, unless that is the root or it was not visited."""
    node, fits = node_at(explored.tree, path)
    if not path or fits < len(path):
        return None
    left, right = edges(state, explored, node)
    return Frame(top=fits, bottom=explored.tree.depth, left=left, right=max(right, left + 1))


def parting_line(
    state: ExplorerState, explored: Exploration, difference: Difference | None, mine: bool
) -> Frame | None:
    """Return where a search does its first step that the other one does not do, or None."""
    if difference is None or difference.kind in AT_THE_END:
        return None
    tree, path = explored.tree, difference.node
    x = state.pair_width
    if difference.kind in AT_A_LEAF:
        leaf = difference.student if mine else difference.figure
        if not mine and difference.kind in (DEEP, SHALLOW, FINISHED):
            leaf = path  # both come to this position
        if leaf is not None:
            x = edges(state, explored, node_at(tree, leaf)[0])[0]
    else:
        node, fits = node_at(tree, path)
        tried = (one for one in tree.each_child(node) if tree.move(one) == difference.last)
        last = next(tried, None) if fits == len(path) else None
        x = edges(state, explored, node)[0] if last is None else edges(state, explored, last)[1]
    top = min(len(path) + 1, tree.depth)
    return Frame(top=top, bottom=tree.depth, left=x, right=x)


def flags(pair: PairComparison, right: str = "") -> tuple[str, str]:
    """Return what each search does where they part; the right one may be named otherwise."""
    difference = pair.known.difference
    if difference is None or difference.kind not in pair_words.FLAGS:
        return "", ""
    cuts = pair.figure.tree.cut(difference.opened)
    facts = {
        **named(pair, difference), **names(pair, right), "leaf": difference.leaf,
        "cuts": pair_words.CUTS if cuts else pair_words.RETURNS,
        "figure_at": leaf_at(pair, difference, difference.figure),
        "student_at": leaf_at(pair, difference, difference.student),
    }  # fmt: skip
    mine, yours = pair_words.FLAGS[difference.kind]
    return mine.format(**facts), yours.format(**facts)


def leaf_at(pair: PairComparison, difference: Difference, leaf: Path | None) -> str:
    """Return in which branch a leaf lies, seen from the node where the searches part."""
    if leaf is None:
        return pair_words.NO_MORE
    node, tree = difference.node, pair.figure.tree
    same = 0
    while same < min(len(node), len(leaf)) and node[same] == leaf[same]:
        same += 1
    moves = line_text(tree.game, tree.root, leaf[: same + 1]).split()
    return pair_words.IN_NODE.format(move=moves[-1] if moves else pair_words.AT_ROOT)
