"""A series as one self-contained HTML page with tables, plots and every game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from loa_tk.control.pages.html import page as whole_page
from loa_tk.control.pages.html import paragraph, section, table
from loa_tk.control.series import columns
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.summary import Summary, elo_text, forfeit_lines, game_cells, score_text
from loa_tk.control.series.svg import Curve, plot, score_bar
from loa_tk.words.series import BY_FIRST_MOVE, GAME_HEADS, counted, percent

PART = "h2.part { font-size: 20px; margin: 24px 0 8px; }\n"  # the style of `heading`
COLOURS = ("#1F5FBF", "#C05A00")


def page(title: str, plan: Plan, summary: Summary, results: Sequence[Result]) -> str:
    """Return the whole page of a series; it loads nothing."""
    planned = (
        f"{counted(plan.games, 'game')} planned, openings of "
        f"{counted(plan.openings, 'random move')}, seed {plan.seed}."
    )
    return whole_page(title, [*sections(plan, summary, results), footer(planned)])


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


def footer(text: str) -> str:
    """Return the line at the end of a page."""
    return f'<p class="muted">{escape(text)}</p>'


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
    shown = columns.shown()
    return table(
        ("player", *(column.head for column in shown)),
        (
            (f"{number}. {name}", *(column.text(effort) for column in shown))
            for number, (name, effort) in enumerate(
                zip(summary.players, summary.efforts, strict=True), 1
            )
        ),
    )


def curves(summary: Summary, measure: str) -> list[Curve]:
    """Return each player's average of a measure at each of its moves."""
    return list(map(Curve, summary.players, COLOURS, summary.courses[measure]))


def games_table(results: Sequence[Result]) -> str:
    """Return the table of all games with their moves."""
    heads = [f"<th>{escape(head)}</th>" for head in GAME_HEADS[:-1]]
    heads += [f'<th class="text">{escape(head)}</th>' for head in (GAME_HEADS[-1], "moves")]
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + f'<td class="text">{escape(reason)}</td><td class="moves">{escape(moves)}</td></tr>'
        for *cells, reason, moves in (
            (*game_cells(result), " ".join(result.moves)) for result in results
        )
    )  # fmt: skip
    return f"<table><tr>{''.join(heads)}</tr>{rows}</table>"
