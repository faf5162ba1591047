"""The strong search: exact if it says so, punctual, and always with a legal move."""

import time

import pytest

from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, read_move, read_position
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.statistics import Proof
from loa_tk.model.search.strong import Strong
from loa_tk.model.search.textbook import AlphaBeta, Minimax
from test_game_contract import positions
from test_search_prover import to_the_end
from trees import Tree

PATIENCE = 600  # seconds for a proof, which comes far sooner; a loaded machine is not a bug


def strong(game, state=None, evaluation="full", history=(), **limits):
    state = game.start if state is None else state
    options = {"eval": evaluation}
    return Strong(
        Request(game=game, state=state, limits=Limits(**limits), history=history, options=options)
    ).search()


def book_value(algorithm, game, state, depth, evaluation="full"):
    options = {"eval": evaluation}
    return (
        algorithm(Request(game=game, state=state, limits=Limits(depth=depth), options=options))
        .search()
        .value
    )


def unfinished(game, number, seed):
    return [state for state in positions(game, number, seed) if finish(game, state) is None]


@pytest.mark.parametrize(
    ("key", "depth", "number"),
    [("loa5", 1, 150), ("loa5", 2, 150), ("loa5", 3, 50), ("loa6", 2, 50), ("loa6", 3, 15),
     ("loa8", 2, 20)],
)  # fmt: skip
@pytest.mark.parametrize("evaluation", ["groups", "full"])
def test_fixed_depth_values_equal_minimax(key, depth, number, evaluation):
    game = find_game(key)
    for state in unfinished(game, number, seed=depth):
        book = book_value(Minimax, game, state, depth, evaluation)
        assert strong(game, state, evaluation, depth=depth).value == pytest.approx(book)


@pytest.mark.parametrize(("key", "depth", "number"), [("loa5", 5, 10), ("loa6", 4, 8)])
def test_deeper_values_equal_alpha_beta(key, depth, number):
    game = find_game(key)
    for state in unfinished(game, number, seed=depth):
        book = book_value(AlphaBeta, game, state, depth)
        assert strong(game, state, depth=depth).value == pytest.approx(book)


SIGNATURE = {("loa5", 5): 33_949, ("loa6", 4): 15_060, ("loa8", 3): 5_085}


@pytest.mark.parametrize(("key", "depth"), SIGNATURE)
def test_node_count_signature(key, depth):
    """The evaluation is `groups`, so that only a change of the search changes these figures."""
    report = strong(find_game(key), evaluation="groups", depth=depth)
    assert report.statistics.nodes == SIGNATURE[key, depth]


# As it plays, without a depth limit: nodes, passes, the last finished depth, prunings.
FREE_SIGNATURE = {
    "loa5": (100_856, 14, 6, 5_831),
    "loa6": (100_278, 14, 8, 3_246),
    "loa8": (101_947, 12, 7, 2_026),
}


@pytest.mark.parametrize("key", FREE_SIGNATURE)
def test_signature_of_the_search_that_plays(key):
    """A limit of nodes, unlike a clock, stops the search at the same place on every machine."""
    report = strong(find_game(key), evaluation="groups", nodes=100_000)
    counted = report.statistics
    prunes = counted.prunes_max + counted.prunes_min
    found = counted.nodes, len(report.iterations), report.depth, prunes
    assert found == FREE_SIGNATURE[key]


@pytest.mark.parametrize(
    ("tree", "depth"),
    [
        (["won", 5], 1),  # at the root
        ([["lost", 5]], 2),  # at the last ply
        ([["lost", [5, 5]]], 3),  # at a ply between
    ],
)
def test_a_win_in_one_counts_one_pruning_as_in_the_book(tree, depth):
    game = Tree(tree)
    own = strong(game, (), depth=depth).iterations[-1].statistics
    book = AlphaBeta(Request(game=game, state=(), limits=Limits(depth=depth))).search().statistics
    assert (own.prunes_max, own.prunes_min) == (book.prunes_max, book.prunes_min)
    assert own.prunes_max + own.prunes_min == 1


