"""Submissions as learning platforms write them, and the marks as their gradebooks read them."""

import csv
import io

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.classroom.examine import unexamined
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.gradebook import HEADS, comment, marks_text
from loa_tk.control.classroom.names import person
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Credit, marks, parse_rubric
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.students import read_submissions
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.source import load
from loa_tk.model.scoring import Score
from own_files import SIMPLE

FILE = "def evaluate(position, player):\n    return 1\n"


@pytest.mark.parametrize(
    ("folder", "name", "number"),
    [
        ("Müller_Anna_12345_assignsubmission_file_", "Müller Anna", "12345"),
        ("Anna Müller_12345_assignsubmission_file_", "Anna Müller", "12345"),
        ("Anna Müller_12345_assignsubmission_file_mine", "Anna Müller", "12345"),
        ("mulleranna_4711_99001_mine", "mulleranna", "4711"),
        ("mulleranna_LATE_4711_99001_mine", "mulleranna", "4711"),
        ("ann", "ann", ""),
        ("my_search_2", "my_search_2", ""),
    ],
)
def test_a_platform_s_name_is_a_person_s(folder, name, number):
    assert person(folder) == (name, number)


def test_two_people_of_the_same_name_are_told_apart_by_their_numbers(tmp_path):
    for number in (1, 2):
        folder = tmp_path / f"Anna Müller_{number}_assignsubmission_file_"
        folder.mkdir()
        (folder / "mine.py").write_text(FILE)
    (tmp_path / "Ben Ott_3_assignsubmission_file_x.py").write_text(FILE)
    found = read_submissions(tmp_path)
    assert [one.name for one in found.students] == ["Anna Müller 1", "Anna Müller 2", "Ben Ott"]
    assert [one.id for one in found.students] == ["1", "2", "3"] and not found.left_out


def test_marks_have_who_the_mark_and_why(tmp_path):
    (tmp_path / "Anna Müller_12345_assignsubmission_file_x.py").write_text(FILE)
    for name in ("ben", "cem"):
        (tmp_path / f"{name}.py").write_text(FILE)
    plan = ClassroomPlan(game="loa5", students=read_submissions(tmp_path).students)
    run = ClassroomRun(plan)
    run.checked = {
        number: Checked(program="", game="loa5", seed=1, kinds=(), sandbox="", lines=(), seconds=0)
        for number in (0, 1)
    }
    given = {
        0: [Credit(name="A", points=1.5, most=2.0, why="a\nbit"),
            Credit(name="B", points=3, most=3, why="")],
        1: [Credit(name="=A", points=0, most=5.0, why="nothing")],
    }  # fmt: skip
    heads, *rows = csv.reader(io.StringIO(marks_text(run, given)))
    assert tuple(heads) == HEADS
    so_far = "Provisional: 2 of 3 files checked, 0 of 6 games played."
    assert rows == [
        ["Participant 12345", "Anna Müller", "4.5", "5", f"{so_far} A: 1.5 of 2 (a bit)"],
        ["", "ben", "0", "5", f"{so_far} =A: 0 of 5 (nothing)"],
        ["", "cem", "", "", f"{so_far} this check was not made"],
    ]


def test_a_file_that_cannot_be_loaded_is_told_why():
    checked = unexamined("mine.py", "loa5", 1, "mine.py, line 1: SyntaxError")
    rubric = parse_rubric("[checks]\nsame = 5\n", ["same"], "rubric.ini")
    said = comment(marks(rubric, checked, {}, Score(), ("evaluation",)), checked)
    assert said.startswith("mine.py, line 1: SyntaxError; Returns the same twice: 0 of 5 (")
    assert "“Loads” failed" in said


def test_a_class_writes_marks(tmp_path, capsys):
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.py").write_text("not Python")
    (tmp_path / "class" / "ben.py").write_text("nor this")
    marks = tmp_path / "marks.csv"
    wanted = ["class", str(tmp_path / "class"), "--marks", str(marks), "--sandbox", SIMPLE]
    assert main([*wanted, "--csv", str(marks)]) == 2
    assert "--csv and --marks are both" in capsys.readouterr().err
    assert main(wanted) == 0
    assert [row[1:4] for row in csv.reader(marks.read_text("utf-8").splitlines())][1:] == [
        ["ann", "0", "1"], ["ben", "0", "1"],
    ]  # fmt: skip
    capsys.readouterr()
    assert main(wanted) == 2  # nothing is overwritten
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'x = 1\ny = "\xfc"\n', "line 2: its text is not UTF-8, perhaps Latin-1: save it as"),
        (b"x = 1  # \xfc\n", "line 1: its text is not UTF-8, perhaps Latin-1: save it as UTF-8"),
        (b'x = "C:\\Users"\n', "line 1: \\ in a string begins a code such as \\n: write \\\\"),
        (b'x = "\\N{none}"\n', "line 1: \\ in a string begins a code such as \\n"),
        (b"import not_there as np\n", "no module not_there here: a file may import what comes"),
        (b"from . import helper\n", "a relative import does not work here: write `import helper`"),
        (b"from .helper import x\n", "a relative import does not work here"),
    ],
)
def test_what_a_file_may_be_and_import_is_said(tmp_path, text, said):
    (tmp_path / "mine.py").write_bytes(text + FILE.encode())
    with pytest.raises(Mistake) as caught:
        load(tmp_path / "mine.py")
    assert said in str(caught.value)


def test_a_declared_encoding_is_kept(tmp_path):
    (tmp_path / "mine.py").write_bytes(b"# coding: latin-1\nx = '\xfc'\n" + FILE.encode())
    assert load(tmp_path / "mine.py").module.x == "ü"
