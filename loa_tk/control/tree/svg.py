"""The picture of the whole tree as SVG text."""

from __future__ import annotations

from loa_tk.control.pages import svg, words_at
from loa_tk.model.tree.picture import CUT, MAX, MIN, Box, TreePicture, draw
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.model.tree.widths import Widths
from loa_tk.words import tree as words

WIDTH, ROW, LEFT, TOP, MARGIN = 960, 44, 28, 58, 12
LABELLED = 46  # a box of this width has room for its move
CHARACTER = 7.2  # the width of a letter of the legend
# The colours are classes, so that a page and a picture by itself can both follow the reader's
# choice of light or dark.
STYLE = """
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


def picture_file(tree: SearchTree, widths: Widths) -> str:
    """Return the picture of the whole tree as an SVG file."""
    return svg_tree(tree, widths, f"<style>{STYLE}{GROUND_STYLE}</style>{GROUND}") + "\n"


def svg_tree(tree: SearchTree, widths: Widths, before: str = "") -> str:
    """Return the picture of the whole tree; `before` comes first in it."""
    picture = draw(tree, widths, WIDTH - LEFT - MARGIN)
    height = TOP + picture.rows * ROW + MARGIN
    parts = [before, HATCHING, legend(tree, picture), caption(picture)]
    parts += [
        words_at(LEFT - 8, TOP + (ply + 0.5) * ROW + 4, str(ply), "muted", "end")
        for ply in range(picture.rows)
    ]
    for box in picture.boxes:
        parts.append(rectangle(box))
        if box.kind in (MAX, MIN) and box.merged == 1 and box.right - box.left >= LABELLED:
            label = tree.move_name(box.node) or words.MAX
            middle = LEFT + (box.left + box.right) / 2
            parts.append(words_at(middle, TOP + (box.top + 0.5) * ROW + 4, label, "move", "middle"))
    parts += [outline(box) for box in picture.best]
    return svg(WIDTH, height, "".join(parts), words.PICTURE, "tree")


def rectangle(box: Box) -> str:
    """Return one box of the picture."""
    height = (box.bottom - box.top + 1) * ROW - 1
    width = max(box.right - box.left, 0.5)
    paint = 'fill="url(#cut)"' if box.kind == CUT else f'class="{box.kind} edge"'
    if box.kind != CUT and width < 3:
        paint = f'class="{box.kind}"'  # an edge would hide so narrow a box
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


def caption(picture: TreePicture) -> str:
    """Return what the widths mean."""
    text = words.WIDTHS if picture.exact else words.ESTIMATED
    return words_at(LEFT, 18, text.format(total=round(picture.total)), "muted", "start")


def legend(tree: SearchTree, picture: TreePicture) -> str:
    """Return what the colours mean, of those that the picture has."""
    first = tree.game.player(tree.root)
    sides = {MAX: tree.game.sides[first].name, MIN: tree.game.sides[1 - first].name}
    kinds = {box.kind for box in picture.boxes}
    parts, x = [], float(LEFT)
    for kind, label in words.LEGEND.items():
        if kind not in kinds and not (kind == "best" and picture.best):
            continue
        paint = 'fill="url(#cut)"' if kind == CUT else f'class="{kind}"'
        text = label.format(side=sides.get(kind, ""))
        parts.append(f'<rect x="{x:.0f}" y="32" width="14" height="12" {paint}/>')
        parts.append(words_at(x + 20, 42, text, "muted", "start"))
        x += 44 + CHARACTER * len(text)
    return "".join(parts)
