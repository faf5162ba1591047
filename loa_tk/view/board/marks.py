"""The marks on a board: last move, selection, targets, captures, cursor, links and halo."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from loa_tk.scenes.board import BoardScene
from loa_tk.view.board.pen import Painter, Pen
from loa_tk.view.kit import bars, rounds
from loa_tk.view.kit.colour import mix

RING = 0.42  # the radius of selection and capture rings, in cells
SELECTED = 0.22  # the share of the mark's colour in a selected square
BARS = {"level": bars.level, "upright": bars.upright,
        "falling": bars.falling, "rising": bars.rising}  # fmt: skip


def draw_tints(pen: Painter, scene: BoardScene) -> None:
    """Tint the squares of the last move and of the selected piece."""
    g, palette = pen.geometry, pen.palette
    light, dark = palette.squares(scene.squares)
    tinted = {*scene.last} | ({scene.selected} if scene.selected is not None else set())
    for square in tinted:
        colour = light if sum(divmod(square, g.columns)) % 2 else dark
        if square in scene.last:
            colour = mix(colour, palette.last, palette.last_share)
        if square == scene.selected and not palette.flat:
            colour = mix(colour, palette.mark_on(scene.squares), SELECTED)
        x, y = g.corner(square)
        pen.box(x, y, g.cell, g.cell, colour)


def draw_last(pen: Painter, scene: BoardScene) -> None:
    """Draw corner brackets on the last move's squares and a hollow ring on the empty origin."""
    g, colour = pen.geometry, pen.palette.last_mark
    arm, inset = max(6, round(g.cell * 0.17)), max(3, round(g.cell * 0.05))
    thick = max(2, round(g.cell * 0.024))
    for square in scene.last:
        x, y = g.corner(square)
        near, far = inset, g.cell - inset
        for across in (near, far - arm):
            for down in (near, far - thick):
                pen.box(x + across, y + down, arm, thick, colour)
        for across in (near, far - thick):
            for down in (near, far - arm):
                pen.box(x + across, y + down, thick, arm, colour)
    if scene.last and scene.last[0] not in scene.pieces:
        size = g.snap(g.cell * 0.36)
        radius = g.cell * 0.15
        pen.picture(
            "origin", lambda: rounds.ring(size, radius, thick, colour), *g.centre(scene.last[0])
        )


def draw_halo(pen: Painter, scene: BoardScene) -> None:
    """Draw one continuous halo behind the winning pieces and the links of a winning group."""
    g, palette = pen.geometry, pen.palette
    radius = g.cell * 0.364 + max(3, g.cell * 0.05)
    size = g.snap(2 * radius + 2)
    for square in scene.halo:
        pen.picture("halo", lambda: rounds.dot(size, radius, palette.win), *g.centre(square))
    half = _half(pen) + _outline(pen) + max(3, g.cell * 0.04)
    _draw_links(pen, scene.bonds, half, palette.win)


def draw_links(pen: Painter, scene: BoardScene) -> None:
    """Draw bars between touching pieces: first all rims, then all fills, so that crossings merge.

    The winning group is linked even if links are switched off, because it must look connected.
    """
    half = _half(pen)
    links = {*scene.links, *scene.bonds}
    kinds = {scene.pieces[first] for first, _ in links if first in scene.pieces}
    for rim in (True, False):
        for kind in sorted(kinds):
            disc = pen.palette.discs[kind]
            pairs = [pair for pair in links if scene.pieces.get(pair[0]) == kind]
            wide, colour = (half + _outline(pen), disc.rim) if rim else (half, disc.face)
            _draw_links(pen, pairs, wide, colour)


def _half(pen: Painter) -> float:
    cell = pen.geometry.cell
    return cell * (0.075 if cell > 60 else 0.085)


def _outline(pen: Painter) -> float:
    return pen.geometry.scale * (2.5 if pen.palette.flat else 1.5)


def _draw_links(pen: Painter, pairs: Iterable[tuple[int, int]], half: float, colour: str) -> None:
    g = pen.geometry
    across = bars.thickness(g.cell, half) // 2
    for first, second in pairs:
        (ax, ay), (bx, by) = sorted((g.centre(first), g.centre(second)))
        if ay == by:
            shape, x, y = "level", ax, ay - across
        elif ax == bx:
            shape, x, y = "upright", ax - across, ay
        else:
            shape, x, y = ("falling" if ay < by else "rising"), ax, min(ay, by)
        pen.picture(
            ("link", shape, half, colour), partial(BARS[shape], g.cell, half, colour), x, y, "nw"
        )


def draw_rings(pen: Painter, scene: BoardScene) -> None:
    """Mark the selected piece (ring), captures (arcs), targets (dots) and movable pieces."""
    g, gap = pen.geometry, (pen.palette.gap, 1.5 * pen.geometry.scale)
    mark = pen.palette.mark_on(scene.squares)
    size = g.snap(g.cell * 0.98)
    radius = g.cell * RING
    thick = max(3, g.cell * 0.05)
    for square in scene.movable:
        if square != scene.selected:
            pen.picture("movable", lambda: rounds.ring(size, radius, max(1.5, thick * 0.4), mark),
                        *g.centre(square))  # fmt: skip
    if scene.selected is not None:
        pen.picture("selected", lambda: rounds.ring(size, radius, thick, mark, gap),
                    *g.centre(scene.selected))  # fmt: skip
    broad = max(4, g.cell * 0.065)
    for square in scene.captures:
        pen.picture("arcs", lambda: rounds.ring(size, radius, broad, mark, gap, arcs=True),
                    *g.centre(square))  # fmt: skip
    dot = g.snap(g.cell * 0.28)
    for square in scene.targets:
        pen.picture("dot", lambda: rounds.dot(dot, g.cell * 0.12, mark), *g.centre(square))


def draw_cursor(pen: Pen, scene: BoardScene) -> None:
    """Draw the keyboard's cursor, a dashed square."""
    if scene.cursor is None:
        return
    g = pen.geometry
    x, y = g.corner(scene.cursor)
    inset = g.px(3)
    side = g.cell - 2 * inset - 1
    dash = g.px(6), g.px(4)
    pen.frame(x + inset, y + inset, side, side, pen.palette.gap, g.px(5))
    mark = pen.palette.mark_on(scene.squares)
    pen.frame(x + inset, y + inset, side, side, mark, g.px(2), dash)
