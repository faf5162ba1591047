"""A series as one self-contained HTML page with tables, plots and every game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape

from loa_tk import __version__
from loa_tk.control.pages import page as whole_page
from loa_tk.control.pages import paragraph, section, table
from loa_tk.control.series import charts, columns
from loa_tk.control.series.charts import Curve, plot, score_bar
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.summary import Summary, elo_text, forfeit_lines, game_cells, score_text
from loa_tk.model.commandline import quote
from loa_tk.words.series import (
    BY_FIRST_MOVE,
    EFFORT_HEADS,
    GAME_HEADS,
    PLAYERS,
    counted,
    percent,
)

STYLE = (
    charts.STYLE
    + """
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
)
COLOURS = ("#1F5FBF", "#C05A00")


def page(title: str, plan: Plan, summary: Summary, results: Sequence[Result]) -> str:
    """Return the whole page of a series; it loads nothing."""
    games = (
        f"{len(results):,} finished of {plan.games:,} planned, openings of "
        f"{counted(plan.openings, 'random move')}, seed {plan.seed}"
    )
    entries = list(zip(summary.players, plan.players, strict=True))
    named = [entry_text(name, player) for name, player in entries]
    head = facts((*zip(PLAYERS, named, strict=True), ("games", games)), "match", entries, plan)
    return whole_page(title, [head, *sections(plan, summary, results)], STYLE)


def facts(
    rows: Iterable[tuple[str, str]], verb: str, entries: Sequence[tuple[str, str]], plan: Plan
) -> str:
    """Return the head of a page: these rows, then date, version, and the command to repeat it."""
    words = ["loa", verb, plan.game, *(written(*entry) for entry in entries)]
    words += ["--games", str(plan.games), "--openings", str(plan.openings)]
    words += ["--seed", str(plan.seed), *(["--fixed-sides"] if plan.fixed_sides else [])]
    words += ["--seconds", f"{plan.seconds:g}"] if plan.seconds != Plan.seconds else []
    told = [
        *((name, escape(text)) for name, text in rows),
        ("date", date.today().isoformat()),
        ("version", f"loa_tk {__version__}"),
        ("command", " ".join(f"<code>{escape(quote(word))}</code>" for word in words)),
    ]
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in told)
    return f'<section><dl class="facts">{lines}</dl></section>'


def entry_text(name: str, player: str) -> str:
    """Return a player with its name, if it has one of its own."""
    return player if name == player else f"{name}: {player}"


def written(name: str, player: str) -> str:
    """Return a player with its name as a command line has it."""
    return player if name == player else f"{name}={player}"


def sections(plan: Plan, summary: Summary, results: Sequence[Result]) -> list[str]:
    """Return the cards of a series: score, players, plots and games."""
    played = sorted(results, key=lambda result: result.number)
    return [
        section("Score", score_bar(summary.score, COLOURS) + paragraph(score_text(summary.score))
                + "".join(map(paragraph, forfeit_lines(summary))) + score_table(summary)),
        section("Players", effort_table(summary)),
        *(section(column.plot, plot(curves(summary, column.measure.name), column.measure.unit))
          for column in columns.plotted()),
        section("Games", games_table(played)),
    ]  # fmt: skip


def heading(text: str) -> str:
    """Return a heading between cards."""
    return f'<h2 class="part">{escape(text)}</h2>'


def score_table(summary: Summary) -> str:
    """Return the table of wins, draws and losses, by the player that moved first."""
    return table(
        ("", "won", "drawn", "lost", "score", "Elo"),
        (
            (name, str(s.wins), str(s.draws), str(s.losses), percent(s.share), elo_text(s.share))
            for name, s in zip(BY_FIRST_MOVE, summary.scores, strict=True)
        ),
    )


def effort_table(summary: Summary) -> str:
    """Return the table of what each player spent and did."""
    return table(
        EFFORT_HEADS,
        ((one.head, *(one.text(effort) for effort in summary.efforts)) for one in columns.shown()),
    )


def curves(summary: Summary, measure: str) -> list[Curve]:
    """Return each player's average of a measure at each of its moves."""
    return list(map(Curve, summary.players, COLOURS, summary.courses[measure]))


def games_table(results: Sequence[Result]) -> str:
    """Return the table of all games with their moves."""
    heads = [f"<th>{escape(head)}</th>" for head in GAME_HEADS[:-1]]
    heads += [f'<th class="text">{escape(GAME_HEADS[-1])}</th><th class="text moves">moves</th>']
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + f'<td class="text">{escape(reason)}</td><td class="moves">{escape(moves)}</td></tr>'
        for *cells, reason, moves in (
            (*game_cells(result), " ".join(result.moves)) for result in results
        )
    )  # fmt: skip
    return f'<table class="games"><tr>{"".join(heads)}</tr>{rows}</table>'
