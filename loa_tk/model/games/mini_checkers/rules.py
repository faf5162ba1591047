"""The rules of Mini-Checkers: a state is (pieces of the side to move, enemy pieces, side)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from loa_tk.model.bitboard import Bits, Cache, Grid, MaskGame, bits
from loa_tk.model.game import NEVER, Evaluation, Move, Outcome, PositionError, Side, Square, State
from loa_tk.model.games.mini_checkers import texts
from loa_tk.model.notation import move_text, square_name

FORFEITED_TURN: Move = 0  # its mask changes no square
LEFT, RIGHT = -1, 1


class March:
    """One side's moves as masks: from | to, and for a capture also the square jumped over."""

    def __init__(self, grid: Grid, side: int) -> None:
        """Prepare the tables of moves; blue moves up, red moves down."""
        self.grid, self.all, self.upwards = grid, grid.all, side == 0
        # By how many bits a step to the left and one to the right shift a board.
        self.left, self.right = grid.width - 1, grid.width + 1
        if not self.upwards:
            self.left, self.right = self.right, self.left
        # Pieces that go left and pieces that go right -> the moves in order; filled when needed.
        self._steps = Cache(self._in_order(self._step_mask))
        self._jumps = Cache(self._in_order(self._jump_mask))

    def forward(self, board: Bits, right: int) -> Bits:
        """Return a board moved one square diagonally ahead, to the left (-1) or right (1)."""
        if self.upwards:
            return board << self.grid.width + right & self.grid.all
        return board >> self.grid.width - right & self.grid.all

    def steps(self, board: Bits) -> Bits:
        """Return the squares one step ahead of a board."""
        return self.forward(board, LEFT) | self.forward(board, RIGHT)

    def reach(self, board: Bits) -> Bits:
        """Return all squares that pieces on a board could come to, those of the board included."""
        for _ in range(1, self.grid.rows):
            board |= self.steps(board)
        return board

    # A proof calls these methods at every expansion, so they look back from the empty squares with
    # plain shifts. What is shifted into a guard is cut off by a board of pieces.

    def jumps(self, own: Bits, enemy: Bits) -> Sequence[Move]:
        """Return the captures, in order of origin, then of target."""
        empty, left, right = self.all & ~(own | enemy), self.left, self.right
        if self.upwards:
            over_left, over_right = enemy & empty >> left, enemy & empty >> right
            return self._jumps[own & over_left >> left, own & over_right >> right]
        over_left, over_right = enemy & empty << left, enemy & empty << right
        return self._jumps[own & over_left << left, own & over_right << right]

    def moves(self, own: Bits, enemy: Bits) -> Sequence[Move]:
        """Return the captures if there are any, because they are forced; otherwise the steps.

        Both go in order of origin, then of target.
        """
        jumps = self.jumps(own, enemy)
        if jumps:
            return jumps
        empty = self.all & ~(own | enemy)
        if self.upwards:
            return self._steps[own & empty >> self.left, own & empty >> self.right]
        return self._steps[own & empty << self.left, own & empty << self.right]

    def _step_mask(self, bit: Bits, right: int) -> Move:
        return bit | self.forward(bit, right)

    def _jump_mask(self, bit: Bits, right: int) -> Move:
        over = self.forward(bit, right)
        return bit | over | self.forward(over, right)

    def _in_order(
        self, mask: Callable[[Bits, int], Move]
    ) -> Callable[[tuple[Bits, Bits]], Sequence[Move]]:
        def make(going: tuple[Bits, Bits]) -> Sequence[Move]:
            left, right = going
            return tuple(
                mask(bit, way)
                for bit in bits(left | right)
                for way, board in ((LEFT, left), (RIGHT, right))
                if bit & board
            )

        return make


SIZE = 6
MOST = 6
LEVELS = {
    "hard": "strong:eval=full,seconds=15",
    "textbook": "alphabeta:eval=edges,seconds=10",
}


