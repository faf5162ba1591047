"""The fields of a form that describes one player: its search and the options of all searches.

A field's key is `section.option`. A section may have a field `as`: unless its value is OWN, the
other fields of the section are not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from loa_tk.model.fields import Field
from loa_tk.model.game import Game, PlayerError
from loa_tk.model.search import all_searches
from loa_tk.model.search.options import EVAL, SECONDS, Option
from loa_tk.model.search.players import Player
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import main as words

CHESS = "uci"  # the search that is not offered in every game
OWN = "own"  # the player is described by the fields of its own section


def searches_of(game: Game) -> list[str]:
    """Return the searches that can play a game."""
    found = all_searches().values()
    return [search.name for search in found if not search.games or game.key in search.games]


def form_options(searches: Iterable[str]) -> list[Option[Any]]:
    """Return the options that a form asks for: those of these searches, each once."""
    rows = {row.name: row for name in searches for row in all_searches()[name].options}
    order = sorted(
        rows.values(), key=lambda row: (not row.first, row.name != EVAL.name, not row.limit)
    )
    return [row for row in order if row.label]


def form_field(
    field: Field[Any], value: str, choices: tuple[Choice, ...] = (), default: str | None = None,
    only: tuple[str, ...] = (),
) -> FormField:  # fmt: skip
    """Return a field of a form, with its value; the default is the field's own or another one."""
    command = isinstance(field, Option) and field.command
    return FormField(
        key=field.name,
        label=field.label,
        kind="program" if command else field.kind.form,
        value=value,
        default=field.show(field.default) if default is None else default,
        choices=choices,
        only=only,
        plain=field.show(field.default),
    )


def choice_field(
    key: str, label: str, value: str, choices: Iterable[Choice], default: str | None = None
) -> FormField:
    """Return a pull-down list; its default is its value unless another one is given."""
    return FormField(
        key=key, label=label, kind="choice", value=value, choices=tuple(choices),
        default=value if default is None else default,
    )  # fmt: skip


def player_fields(game: Game, section: str, player: Player, default: Player) -> list[FormField]:
    """Return the fields of one player."""
    names = searches_of(game)
    searches = tuple(Choice(name, name) for name in names)
    # An evaluation may also be a file: a form lets the user choose one.
    evaluations = tuple(Choice(name, name) for name in game.evaluations)
    key = f"{section}.search"
    fields = [choice_field(key, words.SEARCH, player.search, searches, default.search)]
    for row in form_options(names):
        field = replace(row, name=f"{section}.{row.name}")
        choices = evaluations if row.name == EVAL.name else ()
        only = tuple(
            name for name in names
            if any(option.name == row.name for option in all_searches()[name].options)
        )  # fmt: skip
        fields.append(
            form_field(field, option_text(player, row), choices, option_text(default, row), only)
        )
    return fields


def note(game: Game) -> str:
    """Return the explanation of the form."""
    return words.CUSTOMISE_NOTE + (words.CHESS_NOTE if CHESS in searches_of(game) else "")


def option_text(player: Player, row: Option[Any]) -> str:
    """Return one option of a player as it is typed; no limit is an empty text."""
    if row.name == SECONDS.name:  # also those that a player without any limit has
        return row.show(player.allowed)
    return row.show(player.options.get(row.name, row.default))


def check(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that is wrong; only a file or a command must be there.

    A value that the chosen search does not use is not wrong.
    """
    wrong = {}
    for section, search in described(values).items():
        for row in all_searches()[search].options:
            name = f"{section}.{row.name}"
            text = values.get(name, "")
            if name in values and (text or row.first):
                try:
                    row.read(text)
                except PlayerError as error:
                    missing = words.NO_COMMAND if row.command else words.NO_FILE
                    wrong[name] = str(error) if text else missing
    return wrong


def described(values: Mapping[str, str]) -> dict[str, str]:
    """Return the searches by section; a side that plays at the level does not use its fields."""
    return {
        section: search
        for section, dot, key, search in ((*name.partition("."), values[name]) for name in values)
        if dot and key == "search" and values.get(f"{section}.as", OWN) == OWN
    }


def spec(values: Mapping[str, str], section: str) -> str:
    """Return the player that a section describes, as text."""
    search = values[f"{section}.search"]
    typed = {row: values.get(f"{section}.{row.name}") for row in all_searches()[search].options}
    filled = {row.name: row.read(text) for row, text in typed.items() if text}
    return Player(search, **filled).spec()
