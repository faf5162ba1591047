"""One move tried by the rules, without listing all the others where a game allows it.

Archives are long: of the 13 s that a thousand random games of 215 moves took, listing the moves
was 11 s. A move of Lines of Action depends on nothing but its own line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from itertools import permutations

from loa_tk.model.game import Game, Move, Square, State
from loa_tk.model.games.lines_of_action.lines import DIRECTIONS, line_moves
from loa_tk.model.games.lines_of_action.rules import LinesOfAction

Finder = Callable[[State, Square, Square], Move | None]


@cache
def finder(game: Game) -> Finder:
    """The function that finds the legal move of an unfinished state from square to square."""
    return _by_line(game) if isinstance(game, LinesOfAction) else _by_list(game)


def _by_list(game: Game) -> Finder:
    def find(state: State, origin: Square, target: Square) -> Move | None:
        def ends(move: Move) -> tuple[Square, ...]:
            path = game.path(state, move)
            return (path[0], path[-1]) if path else ()

        # Games list their moves by origin, then by target: five paths are asked for, not 27.
        moves = game.moves(state)
        wanted: tuple[Square, ...] = (origin, target)
        place = bisect_left(moves, wanted, key=ends)
        if place < len(moves) and ends(moves[place]) == wanted:
            return moves[place]
        return None

    return find


def _by_line(game: LinesOfAction) -> Finder:
    squares, number = game.grid.squares, game.grid.number
    lines = {
        (number[origin], number[target]): line
        for way in DIRECTIONS
        for line in game.grid.lines(*way)
        for origin, target in permutations(line, 2)
    }

    def find(state: State, origin: Square, target: Square) -> Move | None:
        own, enemy, _ = state
        line = lines.get((origin, target), ())
        move = squares[origin] | squares[target]
        # A move is the same mask both ways, so the checker must stand on its origin.
        legal = line and squares[origin] & own and move in line_moves(line, own, enemy)
        return move if legal else None

    return find
