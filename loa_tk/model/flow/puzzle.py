"""A Flow Free puzzle: a grid with two sources of each colour, read from text and written back.

A file is the grid's rows as lines, or a JSON object that has them in the list `grid`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from loa_tk.model.encoding import decode
from loa_tk.model.game import UserError

EMPTY = "_."  # either is read; the first is written
MOST_BYTES = 20_000_000  # of a file that are read, a thousand large puzzles; /dev/zero has more
MOST_ROWS = 100  # and columns; the fast solver is meant for 40, a wrong file may have thousands


class PuzzleError(UserError):
    """A text, a name or a size is not valid for a puzzle; the message is one line."""


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A grid and the two source cells of each colour."""

    width: int
    height: int
    names: tuple[str, ...]  # one character for each colour
    sources: tuple[tuple[int, int], ...]  # for each colour two cells, in reading order

    @property
    def cells(self) -> int:
        """The number of cells of the grid."""
        return self.width * self.height

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that share an edge with it: up, left, right, down."""
        return neighbours(self.width, self.height)

    def givens(self) -> list[int | None]:
        """Return the grid of the sources: their colours, and None elsewhere."""
        grid: list[int | None] = [None] * self.cells
        for colour, pair in enumerate(self.sources):
            for cell in pair:
                grid[cell] = colour
        return grid

    def rows(self, grid: Sequence[int | None]) -> tuple[str, ...]:
        """Return a grid of colours as lines in the file format."""
        marks = [EMPTY[0] if colour is None else self.names[colour] for colour in grid]
        return tuple(
            "".join(marks[start : start + self.width]) for start in range(0, self.cells, self.width)
        )

    def text(self) -> str:
        """Return the puzzle in the file format; `parse` reads it back."""
        return "\n".join(self.rows(self.givens())) + "\n"

    def facts(self) -> dict[str, object]:
        """Return what JSON says of the puzzle: its size, its number of colours, its rows."""
        return {
            "columns": self.width,
            "rows": self.height,
            "colours": len(self.names),
            "grid": list(self.rows(self.givens())),
        }

    def json_text(self) -> str:
        """Return the puzzle as a JSON object on one line; `read` reads it back."""
        return json.dumps(self.facts(), ensure_ascii=False) + "\n"


@cache
def neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return for each cell of a grid its neighbours: up, left, right, down."""
    return tuple(
        tuple(
            near_row * width + near_column
            for near_row, near_column in (
                (row - 1, column),
                (row, column - 1),
                (row, column + 1),
                (row + 1, column),
            )
            if 0 <= near_row < height and 0 <= near_column < width
        )
        for row in range(height)
        for column in range(width)
    )


def read(data: bytes, title: str = "puzzle") -> Puzzle:
    """Return the first puzzle in a file's bytes, or raise PuzzleError."""
    return read_all(data, title)[0]


