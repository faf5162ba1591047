"""The Flow Free window's scene, made from its state: board, fields, figures, table, status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from loa_tk.control.flow.explaining import column_names, explained, row_names
from loa_tk.control.flow.sketch import Sketch
from loa_tk.control.flow.state import FlowState, title_of
from loa_tk.control.flow.watching import Watching
from loa_tk.control.player_form import choice_field
from loa_tk.control.rows import Possible
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport
from loa_tk.model.flow.drawing import Drawing
from loa_tk.model.flow.puzzle import Puzzle, paths
from loa_tk.scenes.board import Banner
from loa_tk.scenes.flow import EAST, NORTH, SOUTH, WEST, FlowBoardScene, FlowScene, Left, Tile
from loa_tk.scenes.pages import Choice, FormField, TableScene
from loa_tk.words import flow as words

FOLLOWED = 100  # steps a second: up to this speed the eye can follow a frame
# In the order of the view's table of colours; the letters are those that puzzle files use.
LETTERS = ("R", "G", "B", "Y", "OS", "CV", "P", "Q", "M", "LH", "N", "TF", "D", "A", "W", "K")

Figures = tuple[tuple[str, str], ...]


class Shown(NamedTuple):
    """A board with the number of flows that are joined on it and of cells that are filled."""

    board: FlowBoardScene
    flows: int
    cells: int


def scene(state: FlowState, can: Possible) -> FlowScene:
    """Return what the window shows now."""
    watching = state.watching
    shown = sketched(state.sketch) if watching is None else watched(state, watching)
    return FlowScene(
        title=words.WINDOW_TITLE.format(puzzle=state.title), board=shown.board,
        fields=fields(state), progress=shown.cells / state.puzzle.cells,
        counts=counts(state, shown), counters=counters(watching),
        explained=None if watching is None else explained(watching),
        table=table(state.reports, state.running_algorithm),
        banner=banner(state), labels=can.labels, enabled=can.enabled,
        status=state.status or next_status(state), bad=state.bad,
    )  # fmt: skip


# --- the board ---


def sketched(sketch: Sketch) -> Shown:
    """Return the board with the user's drawing."""
    puzzle, drawing = sketch.puzzle, sketch.drawing
    pairs = enumerate(puzzle.sources)
    board = replace(
        plain_board(puzzle, drawn_tiles(drawing)), wrong=sketch.wrong, framed=sketch.framed,
        cursor=sketch.cursor, held=sketch.held is not None,
        joined=frozenset(cell for colour, pair in pairs if drawing.complete(colour)
                         for cell in pair),
    )  # fmt: skip
    return Shown(board, drawing.flows, drawing.filled)


def banner(state: FlowState) -> Banner | None:
    """Return that the user has solved the puzzle, with what that took."""
    sketch, flows = state.sketch, len(state.puzzle.names)
    if not sketch.banner or state.watching is not None:
        return None
    title = words.PERFECT if sketch.perfect else words.SOLVED
    return Banner(title, words.solved_reason(flows, sketch.moves, sketch.hints))


def watched(state: FlowState, watching: Watching) -> Shown:
    """Return an algorithm's board: cells that it has filled, and dots for the colours left.

    The last step is framed and the cell of a dead end crossed if the eye can follow them.
    """
    puzzle, picture = watching.puzzle, watching.picture
    grid, last = picture.grid, picture.last
    dead = picture.dead_end.cell if picture.dead_end is not None else None
    followed = not watching.running or state.speed <= FOLLOWED
    tiles = dotted(puzzle, grown_tiles(puzzle, grid), picture.remaining, dead)
    board = replace(
        plain_board(puzzle, tiles),
        wrong=frozenset((dead,) if dead is not None and followed else ()),
        framed=frozenset((last,) if last is not None and followed else ()),
    )
    return Shown(board, joined(puzzle, grid), filled(puzzle, grid))


