"""Asks a game's book: which moves it knows in a position, what follows, and what it promises."""

from __future__ import annotations

from collections.abc import Sequence

from loa_tk.model.game import Game, Move, Solved, State
from loa_tk.model.search.statistics import DEEPEST, Alternative

# A book holds every position whose win is farther away than this. Where it ends, longer lines are
# not followed, although its bound may be greater: among them the near win is hard to find.
NEAR = 17


def book_moves(game: Game, state: State, known: Solved) -> list[Move]:
    """Return the moves that the book knows, the best first: the win, or what loses last."""
    if known.move is not None:
        return [known.move]
    replies = []
    for place, move in enumerate(game.moves(state)):
        found = game.solved(game.play(state, move))
        if found is not None and found.winner == known.winner:
            replies.append((-found.plies, place, move))
    return [move for _, _, move in sorted(replies)]


def book_line(game: Game, state: State, move: Move) -> tuple[Move, ...]:
    """Return a move and the best moves after it, as far as the book reaches."""
    line = [move]
    while len(line) < DEEPEST:
        state = game.play(state, line[-1])
        known = None if game.outcome(state) is not None else game.solved(state)
        moves = [] if known is None else book_moves(game, state, known)
        if not moves:
            break
        line.append(moves[0])
    return tuple(line)


def book_alternatives(
    game: Game, state: State, known: Solved, lines: int
) -> tuple[Alternative, ...]:
    """Return the best moves that the book knows, at most this many, with their lines."""
    value = game.utmost if known.winner == game.player(state) else -game.utmost
    moves = book_moves(game, state, known)[:lines]
    return tuple(Alternative(move, value, book_line(game, state, move)) for move in moves)


def promised_plies(game: Game, history: Sequence[State], player: int) -> int:
    """Return within how many plies `player` is sure to win, having played by the book; or 0.

    `history` are the positions met before, oldest first. Where the book ends, the prover is sure to
    find the win (`loa verify` checks it), and so it is after each move of that proof.
    """
    for since, state in enumerate(reversed(history), 1):
        known = game.solved(state)
        if known is not None:
            # After the book's own move the other side is to move; before it, the book was left.
            kept = known.winner == player and game.player(state) != player
            return max(0, min(known.plies - 1, NEAR) - (since - 1)) if kept else 0
    return 0
