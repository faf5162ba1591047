"""The fields of the series window: their choices, their errors, and the plan they describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from loa_tk.control import player_form
from loa_tk.control.series.plan import JOBS, NUMBERS, UCI, UGI, Plan, check_player
from loa_tk.model.fields import Field, OneOf, Text, errors, read_fields
from loa_tk.model.game import Game, UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.search import all_searches
from loa_tk.model.search.options import SECONDS, read_values
from loa_tk.model.search.players import Player, enders, levels, read_player
from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection
from loa_tk.words import series as words

PLAYERS = ("player1", "player2")
FIELDS: tuple[Field[Any], ...] = (
    Field(name="game", label="game", kind=Text("choice"), default=""),
    Field(name="player1", label="player 1", kind=Text("open"), default="normal"),
    Field(name="player2", label="player 2", kind=Text("open"), default="easy"),
    *NUMBERS,
    JOBS,
    Field(name="first", label="moves first", kind=OneOf(("turns", "fixed")), default="turns"),
)
DEFAULTS = {field.name: field.show(field.default) for field in FIELDS[1:]}  # the game is chosen
TYPED = ("integer", "number", "text")  # the kinds of fields that can hold a wrong value
SECTION = "player"


def common_players(game: Game) -> list[str]:
    """Return players to choose from: the levels, the book's searches, the strong search."""
    evaluations = game.evaluations
    programs = [text for text in (UGI, UCI) if text[:-1] in player_form.searches_of(game)]
    return [
        *levels(game),
        "random",
        f"minimax:eval={evaluations[-1]},depth=2",
        *(f"alphabeta:eval={name},depth=3" for name in evaluations),
        *(f"strong:eval={name},seconds=0.2" for name in evaluations),
        *programs,
    ]


def fields(values: Mapping[str, str]) -> tuple[FormField, ...]:
    """Return the fields with their values and choices."""
    game = find_game(values["game"])
    players = tuple(Choice(text, text) for text in common_players(game))
    choices = {
        "game": tuple(Choice(game.key, game.title) for game in all_games().values()),
        "player1": players,
        "player2": players,
        "first": (Choice("turns", words.BY_TURNS), Choice("fixed", words.ALWAYS_1)),
    }
    return tuple(
        player_form.form_field(field, values[field.name], choices.get(field.name, ()))
        for field in FIELDS
    )


def wrong(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that is wrong."""
    wrong = {}
    for key in PLAYERS:
        try:
            check_player(find_game(values["game"]), values[key])
        except UserError as error:
            wrong[key] = str(error)
    return {**wrong, **errors(FIELDS, values)}


def plan_of(values: Mapping[str, str]) -> Plan:
    """Return the series that the values describe; they must be right."""
    game = find_game(values["game"])
    first, second = (check_player(game, values[key]) for key in PLAYERS)
    fixed, numbers = values["first"] == "fixed", read_fields(NUMBERS, values)
    return Plan(game=game.key, players=(first, second), fixed_sides=fixed, **numbers)


def names_of(plan: Plan) -> tuple[str, str]:
    """Return the players as people choose them: a level by its name."""
    game = find_game(plan.game)
    specs = {read_player(game, name).spec(): name for name in reversed(levels(game))}
    first, second = (specs.get(text, text) for text in plan.players)
    return first, second


def values_of(plan: Plan, jobs: str) -> dict[str, str]:
    """Return the values of the fields that describe a series."""
    return {
        "game": plan.game,
        **dict(zip(PLAYERS, names_of(plan), strict=True)),
        "jobs": jobs,
        "first": "fixed" if plan.fixed_sides else "turns",
        **{field.name: field.show(getattr(plan, field.name)) for field in NUMBERS},
    }


def understood(game: Game, text: str, default: Player) -> Player:
    """Return the player of a text; of a wrong one as much as can be read, or the default."""
    try:
        return read_player(game, text)
    except UserError:
        typed, _, written = text.partition(":")
    names = get_close_matches(typed.strip().lower(), [*all_searches(), *levels(game)], 1)
    found, kept = default, ""
    if names and names[0] in player_form.searches_of(game):
        found = Player(names[0])
    for part in ("", *(part for part, _, _ in read_values(written))) if names else ():
        longer = f"{kept},{part}" if kept else part
        with suppress(UserError):
            found = read_player(game, f"{names[0]}:{longer}" if longer else names[0])
            kept = longer
    return found


def form_of_player(values: Mapping[str, str], key: str) -> FormScene:
    """Return the form that describes one player.

    It shows what is wrong in the player's text: in a field, or in its note if no field can.
    """
    game, text = find_game(values["game"]), values[key]
    default = read_player(game, DEFAULTS[key])
    player = understood(game, text, default)
    found = player_form.player_fields(game, SECTION, player, default)
    note = player_form.note(game)
    try:
        read_player(game, text)
    except UserError as error:
        found = as_typed(found, player, text)
        if not player_form.check({field.key: field.value for field in found}):
            note = f"{words.LEFT_OUT.format(reason=error)}\n\n{note}"
    title = words.EDIT_TITLE.format(player=words.PLAYERS[PLAYERS.index(key)])
    return FormScene(title=title, sections=(FormSection(game.title, tuple(found)),), note=note)


def as_typed(fields: Sequence[FormField], player: Player, text: str) -> list[FormField]:
    """Return the fields of a player with the values of its text that cannot be read, too."""
    options = {option.name: option for option in player.rows()}
    first = next((name for name, option in options.items() if option.first), "")
    parts = read_values(text.partition(":")[2], first, enders(player.search))
    bad: dict[str, str] = {}
    for _, name, value in parts:
        if name in options and value:
            try:
                options[name].read(value)
            except UserError:
                bad[name] = value
    if player.seconds is None and any(options[name].limit for name in bad):
        bad = {SECONDS.name: "", **bad}  # the default is for players without any limit
    return [
        replace(field, value=bad.get(field.key.partition(".")[2], field.value))
        if field.kind in TYPED
        else field
        for field in fields
    ]


def described(values: Mapping[str, str], key: str, form: Mapping[str, str]) -> str:
    """Return the player that the form describes; options that it does not show stay."""
    game = find_game(values["game"])
    before = understood(game, values[key], read_player(game, DEFAULTS[key]))
    after = read_player(game, player_form.spec(form, SECTION))
    shown = {option.name for option in player_form.form_options(player_form.searches_of(game))}
    kept = {option.name for option in after.rows()} & before.options.keys() - shown
    return after.changed(**{name: before.options[name] for name in kept}).spec()
