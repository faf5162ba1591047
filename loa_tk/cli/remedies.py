"""What is missing if the window cannot open, and what this system's package of it is called."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass

from loa_tk.words import doctor as words

SYSTEM_PYTHON = "/usr/bin/python3"


@dataclass(frozen=True)
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
    """Return one line on why there is no tkinter and what mends that."""
    return words.NO_TKINTER.format(reason=error, remedy=tkinter_remedy())


def no_screen(error: Exception) -> str:
    """Return one line on why Tk could not open a window and what mends that."""
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
