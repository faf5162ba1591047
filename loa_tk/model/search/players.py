"""Players: a search with its evaluation, depth, seconds and randomness; and the levels.

A player is written `search:key=value,…`, for example `alphabeta:eval=groups,depth=3`, or just
`random`; a level's name (`easy`, `normal`, `hard`) is a player too. A search with neither depth nor
seconds has ten seconds for a move.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from loa_tk.model.game import Game, PlayerError, State
from loa_tk.model.search.limits import Limits, ignore, never
from loa_tk.model.search.statistics import Report, Statistics
from loa_tk.model.search.strong import Strong
from loa_tk.model.search.textbook import AlphaBeta, Minimax, textbook_search

SEARCHES = ("random", "minimax", "alphabeta", "strong")
DEFAULT_SECONDS = 10.0
LEAST_SECONDS, MOST_SECONDS = 0.05, 86_400.0
MOST_DEPTH = 100

LEVELS: Mapping[str, str] = {
    "easy": "strong:eval=full,depth=1,blunder=0.3",
    "normal": "strong:eval=full,depth=4",
    "hard": "strong:eval=full,seconds=10",
}


@dataclass(frozen=True)
class Player:
    """How somebody plays; None stands for no limit, or for chance that cannot be repeated."""

    search: str
    eval: str = "full"
    depth: int | None = None
    seconds: float | None = None
    blunder: float = 0.0
    seed: int | None = None
    noise: float = 1.0

    def spec(self) -> str:
        """The player as text; reading it gives the same player."""
        options = []
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            if value != field.default or (field.name == "eval" and self.search != "random"):
                options.append(
                    f"{field.name}={value:g}"
                    if isinstance(value, float)
                    else f"{field.name}={value}"
                )
        return self.search + (":" + ",".join(options) if options else "")

    def choose(
        self,
        game: Game,
        state: State,
        history: Sequence[State] = (),
        stop: Callable[[], bool] = never,
        progress: Callable[[Report], None] = ignore,
        nodes: int | None = None,
    ) -> Report:
        """Search an unfinished state, and now and then play another move than the best."""
        report = self._search(
            game, state, history, Limits(self.depth, self._seconds(), nodes, stop), progress
        )
        dice = self.dice(game, state, history)
        moves = game.moves(state)
        others = [move for move in moves if move != report.move]
        if others and self.blunder and dice.random() < self.blunder:
            move = dice.choice(others)
            return replace(report, move=move, line=(move,))
        return report

    def _search(
        self,
        game: Game,
        state: State,
        history: Sequence[State],
        limits: Limits,
        progress: Callable[[Report], None],
    ) -> Report:
        if self.search == "random":
            move = self.dice(game, state, history).choice(list(game.moves(state)))
            return Report(move, 0.0, 0, (move,), None, 0.0, (), Statistics(nodes=1, levels=(1,)))
        evaluation = game.evaluation(self.eval, self.seed or 0, self.noise)
        if self.search == "strong":
            return Strong(game, evaluation, state, limits, history, progress).search()
        algorithm = Minimax if self.search == "minimax" else AlphaBeta
        return textbook_search(algorithm, game, evaluation, state, limits, progress)

    def _seconds(self) -> float | None:
        if self.seconds is None and self.depth is None:
            return DEFAULT_SECONDS
        return self.seconds

    def dice(self, game: Game, state: State, history: Sequence[State]) -> random.Random:
        """The chance of one move: with a seed the same for the same position at the same ply."""
        if self.seed is None:
            return random.Random()
        return random.Random(f"{self.seed}/{game.key}/{len(history)}/{state}")


def levels(game: Game) -> dict[str, str]:
    """The levels of one game, by name: the program's own, changed where the game says so."""
    return {**LEVELS, **game.levels}


def read_player(game: Game, text: str, known: Mapping[str, str] | None = None) -> Player:
    """The player that a text describes, or PlayerError; `known` are the levels."""
    known = levels(game) if known is None else known
    search, colon, options = known.get(text, text).partition(":")
    if search not in SEARCHES:
        raise PlayerError(
            f"there is no player {search!r}; players are {', '.join([*SEARCHES, *known])}"
        )
    player = Player(search)
    for option in options.split(",") if colon else ():
        key, equals, value = option.partition("=")
        if not equals or key not in READERS:
            raise PlayerError(
                f"player {text!r}: {option!r} is not one of {', '.join(READERS)} with =value"
            )
        player = replace(player, **{key: READERS[key](key, value)})
    if player.eval not in game.evaluations:
        raise PlayerError(
            f"{game.key} has no evaluation {player.eval!r}; it has {', '.join(game.evaluations)}"
        )
    return player


def _whole(least: int, most: int) -> Callable[[str, str], int]:
    def read(key: str, value: str) -> int:
        right = value.isascii() and value.isdecimal() and len(value) < 100
        if not (right and least <= int(value) <= most):
            raise PlayerError(f"{key} {value!r} is not a whole number from {least} to {most}")
        return int(value)

    return read


def _real(least: float, most: float) -> Callable[[str, str], float]:
    def read(key: str, value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not least <= number <= most:
            raise PlayerError(f"{key} {value!r} is not a number from {least:g} to {most:g}")
        return number

    return read


READERS: Mapping[str, Callable[[str, str], Any]] = {
    "eval": lambda key, value: value,
    "depth": _whole(1, MOST_DEPTH),
    "seconds": _real(LEAST_SECONDS, MOST_SECONDS),
    "blunder": _real(0, 1),
    "seed": _whole(0, 2**63 - 1),
    "noise": _real(0, 1000),
}
