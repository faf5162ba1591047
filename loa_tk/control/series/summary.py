"""A series in figures: the summary that `tally` makes, as a table for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from typing import TypeAlias

from loa_tk.control.series import columns
from loa_tk.control.series.columns import Effort
from loa_tk.control.series.plan import Plan, Result
from loa_tk.model.scoring import Score, elo
from loa_tk.words.series import BY_FIRST_MOVE, DRAW, counted, percent, signed

Points: TypeAlias = tuple[tuple[float, float], ...]  # the number of a move, and a figure


@dataclass(frozen=True)
class Summary:
    """A series in figures, from the point of view of player 1."""

    players: tuple[str, str]
    moving_first: Score
    moving_second: Score
    distinct: int
    length: float  # plies of a game, on average
    efforts: tuple[Effort, Effort]
    courses: Mapping[str, tuple[Points, Points]]  # of each measure that is plotted
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
        *forfeit_lines(summary),  # at the top: they say why the score is what it is
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
