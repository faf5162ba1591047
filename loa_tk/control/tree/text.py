"""A recorded tree as plain text: what was searched, and an indented line for each node."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.model.notation import move_text, position_text
from loa_tk.model.tree import reasons
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.words import tree as words

PLIES, WIDTH = 2, 8  # what is shown unless the user wants more
ASCII = str.maketrans({"−": "-", "∞": "inf", "≤": "<=", "≥": ">=", "α": "alpha", "β": "beta",
                       "×": "x", "✂": None})  # fmt: skip


def ascii_text(text: str) -> str:
    """Return a text as terminals and programs read it, with - for every minus."""
    return text.translate(ASCII).rstrip()


def number(value: float) -> str:
    """Return a value in ASCII: +18.75, -6.25, 0."""
    return ascii_text(reasons.number(value))


def title(tree: SearchTree) -> str:
    """Return the name of a tree for people."""
    return words.TITLE.format(search=words.SEARCHES[tree.search], game=tree.game.title)


def setting(tree: SearchTree) -> str:
    """Return how the tree was searched."""
    return words.SETTING.format(
        search=words.SEARCHES[tree.search],
        evaluation=tree.evaluation,
        depth=tree.depth,
        order=ORDERS[tree.order].label,
    )


def facts(tree: SearchTree) -> tuple[str, str]:
    """Return what the search found and what it cost."""
    figures = tree.statistics
    found = (words.FOUND if tree.complete else words.FOUND_SO_FAR).format(
        value=reasons.number(tree.value()), move=move_text(tree.game, tree.root, tree.decision)
    )
    cost = words.COST.format(
        nodes=figures.nodes,
        levels=", ".join(f"{level:,}" for level in figures.levels),
        evals=figures.evals_max + figures.evals_min,
        prunes=figures.prunes_max + figures.prunes_min,
    )
    return found, cost


def warning(tree: SearchTree) -> str:
    """Return a sentence if the tree is not complete, or nothing."""
    return "" if tree.complete else words.INCOMPLETE.format(nodes=len(tree), total=tree.total)


def text(tree: SearchTree, plies: int = PLIES, width: int = WIDTH) -> str:
    """Return the tree down to `plies`, with at most `width` moves of each node."""
    lines = [
        f"{tree.game.key} {position_text(tree.game, tree.root)}",
        setting(tree),
        *facts(tree),
        *filter(None, [warning(tree)]),
        "",
        *node_lines(tree, ROOT, "", plies, width),
    ]
    return "\n".join(map(ascii_text, lines)) + "\n"


def node_lines(tree: SearchTree, node: int, part: str, plies: int, width: int) -> Iterator[str]:
    """Yield the line of a node and, further indented, those of its moves."""
    ply = tree.ply(node)
    side = words.MAX if tree.is_max(node) else words.MIN
    bounds = f"  [{number(tree.alpha(node))}, {number(tree.beta(node))}]" if tree.prunes else ""
    name = tree.move_name(node) or words.START
    so_far = f" {words.SO_FAR}" if tree.is_open(node) else ""
    yield (
        f"{'  ' * ply}{name:<8}{side} {number(tree.value(node)):>8}{so_far}{bounds}  "
        f"{words.counted_nodes(tree.size(node))}  {words.PARTS.get(part, '')}"
    )
    if ply == plies:
        return
    rows = reasons.rows(tree, node)
    tried = [row for row in rows if row.node is not None]
    indent = "  " * (ply + 1)
    for row in tried[:width]:
        assert row.node is not None
        yield from node_lines(tree, row.node, row.part, plies, width)
    if len(tried) > width:
        yield f"{indent}({words.MORE.format(len(tried) - width)})"
    untried = [row.move for row in rows[len(tried) :]]
    if untried:
        some = " ".join(untried[:width]) + (" ..." if len(untried) > width else "")
        left_out = words.UNREACHED if tree.is_open(node) else words.UNTRIED
        yield f"{indent}({left_out.format(len(untried), some)})"
