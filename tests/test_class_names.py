"""Names of submissions: each is written safely everywhere or left out, and the others go on."""

import csv
import io
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from loa_tk.cli.parser import main
from loa_tk.control.classroom import names
from loa_tk.control.classroom.examine import unexamined
from loa_tk.control.classroom.outputs import Outputs, games_text
from loa_tk.control.classroom.page import class_page
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.run import ClassroomRun, GamePlayed, StudentChecked
from loa_tk.control.classroom.setup import plan_of
from loa_tk.control.classroom.students import Student, read_submissions
from loa_tk.control.series.plan import FORFEITS, Result
from loa_tk.model.game import UserError, shown
from loa_tk.model.pairings import every_pair
from own_files import SIMPLE

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not have these names")
TEXT = "def evaluate(position, player):\n    return 0\n"
BAD = {
    "index.html": "the results have a file or folder of this name",
    "games": "the results have a file or folder of this name",
    "Games": "the results have a file or folder of this name",
    "con": "Windows keeps the name con for a device",
    "NUL": "Windows keeps the name NUL for a device",
    "aux.eve": "Windows keeps the name aux.eve for a device",
    "c:eve": "a file name on Windows cannot contain ':'",
    'e"ve': "a file name on Windows cannot contain '\"'",
    "=1+2": "a spreadsheet takes a name that begins with = for a formula",
    "+eve": "a spreadsheet takes a name that begins with + for a formula",
    "-eve": "a spreadsheet takes a name that begins with - for a formula",
    "@eve": "a spreadsheet takes a name that begins with @ for a formula",
    "＝eve": "a spreadsheet takes a name that begins with ＝ for a formula",
    "eve\x1b[31m": "its name contains '\\x1b', which not every system can show or write",
    "eve\n": "its name contains '\\n', which not every system can show or write",
    "eve\u202eyp": "its name contains '\\u202e', which not every system can show or write",
    "eve\u200b": "its name contains '\\u200b', which not every system can show or write",
    "eve\udcff": "its name contains '\\udcff', which not every system can show or write",
    "eve\\..\\ann": "its name contains '\\', which not every system can show or write",
    "eve ": "its name begins or ends with a blank or ends with a dot",
    "eve.": "its name begins or ends with a blank or ends with a dot",
    "e" * 101: "its name has 101 characters, and at most 100 can be shown",
}
GOOD = ["ann", "Max Mustermann_12_assignsubmission_file", "o'neill", "José", "李雷", "a.b"]


@pytest.fixture
def folder(tmp_path):
    students = tmp_path / "students"
    students.mkdir()
    for name in ("ann", "ben"):
        (students / f"{name}.py").write_text(TEXT)
    return students


@LINUX
@pytest.mark.parametrize("as_folder", [False, True])
def test_a_bad_name_is_left_out_with_one_line_and_the_others_are_read(folder, as_folder):
    for name in BAD:
        if as_folder:
            (folder / name).mkdir()
            (folder / name / "mine.py").write_text(TEXT)
        else:
            (folder / f"{name}.py").write_text(TEXT)
    found = read_submissions(folder)
    assert [one.name for one in found.students] == ["ann", "ben"]
    ending = "" if as_folder else ".py"
    lines = {shown(name + ending): f" is left out: {why}; rename it"
             for name, why in BAD.items()}  # fmt: skip
    assert set(found.left_out) == {f"{name}{line}" for name, line in lines.items()}
    assert all(line.isprintable() for line in found.left_out)


@pytest.mark.parametrize("name", GOOD)
def test_usual_names_are_good(name):
    assert names.wrong(name) == ""


@LINUX
def test_names_that_some_systems_take_for_the_same_are_left_out(folder):
    (folder / "Ann.py").write_text(TEXT)
    (folder / "José.py").write_text(TEXT)
    (folder / "Jose\u0301.py").write_text(TEXT)
    found = read_submissions(folder)
    assert [one.name for one in found.students] == ["ben"]
    (first, second) = sorted(found.left_out)
    assert first.startswith("'Ann.py' and 'ann.py' are left out: some systems take their names")
    assert "Jos" in second
    (folder / "ben").mkdir()
    (folder / "ben" / "mine.py").write_text(TEXT)
    with pytest.raises(UserError, match="'ben.*mine.py' and 'ben.py' are left out"):
        read_submissions(folder)


