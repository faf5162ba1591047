"""The system packages a command needs: installed with apt, or named in advice to the user."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from interpreters import Interpreter, choose, is_default, probe
from shell import SetupError, explain, run_quietly, say

FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")

# The time-outs spare a machine without network minutes of waiting; the lock is waited for because
# a fresh machine is often still updating itself.
APT = (
    "apt-get",
    "-oDPkg::Lock::Timeout=300",
    "-oAcquire::Retries=1",
    "-oAcquire::http::Timeout=20",
    "-oAcquire::https::Timeout=20",
)

# dpkg refuses to work when the folders of ldconfig and start-stop-daemon are not on PATH.
APT_ENVIRONMENT = {
    "DEBIAN_FRONTEND": "noninteractive",
    "LC_ALL": "C.UTF-8",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
}


@dataclass(frozen=True)
class Need:
    """Something required on the machine, and the Debian package that provides it."""

    name: str
    package: str
    present: Callable[[], bool]
    optional: bool = False  # only some tests need it


def program(name: str, package: str) -> Need:
    """Return the need for a program on PATH."""
    return Need(name, package, lambda: shutil.which(name) is not None)


def has_font() -> bool:
    """Return whether DejaVu Sans is installed, whose discs, arrows and ticks the window shows."""
    folders = (Path(folder) for folder in FONT_FOLDERS)
    return any(True for folder in folders for _ in folder.rglob("DejaVuSans.ttf"))


XVFB = program("Xvfb", "xvfb")
XDOTOOL = program("xdotool", "xdotool")
OPENBOX = program("openbox", "openbox")
OBJDUMP = program("objdump", "binutils")
BWRAP = program("bwrap", "bubblewrap")
# Debian's folder of games is not on every user's PATH, above all not on root's.
CHESS = Need(
    "fairy-stockfish",
    "fairy-stockfish",
    lambda: any(shutil.which("fairy-stockfish", path=path) for path in (None, "/usr/games")),
    optional=True,
)
FONT = Need("DejaVu fonts", "fonts-dejavu-core", has_font)


def may_install() -> bool:
    """Return whether this user may install Debian packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def line_to_type(packages: Sequence[str], sudo: bool) -> str:
    """Return the shell line that installs packages for a user who is not root."""
    words = " ".join(packages)
    if sudo:
        return f"sudo apt-get update && sudo apt-get install -y {words}"
    # The hyphen gives su root's PATH, without which dpkg refuses to work.
    return f"su - -c 'apt-get update && apt-get install -y {words}'"


def advice(names: Sequence[str], packages: Sequence[str]) -> str:
    """Return what is missing and the line to type, or only the names if there is no apt."""
    missing = ", ".join(names)
    if shutil.which("apt-get") is None:
        return f"missing here: {missing}; Debian calls the packages {' '.join(packages)}"
    line = line_to_type(packages, sudo=shutil.which("sudo") is not None)
    return f"missing here: {missing}; type this line, then the same command again:\n{line}"


def apt_install(packages: Sequence[str]) -> None:
    """Install Debian packages as root, with up-to-date package lists."""
    say(f"installing with apt-get: {' '.join(packages)}")
    # An unreadable source may not matter: only the installation decides.
    _, updated = run_quietly([*APT, "update"], APT_ENVIRONMENT)
    install = [*APT, "install", "-y", "--no-install-recommends", *packages]
    status, output = run_quietly(install, APT_ENVIRONMENT)
    if status and "dpkg --configure -a" in output:
        # An earlier installation was interrupted: dpkg asks for this before anything else.
        run_quietly(["dpkg", "--configure", "-a"], APT_ENVIRONMENT)
        status, output = run_quietly(install, APT_ENVIRONMENT)
    if status:
        reason = explain(status, updated + output if "Unable to locate" in output else output)
        raise SetupError(f"apt-get could not install {' '.join(packages)}: {reason}")


def prepare(modules: Sequence[str], needs: Sequence[Need] = ()) -> Interpreter:
    """Return a Python that has the modules, after installing what the machine lacks."""
    python = choose(modules, may_install())
    absent = [need for need in needs if not need.optional and not need.present()]
    names = [*python.lacking, *(need.name for need in absent)]
    if not names:
        leave_out(needs)
        return python
    packages = [*python.packages(is_default(python)), *(need.package for need in absent)]
    if not may_install():
        raise SetupError(advice(names, packages))
    apt_install(packages)
    python = probe(python.path, modules) or python
    still = [*python.lacking, *(need.name for need in absent if not need.present())]
    if still:
        raise SetupError(f"still missing after apt-get install {packages}: {', '.join(still)}")
    # Only now, on a machine that is being set up: one that cannot get the package would otherwise
    # ask for it at every run.
    for need in needs:
        if need.optional and not need.present():
            with suppress(SetupError):
                apt_install([need.package])
    leave_out(needs)
    return python


def leave_out(needs: Sequence[Need]) -> None:
    """Print which optional programs are missing, and their Debian packages."""
    for need in needs:
        if need.optional and not need.present():
            say(f"tests that need {need.name} are left out; Debian's package is {need.package}")
