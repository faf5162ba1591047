"""The marks on Flow Free's board: letters, crosses, brackets and the cursor."""

from __future__ import annotations

from collections.abc import Collection
from tkinter import font as tkfont

from loa_tk.scenes.flow import FlowBoardScene, Tile
from loa_tk.view.board.geometry import BELOW
from loa_tk.view.board.pen import Pen, Rows
from loa_tk.view.flow.hues import paint
from loa_tk.view.kit.strokes import stroke

LETTER = 0.40  # of a cell's height
CROSS = 0.42


def draw_letters(pen: Pen, scene: FlowBoardScene, font: tkfont.Font) -> None:
    """Draw the sources' letters in the colour that shows best on their discs."""
    g = pen.geometry
    font.configure(size=-max(7, round(g.cell * LETTER)))
    for cell, letter in scene.letters.items():
        tile = scene.tiles[cell]
        assert isinstance(tile, Tile)
        x, y = g.centre(cell)
        colour = paint(pen.palette, tile.hue).letter
        pen.canvas.create_text(x, y, text=letter, font=font, fill=colour, tags=pen.tag)


def draw_names(pen: Pen, scene: FlowBoardScene) -> None:
    """Draw the names of the rows and columns, if the cells are large enough for all of them."""
    g, muted = pen.geometry, pen.palette.muted
    names = (*scene.row_names, *scene.column_names)
    if max((pen.width(name, "caption") for name in names), default=0) > g.cell:
        return
    for row, name in enumerate(scene.row_names):
        pen.text(g.label_x, g.centre(row * g.columns)[1], name, "caption", muted, "e")
    for column, name in enumerate(scene.column_names):
        x, y = g.centre(column)[0], g.y + g.height + g.px(BELOW)
        pen.text(x, y, name, "caption", muted, "n")


def draw_wrong(pen: Pen, cells: Collection[int]) -> None:
    """Draw a cross on each of these cells."""
    size = pen.geometry.snap(pen.geometry.cell * CROSS)
    for cell in cells:
        pen.picture("cross", lambda: _cross(pen, size), *pen.geometry.centre(cell))


def _cross(pen: Pen, size: int) -> Rows:
    """Return two crossed strokes, outlined so that they show on every colour."""
    low, high = size * 0.2, size * 0.8
    lines = [[(low, low), (high, high)], [(low, high), (high, low)]]
    thick = max(2.0, size * 0.14)
    inside, outside = pen.palette.surface, pen.palette.bad
    if pen.palette.flat:
        inside, outside = pen.palette.mark, pen.palette.gap
    wide = [stroke(size, size, line, 2.6 * thick, outside) for line in lines]
    fine = [stroke(size, size, line, thick, inside) for line in lines]
    rows = wide[0]
    for layer in (wide[1], *fine):
        rows = [_over(below, above) for below, above in zip(rows, layer, strict=True)]
    return rows


def _over(below: bytes, above: bytes) -> bytes:
    """Return a row of pixels laid over another; the edges of both stay smooth."""
    row = bytearray(below)
    for at in range(0, len(row), 4):
        share = above[at + 3] / 255
        if share:
            kept = row[at + 3] / 255 * (1 - share)
            alpha = share + kept
            for k in range(at, at + 3):
                row[k] = round((above[k] * share + row[k] * kept) / alpha)
            row[at + 3] = round(255 * alpha)
    return bytes(row)


def draw_framed(pen: Pen, cells: Collection[int]) -> None:
    """Draw corner brackets around each of these cells, as around a last move."""
    g, colour = pen.geometry, pen.palette.last_mark
    arm, inset = max(5, round(g.cell * 0.17)), max(2, round(g.cell * 0.05))
    thick = max(2, round(g.cell * 0.03))
    near, far = inset, g.cell - inset
    for cell in cells:
        x, y = g.corner(cell)
        for across, down, wide, high in (
            (near, near, arm, thick), (far - arm, near, arm, thick),
            (near, far - thick, arm, thick), (far - arm, far - thick, arm, thick),
            (near, near, thick, arm), (far - thick, near, thick, arm),
            (near, far - arm, thick, arm), (far - thick, far - arm, thick, arm),
        ):  # fmt: skip
            pen.box(x + across, y + down, wide, high, colour)


def draw_cursor(pen: Pen, cell: int | None, held: bool) -> None:
    """Draw the keyboard's cursor: a dashed square, solid while it draws a path."""
    if cell is None:
        return
    g = pen.geometry
    x, y = g.corner(cell)
    inset = g.px(3)
    side = g.cell - 2 * inset - 1
    pen.frame(x + inset, y + inset, side, side, pen.palette.gap, g.px(5))
    dash = () if held else (g.px(6), g.px(4))
    pen.frame(x + inset, y + inset, side, side, pen.palette.mark, g.px(2), dash)
