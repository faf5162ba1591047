"""Check what the program needs on this machine, and print how to repair what is missing.

The checks are: python; tk; engine, the process that searches; screen and fonts; sandbox, for
students' files; cluster, for --dask; settings, log and temporary, which are folders. "ok" is right,
"advice" works but could be better, "failed" prevents playing in the window. The exit status is 0 if
the window can open and the computer can play, and 1 if not.

  loa doctor
  loa doctor --json
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from loa_tk.cli.arguments import add_json, print_json
from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.worker import Worker
from loa_tk.control.guest.sandbox import bwrap_problem, choose, held
from loa_tk.control.series.executors import NO_DASK
from loa_tk.guest import BWRAP
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games
from loa_tk.model.search.players import Player
from loa_tk.store.diagnostics import system_name
from loa_tk.store.settings import log_folder, settings_folder
from loa_tk.words import system as words
from loa_tk.words.own_code import SANDBOXES

HELP = "check what the program needs on this machine"
SYSTEM_PYTHON = "/usr/bin/python3"
OK, ADVICE, FAILED = "ok", "advice", "failed"
MEGABYTE = 1_000_000
ENOUGH = 50  # megabytes; the frozen file unpacks 18
PAUSE = 0.01  # seconds between two looks for an answer
OPENING = 10.0  # seconds; a screen behind a dead connection never answers


@dataclass(frozen=True, kw_only=True)
class System:
    """A family of Linux systems: its command, and its names of the packages."""

    install: str
    tkinter: str
    fonts: str
    sandbox: str = "bubblewrap"


# By the identifiers of /etc/os-release.
SYSTEMS = {
    "debian": System(install="apt-get install", tkinter="python3-tk", fonts="fonts-dejavu-core"),
    "fedora": System(install="dnf install", tkinter="python3-tkinter", fonts="dejavu-sans-fonts"),
    "arch": System(install="pacman -S", tkinter="tk", fonts="ttf-dejavu"),
    "suse": System(install="zypper install", tkinter="python3-tk", fonts="dejavu-fonts"),
    "alpine": System(install="apk add", tkinter="python3-tkinter", fonts="font-dejavu"),
}


def system() -> System | None:
    """Return the family of this system, or None if it is not known."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return None
    names = [release.get("ID", ""), *release.get("ID_LIKE", "").split()]
    return next((SYSTEMS[name] for name in names if name in SYSTEMS), None)


def no_tkinter(error: Exception) -> str:
    """Return one line on why there is no tkinter and how to install it."""
    return words.NO_TKINTER.format(reason=error, remedy=tkinter_remedy())


def no_screen(error: Exception) -> str:
    """Return one line on why Tk could not open a window and what to do."""
    # Tk's message if there is no font at all: "failed to allocate font due to internal …".
    if "font" in str(error):
        return words.NO_FONTS.format(reason=error, remedy=remedy("fonts"))
    return words.NO_DISPLAY.format(reason=error)


def remedy(need: str) -> str:
    """Return what installs a need, the name of a field of System, in one phrase."""
    here = system()
    if here is None:
        names = {name: getattr(SYSTEMS[name], need) for name in ("debian", "fedora", "arch")}
        return words.INSTALL_BY_NAME.format(**names)
    package = getattr(here, need)
    rights = "" if not hasattr(os, "geteuid") or os.geteuid() == 0 else "sudo "
    return words.INSTALL.format(package=package, command=f"{rights}{here.install} {package}")


def tkinter_remedy() -> str:
    """Return what gives this Python its tkinter, in one phrase."""
    if sys.platform == "win32":
        return words.WINDOWS
    if sys.platform == "darwin":
        brewed = "Cellar" in os.path.realpath(sys.executable)
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        return words.BREW.format(version=version) if brewed else words.MAC
    # No package of the system adds to a Python that came from elsewhere, as pyenv's or conda's.
    if os.path.realpath(sys.executable) == os.path.realpath(SYSTEM_PYTHON):
        return remedy("tkinter")
    return words.OTHER_PYTHON.format(remedy=remedy("tkinter"))


