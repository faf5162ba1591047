"""The commands of tasks.py: each is a function whose docstring is its line of help."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

from environment import ready_environment, suffices
from freeze import build, results
from machine import BWRAP, CHESS, FONT, OBJDUMP, OPENBOX, XDOTOOL, XVFB, Need, prepare
from map import listing
from shell import ROOT, SetupError, hand_over

Command = Callable[[list[str]], int]
COMMANDS: dict[str, Command] = {}

# One list for every command that uses .venv: with two lists, two Pythons might be chosen, and each
# would remake the environment of the other.
MODULES = ("tkinter", "ensurepip")

# Only X offers a virtual screen; other systems use the real one.
SCREEN = (XVFB, XDOTOOL, OPENBOX, FONT) if sys.platform.startswith("linux") else ()
SANDBOX = (BWRAP,) if sys.platform.startswith("linux") else ()

# Options of pytest that select tests, set the number of processes or need the terminal.
ALONE = (
    "-k", "-m", "-n", "-s", "--numprocesses", "--dist", "--capture", "--pdb", "--trace", "--co",
    "--lf", "--last-failed", "--nf", "--sw", "--stepwise", "--deselect", "--fixtures", "--markers",
    "--version", "--help", "-h",
)  # fmt: skip
MOST_PROCESSES = 8  # each has its own screen and imports everything again

# In place of `-m loa_tk`, which searches the current folder first, and a student's own `signal.py`
# may be there. Here that folder is left out before anything is imported.
RUN = """\
import sys
del sys.path[: sys.path[:1] == [""]]
from loa_tk.__main__ import main
sys.exit(main())
"""

HELP = """\
usage: python3 build/tasks.py COMMAND [ARGUMENT ...]

Each command first sets up what it needs: Debian packages (installed as root, otherwise it
prints the line to type) and the folder .venv with the extras named in setup.cfg.

