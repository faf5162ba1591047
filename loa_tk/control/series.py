"""Many games between two players, on any executor: openings from a seed, each played both ways."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field

from loa_tk.model.game import Game, Move, finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.players import Player

LONGEST = 1000  # plies; a longer game is a draw


@dataclass(frozen=True)
class Task:
    """One game to be played: all that another process or machine needs to know."""

    number: int
    game: str
    players: tuple[Player, Player]  # in the order given by the user
    first: int  # which of them moves first
    opening: tuple[Move, ...]


@dataclass(frozen=True)
class Effort:
    """What one player spent in one game."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    depth: int = 0
    captures: int = 0
    prunings: int = 0


@dataclass(frozen=True)
class Result:
    """One finished game: the winning player (0 or 1, None for a draw), the moves, the efforts."""

    number: int
    first: int
    winner: int | None
    reason: str
    moves: tuple[str, ...]
    efforts: tuple[Effort, Effort]


@dataclass
class Score:
    """Wins, draws and losses of the first-named player, as first and as second to move."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: list[int] = field(default_factory=lambda: [0, 0])
    losses: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, result: Result) -> None:
        """Count one game."""
        column = (
            self.draws if result.winner is None else (self.losses, self.wins)[result.winner == 0]
        )
        column[result.first] += 1

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self.wins) + sum(self.draws) + sum(self.losses)

    @property
    def share(self) -> float:
        """The share of points, a draw counting half."""
        return (sum(self.wins) + sum(self.draws) / 2) / self.games if self.games else 0.5


def openings(game: Game, plies: int, number: int, seed: int) -> list[tuple[Move, ...]]:
    """Random legal beginnings that do not end the game."""
    dice = random.Random(f"{seed}/{game.key}/{plies}")
    found: list[tuple[Move, ...]] = []
    while len(found) < number:
        state, moves = game.start, list[Move]()
        while len(moves) < plies and finish(game, state) is None:
            move = dice.choice(list(game.moves(state)))
            moves.append(move)
            state = game.play(state, move)
        if finish(game, state) is None:
            found.append(tuple(moves))
    return found


def tasks(
    game: Game, players: tuple[Player, Player], games: int, plies: int, seed: int, fixed: bool
) -> list[Task]:
    """The games of a series: each opening both ways, or, with fixed sides, each once."""
    begun = openings(game, plies, games if fixed else (games + 1) // 2, seed)
    return [
        Task(n, game.key, players, 0 if fixed else n % 2, begun[n if fixed else n // 2])
        for n in range(games)
    ]


def play_game(task: Task) -> Result:
    """Play one game to its end."""
    game = find_game(task.game)
    match = Match(game)
    for move in task.opening:
        match.play(move)
    efforts = [Effort(), Effort()]
    while (outcome := match.outcome()) is None and match.ply < LONGEST:
        who = match.player ^ task.first
        report = task.players[who].choose(game, match.state, match.history())
        taken = game.taken(match.state, report.move) is not None
        spent = efforts[who]
        efforts[who] = Effort(
            spent.moves + 1,
            spent.nodes + report.statistics.nodes,
            spent.seconds + report.seconds,
            max(spent.depth, report.statistics.max_depth),
            spent.captures + taken,
            spent.prunings + report.statistics.prunes_max + report.statistics.prunes_min,
        )
        match.play(report.move)
    winner = None if outcome is None or outcome.winner is None else outcome.winner ^ task.first
    reason = f"Nobody won within {LONGEST} plies." if outcome is None else outcome.reason
    moves = tuple(match.notation())
    return Result(task.number, task.first, winner, reason, moves, (efforts[0], efforts[1]))


def run(games: Sequence[Task], executor: Executor) -> Iterator[Result]:
    """The results as the games end, in no particular order."""
    waiting: list[Future[Result]] = [executor.submit(play_game, task) for task in games]
    try:
        for future in as_completed(waiting):
            yield future.result()
    finally:
        for future in waiting:
            future.cancel()
