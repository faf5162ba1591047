"""Every number of the explorer's page Compare, counted by naive searches on the naive rules."""

from itertools import pairwise
from math import log10, prod

import pytest

from explorer_samples import EXPLORER, do, explorer, run
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_position
from naive_ideas import Search
from test_idea_numbers import shown

DEEPENING = ("deepening", "table", "null")
ROWS = ("minimax", "fixed", "eval", "best", *DEEPENING)


class Row:
    """A search at the depths 1, 2 and so on; one that deepens remembers, and its figures add up."""

    def __init__(self, kind, case):
        self.costs, search = [], Search(*case)
        for depth in range(1, case[-1] + 1):
            if kind not in DEEPENING:
                search = Search(*case)
                search.forgets, search.cuts = True, kind != "minimax"
                search.best_first = kind == "best"
                if kind in ("minimax", "fixed"):
                    search.by_eval = search.names
            if kind in ("table", "null") and search.table is None:
                search.table = {}
            search.null = kind == "null"
            value = search.decide(depth)
            move = next(x for x, _, _, v, *_ in search.calls if v == value)
            cost = [search.levels, search.evals, search.prunes]
            if kind in DEEPENING and self.costs:
                levels, evals, prunes, *_ = self.costs[-1]
                before = [*levels, 0]
                cost = [[a + b for a, b in zip(cost[0], before, strict=True)], cost[1] + evals,
                        cost[2] + prunes]  # fmt: skip
            self.costs.append((*cost, value, move))


@pytest.mark.parametrize("case", [
    ("loa5", "2wb1/w3w/1b2b/2w1w/1b1b1 b", "groups", 3),
    ("minicheckers", "1r1r1r/r1r3/5r/2b3/1b3b/b1b1b1 b", "edges", 4),
])  # fmt: skip
def test_every_search_costs_what_a_naive_one_counts(case):
    key, position, evaluation, depth = case
    state = explorer(
        key, read_position(find_game(key), position), page="compare", depth=str(depth),
        evaluation=evaluation,
    )  # fmt: skip
    state.values["evaluation"] = evaluation
    run(state, do(state, "compare"))
    scene, naive = EXPLORER.show(state).compare, [Row(kind, case) for kind in ROWS]
    for cells, row in zip(scene.table.rows, naive, strict=True):
        levels, evals, prunes, value, move = row.costs[-1]
        counts = [*levels[1:], sum(levels), evals, prunes]
        assert list(cells[1 : 1 + len(counts)]) == [f"{count:,}" for count in counts], cells[0]
        assert list(cells[1 + len(counts) :][:2]) == [shown(value), move]
    (value,) = {row.costs[-1][3] for row in naive}
    true = Search(*case)
    assert value == true.minimax(true.board, true.me, depth)
    assert f"value {shown(value)}" in scene.sentence
    levels = naive[0].costs[-1][0]
    widths = [below / above for above, below in pairwise(levels)]
    most = max(row.costs[at][0][at + 1] for row in naive for at in range(depth))
    for at, group in enumerate(scene.groups):
        leaves = [row.costs[at][0][at + 1] for row in naive]
        assert [bar.text for bar in group.bars] == [f"{count:,}" for count in leaves]
        for bar, count in zip(group.bars, leaves, strict=True):
            assert bar.share == pytest.approx(log10(max(1, count)) / log10(most))
        known = widths[: at + 1]
        least = round(prod(known[0::2]) + prod(known[1::2]) - 1)
        assert group.mark == pytest.approx(log10(max(1, least)) / log10(most))
    branching = (sum(levels) - 1) / sum(levels[:-1])
    assert f"b ≈ {branching:.1f} in this tree" in scene.mark[0]
