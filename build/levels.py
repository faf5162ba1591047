"""Measure the levels of every board against a beginner and against each other.

The beginner plays random moves, but takes a win in one and avoids a loss in one if it can. Every
cell is a series of games in which the sides alternate. The same seed gives the same games on every
machine: no clock is used, and Hard, which has seconds in the program, is limited to a number of
nodes instead. That makes it weaker, so its scores are lower bounds. A board that a book solves is
named below the table.

  python3 build/tasks.py levels
  python3 build/tasks.py levels loa5 --games 400 --easy strong:eval=full,depth=1,blunder=0.5
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loa_tk.model.game import Game, Move, State, UserError, finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.search.players import levels, read_player

LONGEST = 300  # plies; a longer game is a draw
SOON = 5  # plies within which Easy should not have won
MOST_SOON = 0.05  # the share of games in which it may
HARD_NODES = 20_000  # of Hard for a move
# On this board the prover comes first, and 20,000 nodes left the tree two plies less deep: Hard
# then scored 67.5 % against Normal, and with 60,000 nodes 100 %.
HARD_NODES_OF = {"loa5": 60_000}
Choice = Callable[[Match], Move]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One column of the table: who plays whom, and the range in which the score should be."""

    title: str
    players: tuple[str, str]  # the score is that of the first
    least: float
    most: float


CELLS = (
    Cell(title="beginner–easy", players=("beginner", "easy"), least=0.40, most=0.60),
    Cell(title="normal–easy", players=("normal", "easy"), least=0.75, most=0.95),
    Cell(title="beginner–normal", players=("beginner", "normal"), least=0.05, most=0.20),
    Cell(title="hard–normal", players=("hard", "normal"), least=0.75, most=1.0),
)


@dataclass(frozen=True, kw_only=True)
class Score:
    """The result of a series for its first player, and how many games its second won soon."""

    wins: int
    draws: int
    losses: int
    soon: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The first player's points, as a share of all."""
        return (self.wins + self.draws / 2) / self.games


def safe_moves(game: Game, state: State) -> list[Move]:
    """Return the moves among which a beginner chooses.

    These are the moves that win at once; if there are none, those after which the opponent cannot
    win at once; if there are none, all.
    """
    player = game.player(state)
    children = [(move, game.play(state, move)) for move in game.moves(state)]

    def wins(state: State, side: int) -> bool:
        outcome = finish(game, state)
        return outcome is not None and outcome.winner == side

    won = [move for move, child in children if wins(child, player)]
    if won:
        return won
    safe = []
    for move, child in children:
        ended = finish(game, child) is not None
        replies = () if ended else game.moves(child)
        lost = wins(child, 1 - player) or any(
            wins(game.play(child, reply), 1 - player) for reply in replies
        )
        if not lost:
            safe.append(move)
    return safe or [move for move, _ in children]


def beginner(dice: random.Random) -> Choice:
    """Return a player that chooses among its safe moves by chance."""
    return lambda match: dice.choice(safe_moves(match.game, match.state))


def computer(game: Game, spec: str, seed: int, nodes: int | None) -> Choice:
    """Return a player that a text describes; if it has no depth, these nodes limit its search."""
    player = read_player(game, spec).changed(seed=seed)
    free = player.depth is None

    def choose(match: Match) -> Move:
        found = player.choose(game, match.state, match.history(), nodes=nodes if free else None)
        return found.move

    return choose


def play(game: Game, choices: Sequence[Choice]) -> tuple[int | None, int]:
    """Play one game and return the side that wins, or None for a draw, and the number of plies."""
    match = Match(game)
    while (outcome := match.outcome()) is None and match.ply < LONGEST:
        match.play(choices[match.player](match))
    return None if outcome is None else outcome.winner, match.ply


def series(game: Game, specs: Sequence[str], games: int, seed: int, nodes: int) -> Score:
    """Play a series in which the first of two players begins every other game."""
    counts, soon = {0: 0, 1: 0, None: 0}, 0
    for number in range(games):
        dice = random.Random(f"{seed}/{game.key}/{'/'.join(specs)}/{number}")
        choices = [
            beginner(dice) if spec == "beginner"
            else computer(game, spec, dice.randrange(2**31), nodes)
            for spec in specs
        ]  # fmt: skip
        swap = number % 2
        winner, plies = play(game, choices[::-1] if swap else choices)
        who = None if winner is None else winner ^ swap
        counts[who] += 1
        soon += who == 1 and plies <= SOON
    return Score(wins=counts[0], draws=counts[None], losses=counts[1], soon=soon)


def judge(cell: Cell, score: Score) -> str:
    """Return what is wrong with a score, or nothing."""
    if not cell.least <= score.share <= cell.most:
        return f"{cell.title}: {score.share:.1%} is outside {cell.least:.0%} to {cell.most:.0%}"
    if cell.players == ("beginner", "easy") and score.soon > MOST_SOON * score.games:
        return f"{cell.title}: easy won {score.soon} games within {SOON} plies"
    return ""


def main(words: list[str] | None = None) -> int:
    """Read the command line, play, print a row for each board and what is out of range."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="*", help="keys of games (default: all)")
    parser.add_argument("--games", type=int, default=200, help="games of a cell")
    parser.add_argument("--hard-games", type=int, default=40, help="games of hard–normal")
    nodes = "nodes of Hard for a move (default: 20,000; of loa5 60,000)"
    parser.add_argument("--hard-nodes", type=int, help=nodes)
    parser.add_argument("--seed", type=int, default=1)
    for name in ("easy", "normal", "hard"):
        parser.add_argument(f"--{name}", help="a player to be tried as this level")
    args = parser.parse_args(words)
    given = args.games, args.hard_games, args.hard_nodes
    if min(number for number in given if number is not None) < 1:
        parser.error("numbers must be at least 1")
    gc.disable()
    titles = [f"{cell.title} ({cell.least:.0%}–{cell.most:.0%})" for cell in CELLS]
    try:
        games = [find_game(key) for key in args.boards] or list(all_games().values())
        for game in games:
            for name in ("easy", "normal", "hard"):
                read_player(game, getattr(args, name) or name)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    print(" | ".join(["", "board", *titles, f"easy won within {SOON} plies", ""]).strip())
    print("|".join(["", *["---"] * (len(CELLS) + 2), ""]), flush=True)
    wrong = []
    for game in games:
        known = {**levels(game), "beginner": "beginner"}
        known |= {name: getattr(args, name) for name in known if getattr(args, name, None)}
        row, soon = [game.key], ""
        for cell in CELLS:
            number = args.hard_games if "hard" in cell.players else args.games
            specs = [known[name] for name in cell.players]
            limit = args.hard_nodes or HARD_NODES_OF.get(game.key, HARD_NODES)
            score = series(game, specs, number, args.seed, limit)
            row.append(f"{score.share:.1%} (+{score.wins} ={score.draws} -{score.losses})")
            if cell.players == ("beginner", "easy"):
                soon = f"{score.soon} of {score.games}"
            if fault := judge(cell, score):
                wrong.append(f"{game.key}, {fault}")
        print(" | ".join(["", *row, soon, ""]).strip(), flush=True)
    for game in games:
        solved = game.solved(game.start)
        if solved is not None:
            print(f"{game.key} is solved: {game.sides[solved.winner].name} wins from the start")
    for line in wrong:
        print(line)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
