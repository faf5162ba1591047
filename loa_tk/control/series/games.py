"""The games of a series: which are to be played, and what is kept of each that was."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from loa_tk.model.game import Game, Move, UserError, finish
from loa_tk.model.search.players import Player, read_player

VAIN = 1000  # openings in a row that ended the game: so many plies leave none to be played
UGI = "ugi:"  # begins the text of an external player; the rest is its command


@dataclass(frozen=True)
class Task:
    """One game to be played: all that another process or machine needs to know."""

    number: int
    game: str
    players: tuple[str, str]  # as text, in the order given by the user
    first: int  # which of them moves first
    opening: tuple[Move, ...]
    seconds: float  # for each move of an external player


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


def check_player(game: Game, text: str) -> str:
    """A player's text in its full form, or PlayerError; external ones are only known when run."""
    if text.startswith(UGI):
        if not text.removeprefix(UGI).strip():
            raise UserError("ugi: needs a command, as in 'ugi:loa engine'")
        return text
    return read_player(game, text).spec()


def openings(game: Game, plies: int, number: int, seed: int) -> list[tuple[Move, ...]]:
    """Random legal beginnings that do not end the game; UserError where so long ones always do."""
    dice = random.Random(f"{seed}/{game.key}/{plies}")
    found: list[tuple[Move, ...]] = []
    vain = 0
    while len(found) < number:
        state, moves = game.start, list[Move]()
        while len(moves) < plies and finish(game, state) is None:
            move = dice.choice(list(game.moves(state)))
            moves.append(move)
            state = game.play(state, move)
        vain += 1
        if finish(game, state) is None:
            found.append(tuple(moves))
            vain = 0
        if vain > VAIN:
            raise UserError(f"openings of {plies} plies end nearly every game of {game.key}")
    return found


def tasks(game: Game, plan: Plan) -> list[Task]:
    """The games of a plan: each opening both ways or, with fixed sides, each once."""
    fixed = plan.fixed_sides
    begun = openings(game, plan.openings, plan.games if fixed else (plan.games + 1) // 2, plan.seed)
    return [
        Task(
            number,
            game.key,
            (seeded(game, plan, 0, number), seeded(game, plan, 1, number)),
            0 if fixed else number % 2,
            begun[number if fixed else number // 2],
            plan.seconds,
        )
        for number in range(plan.games)
    ]


def seeded(game: Game, plan: Plan, who: int, number: int) -> str:
    """A player with a seed of its own for one game, so that chance can be repeated."""
    text = plan.players[who]
    if text.startswith(UGI):
        return text
    player: Player = read_player(game, text)
    if player.seed is None:
        seed = random.Random(f"{plan.seed}/{number}/{who}").getrandbits(32)
        player = replace(player, seed=seed)
    return player.spec()


def distinct(results: Sequence[Result]) -> int:
    """How many different games were played."""
    return len({result.moves for result in results})
