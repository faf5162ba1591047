"""The user's settings and the folders for them; a damaged settings file never stops the program."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import asdict, field, fields
from itertools import takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any

from loa_tk.immutable import dataclass
from loa_tk.model.game import UserError
from loa_tk.store.files import write_whole
from loa_tk.store.kept import Damaged, is_text, kept_text, read_kept
from loa_tk.store.locks import lock

NAME = "loa_tk"
PORTABLE = "portable.txt"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings; unknown and invalid entries of a file are ignored."""

    game: str = ""
    side: str = "first"
    level: str = "normal"
    speed: str = "normal"  # of computer against computer
    theme: str = "light"
    text_size: int = 10
    flip: bool = False
    coordinates: bool = True
    legal_moves: bool = True
    links: bool = True
    animation: bool = True
    log_pane: bool = True
    geometry: str = ""
    left: str = ""  # the game on the board, as `Session.left` names it
    recent: list[str] = field(default_factory=list)  # game files, the latest first
    played: list[str] = field(default_factory=list)  # the games of which one was finished
    own: list[str] = field(default_factory=list)  # the user's Python files, the latest first
    levels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # game -> level -> player
    sides: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # game -> side -> player
    # The rung of the level Adaptive: game -> side of the human ("0" or "1") -> number
    rungs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


ALLOWED: Mapping[str, tuple[object, ...]] = {
    "side": ("first", "second", "both", "none"),
    "speed": ("slow", "normal", "fast"),
    "theme": ("light", "dark", "contrast"),
    "text_size": (9, 10, 12, 14),
}


def frozen() -> bool:
    """Return whether the program runs as the frozen executable."""
    return bool(getattr(sys, "frozen", False))


def program_folder(executable: Path) -> Path:
    """Return the folder in which the user sees the program; on a Mac that of the app bundle."""
    folder = executable.parent
    bundle = folder.parent.parent
    inside = (bundle.suffix, folder.parent.name, folder.name) == (".app", "Contents", "MacOS")
    return bundle.parent if inside else folder


def portable_folder() -> Path | None:
    """Return the data folder beside a writable executable with a portable.txt, or None."""
    folder = program_folder(Path(sys.executable).resolve())
    if frozen() and (folder / PORTABLE).is_file() and os.access(folder, os.W_OK):
        return folder / f"{NAME}-data"
    return None


def home() -> Path:
    """Return the user's home folder, or a path that cannot be written to if there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)  # not even root can create a file below it


def make_private(folder: Path) -> None:
    """Make a folder that is nobody else's business, or raise OSError; one that exists stays."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def distrusted(folder: Path) -> str:
    """Return why nothing in a data folder may be used, or nothing if it may (not on Windows).

    The settings name programs to run, and what is written may be a link to a file of the user's. So
    the folder must be the user's or root's, and nobody else may write to it. A group of the user's
    own, which has the same number, is no one else.
    """
    if os.name != "posix":
        return ""
    try:
        found = os.lstat(folder), os.stat(folder)
    except OSError:  # it is not there, or it cannot be used anyway
        return ""
    if any(one.st_uid not in (os.geteuid(), 0) for one in found):
        return "it belongs to another user"
    for one in found:
        shared = stat.S_IWOTH | (stat.S_IWGRP if one.st_gid != one.st_uid else 0)
        if stat.S_ISDIR(one.st_mode) and one.st_mode & shared:
            return "other users can write to it; chmod go-w would change that"
    return ""


