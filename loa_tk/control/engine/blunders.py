"""Moves played at random beside the best one, which may be worse: levels call them blunders."""

from __future__ import annotations

from functools import lru_cache

from loa_tk.model.game import Game, Move, State, finish
from loa_tk.model.search.statistics import Iteration, Proof, Report

NEAR = 3  # plies that are played out to compare results; a reply on 8x8 has some 30 moves
KNOWN = 1000  # answers; windows ask for the same ones at every scene


def best_pass(report: Report) -> Iteration | None:
    """Return the pass with the search's own answer, or None if nothing was searched.

    Its move is the report's, unless the player chose a move other than the best.
    """
    return next((depth for depth in reversed(report.iterations) if depth.move is not None), None)


def chose_other(report: Report) -> bool:
    """Return whether a move other than the best was played on purpose."""
    best = best_pass(report)
    return best is not None and best.move != report.move


def blundered(game: Game, state: State, report: Report) -> bool:
    """Return whether a move other than the best was played on purpose and may have a worse result.

    If not, value and proof of the report are those of the move that was played.
    """
    return chose_other(report) and not as_good(game, state, report.move, report.proof)


@lru_cache(KNOWN)
def as_good(game: Game, state: State, move: Move, proof: Proof | None) -> bool:
    """Return whether a move has the result that is proved for the best one, in as many plies."""
    if proof is None or proof.source or proof.winner is None or proof.plies is None:
        return False
    side, after, plies = game.player(state), game.play(state, move), proof.plies
    if proof.winner == side:
        return plies - 1 <= NEAR and forced(game, after, side, plies - 1)
    return plies - 2 <= NEAR and not forced(game, after, proof.winner, plies - 2)


@lru_cache(KNOWN)
def played_proof(game: Game, state: State, move: Move) -> Proof | None:
    """Return the result of a move that ends the game, or lets the next one end it, or None."""
    after = game.play(state, move)
    outcome = finish(game, after)
    if outcome is not None:
        return Proof(outcome.winner, 1 if outcome.winner is not None else None)
    return next((Proof(side, 2) for side in (0, 1) if forced(game, after, side, 1)), None)


def forced(game: Game, state: State, side: int, plies: int) -> bool:
    """Return whether a side can force a win within this many plies."""
    outcome = finish(game, state)
    if outcome is not None or plies <= 0:
        return outcome is not None and outcome.winner == side
    answers = (
        forced(game, game.play(state, move), side, plies - 1) for move in game.moves(state)
    )
    return any(answers) if game.player(state) == side else all(answers)
