"""A recorded tree with what the window needs of it, sent from the engine process in pieces.

A tree of a million nodes is 60 MB. Unpacking it in one go would stop the window for a tenth of a
second, so it travels in pieces of a quarter of a megabyte, ten of which take 6 ms, and everything
that must be computed for all nodes is computed in the engine process.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from loa_tk.model.game import Move, State
from loa_tk.model.games import find_game
from loa_tk.model.search.statistics import Statistics
from loa_tk.model.tree.figure import FIGURES, Execution
from loa_tk.model.tree.reasons import ChildRow, Reason, explain, rows
from loa_tk.model.tree.searchtree import Columns, SearchTree
from loa_tk.model.tree.widths import Widths

PIECE = 1 << 18  # bytes
KEPT = 2_000  # nodes whose moves are remembered in words


@dataclass(frozen=True)
class TreePiece:
    """A part of one of the arrays; the pieces of an array arrive in their order."""

    name: str
    content: bytes


@dataclass(frozen=True)
class TreeFacts:
    """Everything about a recorded tree that is not an array."""

    game: str
    root: State
    search: str
    evaluation: str
    depth: int
    order: str
    statistics: Statistics
    line: tuple[Move, ...]
    complete: bool
    total: int
    averages: tuple[float, ...]
    counted: int


class ReceivedExecution(Execution):
    """An execution whose moments were counted in the engine process."""

    def __init__(
        self, tree: SearchTree, starts: array[int], counts: array[int], cuts: array[int]
    ) -> None:
        """Take the numbers as they are."""
        self.tree, self.figure = tree, FIGURES[tree.search]
        self.around = 5 if tree.prunes else 3
        self.starts, self.counts = starts, counts
        self.__dict__["cuts"] = cuts  # in place of the cached property


@dataclass(frozen=True, eq=False)
class Exploration:
    """A recorded tree, its widths and its moments, with what has been put into words so far."""

    tree: SearchTree
    widths: Widths
    execution: Execution
    _rows: dict[int, tuple[ChildRow, ...]] = field(default_factory=dict)
    _reasons: dict[int, Reason] = field(default_factory=dict)

    def rows(self, node: int) -> tuple[ChildRow, ...]:
        """Return the moves of a node in words."""
        if node not in self._rows:
            if len(self._rows) > KEPT:
                self._rows.clear()
            self._rows[node] = rows(self.tree, node)
        return self._rows[node]

    def reason(self, node: int) -> Reason:
        """Return why a node has its value."""
        if node not in self._reasons:
            if len(self._reasons) > KEPT:
                self._reasons.clear()
            self._reasons[node] = explain(self.tree, node)
        return self._reasons[node]

    @cached_property
    def positions(self) -> float:
        """The positions that minimax would visit."""
        return self.widths.width()


def columns_of(
    tree: SearchTree, widths: Widths, execution: Execution
) -> dict[str, array[Any] | bytearray]:
    """Return every array by a name."""
    return {
        **vars(tree.columns),
        "widths": widths.nodes,
        "estimated": widths.estimated,
        "starts": execution.starts,
        "counts": execution.counts,
        "cuts": execution.cuts,
    }


def pieces(tree: SearchTree, widths: Widths, execution: Execution) -> Iterator[TreePiece]:
    """Yield all arrays in pieces."""
    for name, column in columns_of(tree, widths, execution).items():
        view = memoryview(column).cast("B")
        for start in range(0, len(view), PIECE):
            yield TreePiece(name, bytes(view[start : start + PIECE]))


def facts(tree: SearchTree, widths: Widths) -> TreeFacts:
    """Return what is to be sent besides the arrays."""
    return TreeFacts(
        tree.game.key, tree.root, tree.search, tree.evaluation, tree.depth, tree.order,
        tree.statistics, tree.line, tree.complete, tree.total, widths.averages, widths.counted,
    )  # fmt: skip


class Arriving:
    """The arrays of a tree whose pieces are arriving."""

    def __init__(self) -> None:
        """Begin with empty arrays."""
        self._columns = Columns()
        self._others: dict[str, array[Any]] = {
            "widths": array("d"), "starts": array("I"), "counts": array("I"), "cuts": array("I"),
        }  # fmt: skip
        self._estimated = bytearray()

    def add(self, piece: TreePiece) -> None:
        """Append a piece to its array."""
        if piece.name == "estimated":
            self._estimated += piece.content
        elif piece.name in self._others:
            self._others[piece.name].frombytes(piece.content)
        else:
            getattr(self._columns, piece.name).frombytes(piece.content)

    def finished(self, known: TreeFacts) -> Exploration:
        """Return the tree, since all pieces have arrived."""
        tree = SearchTree(
            find_game(known.game), known.root, known.search, known.evaluation, known.depth,
            known.order, known.statistics, known.line, known.complete, known.total, self._columns,
        )  # fmt: skip
        others = self._others
        widths = Widths(others["widths"], self._estimated, known.averages, known.counted)
        replay = ReceivedExecution(tree, others["starts"], others["counts"], others["cuts"])
        return Exploration(tree, widths, replay)