def test_statistics_are_sums_over_the_depths():
    report = strong(find_game("loa6"), depth=4)
    assert [iteration.depth for iteration in report.iterations] == [1, 2, 3, 4]
    assert report.statistics.nodes == sum(i.statistics.nodes for i in report.iterations)
    assert report.statistics.nodes == sum(report.statistics.levels)
    assert report.statistics.max_depth == 4 and report.statistics.levels[0] == 4
    assert report.statistics.evals_max and report.statistics.evals_min


def test_win_in_one_is_seen_at_depth_one():
    game = find_game("loa5")
    state = read_position(game, "5/1bb2/w3w/3b1/w4 b")
    report = strong(game, state, depth=1)
    assert report.proof == Proof(0, 1) and report.value == 100
    assert game.outcome(game.play(state, report.move)).winner == 0


def test_distance_counts_plies():
    game = find_game("loa5")
    found = 0
    for state in unfinished(game, 400, seed=21):
        report = strong(game, state, depth=4)
        if report.proof is not None:
            found += 1
            assert report.value == (100 if report.proof.winner == game.player(state) else -100)
            # The proved distance is the least depth at which minimax sees the result.
            for depth in range(1, report.proof.plies + 1):
                book = book_value(AlphaBeta, game, state, depth)
                assert (abs(book) == 100) == (depth == report.proof.plies)
            if found == 40:
                return
    raise AssertionError(found)


def test_the_principal_variation_is_legal_and_leads_to_the_value():
    game = find_game("loa6")
    for state in unfinished(game, 40, seed=4):
        report = strong(game, state, depth=4)
        end = state
        for move in report.line:
            assert move in game.moves(end)
            end = game.play(end, move)
        if report.proof is not None:
            assert game.outcome(end).winner == report.proof.winner
            assert len(report.line) == report.proof.plies
        elif len(report.line) == 4:
            value = game.evaluation("full").value(end, game.player(state))
            assert value == pytest.approx(report.value)


@pytest.mark.parametrize("seconds", [0.05, 0.2])
@pytest.mark.parametrize("key", ["loa5", "loa8"])
def test_never_late(key, seconds):
    game = find_game(key)
    for state in unfinished(game, 4, seed=5):
        begun = time.process_time()  # of this process alone; others may use the machine
        report = strong(game, state, seconds=seconds)
        assert time.process_time() - begun < seconds + 0.2
        assert report.move in game.moves(state)


def test_stops_at_once_when_told():
    game = find_game("loa8")
    begun = time.process_time()
    report = strong(game, stop=lambda: time.process_time() - begun > 0.1)
    assert time.process_time() - begun < 0.3 and report.move in game.moves(game.start)
    assert strong(game, depth=20, stop=lambda: True).move in game.moves(game.start)


def test_stops_after_so_many_nodes():
    report = strong(find_game("loa6"), nodes=20_000)
    assert 10_000 < report.statistics.nodes < 60_000


def test_a_depth_broken_off_changes_the_answer_only_for_the_better():
    game, changed = find_game("loa6"), 0
    for state in unfinished(game, 50, seed=12):
        report = strong(game, state, depth=8, nodes=8_000)
        assert report.statistics.nodes == sum(i.statistics.nodes for i in report.iterations)
        *_, last = (i for i in report.iterations if i.kind == "depth")
        *_, found = (i for i in report.iterations if i.move is not None)
        assert found.move == report.move  # otherwise the log would call it a blunder
        if report.move != last.move:
            changed += 1
            depth = last.depth  # the depth of the replies if the root has one more
            values = [
                -strong(game, game.play(state, move), depth=depth).value
                for move in (report.move, last.move)
            ]
            assert values[0] >= report.value - 1e-6 and values[0] > values[1]
            assert report.depth == last.depth and report.line[0] == report.move
    assert changed >= 3


def test_a_won_game_is_not_repeated_away_and_a_lost_one_is_saved():
    # Two branches: the first returns to a position met twice, the second loses.
    saved = Tree([[5, 5], "lost"])
    met = ((0,), (0,))
    assert strong(saved, (), history=met, depth=1).value == 0.0
    better = Tree([[5, 5], [3, 3]])
    assert strong(better, (), history=met, depth=2).move == 1
    # In a position that is otherwise lost, the repetition is worth a draw.
    assert strong(Tree([["lost", 9], ["lost"]]), (), history=((1,), (1,)), depth=2).move == 1


