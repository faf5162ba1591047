"""Positions, searches, trees and games of Lines of Action and others, for your own code.

    from loa_tk.lab import start, search, tree, play

    position = start("loa5")                  # the first position; a notebook draws it
    position.moves()                          # the legal moves: ("b1-e1", "b1-b3", ...)
    position.after("b1-b3")                   # the position after a move; positions never change
    position.player, position.over            # who is to move ("b"), whether the game is over
    position["c1"], position[2, 0]            # the piece on a square: "b", "w" or "."

    search(position, "alphabeta:eval=groups,depth=3")      # a move, its value, the statistics
    tree(position, "alphabeta:eval=groups,depth=2").root   # every node with alpha and beta
    play("loa5", evaluate, "random")                       # a game against your function

Homework is a file with one or both of these functions, which `loa check FILE` checks:

    def evaluate(position, player):           # return a number, greater if it is better for player
    def choose(position, seconds, counts):    # return one of position.moves()

`help(Position)` lists what a position has, `help(SearchCounts)` what `counts` is for. The names in
`__all__` are stable.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loa_tk.lab.counts import SearchCounts
    from loa_tk.lab.mistakes import Mistake
    from loa_tk.lab.position import Position, start
    from loa_tk.lab.session import Found, Played, play, search
    from loa_tk.lab.trees import LabNode, LabTree, tree

__all__ = [
    "Found", "LabNode", "LabTree", "Mistake", "Played", "Position", "SearchCounts", "play",
    "search", "start", "tree",
]  # fmt: skip

# The module of each name, imported when it is first used: the window needs `Mistake` alone, and
# with the others it would open 25 ms later.
_MODULES = {
    "Found": "session", "LabNode": "trees", "LabTree": "trees", "Mistake": "mistakes",
    "Played": "session",
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
