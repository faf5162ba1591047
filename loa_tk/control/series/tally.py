"""A series added up game by game: a hundred thousand are not counted anew for every look at them.

Times are added as whole nanoseconds, so that the sums do not depend on the order of the games.
"""

from __future__ import annotations

from collections.abc import Iterable

from loa_tk.control.series.plan import Result, Turn
from loa_tk.control.series.summary import Effort, Points, Summary
from loa_tk.model.scoring import Score

NANO = 10**9


class Tally:
    """What the finished games come to so far."""

    def __init__(self, results: Iterable[Result] = ()) -> None:
        """Begin with these games."""
        self._scores = [Score(), Score()]  # of player 1, by who moved first
        self._played: set[tuple[str, ...]] = set()
        self._plies = 0
        self._spent = Spent(), Spent()
        self._forfeits = [0, 0]
        self._excuse = (0, "")  # the first forfeited game's number and reason
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Count one more game."""
        winner = result.winner
        self._scores[result.first] += Score(winner == 0, winner is None, winner == 1)
        self._played.add(result.moves)
        self._plies += len(result.moves)
        made = [0, 0]
        for turn in result.turns:
            self._spent[turn.who].add(made[turn.who], turn)
            made[turn.who] += 1
        if result.forfeited and winner is not None:
            earlier = not sum(self._forfeits) or result.number < self._excuse[0]
            self._forfeits[1 - winner] += 1
            if earlier:
                self._excuse = result.number, result.reason

    def summary(self, players: tuple[str, str]) -> Summary:
        """The series in figures."""
        first, second = self._scores
        one, two = self._spent
        return Summary(
            players,
            first,
            second,
            len(self._played),
            self._plies / max(first.games + second.games, 1),
            (one.effort(), two.effort()),
            {
                "nodes": (one.course(1, 1), two.course(1, 1)),
                "seconds": (one.course(2, NANO), two.course(2, NANO)),
            },
            (self._forfeits[0], self._forfeits[1]),
            self._excuse[1],
        )


class Spent:
    """What one player has spent, in all and at each of its moves."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._moves: list[list[int]] = []  # for its first move, its second, …: games, nodes, time
        self._deepest = self._captures = self._prunings = 0

    def add(self, move: int, turn: Turn) -> None:
        """Count one of its moves, the first of a game being 0."""
        if move == len(self._moves):
            self._moves.append([0, 0, 0])
        sums = self._moves[move]
        sums[0] += 1
        sums[1] += turn.nodes
        sums[2] += round(NANO * turn.seconds)
        self._deepest = max(self._deepest, turn.depth)
        self._captures += turn.captured
        self._prunings += turn.prunings

    def effort(self) -> Effort:
        """All of it together."""
        moves, nodes, time = (sum(sums[part] for sums in self._moves) for part in range(3))
        return Effort(moves, nodes, time / NANO, self._deepest, self._captures, self._prunings)

    def course(self, part: int, unit: int) -> Points:
        """The average of nodes (1) or time (2) at each move."""
        averages = enumerate((sums[part] / unit / sums[0] for sums in self._moves), 1)
        return tuple((float(move), average) for move, average in averages)


def summarise(players: tuple[str, str], results: Iterable[Result]) -> Summary:
    """A whole series in figures."""
    return Tally(results).summary(players)
