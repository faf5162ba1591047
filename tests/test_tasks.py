"""The commands of build/tasks.py: the table, the help, what is passed on, what is refused."""

from __future__ import annotations

import ast
import configparser
import os
import re
import runpy
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import freeze
import interpreters
import task_table
from conftest import NATIVE_SCREEN
from environment import python_in
from interpreters import Interpreter
from map import listing
from patience import PATIENCE
from shell import ROOT, SetupError, explain, run_quietly

TASKS = ROOT / "build" / "tasks.py"
PYTHON = Interpreter("/usr/bin/python3.11", (3, 11, 2), "/usr", {})


def test_without_arguments_the_help_lists_every_command_with_its_sentence(capsys):
    assert task_table.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {"run", "test", "lint"} <= set(task_table.COMMANDS)
    for name, function in task_table.COMMANDS.items():
        assert any(re.fullmatch(rf"  {name} +{re.escape(function.__doc__)}", x) for x in lines)


def test_a_function_is_entered_under_its_name_with_hyphens(monkeypatch):
    monkeypatch.setattr(task_table, "COMMANDS", {})

    @task_table.command
    def check_frozen(arguments):
        """Return the number of arguments."""
        return len(arguments)

    assert task_table.main(["check-frozen", "a", "b"]) == 2


def test_an_unknown_command_is_named_beside_those_there_are(capsys):
    assert task_table.main(["tset"]) == 2
    assert re.fullmatch(r"unknown command 'tset'; .*\btest\b.*\n", capsys.readouterr().err)


@pytest.mark.parametrize("arguments", [["ladder"], ["prove"], ["prove", "--won"], ["levels"]])
def test_a_game_that_there_is_not_is_refused_without_a_traceback(arguments):
    status, said = run_quietly([sys.executable, str(TASKS), *arguments, "chess"])
    assert status == 2 and "'chess'" in said and "loa5" in said and "Traceback" not in said


def test_freeze_refuses_what_it_does_not_know_before_it_begins(capsys):
    assert freeze.build([], [], ["--floder"]) == 2
    assert capsys.readouterr().err == "freeze takes --folder or nothing, not '--floder'\n"


def test_what_cannot_be_set_up_is_told_and_fails(monkeypatch, capsys):
    def fail(arguments):
        raise SetupError("the disk is full")

    monkeypatch.setitem(task_table.COMMANDS, "run", fail)
    assert task_table.main(["run"]) == 1
    assert capsys.readouterr().err == "the disk is full\n"


@pytest.fixture
def handed(monkeypatch):
    """Record the programs that the commands start, on a machine that lacks nothing."""
    calls = []
    monkeypatch.chdir(os.getcwd())
    monkeypatch.setattr(task_table, "prepare", lambda modules, needs=(): PYTHON)
    monkeypatch.setattr(task_table, "suffices", lambda extra: False)
    monkeypatch.setattr(task_table, "ready_environment", lambda python, extra: f"venv-{extra}")
    monkeypatch.setattr(task_table, "hand_over", lambda *words: calls.append(words) or 7)
    return calls