def test_links_are_left_out(folder, tmp_path):
    """Another's work would pass as one's own."""
    elsewhere = tmp_path / "prof"
    elsewhere.mkdir()
    (elsewhere / "solution.py").write_text(TEXT)
    (folder / "fay").mkdir()
    try:
        (folder / "eve.py").symlink_to(elsewhere / "solution.py")
    except OSError:
        pytest.skip("this user may not make links")
    (folder / "dot").symlink_to(elsewhere)
    (folder / "fay" / "mine.py").symlink_to(folder / "ann.py")
    (folder / "gus.py").symlink_to(folder / "nowhere.py")
    (folder / "notes.txt").symlink_to(elsewhere / "solution.py")
    (folder / "_course.py").symlink_to(elsewhere / "solution.py")
    found = read_submissions(folder)
    link = "is left out: it is a symbolic link; put the file or folder itself there"
    assert [one.name for one in found.students] == ["ann", "ben"]
    assert found.left_out == (
        f"'dot' {link}",
        f"'eve.py' {link}",
        "'fay' is left out: 'mine.py' in it is a symbolic link; put the file itself there",
        f"'gus.py' {link}",
    )


@LINUX
def test_files_with_strange_names_and_unreadable_ones_are_left_out(folder):
    (folder / "eve").mkdir()
    (folder / "eve" / "mi\u202ene.py").write_text(TEXT)
    (folder / "games.d").mkdir()
    (folder / "games.d" / "games.py").write_text(TEXT)
    (folder / "fay.py").write_text(TEXT)
    (folder / "fay.py").chmod(0)
    found = read_submissions(folder)
    line = found.left_out[0]
    assert "eve" in line and "'\\u202e'" in line
    read = [one.name for one in found.students]
    if os.geteuid():
        assert found.left_out[1] == "'fay.py' is left out: 'fay.py' cannot be read: " \
                                    "Permission denied"  # fmt: skip
    assert [name for name in read if name != "fay"] == ["ann", "ben", "games.d"]


def test_a_student_with_an_opponent_s_name_is_left_out(folder):
    (folder / "random.py").write_text(TEXT)
    numbers = {"games": 1, "rounds": None, "depth": 1, "seconds": None, "openings": 2, "seed": 1}
    plan = plan_of("loa5", str(folder), ["random"], None, numbers, SIMPLE)
    assert plan.names == ("ann", "ben", "random")
    assert plan.left_out == ("'random.py' is left out: an opponent has this name; rename it",)


