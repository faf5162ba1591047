"""Students' searches are followed to the first wrong step: faulty ones, and right ones."""

import random

import pytest

from faulty import ALPHA_BETA, FAULTS, RIGHT, changed
from loa_tk.lab import functions
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.frames import frames_at
from loa_tk.lab.source import load
from loa_tk.model.checks.beside import Watched
from loa_tk.model.checks.diagnosis import Case, cases, move_value
from loa_tk.model.checks.following import differences, figure_tree
from loa_tk.model.checks.lines import source_line
from loa_tk.model.checks.positions import wins_in
from loa_tk.model.checks.secret import SecretEvaluation
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move, read_position
from loa_tk.model.search.statistics import Statistics
from loa_tk.model.steps import EVAL, UTILITY, SearchStep
from loa_tk.model.tree.followed import OWN_ORDER, followed
from loa_tk.model.tree.reasons import explain
from loa_tk.model.tree.searchtree import FIXED

LOA5, CHECKERS, BREAKTHROUGH = map(find_game, ("loa5", "minicheckers", "breakthrough3"))
LOSING = Case(read_position(LOA5, "bw1bb/4w/1w3/2w1w/1bbb1 b"), 3)  # e5-d4 loses, and seems equal


FINISHED = read_position(LOA5, "1b1b1/b3w/5/1w1w1/1bwb1 b")  # games end within three plies
FOR_WHITE = read_position(LOA5, "1bb1b/w1b2/wb1w1/w4/3b1 w")
# Quick ones first; every fault shows in one of them.
CASES = [
    (LOA5, Case(LOA5.start, 1)),
    (LOA5, Case(LOA5.start, 2, "secret")),
    (LOA5, Case(LOA5.start, 3)),
    (LOA5, Case(FINISHED, 3)),
    (LOA5, Case(FOR_WHITE, 3, "secret")),
    (LOA5, LOSING),
    (LOA5, Case(wins_in(LOA5, 1, 1)[0].state, 2)),
    *((CHECKERS, Case(CHECKERS.start, depth, secret)) for depth in (4, 5) for secret in ("s", "")),
]


def watched(source, game, case):
    """Return what is seen of a search of a case in this process."""
    module, record, evaluation = {}, [], case.evaluation(game)
    exec(compile(source, "mine.py", "exec"), module)
    random.seed(1)
    counts = SearchCounts(
        case.depth, lambda position, side: evaluation.value(position._state, side), record=record
    )
    move = functions.choose(game, case.state, module["choose"], counts, record=record)
    six = max(counts.levels, default=0), sum(counts.levels.values()), *counts.evals, *counts.prunes
    return Watched(steps=tuple(record), move=move, value=counts.reported, six=six)


def found(source):
    """Return the first difference in any case, with its game and case, or None."""
    for game, case in CASES:
        difference = next(differences(game, case, watched(source, game, case)), None)
        if difference is not None:
            return difference, game, case
    return None


# --- faults, and searches without any ---


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_caught_and_its_step_or_cause_named(name, tmp_path):
    fault = FAULTS[name]
    source = changed(fault.base, fault.changes)
    difference, game, case = found(source)
    assert fault.said in difference.sentence
    file = tmp_path / "mine.py"
    file.write_text(source, "utf-8")
    evaluation = case.evaluation(game)
    random.seed(1)
    frames = frames_at(
        game, case.state, load(file), case.depth, difference.leaf,
        lambda position, side: evaluation.value(position._state, side),
    )  # fmt: skip
    line = source_line(figure_tree(game, case), difference, frames)
    assert fault.line in line and (fault.line or "Line" not in line)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_search_has_no_difference(name):
    assert found(changed(*RIGHT[name])) is None


@pytest.mark.parametrize("name", RIGHT)
def test_right_searches_of_breakthrough(name):
    # Its first evaluation is not zero-sum, which negamax needs.
    for case in cases(BREAKTHROUGH, 1, "secret")[:6]:
        if case.secret or name != "negamax":
            seen = watched(changed(*RIGHT[name]), BREAKTHROUGH, case)
            assert next(differences(BREAKTHROUGH, case, seen), None) is None