def plain_board(puzzle: Puzzle, tiles: tuple[Tile | Left | None, ...]) -> FlowBoardScene:
    """Return a puzzle's board without any mark."""
    return FlowBoardScene(
        rows=puzzle.height, columns=puzzle.width, letters=letters(puzzle), tiles=tiles,
        row_names=row_names(puzzle), column_names=column_names(puzzle),
    )  # fmt: skip


def joined(puzzle: Puzzle, grid: Sequence[int | None]) -> int:
    """Return the number of colours whose sources are joined."""
    pairs = zip(paths(puzzle, grid), puzzle.sources, strict=True)
    return sum(path[-1] == target for path, (_, target) in pairs)


def filled(puzzle: Puzzle, grid: Sequence[int | None]) -> int:
    """Return the number of filled cells; as in a drawing, a source counts if a path leaves it."""
    givens = puzzle.givens()
    return sum(
        colour is not None
        and (givens[cell] is None or any(grid[near] == colour for near in puzzle.neighbours[cell]))
        for cell, colour in enumerate(grid)
    )


def letters(puzzle: Puzzle) -> dict[int, str]:
    """Return the letter on each source."""
    pairs = zip(puzzle.names, puzzle.sources, strict=True)
    return {cell: name for name, pair in pairs for cell in pair}


def drawn_tiles(drawing: Drawing) -> tuple[Tile | None, ...]:
    """Return the cells with the paths that the user has drawn."""
    puzzle = drawing.puzzle
    sides = [0] * puzzle.cells
    for path in drawing.paths:
        for here, there in pairwise(path):
            side, opposite = _sides(puzzle.width, there - here)
            sides[here] |= side
            sides[there] |= opposite
    return _tiles(puzzle, drawing.grid(), sides)


def grown_tiles(puzzle: Puzzle, grid: Sequence[int | None]) -> tuple[Tile | None, ...]:
    """Return the cells of an algorithm's grid; neighbours of one colour are joined."""
    sides = [0] * puzzle.cells
    for cell, near in enumerate(puzzle.neighbours):
        colour = grid[cell]
        for other in near:
            if colour is not None and grid[other] == colour:
                sides[cell] |= _sides(puzzle.width, other - cell)[0]
    return _tiles(puzzle, grid, sides)


def dotted(
    puzzle: Puzzle,
    tiles: Sequence[Tile | None],
    remaining: Sequence[Sequence[int]],
    dead: int | None,
) -> tuple[Tile | Left | None, ...]:
    """Return the cells with the colours that are left for the empty ones, and none for `dead`."""
    hues = hues_of(puzzle.names)
    places = range(len(hues))
    made: dict[Sequence[int], Left] = {}  # many cells have the same colours left
    found: list[Tile | Left | None] = list(tiles)
    for cell, left in enumerate(remaining):
        if left and tiles[cell] is None and cell != dead:
            if left not in made:
                made[left] = Left(tuple(hues[place] if place in left else None for place in places))
            found[cell] = made[left]
    return tuple(found)


def _tiles(
    puzzle: Puzzle, grid: Sequence[int | None], sides: Sequence[int]
) -> tuple[Tile | None, ...]:
    hue = hues_of(puzzle.names)
    return tuple(
        None if colour is None else Tile(hue[colour], joined)
        for colour, joined in zip(grid, sides, strict=True)
    )


def _sides(width: int, step: int) -> tuple[int, int]:
    """Return the side on which a step leaves its cell, and the one on which it enters the next."""
    if step == 1:
        return EAST, WEST
    if step == -1:
        return WEST, EAST
    return (SOUTH, NORTH) if step == width else (NORTH, SOUTH)


def hues_of(names: Sequence[str]) -> tuple[int, ...]:
    """Return a hue for each colour: the one that its letter stands for, if that is still free.

    All hues differ; the view tells those beyond its table of colours apart by a pattern.
    """
    found: dict[str, int] = {}
    for hue, initials in enumerate(LETTERS):
        named = next((name for name in names if name in initials), None)
        if named is not None:
            found[named] = hue
    taken = set(found.values())
    free = (hue for hue in range(len(names) + len(LETTERS)) if hue not in taken)
    return tuple(found[name] if name in found else next(free) for name in names)


