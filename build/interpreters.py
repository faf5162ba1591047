"""The Python interpreters of this machine: what each lacks, and which one a command uses."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shell import SetupError, say

OLDEST = (3, 10)
NEWEST_TRIED = 20
DEBIAN_PYTHON = "/usr/bin/python3"

# Debian ships these parts of the standard library as packages of their own.
DEBIAN_PARTS = {"tkinter": "tk", "ensurepip": "venv"}

PROBE = """
import json, sys
lacking = {}
for name in sys.argv[1:]:
    try:
        __import__(name)
    except Exception as error:
        lacking[name] = str(error)
path = getattr(sys, "_base_executable", None) or sys.executable
print(json.dumps([path, list(sys.version_info[:3]), sys.base_prefix, lacking]))
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python of this machine, and which of the required modules it cannot import."""

    path: str
    version: tuple[int, ...]
    prefix: str
    lacking: dict[str, str]

    @property
    def from_debian(self) -> bool:
        """Whether apt can install what it lacks."""
        return self.prefix == "/usr" and shutil.which("apt-get") is not None

    @property
    def name(self) -> str:
        """Its name in messages."""
        return f"Python {'.'.join(map(str, self.version))} ({self.path})"

    def packages(self, default: bool) -> list[str]:
        """Return the Debian packages it lacks; a Python other than the default has its own set."""
        stem = "python3" if default else f"python3.{self.version[1]}"
        return [f"{stem}-{DEBIAN_PARTS[module]}" for module in self.lacking]


def own_path() -> str:
    """Return the path of the running Python, which does not know it if PATH is missing."""
    return sys.executable or shutil.which("python3") or "python3"


def running(modules: Sequence[str]) -> Interpreter | None:
    """Return the running Python, or None if it lacks a module."""
    try:
        for name in modules:
            __import__(name)
    except Exception:
        return None
    base = getattr(sys, "_base_executable", None) or sys.executable
    return Interpreter(real_path(base), tuple(sys.version_info[:3]), sys.base_prefix, {})


def real_path(base: str) -> str:
    """Return the end of the links, which lies outside a virtual environment."""
    return os.path.realpath(base) if os.name == "posix" else base  # Windows has no such links


def probe(path: str, modules: Sequence[str]) -> Interpreter | None:
    """Return what a Python is and lacks, or None if it is too old or does not start."""
    # Starting another process takes longer than looking here, and the window waits for it.
    if path == sys.executable and (here := running(modules)):
        return here
    try:
        answer = subprocess.run(
            [path, "-I", "-c", PROBE, *modules],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=True,
        )
        base, version, prefix, lacking = json.loads(answer.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    if tuple(version) < OLDEST:
        return None
    return Interpreter(real_path(base), tuple(version), prefix, lacking)


def is_default(python: Interpreter) -> bool:
    """Return whether Debian's python3-… packages are for this Python."""
    return os.path.realpath(DEBIAN_PYTHON) == os.path.realpath(python.path)


def other_paths() -> Iterator[str]:
    """Yield every other Python 3 in the usual places once, python3 first, then the newest."""
    folders = [*os.get_exec_path(), "/usr/local/bin", "/usr/bin"]
    names = [f"python3.{minor}" for minor in range(NEWEST_TRIED, OLDEST[1] - 1, -1)]
    seen = {os.path.realpath(own_path())}
    for path in (Path(folder, name) for name in ["python3", *names] for folder in folders):
        real = os.path.realpath(path)
        if real not in seen and os.access(real, os.X_OK):
            seen.add(real)
            yield str(path)


def complete(paths: Iterable[str], modules: Sequence[str]) -> Interpreter | None:
    """Return the first Python that lacks none of the modules."""
    found = (probe(path, modules) for path in paths)
    return next((python for python in found if python and not python.lacking), None)


def choose(modules: Sequence[str], may_install: bool) -> Interpreter:
    """Return this Python if it has the modules or apt can add them, or else another one."""
    here = probe(own_path(), modules)
    if here is None:
        raise SetupError(f"{own_path()} cannot be started a second time")
    if not here.lacking or (may_install and here.from_debian):
        return here
    other = complete(other_paths(), modules)
    if other is None and here.from_debian:
        return here
    chosen = other or probe(DEBIAN_PYTHON, modules)
    if chosen is None or (chosen.lacking and not chosen.from_debian):
        raise SetupError(without_remedy(here))
    say(f"{here.name} has no {' and no '.join(here.lacking)}: using {chosen.name}")
    return chosen


def without_remedy(python: Interpreter) -> str:
    """Return a message about what a Python lacks and nothing known here can add."""
    reasons = "; ".join(python.lacking.values())
    return (
        f"{python.name} has no {' and no '.join(python.lacking)} ({reasons}), nor has any other "
        "Python here: install this system's package of it, or a Python that has it"
    )
