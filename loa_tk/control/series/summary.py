"""A series in figures: what is added up game by game, the summary, its tables and its JSON.

Games are added one by one, because recounting 100,000 games for every look takes too long. Times
are added as whole nanoseconds, so that the sums do not depend on the order of the games. The cross
table of a tournament is made from the scores of its pairs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isinf
from typing import NamedTuple, TypeAlias

from loa_tk.control.series import columns
from loa_tk.control.series.columns import Effort, Measure, Total, measures, plotted
from loa_tk.control.series.plan import Plan, Result, Turn
from loa_tk.model.pairings import Pair
from loa_tk.model.scoring import Rating, Score, elo
from loa_tk.words.series import BY_FIRST_MOVE, DRAW, NOTHING, counted, percent, repeated, signed


class MoveQuartiles(NamedTuple):
    """A measure at one move of a player, its first is 1: in how many games, and its quartiles."""

    move: int
    games: int
    low: float
    median: float
    high: float


Course: TypeAlias = tuple[MoveQuartiles, ...]
Scores = Mapping[Pair, Score]
NEVER_MET = "·"


@dataclass(frozen=True, kw_only=True)
class Summary:
    """A series in figures, from the point of view of player 1."""

    players: tuple[str, str]
    moving_first: Score
    moving_second: Score
    distinct: int
    length: float  # plies of a game, on average
    efforts: tuple[Effort, Effort]
    courses: Mapping[str, tuple[Course, Course]]  # of each measure that is plotted
    forfeits: tuple[int, int]  # games that each player has lost without having been beaten
    excuse: str  # the reason of the first of them

    @property
    def score(self) -> Score:
        """Return the score of all games."""
        return self.moving_first + self.moving_second

    @property
    def scores(self) -> tuple[Score, Score, Score]:
        """Return the scores of player 1 moving first, moving second, and of all games."""
        return self.moving_first, self.moving_second, self.score


def game_cells(result: Result) -> tuple[str, ...]:
    """Return what a list of games shows of one, under `words.series.GAME_HEADS`."""
    return (
        str(result.number + 1),
        str(result.first + 1),
        DRAW if result.winner is None else str(result.winner + 1),
        str(len(result.moves)),
        result.reason,
    )


def score_of(results: Sequence[Result]) -> Score:
    """Return the score of player 1."""
    winners = [result.winner for result in results]
    return Score(winners.count(0), winners.count(None), winners.count(1))


def warnings(summary: Summary) -> list[str]:
    """Return what a reader of the score must know: forfeited games, and repeated ones."""
    return [*forfeit_lines(summary), *filter(None, [repetition(summary)])]


def repetition(summary: Summary) -> str:
    """Return a warning if most games only repeat others, or nothing."""
    games = summary.score.games
    return repeated(summary.distinct, games) if 2 * summary.distinct < games else ""


def forfeit_lines(summary: Summary) -> list[str]:
    """Return a warning about forfeited games, because they say nothing about the players' play."""
    lines = [
        f"player {who} forfeited {number} of {counted(summary.score.games, 'game')}"
        for who, number in enumerate(summary.forfeits, 1)
        if number
    ]
    return [*lines, f"the first of them: {summary.excuse}"] if lines else []


def elo_text(share: float) -> str:
    """Return an Elo difference with its sign; a player that wins everything has none."""
    difference = elo(share)
    return "beyond measure" if isinf(difference) else signed(difference)


def score_text(score: Score) -> str:
    """Return a score with its interval and what it means in Elo."""
    low, high = score.interval()
    return (
        f"{percent(score.share)} of {counted(score.games, 'game')}, "
        f"95 % interval {percent(low)} to {percent(high)}, "
        f"Elo {elo_text(score.share)} ({elo_text(low)} to {elo_text(high)})"
    )


def table(summary: Summary) -> str:
    """Return the whole summary as lines for a terminal."""
    lines = [
        f"{summary.players[0]}  against  {summary.players[1]}",
        score_text(summary.score),
        *warnings(summary),  # at the top: they say why the score is what it is
        "",
        f"{'':<16}{'won':>7}{'drawn':>7}{'lost':>7}",
    ]
    for name, score in zip(BY_FIRST_MOVE, summary.scores, strict=True):
        lines.append(f"{name:<16}{score.wins:>7}{score.draws:>7}{score.losses:>7}")
    distinct = counted(summary.distinct, "distinct game")
    lines += ["", f"{distinct}, {summary.length:.1f} plies on average", ""]
    shown = columns.shown()
    lines.append(f"{'':<4}" + "".join(f"{column.head:>14}" for column in shown))
    for number, effort in enumerate(summary.efforts, 1):
        lines.append(f"{number:<4}" + "".join(f"{column.text(effort):>14}" for column in shown))
    return "\n".join(lines)


def conditions_json(plan: Plan) -> dict[str, object]:
    """Return the conditions of a series for programs, under the names of the CSV file's columns."""
    return {"seed": plan.seed, "openings": plan.openings, "fixed_sides": plan.fixed_sides}


