"""A series for people: the overview that its window shows, and one self-contained HTML page.

Of the page's plots only the curves are SVG, which is stretched to the width of the page. All texts
are HTML beside it, so that they keep their size on a narrow screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from math import floor, log10

from loa_tk import __version__
from loa_tk.control.pages import page, paragraph, section, table
from loa_tk.control.series import columns
from loa_tk.control.series.columns import Measure
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.summary import (
    MoveQuartiles,
    Summary,
    elo_text,
    game_cells,
    repetition,
    score_text,
    warnings,
)
from loa_tk.model.commandline import quote
from loa_tk.model.scoring import Score, elo
from loa_tk.scenes.pages import TableScene
from loa_tk.scenes.series import PLAYER_COLOURS, GameRow, Plot, ScoreBar, Tick
from loa_tk.words import series as words

DRAWN = "#A7ADB6"
GRID = "#8A93A040"
DASHED = ' stroke-dasharray="6 3"'  # in pixels, because strokes are not stretched
RARE = 10  # a move that fewer than one in this many games have is not plotted
TICKS = 8  # at most, below a plot
WHOLE = 1000  # the width and height of a plot before it is stretched
LIGHT, DARK = PLAYER_COLOURS["light"], PLAYER_COLOURS["dark"]
COLOURS = ("var(--first)", "var(--second)")

STYLE = f"""
:root {{ --first: {LIGHT[0]}; --second: {LIGHT[1]}; --on: #fff; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --first: {DARK[0]}; --second: {DARK[1]}; --on: #111418; }}
}}
""" + """
.bar { margin: 4px 0 12px; }
.bar .interval { height: 7px; border: 2px solid #8A93A0; border-bottom: none; margin-bottom: 3px;
  box-sizing: border-box; }
