"""The form behind Level > Customise…: how each level plays, and each side that differs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from loa_tk.control.effects import Effects, FillIn, SaveSettings
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import forget, next_turn
from loa_tk.control.main.own_code import remember
from loa_tk.control.player_form import OWN, check, choice_field, note, player_fields, spec
from loa_tk.model.game import Game
from loa_tk.model.search.players import levels, read_player
from loa_tk.scenes.pages import Choice, FormScene, FormSection
from loa_tk.words import main as words

AS_LEVEL = ""  # a side plays as the Level menu says


def open_form(session: Session) -> Effects[Session]:
    """Show the form; what is filled in is kept for this game."""
    then = partial(customised, game=session.game)
    return [FillIn(form_scene(session), check, then)]


def customised(session: Session, values: Mapping[str, str], game: Game) -> Effects[Session]:
    """Let the levels and sides of a game play as its form says.

    Another game may be on the board by now, because the form does not block the window.
    """
    key = game.key
    changed = {
        level: spec(values, level)
        for level in levels(game)
        if spec(values, level) != read_player(game, level).spec()
    }
    sides = {
        str(side): spec(values, name) if values[f"{name}.as"] == OWN else values[f"{name}.as"]
        for side, name in enumerate(("first", "second"))
    }
    settings = session.settings
    session.change(levels={**settings.levels, key: changed}, sides={**settings.sides, key: sides})
    for text in filter(None, (*changed.values(), *sides.values())):
        for file in read_player(game, text).files:
            remember(session, Path(file).absolute())
    return [SaveSettings(), *forget(session), *next_turn(session)]


def form_scene(session: Session) -> FormScene:
    """Return a section for each level and for each side."""
    game, known = session.game, session.levels()
    sections = [
        FormSection(
            words.LEVELS.get(level, level),
            tuple(player_fields(game, level, read_player(game, level, known),
                                read_player(game, level))),
        )
        for level in levels(game)
    ]  # fmt: skip
    as_choices = (
        Choice(AS_LEVEL, words.AS_LEVEL),
        *(Choice(level, words.LEVELS.get(level, level)) for level in known),
        Choice(OWN, words.OWN),
    )
    for side, name in enumerate(("first", "second")):
        text = session.settings.sides.get(game.key, {}).get(str(side), AS_LEVEL)
        plays = text if text in known or text == AS_LEVEL else OWN
        fields = [choice_field(f"{name}.as", words.PLAYS_AS, plays, as_choices, AS_LEVEL)]
        default = read_player(game, next(iter(known)))
        fields += player_fields(game, name, session.computer(side), default)
        level = session.settings.level  # Adaptive has no section
        copies = ((AS_LEVEL, level if level in known else ""), *((name, name) for name in known))
        sections.append(FormSection(game.sides[side].name.capitalize(), tuple(fields), copies))
    title = words.CUSTOMISE_TITLE.format(game=game.title)
    chosen = session.settings.level
    first = list(known).index(chosen) if chosen in known else 0
    return FormScene(
        title=title, sections=tuple(sections), note=note(game), help="evaluations",
        chooser=words.CUSTOMISE_WHAT, first=first,
    )  # fmt: skip
