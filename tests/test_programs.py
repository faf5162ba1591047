"""Processes of other programs and students' files: they end with everything they have started."""

import ast
import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loa_tk.control.engine import windows_job
from loa_tk.control.engine.programs import NO_CONSOLE
from loa_tk.control.ugi.client import ProgramClient
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.guest import NONE
from loa_tk.model.commandline import quote
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player
from offspring import offspring
from test_guest_jobs import guest_files, write

HERE = Path(__file__).parent
PARENT = "import subprocess\nsubprocess.Popen({command})\n"
LINUX_ONLY = ("sandbox.py", "desktop.py")  # they run bwrap, and the tools of a desktop
HANGS = "def evaluate(position, player):\n    while True:\n        pass\n"


def test_what_a_program_has_started_ends_with_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent))
    engine, script = tmp_path / "engine.py", HERE / "bad_engine.py"
    with offspring() as child:
        engine.write_text(
            PARENT.format(command=child.command)
            + f"import runpy, sys\nsys.argv[1:] = ['well']\nrunpy.run_path({str(script)!r})\n"
        )
        command = " ".join(map(quote, [sys.executable, str(engine)]))
        program = ProgramClient(Player("ugi", command=command), find_game("loa5"))
        child.begun()
        program.close()
        assert child.ended()


# How a child leaves the session of its parent: at once, after its parent, or as a daemon does.
STRAY = """
import os, sys
def leave():
    if {daemon} and os.fork():
        os._exit(0)
    os.setsid()
    if {daemon} and os.fork():
        os._exit(0)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.execv({command}[0], {command})
child = os.fork()
if not child:
    leave()
if {daemon}:
    os.waitpid(child, 0)
"""
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc")


@linux
@pytest.mark.parametrize("daemon", [False, True])
def test_what_has_left_the_session_of_a_program_ends_with_it(tmp_path, monkeypatch, daemon):
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent))
    engine, script = tmp_path / "engine.py", HERE / "bad_engine.py"
    with offspring() as child:
        engine.write_text(
            STRAY.format(command=child.command, daemon=daemon)
            + f"import runpy\nsys.argv[1:] = ['well']\nrunpy.run_path({str(script)!r})\n"
        )
        command = " ".join(map(quote, [sys.executable, str(engine)]))
        program = ProgramClient(Player("ugi", command=command), find_game("loa5"))
        child.begun()
        program.close()
        assert child.ended()


@linux
def test_what_has_left_the_session_of_a_file_without_a_sandbox_ends_with_it(tmp_path):
    with offspring() as child, guest_files(NONE) as files:
        code = STRAY.format(command=child.command, daemon=True)
        files.guest(str(write(tmp_path, code + HANGS)))
        child.begun()
        files.close()
        assert child.ended()


def test_the_children_of_a_file_without_a_sandbox_end_with_it(tmp_path):
    with offspring() as child, guest_files(NONE) as files:
        files.guest(str(write(tmp_path, PARENT.format(command=child.command) + HANGS)))
        child.begun()
        files.close()
        assert child.ended()


SAYS = "import os, sys\nopen(sys.argv[1], 'w').write(os.environ.get('LD_LIBRARY_PATH', 'none'))\n"


@pytest.mark.parametrize(
    ("frozen", "before", "given"),
    [(False, "/opt/lib", "/unpacked"), (True, "/opt/lib", "/opt/lib"), (True, "", "none")],
)
def test_a_program_does_not_get_the_libraries_of_the_frozen_file(
    tmp_path, monkeypatch, frozen, before, given
):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/unpacked")
    if before:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    engine, said = tmp_path / "engine.py", tmp_path / "said"
    engine.write_text(SAYS)
    command = " ".join(map(quote, [sys.executable, str(engine), str(said)]))
    with pytest.raises(Forfeit):  # it says nothing else
        ProgramClient(Player("ugi", command=command), find_game("loa5"))
    assert said.read_text() == given


def test_nothing_flashes_up_on_windows():
    """Every process is started with the option against consoles."""
    calls = [
        (path.name, node)
        for path in (HERE.parent / "loa_tk").rglob("*.py")
        if path.name not in LINUX_ONLY
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess.")
    ]
    without = [
        (name, node.lineno)
        for name, node in calls
        if "creationflags=NO_CONSOLE" not in map(ast.unparse, node.keywords)
    ]
    assert len(calls) > 1 and not without
    assert NO_CONSOLE == (0x08000000 if os.name == "nt" else 0)


# --- jobs of Windows ---


def test_the_limits_of_a_job_are_what_windows_reads():
    """The sizes of the structures on 64 bits, and the flags, from Microsoft's winnt.h."""
    assert ctypes.sizeof(ctypes.c_size_t) == 8
    assert ctypes.sizeof(windows_job.BasicLimits) == 64
    assert ctypes.sizeof(windows_job.ExtendedLimits) == 144
    assert ctypes.sizeof(windows_job.Accounting) == 48
    assert windows_job.limits().basic.flags == 0x2000
    bounded = windows_job.limits(memory=1 << 30, processes=4)
    assert bounded.basic.flags == 0x2000 | 0x200 | 0x8
    assert (bounded.job_memory, bounded.basic.processes) == (1 << 30, 4)


@pytest.mark.skipif(os.name != "nt", reason="only Windows has jobs")
def test_a_job_counts_its_processes_and_ends_them():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    job = windows_job.JobObject(int(process._handle), 1 << 30, 4)
    assert job.active() == 1
    job.end(20)
    assert process.wait(20) == windows_job.STATUS
    with pytest.raises(OSError, match="handle"):
        windows_job.JobObject(12345)


@pytest.mark.skipif(os.name != "nt", reason="only Windows shows a dialog")
def test_a_program_that_crashes_shows_no_dialog_that_waits_for_a_click():
    """Children inherit this mode from their parent, except in Wine."""
    assert ctypes.windll.kernel32.GetErrorMode() & 3 == 3
