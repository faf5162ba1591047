"""`loa class`: eight students, two of them broken, twice, resumed, in rounds and on a cluster."""

import csv
import io
import json
import os
import signal
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.classroom import conduct as conduct_module
from loa_tk.control.classroom import evaluation_checks, search_checks, turned
from loa_tk.control.classroom.conduct import Known, conduct
from loa_tk.control.classroom.examine import FileSubject, all_rows
from loa_tk.control.classroom.findings import Checked, Line, failed, measured, passed, skipped
from loa_tk.control.classroom.handed_back import student_page
from loa_tk.control.classroom.jobs import ClassJob
from loa_tk.control.classroom.opponents import titles_of
from loa_tk.control.classroom.outputs import (
    Outputs,
    as_json,
    from_json,
    gradescope_text,
    read_known,
)
from loa_tk.control.classroom.page import class_page
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Credit, Worth, marks, marks_text, parse_rubric
from loa_tk.control.classroom.run import ClassroomRun, GamePlayed, StudentChecked
from loa_tk.control.classroom.students import example, has_changed, kinds_of, read_submissions
from loa_tk.control.classroom.tables import class_tables
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.thread import ThreadWorker
from loa_tk.control.guest.sandbox import hides_files
from loa_tk.control.series.executors import Cluster
from loa_tk.control.series.summary import total
from loa_tk.guest import NONE, landlock
from loa_tk.model import records
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.scoring import Score
from loa_tk.model.search.search import never
from loa_tk.store.games import load
from loa_tk.words import classroom as words
from loa_tk.words import own_code as guests
from own_files import ALPHA_BETA, SANDBOXES, SIMPLE
from patience import PATIENCE, wait_until
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


def plan_of(folder, kind=ClassroomPlan, **options):
    settings = {"depth": 1, "games": 1, "check_games": 0, "sandbox": SIMPLE, **options}
    return kind(game=GAME, students=read_submissions(folder).students, **settings)


class StandIns(ClassroomPlan):
    """A class whose students are played by the program's own players: no process, no check."""

    def player(self, number):
        if number >= len(self.students):
            return super().player(number)
        return f"minimax:eval=edges,depth=1,blunder={number / 10}"

    def known(self):
        right = Line(
            name="numbers",
            text="Returns numbers",
            required=True,
            finding=passed("200 values"),
            first=True,
        )
        checked = Checked(
            program="x.py",
            game=GAME,
            seed=1,
            kinds=("evaluation",),
            sandbox="limits",
            lines=(right,),
            seconds=1.0,
        )
        return Known(checked=dict.fromkeys(range(len(self.students)), checked))


@pytest.fixture
def few_checks(monkeypatch):
    """Make only the first check of each kind, in this process; workers inherit nothing."""
    monkeypatch.setattr(evaluation_checks, "CHECKS", evaluation_checks.CHECKS[:1])
    monkeypatch.setattr(search_checks, "CHECKS", search_checks.CHECKS[:1])


class Here:
    """Does all work in this process, one piece after the other, up to a number of pieces.

    Decisive moves are looked for only on demand: their proofs take six times as long as the games.
    """

    def __init__(self, most=10**9, decisive=False):
        self.left, self.decisive = most, decisive

    def each(self, work, items):
        if getattr(work, "func", None) is turned._turned and not self.decisive:
            return
        for item in items:
            if not self.left:
                return
            self.left -= 1
            yield item, work(item, lambda: False)


def held(plan, known=None, where=None):
    run = ClassroomRun(plan)
    for event in conduct(plan, where or Here(), known):
        run.add(event)
    return run


def games_of(run):
    return {
        (run.plan.names[one], run.plan.names[other], number): (r.winner, r.reason, r.moves)
        for (one, other), results in run.games.items()
        for number, r in results.items()
    }


# --- eight students ---


