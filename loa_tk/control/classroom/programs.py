"""Programs of students in other languages: which one a folder has.

A submission of this kind is a folder with one executable file, or with a file `player` whose one
line is the command.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from loa_tk.model.encoding import decode
from loa_tk.model.game import UserError, shown

PLAYER = "player"  # the file with the command
MOST_LINE = 1000  # characters of the command
NOT_PROGRAMS = (".py", ".class", ".jar", ".so", ".o", ".a")
BEGINNINGS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # of Linux, and of macOS


def program_in(folder: Path) -> str:
    """Return the command of the program in a folder, or nothing if there is none.

    Raise UserError if there are several, or if the file `player` is wrong.
    """
    line = folder / PLAYER
    if line.is_symlink():
        raise UserError(f"the file {PLAYER} is a symbolic link; put the file itself there")
    if line.is_file() and not is_native(line):
        return read_command(line)
    found = [path for path in _files(folder) if is_native(path)]
    if len(found) > 1:
        names = ", ".join(shown(path.name) for path in found)
        raise UserError(
            f"it has several programs ({names}): write the command into a file called {PLAYER}"
        )
    if found and os.name != "nt" and not os.access(found[0], os.X_OK):
        name = shown(found[0].name)
        raise UserError(
            f"{name} is a program that may not be run; an archive has lost that: chmod +x"
        )
    return f"./{found[0].name}" if found else ""


def read_command(path: Path) -> str:
    """Return the command in a file `player`, or raise UserError."""
    try:
        lines = decode(path.read_bytes()).strip().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"the file {PLAYER} cannot be read: {error}") from None
    if len(lines) != 1 or len(lines[0]) > MOST_LINE or not lines[0].isprintable():
        raise UserError(f"the file {PLAYER} needs one line, the command: java -cp . Engine")
    return lines[0].strip()


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(path for path in folder.iterdir() if path.is_file())
    except OSError:
        return


def is_native(path: Path) -> bool:
    """Return whether a file is a program of its own: it may be run, or Windows would run it."""
    if path.name.startswith((".", "_")) or path.suffix in NOT_PROGRAMS:
        return False
    if os.name == "nt":
        return path.suffix.lower() == ".exe"
    if path.is_symlink():
        return False
    try:
        with path.open("rb") as file:
            begun = file.read(4)
    except OSError:
        return False
    return begun in BEGINNINGS or (begun[:2] == b"#!" and os.access(path, os.X_OK))