@dataclass(frozen=True)
class Checkup:
    """One thing that was checked, and one line on what was found and what to do."""

    name: str
    status: str
    text: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check everything and print it."""
    checkups = list(examine())
    playable = all(checkup.status != FAILED for checkup in checkups)
    if args.json:
        print_json({"playable": playable, "checks": [asdict(checkup) for checkup in checkups]})
    else:
        for checkup in checkups:
            print(f"{checkup.status:<8}{checkup.name:<11}{checkup.text}")
        print(words.CAN_PLAY if playable else words.CANNOT_PLAY)
    return 0 if playable else 1


def examine() -> Iterator[Checkup]:
    """Make all checks; one that breaks has failed, and there is never a traceback."""
    for check in CHECKS:
        try:
            yield from list(check())
        except Exception as error:
            known = isinstance(error, UserError)
            text = str(error) if known else words.BROKEN.format(error=repr(error))
            yield Checkup(check.__name__, FAILED, text)


def python() -> Iterator[Checkup]:
    """Yield the version of Python and of the system."""
    version = sys.version.split()[0]
    text = words.PYTHON.format(version=version, path=sys.executable, system=system_name())
    yield Checkup("python", OK, text)


def tk() -> Iterator[Checkup]:
    """Yield the version of Tk, or what gives this Python its tkinter."""
    problem = tk_problem()
    yield Checkup("tk", FAILED if problem else OK, problem or tk_version())


def tk_problem() -> str:
    """Return why there is no Tk and how to install it, or nothing."""
    try:
        tk_version()
    except Exception as error:  # a broken Tcl has exceptions of its own
        return no_tkinter(error)
    return ""


def engine() -> Iterator[Checkup]:
    """Yield how long the engine process takes to start and to choose a move."""
    game = next(iter(all_games().values()))
    began = time.monotonic()
    ask(
        SearchJob(game=game.key, state=game.start, history=(), player=Player("random", seed=1)),
        words.ENGINE_LATE,
    )
    text = words.ENGINE.format(seconds=time.monotonic() - began)
    yield Checkup("engine", OK, text)


def screen() -> Iterator[Checkup]:
    """Yield the screen and the fonts that a main window finds, or why it cannot open."""
    if tk_problem():
        yield Checkup("screen", FAILED, words.NOT_CHECKED)
        return
    facts = ask(ScreenJob(), words.SCREEN_LATE)
    if not isinstance(facts, ScreenFacts):
        yield Checkup("screen", FAILED, str(facts))
        return
    yield Checkup("screen", OK, words.SCREEN.format(**asdict(facts)))
    fonts = words.FONTS.format(**asdict(facts))
    if facts.known_fonts:
        yield Checkup("fonts", OK, fonts)
    else:
        text = words.OTHER_FONTS.format(fonts=fonts, remedy=remedy("fonts"))
        yield Checkup("fonts", ADVICE, text)


def ask(job: EngineJob, late: str) -> object:
    """Return what an engine process answers; raise UserError if it ends, or if it is `late`."""
    worker = Worker()
    try:
        worker.submit(job)
        while True:
            for message in worker.poll():
                if message.kind == "done":
                    return message.content
                if message.late:
                    raise UserError(late)
                if message.kind == "restarted":
                    raise UserError(words.ENDED.format(status=message.content))
                if message.kind == "failed":
                    raise UserError(str(message.content).strip().splitlines()[-1])
            time.sleep(PAUSE)
    finally:
        worker.close()


def sandbox() -> Iterator[Checkup]:
    """Yield how students' files are isolated."""
    how = choose()
    try:
        there = held(how)
    except UserError as error:
        yield Checkup("sandbox", ADVICE, str(error))
        return
    parts = {
        words.OWN_NAMESPACES: there["namespaces"] or how == BWRAP,
        words.OTHER_FILES_HIDDEN: there["files"] or how == BWRAP,
        words.CALLS_FILTERED: there["calls"],
        words.MEMORY_BOUND: there["memory"] and words.MEGABYTES.format(size=there["memory"] >> 20),
    }
    listed = ", ".join(
        words.PART.format(part=part, answer=words.YES if holds is True else holds or words.NO)
        for part, holds in parts.items()
    )
    text = words.HELD.format(text=SANDBOXES[how], parts=listed)
    if how != BWRAP and sys.platform.startswith("linux"):
        advice = words.NOT_PERMITTED if shutil.which("bwrap") else remedy("sandbox")
        text = words.NO_BWRAP.format(text=text, reason=bwrap_problem(), remedy=advice)
        yield Checkup("sandbox", ADVICE, text)
    else:
        yield Checkup("sandbox", OK, text)


