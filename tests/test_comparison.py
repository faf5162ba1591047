"""The comparison of searches: known figures, exact values in every game, limits and exports."""

import csv
import pickle
import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loa_tk.control.tree.comparison_page import HEADS, TITLE, as_csv, as_html, chart, table_cells
from loa_tk.control.tree.page import PageTable, tree_page
from loa_tk.model.game import SimpleEvaluation, UserError, finish, perft
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import read_move, read_position
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.textbook import Minimax
from loa_tk.model.tree.comparison import CONTENDERS, compare, forecast
from loa_tk.model.tree.ideas import Deepening
from loa_tk.model.tree.layout import measure
from loa_tk.model.tree.recording import TreeRequest, record

LOA5 = find_game("loa5")
GAMES = list(all_games().values())
# From the start of loa5 with `groups`: nodes at each ply, EVAL calls, prunings.
KNOWN = {
    "minimax": {
        1: ((1, 18), 18, 0),
        2: ((1, 18, 280), 280, 0),
        3: ((1, 18, 280, 4164), 4148, 0),
        4: ((1, 18, 280, 4164, 56108), 55628, 0),
    },
    "fixed": {
        1: ((1, 18), 18, 0),
        2: ((1, 18, 42), 42, 17),
        3: ((1, 18, 66, 669), 669, 48),
        4: ((1, 18, 37, 397, 1172), 1162, 389),
    },
    "eval": {
        1: ((1, 18), 18, 0),
        2: ((1, 18, 34), 34, 17),
        3: ((1, 18, 36, 340), 340, 33),
        4: ((1, 18, 34, 305, 580), 562, 321),
    },
    "best": {
        1: ((1, 18), 18, 0),
        2: ((1, 18, 34), 34, 17),
        3: ((1, 18, 34, 302), 302, 33),
        4: ((1, 18, 34, 287, 553), 493, 303),
    },
}


@pytest.fixture(scope="module")
def start():
    """Return the comparison of the start of loa5 at depth 4."""
    return compare(TreeRequest(game=LOA5, state=LOA5.start, evaluation="groups", depth=4))


def position(game, seed, plies):
    """Return a state of a random game after at most this many plies, before its end."""
    chance, state = random.Random(seed), game.start
    for _ in range(plies):
        after = game.play(state, chance.choice(game.moves(state)))
        if finish(game, after) is not None:
            break
        state = after
    return state


def test_the_known_figures(start):
    rows = {row.name: row for row in start.rows}
    assert list(rows) == [contender.name for contender in CONTENDERS]
    for name, depths in KNOWN.items():
        for depth, (levels, evals, prunes) in depths.items():
            cost = rows[name].costs[depth - 1]
            assert (cost.levels, cost.evals, cost.prunes) == (levels, evals, prunes)
            assert cost.nodes == sum(levels) and cost.depth == depth and not cost.estimated
    assert all((row.last.value, row.last.move) == (0.0, "b1-e1") for row in start.rows)
    assert start.agree and start.verdict() == "All searches found the value 0 and chose b1-e1."


def test_the_ideas_save_nodes_one_after_the_other(start):
    nodes = {row.name: row.last.nodes for row in start.rows}
    assert nodes["deepening"] > nodes["table"] > nodes["null"] > nodes["best"]
    # With deepening, the figures of a depth contain those of the depths before it.
    for row in start.rows[4:]:
        assert [cost.levels[0] for cost in row.costs] == [1, 2, 3, 4]


def test_the_least_number_of_leaves(start):
    ten = replace(start, branching=10.0, widths=())
    assert [ten.least(depth) for depth in (1, 2, 3, 4)] == [10, 19, 109, 199]
    assert start.branching == pytest.approx(60570 / 4463)


def test_the_least_number_of_leaves_is_reached_by_a_perfect_order_in_an_even_tree():
    """The mark counted leaves beside bars that counted nodes, so that none could reach it."""
    game = find_game("breakthrough3")
    found = compare(TreeRequest(game=game, state=game.start, evaluation="full", depth=3))
    best = next(row for row in found.rows if row.name == "best")
    for cost in best.costs:
        assert cost.leaves == found.least(cost.depth) == cost.levels[cost.depth]
    assert all(cost.leaves >= found.least(cost.depth) for row in found.rows for cost in row.costs)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@settings(max_examples=12)
