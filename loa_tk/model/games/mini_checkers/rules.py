"""The rules of Mini-Checkers: a state is (pieces of the side to move, enemy pieces, side)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.model.bitboard import Grid, Lazy
from loa_tk.model.boards import MaskGame
from loa_tk.model.game import (
    NEVER,
    Evaluation,
    Move,
    Outcome,
    PositionError,
    Side,
    Square,
    State,
)
from loa_tk.model.games.mini_checkers import explanations, help
from loa_tk.model.games.mini_checkers.evaluation import EVALUATIONS, BoardEvaluation
from loa_tk.model.games.mini_checkers.march import PASS, March
from loa_tk.model.notation import move_text, square_name

SIZE = 6
MOST = 6
LEVELS = {
    "easy": "strong:eval=full,depth=4,blunder=0.2",
    "normal": "strong:eval=full,depth=6",
    "hard": "strong:eval=full,seconds=15",
}


class MiniCheckers(MaskGame):
    """Mini-Checkers: step or jump diagonally forward; who captures more wins."""

    key, title = "minicheckers", "Mini-Checkers 6×6"
    rows = columns = SIZE
    sides = (Side("blue", "b"), Side("red", "r"))
    utmost = 1000.0
    bar_scale = swing = 1.0
    board = "checkers"
    small = True
    rules = help.RULES
    evaluations = tuple(EVALUATIONS)
    levels = LEVELS

    def __init__(self) -> None:
        """Set the board up: each side fills the dark squares of its two nearest rows."""
        self.grid = grid = Grid(SIZE, SIZE)
        dark = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r + c) % 2 == 0]
        self.dark = sum(grid.bit(row, column) for row, column in dark)
        blue = sum(grid.bit(row, column) for row, column in dark if row < 2)
        red = sum(grid.bit(row, column) for row, column in dark if row >= SIZE - 2)
        self.start = (blue, red, 0)
        self.marches = March(grid, 0), March(grid, 1)
        self._evaluations: Lazy[str, Evaluation] = Lazy(lambda name: BoardEvaluation(self, name))

    def moves(self, state: State) -> Sequence[Move]:
        """All legal moves, by origin, then by target; PASS alone where only the other can move."""
        own, enemy, side = state
        moves = self.marches[side].moves(own, enemy)
        if not moves and self.marches[1 - side].moves(enemy, own):
            return (PASS,)
        return moves

    def play(self, state: State, move: Move) -> State:
        """Move the piece, take what it jumps over, hand the turn over; a pass only does that."""
        own, enemy, side = state
        return enemy & ~move, own ^ (move & ~enemy), 1 - side

    def outcome(self, state: State) -> Outcome | None:
        """A player who has captured all enemy pieces wins."""
        own, _, side = state
        return None if own else Outcome(1 - side, explanations.captured(self.sides[side].name))

    def stuck(self, state: State) -> Outcome:
        """Neither can move: more pieces left wins, equally many draw."""
        own, enemy, side = state
        lead = own.bit_count() - enemy.bit_count()
        if not lead:
            return Outcome(None, explanations.equally_many(own.bit_count()))
        winner = side if lead > 0 else 1 - side
        fewer, more = sorted((own.bit_count(), enemy.bit_count()))
        names = self.sides[winner].name, self.sides[1 - winner].name
        return Outcome(winner, explanations.more_left(*names, more, fewer))

    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        """A position set up by hand: at most six pieces a side, on dark squares."""
        for square in pieces:
            if not self.grid.squares[square] & self.dark:
                raise PositionError(explanations.on_light(square_name(square, SIZE)))
        boards = self.boards(pieces)
        for names, board in zip(self.sides, boards, strict=True):
            if board.bit_count() > MOST:
                raise PositionError(explanations.too_many(names.name, board.bit_count(), MOST))
        if not boards[1 - player]:
            raise PositionError(explanations.no_pieces(self.sides[1 - player].name))
        return boards[player], boards[1 - player], player

    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        """Origin and target, also of a jump; nothing for a pass."""
        origin = move & state[0]
        target = move & ~(state[0] | state[1])
        return (self.grid.number[origin], self.grid.number[target]) if move else ()

    def explain(self, state: State, origin: Square, target: Square) -> str:
        """Why that piece may not go there: a capture or a pass elsewhere, or the way it moves."""
        own, enemy, side = state
        if self.moves(state) == (PASS,):
            return explanations.must_pass()
        march, squares = self.marches[side], self.grid.squares
        if march.jumps(own, enemy):
            texts = [move_text(self, state, move) for move in self.moves(state)]
            return explanations.must_capture(texts)
        return explanations.illegal(march, own, enemy, squares[origin], squares[target])

    def forced(self, state: State) -> Sequence[Square]:
        """The pieces one of which must capture."""
        own, enemy, side = state
        jumps = self.marches[side].jumps(own, enemy)
        return sorted({self.grid.number[jump & own] for jump in jumps})

    def halo(self, state: State, outcome: Outcome) -> Sequence[Square]:
        """The winner's pieces that are left."""
        return [square for square, side in self.pieces(state).items() if side == outcome.winner]

    def counts(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Captured enemies of blue and of red."""
        blue, red = self.by_side(state)
        return {"taken": (MOST - red.bit_count(), MOST - blue.bit_count())}

    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        """The evaluation of that name; none of them is noisy."""
        return self._evaluations[name]

    def least_plies(self, state: State) -> int:
        """NEVER where as many enemies as there are own pieces can no longer be captured.

        Pieces only capture ahead, so an enemy that no own piece is behind of is safe for ever.
        """
        own, enemy, side = state
        if not own:
            return NEVER
        # Whole rows: from the hindmost own piece on, seen the way its side marches.
        if side == 0:
            hindmost = (own & -own).bit_length() - 1
            passed = enemy & (1 << (hindmost // self.grid.width + 1) * self.grid.width) - 1
        else:
            hindmost = own.bit_length() - 1
            passed = enemy >> hindmost // self.grid.width * self.grid.width
        return NEVER if passed.bit_count() >= own.bit_count() else 0
