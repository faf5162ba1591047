"""The price of a student's file: a search in a guest beside the same function built in.

python3 build/tasks.py bench guest
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from loa_tk.control.guest.files import GuestFiles  # noqa: E402 - found through the path above
from loa_tk.control.guest.sandbox import SANDBOXES, bwrap_problem  # noqa: E402
from loa_tk.control.guest.warm import WarmGuests  # noqa: E402
from loa_tk.control.series.plan import Plan, tasks  # noqa: E402
from loa_tk.control.series.play import _played  # noqa: E402
from loa_tk.lab.adapter import think  # noqa: E402
from loa_tk.model.game import Game, SimpleEvaluation, State, finish  # noqa: E402
from loa_tk.model.games import find_game  # noqa: E402
from loa_tk.model.search.players import Player, read_player  # noqa: E402
from loa_tk.model.search.search import never  # noqa: E402

POSITIONS, GAMES = 10, 20
# The players, and how many times longer a search may take with the function in a guest.
PLAYERS = {"alphabeta:depth=3": 3.0, "strong:depth=3": 2.0}
FILE = """\
def evaluate(position, player):
    return spread(position, position.other(player)) - spread(position, player)


def spread(position, player):
    squares = position.pieces(player)
    middle_column = sum(column for column, row in squares) / len(squares)
    middle_row = sum(row for column, row in squares) / len(squares)
    distances = [abs(column - middle_column) + abs(row - middle_row) for column, row in squares]
    return sum(distances) / len(distances)
"""


class BuiltIn(SimpleEvaluation):
    """The same function, written against the model."""

    def value(self, state: State, player: int) -> float:
        """EVAL: return how much farther apart the other side's pieces are."""
        return self.spread(state, 1 - player) - self.spread(state, player)

    def spread(self, state: State, side: int) -> float:
        """Return the mean distance of a side's pieces from their middle."""
        columns = self.game.columns
        pieces = self.game.pieces(state)
        squares = [(at % columns, at // columns) for at, owner in pieces.items() if owner == side]
        middle_column = sum(column for column, row in squares) / len(squares)
        middle_row = sum(row for column, row in squares) / len(squares)
        distances = [abs(column - middle_column) + abs(row - middle_row) for column, row in squares]
        return sum(distances) / len(distances)


def positions(game: Game) -> list[State]:
    """Return positions of a random game, the same ones every time."""
    dice, state, found = random.Random(1), game.start, list[State]()
    while len(found) < POSITIONS:
        found.append(state)
        state = game.play(state, dice.choice(list(game.moves(state))))
        if finish(game, state) is not None:
            state = game.start
    return found


def bench_guest() -> None:
    """Print the seconds for a move in a warm guest, beside the same function built in."""
    most = ", ".join(f"{spec} {ratio:g}" for spec, ratio in PLAYERS.items())
    print(f"guest: searches with a student's evaluation, {POSITIONS} positions; "
          f"the ratio should be at most: {most}")  # fmt: skip
    sandboxes = SANDBOXES if not bwrap_problem() else SANDBOXES[1:]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mine.py"
        file.write_text(FILE, "utf-8")
        for key in ("loa5", "loa6", "loa8"):
            game = find_game(key)
            states = positions(game)
            for spec in PLAYERS:
                player = read_player(game, f"{spec},eval={file}")
                for sandbox in sandboxes:
                    here = built_in(game, states, player)
                    first, warm = in_guest(game, states, player, sandbox)
                    print(f"  {key}  {spec:<18}{sandbox:<7} built in {1000 * here:7.1f} ms/move  "
                          f"guest {1000 * warm:7.1f} ms/move  {warm / here:4.2f}x  "
                          f"first move {1000 * first:5.0f} ms")  # fmt: skip
    bench_games()


def built_in(game: Game, states: list[State], player: Player) -> float:
    """Return the seconds for a move of the function that is built in."""
    begun = time.perf_counter()
    for state in states:
        player.choose(game, state, own=BuiltIn(game))
    return (time.perf_counter() - begun) / len(states)


def in_guest(game: Game, states: list[State], player: Player, sandbox: str) -> tuple[float, float]:
    """Return the seconds for a first move, with the start of the process, and for a later one."""
    files, spent = GuestFiles(sandbox), list[float]()
    try:
        for state in (game.start, *states):
            begun = time.perf_counter()
            think(player, game, state, files)
            spent.append(time.perf_counter() - begun)
    finally:
        files.close()
    return spent[0], sum(spent[1:]) / len(states)


def bench_games() -> None:
    """Print the processor time of a shallow game with new guests, beside one with warm guests."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("one.py", "two.py")]
        for path in paths:
            path.write_text(FILE, "utf-8")
        one, two = (f"alphabeta:eval={path},depth=1" for path in paths)
        # Bubblewrap's own children are not counted among ours.
        plan = Plan(game="loa5", players=(one, two), games=GAMES, sandbox="limits", alone=folder)
        new, warm = (spent_on(plan, pool) / GAMES for pool in (None, WarmGuests()))
    print(f"  {GAMES} games at depth 1 in limits: {1000 * new:.1f} ms of processor time a game "
          f"with new guests, {1000 * warm:.1f} ms with warm ones, {new / warm:.1f}x")  # fmt: skip


def spent_on(plan: Plan, pool: WarmGuests | None) -> float:
    """Return the processor time of a series and of its guests."""
    begun = processor_time()
    for task in tasks(find_game(plan.game), plan):
        _played(task, never, pool)
    if pool is not None:
        pool.close()
    return processor_time() - begun


def processor_time() -> float:
    """Return the time of this process and of its children that have ended."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    bench_guest()