class MiniCheckers(MaskGame):
    """Mini-Checkers: step or jump diagonally forward; the side with more pieces left wins."""

    key, title = "minicheckers", "Mini-Checkers 6×6"
    rows = columns = SIZE
    sides = (Side("blue", "b"), Side("red", "r"))
    utmost = 1000.0
    bar_scale = swing = 1.0
    aim, unit = texts.AIM, texts.UNIT
    board = "checkers"
    small = True
    rules = texts.RULES
    evaluations, evaluation_help = tuple(texts.EVALUATIONS), texts.EVALUATIONS
    levels, blunders = LEVELS, (0.7, 0.2)

    def __init__(self) -> None:
        """Set up the board: each side fills the dark squares of its two nearest rows."""
        self.grid = grid = Grid(SIZE, SIZE)
        dark = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r + c) % 2 == 0]
        self.dark = sum(grid.bit(row, column) for row, column in dark)
        blue = sum(grid.bit(row, column) for row, column in dark if row < 2)
        red = sum(grid.bit(row, column) for row, column in dark if row >= SIZE - 2)
        self.start = (blue, red, 0)
        self.marches = March(grid, 0), March(grid, 1)
        self.inside = sum(grid.bit(r, c) for r, c in dark if 0 < r < SIZE - 1 and 0 < c < SIZE - 1)
        self.turned = Cache(self._turned)
        self.safe = Cache(partial(self._safe, 0)), Cache(partial(self._safe, 1))
        self._evaluations: Cache[str, Evaluation] = Cache(self._evaluation)

    def moves(self, state: State) -> Sequence[Move]:
        """Return all legal moves, or FORFEITED_TURN alone if only the other side can move."""
        own, enemy, side = state
        moves = self.marches[side].moves(own, enemy)
        if not moves and self.marches[1 - side].moves(enemy, own):
            return (FORFEITED_TURN,)
        return moves

    def play(self, state: State, move: Move) -> State:
        """Move the piece, capture the enemy it jumps over, and change the side to move."""
        own, enemy, side = state
        return enemy & ~move, own ^ (move & ~enemy), 1 - side

    def outcome(self, state: State) -> Outcome | None:
        """Return the win of the side that has captured all enemy pieces, or None."""
        own, _, side = state
        return None if own else Outcome(1 - side, texts.CAPTURED.format(self.sides[side].name))

    def stuck(self, state: State) -> Outcome:
        """Return the win of the side with more pieces left, or a draw if both have as many."""
        own, enemy, side = state
        lead = own.bit_count() - enemy.bit_count()
        if not lead:
            return Outcome(None, texts.equally_many(own.bit_count()))
        winner = side if lead > 0 else 1 - side
        fewer, more = sorted((own.bit_count(), enemy.bit_count()))
        names = self.sides[winner].name, self.sides[1 - winner].name
        return Outcome(winner, texts.more_left(*names, more, fewer))

    def setup(self, pieces: Mapping[Square, int], player: int) -> State:
        """Return a position set up by hand: at most six pieces of each side, on dark squares."""
        for square in pieces:
            if not self.grid.squares[square] & self.dark:
                raise PositionError(texts.ON_LIGHT.format(square_name(square, SIZE)))
        boards = self.boards(pieces)
        for names, board in zip(self.sides, boards, strict=True):
            if board.bit_count() > MOST:
                raise PositionError(texts.TOO_MANY.format(names.name, board.bit_count(), MOST))
        if not boards[1 - player]:
            raise PositionError(texts.NO_PIECES.format(self.sides[1 - player].name))
        return boards[player], boards[1 - player], player

    def path(self, state: State, move: Move) -> tuple[Square, ...]:
        """Return origin and target, also of a jump; nothing for a pass."""
        origin = move & state[0]
        target = move & ~(state[0] | state[1])
        return (self.grid.number[origin], self.grid.number[target]) if move else ()

    def explain(self, state: State, origin: Square, target: Square) -> str:
        """Say why the piece on `origin` may not go to `target`.

        The side may have to pass or to capture, or pieces do not move that way.
        """
        own, enemy, side = state
        if self.moves(state) == (FORFEITED_TURN,):
            return texts.MUST_PASS
        march, squares = self.marches[side], self.grid.squares
        if march.jumps(own, enemy):
            captures = [move_text(self, state, move) for move in self.moves(state)]
            return texts.must_capture(captures)
        steps = [(march.forward(squares[origin], way), way) for way in (LEFT, RIGHT)]
        ways = {step: march.forward(step, way) for step, way in steps}
        return texts.illegal(self.grid, own, enemy, squares[origin], squares[target], ways)

    def forced(self, state: State) -> Sequence[Square]:
        """Return the pieces one of which must capture."""
        own, enemy, side = state
        jumps = self.marches[side].jumps(own, enemy)
        return sorted({self.grid.number[jump & own] for jump in jumps})

    def halo(self, state: State, outcome: Outcome) -> Sequence[Square]:
        """Return the winner's remaining pieces."""
        return [square for square, side in self.pieces(state).items() if side == outcome.winner]

    def counts(self, state: State) -> Mapping[str, tuple[int, int]]:
        """Return the number of captured enemies of each side."""
        blue, red = self.by_side(state)
        return {"taken": (MOST - red.bit_count(), MOST - blue.bit_count())}

    def evaluation(self, name: str, seed: int = 0, noise: float = 1.0) -> Evaluation:
        """Return the evaluation of that name; none of them is noisy."""
        return self._evaluations[name]

    def _evaluation(self, name: str) -> Evaluation:
        from loa_tk.model.games.mini_checkers.knowledge.evaluation import MiniCheckersEvaluation

        return MiniCheckersEvaluation(name, self.grid, self.moves)

    def canonical(self, state: State) -> State:
        """Return the state with blue to move: turned by half a circle, red's moves are blue's.

        The proof from the start then takes 947,312 instead of 1,334,613 nodes.
        """
        own, enemy, side = state
        return state if side == 0 else (self.turned[own], self.turned[enemy], 0)

    def _turned(self, board: Bits) -> Bits:
        return sum(self.grid.squares[-1 - square] for square in self.grid.numbers(board))

    def least_plies(self, state: State) -> int:
        """Return NEVER if as many enemies are safe as there are own pieces, otherwise 0."""
        own, enemy, side = state
        safe, number = self.safe[side][own]
        return NEVER if (enemy & safe).bit_count() >= number else 0

    def _safe(self, side: int, own: Bits) -> tuple[Bits, int]:
        """Return from where no enemy can ever be captured by these pieces, and their number.

        All pieces only go ahead. So they capture inside the edges, on squares ahead of those that
        they can reach, and enemies come to such a square only from farther ahead.
        """
        march = self.marches[side]
        captured = march.steps(march.reach(own)) & self.inside
        return self.grid.all & ~march.reach(captured), own.bit_count()