# --- fields and figures ---


def fields(state: FlowState) -> tuple[FormField, ...]:
    """Return the four pull-down lists."""
    choices = {
        "puzzle": tuple(
            (name, title_of(name) + words.MARKS[state.solved.get(name)]) for name in puzzles.NAMES
        ),
        "algorithm": tuple(words.ALGORITHMS.items()),
        "speed": words.SPEEDS,
        "limit": words.LIMITS,
    }
    values = {**state.values, "puzzle": state.values["puzzle"] or state.title}
    return tuple(
        choice_field(key, label, values[key], (Choice(*pair) for pair in choices[key]))
        for key, label in words.FIELDS.items()
    )


def counts(state: FlowState, shown: Shown) -> Figures:
    """Return how far the board is filled, and what is known about the puzzle's solutions."""
    return (
        (words.FLOWS, words.of(shown.flows, len(state.puzzle.names))),
        (words.CELLS, words.of(shown.cells, state.puzzle.cells)),
        (words.MOVES, str(state.sketch.moves) if state.watching is None else words.NOTHING),
        (words.SOLUTIONS, solutions(state)),
    )


def solutions(state: FlowState) -> str:
    """Return in a word how many solutions the puzzle has."""
    report = state.report
    if report is None:
        return words.UNKNOWN if state.job is not None else words.NOTHING
    if report.solved is False:
        return words.NONE
    return {True: words.ONE, False: words.SEVERAL, None: words.NOTHING}[report.unique]


def counters(watching: Watching | None) -> Figures:
    """Return what the watched algorithm has done so far."""
    captions = words.ATTEMPTS, words.BACKTRACKS, words.GUESSES, words.SECONDS
    if watching is None:
        return tuple((caption, words.NOTHING) for caption in captions)
    picture = watching.picture
    numbers = picture.assignments, picture.backtracks, picture.guesses
    texts = [words.NOTHING if number is None else words.count(number) for number in numbers]
    return tuple(zip(captions, (*texts, words.seconds(picture.seconds)), strict=True))


def table(reports: Mapping[str, SolverReport], running: str) -> TableScene:
    """Return the algorithms side by side, with the figures of those that have finished."""
    rows = tuple((words.ALGORITHMS[name], *_cells(name, reports, running)) for name in ALGORITHMS)
    return TableScene(words.TABLE_HEADS, rows)


def _cells(name: str, reports: Mapping[str, SolverReport], running: str) -> tuple[str, str, str]:
    report = reports.get(name)
    if report is None:
        return words.RUNNING if name == running else "", "", ""
    if report.assignments is None:
        effort = words.guesses(report.guesses or 0)
    else:
        effort = words.count(report.assignments)
    if report.solved is False:
        effort = words.NO_SOLUTION
    time = words.NOTHING if report.solved is None else words.seconds(report.seconds)
    return time, effort, words.count(report.backtracks)


def next_status(state: FlowState) -> str:
    """Return what the status line says if nothing has just happened: what can be done next."""
    watching, sketch = state.watching, state.sketch
    if watching is not None:
        if watching.seeking is not None:
            return words.GOING_BACK
        if watching.ended is None:
            return words.WATCHING.format(about=words.ABOUT[watching.algorithm])
        ended = words.WATCHED_SOLVED if watching.ended else words.WATCHED_NONE
        return ended.format(name=watching.algorithm)
    if sketch.held is not None:
        return words.HELD if sketch.cursor is not None else ""
    drawing = sketch.drawing
    if drawing.solved:
        return f"{words.SOLVED}."
    if sketch.wrong:
        return words.TOUCHES
    return words.FILL if drawing.flows == len(drawing.paths) else words.READY
