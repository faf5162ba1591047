"""`loa class`: eight students, two of them broken, twice, resumed, in rounds and on a cluster."""

import json
import os
import signal
from html.parser import HTMLParser
from pathlib import Path

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.classroom import evaluation_checks, search_checks
from loa_tk.control.classroom.course import ClassPlan, Course, GamePlayed, StudentChecked, conduct
from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.findings import Checked, Line, failed, measured, passed, skipped
from loa_tk.control.classroom.keeping import as_json, from_json
from loa_tk.control.classroom.page import class_page, student_page
from loa_tk.control.classroom.rubric import Credit, Worth, marks, parse_rubric
from loa_tk.control.classroom.runner import ClassRunner
from loa_tk.control.classroom.students import kinds_of, students_in
from loa_tk.control.files.recordfiles import load
from loa_tk.control.series.executors import Cluster, Local
from loa_tk.model import records
from loa_tk.model.game import UserError
from loa_tk.model.scoring import Score
from own_files import ALPHA_BETA
from patience import wait_until
from test_series_cluster import cluster  # noqa: F401 - a fixture

GAME = "minicheckers"
NAMES = [row.name for row in all_rows()]
EVALUATION = "def evaluate(position, player):\n    return {}\n"
FILES = {
    "ann": EVALUATION.format("len(position.pieces(player))"),
    "ben": EVALUATION.format("-len(position.pieces(position.other(player)))"),
    "cid": ALPHA_BETA,
    "dot": EVALUATION.format("0"),
    "eve": "def evaluate(position, player)\n    return 0\n",
    "fay": EVALUATION.format("1 / 0"),
    "gus": EVALUATION.format("max(row for column, row in position.pieces(player))"),
    "hal": "def choose(position, seconds, counts):\n    return position.moves()[-1]\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    students = tmp_path / "students"
    students.mkdir()
    for name, text in FILES.items():
        (students / f"{name}.py").write_text(text, encoding="utf-8")
    (students / "_common.py").write_text("1 / 0\n", encoding="utf-8")
    (students / "notes.txt").write_text("nothing\n", encoding="utf-8")
    return students


def plan_of(folder, **options):
    settings = {"depth": 1, "games": 2, "check_games": 2, "sandbox": "limits", **options}
    return ClassPlan(GAME, tuple(students_in(folder)), **settings)


@pytest.fixture
def few_checks(monkeypatch):
    """Make only the first check of each kind, in this process; workers inherit nothing."""
    monkeypatch.setattr(evaluation_checks, "CHECKS", evaluation_checks.CHECKS[:1])
    monkeypatch.setattr(search_checks, "CHECKS", search_checks.CHECKS[:1])


class Here:
    """Does all work in this process, one piece after the other; it can be told when to stop."""

    def __init__(self, most=10**9):
        self.left = most

    def each(self, work, items):
        for item in items:
            if not self.left:
                return
            self.left -= 1
            yield item, work(item, lambda: False)


def held(plan, where=None, known=None):
    course = Course(plan)
    for event in conduct(plan, where or Here(), known):
        course.add(event)
    return course


def games_of(course):
    return {
        (course.plan.names[one], course.plan.names[other], number): (r.winner, r.reason, r.moves)
        for (one, other), results in course.games.items()
        for number, r in results.items()
    }


# --- eight students ---


def test_the_same_seed_plays_the_same_games_and_the_broken_lose_theirs(folder, few_checks):
    plan = plan_of(folder, opponents=("random",))
    course = held(plan)
    assert course.played == course.planned == (28 + 8) * 2
    assert games_of(held(plan)) == games_of(course)
    scores = course.scores()
    for broken, word in (("eve", "SyntaxError"), ("fay", "ZeroDivisionError")):
        number = plan.names.index(broken)
        assert all(
            not scores[number, other].wins for other in range(9) if (number, other) in scores
        )
        assert word in course.errors(number)[0]
    assert not course.errors(plan.names.index("ann"))
    # The others played each other to the end.
    assert all(
        moves for (one, other, _), (_, _, moves) in games_of(course).items()
        if not {one, other} & {"eve", "fay"}
    )  # fmt: skip
    order = [plan.names[number] for number in course.order()]
    assert set(order[-2:]) == {"eve", "fay"}


def test_a_class_in_processes_is_the_same_and_can_be_resumed(folder, capsys):
    here = folder.parent
    for name in ("gus", "hal", "dot"):
        (folder / f"{name}.py").unlink()
    arguments = ["class", str(folder), "--game", GAME, "--depth", "1", "--games", "2",
                 "--jobs", "2", "--sandbox", "limits", "--csv"]  # fmt: skip
    assert main([*arguments, "whole.csv", "--html", "class.html"]) == 0
    out = capsys.readouterr().out
    assert "SyntaxError" in out and "ZeroDivisionError" in out
    whole = (here / "whole.csv").read_text()
    # A class that was interrupted in the middle: half of the games, and all checks.
    lines = whole.splitlines(keepends=True)
    (here / "half.csv").write_text("".join(lines[: len(lines) // 2]))
    checks = (here / "whole.csv.checks.json").read_text()
    (here / "half.csv.checks.json").write_text(checks)
    assert main([*arguments, "half.csv"]) == 2  # not without --resume
    assert main([*arguments, "half.csv", "--resume"]) == 0
    assert without_times((here / "half.csv").read_text()) == without_times(whole)
    assert parsed((here / "class.html").read_text()) >= {"ann", "ben", "cid", "eve", "fay"}
    # A file that has been changed since is noticed.
    (folder / "ann.py").write_text("# changed\n" + FILES["ann"])
    capsys.readouterr()
    assert main([*arguments, "half.csv", "--resume"]) == 2
    assert "ann.py has been changed" in capsys.readouterr().err


def without_times(text):
    """Return the rows without the seconds, which are never the same."""
    import csv
    import io

    rows = list(csv.DictReader(io.StringIO(text)))
    return [{key: row[key] for key in ("player1", "player2", "number", "winner", "reason", "moves")}
            for row in rows]  # fmt: skip


def test_a_cluster_that_loses_a_worker_plays_the_same_games(folder, cluster):  # noqa: F811
    for name in ("gus", "hal", "dot", "ben"):
        (folder / f"{name}.py").unlink()
    where, workers = cluster
    plan = plan_of(folder, sandbox="")
    course, there = Course(plan), Cluster(where)
    for event in conduct(plan, there):
        course.add(event)
        if course.played == 9:
            os.killpg(workers[0].pid, signal.SIGKILL)
    there.close()
    assert len(course.checked) == 4
    assert games_of(course) == games_of(held(plan))


def test_a_swiss_tournament_pairs_everyone_in_every_round(folder, few_checks):
    course = held(plan_of(folder, rounds=3, games=1))
    assert [begun.number for begun in course.rounds] == [1, 2, 3]
    met = [frozenset(pair) for begun in course.rounds for pair in begun.pairs]
    assert len(set(met)) == len(met) == 12 == course.played == course.planned
    assert "Rounds" in parsed(class_page(course, {}))


def test_a_window_can_poll_and_stop_a_class(folder):
    runner = ClassRunner(plan_of(folder), 2)
    wait_for(lambda: runner.poll() or runner.course.checked, 30)
    runner.stop()
    wait_for(lambda: (runner.poll() and False) or runner.done, 30)
    assert runner.join(30) and runner.error == ""
    assert runner.course.played < runner.course.planned


def test_a_stopped_class_ends_between_rounds(folder, few_checks):
    course = held(plan_of(folder, rounds=2, games=1), Here(8 + 2))
    assert len(course.rounds) == 1


# --- what is written ---


class Words(HTMLParser):
    """Collects the texts of a page and checks that its tags are closed."""

    def __init__(self):
        super().__init__()
        self.open, self.texts = [], set()

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.add(data.strip())


def parsed(page):
    reader = Words()
    reader.feed(page)
    assert reader.open == []
    return reader.texts


@pytest.fixture
def small(tmp_path):
    """Return a class of three whose checks and games are made up."""
    for name in ("ann", "ben", "<eve>"):
        (tmp_path / f"{name}.py").write_text(FILES["ann"])
    plan = ClassPlan("loa5", tuple(students_in(tmp_path)), ("random",), depth=1)
    course = Course(plan)
    right = Line("numbers", "Returns numbers", True, passed("200 values"), True)
    share = Line("right", "Names the winner", False, measured("65 %", 0.65, "65%"))
    no = Line("numbers", "Returns numbers", True, failed("<script>alert(1)</script>"), True)
    kinds = ("evaluation",)
    for number, lines in enumerate(((no,), (right, share), (right, share))):
        checked = Checked("x.py", "loa5", 1, kinds, "limits", lines, 1.0)
        course.add(StudentChecked(number, checked))
    for event in conduct(plan, Here(), known_checks(course)):
        if isinstance(event, GamePlayed):
            course.add(event)
    return course


def known_checks(course):
    from loa_tk.control.classroom.course import Known

    return Known(course.checked)


RUBRIC = """
[checks]
numbers = 10
right = 10, 0.5, 0.8
[opponent weak]
player = random
points = 20
none = 0.5
[class]
points = 5
"""


def test_pages_are_whole_and_hand_back_no_other_name(small):
    given = {number: [Credit("numbers", 3, 10, "why & wherefore")] for number in range(3)}
    page = class_page(small, given)
    assert {"ann", "ben", "<eve>", "Cross table", "Time used", "why & wherefore"} <= parsed(page)
    assert "<script>" not in page
    own = student_page(small, 1, given[1])
    assert "ann" in own and "ben" not in own and "eve" not in own
    assert any("the student in place" in text for text in parsed(own))


def test_every_game_is_a_record_that_can_be_opened(small, tmp_path):
    from loa_tk.control.classroom.outputs import Outputs

    Outputs(sgf=tmp_path / "games").finish(small, {})
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == small.played == 12
    played = 0
    for file in files:
        (tree,) = load(file)
        record = records.read_record(tree)
        assert not record.problems and record.outcome() is not None
        played += bool(record.plies)
    assert played == 6  # the others are those of <eve>, who cannot play


def test_marks_come_from_checks_opponents_and_the_class(small):
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    assert rubric.most == 45
    given = marks(rubric, small.checked[1], {"random": Score(3, 0, 1)}, Score(1, 0, 1))
    assert [(mark.points, mark.most) for mark in given] == [(10, 10), (5, 10), (10, 20), (2.5, 5)]
    broken = marks(rubric, small.checked[0], {}, Score())
    assert sum(mark.points for mark in broken) == 0 and len(broken) == 4


def test_a_check_that_a_game_does_not_have_is_not_asked_for(small):
    rubric = parse_rubric("[checks]\nwin5 = 10\nwin1 = 5\n", NAMES, "rubric.ini")
    lines = (Line("win5", "Finds wins in 5", True, skipped("too deep")),)
    checked = Checked("x.py", "loa8", 1, ("search",), "", lines, 0.0)
    assert [mark.most for mark in marks(rubric, checked, {}, Score())] == [5]


def test_worth_between_none_and_full():
    worth = Worth(10, 0.5, 0.75)
    assert [worth.earned(share) for share in (0, 0.5, 0.6, 0.75, 1)] == [0, 0, 4, 10, 10]


def test_results_for_gradescope(small, tmp_path):
    from loa_tk.control.classroom.outputs import Outputs, all_marks

    given = all_marks(small, parse_rubric(RUBRIC, NAMES, "rubric.ini"))
    Outputs(results=tmp_path / "results").finish(small, given)
    for name in ("ann", "ben", "<eve>"):
        result = json.loads((tmp_path / "results" / name / "results.json").read_text())
        assert result["max_score"] == 45 == sum(test["max_score"] for test in result["tests"])
        assert result["score"] == pytest.approx(sum(test["score"] for test in result["tests"]))
        for test in result["tests"]:
            assert set(test) >= {"name", "score", "max_score", "output"}
            assert 0 <= test["score"] <= test["max_score"]
        parsed((tmp_path / "results" / name / "index.html").read_text())
    assert (tmp_path / "results" / "index.html").exists()
    assert len(list((tmp_path / "results" / "games").iterdir())) == 12


def test_without_a_rubric_every_required_check_is_a_point(small):
    from loa_tk.control.classroom import gradescope

    right, wrong = (json.loads(gradescope.results(small, number, [])) for number in (1, 0))
    assert (right["score"], right["max_score"]) == (1, 1)
    assert (wrong["score"], wrong["max_score"]) == (0, 1)


def test_checks_can_be_kept(small):
    for checked in small.checked.values():
        assert from_json(json.loads(json.dumps(as_json(checked)))) == checked


# --- wrong input ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("numbers = 5", "no section headers"),
        ("[checks]\nnumbers = many", "points, none, full"),
        ("[checks]\nnumbers = 5, 1", "points, none, full"),
        ("[checks]\nnumbers = 5, 0.8, 0.5", "none < full"),
        ("[checks]\nnumbers = -5", "0 or more"),
        ("[checks]\nbeauty = 5", "there is no check 'beauty'"),
        ("[checks]\nnumbers = 5\nnumbers = 6", "already exists"),
        ("[opponent x]\npoints = 5", "player"),
        ("[opponent x]\nplayer = random\npoints = 5\nfoo = 1", "'foo'"),
        ("[class]\npoints = 5\nplayer = random", "'player'"),
        ("[classes]\npoints = 5", "sections are"),
        ("[checks]\nnumbers = 0", "worth any points"),
        ("[checks]\nnumbers = nan", "0 or more"),
    ],
)
def test_a_wrong_rubric_is_one_line_that_names_the_place(text, said):
    with pytest.raises(UserError, match="rubric.ini") as error:
        parse_rubric(text, NAMES, "rubric.ini")
    assert said in str(error.value) and "\n" not in str(error.value)


def test_the_example_of_a_rubric_can_be_read(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "rubric", "rubric.ini", "--game", "breakthrough8"]) == 0
    rubric = parse_rubric(Path("rubric.ini").read_text("utf-8"), NAMES, "rubric.ini")
    assert rubric.most == 100 and len(rubric.opponents) == 2
    assert main(["new", "rubric", "rubric.ini"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere"],
        ["empty"],
        ["students", "--games", "0"],
        ["students", "--depth", "2", "--seconds", "1"],
        ["students", "--seconds", "0"],
        ["students", "--rounds", "8"],
        ["students", "--against", "chess-master"],
        ["students", "--rubric", "missing.ini"],
        ["students", "--resume"],
        ["students", "--csv", "students"],
        ["students", "--csv", "a.csv", "--html", "a.csv"],
        ["students", "--results", "students"],
        ["students", "--sandbox", "glass"],
        ["students", "--game", "chess"],
    ],
)
def test_wrong_arguments_are_one_line_and_status_2(folder, arguments, capsys):
    (folder.parent / "empty").mkdir()
    assert main(["class", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1


def test_what_a_file_is_can_be_seen_without_running_it(folder):
    assert kinds_of(FILES["ann"].encode()) == ("evaluation",)
    assert kinds_of(ALPHA_BETA.encode()) == ("search",)
    assert kinds_of(FILES["eve"].encode()) == ()
    assert kinds_of(b"from _common import choose\nevaluate = choose\n") == ("evaluation", "search")
    assert [student.name for student in students_in(folder)] == sorted(FILES)


def test_processes_do_any_work():
    assert sorted(Local(2).each(pow_of, [3, 4])) == [(3, 9), (4, 16)]


def pow_of(number, stop):
    return number * number
