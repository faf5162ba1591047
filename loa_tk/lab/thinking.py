"""Searches a position with a player that may name students' files, in the caller's own process."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from loa_tk.lab.adapter import OwnEvaluation, run_choose
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.source import CHOOSE, EVALUATE, OwnCode, load
from loa_tk.model.game import Evaluation, Game, State
from loa_tk.model.search.options import EVAL, is_file
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.model.search.search import Limits, ignore, never
from loa_tk.model.search.statistics import Report


class OwnFiles:
    """Students' files, each loaded when it is first needed, and their evaluations.

    `places` has the paths of files by the names that players have for them.
    """

    def __init__(self) -> None:
        """Begin with no file."""
        self.places: dict[str, str] = {}
        self._codes: dict[str, OwnCode] = {}
        self._evaluations: dict[tuple[str, str], OwnEvaluation] = {}
        self._counts: SearchCounts | None = None

    def code(self, path: str) -> OwnCode:
        """Return a file, loaded, or raise Mistake.

        Random numbers that it draws while it is loaded are the same every time, or a class with the
        same seed would not play the same games. The caller's own go on as if nothing had happened.
        """
        if path not in self._codes:
            place, before = self.places.get(path, path), random.getstate()
            random.seed(f"{Path(place).name} is loaded")
            try:
                self._codes[path] = load(place)
            finally:
                random.setstate(before)
        return self._codes[path]

    def evaluation(self, game: Game, path: str) -> OwnEvaluation:
        """Return the evaluation of a file, or raise Mistake."""
        if (game.key, path) not in self._evaluations:
            code = self.code(path)
            made = OwnEvaluation(game, code.function(EVALUATE), code)
            self._evaluations[game.key, path] = made
        return self._evaluations[game.key, path]

    def evaluation_of(self, game: Game, player: Player) -> Evaluation | None:
        """Return the evaluation that a player takes from a file, or None if it names one."""
        name = player.options.get(EVAL.name, "")
        return self.evaluation(game, name) if is_file(name) else None

    @property
    def calls(self) -> int:
        """How often a student's function has been called, or has counted, so far."""
        counted = self._counts.calls if self._counts is not None else 0
        return sum(one.calls for one in list(self._evaluations.values())) + counted

    def watch(self, counts: SearchCounts) -> None:
        """Add what this search counts to `calls`."""
        self._counts = counts


def think(
    player: Player,
    game: Game,
    state: State,
    history: Sequence[State] = (),
    stop: Callable[[], bool] = never,
    progress: Callable[[Report], None] = ignore,
    nodes: int | None = None,
    files: OwnFiles | None = None,
) -> Report:
    """Search an unfinished state as the player does; a mistake in a file raises Mistake.

    With a seed, the student's own random numbers are the same every time, too.
    """
    files = OwnFiles() if files is None else files
    own = files.evaluation_of(game, player)
    path = player.options.get(FILE_OPTION, "")
    if path or own is not None:
        random.seed(player.dice(game, state, history).random())
    if not path:
        return player.choose(game, state, history, stop, progress, nodes, own)
    code = files.code(path)
    # Without noise, so that the counts of a search can be compared.
    evaluation = own or game.evaluation(player.options[EVAL.name], player.seed or 0, 0.0)
    limits = Limits(player.depth, player.allowed, nodes, stop)
    return run_choose(
        game, state, code.function(CHOOSE), limits, evaluation, code, files.watch
    )
