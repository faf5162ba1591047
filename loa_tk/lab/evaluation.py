"""A student's evaluation as the program's searches see it, wherever the function itself runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

from loa_tk.lab.functions import Asked
from loa_tk.model.game import WON, Evaluation, Game, Move, State

CLIP = 0.99  # of U: an estimate in the strong search never passes for a win
FIRST = 4  # values in the first question about the children of a position
BOUND = 200_000  # values kept, about 60 MB
QUESTION = 0.2  # seconds that a question about several children should take: then the clock is seen


class OwnEvaluation(Evaluation):
    """A student's `evaluate` as an evaluation of the program's searches.

    `value`, which the textbook searches ask for, is exactly what the function returns. `children`,
    which the strong search asks for, makes the values symmetric: half of the value for one side
    less that for the other, so that what is good for one is as bad for the other. They are kept
    within 0.99 U. Every value is computed once for each position, as long as it is remembered.
    """

    bounded = False  # a function may return anything

    def __init__(
        self, game: Game, ask: Callable[[Asked], Sequence[float]], ahead: bool = False
    ) -> None:
        """Ask with this function, which returns a value for each state and player.

        `ahead` is for another process, where a question costs as much as ten values.
        """
        self.game, self.ask, self.ahead = game, ask, ahead
        self._limit = CLIP * game.utmost
        self._values: dict[tuple[State, int], float] = {}
        self._expected: list[State] = []
        self._batch = FIRST
        self._each = 0.0  # seconds for a value, the last time

    def value(self, state: State, player: int) -> float:
        if (state, player) not in self._values:
            self._learn(self._next(state, player))
        return self._values[state, player]

    def expect(self, states: Iterable[State], player: int) -> None:
        """Note the states that come next, so that several are asked for at once."""
        self._expected, self._batch = list(states), FIRST

    def _next(self, state: State, player: int) -> list[tuple[State, int]]:
        """Return the next question: a state and some of those that are expected after it.

        A node may be cut off after any child, so the first questions are short.
        """
        try:
            place = self._expected.index(state)
        except ValueError:
            return [(state, player)]
        most = int(QUESTION / self._each) if self._each else self._batch
        chosen = self._expected[place : place + max(1, min(self._batch, most))]
        self._batch *= 2
        outcome = self.game.outcome
        return [(child, player) for child in chosen if child == state or outcome(child) is None]

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves, and the symmetric values of their children for the side to move."""
        game, mover = self.game, self.game.player(state)
        moves = game.moves(state)
        made = [game.play(state, move) for move in moves]
        ends = [game.outcome(child) for child in made]
        open_ = [child for child, end in zip(made, ends, strict=True) if end is None]
        self._learn([(child, side) for child in open_ for side in (0, 1)])
        values, known = list[float](), self._values
        for child, end in zip(made, ends, strict=True):
            if end is not None:
                values.append(end.utility(mover, WON))
            else:
                even = (known[child, mover] - known[child, 1 - mover]) / 2
                values.append(max(-self._limit, min(self._limit, even)))
        return moves, values

    def _learn(self, asked: Sequence[tuple[State, int]]) -> None:
        """Ask for the values that are not known yet."""
        known = self._values
        if len(known) > BOUND:
            known.clear()
        new = [question for question in asked if question not in known]
        if new:
            begun = perf_counter()
            known.update(zip(new, self.ask(new), strict=True))
            self._each = (perf_counter() - begun) / len(new)
