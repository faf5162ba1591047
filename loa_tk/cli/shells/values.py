"""What can be the value of an argument, known by its name: a game, a player or a file."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.cli.syntax import Argument
from loa_tk.model.games import all_games
from loa_tk.model.search import all_searches
from loa_tk.model.search.players import LEVELS
from loa_tk.model.search.search import ENGINE

GAMES, PLAYERS, FILES, FOLDERS = "games", "players", "files", "folders"
KINDS = {
    "GAME": GAMES,
    "PLAYER": PLAYERS,
    "PLAYER1": PLAYERS,
    "PLAYER2": PLAYERS,
    "SPEC": PLAYERS,
    "FILE": FILES,
    "OUT": FILES,
    "FOLDER": FOLDERS,
}


@dataclass(frozen=True)
class Offer:
    """The words to offer for a value, and what else to offer: players, files, folders or ""."""

    words: tuple[str, ...]
    kind: str


def values_of(argument: Argument) -> Offer:
    """Return what to offer for the value of an argument; nothing for a number or a free text."""
    kind = KINDS.get(argument.value, "")
    if kind == GAMES:
        return Offer(argument.choices or tuple(all_games()), "")
    return Offer(argument.choices, kind)


def player_words() -> list[str]:
    """Return how the text of a player begins: a level, or a search with the colon that it needs."""
    # The searches of this program can do without options; those elsewhere need a file or a command.
    searches = (name if one.place == ENGINE else f"{name}:" for name, one in all_searches().items())
    return [*LEVELS, *searches]
