"""The rules of Breakthrough: a state is (workers of the side to move, enemy workers, side)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from loa_tk.model.bitboard import Bits, Cache, Grid, MaskGame
from loa_tk.model.game import (
    Evaluation,
    Move,
    Outcome,
    PositionError,
    Side,
    Solved,
    Square,
    State,
)
from loa_tk.model.games.breakthrough import texts
from loa_tk.model.games.breakthrough.army import Army, mirrored

if TYPE_CHECKING:
    from loa_tk.model.book import Book
    from loa_tk.model.games.breakthrough.knowledge.evaluation import Evaluations


BLUNDERS = {  # of Easy and Normal
    "breakthrough5": (0.56, 0.2),
    "breakthrough6": (0.68, 0.35),
    "breakthrough8": (0.85, 0.62),
    "breakthrough3": (0.83, 0.55),
    "breakthrough5x10": (0.51, 0.22),
}
BOOKS = {"breakthrough5": 1}  # boards that are solved by a book and the prover, and the winner


class Breakthrough(MaskGame):
    """Breakthrough: step forward, capture diagonally, bring the needed workers to base."""

    sides = (Side("white", "w"), Side("black", "b"))
    utmost = 1_000_000.0
    bar_scale = swing = 150.0
    unit = texts.UNIT
    evaluations, evaluation_help = tuple(texts.EVALUATIONS), texts.EVALUATIONS
    piece = "worker"
    levels: Mapping[str, str] = {"textbook": "alphabeta:eval=defensive2,seconds=10"}

    def __init__(self, key: str, title: str, rows: int, columns: int, needed: int = 1) -> None:
        """Set up the board: each side fills its two nearest rows."""
        self.key, self.title, self.rows, self.columns = key, title, rows, columns
        self.needed, self.most = needed, 2 * columns
        self.rules, self.blunders = texts.RULES[key], BLUNDERS[key]
        self.aim, self.story = texts.aim(needed), texts.STORY if key in BOOKS else ""
        self.grid = grid = Grid(rows, columns)
        self.armies = Army(grid, 0), Army(grid, 1)
        self.start = (self.armies[0].start, self.armies[1].start, 0)
        self._mirrored: Cache[Bits, Bits] = Cache(partial(mirrored, grid))

    def moves(self, state: State) -> Sequence[Move]:
        """Return all legal moves as masks from | to, in order of origin, then of target."""
        own, enemy, side = state
        return self.armies[side].moves(own, enemy)

    def has_won(self, side: int, own: Bits, enemy: Bits) -> bool:
        """Return whether that side has enough workers in base or left too few enemies."""
        needed = self.needed
        return (own & self.armies[side].base).bit_count() >= needed or enemy.bit_count() < needed

    def outcome(self, state: State) -> Outcome | None:
        """Return the win of the side that moved, or None; no move wins for the opponent."""
        own, enemy, side = state
        if not self.has_won(1 - side, enemy, own):
            return None
        arrived = enemy & self.armies[1 - side].base
        if arrived.bit_count() >= self.needed:
            return Outcome(1 - side, texts.reached(self.grid, arrived))
        loser = self.names(side)[0]
        return Outcome(1 - side, texts.captured(loser, own.bit_count(), self.needed))

    def stuck(self, state: State) -> Outcome:
        """Return the loss of the side to move, which has no legal move."""
        return Outcome(1 - state[2], texts.STUCK.format(self.names(state[2])[0].capitalize()))

    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        """Return a position set up by hand that the side to move has not won already.

        No side may have more workers than at the start.
        """
        boards = self.boards(pieces)
        for names, board in zip(self.sides, boards, strict=True):
            if board.bit_count() > self.most:
                raise PositionError(texts.TOO_MANY.format(names.name, board.bit_count(), self.most))
        own, enemy = boards[player], boards[1 - player]
        if self.has_won(player, own, enemy):
            raise PositionError(texts.ALREADY_WON.format(self.sides[player].name))
        return own, enemy, player

    def explain(self, state: State, origin: Square, target: Square) -> str:
        own, _, side = state
        squares = self.grid.squares
        return texts.illegal(self.armies[side], own, squares[origin], squares[target])

    def halo(self, state: State, outcome: Outcome) -> Sequence[Square]:
        """Return the workers in base that won, or all of the winner's if captures decided."""
        if outcome.winner is None:
            return ()
        workers = self.by_side(state)[outcome.winner]
        arrived = workers & self.armies[outcome.winner].base
        return self.grid.numbers(arrived if arrived.bit_count() >= self.needed else workers)

    def counts(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Return each side's workers in base or steps to go, and captured enemies."""
        boards = self.by_side(state)
        white, black = boards
        taken = {"taken": (self.most - black.bit_count(), self.most - white.bit_count())}
        pairs = list(zip(self.armies, boards, strict=True))
        if self.needed > 1:
            arrived = [(board & army.base).bit_count() for army, board in pairs]
            return {"in base": (arrived[0], arrived[1]), **taken}
        steps = [min(army.to_go(board), default=self.rows - 1) for army, board in pairs]
        return {"to go": (steps[0], steps[1]), **taken}

    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        """Return the evaluation of that name; all but `full` have noise of that amplitude."""
        return self._evaluations.find(name, seed, noise)

    @cached_property
    def _evaluations(self) -> Evaluations:
        from loa_tk.model.games.breakthrough.knowledge.evaluation import Evaluations

        return Evaluations(self)

    def least_plies(self, state: State) -> int:
        """Return the bound without resistance: steps of the nearest workers, or captures."""
        own, enemy, side = state
        steps = self.armies[side].to_go(own)[: self.needed]
        captures = enemy.bit_count() - self.needed + 1
        return 2 * min(sum(steps), captures) - 1

    def canonical(self, state: State) -> State:
        """Return the lesser of a state and its left-right mirror image."""
        own, enemy, side = state
        return min(state, (self._mirrored[own], self._mirrored[enemy], side))

    @cached_property
    def book(self) -> Book | None:
        """The book of this board, if it has one; it is read when it is first needed."""
        if self.key not in BOOKS:
            return None
        from loa_tk.model.book import packaged

        return packaged(self, f"{__package__}.knowledge", BOOKS[self.key])

    def solved(self, state: State) -> Solved | None:
        return self.book.solved(state) if self.book is not None else None
