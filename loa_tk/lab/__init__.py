"""The package's public face: positions, searches and games for a script, a notebook or a homework.

    from loa_tk.lab import start, search, play
    position = start("loa5")
    print(position, position.moves())
    print(search(position, "alphabeta:eval=groups,depth=3"))

A student's file has a function `evaluate(position, player)`, which returns a number, or a function
`choose(position, seconds, counts)`, which returns a move; see `Position` and `SearchCounts`. What
this module names in `__all__` is stable. The folder imports only `model`, and the SVG of trees.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loa_tk.lab.counts import SearchCounts
    from loa_tk.lab.mistakes import Mistake
    from loa_tk.lab.position import Position, start
    from loa_tk.lab.session import Found, Played, play, search
    from loa_tk.lab.trees import LabTree, tree

__all__ = [
    "Found", "LabTree", "Mistake", "Played", "Position", "SearchCounts", "play", "search", "start",
    "tree",
]  # fmt: skip

# The module of each name, imported when it is first used: the window needs `Mistake` alone, and
# with the others it would open 25 ms later.
_MODULES = {
    "Found": "session", "LabTree": "trees", "Mistake": "mistakes", "Played": "session",
    "Position": "position", "SearchCounts": "counts", "play": "session", "search": "session",
    "start": "position", "tree": "trees",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Return one of the names above, or raise AttributeError."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the names above, for editors and notebooks."""
    return sorted(__all__)
