"""The plan of a series, its games to be played, and what is kept of a finished game."""

from __future__ import annotations

import os
import random
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any
from zlib import crc32

from loa_tk.control.ugi.client import check_command
from loa_tk.lab.source import read
from loa_tk.model.fields import SEEDS, Field, Real, Whole
from loa_tk.model.game import Game, Move, State, UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.search import PROGRAM

MOST_GAMES = 100_000
DIFFERENT = 1000  # places at which the openings of a pair may begin
VAIN = 1000  # openings in a row that may end the game before they are given up
UGI, UCI = "ugi:", "uci:"  # the prefixes of external players; their commands follow
FORFEITS = " forfeits. "  # in the reason of a forfeited game, between the player and its fault

GAMES = Field(
    name="games", label="games", kind=Whole(1, MOST_GAMES), default=40, help="number of games"
)
OPENINGS = Field(
    name="openings", label="random plies", kind=Whole(0, 100), default=2,
    help="random plies to begin with",
)  # fmt: skip
SEED = Field(name="seed", label="seed", kind=SEEDS, default=1, help="seed of openings and players")
SECONDS = Field(
    name="seconds", label="s/move (ugi, uci)", kind=Real(0.05, 3600), default=1.0,
    help="seconds for each move of a ugi: or uci: player without a limit of its own",
)  # fmt: skip
GRACE = Field(
    name="grace", kind=Real(0, 3600), default=1.0,
    help="a player forfeits the game if a move takes longer than its time and this",
)  # fmt: skip
NUMBERS: tuple[Field[Any], ...] = (GAMES, OPENINGS, SEED, SECONDS)  # that a form asks for
MOST_JOBS = 61 if os.name == "nt" else 1024  # Windows cannot wait for more processes
JOBS = Field(
    name="jobs", label="at a time", kind=Whole(1, MOST_JOBS),
    default=min(os.cpu_count() or 1, MOST_JOBS), help="games at a time",
)  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """The figures of one move in the order of `columns.measures`; None is an unknown figure.

    `value` is the value that the player's search found, from its own point of view.
    """

    who: int
    figures: tuple[float | None, ...]
    value: float | None = None


@dataclass(frozen=True, kw_only=True)
class Result:
    """One finished game; the winner is player 0 or 1, or None for a draw."""

    number: int
    first: int
    winner: int | None
    reason: str
    moves: tuple[str, ...]
    opening: int  # random plies at the beginning, which no player chose
    turns: tuple[Turn, ...]
    record: str = ""  # the game with its searches as SGF, if its task asked for it

    @property
    def forfeited(self) -> bool:
        """Return whether the loser was not beaten but crashed, ran out of time or cheated."""
        return FORFEITS in self.reason

    @property
    def both_lost(self) -> bool:
        """Return whether neither player could play, so that nobody gets a point."""
        return self.forfeited and self.winner is None


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A series as the user describes it."""

    game: str
    players: tuple[str, str]
    games: int = GAMES.default
    openings: int = OPENINGS.default
    seed: int = SEED.default
    fixed_sides: bool = False
    seconds: float = SECONDS.default  # for each move of an external player that names none
    sandbox: str = ""  # of students' files: the best one on the machine that plays
    alone: str = ""  # the folder of the class whose other files a student's file must not see
    grace: float = GRACE.default  # seconds that any player may take beyond its time
    skipped: int = 0  # openings of the seed that are left out at the beginning
    beginner: int = 0  # the player that moves first in the games of even number, from 0


@dataclass(frozen=True)
class Task:
    """One game to be played, with all that another process or machine needs to know.

    The opening and the seeds are computed in the process that plays the game. For 100,000 games
    they take seconds, which would delay the first game.
    """

    number: int
    plan: Plan
    recorded: bool = False  # whether the result has the game's record

    @property
    def first(self) -> int:
        """Return which of the players moves first."""
        return 0 if self.plan.fixed_sides else (self.number + self.plan.beginner) % 2

    @property
    def players(self) -> tuple[str, str]:
        """Return both players as text, each with its seed, in the order of the plan."""
        game = find_game(self.plan.game)
        return seeded(game, self.plan, 0, self.number), seeded(game, self.plan, 1, self.number)

    @property
    def opening(self) -> tuple[Move, ...]:
        """Return the random plies at the beginning.

        Each opening is played twice, with either player moving first; with fixed sides, once.
        """
        plan = self.plan
        begun = known_openings(plan.game, plan.openings, plan.seed)
        return begun[plan.skipped + (self.number if plan.fixed_sides else self.number // 2)]


def own_openings(name: str) -> int:
    """Return how many openings to skip, so that games of different names begin differently.

    With the same few openings for all games of a class one lucky opening would decide a mark.
    """
    return crc32(name.encode()) % DIFFERENT


def check_player(game: Game, text: str, here: bool = True) -> str:
    """Return a player's text in its full form, or raise UserError if it is wrong.

    The program of an external player and a student's file must exist if the games are played
    `here`. No file is run.
    """
    player = read_player(game, text)
    if here:
        if player.place == PROGRAM:
            check_command(player)
        for file in player.files:
            read(Path(file))
    return text if player.place == PROGRAM else player.spec()


def beginnings(game: Game, plies: int, seed: int) -> Iterator[tuple[Move, ...]]:
    """Yield random openings that do not end the game, the same ones for the same seed.

    Raise UserError if openings of this length nearly always do.
    """
    dice = random.Random(f"{seed}/{game.key}/{plies}")

    # Cached, because thousands of short openings meet the same few positions.
    @lru_cache(maxsize=10_000)
    def choices(state: State) -> tuple[Move, ...]:
        return tuple(game.moves(state)) if finish(game, state) is None else ()

    vain = 0
    while vain <= VAIN:
        state, moves = game.start, list[Move]()
        while len(moves) < plies and choices(state):
            moves.append(dice.choice(choices(state)))
            state = game.play(state, moves[-1])
        vain += 1
        if choices(state):
            yield tuple(moves)
            vain = 0
    raise UserError(f"openings of {plies} plies end nearly every game of {game.key}")


class Openings:
    """Openings by their number, made when they are first asked for by any thread."""

    def __init__(self, source: Iterator[tuple[Move, ...]]) -> None:
        """Take the openings from this source."""
        self._source, self._made = source, list[tuple[Move, ...]]()
        self._asking = Lock()

    def __getitem__(self, number: int) -> tuple[Move, ...]:
        """Return the opening of this number, from 0."""
        with self._asking:
            missing = number + 1 - len(self._made)
            self._made += islice(self._source, max(0, missing))
            return self._made[number]


@lru_cache(maxsize=4)
def known_openings(game: str, plies: int, seed: int) -> Openings:
    """Return the openings of a series, shared by all games that this process plays."""
    return Openings(beginnings(find_game(game), plies, seed))


def tasks(game: Game, plan: Plan, done: Container[int] = (), recorded: bool = False) -> list[Task]:
    """Return the games of a plan that are not done, by number.

    Raise UserError if its openings end nearly every game.
    """
    next(beginnings(game, plan.openings, plan.seed))
    return [Task(number, plan, recorded) for number in range(plan.games) if number not in done]


def seeded(game: Game, plan: Plan, who: int, number: int) -> str:
    """Return a player with its own seed for one game, so that the game can be repeated."""
    text = plan.players[who]
    player: Player = read_player(game, text)
    if player.place == PROGRAM:
        return text
    if player.seed is None:
        seed = random.Random(f"{plan.seed}/{number}/{who}").getrandbits(32)
        player = player.changed(seed=seed)
    return player.spec()