def as_json(summary: Summary) -> dict[str, object]:
    """Return the summary for programs."""
    low, high = summary.score.interval()
    difference = elo(summary.score.share)
    return {
        "names": list(summary.players),
        "played": summary.score.games,
        "distinct": summary.distinct,
        "wins": summary.score.wins,
        "draws": summary.score.draws,
        "losses": summary.score.losses,
        "as_first": vars(summary.moving_first),
        "as_second": vars(summary.moving_second),
        "score": summary.score.share,
        "interval": [low, high],
        "elo": None if isinf(difference) else difference,
        "plies_per_game": summary.length,
        "forfeits": list(summary.forfeits),
        "efforts": [columns.as_json(effort) for effort in summary.efforts],
    }


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
        spent, other = self._spent
        return Summary(
            players=players,
            moving_first=first,
            moving_second=second,
            distinct=len(self._played),
            length=self._plies / max(first.games + second.games, 1),
            efforts=(spent.effort(), other.effort()),
            courses={
                column.measure.name: (spent.course(column.measure), other.course(column.measure))
                for column in plotted()
            },
            forfeits=(self._forfeits[0], self._forfeits[1]),
            excuse=self._excuse[1],
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
        self._plotted = [self._places[column.measure] for column in plotted()]
        # For each move and plotted measure how often each figure was met, to three digits: more
        # would fill the memory in a series of 100,000 games.
        self._met: list[dict[int, Counter[int]]] = []

    def add(self, move: int, turn: Turn) -> None:
        """Count one move; the player's first move of a game is 0."""
        if move == len(self._games):
            self._games.append(0)
            self._sums.append([0 for _ in self._places])
            self._met.append({place: Counter() for place in self._plotted})
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
        for place, met in self._met[move].items():
            figure = turn.figures[place]
            if figure is not None:
                met[three_digits(round(figure * self._parts[place]))] += 1

    def effort(self) -> Effort:
        """Return all moves together."""
        return Effort(
            sum(self._games), {measure.name: self._total(measure) for measure in self._places}
        )

    def _total(self, measure: Measure) -> Total | None:
        place = self._places[measure]
        if place in self._unknown:
            return None
        whole, most = sum(sums[place] for sums in self._sums), self._largest[place]
        if measure.parts == 1:
            return Total(sum(self._games), whole, most)
        return Total(sum(self._games), whole / measure.parts, most / measure.parts)

    def course(self, measure: Measure) -> Course:
        """Return a measure's quartiles at each move, or nothing if it is not known."""
        place = self._places[measure]
        if place in self._unknown:
            return ()
        moments = []
        for number, (games, met) in enumerate(zip(self._games, self._met, strict=True), 1):
            low, median, high = (whole / measure.parts for whole in quartiles(met[place]))
            moments.append(
                MoveQuartiles(move=number, games=games, low=low, median=median, high=high)
            )
        return tuple(moments)


def three_digits(whole: int) -> int:
    """Return a number that is not negative, rounded to three digits."""
    digits = len(str(whole)) - 3
    return whole if digits <= 0 else int(round(whole, -digits))


def quartiles(met: Mapping[int, int]) -> tuple[float, float, float]:
    """Return the quartiles of figures, given how often each was met.

    One that lies between two figures divides their difference, as `statistics.quantiles` does it.
    """
    figures, games = sorted(met), sum(met.values())
    ends = list(accumulate(met[figure] for figure in figures))

    def quartile(number: int) -> float:
        rank, rest = divmod((games - 1) * number, 4)
        low, high = (figures[bisect_right(ends, at)] for at in (rank, rank + bool(rest)))
        return (low * (4 - rest) + high * rest) / 4

    return quartile(1), quartile(2), quartile(3)


def summarise(players: tuple[str, str], results: Iterable[Result]) -> Summary:
    """Return a whole series in figures."""
    return SeriesTally(results).summary(players)


def by_rating(rated: Sequence[Rating]) -> list[int]:
    """Return the players' numbers, the best first; equal ratings keep the players' order."""
    return sorted(range(len(rated)), key=lambda player: -round(rated[player].elo, 6))


def rating_text(rating: float, error: float) -> str:
    """Return a rating with its 95 % interval; a player without games has none."""
    return NOTHING if isinf(error) else f"{signed(rating)} ± {error:.0f}"


def interval_json(rating: Rating) -> list[float] | None:
    """Return the ends of a rating's 95 % interval for programs; without games there is none."""
    if isinf(rating.error):
        return None
    return [round(rating.elo + sign * rating.error, 1) for sign in (-1, 1)]


def other_way_round(score: Score) -> Score:
    """Return a score as the opponent sees it."""
    return Score(score.losses, score.draws, score.wins)


def total(scores: Scores, player: int, opponents: Sequence[int]) -> Score:
    """Return a player's score against all of these opponents together."""
    return sum((scores.get((player, other), Score()) for other in opponents), Score())


def points_text(scores: Scores, player: int, opponents: Sequence[int]) -> str:
    """Return a player's points against all of these opponents together."""
    score = total(scores, player, opponents)
    return f"{score.points:g} of {score.games}"


def cross_rows(
    heads: Sequence[str],
    names: Sequence[str],
    scores: Scores,
    order: Sequence[int],
    figures: Sequence[Sequence[str]],
) -> list[list[str]]:
    """Return a cross table: the headings, and a row for each player in this order.

    A row has the player's place, its name, its figures and its points against each of the others.
    """
    rows = [[*heads, *map(str, range(1, len(order) + 1))]]
    for place, player in enumerate(order, 1):
        points = [
            f"{scores[player, other].points:g}" if (player, other) in scores else NEVER_MET
            for other in order
        ]
        rows.append([str(place), names[player], *figures[player], *points])
    return rows


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as text: place and name at the left, then figures under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{place:>{widths[0]}} {name:<{widths[1]}}"
        + "".join(f"  {cell:>{wide}}" for cell, wide in zip(figures, widths[2:], strict=True))
        for place, name, *figures in rows
    )
