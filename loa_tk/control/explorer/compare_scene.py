"""The compare page as a scene: the table, whether all searches agree, and the chart."""

from __future__ import annotations

from math import log10

from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.tree.comparison import Comparison, ComparisonRow
from loa_tk.model.tree.comparison_page import table_cells
from loa_tk.scenes.explorer import Bar, BarGroup, CompareScene
from loa_tk.scenes.pages import TableScene
from loa_tk.words import explorer as words


def compare_scene(state: ExplorerState) -> CompareScene:
    """Return the comparison as far as it has got, or what to do to get one."""
    comparison = state.comparison
    if comparison is None or not comparison.rows:
        note = words.COMPARING if state.comparing else words.COMPARE_NOTE
        return CompareScene(note=words.GAME_OVER if state.over else note)
    plies = [words.PLY.format(ply=ply) for ply in range(1, comparison.depth + 1)]
    done = comparison.share >= 1 or comparison.stopped
    return CompareScene(
        words.COMPARED.format(evaluation=comparison.evaluation, depth=comparison.depth),
        TableScene(
            (words.SEARCH, *plies, *words.COMPARE_HEADS),
            tuple(
                (row.label, *table_cells(row.last, comparison.depth)) for row in comparison.rows
            ),
        ),
        comparison.verdict() if done else "",
        comparison.agree,
        tuple(row.label for row in comparison.rows),
        tuple(group(comparison, depth) for depth in range(1, comparison.depth + 1)),
        words.LOGARITHMIC,
        tuple(text.format(branching=comparison.branching) for text in words.LEAST),
    )


def group(comparison: Comparison, depth: int) -> BarGroup:
    """Return the bars of one depth."""
    most = max(cost.nodes for row in comparison.rows for cost in row.costs)
    whole = log10(max(10, most))

    def share(nodes: float) -> float:
        return log10(max(1.0, nodes)) / whole

    def bar(row: ComparisonRow) -> Bar:
        if len(row.costs) < depth:
            return Bar(0.0, "")
        cost = row.costs[depth - 1]
        text = words.ESTIMATE.format(nodes=cost.nodes) if cost.estimated else f"{cost.nodes:,}"
        return Bar(share(cost.nodes), text, cost.estimated)

    least = comparison.least(depth)
    return BarGroup(
        words.AT_DEPTH.format(depth=depth),
        tuple(map(bar, comparison.rows)),
        min(1.0, share(least)),
        f"{least:,}",
    )
