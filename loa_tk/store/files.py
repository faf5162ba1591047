"""Files: never half written, and never read from or written over a device, a pipe or a folder."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PureWindowsPath

from loa_tk.model.game import UserError, shown

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))  # the disk, the user's share of it
DISK_FULL = "the disk is full"

READING = 1.0 if os.name == "nt" else 0.0  # seconds in which others must have read the old file
PAUSE = 0.01
ABANDONED = 600.0  # seconds after which no program still writes a temporary file
NOT_ORDINARY = "it is not an ordinary file"
CIRCLE = "its links lead in a circle"
# Windows takes a name with a colon for a part of another file, and these names for devices,
# whatever their folder and their ending.
NOT_IN_NAMES = re.compile(r'[<>:"|?*\x00-\x1f]')
DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³]) *(\..*)?", re.I)


def is_full(error: BaseException) -> bool:
    """Return whether an error says that there is no room left on the disk."""
    return isinstance(error, OSError) and error.errno in FULL


def read_ordinary(path: Path, most: int) -> bytes:
    """Return the first bytes of a file, at most this many.

    Anything but an ordinary file is an OSError, because opening a pipe would wait for ever.
    """
    with open(path, "rb", opener=open_ordinary) as file:
        # `read` takes all the memory that it may need before it reads.
        return file.read(min(most, os.fstat(file.fileno()).st_size))


def open_ordinary(path: str, flags: int) -> int:
    """Open a file as `open` does, unless it is a pipe, a device or a folder."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, NOT_ORDINARY)
    return handle


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash or a power cut leaves the old or the new one, never a part.

    A link is followed. Anything but an ordinary file is refused, because renaming the new file
    would replace a device.
    """
    path = followed(path)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, NOT_ORDINARY)
    data = content.encode("utf-8") if isinstance(content, str) else content
    import tempfile  # and with it archives and compression, 3 ms before the first window

    handle, name = tempfile.mkstemp(prefix=path.name + ".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.name == "posix":
            # mkstemp makes files that only the owner can read; a saved file has usual permissions.
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(name, 0o666 & ~mask)
        _rename(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def followed(path: Path) -> Path:
    """Return where a path leads; raise OSError for links that lead in a circle."""
    try:
        path = path.resolve()
    except RuntimeError:  # before Python 3.13
        raise OSError(errno.ELOOP, CIRCLE) from None
    if path.is_symlink():
        raise OSError(errno.ELOOP, CIRCLE)
    return path


def _rename(name: str, path: Path) -> None:
    """Put a file in the place of another one.

    Windows refuses that while a program has the old one open: another copy or a virus scanner.
    """
    end = time.monotonic() + READING
    while True:
        try:
            return os.replace(name, path)
        except PermissionError:
            if time.monotonic() >= end:
                raise
        time.sleep(PAUSE)


def sweep(folder: Path) -> None:
    """Remove what killed programs have left of `write_whole` in a folder of this program."""
    with suppress(OSError):
        for path in folder.glob("*.tmp"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > ABANDONED:
                    path.unlink()


def output(name: str) -> Path:
    """Return the path of a file to write, or raise UserError if nothing can be written there.

    Writing renames a new file over the old one, which would replace a device (/dev/stdout was lost
    that way), a pipe or a link. So links are followed, and devices and pipes are refused.
    """
    if not name:
        raise UserError("the file to write needs a name")
    if wrong := wrong_name(name):
        raise UserError(f"{shown(name)} cannot be written: {wrong}")
    try:
        path = followed(Path(name))
        wrong = obstacle(path)
    except (OSError, ValueError) as error:  # half a character, a circle of links
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{shown(name)} cannot be written: {reason}") from None
    if wrong:
        raise UserError(f"{name} cannot be written: {wrong}")
    return path


def wrong_name(name: str, windows: bool = os.name == "nt") -> str:
    """Return why no file of this system can have such a path, or nothing if one can."""
    if "\0" in name:
        return "a file name cannot contain a null character"
    path = PureWindowsPath(name)
    for part in path.parts[bool(path.anchor) :] if windows else ():
        if found := NOT_IN_NAMES.search(part):
            return f"a file name on Windows cannot contain {shown(found[0])}"
        if DEVICES.fullmatch(part):
            return f"Windows keeps the name {part} for a device"
    return ""


def obstacle(path: Path) -> str:
    """Return why no file can be written at this resolved path, or nothing if one can."""
    if path.is_dir():
        return "it is a folder"
    if path.exists() and not path.is_file():
        return NOT_ORDINARY
    if not path.parent.is_dir():
        return "its folder does not exist"
    return "" if os.access(path.parent, os.W_OK) else "you may not write to its folder"


def new_output(name: str, otherwise: str) -> Path:
    """Return the path of a file to write if that would overwrite nothing.

    The UserError otherwise adds `otherwise`, which says what else can be done.
    """
    path = output(name)
    if path.exists() and path.stat().st_size:
        raise UserError(f"{name} exists; {otherwise}")
    return path


def save(name: str, text: str | bytes) -> None:
    """Write a whole file, or raise UserError with the reason in one line."""
    if reason := attempt(output(name), lambda: text):
        raise UserError(f"{name} cannot be written: {reason}")


def attempt(path: Path, content: Callable[[], str | bytes]) -> str:
    """Write a whole file; return the reason why that failed, or nothing."""
    if reason := wrong_name(str(path)):
        return reason
    try:
        path = followed(path)
        if not (reason := obstacle(path)):
            write_whole(path, content())
    except (OSError, ValueError) as error:  # half a character, circular links
        if is_full(error):
            return DISK_FULL
        return getattr(error, "strerror", None) or str(error)
    return reason