@given(data=st.data())
def test_every_search_is_exact_in_every_game(game, data):
    """The value is that of minimax, and the move chosen is worth it."""
    plies = data.draw(st.integers(0, 80), "plies")
    state = position(game, data.draw(st.integers(0, 10**6), "seed"), plies)
    name = data.draw(st.sampled_from(game.evaluations), "evaluation")
    most = 4 if game.key == "minicheckers" else 3 if game.count(state) < 16 else 2
    depth = data.draw(st.integers(1, most), "depth")
    found = compare(TreeRequest(game=game, state=state, evaluation=name, depth=depth))
    assert found.agree and not found.stopped and len(found.rows) == len(CONTENDERS)
    for row in found.rows:
        assert [cost.depth for cost in row.costs] == list(range(1, depth + 1))
        for cost, right in zip(row.costs, found.rows[0].costs, strict=True):
            assert cost.value == right.value and cost.nodes == sum(cost.levels)
            worth = exact(game, state, name, cost.depth, read_move(game, state, cost.move))
            assert worth == cost.value


def exact(game, state, evaluation, depth, move):
    """Return the minimax value of a move, for the side that makes it."""
    limits = Limits(depth=depth)
    search = Minimax(Request(game=game, state=state, limits=limits, options={"eval": evaluation}))
    return search.min_value(game.play(state, move), 1)[0]


@pytest.mark.parametrize("options", [{}, {"table": True}, {"table": True, "null_window": True}])
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 30))
def test_deepening_is_exact_with_a_warm_memory_in_the_small_game(options, seed, plies):
    """Mini-Checkers can pass, end without moves and transpose a lot."""
    game = find_game("minicheckers")
    state = position(game, seed, plies)
    search = Deepening(Request(game=game, state=state, options={"eval": "edges"}), **options)
    for depth in range(1, 7):
        search.begin(depth)
        slow = Minimax(
            Request(game=game, state=state, limits=Limits(depth=depth), options={"eval": "edges"})
        )
        assert search.decide(state)[0] == slow.decide(state)[0]


def test_minimax_counts_the_positions_of_perft():
    game = find_game("breakthrough5x10")
    row = compare(TreeRequest(game=game, state=game.start, evaluation="full", depth=3)).rows[0]
    assert row.last.levels == (1, *(perft(game, game.start, depth) for depth in (1, 2, 3)))


def test_the_rows_are_those_of_the_recorded_trees():
    game = find_game("loa6")
    state = position(game, 3, 10)
    found = {
        row.name: row.last for row in compare(TreeRequest(game=game, state=state, depth=3)).rows
    }
    for order in ("fixed", "eval", "best"):
        tree = record(TreeRequest(game=game, state=state, depth=3, order=order))
        assert found[order].levels == tree.statistics.levels
        assert found[order].value == tree.value()


def test_a_search_that_is_too_large_is_estimated_and_not_run():
    seen = []
    request = TreeRequest(game=LOA5, state=LOA5.start, evaluation="groups", depth=4, most=3_000)
    found = compare(request, progress=seen.append)
    minimax, fixed = found.rows[0], found.rows[1]
    assert [cost.estimated for cost in minimax.costs] == [False, False, True, True]
    assert minimax.last.value is None and minimax.last.levels == () and not minimax.last.move
    assert 4_000 < minimax.costs[2].nodes < 5_500 and 50_000 < minimax.last.nodes < 90_000
    assert not fixed.last.estimated and fixed.last.nodes == 1625
    assert found.verdict() == (
        "The searches that were run found the value 0 and chose b1-e1. "
        "Too large to be run, so the number of nodes is estimated: minimax; "
        "alpha-beta, best move first everywhere."
    )
    cells = table_cells(minimax.last, 4)
    assert cells[:4] == ("",) * 4 and cells[4].startswith("≈ ") and not any(cells[5:])
    assert [one.share for one in seen] == sorted(one.share for one in seen)
    assert seen[-1] == found and found.share == 1


def test_a_forecast_that_was_too_low_does_not_make_a_search_endless():
    found = compare(
        TreeRequest(game=LOA5, state=LOA5.start, evaluation="groups", depth=2, most=256)
    )
    assert [cost.estimated for cost in found.rows[0].costs] == [False, True]
    assert found.rows[0].last.nodes >= 256
    assert forecast([10]) == 0 and forecast([10, 100]) == 1000
    assert forecast([10, 20, 1000]) == 2_000


