"""The user's work on one puzzle: paths drawn by mouse or keys, undo and redo, marks."""

from __future__ import annotations

from collections.abc import Sequence

from loa_tk.model.flow.drawing import (
    Drag,
    Drawing,
    Hint,
    History,
    blank,
    drag_to,
    hint,
    press,
    take,
    wrong,
)
from loa_tk.model.flow.puzzle import Puzzle

Grid = Sequence[int | None]


class Sketch:
    """What is drawn, the path being drawn, the cursor, and the marks of Check and Hint."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Begin with nothing drawn."""
        self.puzzle = puzzle
        self.history: History[Drawing] = History(blank(puzzle))
        self.held: Drag | None = None
        self.cursor: int | None = None
        self.wrong: frozenset[int] = frozenset()
        self.framed: frozenset[int] = frozenset()
        self.hints = 0
        self.moves = 0  # paths drawn; drawing on at the same colour is the same move
        self._colour: int | None = None  # of the last move
        self._cleared: tuple[int, int | None] = (0, None)  # both before the last reset
        self.banner = False  # announces that the puzzle is solved
        self._place = 0  # where the cursor will appear

    @property
    def drawing(self) -> Drawing:
        """Return the drawing with the path that is being drawn."""
        return self.history.present if self.held is None else self.held.drawing

    @property
    def perfect(self) -> bool:
        """Whether the puzzle is solved with one move for each colour and without a hint."""
        solved = self.history.present.solved
        return solved and not self.hints and self.moves <= len(self.puzzle.names)

    def press(self, cell: int) -> None:
        """Take up the path or source on a cell, if there is one, with the mouse."""
        self._clear()
        self.cursor, self._place = None, cell
        self.held = press(self.history.present, cell)

    def drag(self, cell: int) -> None:
        """Extend the held path to a cell, as far as it can go."""
        if self.held is not None:
            self.held = drag_to(self.held, cell)
            self._place = self.held.cells[-1]

    def release(self) -> None:
        """Let go of the held path: it stays, and one undo takes it back."""
        if self.held is not None:
            held, self.held = self.held, None
            if held.drawing != self.history.present and held.colour != self._colour:
                self.moves, self._colour = self.moves + 1, held.colour
            self._go(self.history.push(held.drawing))

    def drop(self) -> None:
        """Let go of the held path as if it had never been taken up."""
        self.held = None

    def move(self, down: int, right: int) -> None:
        """Show the cursor, or move it; a held path follows it as far as it can go."""
        if self.cursor is None:
            self.cursor = self._place
            return
        width, height = self.puzzle.width, self.puzzle.height
        row, column = divmod(self.cursor, width)
        row, column = min(height - 1, max(0, row + down)), min(width - 1, max(0, column + right))
        self.cursor = self._place = row * width + column
        if self.held is not None:
            self.drag(self.cursor)
            self.cursor = self._place

    def hold(self) -> None:
        """Show the cursor, or take up what is under it, or let go of the held path."""
        if self.held is not None:
            self.release()
        elif self.cursor is None:
            self.cursor = self._place
        else:
            cursor = self.cursor
            self.press(cursor)
            self.cursor = cursor

    def undo(self) -> None:
        """Go one step back; a move that is undone still counts."""
        if not any(self.history.present.paths) and self._cleared[0]:
            (self.moves, self._colour), self._cleared = self._cleared, (0, None)
        self._go(self.history.undo())

    def redo(self) -> None:
        """Go one step forward again."""
        self._go(self.history.redo())

    def reset(self) -> None:
        """Erase everything; one undo brings it back."""
        self._cleared, self.moves, self._colour = (self.moves, self._colour), 0, None
        self._go(self.history.push(blank(self.puzzle)))

    def hint(self, solution: Grid) -> Hint | None:
        """Draw the next piece of the solution and return it, or None if nothing is missing."""
        wish = self.history.present.grid()[self.cursor] if self.cursor is not None else None
        found = hint(self.history.present, solution, wish)
        if found is not None:
            self.hints += 1
            self._go(self.history.push(take(self.history.present, found)))
            self.framed = frozenset(found.piece)
        return found

    def check(self, solution: Grid) -> int:
        """Mark the cells that are wrong and return their number."""
        self._clear()
        self.wrong = wrong(self.history.present, solution)
        return len(self.wrong)

    def _go(self, history: History[Drawing]) -> None:
        before, self.history = self.history.present, history
        self.held = None
        self._clear()
        drawing = history.present
        self.banner = drawing.solved and drawing != before
        if drawing.flows == len(drawing.paths) and drawing.filled == self.puzzle.cells:
            self.wrong = drawing.touching()

    def _clear(self) -> None:
        self.wrong = self.framed = frozenset()
