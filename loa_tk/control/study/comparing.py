"""Compares a move that was played with the best one, by searches that looked equally far ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from loa_tk.control.engine.blunders import chose_other
from loa_tk.immutable import dataclass
from loa_tk.model.game import Game
from loa_tk.model.match import Node, outcome_at
from loa_tk.model.search.statistics import Iteration, Proof, Report

TRUSTED = 4  # plies; values of shallower searches, such as the easy level's, are not compared
KNOWN = 500  # pairs; windows ask for the same ones at every scene
LOOKED = ("depth", "unfinished")  # the passes that have looked a number of plies ahead


@dataclass(frozen=True)
class Compared:
    """The best move of a position and the move that was played there, valued by the same measure.

    `best` is the report on the position, `after` that on the position after the played move; it is
    None if that move ended the game. Each is a proof, or the pass of a search. The passes are of
    one depth, seen from the position before the move: a value of depth 8 and one of depth 9 may
    differ although the moves are equally good.
    """

    best: Report
    after: Report | None


def compared(game: Game, node: Node) -> Compared | None:
    """Return the values that compare the move that led to a node with the best one, or None.

    Analyses come first, then the searches of the game.
    """
    if (pair := studied(game, node)) is not None:
        return pair
    ended = outcome_at(game, node) is not None
    found = (equally_far(*reports, ended) for reports in _reports(node, ended))
    return next((pair for pair in found if pair is not None), None)


def studied(game: Game, node: Node) -> Compared | None:
    """Return the same, as far as analyses know it."""
    before, ended = node.parent, outcome_at(game, node) is not None
    if before is None or not isinstance(before.study, Report):
        return None
    after = node.study if isinstance(node.study, Report) and not ended else None
    return _known(Same(before.study), Same(after), ended)


class Same:
    """A report as the key of a cache: it equals itself alone, because its hash is slow to make."""

    __slots__ = ("report",)

    def __init__(self, report: Report | None) -> None:
        """Stand for a report."""
        self.report = report

    def __hash__(self) -> int:
        """Return a hash of the identity."""
        return id(self.report)

    def __eq__(self, other: object) -> bool:
        """Return whether both stand for the same report."""
        return isinstance(other, Same) and self.report is other.report


@lru_cache(KNOWN)
def _known(before: Same, after: Same, ended: bool) -> Compared | None:
    assert before.report is not None
    return equally_far(before.report, after.report, ended)


def equally_far(before: Report, after: Report | None, ended: bool = False) -> Compared | None:
    """Return what two searches have found equally far ahead, the deeper the better, or None.

    A proof holds for every depth that reaches its end. `ended` says that the move ended the game,
    so that there was nothing to search after it.
    """
    if after is None and not ended:
        return None
    if proved(before) is not None and (after is None or proved(after) is not None):
        return Compared(before, after)
    deepest = [_deepest(report) + ply for ply, report in enumerate((before, after)) if report]
    for depth in range(max(deepest), 0, -1):
        best = seen(before, depth)
        reply = None if after is None else seen(after, depth - 1)
        if best is not None and (after is None or reply is not None):
            return Compared(best, reply)
    return None


def seen(report: Report, depth: int) -> Report | None:
    """Return what a search has found this many plies ahead: its proof, or its pass, or None."""
    proof = proved(report)
    if proof is not None and (proof.plies or 0) <= depth:
        return report
    passes = (one for one in reversed(report.iterations) if comparable(one))
    return next((replace(one.alone(report.shown), player=report.player)
                 for one in passes if one.depth == depth), None)  # fmt: skip


def proved(report: Report) -> Proof | None:
    """Return what a search has proved; what another program only announces is no proof."""
    return None if report.proof is None or report.proof.source == "program" else report.proof


def comparable(one: Iteration) -> bool:
    """Return whether a pass found a value by looking far enough ahead."""
    return one.kind in LOOKED and one.depth >= TRUSTED and None not in (one.value, one.move)


def _deepest(report: Report) -> int:
    proof = proved(report)
    near = 0 if proof is None else proof.plies or 0
    return max((one.depth for one in report.iterations if comparable(one)), default=near)


def _reports(node: Node, ended: bool) -> Iterator[tuple[Report, Report | None]]:
    """Yield reports on the position before a move and on that after it, by the same player."""
    if node.parent is None:
        return
    for before in _about(node.parent):
        if ended:
            yield before, None
        for after in _about(node):
            if after.player == before.player:
                yield before, after


def _about(node: Node) -> Iterator[Report]:
    """Yield the searches of a game that say something of a position."""
    for child in reversed(node.children):
        if isinstance(child.report, Report):
            yield child.report
    answered = _answered(node)
    if answered is not None:
        yield answered


def _answered(node: Node) -> Report | None:
    """Return what the search that led to a node has found of it, for the other side, or None.

    Passes with another best move say nothing of it.
    """
    report = node.report
    if not isinstance(report, Report):
        return None
    passes = tuple(
        replace(one, depth=one.depth - 1, value=0.0 - one.value, line=one.line[1:])
        for one in report.iterations
        if one.value is not None and one.move == node.move and len(one.line) > 1
    )
    if not passes:
        return None
    proof = None if chose_other(report) else report.proof
    if proof is not None and proof.plies:
        proof = replace(proof, plies=proof.plies - 1)
    last = passes[-1]
    return replace(report, value=last.value, depth=last.depth, line=last.line, proof=proof,
                   iterations=passes, alternatives=(), runner_up=None)  # fmt: skip
