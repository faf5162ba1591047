"""A recorded tree as text: indented lines for people, JSON, and the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps
from math import isfinite
from textwrap import wrap

from loa_tk.model.notation import move_text, position_text
from loa_tk.model.numbers import number as value_number
from loa_tk.model.search.statistics import unsigned
from loa_tk.model.tree import reasons
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.model.tree.why import root_why
from loa_tk.words import tree as words

LINE = 100  # characters of a sentence before it is broken
PLIES, WIDTH = 2, 8  # what is shown unless the user wants more
ASCII = str.maketrans({"−": "-", "∞": "inf", "≤": "<=", "≥": ">=", "α": "alpha", "β": "beta",
                       "×": "x", "✂": None, "←": "<-"})  # fmt: skip


def ascii_text(text: str) -> str:
    """Return a text as terminals and programs read it, with - for every minus."""
    return text.translate(ASCII).rstrip()


def number(value: float) -> str:
    """Return a value in ASCII: +18.75, -6.25, 0."""
    return ascii_text(value_number(value))


def shown_value(tree: SearchTree, node: int) -> str:
    """Return what a node returned in ASCII, a bound with its sign: <= -6.25."""
    return ascii_text(reasons.shown_value(tree, node))


def title(tree: SearchTree) -> str:
    """Return the name of a tree for people."""
    return words.TITLE.format(search=words.SEARCHES[tree.search], game=tree.game.title)


def setting(tree: SearchTree) -> str:
    """Return how the tree was searched."""
    return words.SETTING.format(
        search=words.SEARCHES[tree.search],
        evaluation=tree.evaluation,
        depth=tree.depth,
        order=ORDERS[tree.order].label if tree.order in ORDERS else words.OWN_ORDER,
    )


def facts(tree: SearchTree) -> tuple[str, str]:
    """Return what the search found and what it cost."""
    figures = tree.statistics
    result = (words.FOUND if tree.complete else words.FOUND_SO_FAR).format(
        value=reasons.shown_value(tree, ROOT), move=move_text(tree.game, tree.root, tree.decision)
    )
    cost = words.COST.format(
        nodes=figures.nodes,
        levels=", ".join(f"{level:,}" for level in figures.levels),
        evals=figures.evals_max + figures.evals_min,
        prunes=figures.prunes_max + figures.prunes_min,
    )
    return result, cost


def warning(tree: SearchTree) -> str:
    """Return a sentence if the tree is not complete, or nothing."""
    return "" if tree.complete else words.INCOMPLETE.format(nodes=len(tree), total=tree.total)


def text(tree: SearchTree, plies: int = PLIES, width: int = WIDTH) -> str:
    """Return the tree down to `plies`, with at most `width` moves of each node."""
    lines = [
        f"{tree.game.key} {position_text(tree.game, tree.root)}".rstrip(),
        setting(tree),
        *facts(tree),
        *filter(None, [warning(tree)]),
        *(line for sentence in root_why(tree) for line in wrap(sentence, LINE)),
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
        f"{'  ' * ply}{name:<8}{side} {shown_value(tree, node):>8}{so_far}{bounds}  "
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


def json_pieces(tree: SearchTree) -> Iterator[str]:
    """Yield the text of one JSON object, without a line end.

    A bound of minimax and the value of an open node without one are null.
    """
    figures = tree.statistics
    head = {
        "game": tree.game.key,
        "position": position_text(tree.game, tree.root),
        "value": finite(tree.value()),
        "bound": bound(tree, ROOT),
        "move": move_text(tree.game, tree.root, tree.decision),
        "why": list(root_why(tree)),
        "nodes": figures.nodes,
        "levels": list(figures.levels),
        "evals_max": figures.evals_max,
        "evals_min": figures.evals_min,
        "prunes_max": figures.prunes_max,
        "prunes_min": figures.prunes_min,
    }
    yield dumps(head, ensure_ascii=False)[:-1] + ', "tree": '
    yield from node_json(tree, ROOT)
    yield "}"


def node_json(tree: SearchTree, node: int) -> Iterator[str]:
    """Yield the text of one node with everything below it."""
    own = {
        "move": tree.move_name(node) or None,
        "value": finite(tree.value(node)),
        "bound": bound(tree, node),
        "alpha": finite(tree.alpha(node)),
        "beta": finite(tree.beta(node)),
        "nodes": tree.size(node),
        "cut": tree.cut(node),
    }
    yield dumps(own, ensure_ascii=False)[:-1] + ', "children": ['
    between = ""
    for child in tree.each_child(node):
        yield between
        yield from node_json(tree, child)
        between = ", "
    yield f'], "untried": {dumps(list(tree.untried_names(node)))}}}'


def bound(tree: SearchTree, node: int) -> str | None:
    """Return what the value is of the minimax value, or None if the node did not return."""
    return None if tree.is_open(node) else tree.bound(node)


def finite(value: float) -> float | None:
    """Return a number that JSON has, zero without a sign, or None."""
    return unsigned(value) if isfinite(value) else None


def dot(tree: SearchTree, plies: int = PLIES, width: int = WIDTH) -> str:
    """Return the tree down to `plies`, with at most `width` moves of each node."""
    lines = [
        "digraph tree {",
        f"  label={quoted(f'{tree.game.title}: {setting(tree)}')};",
        "  node [shape=box, fontname=monospace];",
        "  edge [fontname=monospace];",
        *(f"  {line}" for line in dot_lines(tree, ROOT, frozenset(tree.best_line()), plies, width)),
        "}",
    ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """Return a text between quotation marks."""
    escaped = ascii_text(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def dot_lines(
    tree: SearchTree, node: int, best: frozenset[int], plies: int, width: int
) -> Iterator[str]:
    """Yield the statements of a node and of its moves; the best line is drawn bold."""
    side = words.MAX if tree.is_max(node) else words.MIN
    window = f"[{number(tree.alpha(node))}, {number(tree.beta(node))}]" if tree.prunes else ""
    label = f"{side} {shown_value(tree, node)}{f' {words.SO_FAR}' if tree.is_open(node) else ''}"
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
        yield from dot_lines(tree, row.node, best, plies, width)
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