def test_negamax_is_told_of_an_evaluation_that_is_not_zero_sum():
    case = Case(BREAKTHROUGH.start, 1)
    seen = watched(changed(*RIGHT["negamax"]), BREAKTHROUGH, case)
    assert "not zero-sum" in next(differences(BREAKTHROUGH, case, seen), None).look


@pytest.mark.parametrize("name", ["strict comparison", "a cache of EVAL by board", "moves sorted",
                                  "no terminal test in MIN", "-U instead of alpha to MIN"])
def test_faults_show_in_breakthrough(name):
    fault = FAULTS[name]
    for case in cases(BREAKTHROUGH, 1, "secret"):
        seen = watched(changed(fault.base, fault.changes), BREAKTHROUGH, case)
        difference = next(differences(BREAKTHROUGH, case, seen), None)
        if difference is not None:
            assert difference.did and difference.does and difference.look
            return
    pytest.fail("it was not caught")


# --- the move ---


def test_a_move_that_only_seems_to_be_as_good_is_found():
    seen = watched(ALPHA_BETA.replace("v2 > v", "v2 >= v").replace("v2 < v", "v2 <= v"), LOA5,
                   LOSING)  # fmt: skip
    assert seen.move == read_move(LOA5, LOSING.state, "e5-d4")
    assert move_value(LOA5, LOSING, seen.move) == -100 < figure_tree(LOA5, LOSING).value() == -6.25
    (difference,) = differences(LOA5, LOSING, seen)
    assert difference.did == "You chose e5-d4, which is worth −100."
    assert "worth −6.25" in difference.does


# --- the secret evaluation ---


def test_secret_numbers_are_repeatable_zero_sum_and_all_different():
    secret = SecretEvaluation(LOA5, "a seed")
    states = [LOA5.play(LOA5.start, move) for move in LOA5.moves(LOA5.start)]
    states += [LOA5.play(state, move) for state in states for move in LOA5.moves(state)]
    values = [secret.value(state, 0) for state in states]
    assert len(set(values)) == len(set(states)) > 250
    assert all(-90 <= value <= 90 for value in values) and min(values) < -80 < 80 < max(values)
    assert [-secret.value(state, 1) for state in states] == values
    assert [SecretEvaluation(LOA5, "a seed").value(state, 0) for state in states] == values
    assert SecretEvaluation(LOA5, "another").value(LOA5.start, 0) not in values


@pytest.mark.parametrize("game", [LOA5, CHECKERS, BREAKTHROUGH], ids=lambda game: game.key)
def test_every_second_case_is_secret(game):
    made = cases(game, 1, "secret")
    deepest = max(case.depth for case in made if case.state == game.start)
    assert [bool(case.secret) for case in made[deepest - 1 : deepest + 1]] == [False, True]
    assert abs(2 * sum(bool(case.secret) for case in made) - len(made)) <= 1
    assert not any(case.secret for case in cases(game, 1))


# --- the student's own tree ---


def own_tree(source, case=LOSING):
    seen = watched(source, LOA5, case)
    names = "max_depth", "nodes", "evals_max", "evals_min", "prunes_max", "prunes_min"
    return followed(
        LOA5, case.state, seen.steps, depth=case.depth, move=seen.move, evaluation="groups",
        statistics=Statistics(**dict(zip(names, seen.six, strict=True))),
    )  # fmt: skip


def test_a_right_search_has_figure_2_s_tree():
    mine, right = own_tree(ALPHA_BETA), figure_tree(LOA5, LOSING)
    for name in ("sizes", "parents", "plies", "places", "branching", "values"):
        assert getattr(mine.columns, name) == getattr(right.columns, name), name
    assert mine.line == right.line and mine.order == FIXED and not mine.prunes
    for node in range(len(mine)):
        assert mine.is_leaf(node) == right.is_leaf(node)
        assert mine.cut(node) == bool(right.untried_places(node))
        assert mine.untried_places(node) == right.untried_places(node)
        assert explain(mine, node).sentence