def test_eight_files_play_the_same_games_again_and_the_broken_lose_theirs(folder, few_checks):
    plan = plan_of(folder, rounds=1)
    run = held(plan)
    assert run.played == run.planned == 4 and len(run.checked) == 8
    assert games_of(held(plan, Known(checked=run.checked))) == games_of(run)
    for broken, word in (("eve", "SyntaxError"), ("fay", "ZeroDivisionError")):
        number = plan.names.index(broken)
        mine = run.results_of(number)
        assert all(result.winner is None or pair[result.winner] != number for pair, result in mine)
        assert all(word in result.reason and not result.moves for _, result in mine)
    assert all(moves for (one, other, _), (_, _, moves) in games_of(run).items()
               if not {one, other} & {"eve", "fay"})  # fmt: skip
    assert not run.errors(plan.names.index("ann"))
    ann, eve = (run.checked[plan.names.index(name)] for name in ("ann", "eve"))
    assert ann.passed and not eve.passed


def test_a_check_that_fails_itself_does_not_stop_the_class(folder, monkeypatch):
    def broken(path, *rest, **options):
        raise RuntimeError("out of luck")

    monkeypatch.setattr(conduct_module, "examine", broken)
    run = held(plan_of(folder, rounds=1))
    assert run.played == run.planned
    assert not any(checked.passed for checked in run.checked.values())
    assert all("out of luck" in result.reason for _, result in run.results_of(0))


def test_two_files_that_cannot_play_get_no_point_from_each_other(folder, tmp_path):
    for name in set(FILES) - {"ann", "eve", "fay"}:
        (folder / f"{name}.py").unlink()
    plan = plan_of(folder, StandIns, games=2, opponents=("random",))
    right = plan.known().checked[0]
    broken = Line(
        name="loads", text="Loads", required=True, finding=failed("it is broken"), first=True
    )
    no = replace(right, lines=(broken,))
    run = held(plan, Known(checked={0: right, 1: no, 2: no}))
    assert [run.against_students(one) for one in range(3)] == [
        Score(4, 0, 0), Score(0, 0, 4), Score(0, 0, 4)
    ]  # fmt: skip
    assert run.errors(1) == ["eve forfeits. it is broken"]
    own = student_page(run, 1, [])
    assert "<td>drawn</td>" not in own and "fay" not in own
    # It can be kept, too.
    Outputs(csv=tmp_path / "class.csv").keep(run)
    assert games_of(held(plan, read_known(plan, tmp_path / "class.csv"))) == games_of(run)


def test_places_are_those_among_the_students(folder):
    plan = plan_of(folder, StandIns, opponents=("alphabeta:depth=2", "minimax:depth=2"))
    run = held(plan, plan.known())
    assert sorted(run.place(one) for one in range(8)) == list(range(1, 9))
    last = run.order()[-1] if run.order()[-1] < 8 else run.order()[-2]
    assert "Place 8 of 8 students" in student_page(run, last, [])


def test_the_window_shows_marks_with_their_interval(small):
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    shown = class_tables(small, (), rubric).students
    texts = [row.cells[shown.heads.index("marks")] for row in shown.rows]
    expected = [marks_text(given) for given in small.marks(rubric).values()]
    assert texts == expected and any("–" in text for text in texts)


def test_opponents_have_the_names_that_the_rubric_gives_them(small):
    text = RUBRIC + "[opponent ann]\nplayer = minimax:depth=1\npoints = 1\n"
    rubric = parse_rubric(text, NAMES, "rubric.ini")
    students, others = small.plan.students, ("alphabeta:depth=1", "random", "minimax:depth=1")
    titles = titles_of(others, students, rubric)
    assert titles == ("alphabeta:depth=1", "weak", "minimax:depth=1")  # ann is a student
    assert titles_of(others, students, None) == others
    plan = replace(small.plan, titles=("weak",))
    run = held(plan, Known(checked=small.checked))
    given = run.marks(parse_rubric(RUBRIC, NAMES, "rubric.ini"))
    assert "Games against weak" in [mark.name for mark in given[1]]
    assert given[1][2].why != words.NO_GAMES
    page = class_page(run, given)
    assert "weak" in parsed(page) and "“weak” is random." in page


def test_a_page_says_which_sandbox_was_used(small):
    hidden = ClassroomRun(replace(small.plan, sandbox="bwrap"))
    assert "bwrap" in class_page(hidden, {}) and "each other;" not in class_page(hidden, {})


