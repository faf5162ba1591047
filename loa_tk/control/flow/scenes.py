"""Boards, figures and tables of the Flow Free window, from drawings, searches and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from loa_tk.control.flow.hues import hues
from loa_tk.control.flow.play import Play
from loa_tk.control.flow.watching import Watching
from loa_tk.model.flow.drawing import Drawing
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solution import paths
from loa_tk.model.flow.solve import ALGORITHMS, Report
from loa_tk.scenes.flow import EAST, NORTH, SOUTH, WEST, FlowBanner, FlowBoardScene, Tile
from loa_tk.scenes.pages import TableScene
from loa_tk.words import flow as words

Figures = tuple[tuple[str, str], ...]


def letters(puzzle: Puzzle) -> dict[int, str]:
    """What is written on the sources."""
    pairs = zip(puzzle.names, puzzle.sources, strict=True)
    return {cell: name for name, pair in pairs for cell in pair}


def drawn(drawing: Drawing) -> tuple[Tile | None, ...]:
    """The cells with the paths that a person has drawn."""
    puzzle = drawing.puzzle
    sides = [0] * puzzle.cells
    for path in drawing.paths:
        for here, there in pairwise(path):
            side, opposite = _sides(puzzle.width, there - here)
            sides[here] |= side
            sides[there] |= opposite
    return _tiles(puzzle, drawing.grid(), sides)


def grown(puzzle: Puzzle, grid: Sequence[int | None]) -> tuple[Tile | None, ...]:
    """The cells of an algorithm's grid; neighbours of one colour are joined in every solution."""
    sides = [0] * puzzle.cells
    for cell, near in enumerate(puzzle.neighbours):
        colour = grid[cell]
        for other in near:
            if colour is not None and grid[other] == colour:
                sides[cell] |= _sides(puzzle.width, other - cell)[0]
    return _tiles(puzzle, grid, sides)


def _tiles(
    puzzle: Puzzle, grid: Sequence[int | None], sides: Sequence[int]
) -> tuple[Tile | None, ...]:
    painted = hues(puzzle.names)
    return tuple(
        None if colour is None else Tile(painted[colour], joined)
        for colour, joined in zip(grid, sides, strict=True)
    )


def _sides(width: int, step: int) -> tuple[int, int]:
    """The side on which a step leaves its cell, and the one where it enters the next."""
    if step == 1:
        return EAST, WEST
    if step == -1:
        return WEST, EAST
    return (SOUTH, NORTH) if step == width else (NORTH, SOUTH)


def play_board(play: Play) -> FlowBoardScene:
    """The board as a person has drawn on it."""
    puzzle, drawing = play.puzzle, play.drawing
    banner = None
    if play.banner:
        reason = words.solved_reason(puzzle.cells, len(puzzle.names), play.hints)
        banner = FlowBanner(words.SOLVED, reason)
    return FlowBoardScene(
        puzzle.height,
        puzzle.width,
        drawn(drawing),
        letters(puzzle),
        play.wrong,
        play.framed,
        play.cursor,
        play.held is not None,
        banner,
    )


def watched_board(watching: Watching, follow: bool) -> FlowBoardScene:
    """The board as an algorithm has filled it; its last step is framed where one can follow."""
    puzzle = watching.puzzle
    framed = frozenset(() if watching.last is None or not follow else (watching.last,))
    tiles = grown(puzzle, watching.grid)
    return FlowBoardScene(puzzle.height, puzzle.width, tiles, letters(puzzle), framed=framed)


def joined(watching: Watching) -> int:
    """How many colours' sources an algorithm has joined by now."""
    found = paths(watching.puzzle, watching.grid)
    pairs = zip(found, watching.puzzle.sources, strict=True)
    return sum(path[-1] == target for path, (_, target) in pairs)


def filled(watching: Watching) -> int:
    """How many cells it has filled; as in a drawing, a source counts once a path leaves it."""
    puzzle, grid = watching.puzzle, watching.grid
    givens = puzzle.givens()
    return sum(
        colour is not None
        and (givens[cell] is None or any(grid[near] == colour for near in puzzle.neighbours[cell]))
        for cell, colour in enumerate(grid)
    )


def counts(puzzle: Puzzle, flows: int, cells: int, report: Report | None, looking: bool) -> Figures:
    """How far the board is filled, and what is known of the puzzle's solutions."""
    return (
        (words.FLOWS, words.of(flows, len(puzzle.names))),
        (words.CELLS, words.of(cells, puzzle.cells)),
        (words.SOLUTIONS, solutions(report, looking)),
    )


def solutions(report: Report | None, looking: bool) -> str:
    """How many solutions there are, in a word."""
    if report is None:
        return words.UNKNOWN if looking else words.NOTHING
    if report.solved is False:
        return words.NONE
    return {True: words.ONE, False: words.SEVERAL, None: words.NOTHING}[report.unique]


def counters(watching: Watching | None) -> Figures:
    """What the algorithm that is watched has done so far."""
    captions = words.ATTEMPTS, words.BACKTRACKS, words.GUESSES, words.SECONDS
    if watching is None:
        return tuple((caption, words.NOTHING) for caption in captions)
    search = watching.search
    numbers = search.assignments, search.backtracks, search.guesses
    texts = [words.NOTHING if number is None else words.count(number) for number in numbers]
    return tuple(zip(captions, (*texts, f"{watching.seconds:.1f}"), strict=True))


def table(reports: Mapping[str, Report], running: str) -> TableScene:
    """The algorithms side by side, as far as they have finished."""
    rows = tuple((words.ALGORITHMS[name], *_cells(name, reports, running)) for name in ALGORITHMS)
    return TableScene(words.TABLE_HEADS, rows)


def _cells(name: str, reports: Mapping[str, Report], running: str) -> tuple[str, str, str]:
    report = reports.get(name)
    if report is None:
        return words.RUNNING if name == running else "", "", ""
    if report.solved is None:
        return words.NOTHING, words.NOTHING, words.NOTHING
    if report.assignments is None:
        effort = words.guesses(report.guesses or 0)
    else:
        effort = words.count(report.assignments)
    if not report.solved:
        effort = words.NO_SOLUTION
    return words.seconds(report.seconds), effort, words.count(report.backtracks)
