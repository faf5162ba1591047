"""How well static values of Breakthrough 8x8 foretell the result of games, as a correlation.

The games begin with four random moves and are then played by Fairy-Stockfish against itself
(Debian's package fairy-stockfish), or by `strong` to depth 2. A game is given by its seed.
Fairy-Stockfish's own searches of the same positions show how much can be foretold at all.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from math import sqrt, tanh
from typing import NamedTuple

from loa_tk.model.game import Evaluation, Game, Move, State, finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_square, square_name
from loa_tk.model.search.players import read_player

ENGINE = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
SEED = 900_000  # of the first game; the weights were fitted to other seeds
STRONGER, EQUAL, OURS = (
    "Fairy-Stockfish, 10,000 nodes",
    "Fairy-Stockfish, 1,500 nodes",
    "strong, depth 2",
)
GAMES = {STRONGER: 60, EQUAL: 100, OURS: 60}
NODES = {STRONGER: 10_000, EQUAL: 1_500}
OPENING = 4  # random moves at the beginning
SEARCH = 1_500  # nodes of the searches that the static values are compared with
SAMPLE = 3  # every third position is searched for comparison
SCALE = 250  # values are squashed by tanh(value / SCALE), because a win is only a win
MATE = 10_000  # what a forced win counts, in Fairy-Stockfish's hundredths


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

    def answer(self, moves: list[str], nodes: int) -> tuple[str, float]:
        """Return its move after these moves from the start, and the value for the side to move."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self.say(f"position startpos{played}", f"go nodes {nodes}")
        assert self.process.stdout is not None
        value = 0.0
        for line in self.process.stdout:
            words = line.split()
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                value = float(number) if kind == "cp" else MATE if int(number) > 0 else -MATE
            if line.startswith("bestmove"):
                return words[1], value
        raise EOFError("the engine has ended")


def play(game: Game, seed: int, engine: Engine | None, nodes: int) -> list[tuple[State, list[str]]]:
    """Return the positions of a game after its opening, each with the moves that led to it."""
    picks, state = random.Random(seed), game.start
    moves: list[str] = []
    positions: list[tuple[State, list[str]]] = []
    player = read_player(game, "strong:eval=full,depth=2")
    if engine:
        engine.say("ucinewgame")
    while finish(game, state) is None:
        if len(moves) < OPENING:
            move: Move = picks.choice(game.moves(state))
        elif engine:
            text, _ = engine.answer(moves, nodes)
            ends = [read_square(name, game.rows, game.columns) for name in (text[:2], text[2:4])]
            found = game.find_move(state, ends[0], ends[1])
            assert found is not None
            move = found
        else:
            move = player.choose(game, state, []).move
        moves.append("".join(square_name(q, game.columns) for q in game.path(state, move)))
        state = game.play(state, move)
        if len(moves) >= OPENING:
            positions.append((state, list(moves)))
    return positions


class Sample(NamedTuple):
    """An unfinished position of a game."""

    state: State
    moves: list[str]  # that led to it
    result: float  # 1 if the first side won the game, or -1


def samples(game: Game, source: str, engine: Engine | None) -> Iterator[Sample]:
    """Yield the unfinished positions of all games of a source."""
    nodes = NODES.get(source, 0)
    for seed in range(SEED, SEED + GAMES[source]):
        *positions, (last, _) = play(game, seed, engine if nodes else None, nodes)
        outcome = finish(game, last)
        assert outcome is not None
        for state, moves in positions:
            yield Sample(state, moves, 1.0 - 2.0 * (outcome.winner or 0))


def searched(game: Game, engine: Engine, found: Sequence[Sample]) -> list[tuple[float, float]]:
    """Return the engine's values of some positions for the first side, squashed, with results."""
    pairs = []
    for state, moves, result in found:
        engine.say("ucinewgame")  # so that it remembers nothing of other positions
        _, value = engine.answer(moves, SEARCH)
        pairs.append((tanh((-value if game.player(state) else value) / SCALE), result))
    return pairs


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Return Pearson's correlation."""
    means = [sum(column) / len(pairs) for column in zip(*pairs, strict=True)]
    away = [(x - means[0], y - means[1]) for x, y in pairs]
    spread = sqrt(sum(x * x for x, _ in away) * sum(y * y for _, y in away))
    common: float = sum(x * y for x, y in away)
    return common / spread


def bench_breakthrough() -> None:
    """Print how values of `full`, counts of workers and short searches go with the results."""
    print("breakthrough8: correlation with the result of the game")
    game = find_game("breakthrough8")
    full: Evaluation = game.evaluation("full")
    engine = Engine() if shutil.which(ENGINE) else None
    if engine is None:
        print("  Fairy-Stockfish is not installed (apt install fairy-stockfish)")
    for source in GAMES:
        if source in NODES and engine is None:
            continue
        found = list(samples(game, source, engine))
        values = [(tanh(full.value(one.state, 0) / SCALE), one.result) for one in found]
        workers = [(float(workers_ahead(one.state)), one.result) for one in found]
        print(f"  {source}: {GAMES[source]} games from seed {SEED}, {len(found)} positions")
        print(f"    full {correlation(values):.3f}, workers {correlation(workers):.3f}", flush=True)
        if engine:
            few = found[::SAMPLE]
            print(
                f"    of every third position: full {correlation(values[::SAMPLE]):.3f},"
                f" workers {correlation(workers[::SAMPLE]):.3f},"
                f" Fairy-Stockfish with {SEARCH:,} nodes"
                f" {correlation(searched(game, engine, few)):.3f}",
                flush=True,
            )
    if engine:
        engine.say("quit")
        engine.process.wait(60)


def workers_ahead(state: State) -> int:
    """Return how many workers more the first side has."""
    own, enemy, side = state
    ahead = own.bit_count() - enemy.bit_count()
    return -ahead if side else ahead
