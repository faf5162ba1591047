"""Where games that students have lost turned: the search for their decisive moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.series.executors import Cluster, Local
from loa_tk.control.series.plan import Result
from loa_tk.model.checks.turning import Turning, turning_point
from loa_tk.model.games import find_game
from loa_tk.model.pairings import Pair

LOOKED_AT = 3  # lost games of a student

Games: TypeAlias = Sequence[tuple[Pair, Result]]


@dataclass(frozen=True, kw_only=True)
class GameTurned:
    """The decisive move of a game that a student has lost is known."""

    student: int
    pair: Pair
    number: int  # of the game
    turning: Turning


def turned_games(
    game: str, played: Mapping[int, Games], where: Local | Cluster
) -> Iterator[GameTurned]:
    """Yield the decisive move of one game that each student has lost on the board, if proved."""
    items = [
        (student, [(pair, result) for pair, result in games if _lost(student, pair, result)])
        for student, games in played.items()
    ]
    for _, found in where.each(partial(_turned, game), [item for item in items if item[1]]):
        if found is not None:
            yield found


def _lost(student: int, pair: Pair, result: Result) -> bool:
    return not result.forfeited and result.winner == 1 - pair.index(student)


def _turned(game: str, item: tuple[int, Games], stop: Callable[[], bool]) -> GameTurned | None:
    student, lost = item
    for pair, result in lost[:LOOKED_AT]:
        if stop():
            raise Abandoned
        found = turning_point(find_game(game), result.moves, pair.index(student) ^ result.first)
        if found is not None:
            return GameTurned(student=student, pair=pair, number=result.number, turning=found)
    return None
