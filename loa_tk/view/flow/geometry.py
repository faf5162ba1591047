"""Where the cells of Flow Free's board are: row by row from the top left."""

from __future__ import annotations

from loa_tk.view.board.geometry import EDGE, Geometry


class FlowGeometry(Geometry):
    """A board whose first cell is the upper left one."""

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        row, column = divmod(square, self.columns)
        return self.x + column * self.cell, self.y + row * self.cell

    def square(self, x: float, y: float) -> int | None:
        """The cell at a point, or None beside the board."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def nearest(self, x: float, y: float) -> int:
        """The cell at a point, or the one nearest to it."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        row, column = min(self.rows - 1, max(0, row)), min(self.columns - 1, max(0, column))
        return row * self.columns + column


def place(rows: int, columns: int, width: int, height: int, scale: float) -> FlowGeometry:
    """The largest board that fits a canvas, at its top, centred in its width."""
    cell = max(8, min((width - 2 * EDGE - 1) // columns, (height - 2 * EDGE - 1) // rows))
    x = max(EDGE, (width - cell * columns) // 2)
    return FlowGeometry(rows, columns, False, cell, x, EDGE, 0, 0, scale)


def width_for(rows: int, columns: int, height: int) -> int:
    """The width that a board as high as the canvas would take."""
    return (height - 2 * EDGE - 1) // rows * columns + 2 * EDGE + 1
