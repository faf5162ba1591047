"""Where things are on a board's canvas: squares to pixels and back, for any rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.scenes.board import BoardScene

BAR, BAR_GAP = 14, 8  # width of the value bar, and between it and the row numbers
EDGE = 1  # the board's outline; a further pixel is left beyond it or the right edge is cut
BELOW = 5  # between the board and the letters under it


@dataclass(frozen=True)
class Geometry:
    """A board of whole-pixel cells with its upper left square's corner at (x, y)."""

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
        """The upper left corner of a square."""
        row, column = divmod(square, self.columns)
        if self.flipped:
            column = self.columns - 1 - column
        else:
            row = self.rows - 1 - row
        return self.x + column * self.cell, self.y + row * self.cell

    def centre(self, square: int) -> tuple[int, int]:
        """The middle of a square; pictures of the cell's parity lie exactly on it."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2

    def square(self, x: float, y: float) -> int | None:
        """The square at a point, or None beside the board."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        if self.flipped:
            column = self.columns - 1 - column
        else:
            row = self.rows - 1 - row
        return row * self.columns + column

    def px(self, pixels: float) -> int:
        """A measure given for a screen of 96 dots per inch, in this screen's pixels."""
        return round(pixels * self.scale)

    def snap(self, size: float) -> int:
        """A picture's size, at least this, even or odd like the cell: so it can be centred."""
        whole = int(size)
        return whole + (whole - self.cell) % 2


def margins(scene: BoardScene, line: int, scale: float) -> tuple[int, int]:
    """Pixels beside the board on the left, and below it, with `line` the height of a caption."""
    left = round((BAR + BAR_GAP) * scale) if scene.value else EDGE
    if scene.coordinates:
        left += line + 2
    below = round(BELOW * scale) + line if scene.coordinates or scene.value else 1
    return left, below


def place(scene: BoardScene, width: int, height: int, line: int, scale: float = 1.0) -> Geometry:
    """The largest board that fits a canvas, at its top, centred in its width."""
    left, below = margins(scene, line, scale)
    right = EDGE + 1
    across = (width - left - right) // scene.columns
    down = (height - EDGE - below - 1) // scene.rows
    cell = max(8, min(across, down))
    bar_x = max(0, (width - left - right - cell * scene.columns) // 2)
    return Geometry(
        rows=scene.rows,
        columns=scene.columns,
        flipped=scene.flipped,
        cell=cell,
        x=bar_x + left,
        y=EDGE,
        bar_x=bar_x,
        label_x=bar_x + left - round((BAR_GAP - 1) * scale),
        scale=scale,
    )


def width_for(scene: BoardScene, height: int, line: int, scale: float = 1.0) -> int:
    """The width of a canvas that a board as high as `height` allows would fill."""
    left, below = margins(scene, line, scale)
    cell = max(8, (height - EDGE - below - 1) // scene.rows)
    return left + cell * scene.columns + EDGE + 1


def height_for(scene: BoardScene, width: int, line: int, scale: float = 1.0) -> int:
    """The height of a canvas that a board as wide as `width` allows would fill."""
    left, below = margins(scene, line, scale)
    cell = max(8, (width - left - EDGE - 1) // scene.columns)
    return EDGE + cell * scene.rows + below + 1
