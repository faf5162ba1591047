"""build/environment.py: when .venv is made, extended, made again or left alone."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from importlib.metadata import PackageNotFoundError

import pytest

import environment
from environment import (
    digest,
    identity,
    locked,
    read_stamp,
    ready_environment,
    step,
    suffices,
    write_stamp,
)
from interpreters import Interpreter
from patience import PATIENCE
from shell import SetupError

PYTHON = Interpreter("/usr/bin/python3.11", (3, 11, 2), "/usr", {})
HERE = {"root": "/a", "python": "/usr/bin/python3.11", "version": [3, 11, 2]}
STAMP = {"identity": HERE, "extras": {"test": "abc"}}


@pytest.mark.parametrize(
    ("stamp", "tied_to", "extra", "wanted", "expected"),
    [
        (STAMP, HERE, "test", "abc", "none"),
        (STAMP, HERE, "test", "changed", "add"),
        (STAMP, HERE, "dev", "abc", "add"),
        (STAMP, {**HERE, "root": "/moved"}, "test", "abc", "remake"),
        (STAMP, {**HERE, "python": "/other"}, "test", "abc", "remake"),
        (STAMP, {**HERE, "version": [3, 11, 3]}, "test", "abc", "remake"),
        ({}, HERE, "test", "abc", "remake"),
    ],
)
def test_the_stamp_says_what_is_to_be_done(stamp, tied_to, extra, wanted, expected):
    assert step(stamp, tied_to, extra, wanted) == expected


def test_an_identity_survives_being_written(tmp_path):
    stamp = {"identity": identity(PYTHON, tmp_path), "extras": {"test": "ä"}}
    write_stamp(tmp_path / "stamp.json", stamp)
    assert read_stamp(tmp_path / "stamp.json") == stamp


@pytest.mark.parametrize("text", [None, "", '{"identity": ', "[1]", "\x00"])
def test_a_stamp_that_cannot_be_read_is_empty(tmp_path, text):
    if text is not None:
        (tmp_path / "stamp.json").write_text(text)
    assert read_stamp(tmp_path / "stamp.json") == {}


@pytest.mark.parametrize("name", ["setup.cfg", "pyproject.toml"])
def test_a_change_of_what_is_to_be_installed_is_seen(tmp_path, name):
    for file in ("setup.cfg", "pyproject.toml"):
        (tmp_path / file).write_text("before")
    before = digest(tmp_path)
    assert digest(tmp_path) == before
    (tmp_path / name).write_text("after")
    assert digest(tmp_path) != before


@pytest.fixture
def installed(monkeypatch):
    """Return the packages of a Python that has no ensurepip, with their versions."""
    found = dict(environment.packages_of("test"))

    def version(name):
        if name not in found:
            raise PackageNotFoundError(name)
        return found[name]

    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    monkeypatch.setattr(metadata, "version", version)
    return found


def test_a_python_that_has_all_packages_needs_no_environment_if_it_can_make_none(
    installed, monkeypatch, capsys
):
    assert suffices("test") and not suffices("freeze") and not suffices("dev")
    assert "no ensurepip" in capsys.readouterr().out
    installed["pyinstaller"] = "6.0"
    assert suffices("freeze")
    monkeypatch.setattr(environment, "find_spec", lambda name: name)
    assert not suffices("test")


@pytest.mark.parametrize(("package", "version"), [("pytest", "7.4.4"), ("distributed", "2023.4.1")])
def test_an_older_package_does_not_suffice(installed, package, version):
    installed[package] = version
    assert not suffices("test")


@pytest.fixture
def done(monkeypatch, tmp_path):
    """Return the steps taken in a separate project, in which nothing is really installed."""
    steps = []
    venv = tmp_path / ".venv"
    for file in ("setup.cfg", "pyproject.toml"):
        (tmp_path / file).write_text("")

    def make(python, keep):
        steps.append("make")
        venv.mkdir(exist_ok=True)

    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "STAMP", venv / "stamp.json")
    monkeypatch.setattr(environment, "starts", lambda python: venv.exists())
    monkeypatch.setattr(environment, "make", make)
    monkeypatch.setattr(environment, "install", lambda extra, keep: steps.append(extra))
    return steps


def test_nothing_is_done_twice_and_extras_add_up(done):
    for extra in ("test", "test", "dev", "test", "dev"):
        ready_environment(PYTHON, extra)
    assert done == ["make", "test", "dev"]


def test_a_changed_setup_is_installed_into_the_same_environment(done, tmp_path):
    ready_environment(PYTHON, "test")
    (tmp_path / "setup.cfg").write_text("changed")
    ready_environment(PYTHON, "test")
    assert done == ["make", "test", "test"]


def test_an_environment_that_does_not_start_is_remade(done, monkeypatch):
    ready_environment(PYTHON, "test")
    monkeypatch.setattr(environment, "starts", lambda python: False)
    ready_environment(PYTHON, "test")
    assert done == ["make", "test"] * 2


def test_an_installation_cut_off_is_begun_from_nothing(done, monkeypatch):
    def cut_off(extra, keep):
        raise KeyboardInterrupt

    ready_environment(PYTHON, "test")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(environment, "install", cut_off)
        ready_environment(PYTHON, "dev")
    ready_environment(PYTHON, "test")
    assert done == ["make", "test", "make", "test"]


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_done(done, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(SetupError, match=r"cannot be written"):
        ready_environment(PYTHON, "test")
    assert done == []


def test_a_full_disk_is_told(done, monkeypatch):
    def full(file, stamp):
        raise OSError(28, "No space left on device", str(file))

    monkeypatch.setattr(environment, "write_stamp", full)
    with pytest.raises(SetupError, match=r"^cannot write .*stamp\.json: No space left on device$"):
        ready_environment(PYTHON, "test")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock")
def test_a_second_set_up_waits_until_the_last_program_of_the_first_has_ended(tmp_path):
    attempt = (
        "import fcntl, os, sys\n"
        "fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    )

    def taken() -> bool:
        words = [sys.executable, "-c", attempt, str(tmp_path)]
        return subprocess.run(words, capture_output=True, timeout=PATIENCE).returncode != 0

    with locked(tmp_path) as keep:
        assert taken()
        # Stands for the pip of a set-up that was killed: it survives and still writes.
        child = subprocess.Popen(["cat"], stdin=subprocess.PIPE, pass_fds=keep)
    assert taken()
    child.communicate(timeout=PATIENCE)
    assert not taken()


def test_a_python_that_was_removed_does_not_start(tmp_path):
    (tmp_path / "python").symlink_to(tmp_path / "removed")
    assert not environment.starts(tmp_path / "python")
    assert environment.starts(sys.executable)
