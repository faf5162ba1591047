"""Errors that are proved: searches that throw a win away, and the decisive moves of lost games."""

import json
from dataclasses import replace

import pytest

from loa_tk.cli.classroom import class_json
from loa_tk.control.classroom import search_checks
from loa_tk.control.classroom.findings import MEASURED, SKIPPED
from loa_tk.control.classroom.handed_back import student_page
from loa_tk.control.classroom.page import class_page, turning_text
from loa_tk.control.classroom.search_checks import keeping_depth, kept_by_figure
from loa_tk.control.classroom.search_exam import Chosen, SearchExam
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.model.checks.diagnosis import Case, decision
from loa_tk.model.checks.positions import WINNABLE, keeping_moves, prove, won_positions
from loa_tk.model.checks.turning import turning_point
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move, read_position
from test_class import Here, StandIns, folder, held, plan_of  # noqa: F401 - a fixture

LOA5, QUICK = find_game("loa5"), find_game("minicheckers")


# --- positions that must be kept won ---


@pytest.mark.parametrize("key", WINNABLE)
def test_the_kept_positions_are_won_and_their_moves_keep_that(key):
    game = find_game(key)
    won = won_positions(game)
    assert len(won) >= 20 and len({position.state for position in won}) == len(won)
    for position in won:
        assert position.winner == game.player(position.state)
        assert 0 < len(position.moves) < len(game.moves(position.state))
    short = min(won, key=lambda position: (position.plies, position.state))
    assert keeping_moves(game, short.state, 100_000) == short.moves


class Chooses:
    """A search that chooses by a function of the position."""

    close, watched = 0.0, False

    def __init__(self, function):
        self.function = function

    def choose(self, state, depth, seconds, evaluation):
        assert depth in (2, 3)
        return Chosen(move=self.function(state), value=None, six=None, seconds=0.0)


def kept(game, function):
    return search_checks.check_keeps(SearchExam(game, 1, Chooses(function)))


def test_a_search_is_measured_by_the_wins_that_it_keeps():
    moves = {position.state: position.moves for position in won_positions(LOA5)}
    count = len(moves)
    right = kept(LOA5, lambda state: moves[state][-1])
    assert right.status == MEASURED and right.share == 1 and right.brief == f"{count}/{count}"
    wrong = kept(LOA5, lambda state: next(m for m in LOA5.moves(state) if m not in moves[state]))
    assert wrong.share == 0 and f"0 of {count}" in wrong.text and "gives the win away" in wrong.text
    first = won_positions(LOA5)[0].state
    once = kept(LOA5, lambda state: moves[state][0] if state != first else next(
        move for move in LOA5.moves(state) if move not in moves[state]))  # fmt: skip
    assert once.figures["kept"] == count - 1
    assert f"won in {won_positions(LOA5)[0].plies}" in once.text


def test_figure_2_stands_beside_it():
    depth = keeping_depth(QUICK)
    finding = kept(QUICK, lambda state: decision(QUICK, Case(state, depth)))
    assert finding.figures["kept"] == finding.figures["figure"] == kept_by_figure(QUICK)
    assert f"(Figure 2: {kept_by_figure(QUICK)})" in finding.text


def test_a_game_without_proved_positions_has_no_such_check():
    assert kept(find_game("loa8"), lambda state: 0).status == SKIPPED


# --- decisive moves ---


def lost_games(game, number):
    players = "strong:eval=full,depth=1,blunder=0.3", "strong:eval=full,depth=2"
    plan = Plan(game=game.key, players=players, games=number)
    results = [play_game(task) for task in tasks(game, plan)]
    return [(one.moves, (1 - one.winner) ^ one.first) for one in results if one.winner is not None]


@pytest.mark.parametrize("game", [LOA5, QUICK], ids=["loa5", "minicheckers"])
def test_before_a_decisive_move_the_game_was_not_lost_and_after_it_no_move_mended_it(game):
    found = 0
    for moves, loser in lost_games(game, 8):
        turning = turning_point(game, moves, loser)
        if turning is None:
            continue
        found += 1
        state = read_position(game, turning.position)
        assert game.player(state) == loser and moves[turning.ply] == turning.move
        before = prove(game, state, 100_000)
        assert before.winner in (loser, None)
        assert before.plies == turning.won_in
        child = game.play(state, read_move(game, state, turning.move))
        after = finish(game, child) or prove(game, child, 100_000)
        assert after.winner == 1 - loser or (after.winner is None and before.winner == loser)
        if turning.better:
            best = game.play(state, read_move(game, state, turning.better))
            assert (finish(game, best) or prove(game, best, 100_000)).winner == loser
    assert found >= 3


def test_a_decisive_move_is_one_sentence():
    moves, loser = next(
        (moves, loser) for moves, loser in lost_games(LOA5, 8) if turning_point(LOA5, moves, loser)
    )
    turning = replace(turning_point(LOA5, moves, loser), ply=14, move="c3-e5", side="black",
                      other="white", won_in=7, lost_in=6, better="a1-a2")  # fmt: skip
    said = turning_text(turning)
    assert said == ("8. c3-e5 gave the win away: Black had a win in 7, now White has a win in 6. "
                    "a1-a2 would have kept the win.")  # fmt: skip
    assert "gave the draw away: Black had a draw" in turning_text(
        replace(turning, won_in=None, better="")
    )
    assert turning_text(replace(turning, lost_in=None)).count("now it is a draw") == 1
    assert "now White has won" in turning_text(replace(turning, lost_in=0))


def test_a_student_s_page_shows_where_a_lost_game_turned(folder):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("strong:eval=full,depth=2",), games=2, rounds=1)
    run = held(plan, plan.known(), Here(decisive=True))
    assert run.provisional == "" and run.turned
    student, found = next(iter(run.turned.items()))
    said = turning_text(found.turning)
    page = class_page(run, {})
    assert said in page and '<figure class="turning"><svg' in page
    handed_back = student_page(run, student, ())
    assert all(part in handed_back for part in said.split(": "))
    (row,) = [one for one in class_json(run, {})["players"] if one["name"] == plan.names[student]]
    assert row["turning"]["text"] == said and json.dumps(row["turning"])
    result = run.games[found.pair][found.number]
    assert result.winner == 1 - found.pair.index(student)
    names = {one.name for one in plan.students} - {plan.names[student]}
    assert not any(f">{name}<" in student_page(run, student, ()) for name in names)
