"""The places of Flow Free's cells on the canvas, numbered row by row from the top left."""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.view.board.geometry import EDGE, Geometry

GAP = 5  # pixels between the board and the numbers of its rows


class FlowGeometry(Geometry):
    """A board whose first cell is the upper left one."""

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        row, column = divmod(square, self.columns)
        return self.x + column * self.cell, self.y + row * self.cell

    def square(self, x: float, y: float) -> int | None:
        """Return the cell at a point, or None beside the board."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def nearest(self, x: float, y: float) -> int:
        """Return the cell at a point, or the nearest one."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        row, column = min(self.rows - 1, max(0, row)), min(self.columns - 1, max(0, column))
        return row * self.columns + column


class Margins(NamedTuple):
    """The pixels that the names of rows and columns take: left of the board and below it."""

    left: int
    below: int


def place(
    shape: tuple[int, int], width: int, height: int, margins: Margins, scale: float
) -> FlowGeometry:
    """Return the largest board of these rows and columns that fits a canvas.

    It lies at the top and, with its margin, in the middle.
    """
    rows, columns = shape
    left, below = margins
    across = (width - left - 2 * EDGE - 1) // columns
    cell = max(8, min(across, (height - below - 2 * EDGE - 1) // rows))
    x = max(EDGE, (width - left - cell * columns) // 2) + left
    return FlowGeometry(rows, columns, False, cell, x, EDGE, 0, x - round(GAP * scale), scale)


def width_for(shape: tuple[int, int], height: int, margins: Margins) -> int:
    """Return the width of the canvas that the largest board of this height fills."""
    rows, columns = shape
    cell = (height - margins.below - 2 * EDGE - 1) // rows
    return cell * columns + margins.left + 2 * EDGE + 1