def test_a_draw_is_proved_when_the_whole_tree_was_seen():
    report = strong(Tree([[[], "lost"], ["lost", []], [[], []]]), (), seconds=50)
    assert report.value == 0 and report.move == 2 and report.proof == Proof(None, None)
    assert report.seconds < 10


def test_the_best_three_moves_are_what_searches_of_each_move_find():
    game = find_game("loa6")
    for state in unfinished(game, 12, seed=6):
        report = Strong(Request(game=game, state=state, limits=Limits(depth=3)), lines=3).search()
        each = {}
        for move in game.moves(state):
            child = game.play(state, move)
            outcome = game.outcome(child)
            if outcome is not None:
                each[move] = outcome.utility(game.player(state), 100.0)
            else:
                each[move] = -strong(game, child, depth=2).value
        best = sorted(each.values(), reverse=True)[:3]
        if report.depth == 3:
            assert [a.value for a in report.alternatives] == pytest.approx(best)
            assert all(each[a.move] == pytest.approx(a.value) for a in report.alternatives)
            assert len({a.move for a in report.alternatives}) == len(report.alternatives)


# The proof of 5x5


def test_5x5_is_a_win_for_black_in_11():
    game = find_game("loa5")
    report = strong(game, seconds=PATIENCE)
    assert report.proof == Proof(0, 11)
    assert move_text(game, game.start, report.move) in ("c5-c3", "c1-c3")
    assert report.statistics.nodes < 1_000_000 and len(report.line) == 11
    # Every position along the line of the proof keeps the result at its distance.
    state = game.start
    for played, move in enumerate(report.line[:-1], 1):
        state = game.play(state, move)
        assert strong(game, state, seconds=PATIENCE).proof == Proof(0, 11 - played)


def test_5x5_the_capture_loses_in_8():
    game = find_game("loa5")
    state = game.play(game.start, read_move(game, game.start, "c5xe3"))
    assert strong(game, state, seconds=PATIENCE).proof == Proof(1, 7)


# Small games are searched to their end


def test_mini_checkers_is_a_draw():
    game = find_game("minicheckers")
    report = strong(game, seconds=PATIENCE)
    assert report.proof == Proof(None, None) and report.value == 0
    assert report.move in game.moves(game.start)


def test_small_games_are_settled_exactly():
    """The search agrees with plain minimax to the end of the game, if that is feasible."""
    game = find_game("minicheckers")
    late = [state for state in unfinished(game, 400, seed=8) if len(game.pieces(state)) <= 6]
    assert len(late) > 20
    for state in late[:60]:
        winner, plies = to_the_end(game, state)
        report = strong(game, state, seconds=PATIENCE)
        assert report.proof == Proof(winner, plies if winner is not None else None)
        # The move keeps the result at its distance.
        assert to_the_end(game, game.play(state, report.move)) == (winner, plies - 1) or (
            winner is None and to_the_end(game, game.play(state, report.move))[0] is None
        )


@pytest.mark.parametrize(
    "state", [(16859408, 1443113205760, 0), (343882596368, 5121, 1)], ids=["blue", "red"]
)
def test_a_capture_of_all_takes_a_ply(state):
    """These wins in 11 were once found as wins in 10, because a win within 0 plies was certain."""
    game = find_game("minicheckers")
    assert strong(game, state, seconds=PATIENCE).proof == Proof(*to_the_end(game, state))


@pytest.mark.parametrize(
    ("key", "seed"), [("loa5", 3), ("loa6", 8), ("breakthrough5x10", 7), ("breakthrough8", 7)]
)
def test_what_a_free_search_proves_is_true(key, seed):
    """Moves left out or reduced must not count as refuted: the exact search agrees."""
    game, found = find_game(key), 0
    for state in unfinished(game, 160, seed):
        report = strong(game, state, nodes=2_000)
        if report.proof is not None and 1 < report.proof.plies <= 5:
            found += 1
            exact = strong(game, state, depth=report.proof.plies)
            assert exact.proof is not None and exact.proof.winner == report.proof.winner
            if found == 10:
                return
    raise AssertionError(found)


def test_a_win_that_the_loser_must_complete_is_counted_exactly():
    # After the first branch every reply ends the game in our favour: two plies.
    game = Tree([["won", "won"], [[["won"]], [["won"]]]])
    assert strong(game, (), seconds=5).proof == Proof(0, 2)
