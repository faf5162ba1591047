"""What a search is: what it is asked, when it has to stop, what it does and what it reports."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from time import perf_counter
from typing import Any, ClassVar, Protocol

from loa_tk.immutable import dataclass
from loa_tk.model.fields import T
from loa_tk.model.game import Evaluation, Game, Move, PlayerError, State
from loa_tk.model.search.options import EVAL, NOISE, SEED, Option, is_file
from loa_tk.model.search.statistics import Iteration, Proof, Report, Statistics, total

# When a search has to stop: at a depth, after a time, past a number of nodes, or on a signal.

BETWEEN_PROGRESS = 0.1  # seconds between two reports of progress


class Stopped(Exception):
    """The search has to answer now with what it has."""


def never() -> bool:
    """Return False: a stop signal that is never given."""
    return False


def ignore(content: object) -> None:
    """Do nothing with what a search or another job reports of its progress."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What bounds one search; None means no bound."""

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] = never


class Clock:
    """Measures the time of one search and raises Stopped when a limit is reached."""

    # Answering also costs a little: building the report, waking the other process.
    RESERVE = 0.01
    # The share of the time after which no further depth is begun: it would hardly be finished.
    ENOUGH = 0.8

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.begun = perf_counter()
        self.end = None if limits.seconds is None else self.begun + limits.seconds - self.RESERVE
        self._reported = 0.0

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return perf_counter() - self.begun

    def check(self, nodes: int = 0) -> None:
        """Raise Stopped if the time is over, the nodes are spent or the stop signal is given."""
        if self.end is not None and perf_counter() >= self.end:
            raise Stopped
        if self.limits.nodes is not None and nodes >= self.limits.nodes:
            raise Stopped
        if self.limits.stop():
            raise Stopped

    def progress_due(self) -> bool:
        """Return whether it is time for the next report of progress, and take note of it."""
        now = perf_counter()
        if now - self._reported <= BETWEEN_PROGRESS:
            return False
        self._reported = now
        return True

    def worth_another(self) -> bool:
        """Return whether the next depth, at least as costly as all before it, may be finished."""
        return self.limits.seconds is None or self.elapsed() < self.ENOUGH * self.limits.seconds


# The passes of one search as they are made, and the report that can be given at any moment.

NONE = Statistics()


class Passes:
    """Collects passes; its report has a legal move even before the first pass ends."""

    def __init__(
        self, move: Move, clock: Clock, progress: Callable[[Report], None], shown: tuple[str, ...]
    ) -> None:
        """Begin with some legal move; `shown` names the statistics that the search counts."""
        self.clock, self.progress, self.shown = clock, progress, shown
        self.answer = Iteration(depth=0, line=(move,), seconds=0.0, statistics=NONE)
        self.proof: Proof | None = None
        self.made: list[Iteration] = []
        self.nodes = 0  # of the finished passes
        self.unfinished = NONE

    def add(self, iteration: Iteration, proof: Proof | None = None) -> None:
        """Keep a finished pass; one that found a move is the answer from now on."""
        self.made.append(iteration)
        self.nodes += iteration.statistics.nodes
        self.unfinished = NONE
        if iteration.move is not None:
            self.answer, self.proof = iteration, proof
        self.progress(self.report())

    def break_off(
        self, begun: Statistics, depth: int, value: float | None = None, line: tuple[Move, ...] = ()
    ) -> None:
        """Keep what was begun and not finished as the last pass, so that the passes add up.

        If it found a better line than the answer, that line is the answer; its depth stays.
        """
        self.unfinished = NONE
        if not begun.nodes:
            return
        seconds = max(0.0, self.clock.elapsed() - sum(earlier.seconds for earlier in self.made))
        self.made.append(Iteration(
            depth=depth, value=value, line=line, seconds=seconds, statistics=begun,
            kind="unfinished",
        ))  # fmt: skip
        self.nodes += begun.nodes
        if line:
            self.answer = replace(self.answer, value=value, line=line, runner_up=None)

    def tell(self, unfinished: Callable[[], Statistics]) -> None:
        """Report progress from within a pass, a few times a second; count only if it is due."""
        if self.clock.progress_due():
            self.unfinished = unfinished()
            self.progress(self.report())

    def report(self) -> Report:
        """Return the answer so far."""
        answer = self.answer
        return Report(
            value=answer.value, depth=answer.depth, line=answer.line, proof=self.proof,
            seconds=self.clock.elapsed(), iterations=tuple(self.made),
            statistics=total(self.made, self.unfinished), alternatives=answer.alternatives,
            runner_up=answer.runner_up,
            shown=self.shown,
        )  # fmt: skip


# What a search is: the one small protocol that players, windows and commands rely on.

# Who finds the move: the engine, a student's file in a guest process, or another program.
ENGINE, GUEST, PROGRAM = "engine", "guest", "program"


@dataclass(frozen=True, kw_only=True)
class Request:
    """All that a search is given: an unfinished position, its limits and the player's options."""

    game: Game
    state: State
    limits: Limits = field(default_factory=Limits)
    history: Sequence[State] = ()  # the positions met before, oldest first
    progress: Callable[[Report], None] = ignore
    options: Mapping[str, Any] = field(default_factory=dict)
    chance: random.Random = field(default_factory=random.Random)
    own: Evaluation | None = None  # used instead of the game's evaluation that `options` name

    def __getitem__(self, option: Option[T]) -> T:
        """Return the value of an option: the player's, or the default."""
        value: T = self.options.get(option.name, option.default)
        return value

    def evaluation(self) -> Evaluation:
        """Return the evaluation that the player asks for."""
        if self.own is not None:
            return self.own
        if is_file(self[EVAL]):
            raise PlayerError(f"the evaluation {self[EVAL]!r} runs in a process of its own")
        return self.game.evaluation(self[EVAL], self[SEED] or 0, self[NOISE])


class Search(Protocol):
    """One way to find a move; an instance searches one position once.

    A module of this folder that offers such classes as SEARCHES adds them to the program: to the
    players, the forms, the commands and the tests.
    """

    name: ClassVar[str]  # as players are written: "alphabeta"
    rank: ClassVar[int]  # its place in menus
    place: ClassVar[str] = ENGINE  # where it runs
    by_chance: ClassVar[bool] = False  # whether only a seed can repeat its answers
    games: ClassVar[tuple[str, ...]] = ()  # the keys of the games that it can play; none: all
    options: ClassVar[tuple[Option[Any], ...]]  # in the order in which a player is written
    statistics: ClassVar[tuple[str, ...]]  # the rows that it counts, in the order of the log

    def __init__(self, request: Request) -> None:
        """Prepare to search."""

    def search(self) -> Report:
        """Return the answer, which always has a legal move, as soon as a limit is reached."""
