"""Submissions that are changed, or replaced by links, after a class has read them."""

import os
from pathlib import Path

import pytest

from loa_tk.control.classroom.conduct import conduct
from loa_tk.control.classroom.outputs import Outputs, read_known
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.setup import NUMBERS, plan_of
from loa_tk.control.classroom.students import read_submissions
from loa_tk.control.guest.host import Guest
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.lab.mistakes import Mistake
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from own_files import SANDBOXES, SIMPLE
from test_class import EVALUATION, GAME, Here, few_checks  # noqa: F401 - a fixture
from test_programs_of_students import client, posix, program

LOA5 = find_game("loa5")
OWN, OTHER = EVALUATION.format("1.0 + player.count('b')"), EVALUATION.format("-9.0")
linking = pytest.mark.skipif(os.name == "nt", reason="Windows lets few users make links")


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a class: Ann and Ben each have a folder with a file of the same name."""
    for name, text in (("ann", OWN), ("ben", OTHER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text(text)
    return tmp_path


def read_plan(folder):
    numbers = {field.name: field.default for field in NUMBERS}
    return plan_of(GAME, str(folder), [], None, {**numbers, "depth": 1, "games": 1}, SIMPLE)


def held(plan, known=None, where=None):
    run = ClassroomRun(plan)
    for event in conduct(plan, where or Here(), known):
        run.add(event)
    return run


@pytest.mark.parametrize("place", ["weights.txt", "_helper.py", "inner/part.py"])
def test_whatever_lies_beside_a_file_is_part_of_the_submission(folder, place):
    path = folder / "ann" / place
    path.parent.mkdir(exist_ok=True)
    path.write_text("x = 1\n")
    before, ben = read_submissions(folder).students
    path.write_text("x = 2\n")
    after, _ = read_submissions(folder).students
    assert before.digest != after.digest and before.whole and not ben.whole


def test_a_submission_of_many_bytes_is_read_in_no_time(folder):
    for number in range(20):
        with (folder / "ann" / f"{number}.bin").open("wb") as file:
            file.truncate(60_000_000)
    before, _ = read_submissions(folder).students  # hashing all of it would take seconds
    with (folder / "ann" / "9.bin").open("ab") as file:
        file.write(b"x")
    assert read_submissions(folder).students[0].digest != before.digest


@posix
def test_a_name_that_is_no_text_stops_no_class(folder):
    program(folder / "cid")
    Path(os.fsdecode(os.fsencode(folder / "cid") + b"/\xff.txt")).write_text("x")
    assert [one.name for one in read_submissions(folder).students] == ["ann", "ben", "cid"]


@pytest.mark.usefixtures("few_checks")
def test_a_file_that_was_changed_while_the_class_ran_is_named(folder):
    class Meddling(Here):
        def each(self, work, items):
            for item, answer in super().each(work, items):
                (folder / "ann" / "mine.py").write_text(OTHER)
                yield item, answer

    run = held(read_plan(folder), where=Meddling())
    assert run.played == run.planned and "the files of ann were changed" in run.provisional
    ann, ben = (run.plan.names.index(name) for name in ("ann", "ben"))
    assert not run.is_complete(ann) and run.is_complete(ben)
    table = folder.parent / f"{folder.name}.csv"
    Outputs(csv=table).keep(run)
    known = read_known(read_plan(folder), table)  # so a class that goes on plays her games again
    assert list(known.checked) == [ben] and not any(known.games.values())
    assert not held(read_plan(folder), known).provisional


def test_a_shared_file_that_has_changed_makes_another_class(folder):
    (folder / "_common.py").write_text("x = 1\n")
    run, table = ClassroomRun(read_plan(folder)), folder.parent / f"{folder.name}.csv"
    Outputs(csv=table).keep(run)
    read_known(read_plan(folder), table)
    (folder / "_common.py").write_text("x = 2\n")
    with pytest.raises(UserError, match="shared files"):
        read_known(read_plan(folder), table)


@linking
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_nobody_plays_with_another_student_s_file_by_a_link(folder, sandbox):
    (folder / "ann" / "mine.py").unlink()
    (folder / "ann").rmdir()
    (folder / "ann").symlink_to(folder / "ben")
    (folder / "eve.py").symlink_to(folder / "ben" / "mine.py")
    for path in (folder / "ann" / "mine.py", folder / "eve.py"):
        with pytest.raises(Mistake, match="link has taken its place"):
            Guest(path, sandbox, str(folder))


@posix
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_nobody_plays_with_another_student_s_program_by_a_link(folder, sandbox):
    program(folder / "cid")
    (folder / "dot").symlink_to(folder / "cid")
    with pytest.raises(Forfeit, match="link has taken its place"):
        client(folder / "dot", sandbox, str(folder))


@linking
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_user_may_name_a_folder_by_a_link_and_nothing_is_written_through_it(folder, sandbox):
    (folder / "link").symlink_to(folder / "ben")
    before = (folder / "ben" / "mine.py").stat()
    guest = Guest(folder / "link" / "mine.py", sandbox)
    try:
        assert guest.values(LOA5, [(LOA5.start, 0)]) == [-9.0]
    finally:
        guest.close()
    after = (folder / "ben" / "mine.py").stat()
    assert (before.st_mtime_ns, before.st_ctime_ns) == (after.st_mtime_ns, after.st_ctime_ns)
