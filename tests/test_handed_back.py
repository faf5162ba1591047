"""The page that a student gets back, the links of the class's page, and the columns of its CSV."""

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from loa_tk.control.classroom.findings import Checked, Line, failed, measured, passed
from loa_tk.control.classroom.gradebook import marks_text
from loa_tk.control.classroom.handed_back import Extras, TurningPoint, student_page
from loa_tk.control.classroom.integrity import Integrity
from loa_tk.control.classroom.outputs import Outputs, games_text, read_known
from loa_tk.control.classroom.page import class_page
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Credit
from loa_tk.control.classroom.run import (
    ClassroomRun,
    FilesChanged,
    GamePlayed,
    RoundBegun,
    StudentChecked,
)
from loa_tk.control.classroom.students import Student
from loa_tk.control.series.plan import Result, Task
from loa_tk.model import records
from loa_tk.model.games import find_game
from loa_tk.store.games import load
from loa_tk.words import classroom as words
from loa_tk.words import handed_back as texts
from test_class import parsed

LOA5 = find_game("loa5")
NAMES = ("Anna Å", "Ben &lt;b", "Cem")
# A whole game; black, who moves first, connects.
MOVES = "c1-c3 e4-c4 d1-b3 a2-c2 d5-a5 e3xc5 c3-e1 c4-c1 e1-c3 e2-e3 b3-c4 c1-e1 c3-b2 c2-e4 b2-c2"
GIVEN = [
    Credit(name="Returns numbers", points=5.0, most=10.0, why=""),
    Credit(name="Games against random", points=7.5, most=10.0, why=""),
]
TURNING = TurningPoint(
    about="game 1", state=LOA5.start, played=LOA5.moves(LOA5.start)[0],
    better=LOA5.moves(LOA5.start)[3], lead="1. b1-e1 gave the win away.",
    why_better="another move would have won.", why_worse="White can force a win.",
)  # fmt: skip


def checked(*lines):
    return Checked(
        program="x.py", game="loa5", seed=1, kinds=("evaluation",), sandbox="", lines=lines,
        seconds=1.0, integrity=Integrity(digest="ab" * 32),
    )  # fmt: skip


@pytest.fixture
def run(tmp_path):
    """Return a class of three with two rounds, whose games are made up."""
    students = tuple(
        Student(name=name, path=tmp_path / f"{number}.py", kinds=("evaluation",), digest="cd" * 32)
        for number, name in enumerate(NAMES)
    )
    plan = ClassroomPlan(
        game="loa5", students=students, opponents=("random",), rounds=2, openings=0, games=2,
        folder=str(tmp_path),
    )  # fmt: skip
    made = ClassroomRun(plan)
    right = Line(name="numbers", text="Returns numbers", required=True, finding=passed("200"))
    wrong = Line(name="same", text="Same", required=True, finding=failed("not <the> same"))
    figure = Line(name="rank", text="Rank", required=False, finding=measured("0.5", 0.5, "0.5"))
    for number in range(3):
        made.add(StudentChecked(number, checked(right, wrong, figure)))
    moves = tuple(MOVES.split())
    for begun in (RoundBegun(1, ((0, 1),), 2), RoundBegun(2, ((0, 2),), 1)):
        made.add(begun)
    for pair in ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3)):
        for number in range(2):
            first = Task(number, plan.series(pair)).first
            lost = pair == (0, 2) and number == 1
            made.add(GamePlayed(pair, Result(
                number=number, first=first, winner=1 if lost else first,
                reason=f"{NAMES[0]} forfeits. It failed." if lost else "black has won",
                moves=() if lost else moves, opening=0, turns=(),
            )))  # fmt: skip
    return made


def test_the_page_has_mark_checks_opponents_and_games_and_names_nobody_else(run):
    page = student_page(run, 0, GIVEN)
    said = parsed(page)
    assert {"Anna Å", "12.5", "of 20 points", "not <the> same", "5 / 10", "random"} <= said
    assert {words.CHECKS, texts.OPPONENTS, texts.CLASS, texts.YOUR_GAMES} <= said
    assert texts.TURNED not in said and "±" not in page.partition("</header>")[0]
    assert "Ben" not in page and "Cem" not in page
    assert "SHA-256 cdcdcdcd cdcdcdcd" in page and "1 lost by an error" in page
    assert "abababab" not in page  # the hash stands there once


def test_each_text_stands_once_on_the_page(run):
    page = unescape(student_page(run, 0, GIVEN))
    for text in ("not <the> same", words.LEGEND, texts.OPPONENTS_LEGEND, "It failed."):
        assert page.count(text) == 1, text


def test_what_is_known_besides_has_its_place_and_what_is_not_is_left_out(run):
    extras = Extras(interval=(11.0, 14.0), rung=1, turning=TURNING, provisional="provisional: 1")
    said = parsed(student_page(run, 0, GIVEN, extras))
    assert {"± 1.5", "Your rung: 1 of 1", texts.TURNED, TURNING.lead, "provisional: 1"} <= said
    assert texts.OPPONENTS not in said
    assert any("between 11 and 14 (95 % interval)" in text for text in said)
    assert "Your rung: none of 1" in parsed(student_page(run, 0, GIVEN, Extras(rung=0)))
    bare = parsed(student_page(run, 0, []))
    assert texts.YOUR_MARK not in bare and words.CHECKS in bare
    assert words.NOT_CHECKED in parsed(student_page(ClassroomRun(run.plan), 0, []))


