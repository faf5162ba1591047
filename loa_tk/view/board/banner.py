"""The banner at the end of a game, away from the winning group, and notices during it."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from math import hypot

from loa_tk.scenes.board import Banner, BoardScene
from loa_tk.scenes.services import Report
from loa_tk.view.board.canvas import Anchor, Pen, Rows
from loa_tk.view.board.geometry import BELOW, Geometry
from loa_tk.view.kit import paint
from loa_tk.view.kit.paint import rounded, stretch
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import button, inner
from loa_tk.words import main as words

WIDEST = 560
RADIUS = 10
ICON = 44
BLUR = 10  # pixels over which the shadow fades
ANOTHER = (("new", words.NEW_GAME),)  # what is offered if the banner has nothing else


class BannerCard:
    """A card on the board with a text and buttons, in one row if they fit, else in two."""

    def __init__(self, canvas: tk.Canvas, look: Look, command: Report) -> None:
        self._buttons, self._look, self._command = inner(canvas), look, command
        self._offered: object = None

    def _fit(self, banner: Banner, width: int) -> tuple[int, int]:
        """Make the banner's buttons, with less room if they must, and return their size."""
        for other in ("Push", "Quiet"):
            self._offer(banner.offers or ANOTHER, other)
            self._buttons.update_idletasks()
            if self._buttons.winfo_reqwidth() <= width:
                break
        return self._buttons.winfo_reqwidth(), self._buttons.winfo_reqheight()

    def _offer(self, offers: tuple[tuple[str, str], ...], other: str) -> None:
        """Make the buttons of these commands; all but the main one are of the `other` style."""
        if (offers, other) == self._offered:
            return
        self._offered = offers, other
        for old in self._buttons.winfo_children():
            old.destroy()
        for number, (name, text) in enumerate(offers):
            kind, command = other if number else "Main", partial(self._command, name)
            gap = self._look.xs if number else 0
            button(self._buttons, kind, text, command).pack(side="left", padx=(gap, 0))
        close = button(self._buttons, "Quiet", words.DISMISS, lambda: self._command("dismiss"))
        close.pack(side="left", padx=(self._look.s, 0))

    def height(self, banner: Banner, board: int) -> int:
        """Return how high a banner is on a board of this width, at most."""
        look, icon = self._look, self._look.px(ICON) if banner.kind else 0
        _, room, down = self._divide(banner, board)
        reason = look.fonts["body"].measure(banner.reason)
        lines = 1 if reason <= room else reason // room + 2  # broken at spaces
        rows = max(look.line("title") + lines * look.line("body"), icon) + 2 * look.m
        return rows + (down + look.s if down else 0)

    def _divide(self, banner: Banner, board: int) -> tuple[int, int, int]:
        """Return the widths of a banner and of its texts, and the height of buttons below them."""
        look = self._look
        width = min(board - 2 * look.s, look.px(WIDEST))
        room = width - 2 * look.m - (look.px(ICON) + look.m if banner.kind else 0)
        across, down = self._fit(banner, width - 2 * look.m)
        title, reason = look.fonts["title"].measure, look.fonts["body"].measure
        beside = room - look.m - across
        one_row = max(title(banner.title), reason(banner.reason)) <= beside
        return (width, beside, 0) if one_row else (width, room, down)

    def draw(self, pen: Pen, scene: BoardScene) -> None:
        """Draw the scene's banner, if it has one."""
        banner, g = scene.banner, pen.geometry
        if banner is None:
            return
        palette, canvas, look = pen.palette, pen.canvas, pen.look
        disc, margin = look.px(ICON), look.m
        icon = disc + margin if banner.kind else 0
        # Its size is unknown until ttk has measured it. Tk also draws now, so there must not yet be
        # any text: it would be seen at the corner of the board for a moment.
        width, room, down = self._divide(banner, g.width)
        title = pen.text(0, 0, banner.title, "title", palette.text, "nw")
        reason = pen.text(0, 0, banner.reason, "body", palette.muted, "nw")
        if down:
            for item in (title, reason):
                canvas.itemconfigure(item, width=room)
        title_high, reason_high = _size(canvas, title)[1], _size(canvas, reason)[1]
        text_high = max(title_high + reason_high, disc if banner.kind else 0)
        height = text_high + 2 * margin + (down + look.s if down else 0)
        x = g.x + (g.width - width) // 2
        y = _top_of(pen, scene, height)

        _card(pen, x, y, width, height)
        middle = y + margin + text_high // 2
        kind = banner.kind
        if kind:
            place = x + margin + disc // 2, middle
            pen.image(("banner", kind), lambda: _icon(pen, kind), *place)
        top = middle - (title_high + reason_high) // 2
        canvas.coords(title, x + margin + icon, top)
        canvas.coords(reason, x + margin + icon, top + title_high)
        canvas.tag_raise(title)
        canvas.tag_raise(reason)
        right = x + width - margin + 2  # a button's focus ring takes its outer 2 px
        lower = y + height - margin + 2 if down else middle
        anchor: Anchor = "se" if down else "e"
        canvas.create_window(right, lower, window=self._buttons, anchor=anchor, tags=pen.tag)


