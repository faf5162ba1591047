"""The `freeze` command: find a Python that PyInstaller can freeze, and run it on loa.spec."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bootloader import explain_failures
from environment import PIP, python_in, ready_environment, suffices
from interpreters import DEBIAN_PYTHON, Interpreter, is_default, other_paths, probe
from machine import Need, advice, apt_install, may_install, prepare
from shell import ROOT, SetupError, explain, run_quietly, say

SPEC, DIST, WORK = ROOT / "loa.spec", ROOT / "dist", ROOT / "work" / "pyi"
FREEZER = ROOT / "work" / "freezer"  # used if .venv's Python cannot be frozen

# The same sources and tools must make the same bytes: sets are ordered by their elements' hashes,
# and Windows executables carry a date. PyInstaller's cache in the user's home could add files of
# another build.
REPEATABLE = {
    "PYTHONHASHSEED": "1",
    "SOURCE_DATE_EPOCH": "315532800",
    "PYINSTALLER_CONFIG_DIR": str(WORK / "cache"),
}

# A frozen file contains Python as a shared library, which not every Python has.
PROBE = """
import os, sys, sysconfig
asked = sysconfig.get_config_var
name = asked("INSTSONAME") or ""
folders = [asked("LIBDIR") or "", os.path.join(sys.base_prefix, "lib")]
there = any(os.path.exists(os.path.join(folder, name)) for folder in folders)
print(int(os.name == "nt" or bool(asked("PYTHONFRAMEWORK")) or (there and ".a" != name[-2:])))
"""


def is_shared(python: str) -> bool:
    """Return whether a Python has the shared library that a frozen file needs."""
    status, output = run_quietly([python, "-I", "-c", PROBE])
    return status == 0 and output.strip() == "1"


def freezing_python(modules: Sequence[str], needs: Sequence[Need]) -> tuple[Interpreter, bool]:
    """Return a Python that can be frozen, and whether it is .venv's."""
    usual = prepare(modules, needs)
    if is_shared(usual.path):
        return usual, True
    found = (probe(path, modules) for path in other_paths())
    other = next((p for p in found if p and not p.lacking and is_shared(p.path)), None)
    python = other or debian_python(modules)
    if python is None:
        raise SetupError(
            f"{usual.name} was built without its shared library, which a frozen file needs, and so "
            "was every other Python here: install one that was built with --enable-shared"
        )
    say(f"{usual.name} has no shared library: freezing {python.name}")
    return python, python.path == usual.path


def debian_python(modules: Sequence[str]) -> Interpreter | None:
    """Return Debian's Python with everything it lacks installed, or None if there is none."""
    python = probe(DEBIAN_PYTHON, modules)
    if python is None or not python.from_debian:
        return None
    names, packages = list(python.lacking), python.packages(is_default(python))
    if not is_shared(python.path):
        library = f"libpython3.{python.version[1]}"  # a package of its own: python3 does without
        names, packages = [*names, library], [*packages, library]
    if not may_install():
        raise SetupError(advice(names, packages))
    apt_install(packages)
    return probe(python.path, modules)


def own_environment(python: Interpreter) -> str:
    """Return the Python of an environment made only for freezing."""
    inside = python_in(FREEZER)
    if inside.exists() and run_quietly([str(inside), "-c", "import PyInstaller"])[0] == 0:
        return str(inside)
    say(f"making {FREEZER.relative_to(ROOT)} with {python.name}")
    for step in (
        [python.path, "-m", "venv", "--clear", str(FREEZER)],
        [str(inside), *PIP, "--editable", ".[freeze]"],
    ):
        status, output = run_quietly(step)
        if status:
            raise SetupError(f"{' '.join(step[1:4])} failed: {explain(status, output)}")
    return str(inside)


def freezer(modules: Sequence[str], needs: Sequence[Need]) -> str:
    """Return a Python that can be frozen and has PyInstaller."""
    if suffices("freeze") and is_shared(sys.executable):
        prepare(["tkinter"], needs)
        return sys.executable
    python, usual = freezing_python(modules, needs)
    return ready_environment(python, "freeze") if usual else own_environment(python)


def build(modules: Sequence[str], needs: Sequence[Need], arguments: Sequence[str]) -> int:
    """Freeze the sources as they are, into a file or, with --folder, into a folder."""
    for unknown in set(arguments) - {"--folder"}:
        print(f"freeze takes --folder or nothing, not {unknown!r}", file=sys.stderr)
        return 2
    inside = freezer(modules, needs)
    WORK.mkdir(parents=True, exist_ok=True)
    words = [inside, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    words += ["--workpath", str(WORK), "--distpath", str(DIST), str(SPEC)]
    say("freezing loa.spec")
    status = subprocess.call([*words, "--", *arguments], cwd=ROOT, env={**os.environ, **REPEATABLE})
    if status:
        print(f"PyInstaller ended with status {status}", file=sys.stderr)
        return status
    for made in results("--folder" in arguments):
        if made.is_file() and sys.platform.startswith("linux"):
            explain_failures(made)
        size = f": {made.stat().st_size / 1e6:.1f} MB" if made.is_file() else ""
        say(f"made {made.relative_to(ROOT)}{size}")
    return 0


def results(folder: bool) -> list[Path]:
    """Return the files that loa.spec makes on this system."""
    if sys.platform == "darwin":
        return [DIST / "loa.app"]
    if folder:
        return [DIST / "loa-folder"]
    names = ("loa.exe", "loa-console.exe") if sys.platform == "win32" else ("loa",)
    return [DIST / name for name in names]
