"""The banner that tells the end of a game on the board, out of the winning group's way."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import hypot
from tkinter import ttk

from loa_tk import strings
from loa_tk.scene import BoardScene
from loa_tk.view import rounds
from loa_tk.view.geometry import Geometry
from loa_tk.view.paint import rounded, stretch
from loa_tk.view.pen import Pen, Rows
from loa_tk.view.theme import M, S

WIDEST = 560
RADIUS = 10
ICON = 44
BLUR = 10  # pixels over which the shadow fades


class Banner:
    """Text and two buttons on a card on the board; one row if it fits, else two."""

    def __init__(self, canvas: tk.Canvas, command: Callable[[str], None]) -> None:
        self._buttons = ttk.Frame(canvas, style="In.TFrame")
        new = ttk.Button(self._buttons, text=strings.NEW_GAME, style="Main.TButton")
        new.configure(command=lambda: command("new"))
        new.pack(side="left")
        close = ttk.Button(self._buttons, text=strings.DISMISS, style="Quiet.TButton")
        close.configure(command=lambda: command("dismiss"))
        close.pack(side="left", padx=(S, 0))

    def draw(self, pen: Pen, scene: BoardScene) -> None:
        """Draw the scene's banner, if it has one."""
        banner, g = scene.banner, pen.geometry
        if banner is None:
            return
        palette, canvas = pen.palette, pen.canvas
        width = min(g.width - 2 * S, WIDEST)
        icon = ICON + M if banner.kind else 0
        title = pen.text(0, 0, banner.title, "title", palette.text, "nw")
        reason = pen.text(0, 0, banner.reason, "body", palette.muted, "nw")
        self._buttons.update_idletasks()  # its size is unknown until ttk has measured it
        across, down = self._buttons.winfo_reqwidth(), self._buttons.winfo_reqheight()
        beside = width - 2 * M - icon - across - M
        one_row = max(_size(canvas, title)[0], _size(canvas, reason)[0]) <= beside
        if not one_row:
            for item in (title, reason):
                canvas.itemconfigure(item, width=width - 2 * M - icon)
        title_high, reason_high = _size(canvas, title)[1], _size(canvas, reason)[1]
        text_high = max(title_high + reason_high, ICON if banner.kind else 0)
        height = text_high + 2 * M + (0 if one_row else down + S)
        x = g.x + (g.width - width) // 2
        y = g.y + S if at_top(scene, g, height) else g.y + g.height - height - S

        _card(pen, x, y, width, height)
        middle = y + M + text_high // 2
        if banner.kind:
            pen.picture(
                ("banner", banner.kind), lambda: _icon(pen, banner.kind), x + M + ICON // 2, middle
            )
        top = middle - (title_high + reason_high) // 2
        canvas.coords(title, x + M + icon, top)
        canvas.coords(reason, x + M + icon, top + title_high)
        canvas.tag_raise(title)
        canvas.tag_raise(reason)
        at = (x + width - M + 2, middle) if one_row else (x + width - M + 2, y + height - M + 2)
        canvas.create_window(
            *at, window=self._buttons, anchor="e" if one_row else "se", tags=pen.tag
        )


def at_top(scene: BoardScene, g: Geometry, height: int) -> bool:
    """Whether a banner of this height hides less of the winning group at the top of the board.

    Where both places hide as much, it is the one farther from the group; with no group, from
    the last move.
    """
    rows = [g.centre(square)[1] - g.y for square in scene.halo or scene.last]
    reach = S + height + g.cell * 0.42
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
    return rounds.disc(ICON, palette.discs[kind], rim, palette.shadow, colour)


def _card(pen: Pen, x: int, y: int, width: int, height: int) -> None:
    palette = pen.palette
    if palette.shadow:
        wide, high = width + 2 * BLUR, height + 2 * BLUR
        pen.picture(
            ("shadow", wide, high), lambda: stretch(_shadow(), wide, high), x - BLUR, y - BLUR + 3,
            "nw",
        )  # fmt: skip
    boxes = [(0, RADIUS, palette.line), (1, RADIUS - 1, palette.surface)]
    pen.picture(
        ("card", width, height), lambda: stretch(rounded(RADIUS, boxes), width, height), x, y, "nw"
    )


def _shadow() -> Rows:
    """The upper left corner of a soft shadow, strongest under the card's edge."""
    side = 2 * BLUR + RADIUS
    centre = BLUR + RADIUS
    rows = []
    for j in range(side):
        row = bytearray()
        for i in range(side):
            dx, dy = max(0.0, centre - i - 0.5), max(0.0, centre - j - 0.5)
            fall = min(1.0, max(0.0, 0.5 - (hypot(dx, dy) - RADIUS) / (2 * BLUR)))
            row += bytes((0, 0, 0, round(255 * 0.35 * fall * fall * (3 - 2 * fall))))
        rows.append(bytes(row))
    return rows
