"""Adds up a series game by game, because recounting 100,000 games for every look takes too long.

Times are added as whole nanoseconds, so that the sums do not depend on the order of the games.
"""

from __future__ import annotations

from collections.abc import Iterable

from loa_tk.control.series.columns import Effort, Measure, Total, measures, plotted
from loa_tk.control.series.plan import Result, Turn
from loa_tk.control.series.summary import Points, Summary
from loa_tk.model.scoring import Score


class SeriesTally:
    """The sums over the games that are finished so far."""

    def __init__(self, results: Iterable[Result] = ()) -> None:
        """Begin with these games."""
        self._scores = [Score(), Score()]  # of player 1, by the player that moved first
        self._played: set[tuple[str, ...]] = set()
        self._plies = 0
        self._spent = PlayerTally(), PlayerTally()
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
        """Return the series in figures."""
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
                column.measure.name: (one.course(column.measure), two.course(column.measure))
                for column in plotted()
            },
            (self._forfeits[0], self._forfeits[1]),
            self._excuse[1],
        )


class PlayerTally:
    """The sums of one player's measures, for each move of a game: its first, its second, …."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._places = {measure: place for place, measure in enumerate(measures())}
        self._parts = [measure.parts for measure in self._places]
        self._games: list[int] = []  # that have this move
        self._sums: list[list[int]] = []
        self._largest = [0 for _ in self._places]
        self._unknown: set[int] = set()

    def add(self, move: int, turn: Turn) -> None:
        """Count one move; the player's first move of a game is 0."""
        if move == len(self._games):
            self._games.append(0)
            self._sums.append([0 for _ in self._places])
        self._games[move] += 1
        sums, largest = self._sums[move], self._largest
        for place, (figure, parts) in enumerate(zip(turn.figures, self._parts, strict=True)):
            if figure is None:
                self._unknown.add(place)
                continue
            whole = round(figure * parts)
            sums[place] += whole
            if whole > largest[place]:
                largest[place] = whole

    def effort(self) -> Effort:
        """Return all moves together."""
        return Effort(
            sum(self._games),
            {measure.name: self._total(measure) for measure in self._places},
        )

    def _total(self, measure: Measure) -> Total | None:
        place = self._places[measure]
        if place in self._unknown:
            return None
        whole, most = sum(sums[place] for sums in self._sums), self._largest[place]
        if measure.parts == 1:
            return Total(sum(self._games), whole, most)
        return Total(sum(self._games), whole / measure.parts, most / measure.parts)

    def course(self, measure: Measure) -> Points:
        """Return a measure's average at each move, or nothing if it is not known."""
        place = self._places[measure]
        if place in self._unknown:
            return ()
        return tuple(
            (float(number), sums[place] / measure.parts / games)
            for number, (games, sums) in enumerate(zip(self._games, self._sums, strict=True), 1)
        )


def summarise(players: tuple[str, str], results: Iterable[Result]) -> Summary:
    """Return a whole series in figures."""
    return SeriesTally(results).summary(players)
