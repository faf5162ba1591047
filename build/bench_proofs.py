"""How many positions near the end of 8x8 Lines of Action `hard` proves in a second.

The positions are made from a seed, so they are the same on every machine: half of them from random
games, half from games of `strong` with two plies of search, each some plies before its game's end.
The second is one of processor time, so that other work on the machine does not matter.
"""

from __future__ import annotations

import gc
import random
import time
from collections import Counter
from collections.abc import Iterator

from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search import search
from loa_tk.model.search.players import Player
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.strong import Strong

GAME, SEED, POSITIONS, SECONDS = "loa8", 31, 200, 1.0
OPENING = 6  # random plies with which the games of `strong` begin
LAST = range(4, 14)  # a position is taken this many plies before the end of its game
LONGEST = 400  # plies; a longer game is not used


def play_out(game: Game, dice: random.Random, player: Player | None) -> list[State]:
    """Return the positions of a game that a player plays against itself, or of a random one."""
    match = Match(game)
    while match.outcome() is None and match.ply < LONGEST:
        if player is None or match.ply < OPENING:
            match.play(dice.choice(list(game.moves(match.state))))
        else:
            match.play(player.choose(game, match.state, match.history()).move)
    return [] if match.outcome() is None else [*match.history(), match.state]


def endgames(game: Game, seed: int, number: int) -> Iterator[tuple[str, State]]:
    """Yield positions near the end of games, from random ones and from real ones in turn."""
    players = {"random": None, "real": Player("strong", depth=2)}
    dice, made, met = random.Random(seed), 0, set()
    while made < number:
        kind = ("random", "real")[made % 2]
        states = play_out(game, dice, players[kind])
        before = dice.choice(LAST)
        state = states[-1 - before] if len(states) > before else game.start
        if state != game.start and state not in met:
            met.add(state)
            made += 1
            yield kind, state


def bench_proofs() -> None:
    """Print how many of the positions are proved, and how long their proofs take."""
    game, found, spent = find_game(GAME), Counter[str](), 0.0
    vars(search)["perf_counter"] = time.process_time
    gc.disable()
    print(f"proofs: {POSITIONS} positions near the end of {GAME}, seed {SEED}, "
          f"{SECONDS:g} s of processor time each")  # fmt: skip
    for kind, state in endgames(game, SEED, POSITIONS):
        request = Request(game=game, state=state, limits=Limits(seconds=SECONDS), options={})
        begun = time.process_time()
        report = Strong(request).search()
        if report.proof is not None:
            spent += time.process_time() - begun
            found[kind] += 1
    proved = found["random"] + found["real"]
    mean = spent / max(1, proved)
    print(f"  proved {proved}: {found['random']} of random games, {found['real']} of real ones; "
          f"the proofs took {mean:.2f} s in the mean")  # fmt: skip
