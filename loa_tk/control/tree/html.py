"""A recorded tree as one self-contained HTML page in which every node can be opened and closed.

The page needs neither this program nor a network nor JavaScript.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from loa_tk.control.pages import page as whole_page
from loa_tk.control.pages import paragraph, section, table
from loa_tk.control.tree import svg
from loa_tk.control.tree.text import facts, setting, title, warning
from loa_tk.model.drawing import board_svg
from loa_tk.model.game import Evaluation
from loa_tk.model.notation import position_text
from loa_tk.model.tree.figure import FIGURES
from loa_tk.model.tree.reasons import explain, number, rows
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.model.tree.widths import Widths
from loa_tk.words import tree as words

MOST_SHOWN = 5_000  # nodes; the page then has about 3 MB
OPENED = 1  # nodes above this ply are open at first
STYLE = """
svg.tree { min-width: 640px; } .board { width: 220px; }
.position { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: flex-start; }
.position p { margin: 4px 0; overflow-wrap: anywhere; }
.node { font: 14px/1.6 ui-monospace, monospace; margin-left: 18px; white-space: nowrap; }
.node > summary, .leaf { cursor: default; } details.node > summary { cursor: pointer; }
.node p { font: 13px/1.5 system-ui, sans-serif; white-space: normal; margin: 2px 0 4px 18px;
  color: #5E6672; max-width: 60em; }
.leaf { padding-left: 1.05em; } .window, .size { color: #5E6672; } .value { font-weight: bold; }
.best > .part { color: #8A6410; } .cut > .part { color: #B3372B; }
.untried { color: #7A828D; white-space: normal; margin-left: 18px; }
pre { font: 13px/1.5 ui-monospace, monospace; margin: 0; }
@media (prefers-color-scheme: dark) {
  .node p, .window, .size, .untried { color: #A0A8B3; }
  .best > .part { color: #E8C868; } .cut > .part { color: #F08A7E; }
}
"""


@dataclass(frozen=True)
class PageTable:
    """A table that a page may have besides the tree, such as a comparison of searches."""

    heading: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    picture: str = ""  # an SVG to be shown below


def page(
    tree: SearchTree,
    widths: Widths,
    tables: Sequence[PageTable] = (),
    evaluation: Evaluation | None = None,
    most: int = MOST_SHOWN,
    watch: Callable[[float], None] = lambda share: None,
) -> str:
    """Return the page; `evaluation` names the terms of EVAL if the game does not know it by name.

    A large tree is shown as far as `most` nodes reach, ply by ply from the root. `watch` is given
    the share that is done.
    """
    shown = nearest(tree, most)
    limited = words.LIMITED.format(shown=len(shown), nodes=len(tree))
    hint = words.HINT if tree.prunes else words.HINT_MINIMAX
    notes = [hint, *([limited] if len(shown) < len(tree) else [])]
    nodes = NodeWriter(tree, shown, evaluation, watch)
    parts = [
        section(words.POSITION, position(tree)),
        section(words.PICTURE, svg.svg_tree(tree, widths)),
        section(words.TREE, "".join(map(muted, notes)) + nodes.node(ROOT, "", "")),
        *(
            section(
                one.heading,
                table(one.heads, one.rows) + (muted(one.note) if one.note else "") + one.picture,
            )
            for one in tables
        ),
        section(FIGURES[tree.search].title, figure(tree)),
    ]
    return whole_page(title(tree), parts, svg.STYLE + STYLE)


def muted(text: str) -> str:
    """Return a paragraph in a quiet colour."""
    return f'<p class="muted">{escape(text)}</p>'


def position(tree: SearchTree) -> str:
    """Return the board with the decision, and what the search found and cost."""
    lines = [setting(tree), *facts(tree), *filter(None, [warning(tree)])]
    board = board_svg(tree.game, tree.root, arrows=[tree.game.path(tree.root, tree.decision)])
    text = f"<p><code>{escape(position_text(tree.game, tree.root))}</code></p>"
    return (
        f'<div class="position"><div class="board">{board}</div>'
        f"<div>{text}{''.join(map(paragraph, lines))}</div></div>"
    )


def figure(tree: SearchTree) -> str:
    """Return the search as the book prints it."""
    return f"<pre>{escape(chr(10).join(FIGURES[tree.search].lines))}</pre>"


def nearest(tree: SearchTree, most: int) -> set[int]:
    """Return the nodes nearest to the root, all children of a node or none of them."""
    shown, waiting = {ROOT}, deque([ROOT])
    while waiting:
        children = tree.children(waiting.popleft())
        if len(shown) + len(children) > most:
            break
        shown.update(children)
        waiting.extend(children)
    return shown


class NodeWriter:
    """Writes nodes as elements that open and close."""

    def __init__(
        self,
        tree: SearchTree,
        shown: set[int],
        evaluation: Evaluation | None,
        watch: Callable[[float], None],
    ) -> None:
        """Write only the nodes of `shown`, and report the share that is written."""
        self.tree, self.shown, self.evaluation = tree, shown, evaluation
        self.watch, self.written = watch, 0

    def node(self, node: int, move: str, part: str) -> str:
        """Return a node with everything below it that is shown."""
        tree = self.tree
        self.written += 1
        self.watch(self.written / len(self.shown))
        side = words.MAX if tree.is_max(node) else words.MIN
        window = f"[{number(tree.alpha(node))}, {number(tree.beta(node))}]" if tree.prunes else ""
        whole = tree.size(node) == 1 or node + 1 in self.shown
        mark = f' <span class="part">{words.PARTS[part]}</span>' if part in words.PARTS else ""
        so_far = f" {words.SO_FAR}" if tree.is_open(node) else ""
        line = (
            f'{escape(move or words.START)} '
            f'<span class="value">{number(tree.value(node))}</span>{so_far} '
            f'<span class="window">{side} {window}</span> '
            f'<span class="size">{words.counted_nodes(tree.size(node))}'
            f"{'' if whole else words.BELOW}</span>{mark}"
        )
        style = f" {part}" if part in ("best", "cut") else ""
        why = explain(tree, node, self.evaluation).sentence
        if tree.size(node) == 1:
            return f'<div class="node leaf{style}" title="{escape(why)}">{line}</div>'
        opened = " open" if tree.ply(node) < OPENED else ""
        return (
            f'<details class="node"{opened}><summary class="{style.strip()}">{line}</summary>'
            f"<p>{escape(why)}</p>{self.moves(node)}</details>"
        )

    def moves(self, node: int) -> str:
        """Return the moves of a node: those tried, and a line for those never tried."""
        tree = self.tree
        if node + 1 not in self.shown:
            return ""
        found = rows(tree, node)
        parts = [self.node(row.node, row.move, row.part) for row in found if row.node is not None]
        untried = " ".join(row.move for row in found if row.node is None)
        if untried:
            text = words.CUT_OFF if tree.cut(node) else words.NOT_REACHED
            parts.append(f'<div class="untried">{escape(text.format(untried))}</div>')
        return "\n".join(parts)
