"""The finished games of a series as its window shows them: figures, tables, curves, rows."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.control.series import columns
from loa_tk.control.series.charts import nice, number
from loa_tk.control.series.columns import Measure
from loa_tk.control.series.plan import Result
from loa_tk.control.series.summary import Summary, game_cells
from loa_tk.model.scoring import Score, elo
from loa_tk.scenes.pages import TableScene
from loa_tk.scenes.series import GameRow, Plot, ScoreBar
from loa_tk.words import series as words


@dataclass(frozen=True)
class Picture:
    """The finished games in figures; it is made only now and then, because drawing it is slow."""

    figures: tuple[tuple[str, str], ...]
    bar: ScoreBar
    tables: tuple[TableScene, ...]
    note: str
    plots: dict[str, Plot]


def picture(summary: Summary) -> Picture:
    """Return the finished games in figures."""
    score = summary.score
    return Picture(
        figures(score),
        ScoreBar(score.wins, score.draws, score.losses, *score.interval()),
        (score_table(summary), effort_table(summary)),
        words.distinct(summary.distinct, summary.length) if score.games else "",
        {c.measure.name: plot(summary, c.measure) for c in columns.plotted()},
    )


def figures(score: Score) -> tuple[tuple[str, str], ...]:
    """Return the score, how sure it is, and what it means in Elo."""
    if not score.games:
        texts = (words.NOTHING,) * 4
    else:
        low, high = score.interval()
        texts = (
            words.percent(score.share),
            words.percents(low, high),
            words.signed(elo(score.share)),
            words.signed_interval(elo(low), elo(high)),
        )
    captions = (words.SCORE, words.INTERVAL, words.ELO, words.ELO_INTERVAL)
    return tuple(zip(captions, texts, strict=True))


def score_table(summary: Summary) -> TableScene:
    """Return the score of player 1, by the player that moved first."""
    return TableScene(
        words.SCORE_HEADS,
        tuple(
            (
                name,
                str(score.wins),
                str(score.draws),
                str(score.losses),
                words.percent(score.share) if score.games else words.NOTHING,
            )
            for name, score in zip(words.SCORE_ROWS, summary.scores, strict=True)
        ),
    )


def effort_table(summary: Summary) -> TableScene:
    """Return what the players spent and did, a row for each column of a series."""
    return TableScene(
        words.EFFORT_HEADS,
        tuple(
            (column.head, *(column.text(effort) for effort in summary.efforts))
            for column in columns.shown()
        ),
    )


def plot(summary: Summary, measure: Measure) -> Plot:
    """Return the curves of what each of the players' moves cost on average."""
    lines = summary.courses[measure.name]
    points = [point for line in lines for point in line]
    moves = int(max((x for x, _ in points), default=1))
    most = max((y for _, y in points), default=0.0) or 1.0
    step = nice(most / 4)
    count = max(1, -int(-most // step))
    levels = tuple((i * step, number(round(i * step, 9), measure.unit)) for i in range(count + 1))
    ends = words.MOVE.format(number=1), words.MOVE.format(number=moves)
    return Plot(count * step, levels, moves, ends, words.PLAYERS, lines)


def game_row(result: Result) -> GameRow:
    """Return the line of one finished game."""
    return GameRow(result.number, game_cells(result))
