"""The form behind Level > Customise…: how each level plays, and each side where it differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from loa_tk.control.main.session import Session
from loa_tk.model.game import Game, PlayerError
from loa_tk.model.search import all_searches
from loa_tk.model.search.options import EVAL, SECONDS, Option
from loa_tk.model.search.players import Player, levels, read_player
from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection
from loa_tk.words import main as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller

AS_LEVEL, OWN = "", "own"  # how a side plays: as the Level menu says, or in its own way


def open_form(controller: Controller) -> None:
    """Show the form; what is filled in is kept for this game."""

    def done(values: Mapping[str, str]) -> None:
        session = controller.session
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
        controller.change(
            levels={**settings.levels, key: changed}, sides={**settings.sides, key: sides}
        )
        controller.thinker.cancel()
        controller.next_turn()

    controller.view.form(form_scene(controller.session), check, done)


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


def form_options() -> list[Option[Any]]:
    """Return the options that a form asks for: those of every search, each once."""
    rows = {row.name: row for search in all_searches().values() for row in search.options}
    limits_first = sorted(rows.values(), key=lambda row: (row != EVAL, not row.limit))
    return [row for row in limits_first if row.form]


def player_fields(game: Game, section: str, player: Player, default: Player) -> list[FormField]:
    """Return the fields of one player."""
    searches = tuple(Choice(name, name) for name in all_searches())
    evaluations = tuple(Choice(name, name) for name in game.evaluations)
    search = FormField(
        f"{section}.search", words.SEARCH, "choice", player.search, default.search, searches
    )
    return [search] + [
        FormField(
            f"{section}.{row.name}",
            row.label,
            row.form,
            option_text(player, row),
            option_text(default, row),
            evaluations if row == EVAL else (),
        )
        for row in form_options()
    ]


def option_text(player: Player, row: Option[Any]) -> str:
    """Return one option of a player as it is typed; no limit is nothing."""
    if row == SECONDS:  # also those that a player without any limit has
        return row.text(player.allowed)
    return row.text(player.options.get(row.name, row.default))


def check(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that is wrong."""
    wrong = {}
    rows = {row.name: row for row in form_options()}
    for name, text in values.items():
        row = rows.get(name.partition(".")[2])
        if row is not None and text:
            try:
                row.read(row.label, text)
            except PlayerError as error:
                wrong[name] = str(error)
    for section, limits in unlimited(values).items():
        message = words.NO_LIMIT.format(limits=words.OR.join(row.label for row in limits))
        wrong |= {f"{section}.{row.name}": message for row in limits}
    return wrong


def unlimited(values: Mapping[str, str]) -> dict[str, list[Option[Any]]]:
    """Return the sections that describe a search which nothing would end, with its limits."""
    found = {}
    for name, search in values.items():
        section, dot, key = name.partition(".")
        # A side that plays as the level does not use what stands below.
        if dot and key == "search" and values.get(f"{section}.as", OWN) == OWN:
            limits = [row for row in all_searches()[search].options if row.limit]
            if limits and not any(values[f"{section}.{row.name}"] for row in limits):
                found[section] = limits
    return found


def spec(values: Mapping[str, str], section: str) -> str:
    """Return the player that a section describes, as text."""
    search = values[f"{section}.search"]
    typed = {row: values.get(f"{section}.{row.name}") for row in all_searches()[search].options}
    filled = {row.name: row.read(row.name, text) for row, text in typed.items() if text}
    return Player(search, **filled).spec()
