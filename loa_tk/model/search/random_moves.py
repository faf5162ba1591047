"""Random moves: no search at all, the least that a player can do."""

from __future__ import annotations

from loa_tk.model.search.options import SEED
from loa_tk.model.search.search import Request, Search
from loa_tk.model.search.statistics import SIX, Report, Statistics


class RandomMoves(Search):
    """Every legal move is equally likely; nothing is looked at, so no value is found."""

    name, rank, by_chance = "random", 0, True
    options = (SEED,)
    statistics = SIX

    def __init__(self, request: Request) -> None:
        self.request = request

    def search(self) -> Report:
        request = self.request
        move = request.chance.choice(list(request.game.moves(request.state)))
        counted = Statistics(nodes=1, levels=(1,))
        return Report(depth=0, line=(move,), seconds=0.0, statistics=counted)


SEARCHES = (RandomMoves,)