@pytest.mark.parametrize(
    ("sandbox", "version", "open_files"), [("limits", 0, True), ("limits", 1, False),
                                           ("none", 1, True), ("", 0, False)]
)  # fmt: skip
def test_a_page_says_that_files_can_read_each_other_only_if_they_can(
    small, monkeypatch, sandbox, version, open_files
):
    monkeypatch.setattr(landlock, "version", lambda: version)
    page = class_page(ClassroomRun(replace(small.plan, sandbox=sandbox)), {})
    assert ("can read each other" in page) == open_files


def test_everyone_meets_everyone_and_the_opponents(folder):
    plan = plan_of(folder, StandIns, opponents=("random",), games=2)
    run = held(plan, plan.known())
    assert run.played == run.planned == (28 + 8) * 2
    assert games_of(held(plan, plan.known())) == games_of(run)
    assert games_of(held(replace(plan, seed=2), plan.known())) != games_of(run)
    assert all(score.games == 2 for score in run.against_opponents(0).values())
    assert sum(score.points for score in run.scores().values()) == run.played
    assert run.effort(0).moves > 0
    # All have as many games, so that those with more points stand higher.
    students = [player for player in run.order() if player < 8]
    points = [total(run.scores(), player, range(9)).points for player in students]
    assert points == sorted(points, reverse=True)


def test_a_class_is_resumed_in_the_middle_of_a_round(folder, tmp_path):
    plan = plan_of(folder, StandIns, rounds=3, games=2, opponents=("random",))
    whole = held(plan, plan.known())
    outputs = Outputs(csv=tmp_path / "class.csv")
    for stopped in (1, 20, 30):
        half = held(plan, plan.known(), Here(stopped))
        assert half.played == stopped
        outputs.keep(half)
        known = read_known(plan, tmp_path / "class.csv")
        assert sum(map(len, known.games.values())) == stopped
        assert games_of(held(plan, known)) == games_of(whole)


def test_files_that_have_changed_or_gone_are_noticed(folder, tmp_path):
    plan = plan_of(folder, StandIns)
    Outputs(csv=tmp_path / "class.csv").keep(held(plan, plan.known(), Here(3)))
    (folder / "ann.py").write_text("# changed\n")
    known = read_known(plan_of(folder, StandIns), tmp_path / "class.csv")
    assert known.notes == ("ann: changed since, to be checked and played again",)
    (folder / "ann.py").unlink()
    known = read_known(plan_of(folder, StandIns), tmp_path / "class.csv")
    assert known.notes == ("ann: no longer in the class",)
    (tmp_path / "class.csv.checks.json").write_text("[]")
    with pytest.raises(UserError, match="does not contain"):
        read_known(plan, tmp_path / "class.csv")


def test_a_row_that_cannot_be_used_is_named_and_its_game_played_again(folder, tmp_path, capsys):
    plan = plan_of(folder, StandIns)
    run = held(plan, plan.known())
    path = tmp_path / "class.csv"
    Outputs(csv=path).keep(run)
    good = path.read_text("utf-8")
    lines = good.splitlines(keepends=True)
    lines[2] = lines[2].replace("[[", "[[7, 1], [", 1)
    path.write_text("".join(lines), encoding="utf-8")
    known = read_known(plan, path)
    (fault,) = known.faults
    assert fault.startswith(f"{path} line 3 cannot be used: ")
    assert sum(map(len, known.games.values())) == run.played - 1
    again = held(plan, known)
    assert games_of(again) == games_of(run)


def test_the_page_says_which_figures_a_search_has_reported_itself(folder):
    plan = plan_of(folder, StandIns)
    assert words.REPORTED in unescape(class_page(held(plan, plan.known()), {}))
    ours = replace(plan, students=tuple(one for one in plan.students if one.name == "ann"))
    assert words.REPORTED not in unescape(class_page(ClassroomRun(ours), {}))


def test_the_command_names_a_row_that_it_cannot_use(folder, capsys):
    for name in set(FILES) - {"eve", "hal"}:  # which lose unplayed
        (folder / f"{name}.py").unlink()
    arguments = ["class", str(folder), "--game", GAME, "--jobs", "1", "--sandbox", SIMPLE,
                 "--seed", "1", "--csv", "class.csv"]  # fmt: skip
    assert main(arguments) == 0
    path = folder.parent / "class.csv"
    good = moves_in(path.read_text("utf-8"))
    path.write_text(path.read_text("utf-8").replace("eve,hal,2,1,no,1,", "eve,hal,2,1,no,x,", 1),
                    encoding="utf-8")  # fmt: skip
    capsys.readouterr()
    assert main([*arguments, "--resume"]) == 0
    named = [line for line in capsys.readouterr().err.splitlines() if "cannot be used" in line]
    assert len(named) == 1 and named[0].startswith("loa: class.csv line 2 cannot be used: ")
    assert named[0].endswith("; the game is played again")
    assert moves_in(path.read_text("utf-8")) == good


