"""Positions whose winner is proved: how they are found, and their files."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import count

from loa_tk.model.game import Game, Move, State, finish
from loa_tk.model.notation import move_text, position_text, read_move, read_position
from loa_tk.model.search.prover import EXPANSIONS_BETWEEN_LOOKS, Prover, Questions
from loa_tk.model.search.search import Clock, Limits
from loa_tk.model.search.statistics import Proof

# Games whose random positions can be proved wherever they occur. In the others only wins near the
# end are within reach, so their files say nothing about the middle of a game.
SOLVED = ("loa5", "minicheckers", "breakthrough5")
WINNABLE = (*SOLVED, "loa6")  # games in which it is proved of every move whether it keeps a win
SHORT = (1, 3, 5)  # plies of the wins that a search has to find
DRAW = "-"


@dataclass(frozen=True, kw_only=True)
class Proved:
    """A position, its winner (None is a draw), the plies of the win, and the moves that win.

    The moves are known if the side to move wins in one of the SHORT distances.
    """

    state: State
    winner: int | None
    plies: int
    moves: tuple[Move, ...] = ()

    def nearness(self, player: int) -> float:
        """Return a number that is greater the sooner `player` wins and the later it loses."""
        if self.winner is None:
            return 0.0
        return (1 if self.winner == player else -1) / (1 + self.plies)


class TooMany(Exception):
    """A proof takes more expansions than are allowed."""


def prove(game: Game, state: State, allowed: int, bounded: bool = False) -> Proof | None:
    """Return the proved result of an unfinished state, or None if `allowed` expansions are too few.

    A small game is searched to its end, however many expansions that takes, unless it is `bounded`.
    """
    looked = count(1)

    def look() -> None:
        if bounded and next(looked) * EXPANSIONS_BETWEEN_LOOKS > allowed:
            raise TooMany

    evaluation = game.evaluation(game.evaluations[-1], 0, 0.0)
    moves, values = evaluation.children(state, game.player(state))
    order = [move for _, move in sorted(zip(values, moves, strict=True), reverse=True)]
    questions = Questions(game, evaluation, state, order, (), Clock(Limits()), look)
    try:
        if game.small:
            return questions.settle()[1]
        while (answer := questions.ask(allowed)) is not None:
            if (proof := questions.proof(answer)) is not None:
                return proof
    except TooMany:
        pass
    finally:
        questions.close()
    return None


def winning_moves(game: Game, state: State, plies: int) -> tuple[Move, ...]:
    """Return the moves after which the side to move has won within `plies`, in the game's order."""
    player = game.player(state)
    evaluation = game.evaluation(game.evaluations[-1], 0, 0.0)
    prover = Prover(game, evaluation, (), lambda: None, thorough=True)

    def wins(move: Move) -> bool:
        child = game.play(state, move)
        outcome = game.outcome(child)
        if outcome is not None:
            return outcome.winner == player
        return prover.loses(child, plies - 1)

    return tuple(move for move in game.moves(state) if wins(move))


def keeping_moves(game: Game, state: State, allowed: int) -> tuple[Move, ...] | None:
    """Return the moves that keep a proved win, or None if a move's result is not proved."""
    player, kept = game.player(state), list[Move]()
    for move in game.moves(state):
        child = game.play(state, move)
        result = finish(game, child) or prove(game, child, allowed, bounded=True)
        if result is None:
            return None
        if result.winner == player:
            kept.append(move)
    return tuple(kept)


def proved(game: Game, state: State, allowed: int) -> Proved | None:
    """Return a state with its proof and the moves that win at once, or None if it is not proved."""
    proof = prove(game, state, allowed)
    if proof is None:
        return None
    plies = proof.plies or 0
    short = proof.winner == game.player(state) and plies in SHORT
    moves = winning_moves(game, state, plies) if short else ()
    return Proved(state=state, winner=proof.winner, plies=plies, moves=moves)


def line(game: Game, position: Proved) -> str:
    """Return a position as a line of its file."""
    winner = DRAW if position.winner is None else game.sides[position.winner].letter
    moves = " ".join(move_text(game, position.state, move) for move in position.moves)
    return f"{position_text(game, position.state)}; {winner} {position.plies}; {moves}".rstrip()


def read_line(game: Game, text: str) -> Proved:
    """Return the position of a line."""
    position, result, moves = (part.strip() for part in text.split(";"))
    state = read_position(game, position)
    winner, plies = result.split()
    letters = [side.letter for side in game.sides]
    return Proved(
        state=state,
        winner=None if winner == DRAW else letters.index(winner),
        plies=int(plies),
        moves=tuple(read_move(game, state, move) for move in moves.split()),
    )


@cache
def won_positions(game: Game) -> tuple[Proved, ...]:
    """Return won positions, each with every move that keeps the win, or none if there is no file.

    Some of the moves of each give it away.
    """
    return _read(game, f"{game.key}.won.txt")


@cache
def all_known(game: Game) -> tuple[Proved, ...]:
    """Return every proved position in a game's file, or none if the game has no file."""
    return _read(game, f"{game.key}.txt")


def _read(game: Game, name: str) -> tuple[Proved, ...]:
    file = resources.files(__package__) / name
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    return tuple(read_line(game, line) for line in text.splitlines())


def known(game: Game, number: int, seed: object) -> tuple[Proved, ...]:
    """Return this many proved positions, or all if there are fewer; the seed chooses them."""
    proved = all_known(game)
    if len(proved) <= number:
        return proved
    return tuple(random.Random(f"known/{game.key}/{seed}").sample(proved, number))


def wins_in(game: Game, plies: int, seed: object) -> tuple[Proved, ...]:
    """Return positions in which the side to move wins in exactly this many plies, one of SHORT.

    The seed decides their order.
    """
    wins = [proved for proved in all_known(game) if proved.moves and proved.plies == plies]
    return tuple(random.Random(f"wins/{game.key}/{seed}").sample(wins, len(wins)))
