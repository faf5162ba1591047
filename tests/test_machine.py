"""build/machine.py: what is missing on a machine, how it is installed, which Python is used."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

import interpreters
import machine
from interpreters import DEBIAN_PYTHON, Interpreter, choose, probe
from machine import Need, apt_install, line_to_type, prepare
from shell import SetupError

LACKING = {"tkinter": "No module named '_tkinter'", "ensurepip": "No module named 'ensurepip'"}
DEBIAN = Interpreter("/usr/bin/python3.11", (3, 11, 2), "/usr", LACKING)
DEBIAN_WHOLE = Interpreter("/usr/bin/python3.11", (3, 11, 2), "/usr", {})
BUILT = Interpreter("/opt/bin/python3.12", (3, 12, 1), "/opt", {"tkinter": "no libtk8.6.so"})
BUILT_WHOLE = Interpreter("/usr/local/bin/python3.13", (3, 13, 0), "/usr/local", {})


def programs_are(monkeypatch, *names):
    """Make only these programs available."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name in names else None)


def test_the_packages_of_the_default_python_and_of_one_beside_it():
    assert DEBIAN.packages(default=True) == ["python3-tk", "python3-venv"]
    assert DEBIAN.packages(default=False) == ["python3.11-tk", "python3.11-venv"]


def test_the_line_to_type():
    packages = ["python3-tk", "xvfb"]
    update_and_install = "sudo apt-get update && sudo apt-get install -y python3-tk xvfb"
    assert line_to_type(packages, sudo=True) == update_and_install
    by_root = "su - -c 'apt-get update && apt-get install -y python3-tk xvfb'"
    assert line_to_type(packages, sudo=False) == by_root


@pytest.fixture
def installed(monkeypatch):
    """Return what apt was asked to install, on a Debian whose Python lacks two modules."""
    calls = []
    programs_are(monkeypatch, "apt-get", "sudo")
    monkeypatch.setattr(machine, "choose", lambda modules, may_install: DEBIAN)
    monkeypatch.setattr(machine, "is_default", lambda python: True)
    monkeypatch.setattr(machine, "may_install", lambda: True)
    monkeypatch.setattr(machine, "apt_install", calls.append)
    return calls


def test_a_user_who_is_not_root_is_told_what_to_type_and_nothing_is_installed(
    installed, monkeypatch
):
    monkeypatch.setattr(machine, "may_install", lambda: False)
    there = Need("there", "there-package", lambda: True)
    absent = Need("Xvfb", "xvfb", lambda: False)
    with pytest.raises(SetupError) as refusal:
        prepare(list(LACKING), [there, absent])
    said, line = str(refusal.value).split("\n")
    assert said.startswith("missing here: tkinter, ensurepip, Xvfb;")
    assert line == line_to_type(["python3-tk", "python3-venv", "xvfb"], sudo=True)
    assert installed == []


def test_where_there_is_no_apt_the_missing_is_named(installed, monkeypatch):
    monkeypatch.setattr(machine, "may_install", lambda: False)
    programs_are(monkeypatch)
    with pytest.raises(SetupError, match="missing here: tkinter, ensurepip; Debian calls .* pyth"):
        prepare(list(LACKING))


def test_root_gets_everything_in_one_installation(installed, monkeypatch):
    absent = Need("Xvfb", "xvfb", lambda: bool(installed))
    monkeypatch.setattr(machine, "probe", lambda path, modules: DEBIAN_WHOLE)
    assert prepare(list(LACKING), [absent]) == DEBIAN_WHOLE
    assert installed == [["python3-tk", "python3-venv", "xvfb"]]


def test_what_an_installation_did_not_bring_is_named(installed, monkeypatch):
    monkeypatch.setattr(machine, "probe", lambda path, modules: DEBIAN_WHOLE)
    with pytest.raises(SetupError, match=r"still missing after .*'xvfb'.*: Xvfb$"):
        prepare(list(LACKING), [Need("Xvfb", "xvfb", lambda: False)])


def test_a_machine_that_has_everything_is_left_alone(installed, monkeypatch):
    monkeypatch.setattr(machine, "choose", lambda modules, may_install: DEBIAN_WHOLE)
    assert prepare(list(LACKING), [Need("Xvfb", "xvfb", lambda: True)]) == DEBIAN_WHOLE
    assert installed == []


def test_an_optional_package_is_tried_on_a_fresh_machine_and_never_missed(
    installed, monkeypatch, capsys
):
    def install(packages):
        installed.append(packages)
        if "chess" in packages:
            raise SetupError("there is none")

    chess = Need("a chess program", "chess", lambda: False, optional=True)
    monkeypatch.setattr(machine, "apt_install", install)
    monkeypatch.setattr(machine, "probe", lambda path, modules: DEBIAN_WHOLE)
    assert prepare(list(LACKING), [chess]) == DEBIAN_WHOLE
    assert installed == [["python3-tk", "python3-venv"], ["chess"]]
    assert "tests that need a chess program are left out" in capsys.readouterr().out
    monkeypatch.setattr(machine, "choose", lambda modules, may_install: DEBIAN_WHOLE)
    assert prepare(list(LACKING), [chess]) == DEBIAN_WHOLE and len(installed) == 2
    assert "Debian's package is chess" in capsys.readouterr().out


