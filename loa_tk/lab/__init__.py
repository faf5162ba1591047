"""The package's public face: positions, searches and games for a script, a notebook or a homework.

    from loa_tk.lab import start, search, play
    position = start("loa5")
    print(position, position.moves())
    print(search(position, "alphabeta:eval=groups,depth=3"))

A student's file has a function `evaluate(position, player)`, which returns a number, or a function
`choose(position, seconds, counts)`, which returns a move; see `Position` and `SearchCounts`. What
this module names in `__all__` is stable. The folder imports only `model`, and pictures of trees.
"""

from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.position import Position, start
from loa_tk.lab.session import Found, Played, play, search
from loa_tk.lab.trees import LabTree, tree

__all__ = [
    "Found", "LabTree", "Mistake", "Played", "Position", "SearchCounts", "play", "search", "start",
    "tree",
]  # fmt: skip
