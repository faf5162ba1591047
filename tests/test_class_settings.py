"""A class that is continued: its settings, resubmissions, what is provisional, and who begins."""

import json
import shlex
import sys
from collections import Counter
from dataclasses import replace
from math import inf

import pytest

from loa_tk.cli import classroom as command
from loa_tk.cli.classroom import report
from loa_tk.cli.parser import main
from loa_tk.control.classroom import conduct as conduct_module
from loa_tk.control.classroom.handed_back import student_page
from loa_tk.control.classroom.outputs import Outputs, read_class, read_known
from loa_tk.control.classroom.page import class_page
from loa_tk.control.classroom.rubric import interval, parse_rubric
from loa_tk.control.classroom.run import ClassroomRun, GamePlayed
from loa_tk.control.classroom.settings import settings_of
from loa_tk.control.series.plan import FORFEITS
from loa_tk.model.game import UserError
from loa_tk.words import classroom as words
from loa_tk.words.classroom import NO_CROSS
from own_files import SIMPLE
from test_class import (  # noqa: F401 - `folder` is a fixture
    FILES,
    GAME,
    NAMES,
    RUBRIC,
    Here,
    StandIns,
    folder,
    games_of,
    held,
    moves_in,
    plan_of,
)

OTHER_RUBRIC = RUBRIC.replace("points = 5", "points = 6")


@pytest.fixture
def cut(folder, tmp_path):  # noqa: F811
    """Return the plan of a class that was cut off after five games, and its CSV file."""
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    plan = plan_of(folder, StandIns, opponents=("random",), rubric=rubric, rounds=3)
    Outputs(csv=tmp_path / "class.csv").keep(held(plan, plan.known(), Here(5)))
    return plan, tmp_path / "class.csv"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"game": "loa5"}, f"game {GAME}, not loa5"),
        ({"depth": 2}, "depth 1, not 2"),
        ({"depth": None, "seconds": 1.0}, "depth 1, not none"),
        ({"games": 3}, "games 1, not 3"),
        ({"rounds": None}, "rounds 3, not none"),
        ({"openings": 4}, "openings 2, not 4"),
        ({"seed": 2}, "seed 1, not 2"),
        ({"opponents": ("random", "easy")}, "opponents random, not random, easy"),
        ({"sandbox": "glass"}, f"sandbox {SIMPLE}, not glass"),
        ({"rubric": None}, "another rubric"),
        ({"rubric": parse_rubric(OTHER_RUBRIC, NAMES, "rubric.ini")}, "another rubric"),
    ],
)
def test_another_setting_is_refused_by_its_name(cut, changed, said):
    plan, path = cut
    with pytest.raises(UserError, match="class.csv belongs to a class with ") as error:
        read_known(replace(plan, **changed), path)
    assert said in str(error.value)


def test_another_version_is_refused(cut):
    plan, path = cut
    file = path.with_name("class.csv.checks.json")
    content = json.loads(file.read_text("utf-8"))
    content["settings"]["version"] = "0.1.0"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(UserError, match=r"version 0\.1\.0, not "):
        read_known(plan, path)


def test_everything_that_decides_a_game_is_kept_and_comments_of_a_rubric_are_not_among_it(cut):
    plan, path = cut
    assert read_class(path).settings == settings_of(plan)
    commented = parse_rubric("; mine\n" + RUBRIC, NAMES, "rubric.ini")
    assert read_known(replace(plan, rubric=commented), path).checked


def test_games_without_their_settings_are_not_continued(cut):
    plan, path = cut
    path.with_name("class.csv.checks.json").unlink()
    with pytest.raises(UserError, match="the file of its checks is not beside it"):
        read_known(plan, path)


