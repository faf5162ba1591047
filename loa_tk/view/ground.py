"""The ground of a board: squares, outline, rounded corners, coordinates; and the value bar."""

from __future__ import annotations

from math import hypot

from loa_tk.scene import BoardScene
from loa_tk.view.colour import mix, rgb
from loa_tk.view.geometry import BAR, BELOW
from loa_tk.view.paint import cover, rounded, stack, stretch
from loa_tk.view.pen import Pen

RADIUS = 8
CAP = 7  # the rounded ends of the value bar, half its width
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_squares(pen: Pen, scene: BoardScene) -> None:
    """The board without anything on it; a1 is dark."""
    g, palette = pen.geometry, pen.palette
    light, dark = palette.squares(scene.squares)
    pen.box(g.x - 1, g.y - 1, g.width + 2, g.height + 2, palette.edge)
    pen.box(g.x, g.y, g.width, g.height, light)
    for square in range(g.rows * g.columns):
        if not sum(divmod(square, g.columns)) % 2:
            x, y = g.corner(square)
            pen.box(x, y, g.cell, g.cell, dark)


def draw_corners(pen: Pen, scene: BoardScene) -> None:
    """Round the board by laying over its corners what is behind it."""
    g, edge = pen.geometry, pen.palette.edge
    behind = str(pen.canvas.cget("background"))
    left, top, right, bottom = g.x - 1, g.y - 1, g.x + g.width + 1, g.y + g.height + 1
    for anchor, x, y in (("nw", left, top), ("ne", right, top),
                         ("sw", left, bottom), ("se", right, bottom)):  # fmt: skip
        pen.picture(
            ("corner", anchor), lambda at=anchor: _corner(at, behind, edge), x, y, anchor
        )


def _corner(anchor: str, behind: str, edge: str) -> list[bytes]:
    outside, line = rgb(behind), rgb(edge)
    rows = []
    for j in range(RADIUS):
        row = b""
        for i in range(RADIUS):
            away = hypot(RADIUS - i - 0.5, RADIUS - j - 0.5) - RADIUS
            row += stack([(outside, cover(-away)), (line, cover(abs(away + 0.5) - 0.5))])
        rows.append(row)
    if "e" in anchor:
        rows = [b"".join(row[k : k + 4] for k in range(len(row) - 4, -4, -4)) for row in rows]
    return rows[::-1] if "s" in anchor else rows


def draw_coordinates(pen: Pen, scene: BoardScene) -> None:
    """Letters below the columns, numbers left of the rows."""
    if not scene.coordinates:
        return
    g, muted = pen.geometry, pen.palette.muted
    for column in range(g.columns):
        x, _ = g.centre(column)
        pen.text(x, g.y + g.height + BELOW, LETTERS[column], "caption", muted, "n")
    for row in range(g.rows):
        _, y = g.centre(row * g.columns)
        pen.text(g.label_x, y, str(row + 1), "caption", muted, "e")


def draw_value(pen: Pen, scene: BoardScene) -> None:
    """The value bar left of the board, the lower player's share from below, its middle ticked."""
    value, g, palette = scene.value, pen.geometry, pen.palette
    if value is None:
        return
    split = round(g.height * (1 - min(1.0, max(0.0, value.share))))
    upper, lower = _bar_colour(pen, value.upper), _bar_colour(pen, value.lower)
    first = upper if split > CAP // 2 else lower
    last = lower if split < g.height - CAP // 2 else upper
    edge = palette.line if palette.flat else palette.edge
    split = min(g.height - CAP, max(CAP, split))
    x, bottom = g.bar_x, g.y + g.height
    pen.picture(("cap", first), lambda: _bar(edge, first)[:CAP], x, g.y, "nw")
    pen.picture(("foot", last), lambda: _bar(edge, last)[CAP:], x, bottom, "sw")
    pen.box(x, g.y + CAP, BAR, g.height - 2 * CAP, edge)
    pen.box(x + 1, g.y + CAP, BAR - 2, split - CAP, upper)
    pen.box(x + 1, g.y + split, BAR - 2, g.height - CAP - split, lower)
    pen.box(x, g.y + g.height // 2 - 1, BAR, 2, palette.accent)
    pen.text(x, bottom + BELOW, value.text, "caption", palette.muted, "nw")


def _bar(edge: str, face: str) -> list[bytes]:
    return stretch(rounded(CAP, [(0, 5, edge), (1, 4, face)]), BAR, 2 * CAP)


def _bar_colour(pen: Pen, kind: str) -> str:
    palette = pen.palette
    share = 0.12 if kind == "white" and not palette.flat else 0.0
    return mix(palette.discs[kind].face, palette.sq_dark, share)
