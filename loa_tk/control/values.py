"""What is known of the positions of a game: values from the searches, and blunders."""

from __future__ import annotations

from math import tanh

from loa_tk.model.game import Game, finish
from loa_tk.model.match import Node
from loa_tk.model.records.record import letter
from loa_tk.model.search.statistics import Report

VALUE = "V"  # SGF's property for a node's value, good for Black when it is positive
# A move that gives away so much of the value bar. At an even value that is half of what usually
# wins; where a game is lost or won already, even a great change of the figure is no blunder.
BLUNDER = 0.2


def bar_share(game: Game, value: float) -> float:
    """How much of the value bar is the first player's."""
    if abs(value) >= game.utmost:
        return 1.0 if value > 0 else 0.0
    return 0.5 + 0.5 * tanh(value / game.decisive)


def node_value(game: Game, node: Node) -> float | None:
    """The value of a position for the first player, from the best source there is.

    The end of the game, an analysis, the search made there, or the one that led there.
    """
    outcome = finish(game, node.state) if not node.children else None
    if outcome is not None:
        return outcome.utility(0, game.utmost)
    marked = dict(node.marks).get(VALUE)
    if marked is not None:
        return float(marked) * _sign(game)
    after = [child.report for child in reversed(node.children)]
    for report, state in [
        *((report, node.state) for report in after),
        *([(node.report, node.parent.state)] if node.parent is not None else []),
    ]:
        if isinstance(report, Report) and report.iterations:
            return report.value if game.player(state) == 0 else -report.value
    return None


def mark_value(game: Game, node: Node, value: float) -> None:
    """Note the value of a position, given for the first player; it travels in the file."""
    others = tuple(mark for mark in node.marks if mark[0] != VALUE)
    node.marks = (*others, (VALUE, f"{value * _sign(game):.6g}"))


def is_blunder(game: Game, node: Node) -> bool:
    """Whether the move that led to a node gave much away."""
    if node.parent is None:
        return False
    before, after = node_value(game, node.parent), node_value(game, node)
    if before is None or after is None:
        return False
    lost = bar_share(game, before) - bar_share(game, after)
    return (lost if game.player(node.parent.state) == 0 else -lost) > BLUNDER


def _sign(game: Game) -> int:
    return 1 if letter(game, 0) == "B" else -1
