"""What a game is: the one protocol that searches, windows and commands are written against.

A state is a plain tuple of ints and a move is an int; only their game knows what they mean
(measured: a move costs 321 ns on a plain tuple, 974 ns on a frozen dataclass).
A square is the number row * columns + column, counted from the lower left corner.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import atanh, tanh
from typing import Any, TypeAlias

from loa_tk.immutable import dataclass

State: TypeAlias = tuple[int, ...]
Move: TypeAlias = int
Square: TypeAlias = int
# A block of a game's rules for people: ("heading", text), ("text", paragraph) or
# ("board", position, caption, ((mark, square name), …)) with the marks "last", "selected",
# "target" and "capture".
RulesBlock: TypeAlias = tuple[Any, ...]

# The value of a child that wins the game, in `Evaluation.children`: beyond every estimate.
WON = 1e9
TREE = "tree:"  # begins the key of a tree written by hand; the tree itself follows
# More plies than any question about a win allows for.
NEVER = 1_000_000


class UserError(ValueError):
    """Wrong input from a person or a file; the message is one line, fit to be shown."""


def shown(name: str) -> str:
    """Return a name in quotes for a message, as `repr` does but without doubling backslashes."""
    return repr(name).replace(r"\\", "\\")


class UnknownGame(UserError):
    """No game has that key."""


class PositionError(UserError):
    """A text is not a position of this game."""


class MoveError(UserError):
    """A text is not a legal move here."""


class PlayerError(UserError):
    """A text does not describe a player."""


@dataclass(frozen=True)
class Side:
    """One of the two players: its name, and the letter of its pieces in a position's text."""

    name: str
    letter: str


@dataclass(frozen=True, kw_only=True)
class SgfIdentity:
    """How the file format SGF knows a game; all boards of the game share it."""

    number: str  # its number in the format's list of games, the value of GM
    title: str  # its name without a board: "Lines of Action"
    size: tuple[int, int]  # columns and rows of a record that gives no size
    names: tuple[str, ...] = ()  # other values of GM in lower case, letters and digits only
    # Set-ups (SU) of variants that are recognised but not played here: lower-case letters -> name.
    variants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning side (0 moved first, None is a draw) and why."""

    winner: int | None
    reason: str

    def utility(self, player: int, utmost: float) -> float:
        """Return the utility for `player`: plus or minus `utmost`, or 0 for a draw."""
        if self.winner is None:
            return 0.0
        return utmost if self.winner == player else -utmost


@dataclass(frozen=True)
class Solved:
    """What a game's book knows of a state: the winner, and within how many plies it wins."""

    winner: int
    plies: int
    move: Move | None = None  # it wins; None if the loser is to move


