"""The searches: every module in this folder that offers SEARCHES is found; nothing lists them.

`search.py` says what a search is, and `players.py` makes players from searches and their options.
The modules here import the games' protocol and each other, but nothing from the windows.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from loa_tk.model.game import PlayerError
from loa_tk.model.search.search import Search


@cache
def all_searches() -> dict[str, type[Search]]:
    """Return every search found, by name, in the order of their ranks."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    searches: list[type[Search]] = [
        search for module in modules for search in getattr(module, "SEARCHES", ())
    ]
    searches.sort(key=lambda search: search.rank)
    return {search.name: search for search in searches}


def find_search(name: str) -> type[Search]:
    """Return the search of that name, or raise PlayerError."""
    searches = all_searches()
    if name not in searches:
        raise PlayerError(f"there is no search {name!r}; the searches are {', '.join(searches)}")
    return searches[name]
