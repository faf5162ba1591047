"""The rules written down once more, as plainly as possible, sharing no code with the package.

A board is a list of rows from the bottom, each a list of letters or None. It is slow and obvious:
all faster code is compared with this. Here is Lines of Action; GAMES has all games.
"""

import reference_breakthrough
import reference_mini_checkers

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def other(side):
    return "w" if side == "b" else "b"


class LinesOfAction:
    """Lines of Action on n x n."""

    first = "b"

    def __init__(self, n):
        self.n = n

    def start(self):
        n = self.n
        board = [[None] * n for _ in range(n)]
        for i in range(1, n - 1):
            board[0][i] = board[n - 1][i] = "b"
            board[i][0] = board[i][n - 1] = "w"
        return board

    def other(self, side):
        return other(side)

    def inside(self, row, column):
        return 0 <= row < self.n and 0 <= column < self.n

    def checkers_on_line(self, board, row, column, up, right):
        """Count the checkers of both colours on the whole line, both ways, including this one."""
        count = 1
        for sign in (1, -1):
            r, c = row + sign * up, column + sign * right
            while self.inside(r, c):
                if board[r][c] is not None:
                    count += 1
                r, c = r + sign * up, c + sign * right
        return count

    def legal(self, board, side, row, column, up, right):
        """Return the target in that direction, or None."""
        distance = self.checkers_on_line(board, row, column, up, right)
        r, c = row + distance * up, column + distance * right
        if not self.inside(r, c) or board[r][c] == side:
            return None
        for step in range(1, distance):
            if board[row + step * up][column + step * right] == other(side):
                return None
        return r, c

    def moves(self, board, side):
        """Return all moves as ((row, column), (row, column)), by origin, then by target."""
        found = []
        for row in range(self.n):
            for column in range(self.n):
                if board[row][column] != side:
                    continue
                targets = []
                for up, right in DIRECTIONS:
                    target = self.legal(board, side, row, column, up, right)
                    if target is not None:
                        targets.append(target)
                found += [((row, column), target) for target in sorted(targets)]
        return found

    def captured(self, board, move):
        """Return the place of the piece that a move captures, or None."""
        row, column = move[1]
        return None if board[row][column] is None else (row, column)

    def play(self, board, move):
        (row, column), (r, c) = move
        after = [list(line) for line in board]
        after[r][c], after[row][column] = board[row][column], None
        return after

    def groups(self, board, side):
        todo = {(r, c) for r in range(self.n) for c in range(self.n) if board[r][c] == side}
        count = 0
        while todo:
            count += 1
            reached = [todo.pop()]
            for row, column in reached:
                for up, right in DIRECTIONS:
                    if (row + up, column + right) in todo:
                        todo.remove((row + up, column + right))
                        reached.append((row + up, column + right))
        return count

    def winner(self, board, to_move):
        """Return the letter of the winner, or None; the player who moved last is checked first."""
        mover = other(to_move)
        if self.groups(board, mover) == 1:
            return mover
        if self.groups(board, to_move) == 1:
            return to_move
        if not self.moves(board, to_move):
            return mover
        return None

    def has_ended(self, board, to_move):
        """Return whether a side is connected, which ends the count of perft."""
        return 1 in (self.groups(board, "b"), self.groups(board, "w"))


def square(place):
    row, column = place
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


def move_text(game, board, move):
    if move is None:
        return "pass"
    origin, target = move
    return square(origin) + ("-" if game.captured(board, move) is None else "x") + square(target)


def position_text(board, side):
    rows = []
    for line in reversed(board):
        text = "".join("." if piece is None else piece for piece in line)
        for run in range(len(line), 0, -1):
            text = text.replace("." * run, str(run))
        rows.append(text)
    return "/".join(rows) + " " + side


def perft(game, board, side, depth):
    if depth == 0:
        return 1
    if game.has_ended(board, side):
        return 0
    return sum(
        perft(game, game.play(board, move), game.other(side), depth - 1)
        for move in game.moves(board, side)
    )


GAMES = {f"loa{n}": LinesOfAction(n) for n in (5, 6, 8)}
GAMES |= reference_breakthrough.GAMES | reference_mini_checkers.GAMES