def in_folders(folder):
    """Put every student's file into a folder of its own, as Gradescope and Moodle write them."""
    for path in folder.glob("[a-z]*.py"):
        own = folder / path.stem
        own.mkdir()
        path.rename(own / "submission.py")


def test_submissions_in_folders_of_their_own(folder):
    flat = read_submissions(folder).students
    in_folders(folder)
    (folder / "ann" / "helper.py").write_text("HELP = 1\n")
    (folder / "ann" / "_other.py").write_text("def evaluate(position, player):\n    return 0\n")
    (folder / "ben" / "deep").mkdir()
    (folder / "ben" / "deep" / "more.py").write_text("def evaluate(position, player): return 0\n")
    (folder / "_old").mkdir()
    (folder / "_old" / "x.py").write_text("")
    (folder / "zoe").mkdir()
    (folder / "zoe" / "report.pdf").write_text("")
    found = read_submissions(folder).students
    assert [(one.name, one.kinds) for one in found] == [(one.name, one.kinds) for one in flat]
    # All files that a student's file may read count, too: with a changed one it plays again.
    changed = [one.name for one, two in zip(found, flat, strict=True) if one.digest != two.digest]
    assert changed == ["ann", "ben"]
    assert all(one.path == folder / one.name / "submission.py" for one in found)
    assert read_submissions(folder).left_out == ("neither a Python file nor a program is in 'zoe'",)


def test_a_file_alone_in_its_folder_is_the_same_however_the_class_is_named(folder, monkeypatch):
    in_folders(folder)
    monkeypatch.chdir(folder.parent)
    found = read_submissions(Path(folder.name)).students
    assert found == read_submissions(folder).students
    assert not any(has_changed(one, folder) for one in found)


def test_a_submission_is_left_out_if_it_is_not_clear_which_file_counts(folder):
    for path in folder.glob("[a-z]*.py"):
        path.unlink()
    for name in ("ann", "ben"):
        (folder / name).mkdir()
        for file in ("a.py", "b.py"):
            (folder / name / file).write_text(FILES["ann"])
    unclear = "is left out: it is not clear which of 'a.py', 'b.py' counts; let the names"
    both = f"no Python files and no programs: 'ann' {unclear} .*; 'ben' {unclear}"
    with pytest.raises(UserError, match=both):
        read_submissions(folder)
    (folder / "ben" / "b.py").unlink()
    found = read_submissions(folder)
    assert [one.name for one in found.students] == ["ben"] and unclear in found.left_out[0]


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_student_s_own_folder_and_the_shared_files_can_be_imported(folder, sandbox):
    for path in folder.glob("[a-z]*.py"):
        path.unlink()
    (folder / "_course.py").write_text("SHARED = 3\n")
    for name in ("ann", "ben"):
        (folder / name).mkdir()
        (folder / name / "helper.py").write_text(f"NAME = {name!r}\n")
        (folder / name / "mine.py").write_text(
            "import os, _course, helper\n"
            "print(_course.SHARED, helper.NAME, os.path.exists('../ben/mine.py'),\n"
            "      os.path.exists(os.path.join(os.path.dirname(__file__), '..', 'ben')))\n"
            "def evaluate(position, player):\n    return 0\n"
        )
    (path, _) = (one.path for one in read_submissions(folder).students)
    subject = FileSubject(path, find_game(GAME), sandbox, never, str(folder))
    try:
        assert subject.functions()["evaluate"]
        # A guest in `limits` has a copy, because it could list the folder of the shared files.
        assert subject.printed == f"3 ann False {sandbox == NONE}\n"
    finally:
        subject.end()


