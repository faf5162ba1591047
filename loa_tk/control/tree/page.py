"""A recorded tree as an SVG drawing and as one HTML page in which every node opens and closes.

The page needs neither this program nor a network. A browser that runs its script steps through the
search; the rest is the same without JavaScript.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from loa_tk.control.pages import page as whole_page
from loa_tk.control.pages import paragraph, section, svg, table, words_at
from loa_tk.control.tree.stepping import STYLE as STEP_STYLE
from loa_tk.control.tree.stepping import can_step, step_section
from loa_tk.control.tree.text import facts, setting, title, warning
from loa_tk.model.drawing import board_svg
from loa_tk.model.notation import position_text
from loa_tk.model.numbers import number
from loa_tk.model.tree.figure import FIGURES, figure_of
from loa_tk.model.tree.layout import CUT, MAX, MIN, Box, TreeLayout, Widths, lay_out
from loa_tk.model.tree.reasons import bound_reason, explain, rows, shown_value
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.model.tree.why import root_why, why
from loa_tk.words import tree as words

WIDTH, ROW, LEFT, TOP, MARGIN = 960, 44, 28, 58, 12
LABELLED = 46  # a box of this width has room for its move
CHARACTER = 7.2  # the width of a letter of the legend
# The colours are classes, so that a page and a drawing by itself can both follow the reader's
# choice of light or dark.
TREE_STYLE = """
.tree text { font: 12px system-ui, sans-serif; fill: #1D2127; }
.tree .muted { fill: #5E6672; } .tree .move { font: 11px ui-monospace, monospace; }
.tree .max { fill: #9DBDEB; } .tree .min { fill: #F0C9A0; } .tree .later { fill: #E3E6EA; }
.tree .edge { stroke: #FFFFFF; stroke-width: 0.6; }
.tree .back { fill: #F4F5F7; } .tree .stripe { stroke: #C3C9D1; stroke-width: 2.2; }
.tree .best { fill: none; stroke: #8A6410; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  .tree text { fill: #E7E9EC; } .tree .muted { fill: #A0A8B3; }
  .tree .max { fill: #3C5E91; } .tree .min { fill: #8A5F2C; } .tree .later { fill: #2C3037; }
  .tree .edge { stroke: #212429; }
  .tree .back { fill: #282C32; } .tree .stripe { stroke: #474E58; }
  .tree .best { stroke: #E8C868; }
}
"""
GROUND = '<rect class="ground" width="100%" height="100%"/>'
GROUND_STYLE = """
.ground { fill: #FFFFFF; }
@media (prefers-color-scheme: dark) { .ground { fill: #212429; } }
"""
HATCHING = (
    '<defs><pattern id="cut" width="6" height="6" patternTransform="rotate(45)" '
    'patternUnits="userSpaceOnUse"><rect class="back" width="6" height="6"/>'
    '<line class="stripe" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>'
)
MOST_SHOWN = 5_000  # nodes; the page then has about 3 MB
OPENED = 1  # nodes above this ply are open at first
STYLE = """
tree { min-width: 640px; } .board { width: 220px; }
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


def svg_file(tree: SearchTree, widths: Widths) -> str:
    """Return the drawing of the whole tree as an SVG file."""
    return svg_tree(tree, widths, f"<style>{TREE_STYLE}{GROUND_STYLE}</style>{GROUND}") + "\n"


def svg_tree(tree: SearchTree, widths: Widths, before: str = "") -> str:
    """Return the drawing of the whole tree; `before` comes first in it."""
    layout = lay_out(tree, widths, WIDTH - LEFT - MARGIN)
    height = TOP + layout.rows * ROW + MARGIN
    parts = [before, HATCHING, legend(tree, layout), caption(layout)]
    parts += [
        words_at(LEFT - 8, TOP + (ply + 0.5) * ROW + 4, str(ply), "muted", "end")
        for ply in range(layout.rows)
    ]
    for box in layout.boxes:
        parts.append(rectangle(box))
        if box.kind in (MAX, MIN) and box.merged == 1 and box.right - box.left >= LABELLED:
            label = tree.move_name(box.node) or (words.MAX if tree.is_max(ROOT) else words.MIN)
            middle = LEFT + (box.left + box.right) / 2
            parts.append(words_at(middle, TOP + (box.top + 0.5) * ROW + 4, label, "move", "middle"))
    parts += [outline(box) for box in layout.best]
    return svg(WIDTH, height, "".join(parts), words.PICTURE, "tree")


def rectangle(box: Box) -> str:
    """Return one box of the drawing."""
    height = (box.bottom - box.top + 1) * ROW - 1
    width = max(box.right - box.left, 0.5)
    paint = 'fill="url(#cut)"' if box.kind == CUT else f'class="{box.kind} edge"'
    if box.kind != CUT and width < 3:
        paint = f'class="{box.kind}"'  # an edge would hide a box this narrow
    return (
        f'<rect x="{LEFT + box.left:.1f}" y="{TOP + box.top * ROW}" width="{width:.1f}" '
        f'height="{height}" {paint}/>'
    )


def outline(box: Box) -> str:
    """Return the frame of a node of the best line."""
    width = max(box.right - box.left, 2.0)
    return (
        f'<rect class="best" x="{LEFT + box.left:.1f}" y="{TOP + box.top * ROW + 1}" '
        f'width="{width:.1f}" height="{ROW - 3}"/>'
    )


def caption(layout: TreeLayout) -> str:
    """Return what the widths mean."""
    text = words.WIDTHS if layout.exact else words.ESTIMATED
    return words_at(LEFT, 18, text.format(total=round(layout.total)), "muted", "start")


def legend(tree: SearchTree, layout: TreeLayout) -> str:
    """Return what the colours mean, of those that the drawing has."""
    sides = {MAX: tree.side_name(True), MIN: tree.side_name(False)}
    kinds = {box.kind for box in layout.boxes}
    parts, x = [], float(LEFT)
    for kind, label in words.LEGEND.items():
        if kind not in kinds and not (kind == "best" and layout.best):
            continue
        paint = 'fill="url(#cut)"' if kind == CUT else f'class="{kind}"'
        text = label.format(side=sides.get(kind, ""))
        text = text if tree.game.rows else sides.get(kind, text)
        parts.append(f'<rect x="{x:.0f}" y="32" width="14" height="12" {paint}/>')
        parts.append(words_at(x + 20, 42, text, "muted", "start"))
        x += 44 + CHARACTER * len(text)
    return "".join(parts)


@dataclass(frozen=True, kw_only=True)
class PageTable:
    """A table that a page may have besides the tree, such as a comparison of searches."""

    heading: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    svg: str = ""  # a drawing to be shown below


def tree_page(
    tree: SearchTree,
    widths: Widths,
    tables: Sequence[PageTable] = (),
    most: int = MOST_SHOWN,
    watch: Callable[[float], None] = lambda share: None,
) -> str:
    """Return the page.

    A large tree is shown as far as `most` nodes reach, ply by ply from the root. `watch` is given
    the share that is done.
    """
    shown = nearest(tree, most)
    limited = words.LIMITED.format(shown=len(shown), nodes=len(tree))
    hint = words.HINT if tree.prunes else words.HINT_MINIMAX
    notes = [hint, *([limited] if len(shown) < len(tree) else [])]
    nodes = NodeWriter(tree, shown, watch)
    parts = [
        section(words.POSITION, position(tree)),
        section(words.PICTURE, svg_tree(tree, widths)),
        *([section(words.STEPS, step_section(tree))] if can_step(tree) else []),
        section(words.TREE, "".join(map(muted, notes)) + nodes.node(ROOT, "", "")),
        *(
            section(
                extra.heading,
                table(extra.heads, extra.rows)
                + (muted(extra.note) if extra.note else "")
                + extra.svg,
            )
            for extra in tables
        ),
        *([] if can_step(tree) else [section(FIGURES[tree.search].title, figure(tree))]),
    ]
    return whole_page(title(tree), parts, TREE_STYLE + STYLE + STEP_STYLE)


def muted(text: str) -> str:
    """Return a paragraph in a quiet colour."""
    return f'<p class="muted">{escape(text)}</p>'


def position(tree: SearchTree) -> str:
    """Return the board with the decision, and what the search found and cost."""
    lines = [setting(tree), *facts(tree), *filter(None, [warning(tree)]), *root_why(tree)]
    text = position_text(tree.game, tree.root) or tree.game.key
    text, board = f"<p><code>{escape(text)}</code></p>", ""
    if tree.game.rows:
        drawn = board_svg(tree.game, tree.root, arrows=[tree.game.path(tree.root, tree.decision)])
        board = f'<div class="board">{drawn}</div>'
    return (
        f'<div class="position">{board}'
        f"<div>{text}{''.join(map(paragraph, lines))}</div></div>"
    )


def figure(tree: SearchTree) -> str:
    """Return the search as the book prints it."""
    return f"<pre>{escape(chr(10).join(figure_of(tree).lines))}</pre>"


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
        self, tree: SearchTree, shown: set[int], watch: Callable[[float], None]
    ) -> None:
        """Write only the nodes of `shown`, and report the share that is written."""
        self.tree, self.shown, self.watch, self.written = tree, shown, watch, 0

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
            f"{escape(move or words.START)} "
            f'<span class="value">{shown_value(tree, node)}</span>{so_far} '
            f'<span class="window">{side} {window}</span> '
            f'<span class="size">{words.counted_nodes(tree.size(node))}'
            f"{'' if whole else words.BELOW}</span>{mark}"
        )
        style = f" {part}" if part in ("best", "cut") else ""
        sentences = why(tree, node)
        reason, bound = explain(tree, node).sentence, bound_reason(tree, node)
        because = " ".join(filter(None, (bound, reason, *sentences)))
        if tree.size(node) == 1:
            return f'<div class="node leaf{style}" title="{escape(because)}">{line}</div>'
        opened = " open" if tree.ply(node) < OPENED else ""
        return (
            f'<details class="node"{opened}><summary class="{style.strip()}">{line}</summary>'
            f"<p>{escape(because)}</p>{self.moves(node)}</details>"
        )

    def moves(self, node: int) -> str:
        """Return the moves of a node: those tried, and a line for those never tried."""
        tree = self.tree
        if node + 1 not in self.shown:
            return ""
        moves = rows(tree, node)
        parts = [self.node(row.node, row.move, row.part) for row in moves if row.node is not None]
        untried = " ".join(row.move for row in moves if row.node is None)
        if untried:
            text = words.CUT_OFF if tree.cut(node) else words.NOT_REACHED
            parts.append(f'<div class="untried">{escape(text.format(untried))}</div>')
        return "\n".join(parts)
