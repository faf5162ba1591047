"""Puts a finished game of a series on the main board."""

from __future__ import annotations

from loa_tk.control.effects import Effects, Front
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import note
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.study.review import look_at
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.words import series as words


def put_on_board(session: Session, plan: Plan, result: Result) -> Effects:
    """Show the end of a game, to be reviewed like one from a file."""
    match = Match(find_game(plan.game))
    for text in result.moves:
        match.play_text(text)
    one, two = (player.partition(":")[0] for player in plan.players)
    names = words.NUMBERED[0].format(name=one), words.NUMBERED[1].format(name=two)
    effects = look_at(session, match, names if result.first == 0 else names[::-1])
    text = words.ON_BOARD.format(number=result.number + 1, reason=result.reason)
    return [*effects, *note(session, text), Front()]