@pytest.mark.parametrize("change", ["resubmitted", "new", "gone"])
def test_only_the_games_of_a_changed_student_are_played_again(folder, tmp_path, change):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("random",), games=2)
    before = held(plan, plan.known())
    Outputs(csv=tmp_path / "class.csv").keep(before)
    name = "cid" if change != "new" else "dan"
    if change == "gone":
        (folder / "cid.py").unlink()
    else:
        (folder / f"{name}.py").write_text(FILES["ann"] + "# again\n")
    now = plan_of(folder, StandIns, opponents=("random",), games=2)
    known = read_known(now, tmp_path / "class.csv")
    where = Counting()
    after = held(now, replace(known, checked=now.known().checked), where)
    assert after.provisional == "" and name not in {now.names[one] for one in known.checked}
    others = {key: game for key, game in games_of(before).items() if name not in key}
    assert {key: game for key, game in games_of(after).items() if name not in key} == others
    assert where.played == (0 if change == "gone" else 2 * len(now.names[:-1]))


class Counting(Here):
    """Counts the games that are played."""

    played = 0

    def each(self, work, items):
        self.played += len(items) if work is conduct_module._play else 0
        yield from super().each(work, items)


def test_a_class_has_a_seed_that_nobody_knows_before(folder, capsys):  # noqa: F811
    seeds = []
    for name in set(FILES) - {"ann"}:
        (folder / f"{name}.py").unlink()
    for csv in ("one.csv", "two.csv"):
        arguments = ["class", "students", "--game", GAME, "--depth", "1", "--csv", csv,
                     "--sandbox", SIMPLE, "--jobs", "1"]  # fmt: skip
        assert main([*arguments, "--json"]) == 0
        first = capsys.readouterr()
        seeds.append(json.loads(first.out)["seed"])
        assert f"the seed {seeds[-1]} was drawn" in first.err
        assert main(["class", "students", "--csv", csv, "--resume", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["seed"] == seeds[-1]
    assert seeds[0] != seeds[1]


def test_a_command_is_continued_without_options_and_refuses_another_one(folder, capsys):  # noqa: F811
    for name in set(FILES) - {"ann", "eve"}:
        (folder / f"{name}.py").unlink()
    (folder.parent / "rubric.ini").write_text(RUBRIC, "utf-8")
    arguments = ["class", "students", "--csv", "class.csv", "--jobs", "1"]
    settings = ["--game", GAME, "--depth", "1", "--games", "1", "--seed", "5", "--openings", "3",
                "--against", "easy", "--rubric", "rubric.ini", "--sandbox", SIMPLE]  # fmt: skip
    assert main([*arguments, *settings]) == 0
    whole = (folder.parent / "class.csv").read_text("utf-8")
    (folder.parent / "rubric.ini").unlink()
    (folder.parent / "class.csv").write_text("".join(whole.splitlines(keepends=True)[:2]), "utf-8")
    capsys.readouterr()
    assert main([*arguments, "--resume", "--seconds", "1"]) == 2
    assert "depth 1, not none" in capsys.readouterr().err
    assert main([*arguments, "--resume", "--only", "ann"]) == 2
    assert "--only" in capsys.readouterr().err
    assert main([*arguments, "--resume", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"] and answer["provisional"] == "" and answer["players"][0]["marks"]
    assert moves_in((folder.parent / "class.csv").read_text("utf-8")) == moves_in(whole)


def test_a_class_is_not_lost_to_a_mistyped_name(folder, capsys):  # noqa: F811
    """The games of those who have gone are dropped: of another folder, it would be all of them."""
    for name in set(FILES) - {"ann", "eve"}:
        (folder / f"{name}.py").unlink()
    arguments = ["--csv", "class.csv", "--jobs", "1"]
    settings = ["--game", GAME, "--depth", "1", "--games", "1", "--sandbox", SIMPLE]
    assert main(["class", "students", *arguments, *settings]) == 0
    other = folder.parent / "other"
    other.mkdir()
    (other / "max.py").write_text(FILES["ann"], "utf-8")
    before = {path: path.read_bytes() for path in folder.parent.glob("class.csv*")}
    capsys.readouterr()
    assert main(["class", "other", *arguments, "--resume"]) == 2
    out, error = capsys.readouterr()
    assert not out and error.count("\n") == 1 and "is of another folder" in error
    assert "ann, eve" in error and len(before) == 2
    assert {path: path.read_bytes() for path in before} == before
    assert main(["class", "students", "--csv", "clas.csv", "--resume"]) == 2
    out, error = capsys.readouterr()
    assert not out and error.count("\n") == 1 and "no file clas.csv to resume" in error
    assert not (folder.parent / "clas.csv").exists()


def test_a_resumed_class_writes_what_was_asked_for_at_the_start(folder, capsys):  # noqa: F811
    for name in set(FILES) - {"ann", "eve"}:
        (folder / f"{name}.py").unlink()
    outside = folder.parent.parent / f"{folder.parent.name}-marks.csv"
    wanted = ["--html", "class.html", "--results", "results", "--marks", str(outside)]
    arguments = ["class", "students", "--csv", "class.csv", "--jobs", "1"]
    settings = ["--game", GAME, "--depth", "1", "--games", "1", "--sandbox", SIMPLE]
    assert main([*arguments, *settings, *wanted]) == 0
    kept = json.loads((folder.parent / "class.csv.checks.json").read_text("utf-8"))["outputs"]
    assert kept == {"html": "class.html", "results": "results", "marks": str(outside)}
    written = [folder.parent / "class.html", folder.parent / "results" / "index.html", outside]
    for file in written:
        file.unlink()
    capsys.readouterr()
    assert main([*arguments, "--resume", "--sgf", "sgf"]) == 2
    assert f"name again what is not in the folder of class.csv: --marks {outside}" in (
        capsys.readouterr().err
    )
    assert main([*arguments, "--resume", "--sgf", "sgf", "--marks", str(outside)]) == 0
    assert all(file.is_file() for file in written) and (folder.parent / "sgf").is_dir()
    outside.unlink()
    capsys.readouterr()


def test_no_command_that_was_kept_with_a_class_is_run(folder, tmp_path, capsys):  # noqa: F811
    """Whoever can write that file would run a program with the rights of the user."""
    for name in set(FILES) - {"eve"}:
        (folder / f"{name}.py").unlink()
    arguments = ["class", "students", "--csv", "class.csv", "--jobs", "1"]
    assert main([*arguments, "--game", GAME, "--sandbox", SIMPLE]) == 0
    path = folder.parent / "class.csv.checks.json"
    kept = json.loads(path.read_text("utf-8"))
    run = tmp_path / "run"
    kept["settings"]["opponents"] = [f"ugi:touch {run}"]
    path.write_text(json.dumps(kept), "utf-8")
    assert main([*arguments, "--resume"]) == 2
    assert "started only if you name it" in capsys.readouterr().err and not run.exists()
    kept["settings"].update(
        opponents=[], rubric=f"[opponent x]\npoints = 1\nplayer = ugi:touch {run}\n"
    )
    path.write_text(json.dumps(kept), "utf-8")
    assert main([*arguments, "--resume"]) == 2
    assert "started only if you name it" in capsys.readouterr().err and not run.exists()


def test_games_that_were_all_forfeited_are_no_sample(folder):  # noqa: F811
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    plan = plan_of(folder, StandIns, opponents=("random",), rubric=rubric)
    run = held(plan, plan.known())
    for pair, results in run.games.items():
        if 0 in pair:
            for number, result in list(results.items()):
                lost = {"winner": 1 - pair.index(0), "reason": f"ann{FORFEITS}no"}
                run.add(GamePlayed(pair, replace(result, number=number, **lost)))
    assert run.rated()[0].error == inf and run.place(0) == 8
    assert all(rating.error < inf for rating in run.rated()[1:])
    given = run.marks(rubric)
    assert interval(given[0]) is None and interval(given[1]) is not None
    assert sum("every game was forfeited" in mark.why for mark in given[0]) == 2
    assert "1 game won by forfeit" in given[1][-1].why  # ann's against ben
    page = student_page(run, 0, given[0])
    assert "±" not in page and "not a sample" in page and "so there is no rating" in page
    assert "so there is no rating" in class_page(run, given)


@pytest.mark.parametrize("change", ["apart", "alone"])
def test_a_part_of_the_rubric_that_nobody_can_play_makes_marks_provisional(
    folder, tmp_path, change  # noqa: F811
):  # fmt: skip
    if change == "alone":
        for name in set(FILES) - {"ann"}:
            (folder / f"{name}.py").unlink()
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    options = {"opponents": ("random",), "rubric": rubric, "apart": change == "apart"}
    plan = plan_of(folder, StandIns, **options)
    run = held(plan, plan.known())
    assert run.played == run.planned and not run.unfinished
    assert "“Games against the other students” (5 points" in run.provisional
    Outputs(results=tmp_path / "results").finish(run, run.marks(rubric))
    assert not list((tmp_path / "results").glob("*/results.json"))
    assert run.provisional in (tmp_path / "results" / "ann" / "index.html").read_text("utf-8")
    plain = plan_of(folder, StandIns, **{**options, "rubric": replace(rubric, others=None)})
    assert held(plain, plain.known()).provisional == ""


def test_the_checks_of_a_class_can_be_repeated_on_another_machine(folder, capsys):  # noqa: F811
    for name in set(FILES) - {"ann", "eve"}:
        (folder / f"{name}.py").unlink()
    wanted = ["class", "students", "--game", GAME, "--depth", "1", "--games", "1", "--jobs", "1",
              "--seed", "1", "--sandbox", SIMPLE, "--json"]  # fmt: skip
    answers = []
    for csv in ("one.csv", "two.csv"):
        assert main([*wanted, "--secret", "drawn before", "--csv", csv]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    timed = {"seconds", "checks"}
    for one, two in zip(*(answer["players"] for answer in answers), strict=True):
        assert {**one["checks"], **dict.fromkeys(timed)} == {
            **two["checks"], **dict.fromkeys(timed)
        }  # fmt: skip
        assert [line["share"] for line in one["checks"]["checks"] if line["name"] != "speed"] == [
            line["share"] for line in two["checks"]["checks"] if line["name"] != "speed"
        ]
    assert answers[0]["scores"] == answers[1]["scores"]
    assert answers[0]["secret"] == "drawn before"
    assert main([*wanted, "--resume", "--csv", "one.csv", "--secret", "another"]) == 2
    assert "another secret" in capsys.readouterr().err
    plan = plan_of(folder, StandIns)
    run = held(plan, plan.known())
    assert plan.secret in class_page(run, {}) and plan.secret not in student_page(run, 0, ())


def test_a_large_class_has_its_cross_table_on_the_page_only(folder):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("random",))
    run = held(plan, plan.known())
    width = {len(line) for line in report(run, {}).splitlines() if " ± " in line}
    assert NO_CROSS not in report(run, {}) and min(width) > 60
    opponents = ("random", *(f"random:seed={seed}" for seed in range(20)))
    many = plan_of(folder, StandIns, opponents=opponents)
    large = ClassroomRun(many)
    for event in (GamePlayed(pair, result) for pair, games in run.games.items()
                  for result in games.values()):  # fmt: skip
        large.add(event)
    said = report(large, {})
    assert NO_CROSS in said
    assert max(len(line) for line in said.splitlines() if " ± " in line) < 60


def test_the_columns_of_a_page_do_not_depend_on_who_was_checked_first(folder):  # noqa: F811
    rubric = parse_rubric(RUBRIC, NAMES, "rubric.ini")
    plan = plan_of(folder, StandIns, opponents=("random",), rubric=rubric, secret="s")
    run = held(plan, plan.known())
    page = class_page(run, run.marks(rubric))
    run.checked = dict(reversed(run.checked.items()))
    assert class_page(run, run.marks(rubric)) == page


def test_only_some_students_meet_the_opponents_and_not_each_other(folder, capsys):  # noqa: F811
    assert main(["class", "students", "--only", "eve", "hal", "--against", "random", "--game", GAME,
                 "--depth", "1", "--jobs", "1", "--sandbox", SIMPLE, "--json"]) == 0  # fmt: skip
    answer = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in answer["players"]] == ["eve", "hal", "random"]
    assert {tuple(sorted(row["names"])) for row in answer["scores"]} == {
        ("eve", "random"), ("hal", "random")
    }  # fmt: skip
    assert main(["class", "students", "--only", "nobody"]) == 2
    assert "'nobody'" in capsys.readouterr().err


@pytest.fixture
def interrupted(monkeypatch):
    """Let Ctrl-C be pressed as soon as a class runs."""

    def conduct(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "conduct", conduct)


@pytest.mark.parametrize("only", [[], ["--only", "eve"]])
def test_an_interrupted_class_can_be_resumed_and_single_students_cannot(
    folder, capsys, interrupted, only  # noqa: F811
):
    arguments = ["class", "students", *only, "--game", GAME, "--jobs", "1", "--sandbox", SIMPLE,
                 "--csv", "class.csv"]  # fmt: skip
    assert main(arguments) == 130
    hint = capsys.readouterr().err.splitlines()[-1]
    assert (words.ONLY_AGAIN in hint) == bool(only) and ("--resume" in hint) == (not only)
    assert main(arguments) == 2
    assert ("--resume" in capsys.readouterr().err) == (not only)


def test_an_interrupted_class_says_that_it_writes_and_a_second_signal_leaves_its_games(
    folder, capsys, monkeypatch, interrupted  # noqa: F811
):
    """The pages of thirty students and 5,000 games took 40 s, in which nothing was said."""

    def again(outputs, run, given):
        assert capsys.readouterr().err.splitlines()[-1] == f"loa: {words.STOPPED}"
        raise KeyboardInterrupt

    monkeypatch.setattr(Outputs, "finish", again)
    arguments = ["class", "students", "--game", GAME, "--jobs", "1", "--sandbox", SIMPLE]
    assert main([*arguments, "--csv", "class.csv"]) == 130
    (line,) = capsys.readouterr().err.splitlines()
    assert line == "loa: to go on: loa class students --csv class.csv --resume"


def test_the_hint_of_how_to_go_on_names_what_must_be_named_again(
    folder, tmp_path, capsys, interrupted  # noqa: F811
):
    outside = tmp_path.parent / f"{tmp_path.name} marks.csv"
    player = f"ugi:{sys.executable} -m loa_tk engine"
    (folder.parent / "weak.ini").write_text(f"[opponent x]\npoints = 1\nplayer = {player}\n")
    arguments = ["class", "students", "--game", GAME, "--jobs", "1", "--sandbox", SIMPLE,
                 "--csv", "class.csv", "--marks", str(outside), "--results", "results",
                 "--against", player, "random", "--rubric", "weak.ini"]  # fmt: skip
    assert main(arguments) == 130
    _, _, hint = capsys.readouterr().err.splitlines()[-1].partition("to go on: loa ")
    again = shlex.split(hint)
    assert again[:4] == ["class", "students", "--csv", "class.csv"]
    assert main([*again, "--jobs", "1", "--sandbox", SIMPLE]) == 130  # it is not refused
    assert "results" not in again
    outside.unlink(missing_ok=True)


# --- what is provisional ---


def test_an_unfinished_class_says_so_at_the_head_of_everything(folder, tmp_path):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("random",))
    half = held(plan, plan.known(), Here(5))
    said = "Provisional: 5 of 36 games played."
    assert half.provisional == said
    for page in (class_page(half, {}), student_page(half, 0, ())):
        assert said in page and page.index(said) < page.index("<table")
    unchecked = held(plan, None, Here(0))
    assert unchecked.provisional == "Provisional: 0 of 8 files checked, 0 of 36 games played."
    Outputs(csv=tmp_path / "class.csv").keep(half)
    kept = json.loads((tmp_path / "class.csv.checks.json").read_text("utf-8"))
    assert kept["provisional"] == said
    whole = held(plan, plan.known())
    assert whole.provisional == "" and "Provisional" not in class_page(whole, {})


def test_results_are_written_only_for_students_whose_games_are_complete(folder, tmp_path):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("random",))
    outputs = Outputs(results=tmp_path / "results")
    outputs.finish(held(plan, plan.known()), {})
    written = sorted(path.parent.name for path in outputs.results.glob("*/results.json"))
    assert written == sorted(FILES)
    half = held(plan, plan.known())
    del half.games[0, 3]  # of ann and dot
    outputs.finish(half, {})
    written = {path.parent.name for path in outputs.results.glob("*/results.json")}
    assert written == set(FILES) - {"ann", "dot"}
    assert len(list(outputs.results.glob("*/index.html"))) == 8


# --- who moves first ---


@pytest.mark.parametrize(("games", "rounds"), [(1, None), (3, None), (1, 5), (3, 5)])
def test_everyone_moves_first_in_half_of_an_odd_number_of_games(folder, games, rounds):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("random",), games=games, rounds=rounds)
    run = held(plan, plan.known())
    firsts = Counter(pair[result.first] for pair, results in run.games.items()
                     for result in results.values())  # fmt: skip
    for student in range(len(plan.students)):
        count = len(run.results_of(student))
        assert abs(2 * firsts[student] - count) <= (1 if rounds is None else 2)
    again = held(plan, replace(plan.known(), games=run_games(run)), Here(0))
    assert games_of(again) == games_of(run)  # games that are known fit those that are planned


