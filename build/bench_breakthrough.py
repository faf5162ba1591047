"""How well static values of Breakthrough 8x8 foretell the result of games, as a correlation.

The games are played by Fairy-Stockfish against itself (Debian's package fairy-stockfish) and by
`strong` to depth 2 against itself, both from random openings. A game is given by its seed.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from math import sqrt, tanh

from loa_tk.model.game import Evaluation, Game, Move, State, finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_square, square_name
from loa_tk.model.search.players import read_player

ENGINE = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
SEED = 900_000  # of the first game; the weights were fitted to other seeds
GAMES = {"fairy-stockfish": 100, "strong, depth 2": 60}
FEWEST, MOST = 800, 3000  # nodes of a move
OPENING = 2, 14  # random moves at the beginning
SCALE = 250  # values are squashed by tanh(value / SCALE), because a win is only a win


class Engine:
    """A process that speaks UCI and plays Breakthrough."""

    def __init__(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say("setoption name UCI_Variant value breakthrough", "setoption name Hash value 4")

    def say(self, *lines: str) -> None:
        """Send some lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def answer(self, moves: list[str], nodes: int) -> str:
        """Return its move after these moves from the start."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self.say(f"position startpos{played}", f"go nodes {nodes}")
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                return line.split()[1]
        raise EOFError("the engine has ended")


def play(game: Game, seed: int, engine: Engine | None) -> list[State]:
    """Return the positions of a game after its opening, the last one finished."""
    picks, state = random.Random(seed), game.start
    moves: list[str] = []
    positions: list[State] = []
    player = read_player(game, "strong:eval=full,depth=2")
    opening = picks.randint(*OPENING)
    if engine:
        engine.say("ucinewgame")
    while finish(game, state) is None:
        if len(moves) < opening:
            move: Move = picks.choice(game.moves(state))
        elif engine:
            nodes = int(FEWEST * (MOST / FEWEST) ** picks.random())
            text = engine.answer(moves, nodes)
            ends = [read_square(name, game.rows, game.columns) for name in (text[:2], text[2:4])]
            found = game.find_move(state, ends[0], ends[1])
            assert found is not None
            move = found
        else:
            move = player.choose(game, state, []).move
        moves.append("".join(square_name(q, game.columns) for q in game.path(state, move)))
        state = game.play(state, move)
        if len(moves) >= opening:
            positions.append(state)
    return positions


def samples(game: Game, source: str) -> Iterator[tuple[State, float]]:
    """Yield the unfinished positions of all games, with 1 if the first side has won or -1."""
    engine = Engine() if source == "fairy-stockfish" else None
    for seed in range(SEED, SEED + GAMES[source]):
        *positions, last = play(game, seed, engine)
        outcome = finish(game, last)
        assert outcome is not None
        yield from ((state, 1.0 - 2.0 * (outcome.winner or 0)) for state in positions)
    if engine:
        engine.say("quit")
        engine.process.wait()


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Return Pearson's correlation."""
    means = [sum(column) / len(pairs) for column in zip(*pairs, strict=True)]
    away = [(x - means[0], y - means[1]) for x, y in pairs]
    spread = sqrt(sum(x * x for x, _ in away) * sum(y * y for _, y in away))
    common: float = sum(x * y for x, y in away)
    return common / spread


def bench_breakthrough() -> None:
    """Print the correlation of static values and of the count of workers with the results."""
    print("breakthrough8: correlation of static values with the result of the game")
    game = find_game("breakthrough8")
    full: Evaluation = game.evaluation("full")
    for source in GAMES:
        if source == "fairy-stockfish" and not shutil.which(ENGINE):
            print(f"  {source}: not installed (apt install fairy-stockfish)")
            continue
        found = list(samples(game, source))
        values = [(tanh(full.value(state, 0) / SCALE), result) for state, result in found]
        workers = [(float(workers_ahead(state)), result) for state, result in found]
        print(
            f"  {source}: {GAMES[source]} games from seed {SEED}, {len(found)} positions:"
            f" full {correlation(values):.3f}, workers {correlation(workers):.3f}"
        )


def workers_ahead(state: State) -> int:
    """Return how many workers more the first side has."""
    own, enemy, side = state
    ahead = own.bit_count() - enemy.bit_count()
    return -ahead if side else ahead
