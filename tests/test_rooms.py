"""The rooms in which both commands of the README are tried: which there are, and their verdicts."""

import os
import re

import pytest

import rooms
from interpreters import OLDEST
from shell import ROOT, SetupError


def test_between_them_the_rooms_have_every_python_that_the_package_names():
    minors = sorted(int(room.python.removeprefix("python3.")) for room in rooms.ROOMS.values())
    named = re.findall(r"Python :: 3\.(\d+)", (ROOT / "setup.cfg").read_text("utf-8"))
    assert minors == list(map(int, named)) and minors[0] == OLDEST[1]


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("3905 passed in 145.10s (0:02:25)", True),
        ("3900 passed, 5 skipped in 145.10s", True),
        ("3900 passed, 5 skipped, 1 warning in 9.00s", True),
        ("1 failed, 3904 passed in 145.10s", False),
        ("3904 passed, 1 error in 145.10s", False),
        ("5 skipped in 0.10s", False),
        ("no tests ran in 0.10s", False),
        ("missing here: Xvfb; type this line, then the same command again:", False),
    ],
)
def test_only_a_run_in_which_nothing_failed_is_good(line, good):
    output = f"making .venv\n....\n======= {line} =======\n\n"
    assert rooms.summary_line(output) == line
    assert rooms.summary_is_good(line) == good
    assert rooms.Outcome(user="root", run="opens", test=line).good == good
    assert not rooms.Outcome(user="root", run="ended with status 1", test=line).good


def test_the_results_are_a_table_of_markdown():
    lines = rooms.table([["sid", "Debian", "3.14.1", "9.0.3", "root", "opens", "9 passed"]])
    head, rule, row = lines.splitlines()
    assert head.count("|") == rule.count("|") == row.count("|") == 8
    assert row == "| sid | Debian | 3.14.1 | 9.0.3 | root | opens | 9 passed |"


def test_a_room_that_there_is_not_is_named(capsys):
    with pytest.raises(SystemExit) as ended:
        rooms.main(["noble", "nobel"])
    assert ended.value.code == 2 and "there is no room nobel" in capsys.readouterr().err


def test_whoever_may_not_mount_is_told_so(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(SetupError, match="need Linux and root"):
        rooms.main(["noble"])