def run_games(run):
    return {pair: list(results.values()) for pair, results in run.games.items()}


def test_progress_is_written_to_a_file_as_it_happens(folder, capsys, monkeypatch):  # noqa: F811
    monkeypatch.setattr("loa_tk.cli.classroom.BETWEEN_LINES", 0.0)
    for name in set(FILES) - {"eve", "fay"}:
        (folder / f"{name}.py").unlink()
    arguments = ["--game", GAME, "--depth", "1", "--jobs", "1", "--sandbox", SIMPLE]
    assert main(["class", "students", *arguments]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "checked" in line or "played" in line] == [
        "loa: checked 1 of 2 files", "loa: checked 2 of 2 files",
        "loa: played 1 of 2 games", "loa: played 2 of 2 games",
    ]  # fmt: skip


def test_pairs_begin_with_different_openings_and_everyone_meets_an_opponent_in_the_same(folder):  # noqa: F811
    plan = plan_of(folder, StandIns, opponents=("random", "easy"), openings=4)
    openings = {pair: plan.task(pair, 0).opening for pair in plan.met}
    students = [moves for pair, moves in openings.items() if pair[1] < 8]
    assert len(set(students)) > len(students) / 2
    for opponent in (8, 9):
        assert len({moves for pair, moves in openings.items() if pair[1] == opponent}) == 1
    assert plan.task((0, 1), 0).opening == plan.task((0, 1), 1).opening


def test_games_that_nobody_could_play_are_lost_by_both_and_not_rated(folder):  # noqa: F811
    """Two files that fail lose to each other, which says nothing about their strength."""
    plan = plan_of(folder, StandIns, opponents=("random",), rounds=None)
    run = held(plan, plan.known())
    assert all(abs(elo) < 2000 and error < 2000 for elo, error in run.rated())
    pair, results = next(iter(run.games.items()))
    for number, result in list(results.items()):
        results[number] = replace(result, winner=None, reason=f"a{FORFEITS}no")
    again = ClassroomRun(plan)
    again.games, again.checked = run.games, run.checked
    assert again.scores()[pair].losses == again.scores()[pair[::-1]].losses == len(results)
    assert all(abs(elo) < 2000 and error < 2000 for elo, error in again.rated())
