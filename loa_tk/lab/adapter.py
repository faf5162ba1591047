"""A student's functions as the searches see them: an evaluation, a search, and what it counts."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Sequence
from math import inf, isfinite
from numbers import Real
from pathlib import Path
from typing import Any, TypeAlias

from loa_tk.lab.mistakes import Mistake, from_exception
from loa_tk.lab.position import Position
from loa_tk.lab.source import CHOOSE, EVALUATE, OwnCode, load
from loa_tk.model.bitboard import Cache
from loa_tk.model.game import WON, Evaluation, Game, Move, MoveError, State
from loa_tk.model.notation import read_move
from loa_tk.model.search.options import EVAL, is_file
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.model.search.search import Clock, Limits, Stopped, ignore, never
from loa_tk.model.search.statistics import DEEPEST, Counts, Iteration, Report, Statistics


class SearchCounts:
    """The third argument of `choose`: a method for each statistic, and what the search is asked.

    `depth` is None, or the depth to search to exactly: then the search looks this many plies ahead,
    tries the moves in their order, and returns when it is done, whatever the time. `evaluate` is
    the evaluation to use: `counts.evaluate(position, player)` returns a number.
    """

    def __init__(
        self,
        depth: int | None = None,
        evaluate: Callable[[Position, str], float] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.depth = depth
        self.reported: float | None = None  # the value that the search has reported
        self.calls = 0  # of any method, so that a watcher sees that the search is alive
        self._evaluate = evaluate
        self._counts = Counts()
        self._clock = Clock(limits or Limits())

    def node(self, depth: int) -> None:
        """Count a position that the search looks at; the root has depth 0.

        The maximum depth reached is the greatest of these depths.
        """
        if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
            raise ValueError(f"counts.node(depth) needs a depth from 0 to {DEEPEST}, not {depth!r}")
        self.calls += 1
        self._counts.levels[depth] += 1

    def eval_max(self) -> None:
        """Count an EVAL call in MAX-VALUE."""
        self.calls += 1
        self._counts.evals[0] += 1

    def eval_min(self) -> None:
        """Count an EVAL call in MIN-VALUE."""
        self.calls += 1
        self._counts.evals[1] += 1

    def prune_max(self) -> None:
        """Count a pruning in MAX-VALUE: a return because v >= beta."""
        self.calls += 1
        self._counts.prunes[0] += 1

    def prune_min(self) -> None:
        """Count a pruning in MIN-VALUE: a return because v <= alpha."""
        self.calls += 1
        self._counts.prunes[1] += 1

    def value(self, value: float) -> None:
        """Report the value of the position for the player to move; the last report counts."""
        if not isinstance(value, (int, float)) or not isfinite(value):
            raise ValueError(f"counts.value(v) needs a finite number, not {value!r}")
        self.calls += 1
        self.reported = float(value)

    def evaluate(self, position: Position, player: str) -> float:
        """Return the value of an unfinished position for a player, by the evaluation given."""
        self.calls += 1
        if self._evaluate is None:
            raise ValueError("no evaluation was given to this search")
        return self._evaluate(position, player)

    @property
    def stopped(self) -> bool:
        """Whether the search should answer now: its time is over, or the user wants the move."""
        try:
            self._clock.check()
        except Stopped:
            return True
        return False

    def statistics(self) -> Statistics:
        """Return what has been counted so far."""
        return self._counts.statistics()


Evaluate: TypeAlias = Callable[[Position, str], Any]
Choose: TypeAlias = Callable[[Position, float, SearchCounts], Any]

CLIP = 0.99  # of U: an estimate in the strong search never passes for a win
BOUND = 200_000  # values kept, about 60 MB
SHOWN = 60  # characters of a wrong answer in a message


class OwnEvaluation(Evaluation):
    """A student's `evaluate` as an evaluation of the program's searches.

    `value`, which the textbook searches ask for, is exactly what the function returns. `children`,
    which the strong search asks for, makes the values symmetric: half of the value for one side
    less that for the other, so that what is good for one is as bad for the other. They are kept
    within 0.99 U. Every value is computed once for each position, as long as it is remembered.
    """

    def __init__(self, game: Game, function: Evaluate, code: OwnCode | None = None) -> None:
        """Use this function; `code` is the file that it is from, for messages about mistakes."""
        self.game, self.function, self.code = game, function, code
        self.calls = 0  # so that a watcher sees that the search is alive
        self._letters = tuple(side.letter for side in game.sides)
        self._limit = CLIP * game.utmost
        self._exact: Cache[tuple[State, int], float] = Cache(self._ask, BOUND)
        self._even: Cache[State, float] = Cache(self._balance, BOUND)

    def value(self, state: State, player: int) -> float:
        return self._exact[state, player]

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves, and the symmetric values of their children for the side to move."""
        game, mover = self.game, self.game.player(state)
        moves, values, even = game.moves(state), list[float](), self._even
        for move in moves:
            child = game.play(state, move)
            outcome = game.outcome(child)
            if outcome is not None:
                values.append(outcome.utility(mover, WON))
            else:
                values.append(even[child] if mover == 0 else -even[child])
        return moves, values

    def _balance(self, state: State) -> float:
        """Return the symmetric value of a state for the first player."""
        value = (self._ask((state, 0)) - self._ask((state, 1))) / 2
        return max(-self._limit, min(self._limit, value))

    def _ask(self, asked: tuple[State, int]) -> float:
        state, player = asked
        self.calls += 1
        position = Position(self.game, state)
        try:
            value = self.function(position, self._letters[player])
        except Exception as error:
            raise self._mistake(error) from error
        except SystemExit as error:
            raise self._mistake(error) from error
        if type(value) is float and isfinite(value):
            return value
        return self._number(value)

    def _number(self, value: object) -> float:
        """Return a number as a float, or raise Mistake with what it is instead."""
        try:
            return number(value, EVALUATE)
        except Mistake as error:
            raise placed(error, self.code, EVALUATE) from None

    def _mistake(self, error: BaseException) -> Mistake:
        return from_exception(error, file_of(self.function, self.code))


