"""The program in the menu of a Linux desktop: an entry, icons and the type of its game records.

All of it is in the user's own data folder, as the specifications of freedesktop.org have it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import loa_tk
from loa_tk.cli.parser import INSTALL, RECORD, REMOVE
from loa_tk.control.engine.programs import variables_of_others
from loa_tk.model.game import UserError
from loa_tk.store.files import write_whole
from loa_tk.store.settings import frozen, home
from loa_tk.view.kit.icon import icon_png
from loa_tk.words import system as words
from loa_tk.words.main import PROGRAM, WINDOW_CLASS

SIZES = (16, 24, 32, 48, 64, 128, 256)
APPLICATIONS, MIME, ICONS = "applications", "mime", "icons/hicolor"
TYPE = "application/x-loa-tk-sgf"
PATIENCE = 60  # seconds for each tool
RESERVED = set(" \t\n\"'\\><~|&;$*?#()`")  # characters that make an argument of Exec need quotes

ENTRY = """\
[Desktop Entry]
Type=Application
Version=1.0
Name={name}
GenericName={kind}
Comment={comment}
Keywords={keywords};
Categories=Education;ArtificialIntelligence;
Icon={program}
TryExec={program_file}
Exec={command} %f
Terminal=false
StartupWMClass={window_class}
MimeType={type};
"""

# SGF has a type already, application/x-go-sgf, by which programs for Go open all files of that
# name. Ours has less weight, so that the name alone still means Go, and is recognised by the
# content of the file: Lines of Action (GM[9]), or a game of this program (LTGAME). So our records
# open with this program, and no record of Go does.
MIME_TYPE = """\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{type}">
    <comment>{record}</comment>
    <icon name="{program}"/>
    <sub-class-of type="text/plain"/>
    <magic priority="60">
      <match type="string" value="(;" offset="0:16">
        <match type="string" value="GM[9]" offset="0:256"/>
        <match type="string" value="LTGAME[" offset="0:256"/>
      </match>
    </magic>
    <glob pattern="*{suffix}" weight="40"/>
  </mime-type>
</mime-info>
"""


def change(flag: str) -> int:
    """Add the program to the desktop's menu or remove it, and print what was done."""
    if sys.platform in words.ELSEWHERE:
        raise UserError(words.ELSEWHERE[sys.platform].format(flag=flag))
    folder = data_folder()
    there = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    # Root would own files in a user's home.
    if hasattr(os, "geteuid") and os.geteuid() == 0 != there.stat().st_uid:
        raise UserError(words.NOT_YOURS.format(folder=folder, flag=flag))
    return {INSTALL: install, REMOVE: remove}[flag](folder)


def data_folder() -> Path:
    """Return the folder in which a desktop looks for what this user has installed."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else home() / ".local/share"


def install(folder: Path) -> int:
    """Write all files and let the desktop know."""
    contents = files(command())
    for name, content in contents.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(words.NOT_WRITTEN.format(path=path, reason=reason)) from None
    missing = refresh(folder)
    print(words.INSTALLED)
    for name in contents:
        print(f"  {folder / name}")
    for line in missing:
        print(line)
    return 0


def remove(folder: Path) -> int:
    """Remove what `install` has written, and the folders that are empty then."""
    paths = [folder / name for name in reversed(files([PROGRAM]))]
    paths = [path for path in paths if os.path.lexists(path)]
    for path in paths:
        try:
            path.unlink()
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(words.NOT_REMOVED.format(path=path, reason=reason)) from None
    if paths:
        refresh(folder)
    for path in paths:
        with suppress(OSError):  # it is not empty
            for parent in path.relative_to(folder).parents[:-1]:
                (folder / parent).rmdir()
    print(words.REMOVED if paths else words.NOTHING)
    for path in paths:
        print(f"  {path}")
    return 0


def files(start: list[str]) -> dict[str, str | bytes]:
    """Return every file by its name in the data folder; `start` is the command of the program.

    The entry is the last one, so that nothing is missing when it appears.
    """
    facts = {"program": PROGRAM, "type": TYPE}
    entry = ENTRY.format(
        **facts,
        name=words.NAME,
        kind=words.KIND,
        comment=words.COMMENT,
        keywords=";".join(words.KEYWORDS),
        program_file=escaped(start[0]),
        command=" ".join(map(quoted, start)),
        window_class=WINDOW_CLASS,
    )
    icons = {f"{ICONS}/{size}x{size}/apps/{PROGRAM}.png": icon_png(size) for size in SIZES}
    return {
        **icons,
        f"{MIME}/packages/{PROGRAM}.xml": MIME_TYPE.format(
            **facts, record=words.RECORD, suffix=RECORD
        ),
        f"{APPLICATIONS}/{PROGRAM}.desktop": entry,
    }


def command() -> list[str]:
    """Return the command that starts this program from any folder, or raise UserError."""
    script = os.path.abspath(sys.argv[0])
    if frozen():
        start = [os.path.abspath(sys.executable)]
    elif os.path.basename(script) == "loa" and os.access(script, os.X_OK):  # as pip installs it
        start = [script]
    else:
        main = Path(loa_tk.__file__).resolve().with_name("__main__.py")
        start = [sys.executable or shutil.which("python3") or "python3", str(main)]
    # The specification forbids = in the program's path, and GNOME does not find one with %.
    for sign in "=%":
        if sign in start[0]:
            raise UserError(words.FORBIDDEN.format(path=start[0], sign=sign))
    return start


def quoted(word: str) -> str:
    """Return an argument of Exec: quoted if necessary, with % doubled."""
    if set(word) & RESERVED:
        inside = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in word)
        word = f'"{inside}"'
    return escaped(word.replace("%", "%%"))


def escaped(text: str) -> str:
    """Return a text as the value of a key."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def refresh(folder: Path) -> list[str]:
    """Update the desktop's indexes; return a line for each tool that is missing."""
    icons = folder / ICONS
    with suppress(OSError):
        os.utime(icons)  # by which a running desktop notices new icons
    if (icons / "icon-theme.cache").exists():  # a new cache would hide the icons added after it
        run("gtk-update-icon-cache", "--quiet", "--force", "--ignore-theme-index", str(icons))
    tools = {
        "update-desktop-database": (APPLICATIONS, "desktop-file-utils"),
        "update-mime-database": (MIME, "shared-mime-info"),
    }
    return [
        words.NO_TOOL.format(tool=tool, package=package, effect=words.EFFECTS[tool])
        for tool, (name, package) in tools.items()
        if not run(tool, str(folder / name))
    ]


def run(*tool: str) -> bool:
    """Run a tool of the desktop quietly, and return whether it did its work."""
    try:
        done = subprocess.run(
            tool, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
            env=variables_of_others(),
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
