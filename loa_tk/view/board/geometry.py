"""Conversion between squares and pixels on a board's canvas, for any rows and columns."""

from __future__ import annotations

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import BoardScene

BAR, BAR_GAP = 14, 8  # pixels of the value bar, and between it and the row numbers
EDGE = 1  # the board's outline; one more pixel stays free, or the right edge is cut
BELOW = 5  # pixels between the board and the letters below it


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """A board of whole-pixel cells whose upper left corner is at (x, y)."""

    rows: int
    columns: int
    flipped: bool
    cell: int
    x: int
    y: int
    bar_x: int  # left edge of the value bar
    label_x: int  # right edge of the row numbers
    scale: float = 1.0

    @property
    def width(self) -> int:
        """Pixels from the board's left to its right edge."""
        return self.cell * self.columns

    @property
    def height(self) -> int:
        """Pixels from the board's upper to its lower edge."""
        return self.cell * self.rows

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a square."""
        row, column = divmod(square, self.columns)
        if self.flipped:
            column = self.columns - 1 - column
        else:
            row = self.rows - 1 - row
        return self.x + column * self.cell, self.y + row * self.cell

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle of a square; images of the cell's parity lie exactly on it."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2

    def square(self, x: float, y: float) -> int | None:
        """Return the square at a point, or None beside the board."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        if self.flipped:
            column = self.columns - 1 - column
        else:
            row = self.rows - 1 - row
        return row * self.columns + column

    def px(self, pixels: float) -> int:
        """Return a length for a screen of 96 dots per inch in this screen's pixels."""
        return round(pixels * self.scale)

    def snap(self, size: float) -> int:
        """Return the least size from `size` on that is even or odd like the cell, for centring."""
        whole = int(size)
        return whole + (whole - self.cell) % 2


def margins(scene: BoardScene, line: int, scale: float) -> tuple[int, int]:
    """Return the pixels left of and below the board, given the height of a caption line."""
    left = round((BAR + BAR_GAP) * scale) if scene.value else EDGE
    if scene.coordinates:
        left += line + 2
    below = round(BELOW * scale) + line if scene.coordinates or scene.value else 1
    return left, below


def place(scene: BoardScene, width: int, height: int, line: int, scale: float = 1.0) -> Geometry:
    """Return the largest board that fits a canvas, at its top, centred horizontally."""
    left, below = margins(scene, line, scale)
    right = EDGE + 1
    across = (width - left - right) // scene.columns
    down = (height - EDGE - below - 1) // scene.rows
    cell = max(8, min(across, down))
    bar_x = max(0, (width - left - right - cell * scene.columns) // 2)
    return Geometry(
        rows=scene.rows, columns=scene.columns, flipped=scene.flipped, cell=cell, x=bar_x + left,
        y=EDGE, bar_x=bar_x, label_x=bar_x + left - round((BAR_GAP - 1) * scale), scale=scale,
    )  # fmt: skip


def width_for(scene: BoardScene, height: int, line: int, scale: float) -> int:
    """Return the width of the canvas that the largest board of this height fills."""
    left, below = margins(scene, line, scale)
    cell = max(8, (height - EDGE - below - 1) // scene.rows)
    return left + cell * scene.columns + EDGE + 1


def height_for(scene: BoardScene, width: int, line: int, scale: float) -> int:
    """Return the height of the canvas that the largest board of this width fills."""
    left, below = margins(scene, line, scale)
    cell = max(8, (width - left - EDGE - 1) // scene.columns)
    return EDGE + cell * scene.rows + below + 1
