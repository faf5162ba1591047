"""The book's searches: its worked example, exact counts, limits."""

import time
from types import SimpleNamespace

import pytest

import reference
from loa_tk.control.engine.searchlog import csv_row, log_entry
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_position
from loa_tk.model.search.players import read_player
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.textbook import AlphaBeta, Minimax
from loa_tk.words import main as words
from trees import FIGURE_5_2, Tree


def search(algorithm, game, depth, evaluation="full", state=None):
    state = game.start if state is None else state
    return algorithm(
        Request(game=game, state=state, limits=Limits(depth=depth), options={"eval": evaluation})
    ).search()


def test_figure_5_2_by_minimax():
    report = search(Minimax, Tree(FIGURE_5_2), 2)
    assert report.value == 3 and report.move == 0 and report.line == (0, 0)
    assert report.statistics.levels == (1, 3, 9) and report.statistics.nodes == 13
    assert (report.statistics.evals_max, report.statistics.evals_min) == (9, 0)
    assert (report.statistics.prunes_max, report.statistics.prunes_min) == (0, 0)


def test_figure_5_2_by_alpha_beta():
    """The second MIN node ends after its first leaf, 2; the third only after its last."""
    report = search(AlphaBeta, Tree(FIGURE_5_2), 2)
    assert report.value == 3 and report.move == 0
    assert report.statistics.levels == (1, 3, 7)
    assert (report.statistics.prunes_max, report.statistics.prunes_min) == (0, 2)
    assert report.statistics.evals_max == 7 and report.statistics.max_depth == 2


def test_a_win_found_prunes_at_once():
    report = search(AlphaBeta, Tree([[5, 5], "won", [7, 7]]), 2)
    assert report.value == 100 and report.move == 1
    assert report.statistics.prunes_max == 1 and report.statistics.levels == (1, 2, 2)
    assert report.statistics.evals_max == 2  # the utility of a finished game is not an EVAL call


def test_a_lost_position_still_has_a_move():
    report = search(AlphaBeta, Tree([["lost"], ["lost"]]), 4)
    assert report.value == -100 and report.move == 0


def count(plain, value, board, side, depth, pruning):
    """An independent alpha-beta on the reference model that counts as the assignment says."""
    tally = {"nodes": 0, "evals": [0, 0], "prunes": [0, 0], "max_depth": 0}

    def visit(board, to_move, alpha, beta, ply):
        tally["nodes"] += 1
        tally["max_depth"] = max(tally["max_depth"], ply)
        maximizing = ply % 2 == 0
        if plain.has_ended(board, to_move):
            return 100 if plain.winner(board, to_move) == side else -100
        if ply == depth:
            tally["evals"][ply % 2] += 1
            return value(board, side)
        moves = plain.moves(board, to_move)
        if not moves:
            return -100 if maximizing else 100
        v = -1000 if maximizing else 1000
        for move in moves:
            w = visit(plain.play(board, move), reference.other(to_move), alpha, beta, ply + 1)
            if maximizing:
                v = max(v, w)
                if pruning and v >= beta:
                    tally["prunes"][0] += 1
                    return v
                alpha = max(alpha, v)
            else:
                v = min(v, w)
                if pruning and v <= alpha:
                    tally["prunes"][1] += 1
                    return v
                beta = min(beta, v)
        return v

    return visit(board, side, -100, 100, 0), tally


@pytest.mark.parametrize(
    ("key", "depth", "algorithm"),
    [
        ("loa5", 3, Minimax),
        ("loa6", 2, Minimax),
        ("loa5", 3, AlphaBeta),
        ("loa5", 4, AlphaBeta),
        ("loa6", 3, AlphaBeta),
        ("loa8", 2, AlphaBeta),
    ],
)
def test_statistics_equal_an_independent_count(key, depth, algorithm):
    game, plain = find_game(key), reference.GAMES[key]

    def groups(board, side):
        def u(who):
            groups, checkers = plain.groups(board, who), sum(row.count(who) for row in board)
            most = 2 * (plain.n - 2)
            pairs = [(a, b) for a in range(2, most + 1) for b in range(a, most + 1)]
            return 100 - 200 * (pairs.index((groups, checkers)) + 1) / (len(pairs) + 1)

        return (u(side) - u(reference.other(side))) / 2

    report = search(algorithm, game, depth, "groups")
    value, tally = count(plain, groups, plain.start(), "b", depth, algorithm is AlphaBeta)
    statistics = report.statistics
    assert report.value == pytest.approx(value)
    assert statistics.nodes == tally["nodes"] and statistics.max_depth == tally["max_depth"]
    assert [statistics.evals_max, statistics.evals_min] == tally["evals"]
    assert [statistics.prunes_max, statistics.prunes_min] == tally["prunes"]


