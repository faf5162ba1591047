"""Marks: the same maximum for everyone, what a missing half costs, and how sure games make them."""

import random
from dataclasses import replace

import pytest

from loa_tk.control.classroom.findings import Checked, Line, failed, measured, passed, skipped
from loa_tk.control.classroom.page import _total
from loa_tk.control.classroom.rubric import Worth, _played, earned, interval, marks, parse_rubric
from loa_tk.model.ladder import LADDERS
from loa_tk.model.scoring import Score
from test_class import NAMES, StandIns, folder, held, plan_of  # noqa: F401 - a fixture

RUBRIC = """
[checks]
loads = 4
numbers = 10
same = 20
legal = 30
win5 = 10
[files]
missing = {}
"""
HALVES = {"evaluation": ("numbers", "same"), "search": ("legal", "win5")}
KINDS = [("evaluation",), ("search",), ("evaluation", "search"), ()]


def checked(kinds, wrong=(), left_out=()):
    lines = [Line(name="loads", text="Loads", required=True, finding=passed("yes"))]
    for kind in kinds:
        for name in HALVES[kind]:
            finding = failed("no") if name in wrong else passed("yes")
            finding = skipped("too deep") if name in left_out else finding
            lines.append(Line(name=name, text=name, required=True, finding=finding))
    return Checked(
        program="x.py", game="loa5", seed=1, kinds=kinds, sandbox="", lines=tuple(lines), seconds=0
    )


def given(missing, *arguments, **options):
    rubric = parse_rubric(RUBRIC.format(missing), NAMES, "rubric.ini")
    return rubric, marks(rubric, checked(*arguments, **options), {}, Score())


@pytest.mark.parametrize("missing", [0, 0.25, 0.5])
@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("options", [{}, {"wrong": ("same",)}, {"left_out": ("win5",)}])
def test_the_maximum_is_the_same_whatever_was_handed_in(missing, kinds, options):
    rubric, credits = given(missing, kinds, **options)
    assert rubric.most == 44 and sum(one.most for one in credits) == pytest.approx(44)


@pytest.mark.parametrize(
    ("kinds", "wrong", "missing", "points"),
    [
        (("evaluation",), (), 0, 44),
        (("search",), (), 0, 44),
        (("evaluation",), (), 0.25, 34),  # a quarter of 40 is lost
        (("evaluation", "search"), (), 0.25, 44),
        (("evaluation", "search"), ("legal", "win5"), 0, 44),  # the better half counts
        (("evaluation", "search"), ("legal", "win5"), 0.5, 24),
        (("evaluation", "search"), ("same",), 0.25, 4 + 30 + 10 / 3),
        ((), (), 0, 4),
    ],
)
def test_what_a_missing_or_a_wrong_half_costs(kinds, wrong, missing, points):
    _, credits = given(missing, kinds, wrong)
    assert earned(credits) == pytest.approx(points, abs=0.01)


def test_a_second_half_never_costs_points():
    for missing in (0, 0.3, 0.5):
        for wrong in ((), ("numbers",), ("numbers", "same")):
            one = earned(given(missing, ("evaluation",), wrong)[1])
            both = earned(given(missing, ("evaluation", "search"), (*wrong, "legal", "win5"))[1])
            assert both >= one - 0.01


def test_a_missing_half_is_a_line_of_the_marks():
    _, credits = given(0.25, ("evaluation",))
    (line,) = [one for one in credits if "search" in one.name]
    assert (line.points, line.most) == (0, 10) and "not handed in" in line.why


# --- games ---

PLAYED = """
[opponent weak]
player = random
points = 30
none = 0.2
full = 0.9
games = 12
[opponent other]
player = easy
points = 10
[class]
points = 5
"""


def test_the_games_of_an_opponent_are_those_of_the_rubric(folder):  # noqa: F811
    rubric = parse_rubric(PLAYED, NAMES, "rubric.ini")
    plan = plan_of(folder, StandIns, opponents=("random", "easy"), rubric=rubric, rounds=1)
    run = held(plan, plan.known())
    counts = {len(games) for pair, games in run.games.items() if pair[1] == len(plan.students)}
    assert counts == {12} and run.provisional == ""
    assert run.played == run.planned == 8 * 12 + 8 + 4
    assert all(run.is_complete(student) for student in range(8))


def test_marks_for_games_say_how_sure_they_are():
    rubric = parse_rubric(PLAYED, NAMES, "rubric.ini")
    few = marks(rubric, checked(()), {"random": Score(3, 0, 1)}, Score())
    many = marks(rubric, checked(()), {"random": Score(30, 0, 10)}, Score())
    for credits in (few, many):
        low, high = credits[0].interval
        assert 0 <= low < credits[0].points == 23.57 < high <= 30
        assert credits[0].why.endswith(f"; {low:g} to {high:g} with these games")
        assert interval(credits) == (low, high)  # nothing else was played
        assert _total(credits) == f"23.57 of 45 points; {low:g} to {high:g} with these games"
    assert few[0].interval[0] < many[0].interval[0] < many[0].interval[1] < few[0].interval[1]
    assert few[1].interval is None and few[1].why == "no games were played"


def test_the_interval_of_a_mark_covers_the_mark_of_endless_games():
    dice, ladder = random.Random(5), Worth(50, 0.1, 0.8)
    for elo in (100, 300, 500):
        chances = [1 / (1 + 10 ** ((rung.elo - elo) / 400)) for rung in LADDERS["loa5"]]
        right, covered = ladder.earned(sum(chances) / len(chances)), 0
        for _ in range(200):
            wins = [sum(dice.random() < chance for _ in range(40)) for chance in chances]
            low, high = _played("", ladder, [Score(won, 0, 40 - won) for won in wins]).interval
            covered += low <= right <= high
        assert 183 <= covered  # 91.5 %: three deviations below 190


def test_points_for_the_games_of_a_check_are_a_sample_too():
    rubric = parse_rubric("[checks]\ngames = 20, 0.2, 0.8\n", NAMES, "rubric.ini")
    for more, within in (({}, (5.0, 15.0)), ({"forfeits": 3}, None)):
        found = measured("", 0.5, "", interval=[0.35, 0.65], **more)
        line = Line(name="games", text="Games", required=True, finding=found)
        (credit,) = marks(rubric, replace(checked(("evaluation",)), lines=(line,)), {}, Score())
        assert credit.points == 10 and credit.interval == within


def test_deviations_of_independent_games_do_not_add_up():
    rubric = parse_rubric(PLAYED, NAMES, "rubric.ini")
    score = Score(10, 0, 10)
    credits = marks(rubric, checked(()), {"random": score, "easy": score}, score)
    total, (low, high) = earned(credits), interval(credits)
    sides = [one.points - one.interval[0] for one in credits]
    assert max(sides) < total - low < sum(sides) and total < high
    assert interval([]) is None