@LINUX
def test_the_command_says_what_is_left_out_and_goes_on(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ann", "ben", "index.html", "e\u202eve"):
        (folder / f"{name}.py").write_text("no Python")  # which takes less time to check
    words = ["class", str(folder), "--depth", "1", "--games", "1", "--sandbox", SIMPLE]
    assert main([*words, "--results", "out", "--game", "minicheckers"]) == 0
    said = capsys.readouterr()
    assert "loa: 'index.html.py' is left out: the results have" in said.err
    assert "loa: 'e\\u202eve.py' is left out" in said.err and "\u202e" not in said.out + said.err
    assert sorted(os.listdir("out")) == ["ann", "ben", "games", "index.html"]
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "Left out" in page and "\u202e" not in page


def test_the_command_and_the_page_name_those_who_have_handed_in_the_same(tmp_path, capsys):
    """The file's own name does not matter, nor whether a platform has put it in a folder."""
    here = tmp_path / "students"
    (here / "ben").mkdir(parents=True)
    good = "def evaluate(position, player):\n    return len(position.pieces(player))\n"
    for name, text in (("ann.py", good), ("ben/mine.py", good), ("cid.py", good + "# mine\n")):
        (here / name).write_text(text)
    page = tmp_path / "class.html"
    settings = ["--depth", "1", "--games", "1", "--sandbox", SIMPLE, "--html", str(page)]
    assert main(["class", str(here), *settings]) == 0
    line = "ann, ben: the same submission, byte for byte"
    assert f"loa: {line}\n" in capsys.readouterr().err
    assert line in page.read_text("utf-8")


def test_one_file_that_cannot_be_written_does_not_stop_the_others(tmp_path):
    run = run_of(["ann", "ben", "cid"])
    out = tmp_path / "out"
    out.mkdir()
    (out / "ben").write_text("in the way")
    with pytest.raises(UserError, match="ben cannot be made: .*, and 5 other files neither"):
        Outputs(results=out).finish(run, {})
    assert (out / "ann" / "results.json").exists() and (out / "cid" / "index.html").exists()


# --- whatever the names are ---

NAMES = st.lists(st.text(min_size=1, max_size=120) | st.sampled_from([*BAD, *GOOD]), max_size=6)


def run_of(called):
    """Return a class of these students, in which each game was lost by an error."""
    students = tuple(
        Student(name=name, path=Path(f"student{number}.py").absolute(), kinds=(), digest="")
        for number, name in enumerate(called)
    )
    plan = ClassroomPlan(game="loa5", students=students, opponents=("a b", "a_b"), games=1)
    run = ClassroomRun(plan)
    for number in range(len(students)):
        run.add(StudentChecked(number, unexamined("x.py", "loa5", 1, "it is broken")))
    for pair in every_pair(len(run.plan.names)):
        reason = f"{run.plan.names[pair[1]]}{FORFEITS}=1+2"
        run.add(GamePlayed(pair, Result(
            number=0, first=0, winner=0, reason=reason, moves=(), opening=0, turns=(),
        )))  # fmt: skip
    return run


class Ids(HTMLParser):
    """Collects the ids of a page and the places in it that links lead to."""

    def __init__(self):
        super().__init__()
        self.ids, self.links = [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []


@settings(max_examples=25)
@given(NAMES)
@example(["ann b", "ann_b", "ANN-B", "a b", "ann b_2"])
@example(["x" * 100, "x" * 99 + "y", "李" * 83, "李" * 82 + "雷"])
def test_the_results_of_any_class_are_written_once_and_in_their_folder(tmp_path_factory, called):
    known = {"ann"}
    called = ["ann"] + [name for name in called if not names.wrong(name)
              and len(f"{name}.py".encode()) < 256  # no file has a longer name
              and not (names.alike(name) in known or known.add(names.alike(name)))]  # fmt: skip
    run, top = run_of(called), tmp_path_factory.mktemp("class")
    Outputs(results=top / "out", csv=top / "class.csv").finish(run, {})
    assert sorted(os.listdir(top)) == ["class.csv", "class.csv.checks.json", "out"]
    # As they are on a disk that does not tell capitals apart.
    written = [names.alike(name) for name in os.listdir(top / "out")]
    assert sorted(written) == sorted(["games", "index.html", *map(names.alike, called)])
    assert all(sorted(os.listdir(top / "out" / name)) == ["games", "index.html", "results.json"]
               for name in called)  # fmt: skip
    games = {names.alike(name) for name in os.listdir(top / "out" / "games")}
    assert len(games) == len(every_pair(len(run.plan.names)))
    page, index = Ids(), Ids()
    page.feed(class_page(run, {}))
    assert len(set(page.ids)) == len(page.ids) and page.ids == [link[1:] for link in page.links]
    index.feed((top / "out" / "index.html").read_text("utf-8"))
    assert len(index.links) == len(called) + len(games)
    assert all((top / "out" / unquote(link)).is_file() for link in index.links)
    for row in list(csv.reader(io.StringIO(games_text(run))))[1:]:
        assert not any(cell.startswith((*"=+-@\t\r",)) for cell in row)


@LINUX
@settings(max_examples=50)
@given(st.lists(st.text(min_size=1, max_size=60).map(lambda name: re.sub("[/\0]", "_", name))))
def test_whatever_a_folder_holds_its_good_names_are_read(tmp_path_factory, called):
    folder = tmp_path_factory.mktemp("class")
    (folder / "ann.py").write_text(TEXT)
    for name in called:
        try:
            (folder / f"{name}.py").write_text(TEXT)
        except (OSError, ValueError):  # too long, half a character
            continue
    found = read_submissions(folder, taken=("random",))
    read = [one.name for one in found.students]
    assert len(set(map(names.alike, read))) == len(read) and not any(map(names.wrong, read))
    assert all(line.isprintable() for line in found.left_out)
    assert "ann" in read or any("'ann.py' and" in line or "and 'ann.py'" in line
                                for line in found.left_out)  # fmt: skip