def test_the_command_in_processes(folder, capsys):
    here = folder.parent
    for name in set(FILES) - {"cid", "eve", "hal"}:
        (folder / f"{name}.py").unlink()
    arguments = ["class", str(folder), "--game", GAME, "--depth", "1", "--games", "2",
                 "--jobs", "1", "--sandbox", SIMPLE, "--csv", "class.csv"]  # fmt: skip
    more = ["--html", "class.html", "--results", "results", "--json"]
    assert main([*arguments, *more]) == 0
    out, err = capsys.readouterr()
    assert guests.SANDBOXES[SIMPLE] in err
    assert ("can read each other" in err) == (not hides_files(SIMPLE))
    answer = json.loads(out)
    assert answer["complete"] and answer["played"] == 6
    assert [one["name"] for one in answer["players"]] == ["cid", "eve", "hal"]
    assert [one["checks"]["passed"] for one in answer["players"]] == [True, False, False]
    assert parsed((here / "class.html").read_text("utf-8")) >= {"cid", "eve", "hal"}
    assert main(arguments) == 2  # not without --resume
    before = (here / "class.csv").read_text("utf-8")
    lines = before.splitlines(keepends=True)
    (here / "class.csv").write_text("".join(lines[:3]), encoding="utf-8")
    capsys.readouterr()
    assert main([*arguments, "--resume"]) == 0
    assert "SyntaxError" in capsys.readouterr().out
    assert moves_in((here / "class.csv").read_text("utf-8")) == moves_in(before)


def moves_in(text):
    """Return the games of a file without their times, which are never the same."""
    rows = csv.DictReader(io.StringIO(text))
    names = ("player1", "player2", "number", "winner", "reason", "moves")
    return [[row[name] for name in names] for row in rows]


def test_a_cluster_that_loses_a_worker_plays_the_same_games(folder, cluster):  # noqa: F811
    for name in set(FILES) - {"ann", "eve", "hal"}:
        (folder / f"{name}.py").unlink()
    where, (_, *workers) = cluster
    plan = plan_of(folder, opponents=("random",), sandbox="")
    run, there = ClassroomRun(plan), Cluster(where)
    for number, event in enumerate(conduct(plan, there)):
        run.add(event)
        if number == 1:
            os.killpg(workers[0].pid, signal.SIGKILL)
    there.close()
    assert len(run.checked) == 3 and run.played == run.planned == 6
    assert games_of(run) == games_of(held(plan, Known(checked=run.checked)))


def test_a_swiss_tournament_pairs_everyone_in_every_round(folder):
    plan = plan_of(folder, StandIns, rounds=3)
    run = held(plan, plan.known())
    assert [begun.number for begun in run.rounds] == [1, 2, 3]
    met = [frozenset(pair) for begun in run.rounds for pair in begun.pairs]
    assert len(set(met)) == len(met) == 12 == run.played == run.planned
    assert "Rounds" in parsed(class_page(run, {}))
    # A round that was stopped is not followed by another one.
    assert len(held(plan, plan.known(), Here(3)).rounds) == 1


