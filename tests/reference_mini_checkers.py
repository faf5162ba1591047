"""The rules of Mini-Checkers once more, as plainly as possible, sharing no code with the package.

A board is a list of rows from the bottom, each a list of "b", "r" or None. A move is a pair of
places, or None for a forfeited turn.
"""

SIZE = 6


class MiniCheckers:
    """Mini-Checkers on 6x6."""

    first = "b"

    def start(self):
        board = [[None] * SIZE for _ in range(SIZE)]
        for row in range(SIZE):
            for column in range(SIZE):
                if (row + column) % 2 == 0 and row not in (2, 3):
                    board[row][column] = "b" if row < 2 else "r"
        return board

    def other(self, side):
        return "r" if side == "b" else "b"

    def inside(self, row, column):
        return 0 <= row < SIZE and 0 <= column < SIZE

    def count(self, board, side):
        return sum(line.count(side) for line in board)

    def reach(self, board, side, distance):
        """Return the steps (distance 1) or jumps (distance 2) by origin, then by target."""
        found = []
        up = 1 if side == "b" else -1
        for row in range(SIZE):
            for column in range(SIZE):
                if board[row][column] != side:
                    continue
                for right in (-1, 1):
                    r, c = row + distance * up, column + distance * right
                    if not self.inside(r, c) or board[r][c] is not None:
                        continue
                    if distance == 2 and board[row + up][column + right] != self.other(side):
                        continue
                    found.append(((row, column), (r, c)))
        return found

    def own_moves(self, board, side):
        return self.reach(board, side, 2) or self.reach(board, side, 1)

    def moves(self, board, side):
        """Return all moves; the only one is a pass if only the other side can move."""
        moves = self.own_moves(board, side)
        if not moves and self.own_moves(board, self.other(side)):
            return [None]
        return moves

    def captured(self, board, move):
        """Return the place of the piece that a move captures, or None."""
        if move is None:
            return None
        (row, column), (r, c) = move
        return ((row + r) // 2, (column + c) // 2) if abs(row - r) == 2 else None

    def play(self, board, move):
        after = [list(line) for line in board]
        if move is None:
            return after
        (row, column), (r, c) = move
        after[r][c], after[row][column] = board[row][column], None
        if abs(row - r) == 2:
            after[(row + r) // 2][(column + c) // 2] = None
        return after

    def winner(self, board, to_move):
        """Return the letter of the winner, "draw", or None."""
        blue, red = self.count(board, "b"), self.count(board, "r")
        if blue and red and self.moves(board, to_move):
            return None
        return "b" if blue > red else "r" if red > blue else "draw"

    def has_ended(self, board, to_move):
        """Return whether a side has been captured, which ends the count of perft."""
        return 0 in (self.count(board, "b"), self.count(board, "r"))

    def value(self, board, side):
        """Return the fourth report's value: 1.2 on an edge, 1 elsewhere, player minus opponent."""
        total = 0
        for row in range(SIZE):
            for column in range(SIZE):
                worth = 1.2 if row in (0, SIZE - 1) or column in (0, SIZE - 1) else 1
                if board[row][column] is not None:
                    total += worth if board[row][column] == side else -worth
        return total


GAMES = {"minicheckers": MiniCheckers()}
