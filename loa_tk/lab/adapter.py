"""A student's functions as the searches see them: an evaluation, and a search with its report."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from math import inf, isfinite
from numbers import Real
from pathlib import Path
from typing import Any, TypeAlias

from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.mistakes import Mistake, from_exception
from loa_tk.lab.position import Position
from loa_tk.lab.source import CHOOSE, EVALUATE, OwnCode
from loa_tk.model.bitboard import Lazy
from loa_tk.model.game import WON, Evaluation, Game, Move, MoveError, State
from loa_tk.model.notation import read_move
from loa_tk.model.search.search import Clock, Limits
from loa_tk.model.search.statistics import SIX, Iteration, Report

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
        self._exact: Lazy[tuple[State, int], float] = Lazy(self._ask, BOUND)
        self._even: Lazy[State, float] = Lazy(self._balance, BOUND)

    def value(self, state: State, player: int) -> float:
        """EVAL: return what the function returns for `player`."""
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
        found = float(value)
    except (OverflowError, ValueError, TypeError):
        found = inf
    if found != found:
        raise Mistake(f"{name}() returned NaN, which is not a number")
    if not isfinite(found):
        raise Mistake(f"{name}() returned {short(value)}, which is not a finite number")
    return found


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
    statistics, spent = counts.statistics(), clock.elapsed()
    made = Iteration(statistics.max_depth, counts.found, move, (move,), spent, statistics)
    return Report(
        move, counts.found, statistics.max_depth, (move,), None, spent, (made,), statistics,
        shown=SIX,
    )  # fmt: skip


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
