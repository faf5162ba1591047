"""What is known of the positions of a game: values from the searches, and blunders."""

from __future__ import annotations

from loa_tk.control.engine.searchlog import blundered
from loa_tk.control.engine.thought import Thought
from loa_tk.model.game import Game, State, finish
from loa_tk.model.match import Node
from loa_tk.model.records.record import letter
from loa_tk.model.search.statistics import Report

VALUE = "V"  # SGF's property for a node's value, good for Black when it is positive
# A move that gives away so much of the value bar. At an even value that is half of what usually
# wins; where a game is lost or won already, even a great change of the figure is no blunder.
BLUNDER = 0.2
TRUSTED = 4  # plies; shallower searches, such as the easy level's, accuse nobody


def node_value(game: Game, node: Node, least: int = 0) -> float | None:
    """The value of a position for the first player, from the best source there is.

    The end of the game, an analysis, the search made there, or the one that led there, where it
    was at least that deep or proved something. A search whose best move was not played says
    nothing of where the other one led.
    """
    outcome = finish(game, node.state) if not node.children else None
    if outcome is not None:
        return outcome.utility(0, game.utmost)
    marked = dict(node.marks).get(VALUE)
    if marked is not None:
        return float(marked) * _sign(game)
    for child in reversed(node.children):
        if (report := _searched(child, least)) is not None:
            return _first_view(game, node, report)
    report = _searched(node, least)
    if node.parent is None or report is None:
        return None
    if blundered(report):
        return None if least else static_value(game, node.state)
    return _first_view(game, node.parent, report)


def _searched(node: Node, least: int) -> Report | None:
    """The search that led to a node, if there was one of that depth."""
    report = node.report
    if not isinstance(report, Report) or not report.iterations:
        return None
    deep = report.depth >= least or report.proof
    return report if deep and report.value is not None else None


def _first_view(game: Game, node: Node, report: Report) -> float | None:
    if report.value is None:
        return None
    return report.value if game.player(node.state) == 0 else -report.value


def static_value(game: Game, state: State) -> float:
    """What the game's best evaluation says of a position, for the first player, unsearched."""
    return game.evaluation(game.evaluations[-1]).value(state, 0)


def board_value(game: Game, node: Node, thought: Thought | None) -> float:
    """The value of the position on the board: of no older one, and never nothing.

    A search of it that goes on or was the last, else what is known of it, else its evaluation.
    """
    searched = None
    if thought is not None and (thought.game, thought.state) == (game, node.state):
        searched = thought.first_view()
    if searched is None:
        searched = node_value(game, node)
    return static_value(game, node.state) if searched is None else searched


def mark_value(game: Game, node: Node, value: float) -> None:
    """Note the value of a position, given for the first player; it travels in the file."""
    others = tuple(mark for mark in node.marks if mark[0] != VALUE)
    node.marks = (*others, (VALUE, f"{value * _sign(game):.6g}"))


def is_blunder(game: Game, node: Node) -> bool:
    """Whether the move that led to a node gave much away."""
    if node.parent is None:
        return False
    before, after = node_value(game, node.parent, TRUSTED), node_value(game, node, TRUSTED)
    if before is None or after is None:
        return False
    lost = game.bar_share(before) - game.bar_share(after)
    return (lost if game.player(node.parent.state) == 0 else -lost) > BLUNDER


def _sign(game: Game) -> int:
    return 1 if letter(game, 0) == "B" else -1
