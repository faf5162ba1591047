"""A board as a PNG file: the window's layers, drawn on Paper instead of a Canvas.

Nothing is read from the screen, so the image does not depend on the window.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from math import ceil

from loa_tk.scenes.board import BoardScene
from loa_tk.view.board import board, lettering
from loa_tk.view.board.canvas import Anchor, Rows
from loa_tk.view.board.geometry import BAR, Geometry, margins, place
from loa_tk.view.board.pieces import draw_disc
from loa_tk.view.kit.paint import blend, png
from loa_tk.view.kit.palette import Palette, rgb

SCALE = 2.0  # an image is printed and projected: everything has twice its size on the screen
CELL = 192  # pixels of a square's side
PAD = 40  # pixels around all that is drawn
# The halves of an image that lie left of and above its anchor point.
PARTS = {"center": (1, 1), "nw": (0, 0), "ne": (2, 0), "sw": (0, 2), "se": (2, 2)}
LINE, FIGURE = 46, 24  # heights of a caption line and of a digit in it


def board_png(scene: BoardScene, palette: Palette) -> bytes:
    """Return the PNG file of a board with its marks, without the cursor and the banner."""
    return png(compose(scene, palette))


def compose(scene: BoardScene, palette: Palette) -> Rows:
    """Return the board as rows of pixels."""
    left, below = margins(scene, LINE, SCALE)
    width, height = left + CELL * scene.columns + 2, CELL * scene.rows + below + 2
    inside = place(scene, width, height, LINE, SCALE)
    # The text below the value bar may be wider than the bar.
    text = lettering.width(scene.value.text, FIGURE) if scene.value else 0
    across = PAD + max(0, ceil((text - SCALE * BAR) / 2))
    geometry = replace(
        inside, x=inside.x + across, y=inside.y + PAD, bar_x=inside.bar_x + across,
        label_x=inside.label_x + across,
    )  # fmt: skip
    paper = Paper(width + across + PAD, height + 2 * PAD, geometry, palette)
    for layer in board.UNDER:
        layer.draw(paper, scene)
    for square, kind in scene.pieces.items():
        draw_disc(paper, kind, *geometry.centre(square))
    for layer in board.OVER:
        layer.draw(paper, scene)
    return paper.finished()


class Paper:
    """A Painter that keeps what is drawn as pixels."""

    def __init__(self, width: int, height: int, geometry: Geometry, palette: Palette) -> None:
        self.geometry, self.palette, self.behind = geometry, palette, palette.window
        self._rows = [bytearray(bytes((*rgb(palette.window), 255)) * width) for _ in range(height)]
        self._images: dict[Hashable, Rows] = {}

    def finished(self) -> Rows:
        """Return the rows of the finished image."""
        return [bytes(row) for row in self._rows]

    def image(
        self, key: Hashable, make: Callable[[], Rows], x: int, y: int, anchor: Anchor = "center"
    ) -> int:
        """Lay a painted image over what is there; images with the same key are alike."""
        if key not in self._images:
            self._images[key] = make()
        image = self._images[key]
        wide, high = len(image[0]) // 4, len(image)
        across, down = PARTS[anchor]
        left, top = x - wide * across // 2, y - high * down // 2
        for j, row in enumerate(image):
            if 0 <= top + j < len(self._rows):
                blend(self._rows[top + j], row, left)
        return 0

    def box(self, x: int, y: int, width: int, height: int, colour: str) -> int:
        """Draw a filled rectangle of exactly these pixels."""
        run = bytes((*rgb(colour), 255)) * width
        for row in self._rows[y : y + height]:
            row[4 * x : 4 * (x + width)] = run
        return 0

    def width(self, text: str, font: str) -> int:
        """Return the width of a short text in pixels."""
        return round(lettering.width(text, FIGURE)) if text else 0

    def text(self, x: int, y: int, text: str, font: str, colour: str, anchor: Anchor) -> int:
        """Draw a short text of the signs in `lettering`."""
        if not text:
            return 0
        size, wide = FIGURE, self.width(text, font)
        left = x if anchor == "nw" else x - wide if anchor == "e" else x - wide // 2
        top = y + (LINE - size) // 2 if anchor in ("n", "nw") else y - size // 2
        return self.image(
            ("text", text, colour), lambda: lettering.lettering(text, size, colour), left - 2,
            top - 2, "nw",
        )  # fmt: skip