def test_a_comparison_can_be_stopped():
    calls = iter(range(10**9))
    request = TreeRequest(game=LOA5, state=LOA5.start, evaluation="groups", depth=6)
    found = compare(request, stop=lambda: next(calls) >= 30)
    assert found.stopped and found.share < 1 and len(found.rows) == 1
    assert found.verdict() == "The comparison was stopped before its end."
    assert next(calls) < 40
    nothing = compare(request, stop=lambda: True)
    assert nothing.stopped and as_csv(nothing) and as_html(nothing)


class Boasting(SimpleEvaluation):
    """An evaluation that leaves the range of the utilities."""

    def value(self, state, player):
        return 1_000.0 + sum(state) % 97


class Fickle(SimpleEvaluation):
    """An evaluation that never returns the same value twice."""

    def __init__(self, game):
        super().__init__(game)
        self.calls = iter(range(10**9))

    def value(self, state, player):
        return next(self.calls) / 1e6


@pytest.mark.parametrize(
    ("evaluation", "says"),
    [
        (Boasting(LOA5), "beyond the utility of a won game, ±100"),
        (Fickle(LOA5), "does not always return the same value"),
    ],
)
def test_a_disagreement_is_explained(evaluation, says):
    found = compare(
        TreeRequest(game=LOA5, state=LOA5.start, evaluation="mine", depth=2, own=evaluation)
    )
    assert not found.agree and says in found.verdict()


def test_moves_of_the_same_value_are_no_disagreement():
    game = find_game("minicheckers")
    for seed in range(200):
        state = position(game, seed, 6)
        found = compare(TreeRequest(game=game, state=state, evaluation="edges", depth=3))
        moves = {row.last.move for row in found.rows}
        if len(moves) > 1:
            assert found.agree and "these moves have the same value" in found.verdict()
            assert all(move in found.verdict() for move in moves)
            break
    else:
        pytest.fail("no position has two best moves")


def test_what_cannot_be_searched_is_refused():
    with pytest.raises(UserError, match="no evaluation"):
        compare(TreeRequest(game=LOA5, state=LOA5.start, evaluation="best", depth=2))
    over = read_position(LOA5, "5/5/1bb2/5/w3w w")
    with pytest.raises(UserError, match="the game is over"):
        compare(TreeRequest(game=LOA5, state=over, depth=2))


def test_a_comparison_crosses_to_another_process(start):
    assert pickle.loads(pickle.dumps(start)) == start


def test_csv_has_a_line_for_each_search_and_depth(start):
    lines = list(csv.DictReader(StringIO(as_csv(start))))
    assert len(lines) == len(CONTENDERS) * 4
    (line,) = (one for one in lines if (one["search"], one["depth"]) == ("fixed", "3"))
    assert line["nodes"] == "754" and [line[f"ply{n}"] for n in range(5)] == [
        "1", "18", "66", "669", "",
    ]  # fmt: skip
    assert (line["value"], line["move"], line["estimated"]) == ("0.0", "b1-e1", "no")
    assert line["position"] == "1bbb1/w3w/w3w/w3w/1bbb1 b"


def test_the_chart_can_be_put_into_the_page_of_a_tree(start):
    tree = record(TreeRequest(game=LOA5, state=LOA5.start, evaluation="groups", depth=2))
    rows = [(row.label, *table_cells(row.last, 4)) for row in start.rows]
    one = PageTable(
        heading=TITLE, heads=("search", *HEADS), rows=rows, note=start.verdict(), svg=chart(start)
    )
    found = tree_page(tree, measure(tree), [one])
    assert chart(start) in found and start.verdict() in found


def test_the_part_of_a_page_is_well_formed(start):
    root = ET.fromstring(f"<main>{as_html(start)}</main>")
    cells = [cell.text for cell in root.iter("td")]
    assert "60,571" in cells and "1,625" in cells and "b1-e1" in cells
    svg = "{http://www.w3.org/2000/svg}"
    bars = [bar for bar in root.iter(f"{svg}rect") if bar.find(f"{svg}title") is not None]
    assert len(bars) == len(CONTENDERS) * 4
    assert start.verdict() in [text.text for text in root.iter("p")]
