"""Puts a finished game of a series or of a class on the main board."""

from __future__ import annotations

from loa_tk.control.effects import Effects, Front
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import note
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.study.review import look_at
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.words import class_window as class_words
from loa_tk.words import series as words


def put_on_board(session: Session, plan: Plan, result: Result) -> Effects:
    """Show the end of a game, to be reviewed like one from a file."""
    one, two = (player.partition(":")[0] for player in plan.players)
    names = words.NUMBERED[0].format(name=one), words.NUMBERED[1].format(name=two)
    return _show(session, plan, result, names, words.ON_BOARD)


def put_class_game(session: Session, plan: Plan, result: Result) -> Effects:
    """Show the end of a game between students, whose names are the players of the plan."""
    return _show(session, plan, result, plan.players, class_words.ON_BOARD)


def _show(
    session: Session, plan: Plan, result: Result, names: tuple[str, str], said: str
) -> Effects:
    match = Match(find_game(plan.game))
    for text in result.moves:
        match.play_text(text)
    effects = look_at(session, match, names if result.first == 0 else names[::-1])
    text = said.format(number=result.number + 1, one=names[0], two=names[1], reason=result.reason)
    return [*effects, *note(session, text), Front()]
