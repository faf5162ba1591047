"""Positions to check programs on, from random play with a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count

from loa_tk.model.game import Game, State, finish, perft

LONGEST = 400  # plies of a random game
ENOUGH = 1_000  # random games in a row without a new position: a tiny game has no more of them


def random_game(game: Game, dice: random.Random) -> list[State]:
    """Return the unfinished positions of a game of random moves, in their order."""
    states, state = list[State](), game.start
    while finish(game, state) is None and len(states) < LONGEST:
        states.append(state)
        state = game.play(state, dice.choice(game.moves(state)))
    return states


def positions(game: Game, seed: object) -> Iterator[State]:
    """Yield different unfinished positions from all parts of random games."""
    dice = random.Random(f"positions/{game.key}/{seed}")
    return different(dice.choice(random_game(game, dice)) for _ in count())


def endings(game: Game, seed: object, least: int = 1, most: int = 4) -> Iterator[State]:
    """Yield different positions a few plies before the end of random games."""
    dice = random.Random(f"endings/{game.key}/{seed}")

    def near_end(states: list[State]) -> State:
        return states[-min(len(states), dice.randint(least, most))]

    return different(near_end(random_game(game, dice)) for _ in count())


def different(drawn: Iterable[State]) -> Iterator[State]:
    """Yield every state once, until ENOUGH of them in a row have been there before."""
    seen, repeated = set[State](), 0
    for state in drawn:
        repeated = repeated + 1 if state in seen else 0
        if repeated == ENOUGH:
            return
        if not repeated:
            seen.add(state)
            yield state


@cache
def affordable(game: Game, leaves: int, most: int) -> int:
    """Return the greatest depth, up to `most`, with at most this many leaves below the start."""
    depth = 1
    while depth < most and perft(game, game.start, depth + 1) <= leaves:
        depth += 1
    return depth
