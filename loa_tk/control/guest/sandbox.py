"""How a guest is isolated: by bubblewrap, by limits alone, or not at all.

`bwrap` gives it no network, a read-only view of the system without anyone's home, and its own
processes. `limits` needs no other program: the guest itself gives up what the kernel lets it give
up (`guest/limits.py`), and `loa doctor` says what that is here. In both it makes only the system
calls that it needs, and as root it becomes an unused user. `none` is only a process of its
own: it bounds nothing and hides nothing, and neither do Windows and macOS beyond memory and time.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from loa_tk.guest import BWRAP, LIMITS, NONE, READABLE, kernel, landlock, limits, modules
from loa_tk.model.game import UserError
from loa_tk.store.settings import frozen
from loa_tk.words.own_code import NOT_READY

SANDBOXES = (BWRAP, LIMITS, NONE)
JOBS = os.name == "nt"  # whether a job bounds the memory of every guest
START = 60.0  # seconds in which a guest must be ready, with its files on a slow network

PACKAGE = Path(__file__).resolve().parents[2]
FLAG = "--guest"  # of the frozen file: it is a guest and nothing else
BOOT = (
    "import sys; sys.path[:] = [*filter(None, sys.path), sys.argv[2]]; "
    "from loa_tk.guest.inside import main; main(sys.argv[1])"
)
# What a program needs of the system to start: libraries and where they are.
SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/etc/ld.so.cache",
    "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime",
)  # fmt: skip
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
INSIDE = "/tmp/guest"  # the empty working folder inside bwrap


def interpreter() -> str:
    """Return the program that runs the guest: Python itself, not a virtual environment's."""
    # On Windows that of an environment is not a link but a program that starts the other one.
    base = getattr(sys, "_base_executable", "") if os.name == "nt" else ""
    return sys.executable if frozen() else os.path.realpath(base or sys.executable)


def guest_command(sandbox: str) -> list[str]:
    """Return the command of a guest process without the sandbox around it.

    Python runs without its site folders and writes no byte code. The environment is empty, so no
    variable of it matters.
    """
    if frozen():
        return [interpreter(), FLAG, sandbox]
    return [interpreter(), "-s", "-S", "-B", "-c", BOOT, sandbox, str(PACKAGE.parent)]


