"""The folder .venv: made if missing, remade if broken, left alone while its stamp is right."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from interpreters import Interpreter
from shell import ROOT, SetupError, explain, run_quietly, say

Stamp = dict[str, Any]
VENV = ROOT / ".venv"
STAMP = VENV / "stamp.json"
PIP = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]


def python_in(venv: Path) -> Path:
    """Return where a virtual environment keeps its Python."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def digest(root: Path) -> str:
    """Return a fingerprint of the files that say what to install."""
    import hashlib  # here and below: `run` does without, and opens the window 30 ms earlier

    files = (root / "setup.cfg", root / "pyproject.toml")
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def identity(python: Interpreter, root: Path) -> Stamp:
    """Return what an environment is tied to: its folder and its Python."""
    return {"root": str(root), "python": python.path, "version": list(python.version)}


def step(stamp: Stamp, tied_to: Stamp, extra: str, wanted: str) -> Literal["remake", "add", "none"]:
    """Return what has to be done to an environment before the extra can be used."""
    if stamp.get("identity") != tied_to:
        return "remake"
    return "none" if stamp.get("extras", {}).get(extra) == wanted else "add"


def packages_of(extra: str) -> Iterator[tuple[str, str]]:
    """Yield the packages of an extra of setup.cfg, each with its least version."""
    import configparser

    settings = configparser.RawConfigParser()
    settings.read(ROOT / "setup.cfg", "utf-8")
    for line in settings["options.extras_require"][extra].split("\n"):
        if inner := re.fullmatch(r"loa-tk\[(\w+)\]", line):
            yield from packages_of(inner[1])
        elif line:
            name, _, least = line.partition(">=")
            yield name.strip(), least.strip()


def is_installed(package: str, least: str) -> bool:
    """Return whether the running Python has a package in this version or a newer one."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        numbers = [tuple(map(int, re.findall(r"\d+", one))) for one in (version(package), least)]
    except PackageNotFoundError:
        return False
    return numbers[0] >= numbers[1]


def suffices(extra: str) -> bool:
    """Return whether the running Python can make no .venv, but has the packages of the extra."""
    if find_spec("ensurepip") or not all(is_installed(*one) for one in packages_of(extra)):
        return False
    say(f"this Python has no ensurepip to make .venv with, but the extra '{extra}' of setup.cfg")
    return True


def read_stamp(file: Path) -> Stamp:
    """Return the stamp, or an empty one if none can be read."""
    try:
        stamp = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(file: Path, stamp: Stamp) -> None:
    """Write the stamp completely or not at all."""
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps(stamp, indent=2), "utf-8")
    draft.replace(file)


def starts(python: Path) -> bool:
    """Return whether this Python still runs; its base may have been removed."""
    try:
        return subprocess.run([python, "-I", "-c", ""], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


@contextmanager
def locked(root: Path) -> Iterator[list[int]]:
    """Make a second set-up wait until this one and every program it has started have ended."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield []
        return
    descriptor = os.open(root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of this folder to end")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError:
            pass  # A network folder may have no locks; two set-ups at once are rare.
        yield [descriptor]
    finally:
        os.close(descriptor)


def make(python: Interpreter, keep: list[int]) -> None:
    """Make a new .venv."""
    say(f"making .venv with {python.name}")
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    status, output = run_quietly([python.path, "-m", "venv", str(VENV)], keep=keep)
    if status:
        raise SetupError(f"the folder .venv could not be made: {explain(status, output)}")


def install(extra: str, keep: list[int]) -> None:
    """Install the project in editable mode with one extra of setup.cfg into .venv."""
    say(f"installing the extra '{extra}' of setup.cfg into .venv")
    # The current folder, not its name: brackets in the name would be read as extras.
    arguments = [str(python_in(VENV)), *PIP, "--retries", "2", "--editable", f".[{extra}]"]
    status, output = run_quietly(arguments, keep=keep)
    if status:
        raise SetupError(f"pip could not install the extra '{extra}': {explain(status, output)}")


def ready_environment(python: Interpreter, extra: str) -> str:
    """Return the Python of a .venv in which the extra is installed."""
    tied_to, wanted = identity(python, ROOT), digest(ROOT)
    with locked(ROOT) as keep:
        stamp = read_stamp(STAMP)
        todo = step(stamp, tied_to, extra, wanted) if starts(python_in(VENV)) else "remake"
        if todo == "none":
            return str(python_in(VENV))
        if not os.access(ROOT, os.W_OK):
            raise SetupError(f"{ROOT} cannot be written, and .venv is to be made there")
        try:
            if todo == "remake":
                make(python, keep)
                stamp = {"identity": tied_to, "extras": {}}
            # Without a stamp, an interrupted installation starts from nothing the next time.
            STAMP.unlink(missing_ok=True)
            install(extra, keep)
            write_stamp(STAMP, {**stamp, "extras": {**stamp["extras"], extra: wanted}})
        except OSError as error:
            raise SetupError(f"cannot write {error.filename or VENV}: {error.strerror}") from error
    return str(python_in(VENV))