def number(value: object, name: str) -> float:
    """Return a finite number that a function has returned, or raise Mistake."""
    if value is None:
        raise Mistake(f"{name}() returned nothing; it must return a number")
    if isinstance(value, str):
        raise Mistake(f"{name}() returned the text {short(value)}, not a number")
    if not isinstance(value, Real):
        kind = type(value).__name__
        raise Mistake(f"{name}() returned {short(value)} ({kind}), which is not a number")
    try:
        real = float(value)
    except (OverflowError, ValueError, TypeError):
        real = inf
    if real != real:
        raise Mistake(f"{name}() returned NaN, which is not a number")
    if not isfinite(real):
        raise Mistake(f"{name}() returned {short(value)}, which is not a finite number")
    return real


def short(value: object) -> str:
    """Return a value as Python writes it, cut short."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def placed(mistake: Mistake, code: OwnCode | None, name: str) -> Mistake:
    """Return a mistake with the place where a function of a file begins."""
    if code is None:
        return mistake
    return Mistake(mistake.what, code.name, code.line_of(name))


def file_of(function: Callable[..., Any], code: OwnCode | None) -> Path:
    """Return the file that a function is from."""
    if code is not None:
        return code.path
    try:
        return Path(inspect.getfile(function)).absolute()
    except TypeError:  # a function written in C
        return Path()


def run_choose(
    game: Game,
    state: State,
    function: Choose,
    limits: Limits,
    evaluation: Evaluation,
    code: OwnCode | None = None,
    watch: Callable[[SearchCounts], None] = lambda counts: None,
) -> Report:
    """Let a student's `choose` find a move, and report it with what it has counted.

    `watch` is given the counts before the search begins.
    """
    sides = {side.letter: player for player, side in enumerate(game.sides)}

    def evaluate(position: Position, player: str) -> float:
        return evaluation.value(position._state, sides[player])

    counts = SearchCounts(limits.depth, evaluate, limits)
    watch(counts)
    clock = Clock(limits)
    seconds = inf if limits.seconds is None else limits.seconds
    try:
        answer = function(Position(game, state), seconds, counts)
    except (Exception, SystemExit) as error:
        raise from_exception(error, file_of(function, code)) from error
    try:
        move = legal(game, state, answer)
    except Mistake as error:
        raise placed(error, code, CHOOSE) from None
    statistics = counts.statistics()
    made = Iteration(
        depth=statistics.max_depth, value=counts.reported, line=(move,), seconds=clock.elapsed(),
        statistics=statistics,
    )  # fmt: skip
    return made.alone()


def legal(game: Game, state: State, answer: object) -> Move:
    """Return the legal move that `choose` has returned, or raise Mistake."""
    if answer is None:
        raise Mistake("choose() returned nothing; it must return one of position.moves()")
    if not isinstance(answer, str):
        raise Mistake(
            f"choose() returned {short(answer)} ({type(answer).__name__}), which is not a move; "
            "moves are texts from position.moves()"
        )
    try:
        return read_move(game, state, answer)
    except MoveError as error:
        raise Mistake(f"choose() returned an illegal move: {error}") from None


class OwnFiles:
    """Students' files, each loaded when it is first needed, and their evaluations.

    `places` has the paths of files by the names that players have for them.
    """

    def __init__(self) -> None:
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
        return sum(evaluation.calls for evaluation in list(self._evaluations.values())) + counted

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
    limits = Limits(depth=player.depth, seconds=player.allowed, nodes=nodes, stop=stop)
    return run_choose(game, state, code.function(CHOOSE), limits, evaluation, code, files.watch)
