"""A comparison of searches as CSV text, and as a table and a bar chart for an HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10

from loa_tk.model.numbers import number
from loa_tk.model.search.statistics import unsigned
from loa_tk.model.tree.comparison import Comparison, Cost
from loa_tk.store.tables import table_text

TITLE, CHART = "The same position: what each search cost", "Leaves as the depth grows"
CHART_NAME = "Leaves of each search at each depth, on a logarithmic scale"
HEADS = ("nodes", "EVAL calls", "prunings", "value", "move", "seconds")
# Greys and a light blue for what the book prints, strong colours for better orders and ideas.
COLOURS = ("#C8CCD4", "#9DBCE9", "#1F5FBF", "#E8C868", "#7DB08A", "#1E7A4A", "#B0662E")
# Readable on light and dark pages.
MUTED, LINE, MARK = "#8A93A0", "#8A93A060", "#D2483A"
WIDTH, LEFT, RIGHT, TOP = 900, 76, 96, 22
BAR, GAP = 11, 10  # the height of a bar and the space between two depths
FONT = 'font-family="system-ui, sans-serif" font-size="11"'


def as_csv(comparison: Comparison) -> str:
    """Return a line for each search and depth, with the nodes at each ply."""
    plies = range(comparison.depth + 1)
    rows: list[Sequence[object]] = [
        ["game", "position", "evaluation", "search", "depth", "nodes", "evals", "prunings",
         "value", "move", "seconds", "estimated", *(f"ply{ply}" for ply in plies)]
    ]  # fmt: skip
    for row in comparison.rows:
        for cost in row.costs:
            nodes = [*cost.levels, *[""] * (comparison.depth + 1 - len(cost.levels))]
            found = (
                ["", "", "", "", "", "yes"]
                if cost.estimated
                else [cost.evals, cost.prunes, repr(unsigned(cost.value)), cost.move,
                      f"{cost.seconds:.4f}", "no"]
            )  # fmt: skip
            rows.append(
                [comparison.game, comparison.position, comparison.evaluation, row.name,
                 cost.depth, cost.nodes, *found, *nodes]
            )  # fmt: skip
    return table_text(rows)


def as_html(comparison: Comparison) -> str:
    """Return two cards of a page: the table with the verdict, and the chart."""
    return (
        f"<section><h2>{escape(TITLE)}</h2>{table(comparison)}"
        f"<p>{escape(comparison.verdict())}</p></section>"
        f"<section><h2>{escape(CHART)}</h2>{chart(comparison)}</section>"
    )


def table(comparison: Comparison) -> str:
    """Return the table: for each search the nodes at each ply, and what it found in all."""
    plies = [f"ply {ply}" for ply in range(1, comparison.depth + 1)]
    heads = "".join(f"<th>{head}</th>" for head in ("search", *plies, *HEADS))
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in (row.label, *cells)) + "</tr>"
        for row in comparison.rows
        for cells in [table_cells(row.last, comparison.depth)]
    )
    return f"<table><tr>{heads}</tr>{rows}</table>"


def table_cells(cost: Cost, depth: int) -> tuple[str, ...]:
    """Return the cells of one search: the nodes at each ply from 1 to `depth`, then HEADS."""
    if cost.estimated:
        return ("",) * depth + (f"≈ {cost.nodes:,}", "", "", "", "", "")
    plies = [f"{nodes:,}" for nodes in cost.levels[1:]]
    return (
        *plies,
        *[""] * (depth - len(plies)),
        f"{cost.nodes:,}",
        f"{cost.evals:,}",
        f"{cost.prunes:,}",
        number(cost.value or 0.0),
        cost.move,
        f"{cost.seconds:.3f}",
    )


def chart(comparison: Comparison) -> str:
    """Return bars on a logarithmic scale, a group for each depth, with the least number marked."""
    rows, depths = comparison.rows, range(1, comparison.depth + 1)
    most = max((cost.leaves for row in rows for cost in row.costs), default=1)
    scale = (WIDTH - LEFT - RIGHT) / max(1.0, log10(max(most, 10)))

    def across(leaves: int) -> float:
        return LEFT + scale * log10(max(leaves, 1))

    group = BAR * len(rows) + GAP
    legend = TOP * (len(rows) // 3 + 1)
    height = legend + TOP + group * comparison.depth
    parts = [*key(comparison), *grid(most, scale, legend, height)]
    for depth in depths:
        top = legend + TOP + (depth - 1) * group
        parts.append(label(0, top + group / 2, f"depth {depth}", MUTED))
        for index, row in enumerate(rows):
            if len(row.costs) < depth:
                continue
            cost, y = row.costs[depth - 1], top + index * BAR
            end, colour = across(cost.leaves), COLOURS[index % len(COLOURS)]
            paint = (
                f'fill="none" stroke="{colour}" stroke-dasharray="3 2"'
                if cost.estimated
                else f'fill="{colour}"'
            )
            name = f"{row.label}, depth {depth}: {'about ' * cost.estimated}{cost.leaves:,} leaves"
            parts.append(
                f'<rect x="{LEFT}" y="{y}" width="{max(end - LEFT, 1):.1f}" height="{BAR - 2}" '
                f"{paint}><title>{escape(name)}</title></rect>"
            )
            text = f"{'≈ ' * cost.estimated}{cost.leaves:,}"
            parts.append(label(end + 5, y + BAR - 2, text, MUTED))
        leaves = comparison.least(depth)
        parts.append(
            f'<path d="M{across(leaves):.1f} {top - 2}v{group - GAP + 2}" stroke="{MARK}" '
            f'stroke-width="1.5"><title>least with perfect order: {leaves:,} leaves</title></path>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="100%" '
        f'role="img" aria-label="{CHART_NAME}">{"".join(parts)}</svg>'
    )


def key(comparison: Comparison) -> Sequence[str]:
    """Return the legend, three in a line: the colour of each search, and the mark."""
    parts = []
    least = f"least with perfect order, b = {comparison.branching:.1f}"
    names = [*(row.label for row in comparison.rows), least]
    for index, name in enumerate(names):
        x, y = LEFT + index % 3 * 270, TOP * (index // 3) + 4
        if index < len(comparison.rows):
            colour = COLOURS[index % len(COLOURS)]
            parts.append(f'<rect x="{x}" y="{y}" width="14" height="{BAR}" fill="{colour}"/>')
        else:
            parts.append(f'<path d="M{x + 7} {y}v{BAR}" stroke="{MARK}" stroke-width="1.5"/>')
        parts.append(label(x + 20, y + BAR - 1, name, MUTED))
    return parts


def grid(most: int, scale: float, top: int, height: int) -> Sequence[str]:
    """Return a line for each power of ten."""
    parts = []
    for power in range(len(str(most))):
        x = LEFT + scale * power
        parts.append(f'<path d="M{x:.1f} {top + 10}V{height}" stroke="{LINE}"/>')
        parts.append(label(x, top + 8, f"{10**power:,}", MUTED, "middle"))
    return parts


def label(x: float, y: float, text: str, colour: str, anchor: str = "start") -> str:
    """Return a small text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {FONT} fill="{colour}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )
