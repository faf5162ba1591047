"""What a search is: the one small protocol that players, windows and commands rely on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from loa_tk.model.game import Evaluation, Game, PlayerError, State
from loa_tk.model.search.limits import Limits, ignore
from loa_tk.model.search.options import EVAL, NOISE, SEED, Option, T, is_file
from loa_tk.model.search.statistics import Report

# Where a search runs: in the engine process, in a guest process because it is a student's file, or
# in another program.
ENGINE, GUEST, PROGRAM = "engine", "guest", "program"


@dataclass(frozen=True)
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
    games: ClassVar[tuple[str, ...]] = ()  # the keys of the games that it can play; none: all
    options: ClassVar[tuple[Option[Any], ...]]  # in the order in which a player is written
    statistics: ClassVar[tuple[str, ...]]  # the rows that it counts, in the order of the log

    def __init__(self, request: Request) -> None:
        """Prepare to search."""

    def search(self) -> Report:
        """Return the answer, which always has a legal move, as soon as a limit is reached."""
