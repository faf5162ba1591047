"""All games: each package in this folder offers its own in `GAMES`, and nothing else lists them.

A game's package imports `model.game`, `bitboard` and `notation`, and no other game. Its sub-package
`knowledge` has the evaluations and books. The rules import it only when one is asked for, because a
student's file is given the rules without it.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from loa_tk.model.game import TREE, Game, UnknownGame


@cache
def all_games() -> dict[str, Game]:
    """Return every game by key, in the order of the packages' RANK."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    modules.sort(key=lambda module: int(module.RANK))
    return {game.key: game for module in modules for game in module.GAMES}


def find_game(key: str) -> Game:
    """Return the game of that key, or raise UnknownGame listing all keys.

    The key of a tree written by hand is the tree.
    """
    if key.startswith(TREE):
        from loa_tk.model.written import read_tree  # a student's file is not given it

        return read_tree(key.removeprefix(TREE))
    games = all_games()
    if key not in games:
        raise UnknownGame(f"there is no game {key!r}; the games are {', '.join(games)}")
    return games[key]