def environment() -> dict[str, str]:
    """Return the variables of a guest: the same hashes every time, and the unpacked frozen file."""
    # Without these the bootloader of a frozen file would unpack everything again.
    unpacked = {
        name: value for name, value in os.environ.items() if name.startswith(("_PYI_", "_MEIPASS"))
    }
    kept = {"SYSTEMROOT": os.environ["SYSTEMROOT"]} if "SYSTEMROOT" in os.environ else {}
    return {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", **kept, **(unpacked if frozen() else {})}


def readable_files(shown: Sequence[Path]) -> dict[str, str]:
    """Return the variable that tells a guest what it may read: the system and what it is shown.

    Of this program it has loaded all that it needs before it runs a file.
    """
    program = (path for path in program_places() if PACKAGE not in (path, *path.parents))
    return {READABLE: json.dumps([*SYSTEM, *DEVICES, *map(str, program), *map(str, shown)])}


def hide_host() -> None:
    """Let no other process of this user look into this one, as long as it runs.

    A guest that has no namespaces could read the memory and the variables of its host. Debuggers
    cannot attach either, and there are no core dumps, except for root.
    """
    if kernel.known():
        kernel.prctl(kernel.DUMPABLE, 0)


def is_root() -> bool:
    """Return whether this process runs as root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


@lru_cache(maxsize=1)
def open_program() -> None:
    """Let everyone read what the frozen file of root has unpacked, which is root's alone."""
    for place, _, files in os.walk(getattr(sys, "_MEIPASS", "") if frozen() else ""):
        for path in (place, *(os.path.join(place, name) for name in files)):
            os.chmod(path, 0o755)


def bwrap_command(shown: Sequence[Path], variables: Mapping[str, str]) -> list[str]:
    """Return the beginning of a command that runs a program in bubblewrap."""
    command = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
    if is_root():  # the guest gives these two up when it becomes another user
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-user", *(["--disable-userns"] if _can_disable_userns() else [])]
    for name, value in variables.items():
        command += ["--setenv", name, value]
    # Folders that bwrap makes for a mount are its user's alone, and root's guest becomes another.
    command += ["--dir", "/etc"]
    for name in SYSTEM:
        command += ["--ro-bind-try", name, name]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", INSIDE]
    for path in sorted({*program_places(), *shown}):  # a folder comes before what lies in it
        command += ["--dir", str(path.parent)] if path.exists() else []
        command += ["--tmpfs"] if path == PACKAGE else ["--ro-bind-try", str(path)]
        command += [str(path)]
    # Nothing can be written to any of them, so that they take no memory: /dev has shm.
    for name in (str(PACKAGE), "/dev", "/tmp", "/"):
        command += ["--remount-ro", name]
    return [*command, "--chdir", INSIDE, "--"]


@lru_cache(maxsize=1)
def _can_disable_userns() -> bool:
    """Return whether this bwrap can forbid further user namespaces; the filter does so, too."""
    asked = subprocess.run(
        ["bwrap", "--help"], stdin=subprocess.DEVNULL, capture_output=True, timeout=START
    )
    return b"--disable-userns" in asked.stdout


def program_places() -> list[Path]:
    """Return where the interpreter is, this program's folder, and the files of it for a guest.

    The folder itself is empty in the guest, even if it lies in one of the others.
    """
    unpacked = Path(getattr(sys, "_MEIPASS", "")) if frozen() else Path(sys.base_prefix)
    return [Path(os.path.realpath(sys.executable)), unpacked, PACKAGE, *modules.files(PACKAGE)]


def beside(file: Path, alone: str = "") -> list[Path]:
    """Return what a guest sees of a student's folder: the whole folder.

    Of a folder that a home or the program's other files lie in it sees the Python files only. Of a
    class, whose folder is `alone`, a guest sees the file itself, or the folder that has only this
    student's files, and the Python files for everyone, whose names begin with _.
    """
    folder = file.parent
    if alone:
        own = file if folder == Path(alone) else folder
        return [own, *shared_files(Path(alone))]
    try:
        home = Path.home().resolve()
    except RuntimeError:
        home = Path("/")
    if folder == home or folder in home.parents or folder == Path("/tmp"):
        return sorted(folder.glob("*.py"))
    return [folder]


def shared_files(folder: Path) -> list[Path]:
    """Return the files of a class that every student's file may import."""
    return sorted(folder.glob("_*.py"))


@lru_cache(maxsize=1)
def bwrap_problem() -> str:
    """Return why bubblewrap cannot be used on this machine, or nothing; try it once."""
    if not sys.platform.startswith("linux") or shutil.which("bwrap") is None:
        return "bwrap is not installed"
    try:
        done = _probe(BWRAP)
    except UserError as error:
        return str(error)
    return _last_line(done) if done.returncode else ""


def _last_line(done: subprocess.CompletedProcess[bytes]) -> str:
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return said[-1] if said else f"bwrap ended with status {done.returncode}"


def held(sandbox: str) -> dict[str, Any]:
    """Return what holds for a guest here, by one that runs no file: the fields of `limits.Held`.

    Raise UserError with the reason if no file would be run.
    """
    done = _probe(sandbox)
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise UserError(_last_line(done)) from None
    return {**answer, "memory": limits.MEMORY} if JOBS else answer


def _probe(sandbox: str) -> subprocess.CompletedProcess[bytes]:
    """Return how a guest ended that ran no file; raise UserError if it could not in time."""
    if is_root():
        open_program()
    command, variables = guest_command(f"probe {sandbox}"), {**environment(), **readable_files(())}
    try:
        if sandbox == BWRAP:
            command = [*bwrap_command((), variables), *command]
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=START, env=variables
        )
    except OSError as error:
        raise UserError(str(error)) from None
    except subprocess.TimeoutExpired:
        raise UserError(NOT_READY.format(seconds=START)) from None


def choose(wanted: str = "") -> str:
    """Return the sandbox that is wanted, or the best one here; raise UserError if it cannot be."""
    if wanted not in ("", *SANDBOXES):
        raise UserError(f"there is no sandbox {wanted!r}; there are {', '.join(SANDBOXES)}")
    if wanted == BWRAP and (problem := bwrap_problem()):
        raise UserError(f"the sandbox bwrap does not work here: {problem}; use --sandbox limits")
    if wanted == LIMITS and not limits.available():
        raise UserError("this system has no limits for processes; use --sandbox none")
    return wanted or available()[0]


def hides_files(sandbox: str) -> bool:
    """Return whether the guests of a class cannot read each other's files in this sandbox.

    Without a name, it is the best one of another machine, of which nothing is known here.
    """
    return sandbox in ("", BWRAP) or (sandbox == LIMITS and landlock.version() > 0)


def available() -> list[str]:
    """Return the sandboxes that work here, the best first."""
    works = {BWRAP: not bwrap_problem(), LIMITS: limits.available(), NONE: True}
    return [name for name in SANDBOXES if works[name]]
