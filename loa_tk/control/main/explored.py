"""The main window and the search explorer: a node's position on the board, a search to explore."""

from __future__ import annotations

from loa_tk.control.effects import Effects, Explore, Front
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import note
from loa_tk.control.study.review import look_at
from loa_tk.model.game import Game, Move, State
from loa_tk.model.match import Match
from loa_tk.words import explorer as words


def put_on_board(
    session: Session, game: Game, root: State, moves: tuple[Move, ...]
) -> Effects:
    """Show a position of the search explorer, with the moves that led to it, for review."""
    if not moves and (game, root) == (session.game, session.match.state):
        return [Front()]
    match = Match(game, root)
    for move in moves:
        match.play(move)
    return [*look_at(session, match), *note(session, words.ON_BOARD), Front()]


def explore(session: Session, key: str) -> Effects:
    """Explore a search of the log: the same position, evaluation and depth."""
    asked = next((one.search for one in session.log if one.entry.key == key), None)
    return [] if asked is None else [Explore(*asked)]

