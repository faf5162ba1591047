"""A student's two functions, called in this process: the values of positions, and a move."""

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
from loa_tk.model.game import Game, Move, MoveError, State
from loa_tk.model.notation import read_move
from loa_tk.model.steps import SearchStep

Evaluate: TypeAlias = Callable[[Position, str], Any]
Choose: TypeAlias = Callable[[Position, float, SearchCounts], Any]
Asked: TypeAlias = Sequence[tuple[State, int]]  # states, each with the player who asks

SHOWN = 60  # characters of a wrong answer in a message


def values(
    game: Game, function: Evaluate, asked: Asked, code: OwnCode | None = None
) -> list[float]:
    """Return what `evaluate` says of each state for a player, or raise Mistake.

    `code` is the file that the function is from, for messages about mistakes.
    """
    letters = tuple(side.letter for side in game.sides)
    answers = []
    for state, player in asked:
        try:
            value = function(Position(game, state), letters[player])
        except (Exception, SystemExit) as error:
            raise from_exception(error, file_of(function, code)) from error
        if type(value) is not float or not isfinite(value):
            try:
                value = number(value, EVALUATE)
            except Mistake as error:
                raise placed(error, code, EVALUATE) from None
        answers.append(value)
    return answers


def choose(
    game: Game,
    state: State,
    function: Choose,
    counts: SearchCounts,
    seconds: float | None = None,
    code: OwnCode | None = None,
    record: list[SearchStep] | None = None,
) -> Move:
    """Return the legal move that `choose` finds, or raise Mistake; the steps go to the record."""
    position = Position(game, state, (), record)
    try:
        answer = function(position, inf if seconds is None else seconds, counts)
    except (Exception, SystemExit) as error:
        raise from_exception(error, file_of(function, code)) from error
    try:
        return legal(game, state, answer)
    except Mistake as error:
        raise placed(error, code, CHOOSE) from None


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