def test_a_tree_in_another_order_has_its_moves_in_that_order():
    fault = FAULTS["moves reversed"]
    mine = own_tree(changed(fault.base, fault.changes))
    assert mine.order == OWN_ORDER
    places = [mine.columns.places[child] for child in mine.children()]
    assert places == sorted(places, reverse=True)
    for node in range(len(mine)):
        tried = {mine.columns.places[child] for child in mine.children(node)}
        assert tried.isdisjoint(mine.untried_places(node))
        assert len(tried) + len(mine.untried_places(node)) == mine.branching(node)


def test_illegal_moves_that_a_file_tells_are_not_in_its_tree():
    seen = watched(ALPHA_BETA, LOA5, LOSING)
    told = SearchStep(UTILITY, (99_999, 5), 0, 100.0)
    trees = [
        followed(LOA5, LOSING.state, steps, depth=3, move=seen.move, evaluation="groups",
                 statistics=Statistics())
        for steps in (seen.steps, (told, *seen.steps))
    ]  # fmt: skip
    assert trees[0].columns == trees[1].columns


def test_a_win_that_only_a_file_tells_is_not_in_its_tree():
    first, second, *_ = LOA5.moves(LOA5.start)
    steps = [SearchStep(kind=EVAL, path=(first,), player=0, number=3.0),
             SearchStep(kind=UTILITY, path=(second,), player=0, number=100.0)]  # fmt: skip
    tree = followed(LOA5, LOA5.start, steps, depth=1, move=second, evaluation="groups",
                    statistics=Statistics())  # fmt: skip
    assert len(tree) == 2 and tree.columns.values[0] == 3.0
    state = next(win.state for win in wins_in(LOA5, 1, 1))
    end = next(move for move in LOA5.moves(state) if LOA5.outcome(LOA5.play(state, move)))
    told = [SearchStep(kind=UTILITY, path=(end,), player=LOA5.player(state), number=-7.0)]
    tree = followed(LOA5, state, told, depth=1, move=end, evaluation="groups",
                    statistics=Statistics())  # fmt: skip
    assert tree.columns.values[0] == LOA5.utmost


def test_a_tree_can_be_clipped_at_the_depth_limit():
    fault = FAULTS["cutoff one ply late"]
    source = changed(fault.base, fault.changes)
    seen = watched(source, LOA5, Case(LOA5.start, 2))
    whole, clipped = (
        followed(LOA5, LOA5.start, seen.steps, depth=2, move=seen.move, evaluation="groups",
                 statistics=Statistics(), clipped=clip)
        for clip in (False, True)
    )  # fmt: skip
    assert (whole.depth, clipped.depth) == (3, 2)
    assert whole.value() == clipped.value() and len(clipped) < len(whole)
    assert clipped.is_leaf(2) and not whole.is_leaf(2)


def test_a_search_that_evaluates_nothing_has_only_a_root():
    mine = own_tree("def choose(position, seconds, counts):\n    return position.moves()[0]\n")
    assert len(mine) == 1 and not mine.complete and "ended" in explain(mine, 0).sentence


# --- the calls of the source ---


def test_frames_are_plain_bounded_data(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(ALPHA_BETA.replace("best = {}", "best, big = {}, [1] * 5000"), "utf-8")
    data = frames_at(LOA5, LOA5.start, load(file), 3, 9, lambda position, side: 0.0)
    assert [call["function"] for call in data["active"]] == [
        "choose", "max_value", "min_value", "max_value", "min_value"
    ]
    assert data["active"][2]["arguments"] == {"alpha": -100.0, "beta": 100.0, "depth": 1.0}
    assert data["active"][1]["numbers"]["v"] == "-inf"
    assert data["active"][0]["path"] == [] and len(data["active"][4]["path"]) == 3
    assert len(str(data)) < 5000


@pytest.mark.parametrize("wrong", [None, [], {"leaf": [1]}, {"active": [None], "leaf": None},
                                   {"active": [{"path": [1], "test": {"values": [[1]]}}]}])
def test_calls_that_do_not_fit_say_nothing(wrong):
    fault = FAULTS["-U instead of alpha to MIN"]
    difference, game, case = found(changed(fault.base, fault.changes))
    assert source_line(figure_tree(game, case), difference, wrong) == ""
