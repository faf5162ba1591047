"""A recorded tree in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.control.tree.text import PLIES, WIDTH, ascii_text, number, setting
from loa_tk.model.tree import reasons
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.words import tree as words


def dot(tree: SearchTree, plies: int = PLIES, width: int = WIDTH) -> str:
    """Return the tree down to `plies`, with at most `width` moves of each node."""
    lines = [
        "digraph tree {",
        f"  label={quoted(f'{tree.game.title}: {setting(tree)}')};",
        "  node [shape=box, fontname=monospace];",
        "  edge [fontname=monospace];",
        *(
            f"  {line}"
            for line in node_lines(tree, ROOT, frozenset(tree.best_line()), plies, width)
        ),
        "}",
    ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """Return a text between quotation marks."""
    escaped = ascii_text(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def node_lines(
    tree: SearchTree, node: int, best: frozenset[int], plies: int, width: int
) -> Iterator[str]:
    """Yield the statements of a node and of its moves; the best line is drawn bold."""
    side = words.MAX if tree.is_max(node) else words.MIN
    window = f"[{number(tree.alpha(node))}, {number(tree.beta(node))}]" if tree.prunes else ""
    label = f"{side} {number(tree.value(node))}{f' {words.SO_FAR}' if tree.is_open(node) else ''}"
    size = words.counted_nodes(tree.size(node))
    text = quoted("|".join(filter(None, (label, window, size)))).replace("|", "\\n")
    bold = ", style=bold"
    yield f"n{node} [label={text}{bold if node in best else ''}];"
    if tree.ply(node) == plies:
        return
    rows = reasons.rows(tree, node)
    tried = [row for row in rows if row.node is not None]
    for row in tried[:width]:
        assert row.node is not None
        yield from node_lines(tree, row.node, best, plies, width)
        style = bold if row.node in best else ""
        yield f"n{node} -> n{row.node} [label={quoted(row.move)}{style}];"
    more, untried = len(tried) - width, len(rows) - len(tried)
    left_out = words.NOT_REACHED if tree.is_open(node) else words.CUT_OFF
    for kind, count, words_for_it in (
        ("more", more, words.MORE.format(more)),
        ("cut", untried, left_out.format(untried)),
    ):
        if count > 0:
            yield f"n{node}{kind} [label={quoted(words_for_it)}, shape=plaintext];"
            yield f"n{node} -> n{node}{kind} [style=dashed];"
