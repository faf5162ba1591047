"""The `rooms` command: both commands of the README on minimal machines, each in a folder.

A room is a Debian or Ubuntu that has only Python, git and certificates. It has its own files and
processes, which end with the command that runs in it, and shares the kernel and the network.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loa_tk.words.main import WINDOW_CLASS
from machine import apt_install
from screen import PATIENCE, Failure, Screen, open_screen, wait
from shell import ROOT, SetupError, say

WORK = ROOT / "work" / "rooms"
SCRIPTS = Path("/usr/share/debootstrap/scripts")
FRESH = ("python3", "git", "ca-certificates")  # everything that a fresh machine has
SHARED = ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
CLONE = "loa"  # the folder of the sources in the home of each user
HOMES = {"root": "/root", "student": "/home/student"}
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
INSTALLING = 900.0  # seconds in which apt-get and the window's start must be done

# Run a command in a room: a root file system that is pivoted to, not a chroot, because the kernel
# permits no sandbox in a chroot. The shell stays, as the first process of the room: it collects the
# processes that others leave behind.
ENTER = """
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount --rbind /dev dev
mount -t tmpfs tmpfs dev/shm
pivot_root . .
umount -l .
cd "$2"
shift 2
env -i "$@"
"""


@dataclass(frozen=True)
class Room:
    """A minimal system: the suite that debootstrap makes, and the Python that runs the commands."""

    system: str
    suite: str
    python: str
    ubuntu: bool = False
    packages: tuple[str, ...] = ()  # what it has besides FRESH


# By name; between them they have every Python that the program supports.
ROOMS = {
    "jammy": Room(system="Ubuntu 22.04", suite="jammy", python="python3.10", ubuntu=True),
    "bookworm": Room(system="Debian 12", suite="bookworm", python="python3.11"),
    "noble": Room(system="Ubuntu 24.04", suite="noble", python="python3.12", ubuntu=True),
    "trixie": Room(system="Debian 13", suite="trixie", python="python3.13"),
    "sid": Room(system="Debian unstable", suite="sid", python="python3.14"),
    "sid-next": Room(
        system="Debian unstable", suite="sid", python="python3.15", packages=("python3.15",)
    ),
}


@dataclass(frozen=True)
class Outcome:
    """What the two commands did for one user of a room."""

    user: str
    run: str
    test: str

    @property
    def good(self) -> bool:
        """Whether the window opened and closed and no test failed."""
        return self.run == "opens" and summary_is_good(self.test)


def make(name: str, room: Room, folder: Path) -> None:
    """Make a room in an empty folder."""
    say(f"{name}: making {room.system}")
    packages = ",".join((*FRESH, *room.packages))
    command = ["debootstrap", "--variant=minbase", f"--include={packages}"]
    if room.ubuntu:  # Debian has no keys of Ubuntu's, and debootstrap may not know a newer suite
        command += ["--components=main,universe", "--no-check-gpg"]
    script = SCRIPTS / room.suite
    if not script.exists():
        script.symlink_to("gutsy" if room.ubuntu else "sid")
    folder.mkdir(parents=True)
    log = folder.with_suffix(".log")
    logged([*command, room.suite, str(folder)], log)
    # The room asks for packages as this machine does; nothing else of this machine is in it.
    for place in SHARED:
        if Path("/", place).is_file():
            shutil.copyfile(Path("/", place), folder / place)
    inside(folder, "root", ["useradd", "--create-home", "student"], log)
    for user, home in HOMES.items():
        clone = folder / home[1:] / CLONE
        logged(["git", "clone", "--quiet", str(ROOT), str(clone)], log)
        inside(folder, "root", ["chown", "-R", user, f"{home}/{CLONE}"], log)


def logged(words: Sequence[str], log: Path) -> None:
    """Run a program, add what it prints to a file, and raise Failure if it fails."""
    with log.open("ab") as output:
        status = subprocess.call(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    if status:
        raise Failure(f"{words[0]} ended with status {status}; {log} has what it printed")


def entering(
    folder: Path, user: str, words: Sequence[str], display: str = ""
) -> list[str]:
    """Return the command that runs a command in a room, with an environment of its own."""
    home = HOMES[user]
    clone = f"{home}/{CLONE}"
    place = clone if (folder / clone[1:]).is_dir() else "/"
    variables = [f"HOME={home}", f"PATH={PATH}", "LC_ALL=C.UTF-8", "CI=true"]
    if display:
        variables.append(f"DISPLAY={display}")
    as_user = ["runuser", "-u", user, "--"] if user != "root" else []
    space = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    return [*space, "sh", "-ec", ENTER, "sh", str(folder), place, *variables, *as_user, *words]


def inside(folder: Path, user: str, words: Sequence[str], log: Path) -> None:
    """Run a command in a room to its end, or raise Failure if it fails."""
    logged(entering(folder, user, words), log)


def try_run(room: Room, folder: Path, user: str, screen: Screen) -> str:
    """Start the program as the README says, wait for its window, close it, and say how it went."""
    words = entering(folder, user, [room.python, "build/tasks.py", "run"], screen.name)
    with folder.with_suffix(".log").open("ab") as output:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
        try:
            # Installing what the window needs comes first, and may end without a window.
            wait(
                "the window",
                lambda: screen.window("class", WINDOW_CLASS) or process.poll() is not None,
                INSTALLING,
            )
            if process.poll() is None:
                screen.keys("ctrl+q")
                process.wait(60)
        except (Failure, subprocess.TimeoutExpired) as error:
            return str(error)
        finally:
            process.kill()  # and with it, everything in the room
            process.wait(PATIENCE)
    return "opens" if process.returncode == 0 else f"ended with status {process.returncode}"


def try_test(room: Room, folder: Path, user: str) -> str:
    """Run the README's test command in a room, and return the last line that pytest prints."""
    words = entering(folder, user, [room.python, "build/tasks.py", "test"])
    log = folder.with_suffix(f".{user}.log")
    with log.open("wb") as output:
        status = subprocess.call(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    last = summary_line(log.read_text("utf-8", "replace"))
    return last if (status == 0) == summary_is_good(last) else f"status {status}: {last}"


def summary_line(output: str) -> str:
    """Return pytest's last line without its frame, or the last line there is."""
    lines = [line.strip("= ") for line in output.splitlines() if line.strip("= ")]
    return lines[-1] if lines else "nothing was printed"


def summary_is_good(line: str) -> bool:
    """Return whether a line of pytest's tells of passed tests and of no others but skipped ones."""
    return re.fullmatch(r"\d+ passed(, \d+ skipped)?(, \d+ warnings?)? in .*", line) is not None


def versions(room: Room, folder: Path) -> tuple[str, str]:
    """Return the versions of Python and Tk, which the room has after the window was opened."""
    ask = (
        "import sys, tkinter as tk; "
        "print(sys.version.split()[0], tk.Tcl().eval('info patchlevel'))"
    )
    words = entering(folder, "root", [room.python, "-c", ask])
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    python, _, tk = done.stdout.strip().partition(" ")
    return python or "?", tk or "?"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return the results as a table of Markdown."""
    heads = ("room", "system", "Python", "Tk", "user", "`run`", "`test`")
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def try_out(name: str, again: bool, screen: Screen) -> tuple[list[list[str]], bool]:
    """Try both commands in a room as every user; return the rows, and whether all went well."""
    room, folder = ROOMS[name], WORK / name
    if not (again and folder.is_dir()):
        remove(folder)
        make(name, room, folder)
    outcomes = []
    for user in HOMES:
        say(f"{name}: run as {user}")
        run = try_run(room, folder, user, screen)
        say(f"{name}: test as {user}")
        outcomes.append(Outcome(user=user, run=run, test=try_test(room, folder, user)))
        say(f"{name}: {outcomes[-1].run}; {outcomes[-1].test}")
    python, tk = versions(room, folder)
    rows = [[name, room.system, python, tk, o.user, o.run, o.test] for o in outcomes]
    return rows, all(outcome.good for outcome in outcomes)


def remove(folder: Path) -> None:
    """Delete a room; its mounts ended with the processes in it."""
    if folder.exists():
        subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=True)


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the names of the rooms and whether old ones are used."""
    parser = argparse.ArgumentParser(prog="build/tasks.py rooms", description=__doc__)
    names = ", ".join(ROOMS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{names}; all if none is named")
    parser.add_argument("--again", action="store_true", help="use the rooms of the last run")
    parser.add_argument("--keep", action="store_true", help="delete no room afterwards")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in ROOMS]:
        parser.error(f"there is no room {unknown[0]}; the rooms are {names}")
    return options


def main(arguments: Sequence[str]) -> int:
    """Try the last commit in the rooms and print the table; a room that failed is kept."""
    options = read_arguments(arguments)
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        raise SetupError("the rooms need Linux and root, who may mount and make devices")
    if shutil.which("debootstrap") is None:
        apt_install(["debootstrap"])
    rows, failed = [], []
    with tempfile.TemporaryDirectory() as place, open_screen(Path(place)) as screen:
        for name in options.names or ROOMS:
            try:
                outcome, good = try_out(name, options.again, screen)
            except Failure as failure:
                outcome, good = [[name, ROOMS[name].system, "", "", "", str(failure), ""]], False
            rows += outcome
            if not good:
                failed.append(name)
            elif not options.keep:
                remove(WORK / name)
    print(table(rows))
    return int(bool(failed))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as problem:
        sys.exit(str(problem))
