"""The rules of Lines of Action: a state is (checkers of the side to move, enemy checkers, side)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from loa_tk.model.bitboard import Bits, Cache, Grid, MaskGame
from loa_tk.model.game import (
    Evaluation,
    Move,
    Outcome,
    PositionError,
    SgfIdentity,
    Side,
    Solved,
    Square,
    State,
)
from loa_tk.model.games.lines_of_action import texts
from loa_tk.model.games.lines_of_action.lines import Joins, LineTables

if TYPE_CHECKING:
    from loa_tk.model.book import Book

BLUNDERS = {5: (0.45, 0.09), 6: (0.63, 0.4), 8: (0.77, 0.5)}  # of Easy and Normal, by size
BOOKS = {6: 0}  # the sizes that are solved by a book and the prover, and the winner
SGF = SgfIdentity(
    number="9",
    title="Lines of Action",
    size=(8, 8),
    names=("loa", "linesofaction"),
    variants={"scrambledeggs": "Scrambled-eggs", "parachute": "Parachute", "gemma": "Gemma"},
)


class LinesOfAction(MaskGame):
    """Lines of Action on N x N: move as far as the line has checkers, connect all of yours."""

    sides = (Side("black", "b"), Side("white", "w"))
    utmost = 100.0
    evaluations, evaluation_help = tuple(texts.EVALUATIONS), texts.EVALUATIONS
    piece, aim, unit = "checker", texts.AIM, texts.UNIT
    sgf = SGF

    def __init__(self, size: int) -> None:
        """Set up the board: black above and below, white left and right, corners empty."""
        self.key, self.title = f"loa{size}", f"Lines of Action {size}×{size}"
        self.rows = self.columns = size
        self.rules, self.story = texts.rules(size), texts.STORY
        self.blunders = BLUNDERS[size]
        self.levels = {"textbook": "alphabeta:eval=groups,seconds=10"}
        self.grid = grid = Grid(size, size)
        self.lines = LineTables(grid)
        self.connected: Cache[Bits, bool] = Cache(grid.connected)
        self.joinable: Cache[Bits, bool] = Cache(Joins(grid).joinable)
        self.images: Cache[Bits, tuple[Bits, ...]] = Cache(grid.images)
        edge, inner = (0, size - 1), range(1, size - 1)
        black = sum(grid.bit(row, column) for row in edge for column in inner)
        white = sum(grid.bit(row, column) for column in edge for row in inner)
        self.start = (black, white, 0)
        self.most = 2 * (size - 2)
        if size == 5:
            self.prover_share = 30.0  # solved from its first move before the tree is of use
        self._evaluations: Cache[str, Evaluation] = Cache(self._evaluation)

    def moves(self, state: State) -> Sequence[Move]:
        """Return all legal moves as masks from | to, in order of origin, then of target."""
        own, enemy, _ = state
        moves = self.lines.moves(own, enemy)
        # Among moves of one origin the masks sort by target; the second sort is stable.
        moves.sort()
        moves.sort(key=own.__and__)
        return moves

    def count(self, state: State) -> int:
        """Return the number of moves from the lengths in the tables, without a list."""
        return self.lines.count(state[0], state[1])

    def find_move(self, state: State, origin: Square, target: Square) -> Move | None:
        """Return the legal move from square to square, or None; only their line is searched."""
        squares = self.grid.squares
        return self.lines.find(state[0], state[1], squares[origin], squares[target])

    def outcome(self, state: State) -> Outcome | None:
        """Return the win of a connected side, or of the side that moved if both are connected."""
        own, enemy, side = state
        if self.connected[enemy]:
            mover = self.sides[1 - side].name
            return Outcome(
                1 - side,
                texts.CONNECTED_BOTH.format(mover)
                if self.connected[own]
                else texts.connected(mover, enemy.bit_count()),
            )
        if self.connected[own]:
            return Outcome(side, texts.handed(*self.names(side), own.bit_count()))
        return None

    def stuck(self, state: State) -> Outcome:
        """Return the loss of the side to move, which has no legal move."""
        return Outcome(1 - state[2], texts.STUCK.format(self.names(state[2])[0].capitalize()))

    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        """Return a position set up by hand, with 1 to 2(N-2) checkers of each side."""
        boards = self.boards(pieces)
        for board, colour in zip(boards, self.sides, strict=True):
            number = board.bit_count()
            if not 1 <= number <= self.most:
                raise PositionError(texts.wrong_number(colour.name, number, self.most))
        return boards[player], boards[1 - player], player

    def explain(self, state: State, origin: Square, target: Square) -> str:
        own, enemy, _ = state
        squares = self.grid.squares
        return texts.illegal(self.grid, own, enemy, squares[origin], squares[target])

    def links(self, state: State) -> Sequence[tuple[Square, Square]]:
        """Return every two checkers of one colour that touch."""
        steps = (1, self.grid.width, self.grid.width + 1, self.grid.width - 1)
        number = self.grid.number
        return [
            (number[bit], number[bit << step])
            for board in state[:2]
            for step in steps
            for bit in self.grid.squares
            if board & bit and board & bit << step
        ]

    def groups(self, state: State, side: int) -> Sequence[Sequence[Square]]:
        """Return the groups of a side, the one with the lowest square first."""
        board = self.by_side(state)[side]
        return [self.grid.numbers(group) for group in self.grid.groups(board)]

    def halo(self, state: State, outcome: Outcome) -> Sequence[Square]:
        """Return the winner's checkers if they are one group."""
        own, enemy, side = state
        board = own if outcome.winner == side else enemy
        return self.grid.numbers(board) if self.connected[board] else ()

    def counts(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Return the numbers of groups and of captured enemies of each side."""
        black, white = self.by_side(state)
        groups = self.grid.groups
        return {
            "groups": (len(groups(black)), len(groups(white))),
            "taken": (self.most - white.bit_count(), self.most - black.bit_count()),
        }

    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        """Return the evaluation of that name; none of them is noisy."""
        return self._evaluations[name]

    def _evaluation(self, name: str) -> Evaluation:
        from loa_tk.model.games.lines_of_action.knowledge import evaluation as known

        recipe, colours = known.EVALUATIONS[name], [side.name for side in self.sides]
        return known.LinesOfActionEvaluation(recipe, self.utmost, colours, self.lines)

    def canonical(self, state: State) -> State:
        """Return the least of the eight images: the rules prefer no direction."""
        own, enemy, side = state
        return (*min(zip(self.images[own], self.images[enemy], strict=True)), side)

    def least_plies(self, state: State) -> int:
        """Return 1 if one checker could connect all by moving along a line, otherwise 2.

        The second ply may be a capture by which the enemy connects the mover's checkers.
        """
        return 1 if self.joinable[state[0]] else 2

    @cached_property
    def book(self) -> Book | None:
        """The book of this board, if it has one; it is read when it is first needed."""
        if self.rows not in BOOKS:
            return None
        from loa_tk.model.book import packaged

        return packaged(self, f"{__package__}.knowledge", BOOKS[self.rows])

    def solved(self, state: State) -> Solved | None:
        return self.book.solved(state) if self.book is not None else None