def test_run_hands_its_arguments_to_the_program_and_finds_it_from_any_folder(
    handed, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert task_table.main(["run", "perft", "a file"]) == 7
    [(words, extra)] = handed
    assert words == [PYTHON.path, "-c", task_table.RUN, "perft", "a file"]
    assert extra == {"PYTHONPATH": f"{ROOT}{os.pathsep}elsewhere"}
    assert Path.cwd() == tmp_path


def test_run_needs_no_tkinter_for_a_command(tmp_path):
    """A virtual environment whose Python has no tkinter, nor have those that it starts."""
    venv.create(tmp_path, with_pip=False)
    python = python_in(tmp_path)
    (packages,) = tmp_path.rglob("site-packages")
    # Not a sitecustomize.py: Ubuntu has its own, which is found first.
    (packages / "blocked.pth").write_text("import sys; sys.modules['tkinter'] = None\n")
    failing = [python, "-c", "import tkinter"]
    assert subprocess.call(failing, stderr=subprocess.DEVNULL, timeout=PATIENCE) == 1
    command = [python, TASKS, "run", "games"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("loa5 ")


def test_test_hands_its_arguments_to_pytest_in_the_project(handed, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert task_table.main(["test", "-k", "notation"]) == 7
    assert handed == [(["venv-test", "-m", "pytest", "-k", "notation"],)]
    assert Path.cwd() == ROOT


def test_the_whole_suite_uses_every_core_and_a_selection_one_process(handed, monkeypatch):
    monkeypatch.setattr(task_table, "cores", lambda: 2)
    parallel = ["-n", "4", "--dist", "worksteal"]
    for flags in ([], ["-q", "-x"], ["--durations=30"]):
        task_table.main(["test", *flags])
        assert handed.pop() == (["venv-test", "-m", "pytest", *parallel, *flags],)
    for choice in (
        ["tests/test_x.py"], ["-k", "notation"], ["-knotation"], ["-n", "0"], ["-n0"], ["-n4"],
        ["--pdb"], ["-s"], ["-q", "--lf"], ["--co", "-q"],
    ):  # fmt: skip
        task_table.main(["test", *choice])
        assert handed.pop() == (["venv-test", "-m", "pytest", *choice],)
    monkeypatch.setattr(task_table, "cores", lambda: 1)
    task_table.main(["test"])
    assert handed.pop() == (["venv-test", "-m", "pytest"],)


def test_the_number_of_cores_is_that_of_this_process(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3, 5, 6}, raising=False)
    assert task_table.cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert task_table.cores() == os.cpu_count()


def test_commands_that_share_an_environment_share_the_choice_of_its_python(handed, monkeypatch):
    asked = []
    monkeypatch.setattr(subprocess, "call", lambda words, cwd: 0)
    monkeypatch.setattr(task_table, "prepare", lambda modules, needs=(): asked.append(modules))
    task_table.main(["test"])
    task_table.main(["lint"])
    assert len(asked) == 2 and asked[0] == asked[1]


def test_a_python_that_has_the_packages_is_used_as_it_is(handed, monkeypatch):
    monkeypatch.setattr(task_table, "suffices", lambda extra: extra == "test")
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert task_table.main(["test", "-q", "-n0"]) == 7
    assert handed == [([sys.executable, "-m", "pytest", "-q", "-n0"],)]
    assert os.environ["PYTHONPATH"] == str(ROOT)


@pytest.mark.parametrize("name", ["bench", "pictures"])
def test_what_needs_a_virtual_screen_is_refused_without_x(handed, monkeypatch, capsys, name):
    monkeypatch.setattr(sys, "platform", "win32")
    assert task_table.main([name]) == 1
    assert capsys.readouterr().err.count("\n") == 1 and handed == []


@pytest.mark.parametrize(("bad", "status"), [("", 0), ("ruff", 1), ("mypy", 1)])
def test_lint_runs_both_linters_and_fails_when_one_does(handed, monkeypatch, bad, status):
    ran = []

    def call(words, cwd):
        ran.append(words[2])
        return 3 if words[2] == bad else 0

    monkeypatch.setattr(subprocess, "call", call)
    assert task_table.main(["lint"]) == status
    assert ran == ["ruff", "mypy"]


def test_the_map_has_a_line_for_every_file_and_folder(capsys):
    assert task_table.main(["map"]) == 0
    lines = capsys.readouterr().out.splitlines()
    package = ROOT / "loa_tk"
    for path in package.rglob("*.py"):
        # Every file begins with its docstring (test_structure.py).
        first = path.read_text("utf-8").partition("\n")[0].strip('"')
        inner = path.parent.relative_to(package.parent) if path.stem == "__init__" else None
        depth = len((inner or path.relative_to(package.parent)).parts) - 1
        name = f"{path.parent.name}/" if inner else path.name
        entry = re.compile(rf"{'  ' * depth}{re.escape(name)}  +{re.escape(first)}")
        assert len([line for line in lines if entry.fullmatch(line)]) == 1, path


def test_the_map_shows_whole_docstrings_of_folders_aligned(tmp_path):
    package = tmp_path / "house"
    (package / "cellar").mkdir(parents=True)
    (package / "__init__.py").write_text('"""A house.\n\nIt imports nothing.\n"""\n')
    (package / "roof.py").write_text('"""The roof.\n\nMore of it.\n"""\n')
    (package / "cellar" / "__init__.py").write_text('"""A cellar."""\n')
    assert listing(package).splitlines() == [
        "house/     A house.",
        "           It imports nothing.",
        "  roof.py  The roof.",
        "  cellar/  A cellar.",
    ]


def test_an_old_python_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    with pytest.raises(SystemExit) as refusal:
        runpy.run_path(str(TASKS))
    assert re.fullmatch(r"loa_tk needs Python 3\.10 .* is Python 3\.9\.1", str(refusal.value.code))


def test_an_old_python_can_read_the_file_that_refuses_it():
    tree = ast.parse(TASKS.read_text("utf-8"), feature_version=(3, 4))
    new = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.arg)
    assert not [node for node in ast.walk(tree) if isinstance(node, new)]


def test_every_file_names_the_same_oldest_python():
    settings = configparser.RawConfigParser()
    settings.read(ROOT / "setup.cfg", "utf-8")
    oldest = settings["mypy"]["python_version"]
    assert settings["options"]["python_requires"] == f">={oldest}"
    assert interpreters.OLDEST == tuple(map(int, oldest.split(".")))
    ruff = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'target-version = "py{oldest.replace(".", "")}"' in ruff
    assert f"sys.version_info < ({oldest.replace('.', ', ')})" in TASKS.read_text("utf-8")


def test_a_program_run_quietly_returns_its_status_and_both_outputs():
    code = "import sys; print('out', flush=True); print(sys.stdin.read() + 'err', file=sys.stderr)"
    status, output = run_quietly([sys.executable, "-c", code + "; sys.exit(4)"])
    assert (status, output.split()) == (4, ["out", "err"])


@pytest.mark.parametrize(
    ("status", "output", "reason"),
    [
        (100, "E: Unable to locate package xvfbb\n", "E: Unable to locate package xvfbb"),
        (100, "Err:1 x\n  Temporary failure resolving 'x'\nE: no", "the network cannot be reached"),
        (1, "WARNING: NewConnectionError(…)\nERROR: none", "the network cannot be reached"),
        (1, "ERROR: first\nERROR: No space left\nnote: more\n", "ERROR: No space left"),
        (1, "one\n\nlast words\n\n", "last words"),
        (1, "", "it printed nothing"),
        (-9, "ERROR: x", "it was ended by signal 9"),
    ],
)
def test_one_line_says_why_a_program_failed(status, output, reason):
    assert explain(status, output) == reason


SKIPPED = {
    "test_window.py": "import pytest\n@pytest.mark.skip\ndef test_x(display): pass\n",
    "test_file.py": "import pytest\npytest.skip('no screen', allow_module_level=True)\n",
    "test_other.py": "import pytest\n@pytest.mark.skip\ndef test_x(): pass\n",
}


@pytest.mark.skipif(NATIVE_SCREEN, reason="some window tests need X, and are skipped here")
@pytest.mark.parametrize(
    ("ci", "processes", "status", "closing"),
    [("true", 0, 1, "1 skipped, 2 errors"), ("true", 2, 1, "1 skipped, 2 errors"),
     ("", 0, 0, "3 skipped")],
)  # fmt: skip
def test_in_ci_a_skipped_window_test_fails_the_run(tmp_path, ci, status, closing, processes):
    for name in ("conftest.py", "patience.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for name, text in SKIPPED.items():
        (tmp_path / name).write_text(text)
    words = [sys.executable, "-m", "pytest", "-q", "--continue-on-collection-errors"]
    words += [f"-n{processes}", "--dist=worksteal"] if processes else []
    environment = {**os.environ, "CI": ci}
    done = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == status, done.stdout
    assert closing in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("processes", [0, 1])
def test_a_test_that_hangs_fails_the_run_with_its_traceback(tmp_path, processes):
    """A run hung for ten minutes in `xdotool search --sync`, which waited for a lost window."""
    (tmp_path / "test_hang.py").write_text(
        "import patience, threading\n"
        "patience.LIMIT = 3\n"
        "def test_hangs():\n"
        "    threading.Event().wait()\n"
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "conftest", f"-n{processes}"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), str(ROOT)])}
    done = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 1, done.stdout
    assert "Timeout (0:00:03)!" in done.stderr and "in test_hangs" in done.stderr
    assert not processes or "crashed while running 'test_hang.py::test_hangs'" in done.stdout
