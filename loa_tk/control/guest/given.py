"""A student's file as its guest finds it: where it lies, or a copy.

A guest that root starts becomes an unused user before it loads a file, and a submission may lie in
a folder of root's alone, as every temporary folder is. A guest that may see some files of a folder
only must not list the others, which Landlock cannot prevent. The copy is of all that the guest may
see, under the whole paths of the originals, for the guest's group and nobody else.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from loa_tk.control.guest.sandbox import beside, is_root, open_program
from loa_tk.guest import LIMITS, NONE, USER
from loa_tk.guest.limits import NOBODY, readable_by_all
from loa_tk.model.game import UserError

FOLDER = "loa_guest_"  # how the names of the folders with copies begin
MOST_BYTES, MOST_FILES = 64_000_000, 1_000
TOO_MUCH = (
    "{folder} is too large to be copied for a user other than root; put the file into a folder of "
    "its own, or let everyone read this one"
)
# Unused users: no system gives out numbers from the first on (systemd's list of ranges).
# One is drawn, so that two guests are not the same user.
UNUSED, UNUSED_BYTES = 0x70000000, 3


@dataclass(frozen=True, kw_only=True)
class Given:
    """The paths of a student's file and of its class as the guest has them."""

    path: Path
    alone: str
    shown: Sequence[Path]  # all that the guest sees of the student's files
    variables: Mapping[str, str] = field(default_factory=dict)
    copies: str = ""  # the folder that they are in

    def remove(self) -> None:
        """Remove the copies."""
        if self.copies:
            shutil.rmtree(self.copies, ignore_errors=True)


def linked(path: Path, alone: str) -> bool:
    """Return whether a file in the folder `alone`, or a folder between them, is a link.

    A class has none when it begins. A link leads to other files than those that were read.
    """
    places = (path, *path.parents) if alone else ()
    return any(place.is_symlink() for place in places if Path(alone) in place.parents)


def give(path: Path, alone: str, sandbox: str) -> Given:
    """Return a file for a guest, copied if the guest could not read it; or raise UserError."""
    if not alone:  # the user may name it by a link, which a copy could not lead through
        path = path.parent.resolve() / path.name
    given = Given(path=path, alone=alone, shown=beside(path, alone))
    root, listed = is_root(), sandbox == LIMITS and not all(map(Path.is_dir, given.shown))
    if os.name == "nt" or sandbox == NONE or not (root or listed):
        return given
    open_program()
    remove_stale()
    copies = Path(tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}_", dir=open_folder()))
    variables = {USER: str(_new_user(copies))} if root else {}
    try:
        if not listed and all(map(readable_by_all, _all_files(given.shown))):
            copies.rmdir()
            return replace(given, variables=variables)
        _copy(given.shown, copies)
    except BaseException as error:
        shutil.rmtree(copies, ignore_errors=True)
        if isinstance(error, UserError) and not root:
            return given  # a folder with very many files, whose names the guest can then list
        raise
    return Given(
        path=within(copies, path),
        alone=alone and str(within(copies, Path(alone))),
        shown=[within(copies, one) for one in given.shown],
        variables=variables,
        copies=str(copies),
    )


def open_folder() -> str:
    """Return the first temporary folder that every user can reach; TMPDIR may be root's alone."""
    places = [tempfile.gettempdir(), "/tmp", "/var/tmp"]
    return next((place for place in places if readable_by_all(Path(place))), places[0])


@lru_cache(maxsize=1)
def remove_stale() -> None:
    """Remove the copies of programs that were killed."""
    for folder in Path(open_folder()).glob(f"{FOLDER}[0-9]*_*"):
        process = folder.name[len(FOLDER) :].partition("_")[0]
        if process.isdecimal() and not Path("/proc", process).exists() and Path("/proc").exists():
            shutil.rmtree(folder, ignore_errors=True)


def within(folder: Path, path: Path) -> Path:
    """Return the place of a file's copy in a folder."""
    return folder / path.relative_to(path.anchor)


def _new_user(folder: Path) -> int:
    """Let a new user's group read a folder, and return the number of both.

    In a container with few users it is `nobody`.
    """
    drawn = UNUSED + int.from_bytes(os.urandom(UNUSED_BYTES), "big")
    for number in (drawn, NOBODY):
        with suppress(OSError):
            os.chown(folder, -1, number)
            return number
    return NOBODY  # which the guest cannot become either, and says so


def _all_files(shown: Sequence[Path]) -> Iterator[Path]:
    """Yield what must be readable: files, folders, and the modules and data in these."""
    for path in shown:
        yield path
        if path.is_dir():
            yield from path.glob("*.*")


def _copy(shown: Sequence[Path], folder: Path) -> None:
    """Copy files and whole folders into a folder, for its group; raise UserError if it is too much.

    Links are copied as links, because root could read everything that they lead to.
    """
    size, group, programs = 0, folder.stat().st_gid, set[Path]()
    beneath = (path for root in shown for path in _beneath(root))
    found = dict.fromkeys(islice(beneath, 2 * MOST_FILES))
    for number, path in enumerate(found):
        place = within(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            place.symlink_to(os.readlink(path))
        elif (content := _content(path, MOST_BYTES - size)) is not None:
            place.write_bytes(content)
            size += len(content)
            programs.update([place] if os.access(path, os.X_OK) else [])
        if size >= MOST_BYTES or number >= MOST_FILES:
            raise UserError(TOO_MUCH.format(folder=shown[0]))
    for parent, _, files in os.walk(folder):
        for place in (Path(parent), *(Path(parent, name) for name in files)):
            if not place.is_symlink():
                os.chown(place, -1, group)
                place.chmod(0o750 if place.is_dir() or place in programs else 0o640)


def _beneath(root: Path) -> Iterator[Path]:
    """Yield a file, or all files in a folder and its folders, without following links."""
    if root.is_symlink() or not root.is_dir():
        yield root
    for place, _, files in os.walk(root):
        yield from (Path(place, name) for name in files)


def _content(path: Path, most: int) -> bytes | None:
    """Return a file's bytes, up to a number of them, or None if it is not an ordinary file."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(number, "rb") as file:
        return file.read(most) if stat.S_ISREG(os.fstat(number).st_mode) else None