def draw_notice(pen: Pen, scene: BoardScene) -> None:
    """Draw the scene's notice, if it has one, below the board or on its emptier edge."""
    g, look = pen.geometry, pen.look
    if not scene.notice or scene.banner is not None:
        return
    item = pen.text(0, 0, scene.notice, "body", pen.palette.text, "nw")
    most = min(g.width - 2 * look.s, look.px(WIDEST)) - 2 * look.m
    if _size(pen.canvas, item)[0] > most:
        pen.canvas.itemconfigure(item, width=most)
    wide, high = _size(pen.canvas, item)
    width, height = wide + 2 * look.m, high + 2 * look.xs
    x = g.x + (g.width - width) // 2
    below = g.y + g.height + g.px(BELOW) + look.line("caption") + look.xs
    if below + height + look.xs <= pen.canvas.winfo_height():
        y = below
    else:
        heights = [g.centre(square)[1] - g.y for square in scene.pieces]
        upper = sum(height < g.cell for height in heights)
        lower = sum(height > g.height - g.cell for height in heights)
        y = g.y + look.xs if upper < lower else g.y + g.height - height - look.xs
    _card(pen, x, y, width, height)
    pen.canvas.coords(item, x + look.m, y + look.xs)
    pen.canvas.tag_raise(item)


def _top_of(pen: Pen, scene: BoardScene, height: int) -> int:
    """Return the top of a banner of this height: on the first or last rows, or below the board.

    On a low board (5 rows, 10 columns) it would hide half the pieces, and there is room below. If
    neither a group nor a last move shows which rows matter, below is best on any board.
    """
    g, gap = pen.geometry, pen.look.s
    below = g.y + g.height + g.px(BELOW) + pen.look.line("caption") + gap
    unbiased = not (scene.halo or scene.last)
    fits = below + height + gap <= pen.canvas.winfo_height()
    if fits and (g.rows < g.columns or unbiased):
        return below
    if at_top(scene, g, height + gap):
        return g.y + gap
    return g.y + g.height - height - gap


def at_top(scene: BoardScene, g: Geometry, height: int) -> bool:
    """Return whether a banner this high hides less of the winning group at the board's top.

    If both places hide equally much, choose the one farther from the group or, without a group,
    from the last move.
    """
    rows = [g.centre(square)[1] - g.y for square in scene.halo or scene.last]
    reach = height + g.cell * 0.42
    upper = sum(y < reach for y in rows)
    lower = sum(y > g.height - reach for y in rows)
    if upper != lower:
        return upper < lower
    return sum(rows) > len(rows) * g.height / 2


def _size(canvas: tk.Canvas, item: int) -> tuple[int, int]:
    left, top, right, bottom = canvas.bbox(item)
    return right - left, bottom - top


def _icon(pen: Pen, kind: str) -> Rows:
    palette = pen.palette
    rim = 2.0 if palette.flat else 1.2
    colour = palette.icon_rim if palette.flat else ""
    return paint.disc(pen.look.px(ICON), palette.discs[kind], rim, palette.shadow, colour)


def _card(pen: Pen, x: int, y: int, width: int, height: int) -> None:
    palette, radius, blur = pen.palette, pen.look.px(RADIUS), pen.look.px(BLUR)
    if palette.shadow:
        wide, high = width + 2 * blur, height + 2 * blur
        pen.image(
            ("shadow", wide, high), lambda: stretch(_shadow(radius, blur), wide, high),
            x - blur, y - blur + pen.look.px(3), "nw",
        )  # fmt: skip
    boxes = [(0, radius, palette.line), (1, radius - 1, palette.surface)]
    pen.image(
        ("card", width, height), lambda: stretch(rounded(radius, boxes), width, height), x, y, "nw"
    )


def _shadow(radius: int, blur: int) -> Rows:
    """Return the upper left corner of a soft shadow, strongest under the card's edge."""
    side = 2 * blur + radius
    centre = blur + radius
    rows = []
    for j in range(side):
        row = bytearray()
        for i in range(side):
            dx, dy = max(0.0, centre - i - 0.5), max(0.0, centre - j - 0.5)
            fall = min(1.0, max(0.0, 0.5 - (hypot(dx, dy) - radius) / (2 * blur)))
            row += bytes((0, 0, 0, round(255 * 0.35 * fall * fall * (3 - 2 * fall))))
        rows.append(bytes(row))
    return rows
