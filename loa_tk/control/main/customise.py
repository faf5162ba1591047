"""The form behind Level > Customise…: how each level plays, and each side where it differs."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.control.effects import Effects, FillIn, SaveSettings
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import forget, next_turn
from loa_tk.model.game import Game, PlayerError
from loa_tk.model.search.players import (
    DEFAULT_SECONDS,
    READERS,
    SEARCHES,
    Player,
    levels,
    read_player,
)
from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection
from loa_tk.words import main as words

OPTIONS = ("eval", "depth", "seconds", "blunder")
LIMITS = ("depth", "seconds")  # a search needs one of them
AS_LEVEL, OWN = "", "own"  # how a side plays: as the Level menu says, or in its own way


def open_form(session: Session) -> Effects:
    """Show the form; what is filled in is kept for this game."""
    return [FillIn(form_scene(session), check, customised)]


def customised(session: Session, values: Mapping[str, str]) -> Effects:
    """Let the levels and sides of this game play as the form says."""
    key = session.game.key
    changed = {
        level: spec(values, level)
        for level in levels(session.game)
        if spec(values, level) != read_player(session.game, level).spec()
    }
    sides = {
        str(side): spec(values, name) if values[f"{name}.as"] == OWN else values[f"{name}.as"]
        for side, name in enumerate(("first", "second"))
    }
    settings = session.settings
    session.change(levels={**settings.levels, key: changed}, sides={**settings.sides, key: sides})
    return [SaveSettings(), *forget(session), *next_turn(session)]


def form_scene(session: Session) -> FormScene:
    """A section for each level and for each side."""
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
        chosen = text if text in known or text == AS_LEVEL else OWN
        fields = [FormField(f"{name}.as", words.PLAYS_AS, "choice", chosen, AS_LEVEL, as_choices)]
        default = read_player(game, next(iter(known)))
        fields += player_fields(game, name, session.computer(side), default)
        sections.append(FormSection(game.sides[side].name.capitalize(), tuple(fields)))
    title = words.CUSTOMISE_TITLE.format(game=game.title)
    return FormScene(title, tuple(sections), words.CUSTOMISE_NOTE)


def player_fields(game: Game, section: str, player: Player, default: Player) -> list[FormField]:
    """The fields of one player."""
    searches = tuple(Choice(name, name) for name in SEARCHES)
    evaluations = tuple(Choice(name, name) for name in game.evaluations)
    rows = [
        ("search", "choice", searches),
        ("eval", "choice", evaluations),
        ("depth", "integer", ()),
        ("seconds", "number", ()),
        ("blunder", "number", ()),
    ]
    return [
        FormField(
            f"{section}.{key}",
            words.FORM_LABELS[key],
            kind,
            option_text(player, key),
            option_text(default, key),
            choices,
        )
        for key, kind, choices in rows
    ]


def option_text(player: Player, key: str) -> str:
    """One option of a player as it is typed; no limit is nothing."""
    value = getattr(player, key)
    if key == "seconds" and player.search != "random" and player.depth is None and value is None:
        value = DEFAULT_SECONDS  # what such a player has, though its text does not say so
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def check(values: Mapping[str, str]) -> dict[str, str]:
    """A message for each value that is wrong."""
    wrong = {}
    for name, text in values.items():
        key = name.partition(".")[2]
        if key in OPTIONS and key != "eval" and text:
            try:
                READERS[key](words.FORM_LABELS[key], text)
            except PlayerError as error:
                wrong[name] = str(error)
    for section in unlimited(values):
        wrong |= {f"{section}.{key}": words.NO_LIMIT for key in LIMITS}
    return wrong


def unlimited(values: Mapping[str, str]) -> list[str]:
    """The sections that describe a search which nothing would end."""
    sections = [name.removesuffix(".search") for name in values if name.endswith(".search")]
    return [
        section
        for section in sections
        if values[f"{section}.search"] != "random"
        and values.get(f"{section}.as", OWN) == OWN  # else what stands below it is not used
        and not any(values[f"{section}.{key}"] for key in LIMITS)
    ]


def spec(values: Mapping[str, str], section: str) -> str:
    """The player that a section describes, as text."""
    options = [(key, values[f"{section}.{key}"]) for key in OPTIONS]
    filled = {key: READERS[key](key, text) for key, text in options if text}
    return Player(values[f"{section}.search"], **filled).spec()
