"""The rules of Breakthrough once more, as plainly as possible, sharing no code with the package.

A board is a list of rows from the bottom, each a list of "w", "b" or None.
"""


class Breakthrough:
    """Breakthrough on rows x columns; `needed` workers on the enemy's home row win."""

    first = "w"

    def __init__(self, rows, columns, needed=1, arrived=0, about_to=0, at_home=0):
        self.rows, self.columns, self.needed = rows, columns, needed
        self.arrived, self.about_to, self.at_home = arrived, about_to, at_home

    def start(self):
        middle = [[None] * self.columns for _ in range(self.rows - 4)]
        white = [["w"] * self.columns for _ in range(2)]
        black = [["b"] * self.columns for _ in range(2)]
        return white + middle + black

    def other(self, side):
        return "b" if side == "w" else "w"

    def up(self, side):
        return 1 if side == "w" else -1

    def at(self, board, row, column):
        """Return the piece at a place, or None if there is none or the place is off the board."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return board[row][column]
        return None

    def places(self, board, side):
        return [
            (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
            if board[row][column] == side
        ]

    def moves(self, board, side):
        """Return all moves as ((row, column), (row, column)), by origin, then by target."""
        found = []
        for row, column in self.places(board, side):
            ahead = row + self.up(side)
            if not 0 <= ahead < self.rows:
                continue
            for c in (column - 1, column, column + 1):
                if not 0 <= c < self.columns or board[ahead][c] == side:
                    continue
                if c == column and board[ahead][c] is not None:
                    continue
                found.append(((row, column), (ahead, c)))
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

    def in_base(self, board, side):
        far = self.rows - 1 if side == "w" else 0
        return board[far].count(side)

    def won(self, board, side):
        enemies = len(self.places(board, self.other(side)))
        return self.in_base(board, side) >= self.needed or enemies < self.needed

    def winner(self, board, to_move):
        """Return the letter of the winner, or None."""
        for side in "wb":
            if self.won(board, side):
                return side
        return None if self.moves(board, to_move) else self.other(to_move)

    def has_ended(self, board, to_move):
        """Return whether a side has won, which ends the count of perft."""
        return self.won(board, "w") or self.won(board, "b")

    def worth(self, board, side):
        """Return V of the third report: the sum over a side's workers."""
        total, up, enemy = 0, self.up(side), self.other(side)
        for row, column in self.places(board, side):
            advanced = row if side == "w" else self.rows - 1 - row
            attackers = [self.at(board, row + up, column + d) for d in (-1, 1)].count(enemy)
            supporters = [self.at(board, row - up, column + d) for d in (-1, 1)].count(side)
            if attackers > supporters:
                continue
            total += 2**advanced
            if advanced == 0:
                total += self.at_home
            if advanced == self.rows - 1:
                total += self.arrived
            inside = 0 < column < self.columns - 1
            if advanced == self.rows - 2 and inside and attackers == 0:
                total += self.about_to
        return total

    def value(self, name, board, side):
        """Return the value by one of the third report's evaluations, without noise."""
        enemy = self.other(side)
        return {
            "defensive1": lambda: 2 * len(self.places(board, side)),
            "offensive1": lambda: 2 * (30 - len(self.places(board, enemy))),
            "defensive2": lambda: self.worth(board, side) - 2 * self.worth(board, enemy),
            "offensive2": lambda: 2 * self.worth(board, side) - self.worth(board, enemy),
        }[name]()


GAMES = {
    "breakthrough5": Breakthrough(5, 5, arrived=1000, about_to=30),
    "breakthrough6": Breakthrough(6, 6, arrived=1000, about_to=30),
    "breakthrough8": Breakthrough(8, 8, arrived=1000, about_to=30),
    "breakthrough3": Breakthrough(8, 8, needed=3),
    "breakthrough5x10": Breakthrough(5, 10, arrived=1000, about_to=30, at_home=10),
}
