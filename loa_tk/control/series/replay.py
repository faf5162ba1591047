"""Finished games of a series or of a class, as the main board shows them."""

from __future__ import annotations

from loa_tk.control.effects import ShowMatch
from loa_tk.control.engine.searchlog import player_words
from loa_tk.control.series.plan import Plan, Result
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.records import Record
from loa_tk.words import main as main_words
from loa_tk.words import series as words


def shown_game(plan: Plan, result: Result, record: Record | None = None) -> ShowMatch:
    """Return the end of a game, to be reviewed like one from a file; a record has its searches."""
    game = find_game(plan.game)
    described = [player_words(game, player).split(main_words.FACTS) for player in plan.players]
    one, two = (
        numbered.format(name=words_of[0])
        for numbered, words_of in zip(words.NUMBERED, described, strict=True)
    )
    first, second = (main_words.FACTS.join(words_of[1:]) for words_of in described)
    return shown_result(plan, result, (one, two), words.ON_BOARD, (first, second), record)


def shown_result(
    plan: Plan,
    result: Result,
    names: tuple[str, str],
    note: str,
    details: tuple[str, str] | None = None,
    record: Record | None = None,
) -> ShowMatch:
    """Return the end of a game between players of these names."""
    game = find_game(plan.game)
    match = Match(game)
    for text in result.moves:
        match.play_text(text)
    info = None
    if record is not None:
        info = dict(record.info)
        if record.match.game is game and record.plies == match.ply:
            match = record.match
            match.node = match.root.end()
    text = note.format(number=result.number + 1, one=names[0], two=names[1], reason=result.reason)
    turned = result.first != 0
    return ShowMatch(
        match=match, note=text, info=info, names=names[::-1] if turned else names,
        details=details[::-1] if turned and details is not None else details,
    )  # fmt: skip