SIGNATURE = {  # nodes of alphabeta with groups; they change only if the search changes
    ("loa5", 4): 1_625,
    ("loa5", 5): 24_740,
    ("loa6", 4): 3_654,
    ("loa8", 3): 3_294,
}


@pytest.mark.parametrize(("key", "depth"), SIGNATURE)
def test_node_count_signature(key, depth):
    report = search(AlphaBeta, find_game(key), depth, "groups")
    assert report.statistics.nodes == SIGNATURE[key, depth]


def test_one_of_the_eval_counts_is_zero_at_a_fixed_depth():
    for depth in (1, 2, 3):
        statistics = search(AlphaBeta, find_game("loa5"), depth).statistics
        assert (statistics.evals_max == 0) == (depth % 2 == 1)
        assert (statistics.evals_min == 0) == (depth % 2 == 0)


def test_without_a_depth_it_deepens_until_the_time_is_over():
    game = find_game("loa6")
    begun = time.process_time()  # of this process alone; others may use the machine
    request = Request(
        game=game, state=game.start, limits=Limits(seconds=0.3), options={"eval": "groups"}
    )
    report = AlphaBeta(request).search()
    assert time.process_time() - begun < 0.5
    finished = [one.depth for one in report.iterations if one.kind == "depth"]
    assert finished == list(range(1, report.depth + 1))
    summed = sum(iteration.statistics.nodes for iteration in report.iterations)
    assert report.depth >= 2 and report.statistics.nodes == summed
    deepest = next(one for one in report.iterations if one.depth == report.depth)
    assert (report.value, report.move) == (deepest.value, deepest.move)


def test_stopped_at_once_it_has_a_legal_move():
    game = find_game("loa8")
    limits = Limits(depth=30, stop=lambda: True)
    report = Minimax(
        Request(game=game, state=game.start, limits=limits, options={"eval": "centre"})
    ).search()
    assert report.move in game.moves(game.start) and report.statistics.nodes < 1000


def test_a_certain_win_or_loss_ends_the_deepening():
    game = find_game("loa5")
    state = read_position(game, "5/1bb2/w3w/3b1/w4 b")  # d2-d3 wins
    report = read_player(game, "alphabeta:eval=groups,seconds=60").choose(game, state)
    assert report.value == game.utmost and [one.depth for one in report.iterations] == [1]
    # A student's EVAL may be as great as a win, and proves nothing.
    great = SimpleNamespace(value=lambda state, player: 2 * game.utmost, ahead=False)
    limits = Limits(nodes=3_000)
    own = AlphaBeta(Request(game=game, state=game.start, limits=limits, own=great)).search()
    assert own.iterations[0].value >= game.utmost and len(own.iterations) > 1


def test_the_whole_tree_ends_the_deepening():
    tree = Tree([["won", "lost"], ["lost"]])
    report = AlphaBeta(Request(game=tree, state=(), limits=Limits(seconds=50))).search()
    assert report.value == -100 and report.seconds < 10 and report.depth == 2


def test_a_search_that_finishes_no_depth_reports_no_value():
    game = find_game("loa5")
    for depth, tried in ((3, True), (6, False)):
        report = Minimax(
            Request(game=game, state=game.start, limits=Limits(depth=depth, nodes=1_500))
        ).search()
        (broken_off,) = report.iterations
        assert report.value is None and broken_off.value is None and report.depth == 0
        assert (broken_off.move is not None) == tried and report.move in game.moves(game.start)
        entry = log_entry(game, game.start, 1, report)
        assert "value" not in entry.facts and entry.rows[0].value == words.STOPPED
        assert csv_row(game, game.start, 1, report)["value"] == ""


def test_a_side_without_moves_ends_the_game():
    # Neither side can move after the first branch, which is a draw in this tree.
    for algorithm in (Minimax, AlphaBeta):
        report = search(algorithm, Tree([[], [-5]]), 2)
        assert (report.value, report.line) == (0, (0,)) and report.statistics.levels == (1, 2, 1)
        assert (report.statistics.evals_max, report.statistics.evals_min) == (1, 0)
