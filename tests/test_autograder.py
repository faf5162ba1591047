"""The archive for Gradescope, unpacked and run as Gradescope does, in a container of its own."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from time import monotonic, sleep

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.classroom.autograder import archive
from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.grading import InRounds, grade
from loa_tk.control.classroom.rubric import parse_rubric
from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.guest.sandbox import SYSTEM, bwrap_problem
from loa_tk.control.series.plan import Plan, Result, Task
from own_files import ALPHA_BETA, SIMPLE
from patience import LIMIT

# What Gradescope's documents name; a key that it does not know may refuse the whole file.
KEYS = {"score", "execution_time", "output", "output_format", "test_output_format",
        "test_name_format", "visibility", "stdout_visibility", "extra_data", "tests",
        "leaderboard"}  # fmt: skip
TEST_KEYS = {"score", "max_score", "status", "name", "name_format", "number", "output",
             "output_format", "tags", "visibility", "extra_data"}  # fmt: skip
RUBRIC = """
[checks]
legal = 5
statistics = 10
[opponent weak]
player = random:seed=1
points = 5
none = 0
full = 1
[class]
points = 10
"""
LIMITS = {"hanging": 5, "right": 160}  # seconds for a submission; the archive has 100
MEMORY = 768 * 1024  # kilobytes
SUBMISSIONS = {
    "right": {
        "main.py": "import helper\n" + ALPHA_BETA,
        "helper.py": "def evaluate(position, player):\n    return 0\n",
    },
    "wrong": {"mine.py": "def choose(position, seconds, counts):\n"
                         "    return position.moves()[-1]\n"},
    "hanging": {"mine.py": "def choose(position, seconds, counts):\n    while True: pass\n"},
    "greedy": {"mine.py": "hoard = [bytes(10**8) for _ in range(10**4)]\n"
                          "def choose(position, seconds, counts): pass\n"},
    "empty": {},
}  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Return the folder that the archive was unpacked into."""
    folder = tmp_path_factory.mktemp("archive")
    (folder / "rubric.ini").write_text(RUBRIC)
    name = str(folder / "out.zip")
    assert main(["new", "autograder", name, "--rubric", str(folder / "rubric.ini")]) == 0
    made = folder / "source"
    with zipfile.ZipFile(name) as file:
        file.extractall(made)
        for entry in file.infolist():
            (made / entry.filename).chmod(entry.external_attr >> 16 & 0o777)
    script = made / "run_autograder"
    text = script.read_text()
    assert "--limit 100" in text
    for name, seconds in LIMITS.items():
        limited = made / f"run_{name}"
        limited.write_text(text.replace("--limit 100", f"--limit {seconds}"))
        limited.chmod(0o755)
    return made


def container(folder, source):
    """Return the beginning of a command in a container laid out as Gradescope's."""
    python = Path(os.path.realpath(sys.executable))
    command = ["bwrap", "--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent"]
    for name in SYSTEM:
        command += ["--ro-bind-try", name, name]
    command += ["--ro-bind", str(python.parent.parent), "/python", "--proc", "/proc"]
    command += ["--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/autograder"]
    for name in ("submission", "results"):
        (folder / name).mkdir(exist_ok=True)
        command += ["--bind", str(folder / name), f"/autograder/{name}"]
    command += ["--bind", str(source), "/autograder/source"]
    command += ["--clearenv", "--setenv", "PATH", "/python/bin:/usr/bin:/bin", "--"]
    return [*command, "sh", "-c", f'ulimit -v {MEMORY}; exec "$@"', "sh"]


@pytest.mark.skipif(bool(bwrap_problem()), reason="there is no bwrap for the container")
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_every_submission_ends_with_marks(name, source, tmp_path):
    begin = container(tmp_path, source)
    for file, text in SUBMISSIONS[name].items():
        (tmp_path / "submission" / file).write_text(text)
    subprocess.run([*begin, "/autograder/source/setup.sh"], check=True, timeout=LIMIT)
    script = f"run_{name}" if name in LIMITS else "run_autograder"
    done = subprocess.run(
        [*begin, f"/autograder/source/{script}"], capture_output=True, text=True, timeout=LIMIT
    )
    assert done.returncode == 0, done.stderr
    hidden = (source / "rubric.ini", source / "loa_tk" / "cli", source / "loa_tk/model/search")
    assert not any(path.stat().st_mode & 0o077 for path in hidden)
    results = json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))
    tests = {test["name"]: test for test in results["tests"]}
    assert set(results) <= KEYS and all(set(test) <= TEST_KEYS for test in tests.values())
    assert results["score"] == pytest.approx(sum(test["score"] for test in tests.values()))
    assert sum(test["max_score"] for test in tests.values()) == 20  # there is no class
    earned = {text: test["score"] for text, test in tests.items()}
    if name == "right":
        assert earned["Legal moves always"] == 5
        assert earned["Steps and counts equal Figure 2's"] == 10
    elif name == "wrong":
        assert earned["Legal moves always"] == 5 and results["score"] < 15
    else:
        assert results["score"] == 0 and results["output"]


