"""Games of `hard` as black on boards that a book solves: it must win against every white."""

from __future__ import annotations

import random
from collections.abc import Callable

from loa_tk.control.verify import prove
from loa_tk.model.game import Game, Move, finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.players import read_player

BLACK = "hard"
WHITES = {
    "hard": "strong:eval=full,seconds=0.3",
    "normal": "normal",
    "easy": "easy",
    "mcts": "mcts:seconds=0.3",
    "random": "random",
}
RESISTANCE = "resistance"  # a white that always puts the loss off longest
GAMES = 17  # against each of the six whites: 102
RANDOM_REPLIES = 4  # white begins with up to this many random replies, less one, so games differ
Chooser = Callable[[Match], Move]


def chooser(game: Game, name: str, seed: int) -> Chooser:
    """Return a white player."""
    if name == RESISTANCE:
        return lambda match: longest(game, match)
    player = read_player(game, WHITES[name])
    if "seed" in player.options:
        player = player.changed(seed=seed)
    return lambda match: player.choose(game, match.state, match.history()).move


def longest(game: Game, match: Match) -> Move:
    """Return the reply after which the book's bound, or the live proof, is longest."""
    known = game.solved(match.state)
    left = 60 if known is None else known.plies

    def resistance(move: Move) -> int:
        child = game.play(match.state, move)
        if finish(game, child) is not None:
            return 0
        book = game.solved(child)
        if book is not None:
            return book.plies
        search, found = prove(game, (game.canonical(child), left - 1), 2_000)
        return search.plies_found() if found else left

    return max(game.moves(match.state), key=resistance)


def play(game: Game, name: str, number: int) -> tuple[bool, int, int]:
    """Play a game; return whether black won, its plies, and black's moves without a proof."""
    match, dice = Match(game), random.Random(f"{name}/{number}")
    black, white = read_player(game, BLACK), chooser(game, name, number)
    replies, unproved = number % RANDOM_REPLIES, 0
    while (outcome := match.outcome()) is None:
        if game.sides[match.player].name == "black":
            report = black.choose(game, match.state, match.history())
            unproved += report.proof is None
            match.play(report.move)
        elif replies:
            replies -= 1
            match.play(dice.choice(game.moves(match.state)))
        else:
            match.play(white(match))
    won = outcome.winner is not None and game.sides[outcome.winner].name == "black"
    return won, match.ply, unproved


def bench_solved(key: str, games: int = GAMES) -> None:
    """Play this many games against each white, and print how many black has won."""
    game = find_game(key)
    print(f"solved-{key}: games won by black ({BLACK}) from the start of {game.title}")
    for name in (*WHITES, RESISTANCE):
        results = [play(game, name, number) for number in range(games)]
        won = sum(black for black, _, _ in results)
        lengths = [plies for _, plies, _ in results]
        unproved = sum(moves for _, _, moves in results)
        print(
            f"  {name:<11}{won:>3} of {games}  {min(lengths)} to {max(lengths)} plies  "
            f"black's moves without a proof: {unproved}",
            flush=True,
        )
