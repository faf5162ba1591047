"""A series as the window shows it: figures, tables, curves and the list of games."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.summary import Effort, Summary
from loa_tk.control.series.svg import nice, number
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score, elo
from loa_tk.scenes.pages import TableScene
from loa_tk.scenes.series import GameRow, Plot, ScoreBar, ScoreScene
from loa_tk.words import main as main_words
from loa_tk.words import series as words

UNITS = {"nodes": "nodes", "seconds": "s"}


@dataclass(frozen=True)
class Picture:
    """What is counted over all finished games: made only now and then, as it is drawn anew."""

    figures: tuple[tuple[str, str], ...]
    bar: ScoreBar
    tables: tuple[TableScene, ...]
    note: str
    plots: dict[str, Plot]


def picture(summary: Summary) -> Picture:
    """The finished games as they are shown."""
    score = summary.score
    return Picture(
        figures(score),
        ScoreBar(score.wins, score.draws, score.losses, *score.interval()),
        (score_table(summary), effort_table(summary)),
        words.distinct(summary.distinct, summary.length) if score.games else "",
        {part: plot(summary, part) for part in UNITS},
    )


def figures(score: Score) -> tuple[tuple[str, str], ...]:
    """The score, how sure it is, and what it means."""
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
    """Player 1's games by who moved first."""
    scores = (summary.moving_first, summary.moving_second, summary.score)
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
            for name, score in zip(words.SCORE_ROWS, scores, strict=True)
        ),
    )


def effort_table(summary: Summary) -> TableScene:
    """What the players spent and did."""
    first, second = (effort_cells(effort) for effort in summary.efforts)
    return TableScene(
        words.EFFORT_HEADS,
        tuple((name, first[name], second[name]) for name in first),
    )


def effort_cells(effort: Effort) -> dict[str, str]:
    """One player's figures by their names; who has not moved has none."""
    texts = {
        words.NODES_PER_MOVE: f"{effort.nodes_per_move:,.0f}",
        words.SECONDS_PER_MOVE: f"{effort.seconds_per_move:.3f}",
        words.DEEPEST: str(effort.deepest),
        words.CAPTURES: f"{effort.captures:,}",
        words.PRUNINGS: f"{effort.prunings:,}",
        words.NODES: f"{effort.nodes:,}",
    }
    return texts if effort.moves else dict.fromkeys(texts, words.NOTHING)


def plot(summary: Summary, part: str) -> Plot:
    """What each of the players' moves cost on average."""
    lines = summary.courses[part]
    points = [point for line in lines for point in line]
    moves = int(max((x for x, _ in points), default=1))
    most = max((y for _, y in points), default=0.0) or 1.0
    step = nice(most / 4)
    count = max(1, -int(-most // step))
    levels = tuple((i * step, number(round(i * step, 9), UNITS[part])) for i in range(count + 1))
    ends = words.MOVE.format(number=1), words.MOVE.format(number=moves)
    return Plot(count * step, levels, moves, ends, words.PLAYERS, lines)


def game_row(result: Result) -> GameRow:
    """One finished game."""
    return GameRow(
        result.number,
        (
            str(result.number + 1),
            str(result.first + 1),
            words.DRAW if result.winner is None else str(result.winner + 1),
            str(len(result.moves)),
            result.reason,
        ),
    )


def score_scene(
    plan: Plan | None, seen: Picture, done: int, seconds: float, live: bool
) -> ScoreScene:
    """The upper card."""
    if plan is None:
        return ScoreScene(words.NO_SERIES, figures=seen.figures)
    return ScoreScene(
        find_game(plan.game).title,
        clocks(plan, done, seconds, live),
        done / plan.games,
        live,
        plan.players,
        seen.figures,
        seen.bar,
    )


def clocks(plan: Plan, done: int, seconds: float, live: bool) -> tuple[str, ...]:
    """How far it is, from long to short."""
    parts = [words.count(done, plan.games), words.duration(seconds)]
    if live and done and seconds > 2:
        parts.append(words.left(seconds / done * (plan.games - done)))
    return tuple(main_words.FACTS.join(parts[:length]) for length in range(len(parts), 0, -1))