.bar .parts { display: flex; border-radius: 4px; overflow: hidden; line-height: 26px; }
.bar .parts span { overflow: hidden; text-align: center; color: var(--on); min-width: 0; }
.bar .parts .drawn { color: #1D2127; }
.plot { display: grid; grid-template-columns: auto 1fr; font-size: 13px; line-height: 16px;
  gap: 4px 8px; color: #5E6672; }
.plot .legend { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 24px;
  margin-bottom: 6px; }
.plot .legend span { overflow-wrap: anywhere; }
.plot .legend svg { width: 28px; height: 10px; margin-right: 8px; }
.plot .levels { display: flex; flex-direction: column; justify-content: space-between;
  text-align: right; margin: -8px 0; height: 216px; }
.plot .curves { width: 100%; height: 200px; overflow: visible; }
.plot .ticks { grid-column: 2; position: relative; height: 32px; }
.plot .ticks span { position: absolute; transform: translateX(-50%); text-align: center;
  white-space: nowrap; }
.plot .ticks span:first-child { transform: none; text-align: left; }
.plot .ticks span[style*="100.00%"] { transform: translateX(-100%); text-align: right; }
.plot .note { grid-column: 1 / -1; }
.plot path, .plot polyline { vector-effect: non-scaling-stroke; fill: none; }
@media (prefers-color-scheme: dark) { .plot { color: #A0A8B3; } }
h2.part { font-size: 20px; margin: 24px 0 8px; }
dl.facts { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0; }
dl.facts dt { color: #5E6672; } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
dl.facts code { display: inline-block; max-width: 100%; }
td, th { white-space: nowrap; } td.text, td.moves { white-space: normal; }
td.moves { min-width: 16em; } td.text { min-width: 10em; }
@media (prefers-color-scheme: dark) { dl.facts dt { color: #A0A8B3; } }
@media (max-width: 600px) {
  table { font-size: 14px; } th, td { padding-right: 10px; }
  table.games, table.games tbody { display: block; }
  table.games tr { display: grid; grid-template-columns: 3em 3em 4em 3em 1fr;
    border-bottom: 1px solid #8A93A040; }
  table.games td, table.games th { border-bottom: none; }
  table.games td.moves { grid-column: 1 / -1; } table.games th.moves { display: none; }
}
"""


# --- the overview in the window ---


@dataclass(frozen=True, kw_only=True)
class SeriesOverview:
    """The finished games in figures; it is made only now and then, because drawing it is slow."""

    figures: tuple[tuple[str, str], ...]
    bar: ScoreBar
    tables: tuple[TableScene, ...]
    note: str
    doubt: str  # why the intervals are too narrow, if they are
    plots: dict[str, Plot]


def overview(summary: Summary) -> SeriesOverview:
    """Return the finished games in figures."""
    score = summary.score
    low, high = score.interval()
    doubt = repetition(summary)
    return SeriesOverview(
        figures=figures(score),
        bar=ScoreBar(won=score.wins, drawn=score.draws, lost=score.losses, low=low, high=high),
        tables=(score_table(summary), effort_table(summary)),
        note=words.distinct(summary.distinct, summary.length, bool(doubt)) if score.games else "",
        doubt=doubt,
        plots={c.measure.name: plot(summary, c.measure) for c in columns.plotted()},
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
    rows = []
    for name, score in zip(words.SCORE_ROWS, summary.scores, strict=True):
        share = words.percent(score.share) if score.games else words.NOTHING
        rows.append((name, str(score.wins), str(score.draws), str(score.losses), share))
    return TableScene(words.SCORE_HEADS, tuple(rows))


def effort_table(summary: Summary) -> TableScene:
    """Return what the players spent and did, a row for each column of a series."""
    rows = ((column.head, *map(column.text, summary.efforts)) for column in columns.shown())
    return TableScene(words.EFFORT_HEADS, tuple(rows))


def plot(summary: Summary, measure: Measure) -> Plot:
    """Return what each of the players' moves cost: medians, quartiles, and how many games count.

    The last moves of the few longest games are left out: they would look like a finding.
    """
    whole = summary.courses[measure.name]
    least = summary.score.games / RARE
    lines = [[moment for moment in line if moment.games >= least] for line in whole]
    points = [moment for line in lines for moment in line]
    moves = max((moment.move for moment in points), default=1)
    most = max((moment.high for moment in points), default=0.0) or 1.0
    step = nice(most / 4)
    count = max(1, -int(-most // step))
    levels = tuple((i * step, number(round(i * step, 9), measure.unit)) for i in range(count + 1))
    left_out = words.FEW_GAMES if len(points) < sum(map(len, whole)) else ""
    return Plot(
        top=count * step, levels=levels, moves=moves, ticks=ticks(whole, moves),
        note=words.QUARTILES.format(left_out=left_out) if points else "", names=words.PLAYERS,
        curves=tuple(tuple((float(m.move), m.median) for m in line) for line in lines),
        bands=tuple(tuple((float(m.move), m.low, m.high) for m in line) for line in lines),
    )  # fmt: skip


def ticks(lines: Sequence[Sequence[MoveQuartiles]], moves: int) -> tuple[Tick, ...]:
    """Return the first move and round numbers of moves, with the games in which they were made."""
    if not any(lines):
        return ()
    step = max(1, int(nice(moves / TICKS)))
    made = [{moment.move: moment.games for moment in line} for line in lines]
    places = [1, *(move for move in range(step, moves + 1, step) if move > max(1, step // 2))]
    found = []
    for move in places:
        games = [str(player.get(move, 0)) for player in made if player]
        label = words.MOVE.format(number=move) if move == 1 else str(move)
        counted = games[0] if len(set(games)) == 1 else "/".join(games)
        found.append(Tick(move, label, words.GAMES_AT.format(number=counted)))
    return tuple(found)


def game_row(result: Result) -> GameRow:
    """Return the line of one finished game."""
    return GameRow(result.number, game_cells(result))


def nice(step: float) -> float:
    """Return the next round number that is not smaller: 1, 2 or 5 times a power of ten."""
    if step <= 0:
        return 1.0
    power = 10.0 ** floor(log10(step))
    return float(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step))


def number(value: float, unit: str) -> str:
    """Return the label of a figure on an axis."""
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    if value >= 1e4:
        return f"{value / 1e3:g} k"
    # Without an exponent: Python writes 5e-05 for the seconds of a fast player.
    text = f"{value:g}" if value >= 1e-4 else f"{value:.9f}".rstrip("0").rstrip(".")
    return text + (" s" if unit == "s" else "")


# --- the page ---


def series_page(title: str, plan: Plan, summary: Summary, results: Sequence[Result]) -> str:
    """Return the whole page of a series; it loads nothing."""
    games = (
        f"{len(results):,} finished of {plan.games:,} planned, openings of "
        f"{words.counted(plan.openings, 'random move')}, seed {plan.seed}"
    )
    entries = list(zip(summary.players, plan.players, strict=True))
    named = zip(words.PLAYERS, (entry_text(*entry) for entry in entries), strict=True)
    head = facts((*named, ("games", games)), "match", entries, plan)
    return page(title, [head, *sections(plan, summary, results)], STYLE)


def facts(
    rows: Iterable[tuple[str, str]], verb: str, entries: Sequence[tuple[str, str]], plan: Plan
) -> str:
    """Return the head of a page: these rows, then date, version, and the command to repeat it."""
    command = ["loa", verb, plan.game, *(written(*entry) for entry in entries)]
    command += ["--games", str(plan.games), "--openings", str(plan.openings)]
    command += ["--seed", str(plan.seed), *(["--fixed-sides"] if plan.fixed_sides else [])]
    command += ["--seconds", f"{plan.seconds:g}"] if plan.seconds != Plan.seconds else []
    lines = [
        *((name, escape(text)) for name, text in rows),
        ("date", date.today().isoformat()),
        ("version", f"loa_tk {__version__}"),
        ("command", " ".join(f"<code>{escape(quote(word))}</code>" for word in command)),
    ]
    content = "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in lines)
    return f'<section><dl class="facts">{content}</dl></section>'


def entry_text(name: str, player: str) -> str:
    """Return a player with its name, if it has one of its own."""
    return player if name == player else f"{name}: {player}"


def written(name: str, player: str) -> str:
    """Return a player with its name as a command line has it."""
    return player if name == player else f"{name}={player}"


def sections(plan: Plan, summary: Summary, results: Sequence[Result]) -> list[str]:
    """Return the cards of a series: score, players, plots and games."""
    played = sorted(results, key=lambda result: result.number)
    efforts = effort_table(summary)
    return [
        section("Score", score_bar(summary.score) + paragraph(score_text(summary.score))
                + "".join(map(paragraph, warnings(summary))) + scores_table(summary)),
        section("Players", table(efforts.heads, efforts.rows)),
        *(section(column.plot, plot_html(plot(summary, column.measure), summary.players,
                                         f"{column.measure.unit}: medians and quartiles"))
          for column in columns.plotted()),
        section("Games", games_table(played)),
    ]  # fmt: skip


def heading(text: str) -> str:
    """Return a heading between cards."""
    return f'<h2 class="part">{escape(text)}</h2>'


def scores_table(summary: Summary) -> str:
    """Return the table of wins, draws and losses, by the player that moved first."""
    rows = []
    for name, score in zip(words.BY_FIRST_MOVE, summary.scores, strict=True):
        counts = str(score.wins), str(score.draws), str(score.losses)
        rows.append((name, *counts, words.percent(score.share), elo_text(score.share)))
    return table(("", "won", "drawn", "lost", "score", "Elo"), rows)


def games_table(results: Sequence[Result]) -> str:
    """Return the table of all games with their moves."""
    *plain, reason = map(escape, words.GAME_HEADS)
    heads = [*(f"<th>{head}</th>" for head in plain), f'<th class="text">{reason}</th>',
             '<th class="text moves">moves</th>']  # fmt: skip
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + f'<td class="text">{escape(reason)}</td><td class="moves">{escape(moves)}</td></tr>'
        for *cells, reason, moves in (
            (*game_cells(result), " ".join(result.moves)) for result in results
        )
    )  # fmt: skip
    return f'<table class="games"><tr>{"".join(heads)}</tr>{rows}</table>'


def score_bar(score: Score) -> str:
    """Return a bar of wins, draws and losses, with the interval of the score as a bracket above."""
    low, high = (100 * bound for bound in score.interval())
    parts = (
        (score.wins, COLOURS[0], ""),
        (score.draws, DRAWN, ' class="drawn"'),
        (score.losses, COLOURS[1], ""),
    )
    spans = "".join(
        f'<span{kind} style="flex: {number}; background: {colour}">{number}</span>'
        for number, colour, kind in parts
        if number
    )
    label = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
    return (
        f'<div class="bar" role="img" aria-label="{label}"><div class="interval" '
        f'style="margin-left: {low:.2f}%; width: {high - low:.2f}%"></div>'
        f'<div class="parts">{spans}</div></div>'
    )


def plot_html(plot: Plot, players: Sequence[str], title: str) -> str:
    """Return the curves of a plot over the number of the move; the title is for screen readers."""

    def place(x: float, y: float) -> str:
        across, up = (x - 1) / max(plot.moves - 1, 1), y / plot.top
        return f"{WHOLE * across:.1f},{WHOLE * (1 - up):.1f}"

    lines = "".join(
        f'<path d="M0 {WHOLE * (1 - level / plot.top):.1f}H{WHOLE}" stroke="{GRID}"/>'
        for level, _ in plot.levels
    )
    for index, band in enumerate(plot.bands):
        around = [place(x, high) for x, _, high in band]
        around += [place(x, low) for x, low, _ in reversed(band)]
        lines += f'<polygon points="{" ".join(around)}" fill="{COLOURS[index]}" opacity="0.18"/>'
    for index, curve in enumerate(plot.curves):
        points = [place(*point) for point in curve]
        if len(curve) == 1:  # a dash, because nothing is drawn through one point
            points.append(place(curve[0][0] + max(plot.moves - 1, 1) / 50, curve[0][1]))
        through = " ".join(points)
        lines += f'<polyline points="{through}"{stroke(index)}/>'
    legend = "".join(
        f'<span><svg viewBox="0 0 28 10"><path d="M0 5H28"{stroke(index)}/></svg>'
        f"{index + 1}. {escape(name)}</span>"
        for index, name in enumerate(players)
    )
    levels = "".join(f"<span>{label}</span>" for _, label in reversed(plot.levels))
    below = "".join(
        f'<span style="left: {100 * (tick.move - 1) / max(plot.moves - 1, 1):.2f}%">{tick.label}'
        f"<br>{tick.games}</span>"
        for tick in plot.ticks
    )
    return (
        f'<div class="plot"><div class="legend">{legend}</div><div class="levels">{levels}</div>'
        f'<svg class="curves" viewBox="0 0 {WHOLE} {WHOLE}" preserveAspectRatio="none" role="img">'
        f"<title>{escape(title)}</title>{lines}</svg>"
        f'<div class="ticks">{below}</div><div class="note">{escape(plot.note)}</div></div>'
    )


def stroke(index: int) -> str:
    """Return how a player's line is drawn, in the plot and in the legend: the second is dashed."""
    return f' stroke="{COLOURS[index]}" stroke-width="2"{DASHED if index else ""}'
