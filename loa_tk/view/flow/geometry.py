"""The places of Flow Free's cells on the canvas, numbered row by row from the top left."""

from __future__ import annotations

from loa_tk.view.board.geometry import EDGE, Geometry


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


def place(rows: int, columns: int, width: int, height: int, scale: float) -> FlowGeometry:
    """Return the largest board that fits a canvas, at its top, centred horizontally."""
    cell = max(8, min((width - 2 * EDGE - 1) // columns, (height - 2 * EDGE - 1) // rows))
    x = max(EDGE, (width - cell * columns) // 2)
    return FlowGeometry(rows, columns, False, cell, x, EDGE, 0, 0, scale)


def width_for(rows: int, columns: int, height: int) -> int:
    """Return the width of the canvas that the largest board of this height fills."""
    return (height - 2 * EDGE - 1) // rows * columns + 2 * EDGE + 1
