"""Puts a finished game of a series or of a class on the main board."""

from __future__ import annotations

from loa_tk.control.effects import Effects, Front
from loa_tk.control.engine.searchlog import player_words
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import note
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.study.review import look_at
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.records import Record
from loa_tk.words import class_window as class_words
from loa_tk.words import main as main_words
from loa_tk.words import series as words


def put_on_board(
    session: Session, plan: Plan, result: Result, record: Record | None = None
) -> Effects:
    """Show the end of a game, to be reviewed like one from a file; a record has its searches."""
    game = find_game(plan.game)
    described = [player_words(game, player).split(main_words.FACTS) for player in plan.players]
    one, two = (
        numbered.format(name=words_of[0])
        for numbered, words_of in zip(words.NUMBERED, described, strict=True)
    )
    first, second = (main_words.FACTS.join(words_of[1:]) for words_of in described)
    return _show(session, plan, result, (one, two), words.ON_BOARD, (first, second), record)


def put_class_game(session: Session, plan: Plan, result: Result) -> Effects:
    """Show the end of a game between students, whose names are the players of the plan."""
    return _show(session, plan, result, plan.players, class_words.ON_BOARD)


def _show(
    session: Session,
    plan: Plan,
    result: Result,
    names: tuple[str, str],
    said: str,
    details: tuple[str, str] | None = None,
    record: Record | None = None,
) -> Effects:
    game = find_game(plan.game)
    match = Match(game)
    for text in result.moves:
        match.play_text(text)
    if record is not None and record.match.game is game and record.plies == match.ply:
        match = record.match
        match.node = match.root.end()
    shown = names if result.first == 0 else names[::-1]
    if details is not None and result.first != 0:
        details = details[::-1]
    effects = look_at(session, match, shown, details=details)
    if record is not None:
        session.info = dict(record.info)
    text = said.format(number=result.number + 1, one=names[0], two=names[1], reason=result.reason)
    return [*effects, *note(session, text), Front()]
