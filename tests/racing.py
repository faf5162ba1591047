"""A race of two men, a small game unlike Lines of Action: oblong board, passes, any colours."""

from __future__ import annotations

from loa_tk.model.game import Game, Outcome, PositionError, Side


class Race(Game):
    """Each man steps along his ten squares or waits at the end; both at home end the game."""

    rows, columns, utmost, evaluations, start = 2, 10, 1.0, (), (0, 0, 0)

    def __init__(self, key: str, first: str, second: str) -> None:
        """Set the key and the names of the sides."""
        self.key, self.title = key, f"The {key.capitalize()}"
        self.sides = (Side(first, first[0]), Side(second, second[0]))

    def player(self, state):
        return state[2]

    def moves(self, state):
        return [1 if state[state[2]] < 9 else 0]

    def play(self, state, move):
        men = [state[0], state[1]]
        men[state[2]] += move
        return (*men, 1 - state[2])

    def outcome(self, state):
        return Outcome(0, "Both are home.") if state[:2] == (9, 9) else None

    def stuck(self, state):
        raise AssertionError("there is always a move")

    def setup(self, pieces, player):
        men = sorted(pieces)
        if len(men) != 2 or [pieces[square] for square in men] != [0, 1] or men[0] > 9 > men[1]:
            raise PositionError("each side has one man in its row")
        return men[0], men[1] - 10, player

    def pieces(self, state):
        return {state[0]: 0, 10 + state[1]: 1}

    def path(self, state, move):
        here = 10 * state[2] + state[state[2]]
        return (here, here + 1) if move else ()

    def taken(self, state, move):
        return None

    def explain(self, state, origin, target):
        return "men go one step to the right"

    def evaluation(self, name, seed=0, noise=1.0):
        raise NotImplementedError
