"""The opened node in both trees side by side: its moves, marked where the searches part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from loa_tk.control.explorer.pair import ORDERED, PairComparison, node_at
from loa_tk.control.explorer.pair_parting import named, parting_path, titles
from loa_tk.model.checks.beside import GOES_ON, ORDER, SKIPS, STOPS
from loa_tk.model.checks.following import MOVE, Difference
from loa_tk.model.game import Move
from loa_tk.model.notation import line_text, move_text
from loa_tk.model.numbers import number
from loa_tk.model.steps import Path
from loa_tk.model.tree.reasons import CUTS, UNTRIED, ChildRow, signed
from loa_tk.scenes.explorer import ColumnScene, MoveRow
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words


def column_scenes(pair: PairComparison, path: Path) -> tuple[ColumnScene, ...]:
    """Return the opened node in both trees."""
    return tuple(column(pair, which, path) for which in (False, True))


def column(pair: PairComparison, mine: bool, path: Path) -> ColumnScene:
    """Return the moves of the opened node, with marks if the searches part there."""
    explored, difference = (pair.figure, pair.mine)[mine], pair.known.difference
    place, tree = pair.known.place, explored.tree
    node, fits = node_at(tree, path)
    visited = fits == len(path) and not tree.is_leaf(node)
    rows = explored.rows(node) if visited else ()
    maximises = len(path) % 2 == 0
    here = difference is not None and path == parting_path(pair)
    marks = dict(row_marks(pair, difference, mine, path)) if here and difference else {}
    name = line_text(tree.game, tree.root, path).split()
    where = words.AFTER.format(move=name[-1]) if name else words.START
    near = here and difference is not None and len(path) + 1 >= len(difference.node)
    function = (place.function if near else "") if mine else words.FUNCTIONS[maximises]
    bound, right = "", pair.figure.tree.beta if maximises else pair.figure.tree.alpha
    known = node_at(pair.figure.tree, path)
    letter = words.BETA if maximises else words.ALPHA
    wrong = False
    if pair.known.rival in ORDERED:
        right = explored.tree.beta if maximises else explored.tree.alpha
        bound = f"{letter} {number(right(node))}" if visited else ""
    elif not mine and visited:
        bound = f"{letter} {number(right(node))}"
    elif mine and here and place.bound is not None:
        bound = f"{place.bound[0]} {number(place.bound[1])}"
        wrong = known[1] == len(path) and place.bound[1] != right(known[0])
    tried = sum(row.node is not None for row in rows)
    judged = mine and pair.known.rival not in ORDERED  # an order is not wrong
    chosen = [at for at, row in enumerate(rows) if row.move in marks and not marks[row.move].wrong]
    return ColumnScene(
        title=titles(pair)[mine],
        caption=(f"{function} {where}".strip(), where), heads=(*words.COLUMN_HEADS, "", ""),
        rows=tuple(move_row(row, marks.get(row.move), judged) for row in rows),
        selected=chosen[0] if chosen else None, bound=bound, wrong=wrong,
        foot=words.tried(tried, len(rows), False) if visited else pair_words.NOT_VISITED,
    )  # fmt: skip


class RowMark(NamedTuple):
    """What a search does with a move, and whether that is wrong."""

    text: str
    wrong: bool = False


def move_row(row: ChildRow, mark: RowMark | None, mine: bool) -> MoveRow:
    """Return one move with its mark, if it has one."""
    part = {CUTS: "cut", UNTRIED: "untried"}.get(row.part, "")
    text = mark.text if mark is not None else ""
    if not text and row.part in (CUTS, UNTRIED):
        text = words.PARTS[row.part]
        if mine:  # what it has not tried may not have been cut off
            part, text = ("untried", pair_words.ROW_NOT_TRIED) if row.part == UNTRIED else ("", "")
    if mark is not None:
        part = "wrong" if mark.wrong else "missed" if mine else part
    if row.node is None or row.value is None:
        return MoveRow((row.move, "", "", "", text), part)
    return MoveRow((row.move, signed(row.value, row.bound), f"{row.nodes:,}", "", text), part)


def row_marks(
    pair: PairComparison, difference: Difference, mine: bool, path: Path
) -> Iterator[tuple[str, RowMark]]:
    """Yield the marked moves of the node where the searches part."""
    said, kind, tree = named(pair, difference), difference.kind, pair.figure.tree
    if kind == GOES_ON:
        cut = pair_words.ROW_CUT if tree.cut(difference.opened) else ""
        yield said["last"], RowMark(pair_words.ROW_NO_CUT if mine else cut)
        if mine:
            yield said["move"], RowMark(pair_words.ROW_GOES_ON, True)
    elif kind == STOPS and mine:
        yield said["last"], RowMark(pair_words.ROW_STOPS, True)
    elif kind == STOPS:
        yield said["figure_move"], RowMark(pair_words.ROW_GOES_ON)
    elif kind == ORDER:
        wrong = mine and pair.known.rival not in ORDERED
        yield said["move" if mine else "figure_move"], RowMark(pair_words.ROW_NEXT, wrong)
    elif kind == MOVE:
        chosen = (pair.mine if mine else pair.figure).tree.decision
        yield move_text(tree.game, tree.root, chosen), RowMark(pair_words.ROW_CHOSEN, mine)
    elif kind == SKIPS:
        yield said["figure_move"], RowMark(pair_words.ROW_LEAF[kind] if mine else "", mine)
    elif len(difference.node) > len(path):
        line = line_text(tree.game, tree.root, difference.node[: len(path) + 1]).split()
        yield line[-1], RowMark(pair_words.ROW_LEAF.get(kind, "") if mine else "", mine)


def arrow(pair: PairComparison, path: Path) -> Move | None:
    """Return the student's next move in the opened node, or None."""
    difference = pair.known.difference
    if difference is None:
        return pair.figure.tree.decision if not path else None
    if path != parting_path(pair):
        return None
    if difference.kind == MOVE:
        return pair.mine.tree.decision
    if len(difference.node) > len(path):
        return difference.node[len(path)]
    return difference.next_move