commands:
"""


def command(function: Command) -> Command:
    """Add a function to the table under its own name, with hyphens for underscores."""
    COMMANDS[function.__name__.replace("_", "-")] = function
    return function


def with_packages(extra: str, needs: Sequence[Need] = ()) -> str:
    """Return a Python that has the packages of an extra of setup.cfg."""
    if suffices(extra):
        prepare(["tkinter"], needs)
        os.environ["PYTHONPATH"] = str(ROOT)  # in .venv the project itself is installed
        return sys.executable
    return ready_environment(prepare(MODULES, needs), extra)


def refuse_without_x() -> None:
    """Raise SetupError on systems that have no virtual screen."""
    if not sys.platform.startswith("linux"):
        raise SetupError("this command needs Xvfb, the virtual screen of Linux")


@command
def run(arguments: list[str]) -> int:
    """Start the program; arguments go to it (run --help)."""
    # The program needs only the standard library, so no .venv, and tkinter only for the window,
    # which opens without arguments or with a file. The user's folder stays the current one, because
    # arguments may name files in it.
    window = not arguments or os.path.isfile(arguments[0])
    python = prepare(["tkinter"] if window else [])
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return hand_over(
        [python.path, "-c", RUN, *arguments], {"PYTHONPATH": os.pathsep.join(paths)}
    )


@command
def test(arguments: list[str]) -> int:
    """Run every test with pytest on all cores; arguments go to it (test -k notation, test -n 0)."""
    python = with_packages("test", (*SCREEN, *SANDBOX, CHESS))
    os.chdir(ROOT)
    return hand_over([python, "-m", "pytest", *spread(arguments, cores()), *arguments])


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # it respects taskset and the limits of a container
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(arguments: list[str], cores: int) -> list[str]:
    """Return the options that keep every core busy, or none if that would not help.

    A selection of tests runs in one process: starting more takes longer than most selections. The
    arguments may also choose the number of processes, or need the terminal, as the debugger does.
    """
    selects = any(not word.startswith("-") or word.startswith(ALONE) for word in arguments)
    if selects or cores < 2:
        return []
    # Two more than there are cores, because many tests wait for windows and other processes; with
    # one more, two cores took a twelfth longer. Work is stolen, because the slow tests lie together
    # in a few files.
    return ["-n", str(min(cores + 2, MOST_PROCESSES)), "--dist", "worksteal"]


@command
def lint(arguments: list[str]) -> int:
    """Check the sources with ruff and mypy; arguments go to ruff (lint --fix)."""
    python = with_packages("dev")
    checks = (["ruff", "check", *arguments], ["mypy"])
    failures = [subprocess.call([python, "-m", *check], cwd=ROOT) for check in checks]
    return int(any(failures))


@command
def map(arguments: list[str]) -> int:
    """Print every folder and file of the package with what it is for."""
    print(listing(ROOT / "loa_tk"))
    return 0


@command
def bench(arguments: list[str]) -> int:
    """Print the measurements (bench perft breakthrough, bench growth 60, …)."""
    refuse_without_x()
    python = with_packages("test", SCREEN)
    os.chdir(ROOT)
    return hand_over([python, "build/bench.py", *arguments])


@command
def fuzz(arguments: list[str]) -> int:
    """Try the program's readers with wrong input (fuzz sgf csv --count 10000 --seed 7)."""
    python = prepare(MODULES)
    script = str(ROOT / "build" / "fuzz.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def book(arguments: list[str]) -> int:
    """Make the book of a solved board from its text (book [GAME], --check, --extend FILE)."""
    python = prepare(MODULES)
    script = str(ROOT / "build" / "book.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def tune(arguments: list[str]) -> int:
    """Play variants of Lines of Action's evaluation and search (tune loa6 --depth 3 tempo=0)."""
    python = prepare(MODULES)
    script = str(ROOT / "build" / "tune.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def levels(arguments: list[str]) -> int:
    """Play the levels against a beginner and each other, and print the table (levels loa5)."""
    python = prepare(MODULES)
    script = str(ROOT / "build" / "levels.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def readings(arguments: list[str]) -> int:
    """Play the Breakthrough report's series by other readings of it (readings --games 20)."""
    python = prepare(MODULES)
    script = str(ROOT / "build" / "readings.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def ladder(arguments: list[str]) -> int:
    """Measure the ratings of the ladders' players (ladder loa5 --games 40)."""
    python = prepare(MODULES)
    script = str(ROOT / "build" / "ladder.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def pictures(arguments: list[str]) -> int:
    """Make the pictures of the windows in docs/ on a virtual screen (pictures series flow)."""
    refuse_without_x()
    python = prepare(["tkinter"], (*SCREEN, *SANDBOX))
    script = str(ROOT / "build" / "pictures.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def prove(arguments: list[str]) -> int:
    """Make the files of proved positions that `loa check` uses (prove loa5; takes minutes)."""
    python = prepare(MODULES)
    return hand_over([python.path, str(ROOT / "build" / "prove.py"), *arguments])


@command
def freeze(arguments: list[str]) -> int:
    """Make the one file that runs without Python, dist/loa (freeze --folder: a folder)."""
    return build(MODULES, (OBJDUMP,) if sys.platform.startswith("linux") else (), arguments)


@command
def check_frozen(arguments: list[str]) -> int:
    """Check dist/loa with real clicks on a virtual screen (Linux)."""
    python = prepare(["tkinter"], (*SCREEN, *SANDBOX))
    script = str(ROOT / "build" / "check_frozen.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def rooms(arguments: list[str]) -> int:
    """Try run and test on minimal systems with Python 3.10 to 3.15 (rooms noble; root, an hour)."""
    python = prepare(["tkinter"], SCREEN)
    script = str(ROOT / "build" / "rooms.py")
    return hand_over([python.path, script, *arguments], {"PYTHONPATH": str(ROOT)})


@command
def release(arguments: list[str]) -> int:
    """Make sdist, wheel and frozen file with their checksums in dist/; it runs no tests."""
    if arguments:
        print("release takes no arguments", file=sys.stderr)
        return 2
    from release import make_packages, release_time, require_clean, write_checksums

    require_clean(ROOT)
    when = release_time(ROOT)
    made = make_packages(with_packages("dev"), when)
    status = freeze([])
    if status == 0:
        write_checksums([*made, *results(folder=False)])
    return status


def help_text() -> str:
    """Return the help: usage, and every command with the first line of its docstring."""
    width = max(len(name) for name in COMMANDS) + 2
    lines = [f"  {name:{width}}{do.__doc__}" for name, do in COMMANDS.items()]
    return HELP + "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run the command named first and return its exit status."""
    if not arguments or arguments[0] in ("help", "-h", "--help"):
        print(help_text())
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        print(f"unknown command {name!r}; there are: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    # The programs started from here need PATH, which an empty environment lacks.
    os.environ.setdefault("PATH", os.defpath)
    try:
        return COMMANDS[name](rest)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command takes it up again", file=sys.stderr)
        return 130
