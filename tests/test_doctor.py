"""`loa doctor` on machines that lack something, and the program on one without tkinter."""

import json
import os
import platform
import re
import subprocess
import sys

import pytest

from jobs_for_tests import Crash, Fail, Stubborn
from loa_tk.cli import doctor
from loa_tk.control.engine import worker
from loa_tk.control.guest import sandbox
from loa_tk.guest.limits import MEMORY
from loa_tk.model.game import UserError
from loa_tk.words import own_code
from loa_tk.words import system as words
from shell import ROOT

NAMES = [
    "python", "tk", "engine", "screen", "fonts", "sandbox", "cluster", "settings", "log",
    "temporary",
]  # fmt: skip


def loa(*arguments, **variables):
    """Run the program with changed variables of the environment; None takes one away."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **variables}
    environment = {name: value for name, value in environment.items() if value is not None}
    return subprocess.run(
        [sys.executable, "-m", "loa_tk", *arguments],
        cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip


def examined(status, **variables):
    """Return what the doctor says, by name, if its exit status is this one."""
    done = loa("doctor", "--json", **variables)
    assert (done.returncode, done.stderr) == (status, "")
    answer = json.loads(done.stdout)
    assert answer["playable"] == (status == 0)
    return {one["name"]: (one["status"], one["text"]) for one in answer["checks"]}


@pytest.fixture
def no_tkinter(tmp_path):
    """Return the path of a Python without tkinter; engine processes have it, too."""
    (tmp_path / "tkinter.py").write_text("raise ImportError(\"No module named '_tkinter'\")\n")
    return str(tmp_path)


def test_a_machine_that_has_everything(display):
    found = examined(0)
    assert list(found) == NAMES
    assert {found[name][0] for name in ("python", "tk", "engine", "screen", "settings")} == {"ok"}
    assert platform.python_version() in found["python"][1]
    assert re.fullmatch(r"\d+\.\d+\.?\w+", found["tk"][1])
    assert re.fullmatch(r".*, \d+ x \d+, \d+ dpi, drawn at \d+%", found["screen"][1])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a screen")
def test_a_machine_without_screen_home_and_bwrap(tmp_path):
    missing = dict.fromkeys(("DISPLAY", "XDG_CONFIG_HOME", "XDG_STATE_HOME"))
    found = examined(1, **missing, HOME="/dev/null", PATH=str(tmp_path))
    assert [name for name, (status, _) in found.items() if status == "failed"] == ["screen"]
    assert "$DISPLAY" in found["screen"][1] and "ssh -X" in found["screen"][1]
    assert found["settings"] == ("advice", words.NOT_WRITABLE.format(
        folder="/dev/null/.config/loa_tk", reason="/dev/null is not a folder"
    ))  # fmt: skip
    assert found["log"][0] == "advice"
    assert found["sandbox"][0] == "advice" and "bwrap is not installed" in found["sandbox"][1]
    assert re.search(
        r"namespaces of its own: (yes|no), other files hidden: (yes|no), "
        r"system calls filtered: yes, memory bounded: [\d,]+ MB",
        found["sandbox"][1],
    )


def test_a_machine_too_slow_for_a_guest(monkeypatch):
    """The doctor printed the whole command of the process that was late."""
    monkeypatch.setattr(sandbox, "START", 0.001)
    sandbox.bwrap_problem.cache_clear()
    try:
        found = list(doctor.sandbox())
    finally:
        sandbox.bwrap_problem.cache_clear()
    late = own_code.NOT_READY.format(seconds=0.001)
    assert found == [doctor.Checkup("sandbox", "advice", late)]


def test_windows_bounds_the_memory_of_every_guest(monkeypatch):
    """The doctor asked the guest itself, which knows nothing of the job that bounds it."""
    assert sandbox.held("none")["memory"] == (MEMORY if sandbox.JOBS else 0)
    monkeypatch.setattr(sandbox, "JOBS", True)
    assert sandbox.held("none")["memory"] == MEMORY


def test_a_python_without_tkinter(no_tkinter):
    found = examined(1, PYTHONPATH=no_tkinter)
    assert found["tk"][0] == found["screen"][0] == "failed" and "fonts" not in found
    assert "(No module named '_tkinter'); " in found["tk"][1]
    assert found["engine"][0] == "ok"
    done = loa("doctor", PYTHONPATH=no_tkinter)
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and lines[-1] == words.CANNOT_PLAY
    assert lines[1] == f"failed  tk         {found['tk'][1]}"


def test_without_tkinter_the_program_names_what_is_missing_in_one_line(no_tkinter):
    done = loa(PYTHONPATH=no_tkinter)
    assert done.returncode == 2 and done.stdout == ""
    assert re.fullmatch(
        r"loa: the window needs tkinter, .*; .*install.* The commands work .*\n", done.stderr
    )
    assert loa("games", PYTHONPATH=no_tkinter).returncode == 0


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Crash, words.ENDED.format(status=7)),
        (Fail, "ZeroDivisionError: on purpose"),
        (Stubborn, "too late"),
    ],
)
def test_an_engine_that_does_not_answer_is_one_line(kind, says, monkeypatch):
    monkeypatch.setattr(worker, "GRACE", 0.1)
    monkeypatch.setattr(Stubborn, "limit", 0.1)
    job = kind()
    with pytest.raises(UserError) as told:
        doctor.ask(job, "too late")
    assert str(told.value) == says


def test_a_check_that_breaks_is_one_line(monkeypatch):
    def clock():
        raise OSError("the clock\nhas stopped")

    monkeypatch.setattr(doctor, "CHECKS", (clock, doctor.python))
    first, second = doctor.examine()
    assert (first.name, first.status, second.status) == ("clock", "failed", "ok")
    assert first.text == r"could not be checked: OSError('the clock\nhas stopped')"


@pytest.mark.parametrize(
    ("release", "says"),
    [
        ({"ID": "debian"}, "apt-get install python3-tk"),
        ({"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "apt-get install python3-tk"),
        ({"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, "dnf install python3-tkinter"),
        ({"ID": "manjaro", "ID_LIKE": "arch"}, "pacman -S tk"),
        ({"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}, "zypper install python3-tk"),
        ({"ID": "haiku"}, "Debian calls python3-tk, Fedora python3-tkinter and Arch tk"),
        (None, "Debian calls python3-tk"),
    ],
)
def test_each_system_has_its_own_name_for_a_package(release, says, monkeypatch):
    def read():
        if release is None:
            raise OSError("there is no /etc/os-release")
        return release

    monkeypatch.setattr(platform, "freedesktop_os_release", read)
    assert says in doctor.remedy("tkinter")


@pytest.mark.parametrize(
    ("system", "path", "says"),
    [
        ("linux", os.path.realpath("/usr/bin/python3"), "install"),
        ("linux", "/home/ann/.pyenv/versions/3.12.1/bin/python3", "/usr/bin/python3, and install"),
        ("darwin", "/opt/homebrew/Cellar/python@3.12/bin/python3", "brew install python-tk@3."),
        ("darwin", "/usr/local/bin/python3", "python.org"),
        ("win32", "C:/Python312/python.exe", "tcl/tk"),
    ],
)
def test_what_gives_a_python_its_tkinter(system, path, says, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "executable", path)
    assert says in doctor.tkinter_remedy()