def cluster() -> Iterator[Checkup]:
    """Yield whether games can be played on a cluster."""
    if find_spec("distributed") is not None:
        yield Checkup("cluster", OK, words.CLUSTER)
    else:
        yield Checkup("cluster", ADVICE, NO_DASK)


def folders() -> Iterator[Checkup]:
    """Yield the folders for settings and for the log file."""
    for name, folder in (("settings", settings_folder()), ("log", log_folder())):
        reason = refusal(folder)
        text = words.NOT_WRITABLE.format(folder=folder, reason=reason) if reason else str(folder)
        yield Checkup(name, ADVICE if reason else OK, text)


def refusal(folder: Path) -> str:
    """Return why nothing can be written in a folder, or "" if it can; it need not exist yet."""
    there = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    if not there.is_dir():
        return words.NOT_A_FOLDER.format(path=there)
    return "" if os.access(there, os.W_OK | os.X_OK) else words.NO_PERMISSION.format(path=there)


def temporary() -> Iterator[Checkup]:
    """Yield the folder for temporary files, into which the frozen file unpacks itself."""
    try:
        folder = tempfile.gettempdir()
    except FileNotFoundError:
        yield Checkup("temporary", ADVICE, words.NO_TEMPORARY)
        return
    free = shutil.disk_usage(folder).free // MEGABYTE
    text = words.TEMPORARY.format(folder=folder, free=free)
    noexec = hasattr(os, "ST_NOEXEC") and os.statvfs(folder).f_flag & os.ST_NOEXEC
    if noexec or free < ENOUGH:
        text = (words.NOEXEC if noexec else words.NEARLY_FULL).format(text=text)
    yield Checkup("temporary", ADVICE if noexec or free < ENOUGH else OK, text)


# What Tk finds; it is imported only when it is asked for, because it may be missing.


@dataclass(frozen=True, kw_only=True)
class ScreenFacts:
    """What a main window, which stays hidden, has found."""

    display: str
    width: int
    height: int
    dpi: float
    scale: float
    sans: str
    mono: str
    known_fonts: bool  # whether the windows were made with both fonts in mind


@dataclass(frozen=True)
class ScreenJob(EngineJob):
    """Opens a main window in another process: Tk can hang there, or end it."""

    @property
    def limit(self) -> float:
        """The seconds within which the screen must answer."""
        return OPENING

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> ScreenFacts | str:
        """Return what the window has found, or one line on why it cannot open."""
        try:
            return screen_facts()
        except UserError as error:
            return str(error)


def tk_version() -> str:
    """Return the version of Tcl and Tk; raise an exception of any kind if there is none."""
    import tkinter

    return str(tkinter.Tcl().eval("info patchlevel"))


def screen_facts() -> ScreenFacts:
    """Build a main window and return what it has found, or raise UserError if it cannot open."""
    from loa_tk.app import make_window

    window = make_window("light", 10)
    try:
        from loa_tk.view.kit.theme import MONO, SANS

        root, fonts = window.root, window.look.fonts
        sans, mono = (str(fonts[name].actual("family")) for name in ("body", "mono"))
        return ScreenFacts(
            display=str(root.winfo_screen()), width=root.winfo_screenwidth(),
            height=root.winfo_screenheight(), dpi=root.winfo_fpixels("1i"), scale=window.look.scale,
            sans=sans, mono=mono, known_fonts=sans in SANS and mono in MONO,
        )  # fmt: skip
    finally:
        window.close()


CHECKS = (python, tk, engine, screen, sandbox, cluster, folders, temporary)
