"""A series in figures, and set as a table; `tally` adds them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from typing import TypeAlias

from loa_tk.control.series.plan import Result
from loa_tk.model.scoring import Score, elo
from loa_tk.words.series import counted, percent, signed

Points: TypeAlias = tuple[tuple[float, float], ...]  # the number of a move, and a figure


@dataclass(frozen=True)
class Effort:
    """What one player spent in all games."""

    moves: int
    nodes: int
    seconds: float
    deepest: int
    captures: int
    prunings: int

    @property
    def nodes_per_move(self) -> float:
        """Nodes for a move, on average."""
        return self.nodes / self.moves if self.moves else 0.0

    @property
    def seconds_per_move(self) -> float:
        """Seconds for a move, on average."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Summary:
    """A series in figures, seen by the player named first."""

    players: tuple[str, str]
    moving_first: Score
    moving_second: Score
    distinct: int
    length: float  # plies a game, on average
    efforts: tuple[Effort, Effort]
    courses: Mapping[str, tuple[Points, Points]]  # "nodes" and "seconds" at each player's moves
    forfeits: tuple[int, int]  # games that each has lost without having been beaten
    excuse: str  # the first of their reasons

    @property
    def score(self) -> Score:
        """All games."""
        return self.moving_first + self.moving_second


def score_of(results: Sequence[Result]) -> Score:
    """The first-named player's score."""
    winners = [result.winner for result in results]
    return Score(winners.count(0), winners.count(None), winners.count(1))


def forfeit_lines(summary: Summary) -> list[str]:
    """What is to be said of forfeited games: a score of them is a score of nothing."""
    lines = [
        f"player {who} forfeited {number} of {counted(summary.score.games, 'game')}"
        for who, number in enumerate(summary.forfeits, 1)
        if number
    ]
    return [*lines, f"the first of them: {summary.excuse}"] if lines else []


def elo_text(share: float) -> str:
    """An Elo difference with its sign; nobody has been measured who wins everything."""
    difference = elo(share)
    return "beyond measure" if isinf(difference) else signed(difference)


def score_text(score: Score) -> str:
    """A score with its interval and what it means in Elo."""
    low, high = score.interval()
    return (
        f"{percent(score.share)} of {counted(score.games, 'game')}, "
        f"95 % interval {percent(low)} to {percent(high)}, "
        f"Elo {elo_text(score.share)} ({elo_text(low)} to {elo_text(high)})"
    )


def table(summary: Summary) -> str:
    """The whole summary as lines for a terminal."""
    score = summary.score
    lines = [
        f"{summary.players[0]}  against  {summary.players[1]}",
        score_text(score),
        "",
        f"{'':<16}{'won':>7}{'drawn':>7}{'lost':>7}",
    ]
    for name, part in (
        ("moving first", summary.moving_first),
        ("moving second", summary.moving_second),
        ("together", score),
    ):
        lines.append(f"{name:<16}{part.wins:>7}{part.draws:>7}{part.losses:>7}")
    if forfeited := forfeit_lines(summary):
        lines += ["", *forfeited]
    distinct = counted(summary.distinct, "distinct game")
    lines += ["", f"{distinct}, {summary.length:.1f} plies on average", ""]
    heads = ("nodes", "nodes/move", "s/move", "deepest", "captures", "prunings")
    lines.append(f"{'':<4}" + "".join(f"{head:>14}" for head in heads))
    for number, effort in enumerate(summary.efforts, 1):
        cells = (
            f"{effort.nodes:,}",
            f"{effort.nodes_per_move:,.0f}",
            f"{effort.seconds_per_move:.3f}",
            f"{effort.deepest}",
            f"{effort.captures:,}",
            f"{effort.prunings:,}",
        )
        lines.append(f"{number:<4}" + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines)


def as_json(summary: Summary) -> dict[str, object]:
    """The summary for programs."""
    low, high = summary.score.interval()
    difference = elo(summary.score.share)
    return {
        "players": list(summary.players),
        "games": summary.score.games,
        "distinct": summary.distinct,
        "wins": summary.score.wins,
        "draws": summary.score.draws,
        "losses": summary.score.losses,
        "as_first": vars(summary.moving_first),
        "as_second": vars(summary.moving_second),
        "score": summary.score.share,
        "interval": [low, high],
        "elo": None if isinf(difference) else difference,
        "plies": summary.length,
        "forfeits": list(summary.forfeits),
        "efforts": [
            {
                **vars(effort),
                "nodes_per_move": effort.nodes_per_move,
                "seconds_per_move": effort.seconds_per_move,
            }
            for effort in summary.efforts
        ],
    }
