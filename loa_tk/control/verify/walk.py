"""Walks a game's book from the start through every reply, and lists what is left to be proved.

It knows only the rules and what the book says. Positions that are images of each other are
visited once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from loa_tk.model.game import Game, State, UserError, finish
from loa_tk.model.notation import move_text, position_text
from loa_tk.model.search.consult import NEAR


class Hole(Exception):
    """A place where the strategy fails: its position and the reason, in one line."""

    def __init__(self, game: Game, state: State, reason: str) -> None:
        """Put the place into words."""
        super().__init__(f"{position_text(game, state)}: {reason}")


@dataclass
class Walk:
    """What a walk has met."""

    winner: int
    plies: int  # within which the winner wins from the start
    met: set[State] = field(default_factory=set)  # positions of the book, up to images
    replies: int = 0
    ended: int = 0  # moves and replies that won the game for the winner
    # Positions to be proved, up to images, each with the plies within which the win must come. A
    # position that is reached from several others may have to be proved within different plies.
    open: set[tuple[State, int]] = field(default_factory=set)


def walk(game: Game) -> Walk:
    """Follow the book from the start, or raise Hole at the first place where it fails.

    The plies must fall with every move of the winner, so no play can go round in a circle.
    """
    known = game.solved(game.start)
    if known is None:
        raise UserError(f"{game.key} has no book of its start")
    found = Walk(known.winner, known.plies)
    waiting = [game.canonical(game.start)]
    while waiting:
        state = waiting.pop()
        if state not in found.met:
            found.met.add(state)
            waiting += _follow(game, state, found)
    return found


def _follow(game: Game, state: State, found: Walk) -> list[State]:
    """Play the book's move and every reply; return the positions that are in the book again."""
    known = game.solved(state)
    assert known is not None
    if known.move is None or known.move not in game.moves(state):
        raise Hole(game, state, "the book’s move is not legal")
    after = game.play(state, known.move)
    if _ended(game, after, found):
        return []
    inside = []
    for reply in game.moves(after):
        found.replies += 1
        child = game.play(after, reply)
        if _ended(game, child, found):
            continue
        image, left = game.canonical(child), known.plies - 2
        answer = game.solved(image)
        if answer is None:
            found.open.add((image, min(left, NEAR)))
        elif answer.winner != found.winner or answer.plies > left:
            moves = f"{move_text(game, state, known.move)} {move_text(game, after, reply)}"
            raise Hole(
                game,
                state,
                f"the bound of {known.plies} plies does not fall: "
                f"after {moves} the book says {answer.plies}",
            )
        else:
            inside.append(image)
    return inside


def _ended(game: Game, state: State, found: Walk) -> bool:
    """Return whether the winner has won here; raise Hole if the other side has."""
    outcome = finish(game, state)
    if outcome is None:
        return False
    if outcome.winner != found.winner:
        raise Hole(game, state, f"the game is lost: {outcome.reason}")
    found.ended += 1
    return True