def test_partial_credit_is_neither_passed_nor_failed(tmp_path, capsys):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "mine.py").write_text(SUBMISSIONS["wrong"]["mine.py"])
    rubric = tmp_path / "rubric.ini"
    rubric.write_text("[checks]\nwin1 = 10\nwin5 = 10\nlegal = 1\n")
    assert main(["grade", str(tmp_path / "sub"), "--rubric", str(rubric), "--sandbox", SIMPLE]) == 0
    results = json.loads(capsys.readouterr().out)
    for test in results["tests"]:
        ends = {0: "failed", test["max_score"]: "passed"}
        assert test.get("status") == ends.get(test["score"])
    assert any(0 < test["score"] < test["max_score"] for test in results["tests"])
    assert "leaderboard" not in results  # one student has nobody to be compared with


@pytest.mark.parametrize("stalled", [0, 3, 8, 11])
def test_a_stalling_submission_loses_the_rest_of_its_round_and_plays_no_other(stalled):
    """Whoever stops in a lost position, or after a lucky beginning, has nothing of it."""
    plan = Plan(game="loa5", players=("a", "b"), games=6)
    items = [((0, other), Task(number, plan)) for number in (5, 2, 0, 4, 1, 3) for other in (1, 2)]
    rounds, begun = InRounds(monotonic() + 60), list[int]()

    def work(item, stop):
        begun.append(item[1].number)
        if len(begun) > stalled:
            raise Abandoned
        return item[1].number

    answers = []
    for item, answer in rounds.each(work, items):
        answers.append((item[1].number, answer))
        if isinstance(answer, Result):
            rounds.end = 0.0  # the time is over
    assert [number // 2 for number in begun] == sorted(number // 2 for number in begun)
    whole = -(-(stalled + 1) // 4) * 4  # four games are a round
    assert len(answers) == whole and rounds.missed == whole - stalled
    assert [type(answer) for _, answer in answers] == [int] * stalled + [Result] * rounds.missed
    assert {number // 2 for number, _ in answers} == set(range(whole // 4))
    assert all(answer.forfeited and answer.winner == 1 for _, answer in answers[stalled:])


def test_the_rounds_leave_other_work_undone_and_begin_none_that_there_is_no_time_for():
    assert not list(InRounds(monotonic() + 60).each(lambda item, stop: 1, [(0, [])]))
    plan = Plan(game="loa5", players=("a", "b"), games=4)
    rounds = InRounds(monotonic() + 60)

    def slow(item, stop):
        sleep(0.05)
        rounds.end = monotonic() + 0.03  # a second round would take longer
        return 1

    items = [((0, 1), Task(number, plan)) for number in range(4)]
    assert [item[1].number for item, _ in rounds.each(slow, items)] == [0, 1]
    assert rounds.missed == 0


def test_an_unfinished_grade_is_provisional_and_can_be_repeated(tmp_path):
    (tmp_path / "mine.py").write_text(ALPHA_BETA)
    # More games than the fastest machine plays in half a second.
    text = "[opponent x]\nplayer = random\npoints = 5\ngames = 1000\n"
    rubric = parse_rubric(text, [], "rubric.ini")
    results = json.loads(grade(tmp_path, "loa5", rubric, seconds=0.5, sandbox=SIMPLE))
    assert results["output"].startswith("Provisional: ")
    kept = results["extra_data"]  # which no student sees
    assert kept["secret"] and kept["seed"] == 1 and kept["played"] < kept["planned"] == 1000
    assert len(kept["sha256"]) == 64


def test_the_same_program_makes_the_same_archive():
    assert archive("loa5", RUBRIC, 7) == archive("loa5", RUBRIC, 7) != archive("loa5", RUBRIC, 8)


def test_the_games_of_an_archive_are_those_of_a_seed_that_no_student_knows(tmp_path, monkeypatch):
    """With a known one every game on the ladder could be played at home, and its end be learned."""
    monkeypatch.chdir(tmp_path)
    seeds = []
    for name, more in (("a.zip", []), ("b.zip", []), ("c.zip", ["--seed", "7"])):
        assert main(["new", "autograder", name, *more]) == 0
        with zipfile.ZipFile(name) as made:
            script = made.read("run_autograder").decode()
        seeds.append(int(re.search(r"--seed (\d+)$", script, re.M)[1]))
        assert re.search(r"^chmod -R go= run_autograder rubric.ini ", script, re.M)
    assert seeds[0] != seeds[1] and seeds[2] == 7


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["out.tar"], "must end in .zip"),
        (["out.zip", "--rubric", "wrong.ini"], "there is no check 'nothing'"),
        (["out.zip", "--rubric", "none.ini"], "cannot be read"),
    ],
)
def test_a_wrong_archive_is_not_written(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("wrong.ini").write_text("[checks]\nnothing = 1\n")
    assert main(["new", "autograder", *arguments]) == 2
    assert said in capsys.readouterr().err and not Path("out.zip").exists()


def test_the_example_of_a_rubric_asks_an_autograder_for_fewer_games(tmp_path):
    name = str(tmp_path / "out.zip")
    assert main(["new", "autograder", name]) == 0
    assert main(["new", "rubric", str(tmp_path / "class.ini")]) == 0
    with zipfile.ZipFile(name) as archive:
        packed = archive.read("rubric.ini").decode()
    checks = [row.name for row in all_rows()]
    rubrics = (packed, (tmp_path / "class.ini").read_text())
    games = [parse_rubric(text, checks, "rubric.ini").opponents[0].games for text in rubrics]
    assert games == [10, 40]
