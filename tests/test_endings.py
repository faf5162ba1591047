"""Programs that are ended from outside, or started beside files that bear the names of modules."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from patience import PATIENCE, wait_until
from processes import KILL, alive, children_of
from shell import ROOT

HERE = Path(__file__).parent
MODULES = ("signal", "socket", "struct", "selectors", "tempfile", "random", "heapq", "operator")
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no signals for other processes")


def loa(folder, *arguments, code="from loa_tk.__main__ import main", **options):
    """Start the program as the installed `loa` does: by a script in another folder."""
    script = folder / "loa"
    script.write_text(f"import sys\n{code}\nif __name__ == '__main__':\n    sys.exit(main())\n")
    return subprocess.Popen(
        [sys.executable, script, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,
    )


@pytest.fixture
def students_folder(tmp_path):
    """Return a folder with modules that have the names of Python's own, and end the program."""
    folder = tmp_path / "homework"
    folder.mkdir()
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"raise SystemExit('the {name}.py of a student')\n")
    return folder


MATCH = ["match", "loa5", "random", "random", "--games", "2", "--jobs", "1"]
OLD = "from loa_tk.control.engine import birth; birth.SAFE = '-I'"


@pytest.mark.parametrize("code", ["", OLD], ids=["this Python", "Python 3.10"])
def test_an_installed_program_imports_nothing_from_the_current_folder(
    tmp_path, students_folder, code
):
    code += "\nfrom loa_tk.__main__ import main"
    process = loa(tmp_path, *MATCH, cwd=students_folder, code=code)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "") and "2 games" in out


@pytest.mark.parametrize(
    "start",
    [[sys.executable, "-m", "loa_tk"], [sys.executable, str(ROOT / "build" / "tasks.py"), "run"]],
    ids=["python -m", "tasks.py run"],
)
def test_nor_does_one_that_is_started_otherwise(students_folder, start):
    if "-m" in start:  # `python -m` itself dies of this one, whatever it runs
        (students_folder / "operator.py").unlink()
    done = subprocess.run(
        [*start, *MATCH],
        cwd=students_folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and "2 games" in done.stdout


@posix
@pytest.mark.parametrize("how", [signal.SIGTERM, KILL, signal.SIGINT])
def test_an_external_program_that_hears_nothing_ends_with_the_match(tmp_path, how):
    numbers = tmp_path / "numbers"
    engine = f"ugi:{sys.executable} {HERE / 'deaf_engine.py'} {numbers}"
    process = loa(tmp_path, "match", "loa5", engine, "random", "--jobs", "1", "--seconds", "60")
    try:
        # The first is tried out before the first game, the second plays.
        wait_until(
            lambda: numbers.exists() and len(numbers.read_text().split()) == 2, "the game"
        )
        process.send_signal(how)
        _, err = process.communicate(timeout=PATIENCE)
        assert err == ""
        assert process.returncode == {KILL: -9, signal.SIGINT: 130}.get(how, 128 + how)
        playing = [int(number) for number in numbers.read_text().split()]
        wait_until(lambda: not any(map(alive, playing)), "the end of the external programs")
    finally:
        process.kill()
        process.wait(PATIENCE)
        for number in map(int, numbers.read_text().split() if numbers.exists() else ()):
            if alive(number):
                os.kill(number, KILL)


@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(("children", "wait"), [(1, 0), (2, 0.04), (4, 0.08)])
def test_ended_while_the_processes_start_it_says_nothing_and_leaves_nothing(
    tmp_path, how, children, wait
):
    process = loa(
        tmp_path, *MATCH[:4], "--games", "5000", "--jobs", "4", start_new_session=True
    )
    # multiprocessing has a process of its own, which comes first.
    wait_until(lambda: len(children_of(process.pid)) > children)
    time.sleep(wait)
    os.killpg(process.pid, how)
    _, err = process.communicate(timeout=PATIENCE)
    assert err == "" and process.returncode == 128 + how

    wait_until(lambda: not members(process.pid), "the end of all processes")


@posix
@pytest.mark.parametrize("wait", [0.15, 0.3, 0.5])
def test_a_window_that_is_ended_before_it_is_there_says_nothing_and_leaves_nothing(
    tmp_path, display, wait
):
    (tmp_path / "tmp").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "loa_tk"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "TMPDIR": str(tmp_path / "tmp")},
        cwd=ROOT,
        start_new_session=True,
    )
    time.sleep(wait)
    process.terminate()
    _, err = process.communicate(timeout=PATIENCE)
    # Without a handler, before Python runs any of the program; by one; or as Quit does.
    statuses = -signal.SIGTERM, 128 + signal.SIGTERM, 0
    assert err == "" and process.returncode in statuses
    wait_until(lambda: not members(process.pid), "the end of all processes")
    assert list((tmp_path / "tmp").iterdir()) == []


@posix
def test_the_window_hears_no_signal_that_the_program_was_started_to_ignore():
    program = (
        "import signal, types\n"
        "from loa_tk.app import close_on_signals\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "close_on_signals(types.SimpleNamespace(after=lambda *what: None), None)\n"
        "ignored = signal.getsignal(signal.SIGHUP), signal.getsignal(signal.SIGTERM)\n"
        "print([handler == signal.SIG_IGN for handler in ignored])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[True, False]\n"


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])  # Windows lacks the last one
def test_a_signal_during_an_import_waits_for_its_end(tmp_path, name):
    how = getattr(signal, name)
    # What is raised there becomes a RuntimeError in Python 3.11 and before, or is only printed.
    (tmp_path / "asked.py").write_text(
        "import os, signal\n"
        "class Part:\n"
        "    def __set_name__(self, owner, name):\n"
        f"        signal.raise_signal({how:d})\n"
        "class Whole:\n"
        "    part = Part()\n"
        "os.write(1, b'imported')\n"
    )
    program = (
        "import sys, time\n"
        "from loa_tk.signals import end_on_signals\n"
        "end_on_signals()\n"
        f"sys.path.append({str(tmp_path)!r})\n"
        f"try: import asked; time.sleep({PATIENCE})\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    # As a foreground program: pytest may have been started with Ctrl-C ignored, or by nohup.
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False,
        preexec_fn=lambda: signal.signal(how, signal.SIG_DFL),
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (128 + how, "imported", "")


@posix
def test_a_signal_during_an_import_is_heard_as_it_is_heard_after_it(tmp_path):
    # It once raised its exception although the window was being made by then, and was lost there.
    (tmp_path / "asked.py").write_text(
        "import signal\n"
        "from loa_tk.signals import end_at_once\n"
        "signal.raise_signal(signal.SIGTERM)\n"
        "end_at_once()\n"
    )
    program = (
        "import sys, time\n"
        "from loa_tk.signals import end_on_signals\n"
        "end_on_signals()\n"
        f"sys.path.append({str(tmp_path)!r})\n"
        f"import asked; time.sleep({PATIENCE})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGTERM, "", "")


def members(leader):
    """Return the processes that were started by one with a group of its own."""
    processes = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in processes if group(pid) == leader and alive(pid)]


def group(pid):
    try:
        return os.getpgid(pid)
    except OSError:
        return 0