def test_what_a_check_says_of_code_is_code(run):
    found = failed("Is the test `v >= beta & v` there? <b>")
    line = Line(name="same", text="Same", required=True, finding=found)
    run.add(StudentChecked(0, checked(line)))
    code = "Is the test <code>v &gt;= beta &amp; v</code> there? &lt;b&gt;"
    assert code in student_page(run, 0, GIVEN) and code in class_page(run, {0: GIVEN})


def test_what_was_changed_meanwhile_is_said_without_the_names_of_others(run):
    run.add(FilesChanged((1,)))
    rows = [*csv.reader(io.StringIO(marks_text(run, {0: GIVEN, 1: GIVEN})))]
    for number, said, other in ((0, words.OTHERS_CHANGED, "Ben"), (1, words.OWN_CHANGED, "Anna")):
        page = student_page(run, number, GIVEN)
        assert said in page and other not in page
        assert said in rows[number + 1][-1] and other not in rows[number + 1][-1]
    assert "Ben" in run.provisional  # the instructor's


def test_games_are_repeatable_only_without_a_clock(run):
    assert texts.SAME_GAMES in student_page(run, 0, GIVEN)
    run.plan = replace(run.plan, depth=None, seconds=1.0)
    page = student_page(run, 0, GIVEN)
    assert texts.TIMED_GAMES in page and texts.SAME_GAMES not in page


def test_a_margin_is_plus_or_minus_only_if_it_is_the_same_on_both_sides(run):
    head = student_page(run, 0, GIVEN, Extras(interval=(9.0, 13.5))).partition("</header>")[0]
    assert "(9–13.5)" in head and "±" not in head
    nearly = [Credit(name="Returns numbers", points=99.96, most=100.0, why="")]
    assert "<b>99.96</b>" in student_page(run, 0, nearly)


def test_games_without_a_move_are_counted_and_take_no_room_on_paper(run):
    lost = run.games[0, 2][1]
    for number in range(2, 40):
        run.add(GamePlayed((0, 2), replace(lost, number=number)))
    page = student_page(run, 0, GIVEN)
    assert page.count("It failed.") == 1
    assert "39 games lost without a move: Anna Å forfeits. It failed." in parsed(page)
    assert page.count('<tr class="own">') == 5 and page.count('<tr class="own screen">') == 39
    other = parsed(student_page(run, 2, GIVEN))
    assert any("39 games won without a move" in text for text in other)


def test_the_board_steps_through_the_games(run):
    page = student_page(run, 0, [])
    told = json.loads(unescape(re.search(r'data-play="([^"]*)"', page)[1]))
    assert len(told["games"]) == 5  # a game without moves is not shown
    assert told["games"][0]["moves"][1] == "1. c1-c3 (black)"
    assert len(told["games"][0]["frames"]) == len(MOVES.split()) + 1
    assert page.count('class="show"') == 5 and MOVES in page


def links(page):
    return {unquote(unescape(link)) for link in re.findall(r'href="([^"#][^"]*)"', page)}


def test_the_index_links_everything(run, tmp_path):
    results = tmp_path / "results"
    Outputs(results=results).finish(run, {0: GIVEN})
    index = (results / "index.html").read_text("utf-8")
    found = links(index)
    wanted = {path.relative_to(results).as_posix() for path in (results / "games").iterdir()}
    wanted |= {f"{name}/index.html" for name in NAMES}
    assert found == wanted and all((results / link).is_file() for link in found)
    assert '<section class="student"' not in index  # each text stands once


def test_a_students_games_are_files_that_name_nobody_else(run, tmp_path):
    results = tmp_path / "results"
    Outputs(results=results).finish(run, {})
    own = results / NAMES[0]
    found = links((own / "index.html").read_text("utf-8"))
    assert len(found) == 6 and all((own / link).is_file() for link in found)
    for link in found:
        (tree,) = load(own / link)
        record = records.read_record(tree)
        text = (own / link).read_text("utf-8")
        assert not record.problems and NAMES[0] in text
        assert "Ben" not in text and "Cem" not in text


def test_the_csv_has_sides_rounds_and_reasons_and_can_be_resumed(run, tmp_path):
    path = tmp_path / "class.csv"
    Outputs(csv=path).finish(run, {})
    rows = list(csv.DictReader(io.StringIO(games_text(run))))
    told = [(row["player1"], row["player2"], row["side1"], row["side2"], row["round"])
            for row in rows if row["player2"] in NAMES]  # fmt: skip
    assert told == [
        ("Anna Å", "Ben &lt;b", "black", "white", "1"),
        ("Anna Å", "Ben &lt;b", "white", "black", "1"),
        ("Anna Å", "Cem", "black", "white", "2"),
        ("Anna Å", "Cem", "white", "black", "2"),
    ]
    assert {row["round"] for row in rows if row["player2"] == "random"} == {""}
    assert all(row["reason"] for row in rows)
    known = read_known(run.plan, path)
    assert sum(map(len, known.games.values())) + len(known.faults) == run.played


def test_the_pages_load_nothing(run, tmp_path):
    Outputs(results=tmp_path / "results").finish(run, {0: GIVEN})
    for path in Path(tmp_path / "results").rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"(src|href)=\"(https?:)?//", text) and "@import" not in text
