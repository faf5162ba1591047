"""The games there are: every package in this folder offers its own; nothing else lists them."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from loa_tk.model.game import Game, UnknownGame


@cache
def all_games() -> dict[str, Game]:
    """Every game found, by key, in the order of the packages' RANK."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    modules.sort(key=lambda module: int(module.RANK))
    return {game.key: game for module in modules for game in module.GAMES}


def find_game(key: str) -> Game:
    """The game of that key, or UnknownGame naming those there are."""
    games = all_games()
    if key not in games:
        raise UnknownGame(f"there is no game {key!r}; the games are {', '.join(games)}")
    return games[key]