class Evaluation(ABC):
    """An estimate of unfinished states, one by one or for all children of a state at once."""

    ahead = False  # whether `expect` makes it faster
    level = False  # whether it has the same value for all states
    bounded = True  # whether no value is beyond the utility of a won game

    @abstractmethod
    def value(self, state: State, player: int) -> float:
        """EVAL: return how good an unfinished state is for `player`."""

    @abstractmethod
    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves, and the values of their children for the side to move.

        The values are those for `player` (MAX), negated if the other side is to move. A child that
        ends the game has the value WON or -WON. The moves may come in any order.
        """

    def expect(self, states: Iterable[State], player: int) -> None:
        """Note the states that `value` may soon be asked about; called only if `ahead` is set."""
        assert not self.ahead, "an evaluation that asks ahead says how"

    def best_child(self, state: State, player: int) -> tuple[float, Move, int, int]:
        """Return the best value of `children`, its move, and how many children there are and lose.

        A losing child has ended the game. Losing children need not be counted if the best one wins.
        """
        moves, values = self.children(state, player)
        if not moves:
            return 0.0, -1, 0, 0
        best = max(values)
        ended = sum(1 for value in values if value <= -WON)
        return best, moves[values.index(best)], len(moves), ended

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
        """Return the parts that `value` is the sum of, each with its name, or nothing.

        Only people ask for them, so they may be slow; the searches ask for `value`.
        """
        return ()


class ForcingEvaluation(Evaluation):
    """An evaluation that knows which moves to look at before a static value can be trusted."""

    @abstractmethod
    def answers(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]] | None:
        """Return the moves that do not lose at once, as `children` does, or None if any may do.

        There may be none. A move that wins at once is always among them.
        """

    @abstractmethod
    def forcing(
        self, state: State, player: int, content: bool
    ) -> tuple[bool, Sequence[Move], Sequence[float]]:
        """Return whether a threat must be answered, and the answers or else the forcing moves.

        Moves and values are as in `children`. Only a win in one and answers are needed if the side
        to move is `content` with its static value.
        """

    @abstractmethod
    def passed(self, state: State) -> State:
        """Return the same board with the other side to move, which the rules need not allow."""


class SimpleEvaluation(Evaluation):
    """An evaluation that only has to define `value`; `children` asks it about each child."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Play every move and ask for the outcome and the value of each child."""
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
    sides: tuple[Side, Side]  # the side that moves first, and the other
    utmost: float  # U, the utility of a won game
    start: State
    evaluations: tuple[str, ...]  # their names; the last is the program's best
    board: str = "wood"  # which pair of square colours: "wood" or "checkers"
    piece: str = "piece"  # what people call a piece of this game
    # Small enough to be searched to its end with nothing left out. Positions of such a game must
    # not repeat: the search to the end has no other bound.
    small: bool = False
    # Expansions that the prover may make for each of the tree's: many where a proof from the start
    # is within reach, few where they would only cost the tree its depth.
    prover_share: float = 0.1
    min_first: bool = False  # whether MIN moves first in a recorded search, as in a written tree
    bar_scale: float = 40.0  # the value at which the value bar is 88 % full
    swing: float = 40.0  # a great change of the value; the strong search's margins are parts of it
    levels: Mapping[str, str] = {}  # players that differ from the program's usual levels
    # How often the levels Easy and Normal do not play their best move. `build/tasks.py levels`
    # measures what that makes of them (docs/RESULTS.md).
    blunders: tuple[float, float] = (0.6, 0.3)
    sgf: SgfIdentity | None = None  # None: the format's list of games does not have it
    rules: tuple[RulesBlock, ...] = ()  # for people, as Help shows them
    aim: str = ""  # what a player has to do, in one sentence
    unit: str = ""  # a sentence on what a value of `full` is worth, for people
    evaluation_help: Mapping[str, str] = {}  # what each evaluation values, for people
    story: str = ""  # what is known about who wins the game

    # The rules

    @abstractmethod
    def player(self, state: State) -> int:
        """Return the side to move: 0 or 1."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves of an unfinished state in order of origin, then of target."""

    def count(self, state: State) -> int:
        """Return the number of legal moves, which a game may know without listing them."""
        return len(self.moves(state))

    def find_move(self, state: State, origin: Square, target: Square) -> Move | None:
        """Return the legal move of an unfinished state from square to square, or None.

        A game may know it without listing all moves.
        """

        def ends(move: Move) -> tuple[Square, ...]:
            path = self.path(state, move)
            return (path[0], path[-1]) if path else ()

        # Moves are listed by origin, then by target: this asks for five paths of 27, not for all.
        moves = self.moves(state)
        wanted: tuple[Square, ...] = (origin, target)
        place = bisect_left(moves, wanted, key=ends)
        return moves[place] if place < len(moves) and ends(moves[place]) == wanted else None

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """Return the state after a legal move."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return how the game has ended, or None; never a draw, and without generating moves."""

    @abstractmethod
    def stuck(self, state: State) -> Outcome:
        """Return how the game ends in a state without legal moves."""

    # What a reader and a board need

    @abstractmethod
    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        """Return the state with these pieces (square to side) and `player` to move.

        PositionError says why the position is not possible in this game.
        """

    @abstractmethod
    def pieces(self, state: State) -> dict[Square, int]:
        """Return the pieces: square to side."""

    @abstractmethod
    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        """Return the squares of a move, origin first and target last; none for a pass."""

    @abstractmethod
    def taken(self, state: State, move: Move) -> Square | None:
        """Return the square of the piece that a move captures, or None."""

    @abstractmethod
    def explain(self, state: State, origin: Square, target: Square) -> str:
        """Say in one sentence why the piece on `origin` may not go to `target`."""

    def links(self, state: State) -> Sequence[tuple[Square, Square]]:
        """Return the pairs of squares to be shown as joined, in a game about connection."""
        return ()

    def groups(self, state: State, side: int) -> Sequence[Sequence[Square]] | None:
        """Return the groups of touching pieces of a side, or None in a game without groups."""
        return None

    def halo(self, state: State, outcome: Outcome) -> Sequence[Square]:
        """Return the pieces that won a finished game, which the board marks."""
        return ()

    def forced(self, state: State) -> Sequence[Square]:
        """Return the pieces one of which must move, if the rules leave no free choice."""
        return ()

    def counts(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Return figures to show beside each player: caption to first and second side's.

        The most important is first, because a narrow card leaves out the last ones.
        """
        return {}

    def without_squares(self, state: State, move: Move) -> str:
        """Return the notation of a move that goes from no square to another: a forfeited turn."""
        return "pass"

    # What a search needs

    def maximises(self, ply: int) -> bool:
        """Return whether MAX moves at this ply of a search; the root's is 0."""
        return (ply + self.min_first) % 2 == 0

    @abstractmethod
    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        """Return the evaluation of that name; `seed` and `noise` matter only if it is noisy."""

    def least_plies(self, state: State) -> int:
        """Return a lower bound on the plies until the side to move could have won, up to NEVER.

        0 is a bound in every game, and 1 in every game in which a side without moves has not won.
        """
        return 0

    def solved(self, state: State) -> Solved | None:
        """Return what the game's book knows of an unfinished state, or None."""
        return None

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
        """Return one state for all states that are mirror images of each other.

        The colours may be exchanged if both sides have the same rules and chances then.
        """
        return state


def finish(game: Game, state: State) -> Outcome | None:
    """Return how the game has ended in `state`, also for lack of moves, or None."""
    outcome = game.outcome(state)
    if outcome is None and not game.moves(state):
        return game.stuck(state)
    return outcome


def perft(game: Game, state: State, depth: int) -> int:
    """Return the number of positions `depth` plies below; finished games are not expanded."""
    if depth == 0:
        return 1
    if game.outcome(state) is not None:
        return 0
    if depth == 1:
        return game.count(state)
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))
