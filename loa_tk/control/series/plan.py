"""The games of a series: which are to be played, and what is kept of each that was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from threading import Lock

from loa_tk.control.ugi.client import check_command
from loa_tk.model.game import Game, Move, State, UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player, read_player

VAIN = 1000  # openings in a row that ended the game: so many plies leave none to be played
UGI = "ugi:"  # begins the text of an external player; the rest is its command
FORFEITS = " forfeits. "  # between a player and why it lost without having been beaten


@dataclass(frozen=True)
class Turn:
    """What one move cost the player who made it."""

    who: int
    nodes: int
    seconds: float
    depth: int
    prunings: int
    captured: bool


@dataclass(frozen=True)
class Result:
    """One finished game: the winning player (0 or 1, None for a draw), and how it came to that."""

    number: int
    first: int
    winner: int | None
    reason: str
    moves: tuple[str, ...]
    opening: int  # plies that nobody chose
    turns: tuple[Turn, ...]

    @property
    def forfeited(self) -> bool:
        """Whether the loser was not beaten but broke down, dawdled or cheated."""
        return FORFEITS in self.reason


@dataclass(frozen=True)
class Plan:
    """A whole series as the user describes it."""

    game: str
    players: tuple[str, str]
    games: int = 40
    openings: int = 2
    seed: int = 1
    fixed_sides: bool = False
    seconds: float = 1.0


@dataclass(frozen=True)
class Task:
    """One game to be played: all that another process or machine needs to know.

    Opening and seeds are worked out where the game is played: for 100,000 games that takes
    seconds, and nobody waits for them before the first one begins.
    """

    number: int
    plan: Plan

    @property
    def first(self) -> int:
        """Which of the players moves first."""
        return 0 if self.plan.fixed_sides else self.number % 2

    @property
    def players(self) -> tuple[str, str]:
        """Both as text, in the order given by the user, each with its seed."""
        game = find_game(self.plan.game)
        return seeded(game, self.plan, 0, self.number), seeded(game, self.plan, 1, self.number)

    @property
    def opening(self) -> tuple[Move, ...]:
        """The plies that nobody chooses: each is played both ways or, with fixed sides, once."""
        plan = self.plan
        begun = known_openings(plan.game, plan.openings, plan.seed)
        return begun[self.number if plan.fixed_sides else self.number // 2]


def check_player(game: Game, text: str, here: bool = True) -> str:
    """A player's text in its full form, or UserError; programs are looked for if played `here`."""
    if text.startswith(UGI):
        if here:
            check_command(text.removeprefix(UGI))
        return text
    return read_player(game, text).spec()


def openings(game: Game, plies: int, number: int, seed: int) -> list[tuple[Move, ...]]:
    """Random legal beginnings that do not end the game; UserError where so long ones always do."""
    return list(islice(beginnings(game, plies, seed), number))


def beginnings(game: Game, plies: int, seed: int) -> Iterator[tuple[Move, ...]]:
    """Such openings without end, the same ones for the same seed."""
    dice = random.Random(f"{seed}/{game.key}/{plies}")

    # Kept, because thousands of short openings meet the same few positions.
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
    """Openings by their number, made when they are first asked for; any thread may ask."""

    def __init__(self, source: Iterator[tuple[Move, ...]]) -> None:
        """Take them from here."""
        self._source, self._found = source, list[tuple[Move, ...]]()
        self._asking = Lock()

    def __getitem__(self, number: int) -> tuple[Move, ...]:
        """The opening of this number, from 0."""
        with self._asking:
            missing = number + 1 - len(self._found)
            self._found += islice(self._source, max(0, missing))
            return self._found[number]


@lru_cache(maxsize=4)
def known_openings(game: str, plies: int, seed: int) -> Openings:
    """The openings of a series; those made are kept for the games to come."""
    return Openings(beginnings(find_game(game), plies, seed))


def tasks(game: Game, plan: Plan) -> list[Task]:
    """The games of a plan; UserError where its openings leave no game to be played."""
    next(beginnings(game, plan.openings, plan.seed))
    return [Task(number, plan) for number in range(plan.games)]


def seeded(game: Game, plan: Plan, who: int, number: int) -> str:
    """A player with a seed of its own for one game, so that chance can be repeated."""
    text = plan.players[who]
    if text.startswith(UGI):
        return text
    player: Player = read_player(game, text)
    if player.seed is None:
        seed = random.Random(f"{plan.seed}/{number}/{who}").getrandbits(32)
        player = player.changed(seed=seed)
    return player.spec()
