"""Positions whose winner is proved: how they are found, and their files."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import resources

from loa_tk.model.game import Game, Move, State
from loa_tk.model.notation import move_text, position_text, read_move, read_position
from loa_tk.model.search.prover import Prover, Questions
from loa_tk.model.search.search import Clock, Limits
from loa_tk.model.search.statistics import Proof

# Games whose random positions can be proved wherever they occur. In the others only wins near the
# end are within reach, so their files say nothing about the middle of a game.
SOLVED = ("loa5", "minicheckers")
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
        """Return a number that is the greater, the sooner `player` wins, and the later it loses."""
        if self.winner is None:
            return 0.0
        return (1 if self.winner == player else -1) / (1 + self.plies)


def prove(game: Game, state: State, allowed: int) -> Proof | None:
    """Return the proved result of an unfinished state, or None if `allowed` expansions are too few.

    A small game is searched to its end, however many expansions that takes.
    """
    evaluation = game.evaluation(game.evaluations[-1], 0, 0.0)
    moves, values = evaluation.children(state, game.player(state))
    order = [move for _, move in sorted(zip(values, moves, strict=True), reverse=True)]
    questions = Questions(game, evaluation, state, order, (), Clock(Limits()), lambda: None)
    try:
        if game.small:
            return questions.settle()[1]
        while (answer := questions.ask(allowed)) is not None:
            if (proof := questions.proof(answer)) is not None:
                return proof
        return None
    finally:
        questions.close()


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
def all_known(game: Game) -> tuple[Proved, ...]:
    """Return every proved position in a game's file, or none if the game has no file."""
    file = resources.files(__package__) / f"{game.key}.txt"
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    return tuple(read_line(game, line) for line in text.splitlines())


def known(game: Game, number: int, seed: int) -> tuple[Proved, ...]:
    """Return this many proved positions, or all if there are fewer; the seed chooses them."""
    proved = all_known(game)
    if len(proved) <= number:
        return proved
    return tuple(random.Random(f"known/{game.key}/{seed}").sample(proved, number))


def wins_in(game: Game, plies: int, seed: int) -> tuple[Proved, ...]:
    """Return positions in which the side to move wins in exactly this many plies, one of SHORT.

    The seed decides their order.
    """
    wins = [proved for proved in all_known(game) if proved.moves and proved.plies == plies]
    return tuple(random.Random(f"wins/{game.key}/{seed}").sample(wins, len(wins)))
