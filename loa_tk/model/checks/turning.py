"""The decisive move of a lost game: the last one that gave a proved win or draw away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loa_tk.model.checks.positions import prove, winning_moves
from loa_tk.model.game import Game, Outcome, State, finish
from loa_tk.model.notation import move_text, position_text, read_move
from loa_tk.model.search.statistics import Proof

ALLOWED = 5_000  # expansions for each position: a twentieth of a second


@dataclass(frozen=True, kw_only=True)
class Turning:
    """A move that gave a win or a draw away: where it was played, and what is proved about it."""

    ply: int  # from 0
    position: str
    move: str
    better: str  # a move that would have kept the win, if one is known
    side: str  # who played it, and who profits
    other: str
    won_in: int | None  # plies of the win that was there; None is a draw
    lost_in: int | None  # plies in which the other side now wins; None is a draw

    @property
    def number(self) -> int:
        """The number of the move in the game, from 1."""
        return self.ply // 2 + 1


def turning_point(game: Game, moves: Sequence[str], loser: int) -> Turning | None:
    """Return the last move by which a side gave a proved win or draw away, or None.

    The positions are looked at from the end of the game. Without a proof nothing is said, so the
    search ends at the first position that takes too long to prove.
    """
    states = [game.start]
    for text in moves:
        states.append(game.play(states[-1], read_move(game, states[-1], text)))
    after = _result(game, states[-1])
    for ply in range(len(moves) - 1, -1, -1):
        before = _result(game, states[ply])
        if before is None or after is None:
            return None
        if game.player(states[ply]) == loser and _worth(before, loser) > _worth(after, loser):
            return _turning(game, states[ply], ply, moves[ply], before, after)
        after = before
    return None


def _turning(
    game: Game, state: State, ply: int, move: str, before: Proof, after: Proof
) -> Turning:
    loser = game.player(state)
    best = winning_moves(game, state, before.plies)[:1] if before.plies and _won(before) else ()
    return Turning(
        ply=ply, position=position_text(game, state), move=move,
        better="".join(move_text(game, state, one) for one in best),
        side=game.sides[loser].name, other=game.sides[1 - loser].name,
        won_in=before.plies if _won(before) else None, lost_in=after.plies if _won(after) else None,
    )  # fmt: skip


def _won(proof: Proof) -> bool:
    return proof.winner is not None


def _worth(proof: Proof, side: int) -> int:
    """Return 1 for a win of a side, 0 for a draw and -1 for a loss."""
    return 0 if proof.winner is None else 1 if proof.winner == side else -1


def _result(game: Game, state: State) -> Proof | None:
    """Return the proved result of a state, or None if that takes too long."""
    outcome: Outcome | None = finish(game, state)
    if outcome is not None:
        return Proof(outcome.winner, 0)
    return prove(game, state, ALLOWED, bounded=True)
