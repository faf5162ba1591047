"""The values of a game's positions, from searches and analyses, and its blunders."""

from __future__ import annotations

from dataclasses import replace

from loa_tk.control.engine.blunders import blundered
from loa_tk.control.engine.searchlog import is_certain, is_unfinished
from loa_tk.control.engine.thought import Thought
from loa_tk.control.study.comparing import Compared, compared
from loa_tk.model.game import Game, State, finish
from loa_tk.model.match import Node, outcome_at
from loa_tk.model.records.record import letter
from loa_tk.model.search.statistics import Proof, Report

VALUE = "V"  # SGF's property for a node's value, good for Black when it is positive
# A move is a blunder if it gives away this share of the value bar. At an even value that is half
# of what usually wins; in a decided game even a large change is no blunder.
BLUNDER = 0.2


def node_value(game: Game, node: Node) -> float | None:
    """Return the value of a position for the first player from the best source, or None.

    The sources are the end of the game, an analysis, the value that a record marks, the search made
    in the position, and the search that led to it. A search whose best move was not played says
    nothing about the move that was.
    """
    outcome = finish(game, node.state) if not node.children else None
    if outcome is not None:
        return outcome.utility(0, game.utmost)
    report, side = _source(game, node)
    if report is not None and report.value is not None:
        return report.value if side == 0 else -report.value
    marked = dict(node.marks).get(VALUE)
    if marked is not None:
        return float(marked) * _sign(game)
    return None if _searched(node) is None else static_value(game, node.state)


def _searched(node: Node) -> Report | None:
    """Return the search that led to a node, if it found a value."""
    report = node.report
    if not isinstance(report, Report) or not report.iterations:
        return None
    return report if report.value is not None else None


def static_value(game: Game, state: State) -> float:
    """Return the value of a position for the first player: its result, or the best evaluation's.

    An evaluation is made for games that go on: in Breakthrough it knows no worker on the last row.
    """
    outcome = finish(game, state)
    if outcome is not None:
        return outcome.utility(0, game.utmost)
    return game.evaluation(game.evaluations[-1]).value(state, 0)


def board_value(game: Game, node: Node, thought: Thought | None) -> float:
    """Return the value of the position on the board.

    It comes from the search of this position, if there is one, else from what is known of it, else
    from the evaluation.
    """
    searched = None
    if thought is not None and (thought.game, thought.state) == (game, node.state):
        searched = thought.first_view()
    if searched is None:
        searched = node_value(game, node)
    return static_value(game, node.state) if searched is None else searched


def board_bound(game: Game, node: Node, thought: Thought | None) -> int:
    """Return 1 if the value of the board is at least that, -1 if at most, or 0 if it is no bound.

    It is for the first player, as the value is. A depth that was not finished has found a move that
    is worth its value, but perhaps not the best one.
    """
    live = thought is not None and (thought.game, thought.state) == (game, node.state)
    report, side = None if thought is None or not live else thought.report, game.player(node.state)
    if report is None or report.value is None or not report.iterations:
        report, side = _source(game, node)
    if report is None or not is_unfinished(report) or is_certain(game, report.value):
        return 0
    return 1 if side == 0 else -1


def _source(game: Game, node: Node) -> tuple[Report | None, int]:
    """Return the report that `node_value` takes the value from, if it is one, and its side."""
    side = game.player(node.state)
    if finish(game, node.state) is not None and not node.children:
        return None, side
    if isinstance(node.study, Report) and node.study.value is not None:
        return node.study, side
    if VALUE in dict(node.marks):
        return None, side
    for child in reversed(node.children):
        if (report := _searched(child)) is not None:
            return report, side
    report = _searched(node)
    if node.parent is None or report is None or blundered(game, node.parent.state, report):
        return None, side
    return report, game.player(node.parent.state)


def board_proof(game: Game, node: Node, thought: Thought | None) -> Proof | None:
    """Return what a search has proved of the position on the board, or None."""
    last = None if thought is None or thought.state != node.state else thought.report
    if last is not None and last.proof is not None:
        return last.proof
    if isinstance(node.study, Report) and node.study.proof is not None:
        return node.study.proof
    for child in reversed(node.children):
        if (report := _searched(child)) is not None and report.proof is not None:
            return report.proof
    report = _searched(node)
    if node.parent is None or report is None or report.proof is None or not report.proof.plies:
        return None
    if blundered(game, node.parent.state, report):
        return None
    return replace(report.proof, plies=report.proof.plies - 1)


def mark_value(game: Game, node: Node, value: float) -> None:
    """Mark a position with its value for the first player; the mark is saved with the game."""
    others = tuple(mark for mark in node.marks if mark[0] != VALUE)
    node.marks = (*others, (VALUE, f"{value * _sign(game):.6g}"))


def is_blunder(game: Game, node: Node) -> bool:
    """Return whether the move that led to a node was a blunder.

    It is one only if a value of the move is known that can be compared with the best move's. A move
    that the analysis itself would play is none: only the horizon has moved on.
    """
    if node.parent is None:
        return False
    study = node.parent.study
    if isinstance(study, Report) and study.move == node.move:
        return False
    pair = compared(game, node)
    if pair is None or pair.best.move == node.move:
        return False
    return given_away(game, node, pair) > BLUNDER


def given_away(game: Game, node: Node, pair: Compared) -> float:
    """Return the share of the value bar that the move which led to a node gave away."""
    assert node.parent is not None
    outcome, side = outcome_at(game, node), game.player(node.parent.state)
    value = outcome.utility(side, game.utmost) if outcome is not None else 0.0
    if pair.after is not None:
        value = -(pair.after.value or 0.0)
    return game.bar_share(pair.best.value or 0.0) - game.bar_share(value)


def _sign(game: Game) -> int:
    return 1 if letter(game, 0) == "B" else -1
