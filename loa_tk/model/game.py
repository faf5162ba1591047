"""What a game is: the one protocol that searches, windows and commands are written against.

A state is a plain tuple of ints and a move an int, both opaque to everyone but their game
(measured: a move costs 321 ns on a plain tuple, 974 ns on a frozen dataclass).
Squares are numbers, row * columns + column, counted from the lower left corner.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atanh, tanh
from typing import Any, TypeAlias

State: TypeAlias = tuple[int, ...]
Move: TypeAlias = int
Square: TypeAlias = int

# The value of a finished game in batches: beyond every evaluation, so that no estimate reaches it.
WON = 1e9
# More plies than any question about a win counts.
NEVER = 1_000_000


class UserError(ValueError):
    """Something a person typed or opened is wrong; its text is one line, fit to be shown."""


class UnknownGame(UserError):
    """There is no game of that name."""


class PositionError(UserError):
    """A text is not a position of this game."""


class MoveError(UserError):
    """A text is not a legal move here."""


class PlayerError(UserError):
    """A text does not describe a player."""


@dataclass(frozen=True)
class Side:
    """One of the two players as the board knows it: its name, its letter and its picture."""

    name: str
    letter: str


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning side (0 moved first, None is a draw) and why."""

    winner: int | None
    reason: str

    def utility(self, player: int, utmost: float) -> float:
        """The worth of this end for `player`: plus or minus `utmost`, or 0 for a draw."""
        if self.winner is None:
            return 0.0
        return utmost if self.winner == player else -utmost


class Evaluation(ABC):
    """An estimate of unfinished positions, one by one or for all children of a state at once."""

    @abstractmethod
    def value(self, state: State, player: int) -> float:
        """EVAL: how good `state` is for `player`."""

    @abstractmethod
    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """All moves and their children's values, seen by the side to move.

        Evaluations are made for `player` (MAX) and negated when the other side moves. A child
        that ends the game has +WON or -WON. The order of the moves is the evaluation's own.
        """

    def best_child(self, state: State, player: int) -> tuple[float, Move, int, int]:
        """The greatest of `children`'s values, its move, the number of children, how many lost.

        Lost ones have ended the game; they are counted where the best is not itself a win.
        """
        moves, values = self.children(state, player)
        if not moves:
            return 0.0, -1, 0, 0
        best = max(values)
        ended = sum(1 for value in values if value <= -WON)
        return best, moves[values.index(best)], len(moves), ended


class SimpleEvaluation(Evaluation):
    """The batch form made from the game's own simple questions, for games without a faster one."""

    def __init__(self, game: Game) -> None:
        """Remember whose children to value."""
        self.game = game

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Play every move and ask outcome and value of each child."""
        game, mover = self.game, self.game.player(state)
        moves = game.moves(state)
        values = []
        for move in moves:
            child = game.play(state, move)
            outcome = game.outcome(child)
            if outcome is None:
                value = self.value(child, player)
                values.append(value if mover == player else -value)
            else:
                values.append(outcome.utility(mover, WON))
        return moves, values


class Game(ABC):
    """The rules of one game on one board, as pure questions about states."""

    key: str  # its name on the command line: "loa5"
    title: str  # its name for people: "Lines of Action 5×5"
    rows: int
    columns: int
    sides: tuple[Side, Side]  # who moves first, who second
    utmost: float  # U, the utility of a won game
    start: State
    evaluations: tuple[str, ...]  # their names; the last is the program's best
    board: str = "wood"  # which pair of square colours: "wood" or "checkers"
    piece: str = "piece"  # what people call what stands on the board
    # Small enough to be searched to its end with nothing left out. Positions of such a game must
    # not repeat: the search to the end has no other bound.
    small: bool = False
    # Expansions that the prover may make for each of the tree's: many where a proof from the start
    # is within reach, few where they would only cost the tree its depth.
    prover_share: float = 0.1
    bar_scale: float = 40.0  # the value at which the value bar is 88 % full
    swing: float = 40.0  # a great change of the value; the strong search's margins are parts of it
    levels: Mapping[str, str] = {}  # players that differ from the program's usual levels
    # The rules for people, block by block: ("heading", text), ("text", paragraph) or
    # ("board", position, caption, ((mark, square name), …)), marks as in scene.BoardScene.
    rules: tuple[tuple[Any, ...], ...] = ()

    # The rules

    @abstractmethod
    def player(self, state: State) -> int:
        """The side to move: 0 or 1."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """The legal moves of an unfinished state, by origin, then by target, a1 b1 … a2 b2 …."""

    def count(self, state: State) -> int:
        """How many legal moves there are, which a game may know without listing them."""
        return len(self.moves(state))

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a legal move."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, if it has; never a draw, and no moves are generated for it."""

    @abstractmethod
    def stuck(self, state: State) -> Outcome:
        """What it means that `moves` is empty here."""

    # What a reader and a board need

    @abstractmethod
    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        """The state with these pieces (square to side) and `player` to move, or PositionError."""

    @abstractmethod
    def pieces(self, state: State) -> dict[Square, int]:
        """What stands where: square to side."""

    @abstractmethod
    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        """The squares a move goes over, origin first and target last; nothing for a pass."""

    @abstractmethod
    def taken(self, state: State, move: Move) -> Square | None:
        """Where the piece stands that this move captures, if it captures one."""

    @abstractmethod
    def explain(self, state: State, origin: Square, target: Square) -> str:
        """Why the piece on `origin` may not go to `target`: one sentence for the status line."""

    def links(self, state: State) -> Sequence[tuple[Square, Square]]:
        """Pairs of squares to be shown as joined, where a game is about connection."""
        return ()

    def halo(self, state: State, outcome: Outcome) -> Sequence[Square]:
        """The pieces that won a finished game, to be ringed."""
        return ()

    def forced(self, state: State) -> Sequence[Square]:
        """The pieces one of which must move, where the rules leave no free choice."""
        return ()

    def counts(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Figures shown beside each player, by caption, for the first and the second side."""
        return {}

    # What a search needs

    @abstractmethod
    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        """The evaluation of that name; `seed` and `noise` matter where it is noisy."""

    def least_plies(self, state: State) -> int:
        """A lower bound on the plies until the side to move could have won, at most NEVER.

        0 is right everywhere; 1 where a side without moves has not won.
        """
        return 0

    def bar_share(self, value: float) -> float:
        """Return the share of the value bar that a value fills, 1 for a certain win."""
        if abs(value) >= self.utmost:
            return 1.0 if value > 0 else 0.0
        return 0.5 + 0.5 * tanh(value / self.bar_scale)

    def bar_value(self, share: float) -> float:
        """Return the value that fills this share of the value bar, short of a certain win."""
        likely = max(0.001, min(0.999, share))
        most = 0.99 * self.utmost
        return max(-most, min(most, self.bar_scale * atanh(2 * likely - 1)))

    def canonical(self, state: State) -> State:
        """The same state for all states that are mirror images of each other."""
        return state


def finish(game: Game, state: State) -> Outcome | None:
    """How the game has ended in `state`, if it has, moves or no moves."""
    outcome = game.outcome(state)
    if outcome is None and not game.moves(state):
        return game.stuck(state)
    return outcome


def perft(game: Game, state: State, depth: int) -> int:
    """The number of positions exactly `depth` plies below; finished games are not expanded."""
    if depth == 0:
        return 1
    if game.outcome(state) is not None:
        return 0
    if depth == 1:
        return game.count(state)
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))
