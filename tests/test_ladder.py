"""The ladder of each game: fixed players, their measured ratings, and students who climb it."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import ladder as measurement
from loa_tk.cli.parser import main
from loa_tk.control.classroom.handed_back import student_page
from loa_tk.control.classroom.opponents import opponents_of, titles_of
from loa_tk.control.classroom.rubric import parse_rubric
from loa_tk.control.classroom.students import example
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.ladder import LADDER, LADDERS, climbed, ladder
from loa_tk.model.scoring import Score, placed
from loa_tk.model.search.players import read_player
from loa_tk.words import classroom as words
from own_files import SIMPLE
from test_class import (  # noqa: F401 - `folder` is a fixture
    FILES,
    GAME,
    NAMES,
    StandIns,
    folder,
    held,
    plan_of,
)

RESULTS = Path(__file__).parent.parent / "docs" / "RESULTS.md"


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_eight_players_without_a_clock_from_random_upwards(game):
    rungs = ladder(game)
    assert len(rungs) == 8 and rungs[0].player == "random" and rungs[0].elo == 0
    assert all(read_player(find_game(game), rung.player).seconds is None for rung in rungs)
    assert all(read_player(find_game(game), rung.player).depth for rung in rungs[1:])
    steps = [after.elo - before.elo for before, after in pairwise(rungs)]
    even = rungs[-1].elo / 7
    assert all(0.4 * even < step < 1.6 * even for step in steps), steps
    assert all(0 < rung.error < 150 for rung in rungs[1:])


def test_the_results_have_the_ratings_of_the_program():
    row = r"^\| (\d) \| `(.+?)` \| (\d+)(?: ± (\d+))? \|$"
    written = re.findall(row, RESULTS.read_text("utf-8"), re.M)
    rows = [(str(number), rung.player, str(rung.elo), str(rung.error) if rung.error else "")
            for rungs in LADDERS.values() for number, rung in enumerate(rungs, 1)]  # fmt: skip
    assert sorted(written) == sorted(rows)


def test_the_same_seed_plays_the_same_games():
    rungs = ladder("loa5")
    plan = Plan(game="loa5", players=(rungs[2].player, rungs[6].player), games=4)
    games = [[play_game(task).moves for task in tasks(find_game("loa5"), plan)] for _ in (1, 2)]
    assert games[0] == games[1]


def test_ladders_are_measured_by_a_command():
    rungs = ladder("loa5")[:3]
    rated = measurement.measured("loa5", rungs, 2)
    assert rated[0] == (0, 0) and len(rated) == 3 and rated[1].error > 0
    assert "| 1 | `random` | 0 |" in measurement.table("loa5", rungs, rated, 1.0)


def test_a_game_without_a_ladder_is_named():
    with pytest.raises(UserError, match="no ladder for chess"):
        ladder("chess")


# --- students on it ---


def scores(elo):
    """Return about the scores of a player of this strength, in 1,000 games against each rung."""
    likely = [1 / (1 + 10 ** ((rung.elo - elo) / 400)) for rung in ladder("loa5")]
    return [Score(round(1000 * share), 0, 1000 - round(1000 * share)) for share in likely]


@pytest.mark.parametrize("elo", [-100, 100, 500, 1000])
def test_a_student_stands_on_the_highest_rung_that_is_not_above_it(elo):
    found = climbed("loa5", scores(elo))
    assert found.rating.elo == pytest.approx(elo, abs=15) and 0 < found.rating.error < 20
    assert found.rung == sum(rung.elo <= elo for rung in ladder("loa5"))


def test_fewer_games_place_a_player_less_surely():
    errors = [placed([(0, Score(n, 0, n)), (200, Score(n, 0, n))]).error for n in (0, 1, 10)]
    assert errors[0] == float("inf") > errors[1] > errors[2]


def test_the_ladder_is_eight_opponents_with_names_of_their_own():
    game = find_game("loa5")
    players = opponents_of(game, ["easy", LADDER, "random"], None)
    assert players == ("easy", *(rung.player for rung in ladder("loa5")))
    titles = titles_of(players, (), None, ladder("loa5"))
    assert titles == ("easy", *(f"rung {number}" for number in range(1, 9)))
    with pytest.raises(UserError):
        opponents_of(game, ["ladders"], None)


def test_the_rung_of_a_student_is_on_the_page_and_its_games_are_marks(folder):  # noqa: F811
    text = "[opponent ladder]\nplayer = ladder\npoints = 50\ngames = 1\n"
    rubric = parse_rubric(text, NAMES, "rubric.ini")
    others = opponents_of(find_game(GAME), [], rubric)
    plan = plan_of(folder, StandIns, opponents=others, rubric=rubric, rounds=1)
    plan = replace(plan, students=plan.students[:1])
    run = held(plan, plan.known())
    assert run.provisional == "" and run.played == 8
    found = run.climbed(0)
    assert words.rung(found.rung, 8, *found.rating) in student_page(run, 0, ())
    assert words.rung(3, 8, 321.4, 49.6).startswith("Rung 3 of 8 on the ladder: 321 ± 50 Elo")
    (credit,) = run.marks(rubric)[0]
    points = sum(run.against_opponents(0)[player].points for player in others)
    assert credit.points == pytest.approx(50 * points / 8, abs=0.01)
    assert credit.why.startswith(f"{points:g} of 8 points; ")


def test_the_example_of_a_rubric_marks_by_the_ladder():
    for game in all_games().values():
        rubric = parse_rubric(example("rubric", "rubric.ini", game), NAMES, "rubric.ini")
        (opponent,) = rubric.opponents
        assert opponent.player == LADDER and opponent.games >= 40 and rubric.most == 100
        assert (opponent.worth.none, opponent.worth.full) == (measurement.NONE, measurement.FULL)
        assert opponent.games == measurement.RUBRIC_GAMES


def test_one_student_meets_the_ladder_unless_other_opponents_are_named(folder, capsys):  # noqa: F811
    (folder / "eve.py").write_text(FILES["eve"])  # which loses unplayed
    assert main(["class", "students", "--only", "eve", "--game", GAME, "--games", "1",
                 "--sandbox", SIMPLE, "--jobs", "1", "--json"]) == 0  # fmt: skip
    answer = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in answer["players"][1:]] == [f"rung {n}" for n in range(1, 9)]
    assert answer["played"] == 8
    assert answer["players"][0]["ladder"] is None  # forfeited games place nobody
    assert answer["players"][0]["interval"] is None
