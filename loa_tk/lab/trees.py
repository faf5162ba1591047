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
from loa_tk.model.tree.recording import RECORDED, TreeRequest, record
from loa_tk.model.tree.searchtree import SearchTree

MOST = 200_000  # nodes


@dataclass(frozen=True)
class LabTree:
    """A recorded search: `move`, `value`, `line`, `nodes`; `tree` is the record itself."""

    position: Position
    tree: SearchTree

    @property
    def value(self) -> float:
        """The value of the position for the player to move."""
        return self.tree.value()

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
        return f"{self.nodes:,} nodes, value {self.value:g}, line {line}"

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

    `evaluate` is used instead of the evaluation that the player names. `order` is that of the
    moves: "fixed", "best" or "worst", as `loa tree` has it.
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
