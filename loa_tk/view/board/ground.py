"""The ground of a board: squares, outline, rounded corners and coordinates, and the value bar."""

from __future__ import annotations

from functools import partial
from math import hypot

from loa_tk.scenes.board import BoardScene
from loa_tk.view.board.geometry import BAR, BELOW
from loa_tk.view.board.pen import Anchor, Painter
from loa_tk.view.kit.colour import mix, rgb
from loa_tk.view.kit.paint import cover, rounded, stack, stretch

RADIUS = 8
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_squares(pen: Painter, scene: BoardScene) -> None:
    """Draw the empty board; a1 is dark."""
    g, palette = pen.geometry, pen.palette
    light, dark = palette.squares(scene.squares)
    pen.box(g.x - 1, g.y - 1, g.width + 2, g.height + 2, palette.edge)
    pen.box(g.x, g.y, g.width, g.height, light)
    for square in range(g.rows * g.columns):
        if not sum(divmod(square, g.columns)) % 2:
            x, y = g.corner(square)
            pen.box(x, y, g.cell, g.cell, dark)


def draw_corners(pen: Painter, scene: BoardScene) -> None:
    """Round the board by covering its corners with the colour behind it."""
    g, edge = pen.geometry, pen.palette.edge
    left, top, right, bottom = g.x - 1, g.y - 1, g.x + g.width + 1, g.y + g.height + 1
    corners: tuple[tuple[Anchor, int, int], ...] = (
        ("nw", left, top), ("ne", right, top), ("sw", left, bottom), ("se", right, bottom),
    )  # fmt: skip
    for anchor, x, y in corners:
        make = partial(_corner, anchor, g.px(RADIUS), pen.behind, edge)
        pen.picture(("corner", anchor), make, x, y, anchor)


def _corner(anchor: str, radius: int, behind: str, edge: str) -> list[bytes]:
    outside, line = rgb(behind), rgb(edge)
    rows = []
    for j in range(radius):
        row = b""
        for i in range(radius):
            away = hypot(radius - i - 0.5, radius - j - 0.5) - radius
            row += stack([(outside, cover(-away)), (line, cover(abs(away + 0.5) - 0.5))])
        rows.append(row)
    if "e" in anchor:
        rows = [b"".join(row[k : k + 4] for k in range(len(row) - 4, -4, -4)) for row in rows]
    return rows[::-1] if "s" in anchor else rows


def draw_coordinates(pen: Painter, scene: BoardScene) -> None:
    """Draw letters below the columns and numbers left of the rows."""
    if not scene.coordinates:
        return
    g, muted = pen.geometry, pen.palette.muted
    for column in range(g.columns):
        x, _ = g.centre(column)
        pen.text(x, g.y + g.height + g.px(BELOW), LETTERS[column], "caption", muted, "n")
    for row in range(g.rows):
        _, y = g.centre(row * g.columns)
        pen.text(g.label_x, y, str(row + 1), "caption", muted, "e")


def draw_value(pen: Painter, scene: BoardScene) -> None:
    """Draw the value bar left of the board: the lower player's share, and a tick in the middle."""
    value, g, palette = scene.value, pen.geometry, pen.palette
    if value is None:
        return
    wide = g.px(BAR)
    cap = wide // 2  # the rounded ends are pictures
    split = round(g.height * (1 - min(1.0, max(0.0, value.share))))
    upper, lower = _bar_colour(pen, value.upper), _bar_colour(pen, value.lower)
    first = upper if split > cap // 2 else lower
    last = lower if split < g.height - cap // 2 else upper
    edge, inset = palette.edge, g.px(1)
    split = min(g.height - cap, max(cap, split))
    x, bottom = g.bar_x, g.y + g.height
    pen.picture(("cap", first), lambda: _bar(wide, edge, inset, first)[:cap], x, g.y, "nw")
    pen.picture(("foot", last), lambda: _bar(wide, edge, inset, last)[cap:], x, bottom, "sw")
    pen.box(x, g.y + cap, wide, g.height - 2 * cap, edge)
    parts = (g.y + cap, split - cap, upper), (g.y + split, g.height - cap - split, lower)
    for top, high, colour in parts:
        if high:  # Tk draws a line for a rectangle without height
            pen.box(x + inset, top, wide - 2 * inset, high, colour)
    tick = g.y + g.height // 2 - g.px(1)
    pen.box(x, tick - 1, wide, g.px(2) + 2, palette.gap)  # the accent is lost on a blue disc's blue
    pen.box(x, tick, wide, g.px(2), palette.accent)
    # Centred on the bar, but not beyond the left edge.
    middle = max(x + wide // 2, (pen.width(value.text, "caption") + 1) // 2)
    pen.text(middle, bottom + g.px(BELOW), value.text, "caption", palette.muted, "n")


def _bar(wide: int, edge: str, inset: int, face: str) -> list[bytes]:
    radius = wide * 0.36
    corner = rounded(wide // 2, [(0, radius, edge), (inset, radius - inset, face)])
    return stretch(corner, wide, wide // 2 * 2)


def _bar_colour(pen: Painter, kind: str) -> str:
    palette = pen.palette
    share = 0.12 if kind == "white" and not palette.flat else 0.0
    return mix(palette.discs[kind].face, palette.sq_dark, share)
