"""Positions to check programs on, from random play with a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from loa_tk.model.game import Game, State, finish, perft

LONGEST = 400  # plies of a random game


def random_game(game: Game, dice: random.Random) -> list[State]:
    """Return the unfinished positions of a game of random moves, in their order."""
    states, state = list[State](), game.start
    while finish(game, state) is None and len(states) < LONGEST:
        states.append(state)
        state = game.play(state, dice.choice(game.moves(state)))
    return states


def positions(game: Game, seed: object) -> Iterator[State]:
    """Yield different unfinished positions without end, from all parts of random games."""
    dice = random.Random(f"positions/{game.key}/{seed}")
    seen: set[State] = set()
    while True:
        state = dice.choice(random_game(game, dice))
        if state not in seen:
            seen.add(state)
            yield state


def endings(game: Game, seed: object, least: int = 1, most: int = 4) -> Iterator[State]:
    """Yield different positions a few plies before the end of random games."""
    dice = random.Random(f"endings/{game.key}/{seed}")
    seen: set[State] = set()
    while True:
        states = random_game(game, dice)
        state = states[-min(len(states), dice.randint(least, most))]
        if state not in seen:
            seen.add(state)
            yield state


@cache
def affordable(game: Game, leaves: int, most: int) -> int:
    """Return the greatest depth, up to `most`, with at most this many leaves below the start."""
    depth = 1
    while depth < most and perft(game, game.start, depth + 1) <= leaves:
        depth += 1
    return depth
