"""The whole tree of a textbook search, for a script or a notebook, which draws it.

The SVG is made by `control/tree/page.py`, which is the only file outside `model` that this
folder uses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from loa_tk.lab import functions
from loa_tk.lab.adapter import FilesHere
from loa_tk.lab.evaluation import OwnEvaluation
from loa_tk.lab.position import Position
from loa_tk.lab.session import readable
from loa_tk.model.game import UserError
from loa_tk.model.search.options import EVAL
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Report
from loa_tk.model.tree.layout import measure
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.tree.reasons import shown_value
from loa_tk.model.tree.recording import RECORDED, TreeRequest, record
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.model.tree.why import root_why

MOST = 200_000  # nodes
COLUMNS = ("move", "depth", "kind", "value", "bound", "alpha", "beta", "cut")


@dataclass(frozen=True, eq=False)
class LabNode:
    """One node of a recorded search; values and bounds are those of MAX, the root's player."""

    _of: LabTree
    number: int  # in the order in which the search entered the nodes; the root is 0

    @property
    def move(self) -> str:
        """The move that led here, or "" at the root."""
        return self._of.tree.move_name(self.number)

    @property
    def depth(self) -> int:
        """The depth of the node; the root's is 0."""
        return self._of.tree.ply(self.number)

    @property
    def value(self) -> float:
        """What the node returned."""
        return self._of.tree.value(self.number)

    @property
    def bound(self) -> str:
        """What the value is of the minimax value: "exact", "lower" or "upper"."""
        return self._of.tree.bound(self.number)

    @property
    def alpha(self) -> float:
        """Alpha when the node was entered; -inf in minimax."""
        return self._of.tree.alpha(self.number)

    @property
    def beta(self) -> float:
        """Beta when the node was entered; inf in minimax."""
        return self._of.tree.beta(self.number)

    @property
    def kind(self) -> str:
        """Return "max" or "min", or at a leaf "eval" or "utility"."""
        record = self._of.tree
        if record.is_leaf(self.number):
            return "eval" if record.is_eval(self.number) else "utility"
        return "max" if record.is_max(self.number) else "min"

    @property
    def cut(self) -> bool:
        """Whether a bound ended the node: v >= beta in MAX-VALUE, v <= alpha in MIN-VALUE."""
        return self._of.tree.cut(self.number)

    @property
    def untried(self) -> tuple[str, ...]:
        """The moves that were cut off."""
        return self._of.tree.untried_names(self.number)

    @property
    def parent(self) -> LabNode | None:
        """The node above, or None at the root."""
        above = self._of.tree.parent(self.number)
        return None if above is None else LabNode(self._of, above)

    @property
    def children(self) -> tuple[LabNode, ...]:
        """The nodes below, in the order in which they were tried."""
        return tuple(LabNode(self._of, child) for child in self._of.tree.children(self.number))

    @property
    def position(self) -> Position:
        """The position at the node."""
        return Position(self._of.position._game, self._of.tree.state(self.number))

    def __repr__(self) -> str:
        """Return the node in one line."""
        move = f" {self.move}" if self.move else ""
        below = len(self._of.tree.children(self.number))
        return (
            f"<node {self.number}{move}: {self.kind}, depth {self.depth}, "
            f"value {shown_value(self._of.tree, self.number)}, "
            f"alpha {self.alpha:g}, beta {self.beta:g}, {below} children>"
        )


@dataclass(frozen=True, repr=False)
class LabTree:
    """A recorded search: `move`, `value`, `bound`, `line`, `nodes`; `root` is its first node.

    `tree(...).root.children[3].alpha` is alpha of the fourth child, and `to_rows()` is a list of
    dicts, one for each node, from which `pandas.DataFrame` makes a table.
    """

    position: Position
    tree: SearchTree

    @property
    def root(self) -> LabNode:
        """The first node, from which all others can be reached."""
        return LabNode(self, 0)

    def to_rows(self) -> list[dict[str, object]]:
        """Return a dict for each node, in the order in which the search entered them."""
        rows = list[dict[str, object]]()
        for number in range(self.nodes):
            node, above = LabNode(self, number), self.tree.parent(number)
            told = {name: getattr(node, name) for name in COLUMNS}
            rows.append({"node": number, "parent": above, **told})
        return rows

    @property
    def value(self) -> float:
        """The value of the position for the player to move."""
        return self.tree.value()

    @property
    def bound(self) -> str:
        """What the value is of the minimax value: "exact", "lower" or "upper"."""
        return self.tree.bound()

    @property
    def moves(self) -> tuple[tuple[str, float, str], ...]:
        """The moves in the order in which they were tried, each with its value and its bound.

        A move with "upper" is worth at most its value: alpha-beta did not need to know more.
        """
        nodes, tree = self.tree.children(), self.tree
        return tuple((tree.move_name(node), tree.value(node), tree.bound(node)) for node in nodes)

    @property
    def why(self) -> str:
        """Why the move was chosen, in up to three sentences."""
        return " ".join(root_why(self.tree))

    @property
    def nodes(self) -> int:
        """The number of nodes generated."""
        return len(self.tree)

    @property
    def line(self) -> tuple[str, ...]:
        """The moves that both sides are expected to play."""
        counted = self.tree.statistics
        report = Report(
            value=self.value, depth=self.tree.depth, line=self.tree.line, seconds=0.0,
            statistics=counted,
        )  # fmt: skip
        return readable(self.position, report).line

    @property
    def move(self) -> str:
        """The decision."""
        return self.line[0]

    def __str__(self) -> str:
        line = " ".join(self.line)
        return f"{self.nodes:,} nodes, value {shown_value(self.tree, ROOT)}, line {line}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the SVG of the tree, which a notebook shows."""
        from loa_tk.control.tree.page import svg_file

        return svg_file(self.tree, measure(self.tree))


def tree(
    position: Position,
    player: str = "alphabeta:eval=full,depth=3",
    evaluate: Callable[[Position, str], Any] | None = None,
    order: str = "fixed",
) -> LabTree:
    """Search a position by minimax or alpha-beta and return the whole tree.

    `evaluate` is used instead of the evaluation that the player names. `order` is the order in
    which moves are tried, as `loa tree --order` has it: {orders}.
    """
    game = position._game
    named = read_player(game, player)
    if named.search not in RECORDED or named.depth is None:
        raise UserError(f"the tree of {player!r} cannot be recorded: use "
                        f"{' or '.join(RECORDED)} with a depth")  # fmt: skip
    if evaluate is not None:
        own: Any = OwnEvaluation(game, partial(functions.values, game, evaluate))
    else:
        own = FilesHere().evaluation_of(game, named)
    request = TreeRequest(
        game=game, state=position._state, search=named.search, evaluation=named.options[EVAL.name],
        depth=named.depth, order=order, own=own, most=MOST,
    )  # fmt: skip
    made = record(request)
    if not made.complete:
        raise UserError(f"the tree has more than {MOST:,} nodes; choose a smaller depth")
    return LabTree(position, made)


if tree.__doc__:  # there is none under python -OO
    tree.__doc__ = tree.__doc__.format(orders=", ".join(f'"{name}"' for name in ORDERS))