def read_all(data: bytes, title: str = "puzzle") -> list[Puzzle]:
    """Return all puzzles in a file's bytes, at least one, or raise PuzzleError.

    Blank lines part the puzzles, or JSON objects in a list or on lines of their own. Blank lines
    within a single puzzle mean nothing, if only as one puzzle the file makes sense.
    """
    try:
        text = decode(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PuzzleError(f"{title}: line {line}: not UTF-8 text") from None
    grids = grids_of(text, title)
    if grids is not None:
        parted = len(grids) > 1
        return [
            parse("\n".join(grid), f"{title}: grid {number}" if parted else f"{title}: grid")
            for number, grid in enumerate(grids, 1)
        ]
    starts = blocks(text)
    if len(starts) < 2:
        return [parse(text, title)]
    try:
        return [parse(block, title, line) for line, block in starts]
    except PuzzleError as error:
        try:
            return [parse(text, title)]
        except PuzzleError:
            raise error from None


def blocks(text: str) -> list[tuple[int, str]]:
    """Return the parts between blank lines with the numbers of their first lines.

    A text in which every row stands alone is one part: it has blank lines everywhere.
    """
    found: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and inside:
            found[-1][1].append(line)
        elif line.strip():
            found.append((number, [line]))
        inside = bool(line.strip())
    if all(len(lines) == 1 for _, lines in found):
        return [(1, text)]
    return [(number, "\n".join(lines)) for number, lines in found]


def grids_of(text: str, title: str) -> list[list[str]] | None:
    """Return the rows of each JSON object with a grid, or None if the text is not such objects.

    Raise PuzzleError if a grid is not a list of rows.
    """
    if not text.lstrip().startswith(("{", "[")):  # which may also be a colour
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        try:  # an object on each line
            content = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            return None
    objects = content if isinstance(content, list) else [content]
    if not objects or not all(isinstance(each, dict) and "grid" in each for each in objects):
        return None
    grids = [each["grid"] for each in objects]
    for grid in grids:
        if not isinstance(grid, list) or not all(isinstance(row, str) for row in grid):
            raise PuzzleError(f"{title}: grid is not a list of rows")
    return grids


def parse(text: str, title: str = "puzzle", start: int = 1) -> Puzzle:
    """Return the puzzle in a text, or raise PuzzleError with the number of the wrong line.

    Blanks at the end of a line and blank lines mean nothing: editors and mail programs add them.
    The text's first line has the number `start`.
    """
    lines = [
        (number, line)
        for number, line in enumerate(map(str.rstrip, text.split("\n")), start)
        if line
    ]
    if not lines:
        raise PuzzleError(f"{title}: line 1: the file is empty")
    first, width = lines[0][0], len(lines[0][1])
    cells_of: dict[str, list[int]] = {}
    for row, (number, line) in enumerate(lines):
        _check(line, row, width, f"{title}: line {number}:", first)
        for column, mark in enumerate(line):
            if mark in EMPTY:
                continue
            cells = cells_of.setdefault(mark, [])
            if len(cells) == 2:
                raise PuzzleError(f"{title}: line {number}: a third source of colour {mark}")
            cells.append(row * width + column)
    if not cells_of:
        raise PuzzleError(f"{title}: line {first}: no colour in the whole grid")
    for mark, cells in cells_of.items():
        if len(cells) == 1:
            number = lines[cells[0] // width][0]
            raise PuzzleError(f"{title}: line {number}: colour {mark} has only one source")
    sources = tuple((first, second) for first, second in cells_of.values())
    return Puzzle(width=width, height=len(lines), names=tuple(cells_of), sources=sources)


def _check(line: str, row: int, width: int, where: str, first: int) -> None:
    """Raise PuzzleError if the line cannot be this row of the grid, whose first line is `first`."""
    if row >= MOST_ROWS:
        raise PuzzleError(f"{where} more than {MOST_ROWS} rows")
    if width > MOST_ROWS:
        raise PuzzleError(f"{where} more than {MOST_ROWS} columns")
    for column, mark in enumerate(line, start=1):
        if mark.isspace() or not mark.isprintable():
            raise PuzzleError(f"{where} column {column}: {mark!a} cannot be a colour")
    if len(line) != width:
        cells = f"{len(line)} cell" if len(line) == 1 else f"{len(line)} cells"
        raise PuzzleError(f"{where} {cells}, but line {first} has {width}")


# The definition of a solution: paths join the sources, fill the grid and never touch.


def colour_path(puzzle: Puzzle, grid: Sequence[int | None], colour: int) -> tuple[int, ...]:
    """Return the cells from a colour's first source along its colour, up to the first fork."""
    previous, cell = -1, puzzle.sources[colour][0]
    walked = [cell]
    while True:
        near = puzzle.neighbours[cell]
        ahead = [other for other in near if grid[other] == colour and other != previous]
        if len(ahead) != 1:
            return tuple(walked)
        previous, cell = cell, ahead[0]
        walked.append(cell)


def paths(puzzle: Puzzle, grid: Sequence[int | None]) -> tuple[tuple[int, ...], ...]:
    """Return each colour's path in a solved grid, from the first source to the second."""
    return tuple(colour_path(puzzle, grid, colour) for colour in range(len(puzzle.names)))


def is_solution(puzzle: Puzzle, grid: Sequence[int | None]) -> bool:
    """Return whether the counts of equal neighbours are right and each colour is one path.

    The counts alone allow a cycle apart from its colour's path, as in the ring of eight cells
    around the centre of a 3x3 square; so the paths must also fill the grid.
    """
    givens = puzzle.givens()
    for cell, near in enumerate(puzzle.neighbours):
        given = givens[cell]
        if given is not None and grid[cell] != given:
            return False
        equal = sum(grid[other] == grid[cell] for other in near)
        if grid[cell] is None or equal != (2 if given is None else 1):
            return False
    return sum(map(len, paths(puzzle, grid))) == puzzle.cells