def apt_answers(monkeypatch, *answers):
    """Make apt and dpkg give these answers in turn; return the commands they were given."""
    commands, left = [], list(answers)

    def run(words, extra):
        assert extra["DEBIAN_FRONTEND"] == "noninteractive" and "/sbin" in extra["PATH"]
        commands.extend({"update", "install", "--configure"} & set(words))
        return left.pop(0)

    monkeypatch.setattr(machine, "run_quietly", run)
    return commands


def test_the_lists_are_fetched_before_the_packages(monkeypatch):
    commands = apt_answers(monkeypatch, (0, ""), (0, ""))
    apt_install(["xvfb"])
    assert commands == ["update", "install"]


def test_an_installation_cut_off_earlier_is_finished_first(monkeypatch):
    cut_off = (100, "E: dpkg was interrupted, you must manually run 'dpkg --configure -a'")
    commands = apt_answers(monkeypatch, (0, ""), cut_off, (0, ""), (0, ""))
    apt_install(["xvfb"])
    assert commands == ["update", "install", "--configure", "install"]


def test_a_failed_installation_is_told_in_one_line(monkeypatch):
    no_lists = (0, "W: Could not resolve 'somewhere'"), (100, "E: Unable to locate package xvfb")
    apt_answers(monkeypatch, *no_lists)
    with pytest.raises(SetupError, match="^apt-get could not install xvfb: the network cannot"):
        apt_install(["xvfb"])
    apt_answers(monkeypatch, (0, ""), (100, "E: You don't have enough free space"))
    with pytest.raises(SetupError, match="^apt-get could not install xvfb: E: You don't have eno"):
        apt_install(["xvfb"])


def test_a_python_is_asked_what_it_lacks(tmp_path):
    python = probe(sys.executable, ["json", "no_such_module"])
    assert python is not None and python.version == sys.version_info[:3]
    assert python.lacking == {"no_such_module": "No module named 'no_such_module'"}
    assert python.prefix == sys.base_prefix


def test_the_running_python_is_known_without_starting_it_again(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(interpreters, "running", lambda modules: None)
        asked = probe(sys.executable, ["json"])
    monkeypatch.setattr(interpreters.subprocess, "run", lambda *words, **options: pytest.fail())
    assert probe(sys.executable, ["json"]) == asked is not None


@pytest.mark.parametrize(
    "script", ['echo \'["/x", [3, 9, 18], "/usr", {}]\'', "echo rubbish", "exit 1", None]
)
def test_an_old_or_broken_python_is_none(tmp_path, script):
    file = tmp_path / "python3"
    if script:
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
    assert probe(str(file), []) is None


@pytest.mark.parametrize(
    ("own", "others", "debian", "may_install", "expected"),
    [
        (BUILT_WHOLE, [DEBIAN_WHOLE], DEBIAN_WHOLE, True, BUILT_WHOLE),
        (DEBIAN, [BUILT_WHOLE], DEBIAN, True, DEBIAN),
        (DEBIAN, [BUILT_WHOLE], DEBIAN, False, BUILT_WHOLE),
        (DEBIAN, [BUILT], DEBIAN, False, DEBIAN),
        (BUILT, [DEBIAN, BUILT_WHOLE], DEBIAN, True, BUILT_WHOLE),
        (BUILT, [], DEBIAN, True, DEBIAN),
        (BUILT, [], DEBIAN, False, DEBIAN),
    ],
)
def test_which_python_is_used(monkeypatch, own, others, debian, may_install, expected):
    programs_are(monkeypatch, "apt-get")
    known = {"own": own, DEBIAN_PYTHON: debian, **{python.path: python for python in others}}
    monkeypatch.setattr(interpreters, "own_path", lambda: "own")
    monkeypatch.setattr(interpreters, "other_paths", lambda: [python.path for python in others])
    monkeypatch.setattr(interpreters, "probe", lambda path, modules: known.get(path))
    assert choose(["tkinter"], may_install) == expected


@pytest.mark.parametrize("debian", [None, DEBIAN])
def test_a_python_that_nothing_can_complete_is_told_with_its_reason(monkeypatch, debian):
    programs_are(monkeypatch)
    known = {"own": BUILT, DEBIAN_PYTHON: debian}
    monkeypatch.setattr(interpreters, "own_path", lambda: "own")
    monkeypatch.setattr(interpreters, "other_paths", lambda: [])
    monkeypatch.setattr(interpreters, "probe", lambda path, modules: known[path])
    with pytest.raises(SetupError, match=r"3\.12\.1 \(/opt.* no tkinter \(no libtk8\.6\.so\)"):
        choose(["tkinter"], True)


@pytest.mark.skipif(os.name == "nt", reason="every file can be executed on Windows")
def test_other_pythons_are_looked_for_on_path_each_once(monkeypatch, tmp_path):
    for name in ("python3", "python3.12", "python3.9", "python3.11"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "python3").unlink()
    (tmp_path / "python3").symlink_to("python3.12")
    (tmp_path / "python3.11").chmod(0o644)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = [path for path in interpreters.other_paths() if path.startswith(str(tmp_path))]
    assert found == [str(tmp_path / "python3")]
