"""How a guest is isolated: by bubblewrap, by limits alone, or not at all.

`bwrap` gives it no network, a read-only view of the system without anyone's home, and its own
processes; `limits` bounds its memory, time, files and processes, but it can read what its user can
read; `none` is only a process of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from loa_tk.control.guest import limits
from loa_tk.model.game import UserError
from loa_tk.store.settings import frozen

BWRAP, LIMITS, NONE = "bwrap", "limits", "none"
SANDBOXES = (BWRAP, LIMITS, NONE)
TRYING = 10.0  # seconds in which bwrap must have run a program that does nothing

PACKAGE = Path(__file__).resolve().parents[2]
CLASS = "LOA_CLASS"  # the variable that names the folder of a class to its guests
FLAG = "--guest"  # of the frozen file: it is a guest and nothing else
BOOT = (
    "import sys; sys.path[:] = [*filter(None, sys.path), sys.argv[2]]; "
    "from loa_tk.control.guest.inside import main; main(sys.argv[1])"
)
# What a program needs of the system to start: libraries and where they are.
SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/etc/ld.so.cache",
    "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime",
)  # fmt: skip
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


def bwrap_command(
    files: Sequence[Path], variables: Mapping[str, str], alone: str = ""
) -> list[str]:
    """Return the beginning of a command that runs a program in bubblewrap."""
    command = [shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent"]
    command += ["--new-session", "--cap-drop", "ALL", "--clearenv"]
    for name, value in variables.items():
        command += ["--setenv", name, value]
    for name in SYSTEM:
        command += ["--ro-bind-try", name, name]
    command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", INSIDE]
    for path in [*program_folders(), *(path for file in files for path in beside(file, alone))]:
        command += ["--ro-bind-try", str(path), str(path)]
    return [*command, "--remount-ro", "/", "--chdir", INSIDE, "--"]


def program_folders() -> list[Path]:
    """Return the folders that the interpreter and this program are in."""
    if frozen():
        unpacked = Path(getattr(sys, "_MEIPASS", ""))
        return [Path(sys.executable).resolve(), unpacked]
    return [Path(sys.base_prefix), Path(os.path.realpath(sys.executable)), PACKAGE]


def beside(file: Path, alone: str = "") -> list[Path]:
    """Return what a guest sees of a student's folder: the whole folder.

    Of a folder that a home or the program's other files lie in it sees the Python files only. Of a
    class, whose folder is `alone`, a guest sees the file itself, or the folder that has only this
    student's files, and the Python files for everyone, whose names begin with _.
    """
    folder = file.parent
    if alone:
        own = file if folder == Path(alone) else folder
        return [own, *sorted(Path(alone).glob("_*.py"))]
    try:
        home = Path.home().resolve()
    except RuntimeError:
        home = Path("/")
    if folder == home or folder in home.parents or folder == Path("/tmp"):
        return sorted(folder.glob("*.py"))
    return [folder]


@lru_cache(maxsize=1)
def bwrap_problem() -> str:
    """Return why bubblewrap cannot be used on this machine, or nothing; try it once."""
    if not sys.platform.startswith("linux") or shutil.which("bwrap") is None:
        return "bwrap is not installed"
    probe = [interpreter(), FLAG, "probe"] if frozen() else [interpreter(), "-S", "-c", "pass"]
    try:
        done = subprocess.run(
            [*bwrap_command((), environment()), *probe],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=TRYING, env={},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if not done.returncode:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return said[-1] if said else f"bwrap ended with status {done.returncode}"


def choose(wanted: str = "") -> str:
    """Return the sandbox that is wanted, or the best one here; raise UserError if it cannot be."""
    if wanted not in ("", *SANDBOXES):
        raise UserError(f"there is no sandbox {wanted!r}; there are {', '.join(SANDBOXES)}")
    if wanted == BWRAP and (problem := bwrap_problem()):
        raise UserError(f"the sandbox bwrap does not work here: {problem}; use --sandbox limits")
    if wanted == LIMITS and not limits.available():
        raise UserError("this system has no limits for processes; use --sandbox none")
    return wanted or available()[0]


def available() -> list[str]:
    """Return the sandboxes that work here, the best first."""
    works = {BWRAP: not bwrap_problem(), LIMITS: limits.available(), NONE: True}
    return [name for name in SANDBOXES if works[name]]