def test_a_window_can_poll_and_stop_a_class(folder):
    plan, worker, messages = plan_of(folder), ThreadWorker(), []
    worker.submit(ClassJob(plan, 2, Known()))
    wait_until(lambda: messages.extend(worker.poll()) or messages)
    assert isinstance(messages[0].content, StudentChecked)
    worker.stop()
    wait_until(lambda: messages.extend(worker.poll()) or not worker.busy)
    worker.thread.join(PATIENCE)
    assert not worker.thread.is_alive() and messages[-1] == Message("done")
    assert sum(isinstance(one.content, GamePlayed) for one in messages) < ClassroomRun(plan).planned


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


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return a class of three whose checks are made up, and who are played by the program."""
    folder = tmp_path_factory.mktemp("students")
    for name in ("ann", "ben", "&lt;eve"):
        (folder / f"{name}.py").write_text(FILES["ann"], encoding="utf-8")
    plan = plan_of(folder, StandIns, opponents=("random",), games=2)
    right = Line(
        name="numbers",
        text="Returns numbers",
        required=True,
        finding=passed("200 values"),
        first=True,
    )
    share = Line(
        name="right", text="Names the winner", required=False, finding=measured("65 %", 0.65, "65%")
    )
    no = Line(
        name="numbers",
        text="Returns numbers",
        required=True,
        finding=failed("<script>alert(1)</script>"),
        first=True,
    )
    found = {
        number: Checked(
            program="x.py",
            game=GAME,
            seed=1,
            kinds=("evaluation",),
            sandbox="limits",
            lines=lines,
            seconds=1.0,
        )
        for number, lines in enumerate(((no,), (right, share), (right, share)))
    }
    return held(plan, Known(checked=found))


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
    given = {
        number: [Credit(name="numbers", points=3, most=10, why="why & wherefore")]
        for number in range(3)
    }
    page = class_page(small, given)
    assert {"ann", "ben", "&lt;eve", "Cross table", "Time used", "why & wherefore"} <= parsed(page)
    assert "<script>" not in page and page.count(words.LEGEND) == 1
    own = student_page(small, 1, given[1])
    assert "ann" in own and "ben" not in own and "eve" not in own and words.LEGEND in own
    assert any("the student in place" in text for text in parsed(own))


def test_every_game_is_a_record_that_can_be_opened(small, tmp_path):
    Outputs(sgf=tmp_path / "games").finish(small, {})
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == small.played == 12
    played = 0
    for file in files:
        (tree,) = load(file)
        record = records.read_record(tree)
        assert not record.problems and record.outcome() is not None
        played += bool(record.plies)
    assert played == 6  # the others are those of &lt;eve, who cannot play


def test_marks_come_from_checks_opponents_and_the_class(small):
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    assert rubric.most == 45
    given = marks(rubric, small.checked[1], {"random": Score(3, 0, 1)}, Score(1, 0, 1))
    assert [(mark.points, mark.most) for mark in given] == [(10, 10), (5, 10), (10, 20), (2.5, 5)]
    broken = marks(rubric, small.checked[0], {}, Score())
    assert sum(mark.points for mark in broken) == 0 and len(broken) == 4


def test_the_pages_of_a_class_that_was_interrupted_have_what_is_known(small, tmp_path):
    run = ClassroomRun(small.plan)
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    run.checked[1] = small.checked[1]
    given = run.marks(rubric)
    assert list(given) == [1]
    Outputs(csv=None, html=tmp_path / "class.html", sgf=None, results=tmp_path / "results").finish(
        run, given
    )
    assert {"ann", "ben", "&lt;eve"} <= parsed((tmp_path / "class.html").read_text("utf-8"))
    assert len(list((tmp_path / "results").glob("*/index.html"))) == 3


@pytest.mark.parametrize("kind", ["evaluation", "search"])
def test_the_example_of_a_rubric_asks_each_kind_for_its_own_checks(kind):
    text = example("rubric", "rubric.ini", find_game(GAME))
    rubric = parse_rubric(text, NAMES, "rubric.ini")
    rows = evaluation_checks.CHECKS if kind == "evaluation" else search_checks.CHECKS
    lines = tuple(
        Line(name=row.name, text=row.text, required=row.required, finding=passed("right"))
        for row in rows
    )
    checked = Checked(
        program="x.py", game=GAME, seed=1, kinds=(kind,), sandbox="", lines=lines, seconds=0.0
    )
    won, rungs = {}, [Score(4, 0, 0)] * 8  # the only opponent is the ladder
    given = marks(rubric, checked, won, Score(4, 0, 0), rungs=rungs)
    assert sum(mark.points for mark in given) == sum(mark.most for mark in given) == 100
    # A file that cannot be loaded is asked for what can be seen in it.
    broken = replace(checked, kinds=(), lines=())
    asked = {mark.name: mark.most for mark in marks(rubric, broken, won, Score(), (kind,))}
    assert asked == {mark.name: mark.most for mark in given}
    assert sum(mark.most for mark in marks(rubric, broken, won, Score())) == 100


def test_a_check_that_a_game_does_not_have_is_not_asked_for(small):
    rubric = parse_rubric("[checks]\nwin5 = 10\nwin1 = 5\n", NAMES, "rubric.ini")
    lines = (Line(name="win5", text="Finds wins in 5", required=True, finding=skipped("too deep")),)
    checked = Checked(
        program="x.py", game="loa8", seed=1, kinds=("search",), sandbox="", lines=lines, seconds=0.0
    )
    assert [mark.most for mark in marks(rubric, checked, {}, Score())] == [15]  # as for everyone


def test_worth_between_none_and_full():
    worth = Worth(10, 0.5, 0.75)
    assert [worth.earned(share) for share in (0, 0.5, 0.6, 0.75, 1)] == [0, 0, 4, 10, 10]


def test_a_class_of_one_has_results_but_no_games(tmp_path):
    (tmp_path / "ann.py").write_text(FILES["ann"], encoding="utf-8")
    plan = plan_of(tmp_path, StandIns)
    run = held(plan, plan.known())
    Outputs(
        csv=tmp_path / "c.csv", html=tmp_path / "c.html", sgf=None, results=tmp_path / "results"
    ).finish(run, {})
    result = json.loads((tmp_path / "results" / "ann" / "results.json").read_text("utf-8"))
    assert (result["score"], run.played) == (1, 0)
    assert read_known(plan, tmp_path / "c.csv").checked == run.checked


def test_results_for_gradescope(small, tmp_path):
    given = small.marks(parse_rubric(RUBRIC, NAMES, "rubric.ini"))
    Outputs(results=tmp_path / "results").finish(small, given)
    for name in ("ann", "ben", "&lt;eve"):
        result = json.loads((tmp_path / "results" / name / "results.json").read_text("utf-8"))
        assert sum(test["max_score"] for test in result["tests"]) == 45
        assert result["score"] == pytest.approx(sum(test["score"] for test in result["tests"]))
        for test in result["tests"]:
            assert set(test) >= {"name", "score", "max_score", "output"}
            assert 0 <= test["score"] <= test["max_score"]
        parsed((tmp_path / "results" / name / "index.html").read_text("utf-8"))
    assert (tmp_path / "results" / "index.html").exists()
    assert len(list((tmp_path / "results" / "games").iterdir())) == 12


def test_without_a_rubric_every_required_check_is_a_point(small):
    right, wrong = (json.loads(gradescope_text(small, number, [])) for number in (1, 0))
    assert (right["score"], [test["max_score"] for test in right["tests"]]) == (1, [1])
    assert (wrong["score"], [test["max_score"] for test in wrong["tests"]]) == (0, [1])


def test_a_page_has_what_the_file_printed(small):
    run = ClassroomRun(small.plan)
    run.checked[1] = replace(small.checked[1], printed="<b>\n" * 100)
    page = student_page(run, 1, [])
    assert "It printed:" in parsed(page) and 0 < page.count("&lt;b&gt;") < 20
    assert "It printed:" not in parsed(student_page(small, 1, []))


def test_checks_can_be_kept(small):
    for checked in (*small.checked.values(), replace(small.checked[1], printed="hello\n")):
        assert from_json(json.loads(json.dumps(as_json(checked)))) == checked


# --- wrong input ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("numbers = 5", "line 1 must be a section"),
        ("[checks]\ndef evaluate(position)", "line 2 must be a section or a line"),
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
        ("[files]\nmissing = 0.7", "missing '0.7' is not a number from 0 to 0.5"),
        ("[files]\nfound = 0.5", "'found'"),
        ("[opponent x]\nplayer = random\npoints = 5\ngames = 0", "games '0' is not a whole number"),
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
    assert rubric.most == 100 and len(rubric.opponents) == 1
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


def test_a_message_names_the_file_or_the_rubric_that_is_wrong(folder, capsys):
    assert main(["class", "students/ann.py"]) == 2
    assert f"'{Path('students/ann.py')}' is a file" in capsys.readouterr().err
    rubric = "[opponent x]\nplayer = alphabeta:eval=groups,depth=1\npoints = 5\n"
    Path("rubric.ini").write_text(rubric, "utf-8")
    assert main(["class", "students", "--rubric", "rubric.ini", "--game", "breakthrough8"]) == 2
    said = capsys.readouterr().err
    assert "the rubric's opponent 'alphabeta:eval=groups,depth=1': breakthrough8 has no" in said


def test_what_a_file_is_can_be_seen_without_running_it(folder):
    assert kinds_of(FILES["ann"].encode()) == ("evaluation",)
    assert kinds_of(ALPHA_BETA.encode()) == ("search",)
    assert kinds_of(FILES["eve"].encode()) == ()
    assert kinds_of(b"from _common import choose\nevaluate = choose\n") == ("evaluation", "search")
    assert [student.name for student in read_submissions(folder).students] == sorted(FILES)