def data_folders(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Return the folders that could have the settings, the first choice first."""
    return [*filter(None, [portable_folder()]), users_folder(environment)]


def refusals(environment: Mapping[str, str] = os.environ) -> list[tuple[Path, str]]:
    """Return the data folders that are not used, each with the reason."""
    folders = ((folder, distrusted(folder)) for folder in data_folders(environment))
    return list(takewhile(itemgetter(1), folders))


def settings_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for settings and games; no file can be in it if none is to be trusted."""
    folders = data_folders(environment)
    return next((one for one in folders if not distrusted(one)), Path(os.devnull))


def users_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder for settings and games of a user."""
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home() / "AppData/Local") / NAME
    if sys.platform == "darwin":
        return home() / "Library/Application Support" / NAME
    return Path(environment.get("XDG_CONFIG_HOME") or home() / ".config") / NAME


def log_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for the log file."""
    settings = settings_folder(environment)
    if settings == portable_folder() or sys.platform == "win32":
        return settings / "Logs"
    if sys.platform == "darwin":
        return home() / "Library/Logs" / NAME
    state = Path(environment.get("XDG_STATE_HOME") or home() / ".local/state") / NAME
    return (Path(os.devnull) if distrusted(state) else state) / "log"


class Store:
    """The settings file of one user, which several copies of the program may write."""

    def __init__(self, folder: Path) -> None:
        """Use the file in this folder."""
        self.path = folder / "settings.json"
        self._known: Settings | None = None  # as this copy has read or written them last

    def load(self) -> tuple[Settings, str]:
        """Return the settings, and the name of a corrupt file that was set aside, if any."""
        aside = ""
        try:
            self._known = read_kept(self.path, clean)
        except Damaged as error:
            aside = str(error.aside or self.path)
        except UserError:  # it cannot be opened
            pass
        self._known = self._known or Settings()
        return self._known, aside

    def appearance(self) -> tuple[str, int]:
        """Return the theme and the text size, which a window needs before everything else."""
        found = self._peek() or Settings()
        return found.theme, found.text_size

    def _peek(self) -> Settings | None:
        """Return what is in the file, or None; `load` sets aside what cannot be read."""
        try:
            return read_kept(self.path, clean, aside=False)
        except UserError:
            return None

    def save(self, settings: Settings) -> bool:
        """Write the settings and return whether that was possible.

        What this copy has not changed since it read the file stays as another copy has written it.
        """
        try:
            make_private(self.path.parent)
            with lock(self.path.with_suffix(".lock")):
                # Names of files that are no text are left out.
                whole = clean(asdict(self._merged(settings)))
                write_whole(self.path, kept_text(asdict(whole)))
        except OSError:
            return False
        self._known = settings
        return True

    def _merged(self, settings: Settings) -> Settings:
        """Return the settings in the file with the changes of this copy."""
        there = self._peek() if self._known is not None else None
        if there is None:
            return settings
        before, ours, theirs = vars(self._known), vars(settings), vars(there)
        return Settings(**{name: merged(before[name], ours[name], theirs[name]) for name in ours})


def merged(before: Any, ours: Any, theirs: Any) -> Any:
    """Return our value if it differs from the one before, else theirs; tables key by key."""
    if not isinstance(ours, Mapping):
        return theirs if ours == before else ours
    result = {}
    for key in {**theirs, **ours}:
        inner = isinstance(ours.get(key, theirs.get(key)), Mapping)
        if inner and key in ours:
            result[key] = merged(before.get(key, {}), ours[key], theirs.get(key, {}))
        elif key in ours and ours[key] != before.get(key):
            result[key] = ours[key]
        elif key in theirs and (key in ours or key not in before):
            result[key] = theirs[key]  # not ours to change, or new there
    return result


def clean(found: Mapping[str, Any]) -> Settings:
    """Return the settings of a file; entries of the wrong kind keep their defaults."""
    right: dict[str, Any] = {}
    for entry in fields(Settings):
        value, default = found.get(entry.name), getattr(Settings(), entry.name)
        if isinstance(default, dict) and isinstance(value, dict):
            right[entry.name] = _clean_table(value)
        elif isinstance(default, list) and isinstance(value, list):
            right[entry.name] = [text for text in value if is_text(text)]
        elif isinstance(value, str) and not is_text(value):
            continue
        elif type(value) is type(default) and value in ALLOWED.get(entry.name, (value,)):
            right[entry.name] = value
    return Settings(**right)


def _clean_table(found: Mapping[Any, Any]) -> dict[str, dict[str, str]]:
    return {
        game: {k: v for k, v in entries.items() if is_text(k) and is_text(v)}
        for game, entries in found.items()
        if is_text(game) and isinstance(entries, dict)
    }
