"""Players that name students' files, as the program runs them; the files may run anywhere."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

from loa_tk.lab import functions
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.evaluation import OwnEvaluation
from loa_tk.lab.functions import Choose
from loa_tk.lab.position import Position
from loa_tk.lab.source import CHOOSE, EVALUATE, OwnCode, load_repeatably
from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.search.options import EVAL, is_file
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.model.search.search import Limits, ignore, never
from loa_tk.model.search.statistics import Counts, Iteration, Report


class OwnFiles(ABC):
    """Students' files, each loaded when it is first needed, and their two functions."""

    ahead = True  # whether values are best asked for many at a time

    def __init__(self) -> None:
        self._evaluations: dict[tuple[str, str], OwnEvaluation] = {}

    @abstractmethod
    def seed(self, path: str, number: float) -> None:
        """Begin the random numbers of a file anew, or raise Mistake if it cannot be loaded."""

    @abstractmethod
    def asker(self, game: Game, path: str) -> Callable[[functions.Asked], Sequence[float]]:
        """Return the function that asks a file for values, or raise Mistake if it has none."""

    @abstractmethod
    def choose(
        self, game: Game, state: State, path: str, limits: Limits, evaluation: Evaluation
    ) -> Report:
        """Return the move of a file's own search, with what it has counted, or raise Mistake."""

    def evaluation(self, game: Game, path: str) -> OwnEvaluation:
        """Return the evaluation of a file, or raise Mistake."""
        if (game.key, path) not in self._evaluations:
            made = OwnEvaluation(game, self.asker(game, path), self.ahead)
            self._evaluations[game.key, path] = made
        return self._evaluations[game.key, path]

    def evaluation_of(self, game: Game, player: Player) -> Evaluation | None:
        """Return the evaluation that a player takes from a file, or None if it names one."""
        name = player.options.get(EVAL.name, "")
        return self.evaluation(game, name) if is_file(name) else None


class FilesHere(OwnFiles):
    """Files that run in this process: a student's own script or notebook has named them."""

    ahead = False

    def __init__(self) -> None:
        super().__init__()
        self._codes: dict[str, OwnCode] = {}

    def code(self, path: str) -> OwnCode:
        """Return a file, loaded, or raise Mistake."""
        if path not in self._codes:
            self._codes[path] = load_repeatably(path)
        return self._codes[path]

    def seed(self, path: str, number: float) -> None:
        self.code(path)
        random.seed(number)

    def asker(self, game: Game, path: str) -> Callable[[functions.Asked], Sequence[float]]:
        code = self.code(path)
        return partial(functions.values, game, code.function(EVALUATE), code=code)

    def choose(
        self, game: Game, state: State, path: str, limits: Limits, evaluation: Evaluation
    ) -> Report:
        code = self.code(path)
        return run_choose(game, state, code.function(CHOOSE), limits, evaluation, code)


def run_choose(
    game: Game,
    state: State,
    function: Choose,
    limits: Limits,
    evaluation: Evaluation,
    code: OwnCode | None = None,
) -> Report:
    """Let a student's `choose` find a move in this process, and report what it has counted."""

    def evaluate(position: Position, player: int) -> float:
        return evaluation.value(position._state, player)

    counts = SearchCounts(limits.depth, evaluate, limits.seconds, limits.stop)
    begun = perf_counter()
    move = functions.choose(game, state, function, counts, limits.seconds, code)
    return report(move, counts.reported, counted(counts), perf_counter() - begun)


def counted(counts: SearchCounts) -> Counts:
    """Return what a student's search has counted."""
    figures = Counts()
    for depth, nodes in counts.levels.items():
        figures.levels[depth] = nodes
    figures.evals, figures.prunes = counts.evals, counts.prunes
    return figures


def report(move: Move, value: float | None, figures: Counts, seconds: float) -> Report:
    """Return the report of a student's search."""
    statistics = figures.statistics()
    made = Iteration(
        depth=statistics.max_depth, value=value, line=(move,), seconds=seconds,
        statistics=statistics,
    )  # fmt: skip
    return made.alone()


def think(
    player: Player,
    game: Game,
    state: State,
    files: OwnFiles,
    history: Sequence[State] = (),
    stop: Callable[[], bool] = never,
    progress: Callable[[Report], None] = ignore,
    nodes: int | None = None,
) -> Report:
    """Search an unfinished state as the player does; a mistake in a file raises Mistake.

    With a seed, the student's own random numbers are the same every time, too.
    """
    own = files.evaluation_of(game, player)
    seed = player.dice(game, state, history).random()
    for path in player.files:
        files.seed(path, seed)
    if not (path := player.options.get(FILE_OPTION, "")):
        return player.choose(game, state, history, stop, progress, nodes, own)
    # Without noise, so that the counts of a search can be compared.
    evaluation = own or game.evaluation(player.options[EVAL.name], player.seed or 0, 0.0)
    limits = Limits(depth=player.depth, seconds=player.allowed, nodes=nodes, stop=stop)
    return files.choose(game, state, path, limits, evaluation)
