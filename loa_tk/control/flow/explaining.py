"""Why a watched algorithm made its last step: a sentence or two, and the line of its code."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from loa_tk.control.flow.watching import Watching
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solver import REVISED, STUCK, DeadEnd, Objection, StepReason
from loa_tk.scenes.flow import ExplainedScene
from loa_tk.words import flow as names
from loa_tk.words import flow_steps as words


def explained(watching: Watching) -> ExplainedScene:
    """Return the code of the algorithm, the line of the step that is shown, and its reason."""
    picture, code = watching.picture, words.CODE[watching.algorithm]
    kind = picture.reason.kind
    return ExplainedScene(
        title=words.STEP.format(number=names.count(picture.step)),
        lines=tuple(line for line, _ in code),
        line=next((at for at, (_, kinds) in enumerate(code) if kind in kinds), None),
        text=sentences(watching.puzzle, watching.algorithm, picture.reason, picture.dead_end),
        queue=queue(watching.puzzle, picture.reason),
    )


def sentences(
    puzzle: Puzzle, algorithm: str, reason: StepReason, dead_end: DeadEnd | None = None
) -> str:
    """Return why a step was made."""
    if reason.kind == STUCK and dead_end is not None:
        return dead_end_text(puzzle, dead_end)
    cell = "" if reason.cell is None else cell_name(puzzle, reason.cell)
    near = "" if reason.near is None else cell_name(puzzle, reason.near)
    colour = "" if reason.colour is None else puzzle.names[reason.colour]
    because = [objection(puzzle, each) for each in reason.objections]
    removed = [(listed(puzzle, lost), cell_name(puzzle, at)) for at, lost in reason.removed]
    if reason.kind == REVISED:
        ends = 2 if puzzle.givens()[reason.near or 0] is None else 1
        return words.revised(
            cell, near, removed[0][0], ends=ends, left=listed(puzzle, reason.left), idle=reason.idle
        )
    return words.sentence(
        reason.kind, algorithm, cell=cell, near=near, colour=colour, shapes=reason.shapes,
        left=[puzzle.names[value] for value in reason.left], because=because, removed=removed,
    )  # fmt: skip


def objection(puzzle: Puzzle, each: Objection) -> str:
    """Return why some colours are not left for a cell."""
    near = "" if each.cell is None else cell_name(puzzle, each.cell)
    return words.OBJECTIONS[each.kind].format(cell=near, colours=listed(puzzle, each.colours))


def queue(puzzle: Puzzle, reason: StepReason) -> str:
    """Return the first arcs that wait and the number of all, or nothing if there is no queue."""
    if not reason.waiting:
        return ""
    arcs = [
        words.ARC.format(cell=cell_name(puzzle, arc.cell), rule=cell_name(puzzle, arc.rule))
        for arc in reason.queue
    ]
    more = [words.MORE] if reason.waiting > len(arcs) else []
    return words.QUEUE.format(number=names.count(reason.waiting), arcs=", ".join(arcs + more))


def listed(puzzle: Puzzle, colours: Iterable[int]) -> str:
    """Return the names of colours."""
    return ", ".join(puzzle.names[colour] for colour in colours)


def dead_end_text(puzzle: Puzzle, reason: DeadEnd) -> str:
    """Return why an algorithm could go no further, in a sentence that names the place."""
    cell = "" if reason.cell is None else cell_name(puzzle, reason.cell)
    return words.dead_end(
        reason.kind, cell, "" if reason.colour is None else puzzle.names[reason.colour]
    )


# --- the names of cells ---


def cell_name(puzzle: Puzzle, cell: int) -> str:
    """Return a cell's name as on the other boards: "a1" is at the lower left."""
    row, column = divmod(cell, puzzle.width)
    return column_names(puzzle)[column] + row_names(puzzle)[row]


def row_names(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the numbers of the rows, from the top; the lowest row is 1."""
    return tuple(map(str, range(puzzle.height, 0, -1)))


def column_names(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the letters of the columns: a to z, then aa, ab."""
    singles = tuple(ascii_lowercase)
    doubles = (first + second for first in singles for second in singles)
    return (*singles, *doubles)[: puzzle.width]
